//! Facts about a field besides its bytes: its presence, the source of its numbers, its constraint.

use crate::book::Thing;
use crate::here::Here;
use crate::model::{
    Absent, Arm, Base, Cell, CellId, Check, Code, Delta, DeltaScope, Demand, Expr, Field, FieldId, Form, InBase, Input,
    Interval, Node, Param, Presence, Purpose, QuantityId, Record, RecordId, Rule, Says, Source, Tag, Value, Wire,
};
use crate::record::checked::checked;
use crate::record::covered;
use crate::text;
use crate::text::condition;

/// The meaning of reserved bits and bytes with this filler.
pub(crate) fn reserved(value: Value, fill: Code) -> String {
    let fill = if fill == 0 { "zero".to_owned() } else { text::constant_of(value, fill) };
    format!("Reserved: written as {fill}, ignored.")
}

/// When a field is present, and its value where it is not.
pub(crate) fn presence(here: &Here<'_>, field: &Field) -> Option<String> {
    let when = match &field.presence {
        // The widths of the field say it.
        Presence::Always | Presence::Chosen { .. } => return None,
        Presence::When { test, .. } => condition::test(here, test),
        Presence::Left { lengths, .. } => condition::left(lengths),
    };
    let when = when.strip_suffix(" is set").unwrap_or(&when);
    let worth = inherited_or(here, field).map(|worth| format!(", else {worth}")).unwrap_or_default();
    Some(format!("Present if {when}{worth}."))
}

/// The sentence about a number's source; `None` where the user sets it, and no other field goes by it.
pub(crate) fn source(here: &Here<'_>, cell: &Cell) -> Option<String> {
    match &cell.source {
        Source::User => checked(here, cell),
        Source::Constant(code) => Some(format!("Always {}.", condition::constant(here, cell.value, *code))),
        Source::Reserved(fill) => Some(reserved(cell.value, *fill)),
        Source::Derived(Demand::Checksum | Demand::Hook) => covered::checksum(here, cell),
        Source::Derived(demand) => {
            let without = cell.absent.map(|code| format!("; {} if there is none", text::number(code)));
            Some(format!("{}{}.", text::upper(derived(here, demand)), without.unwrap_or_default()))
        }
    }
}

fn derived(here: &Here<'_>, demand: &Demand) -> String {
    let path = |field| text::quoted(&here.path(field));
    let of = |field: FieldId| &here.record.fields[field.0];
    match demand {
        Demand::Presence { field, negated } if of(*field).inherits().is_some() => {
            let not = if *negated { "equals that of" } else { "differs from" };
            format!("1 if {} {not} the base", path(*field))
        }
        Demand::Presence { field, negated: false } => format!("1 if {} is present", path(*field)),
        Demand::Presence { field, negated: true } => format!("1 if {} is absent", path(*field)),
        Demand::Place { last } => {
            let others = text::number(1_i128.saturating_sub(*last));
            format!("{} in the last element of the list, {others} in the others", text::number(*last))
        }
        Demand::Checksum | Demand::Hook => "a checksum".to_owned(),
        Demand::Mask { field } => {
            let what = if of(*field).inherits_places().is_some() { "differs from the base" } else { "is present" };
            format!("bit *i* is 1 if element *i* of {} {what}", path(*field))
        }
        Demand::Form { field, .. } => format!("width of {}", path(*field)),
        Demand::Arm { field, .. } => {
            let what = if matches!(of(*field).wire, Wire::Family { .. }) { "message" } else { "shape" };
            format!("{what} of {}", path(*field))
        }
        Demand::Count { fields, times, plus } => {
            let names: Vec<String> = fields.iter().map(|field| path(*field)).collect();
            let region = |field: &FieldId| matches!(of(*field).wire, Wire::Within { .. });
            let mut said = if fields.first().is_some_and(region) {
                "size of the region".to_owned()
            } else {
                format!("length of {}", text::and(&names))
            };
            if *plus != 0 {
                said.push_str(&format!(" − {}", text::number(*plus)).replace("− −", "+ "));
            }
            if *times != 1 {
                said.push_str(&format!(", divided by {}", text::number(*times)));
            }
            said
        }
    }
}

/// The constraint of a field, and what a reader makes of a value that violates it.
pub(crate) fn rule(here: &Here<'_>, field: &Field, rule: &Rule) -> String {
    let valid = valid(here, field, rule);
    match rule.repair.as_ref().and_then(|repair| worth(here, field, repair)) {
        Some(worth) => format!("{valid}; anything else is read as {worth}, and never written."),
        None => format!("{valid}."),
    }
}

/// The constraint itself: `Valid: 0 to 1023`, ``Valid if `count` is not 0``.
pub(crate) fn valid(here: &Here<'_>, field: &Field, rule: &Rule) -> String {
    match &rule.check {
        Check::Test(test) => {
            let own = field.wire.number().and_then(|cell| condition::own_numbers(here, test, cell));
            // A formula reads best as it was written.
            let is_formula = test.is_formula();
            match own {
                Some(own) => format!("Valid: {own}"),
                None if is_formula => {
                    let id = here.record.fields.iter().position(|one| std::ptr::eq(one, field));
                    let name = id.map(|id| here.path(FieldId(id))).unwrap_or_default();
                    format!("Valid if {}", text::quoted(&named(&rule.text, &name)))
                }
                None => format!("Valid if {}", condition::test(here, test)),
            }
        }
        Check::Ascending { cell: None } => "Valid if the elements ascend, none twice".to_owned(),
        Check::Ascending { cell: Some(cell) } => {
            let path = match field.wire.holds() {
                Some(Node::Record(id)) => &here.protocol().records[id.0].cells[cell.0].path,
                _ => "",
            };
            format!("Valid if {} ascends from element to element, none twice", text::quoted(path))
        }
        Check::Float { low, high } => {
            let number = |end: f64| end.to_string().replace('-', "−");
            let low =
                low.map(|(end, belongs)| format!("{} {}", if belongs { "at least" } else { "above" }, number(end)));
            let high =
                high.map(|(end, belongs)| format!("{} {}", if belongs { "at most" } else { "below" }, number(end)));
            let ends: Vec<String> = [low, high].into_iter().flatten().collect();
            if ends.is_empty() { "Valid: any number but NaN".to_owned() } else { format!("Valid: {}", ends.join(", ")) }
        }
    }
}

/// The text of a rule with the name of the field for `it`.
fn named(rule: &str, name: &str) -> String {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut out = String::new();
    let mut rest = rule;
    while let Some(at) = rest.find("it") {
        let (before, after) = rest.split_at_checked(at).unwrap_or((rest, ""));
        let after = after.get(2..).unwrap_or_default();
        let alone = !before.ends_with(is_word) && !after.starts_with(is_word);
        out.push_str(before);
        out.push_str(if alone { name } else { "it" });
        rest = after;
    }
    out + rest
}

/// The width of a number that flags choose: `` `u8` with `a`, `i32` with both, else inherited. ``
fn flagged(here: &Here<'_>, field: &Field, tags: &[Input], forms: &[Form]) -> Option<String> {
    let is_one = |codes: &[Interval], code| codes == [Interval::only(code)];
    let (mut each, mut rest) = (Vec::new(), None);
    for form in forms {
        let kind = form.scalar.map(|scalar| here.scalar(scalar));
        let columns = || tags.iter().zip(&form.pattern);
        let set: Vec<Input> = columns().filter(|(_, codes)| is_one(codes, 1)).map(|(tag, _)| *tag).collect();
        let is_exact = columns().all(|(_, codes)| is_one(codes, 0) || is_one(codes, 1));
        if !tags.iter().all(|tag| condition::is_flag(here, *tag))
            || !columns().all(|(_, codes)| codes.is_empty() || is_one(codes, 0) || is_one(codes, 1))
        {
            return None;
        }
        match (set.as_slice(), kind) {
            ([], kind) if rest.is_none() => rest = Some(kind),
            ([], _) | (_, None) => return None,
            (all, Some(kind)) if all.len() == tags.len() && tags.len() > 1 => {
                each.push(format!("{kind} with {}", if tags.len() == 2 { "both" } else { "all" }));
            }
            (some, Some(kind)) => {
                let names: Vec<String> = some.iter().map(|tag| condition::subject(here, *tag)).collect();
                let alone = match tags.len() {
                    1 => "",
                    _ if is_exact => " alone",
                    _ => " (alone or not)",
                };
                each.push(format!("{kind} with {}{alone}", text::and(&names)));
            }
        }
    }
    let otherwise = match rest? {
        Some(kind) => kind,
        None => inherited_or(here, field).unwrap_or_else(|| "absent".to_owned()),
    };
    (!each.is_empty()).then(|| format!("{}, else {otherwise}.", each.join(", ")))
}

/// The value of an absent field.
fn inherited_or(here: &Here<'_>, field: &Field) -> Option<String> {
    let is_itself = |base: &InBase| here.record.fields.get(base.field.0).is_some_and(|one| std::ptr::eq(one, field));
    match field.presence.absent()? {
        Absent::Base(base) if base.inside.is_empty() && is_itself(base) => Some("inherited".to_owned()),
        absent => worth(here, field, absent),
    }
}

/// The numbers of tags that a pattern asks for.
fn columns(here: &Here<'_>, tags: &[Input], pattern: &[Vec<Interval>]) -> Vec<String> {
    let columns = tags.iter().zip(pattern).filter(|(_, codes)| !codes.is_empty());
    let each = columns.map(|(tag, codes)| {
        if *tag == Input::Left {
            return condition::left(codes);
        }
        let name = condition::subject(here, *tag);
        match (condition::is_flag(here, *tag), codes.as_slice()) {
            (true, [one]) if *one == Interval::only(0) => format!("{name} is not set"),
            (true, [one]) if *one == Interval::only(1) => format!("{name} is set"),
            _ => format!("{name} is {}", condition::columns(here, *tag, codes)),
        }
    });
    each.collect()
}

/// When a shape is chosen; by letters, if all codes are.
pub(crate) fn chosen(here: &Here<'_>, tag: &Tag, arm: &Arm, letters: bool) -> String {
    let (chooser, input) = match tag {
        Tag::Input(input) => (condition::subject(here, *input), *input),
        Tag::InPlace { cell, .. } => ("the code".to_owned(), Input::Cell(*cell)),
        Tag::Tuple(_) if arm.is_rest() => return "Otherwise.".to_owned(),
        Tag::Tuple(tags) => {
            let each = arm.patterns.iter().map(|pattern| text::and(&columns(here, tags, pattern)));
            return format!("If {}.", each.collect::<Vec<_>>().join(", or "));
        }
    };
    match (input, arm.codes()) {
        (Input::Left, []) => "For any other number of bytes.".to_owned(),
        (Input::Left, codes) => format!("If {}.", condition::left(codes)),
        (_, []) => format!("If {chooser} is anything else."),
        (_, codes) => format!("If {chooser} is {}.", condition::codes(here, input, codes, letters)),
    }
}

/// The width of a number for each value of its tags.
pub(crate) fn forms(here: &Here<'_>, field: &Field, tags: &[Input], forms: &[Form]) -> Vec<String> {
    if let Some(flagged) = flagged(here, field, tags, forms) {
        return vec![flagged];
    }
    let each = forms.iter().map(|form| {
        let when = columns(here, tags, &form.pattern);
        let kind = form.scalar.map_or_else(|| "absent".to_owned(), |scalar| here.scalar(scalar));
        if when.is_empty() { format!("{kind} otherwise") } else { format!("{kind} if {}", text::and(&when)) }
    });
    let widths = text::upper(format!("{}.", each.collect::<Vec<_>>().join(", ")));
    let absent = inherited_or(here, field).map(|worth| format!("If absent, {worth}."));
    std::iter::once(widths).chain(absent).collect()
}

/// The places of the elements of a sparse list.
pub(crate) fn places(here: &Here<'_>, count: u64, mask: CellId) -> String {
    let mask = condition::subject(here, Input::Cell(mask));
    format!("{}. Element *i* is present if bit *i* of {mask} is 1.", text::counted(count, "place"))
}

/// The state, or the part of one, whose delta a group carries.
pub(crate) fn carried(here: &Here<'_>, delta: &Delta) -> String {
    match delta.scope {
        DeltaScope::Whole => {
            format!(
                "The fields of {} that differ from a base, which the receiver has.",
                text::a(&text::quoted(&delta.name))
            )
        }
        DeltaScope::Part => "Only the fields that differ from the base.".to_owned(),
        DeltaScope::Like(record) => {
            let link = here.link(Thing::Record(record));
            format!("The fields of {} that differ from the base.", text::a(&link))
        }
    }
}

/// A place in the base, by its name there.
pub(crate) fn in_state(here: &Here<'_>, base: &InBase) -> String {
    text::quoted(&base.names(here.protocol(), here.record).join("."))
}

/// The arguments for another record or family.
pub(crate) fn arguments(here: &Here<'_>, params: &[Param], args: &[Expr]) -> Option<String> {
    let each: Vec<String> = params
        .iter()
        .zip(args)
        .map(|(param, arg)| {
            let (name, given) = (text::quoted(&param.name), argument(here, param, arg));
            if name == given { format!("the same {name}") } else { format!("{name} = {given}") }
        })
        .collect();
    (!each.is_empty()).then(|| format!("With {}.", text::and(&each)))
}

/// How a nested part is read, and how deep it may be.
pub(crate) fn nested(here: &Here<'_>, node: Node) -> String {
    let circle = here.protocol().circle(node).filter(|circle| here.record.circle.as_ref() == Some(*circle));
    let depth = circle.map(|circle| format!(", to a depth of {}", circle.depth));
    format!("Read level by level{}.", depth.unwrap_or_default())
}

/// The state of a field, and the base of its delta.
pub(crate) fn state(here: &Here<'_>, record: RecordId, base: &Base) -> String {
    let name = here.protocol().records[record.0].whole_name();
    let from = match base {
        Base::Zero => "all zeros".to_owned(),
        Base::Field(id) => text::quoted(&here.path(*id)),
        Base::Inside(base) => format!("{} of the base", in_state(here, base)),
    };
    format!("{} as a delta against {from}.", text::upper(text::a(&text::quoted(name))))
}

fn argument(here: &Here<'_>, param: &Param, arg: &Expr) -> String {
    match (arg, arg.as_input()) {
        (Expr::Literal(code), _) => text::quoted(&condition::known(here, param.kind, *code)),
        (_, Some(input)) => text::quoted(&condition::input(here, input)),
        (_, None) => condition::expr(here, arg),
    }
}

/// A value that a schema gives for what is not there.
fn worth(here: &Here<'_>, field: &Field, absent: &Absent) -> Option<String> {
    match absent {
        Absent::Nothing => None,
        Absent::Base(base) => Some(format!("{} of the base", in_state(here, base))),
        Absent::Raw(raw) => {
            let meaning = field.wire.number().map_or(Value::Int(None), |cell| here.record.cells[cell.0].value);
            let raw = condition::named(here, meaning, *raw);
            Some(match meaning {
                Value::Quantity(id) => quantity(here, id, &raw),
                _ => raw,
            })
        }
        Absent::Float(float) => Some(float.to_string()),
    }
}

/// A quantity by its value and the number on the wire: `0.5 (raw 127)`.
fn quantity(here: &Here<'_>, id: QuantityId, raw: &str) -> String {
    let quantity = &here.protocol().quantities[id.0];
    let value = raw.replace('−', "-").parse().ok().map(|code| crate::quantity::value(quantity, code).to_f64());
    match value {
        Some(value) if value.to_string() == raw => raw.to_owned(),
        Some(value) => format!("{} (raw {raw})", value.to_string().replace('-', "−")),
        None => format!("raw {raw}"),
    }
}

/// The use of a number by a field: ``length of `members` ``.
#[must_use]
pub fn used(record: &Record, field: FieldId, purpose: Purpose) -> String {
    let is_region = record.fields.get(field.0).is_some_and(|field| matches!(field.wire, Wire::Within { .. }));
    let what = match purpose {
        Purpose::Says(Says::Count | Says::Length) if is_region => return "size of a region".to_owned(),
        Purpose::Says(Says::Count | Says::Length) => "length",
        Purpose::Says(Says::Width) => "width",
        Purpose::Says(Says::Shape) => "shape",
        Purpose::Says(Says::Message) => "message",
        Purpose::Says(Says::Places) => "places",
        Purpose::Says(Says::Argument) => "argument",
        Purpose::Presence { .. } => "presence",
        Purpose::Rule => "rule",
        Purpose::Checksum => "checksum",
    };
    format!("{what} of `{}`", record.path_in_shapes(field))
}

/// How a number is true or false, where not only 0 and 1 are taken.
pub(crate) fn truthy(value: Value) -> Option<String> {
    (value == Value::Truthy).then(|| "0 is false, anything else true.".to_owned())
}

#[cfg(test)]
mod tests;
