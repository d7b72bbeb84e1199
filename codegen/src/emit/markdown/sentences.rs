//! What there is to say of a field besides its bytes: when it is there, who sets it, what must hold.

use super::book::Thing;
use super::checked::checked;
use super::condition;
use super::here::Here;
use super::text;
use crate::model::{
    Absent, Base, Cell, CellId, Checksum, Delta, DeltaScope, Demand, Edge, Field, FieldId, Form, How, InBase, Input,
    Param, ParamKind, Presence, RecordId, Rule, Source, Value, Wire,
};

/// When a field is there, and what it is worth where it is not.
pub(super) fn presence(here: &Here<'_>, field: &Field) -> Vec<String> {
    match &field.presence {
        Presence::Always => Vec::new(),
        Presence::When { test, checked: _, absent } => {
            let mut said = vec![format!("There if {}.", condition::test(here, test))];
            said.extend(worth(here, field, absent).map(|worth| format!("Absent, it is {worth}.")));
            said
        }
        Presence::Left { lengths, absent } => {
            let mut said = vec![format!("There if {}.", condition::left(lengths))];
            said.extend(worth(here, field, absent).map(|worth| format!("Absent, it is {worth}.")));
            said
        }
        Presence::Chosen { absent } => {
            worth(here, field, absent).map(|worth| format!("Absent, it is {worth}.")).into_iter().collect()
        }
    }
}

/// The sentence about a number's source; `None` where the user sets it, and no other field goes by it.
pub(super) fn source(here: &Here<'_>, cell: &Cell) -> Option<String> {
    match &cell.source {
        Source::User => checked(here, cell),
        Source::Constant(code) => Some(format!("Always {}.", condition::constant(here, cell.value, *code))),
        Source::Reserved => Some("Written as zero, ignored when read.".to_owned()),
        Source::Derived(Demand::Checksum | Demand::Hook) => checksum(here, cell),
        Source::Derived(demand) => Some(format!("Set by the writer: {}.", derived(here, demand))),
    }
}

/// What a checksum is worked out of.
fn checksum(here: &Here<'_>, cell: &Cell) -> Option<String> {
    let is_this = |one: &&Checksum| here.record.cells.get(one.cell.0).is_some_and(|one| std::ptr::eq(one, cell));
    let checksum = here.record.checksums.iter().find(is_this)?;
    let place = |edge: Edge| match edge {
        Edge::Start(0) => "the start".to_owned(),
        Edge::End(0) => "the end".to_owned(),
        Edge::Start(bytes) => format!("byte {bytes}"),
        Edge::End(bytes) => format!("{} before the end", text::counted(bytes, "byte")),
    };
    let cover = text::quoted(&checksum.text);
    let from = place(checksum.from);
    let to = match checksum.to {
        // The place is after the last covered byte.
        Edge::Start(bytes) => format!("byte {}", bytes.saturating_sub(1)),
        Edge::End(_) => place(checksum.to),
    };
    match &checksum.how {
        How::Crc { crc, extra } => {
            let name = text::quoted(&crc.name);
            let extra: Vec<String> = extra.iter().map(u8::to_string).collect();
            let then = match extra.as_slice() {
                [] => String::new(),
                [one] => format!(", and then of the constant byte {one}, which is not on the wire"),
                all => format!(", and then of the constant bytes {}, which are not on the wire", text::and(all)),
            };
            let own = if checksum.covers_itself() { "; its own bytes count as zero" } else { "" };
            Some(format!("Set by the writer: the {name} of {cover}, from {from} to {to}{then}{own}."))
        }
        How::Hook { hook, inputs } => {
            let hook = here.protocol().hooks.get(hook.0)?;
            let given = hook.params.iter().zip(inputs).map(|(param, input)| match input {
                Input::Literal(code) => condition::named(here, value_of(param.kind), *code),
                _ => text::quoted(&condition::input(here, *input)),
            });
            let given: Vec<String> = given.collect();
            let given = if given.is_empty() { String::new() } else { format!(", given {}", text::and(&given)) };
            let (name, who) =
                (text::quoted(&hook.name), "Set by the program that writes, compared by the program that reads");
            Some(format!("{who}: its {name} of {cover}, from {from} to {to}{given}."))
        }
    }
}

/// What a number that is given means.
fn value_of(kind: ParamKind) -> Value {
    match kind {
        ParamKind::Bool => Value::Bool,
        ParamKind::Int(_) => Value::Int,
        ParamKind::Enum(id) => Value::Enum(id),
    }
}

fn derived(here: &Here<'_>, demand: &Demand) -> String {
    let path = |field| text::quoted(&here.path(field));
    let inherits = |field: &FieldId| here.record.fields.get(field.0).is_some_and(|field| field.inherits().is_some());
    match demand {
        Demand::Presence { field, negated } if inherits(field) => {
            let (differs, same) = if *negated { (0, 1) } else { (1, 0) };
            format!("{differs} if {} differs from the base, {same} if not", path(*field))
        }
        Demand::Presence { field, negated: false } => format!("1 if {} is there", path(*field)),
        Demand::Presence { field, negated: true } => format!("0 if {} is there, 1 if not", path(*field)),
        Demand::Checksum | Demand::Hook => "a checksum".to_owned(),
        Demand::Mask { field } => {
            let base = here.record.fields.get(field.0).and_then(Field::inherits_places);
            let what = if base.is_some() { "differs from the base" } else { "is there" };
            format!("bit *i* is 1 if element *i* of {} {what}", path(*field))
        }
        Demand::Form { field, .. } => format!("the width that {} needs", path(*field)),
        Demand::Arm { field } => {
            let wire = here.record.fields.get(field.0).map(|field| &field.wire);
            let what = if matches!(wire, Some(Wire::Family { .. })) { "message" } else { "shape" };
            format!("the {what} of {}", path(*field))
        }
        Demand::Count { fields, times, plus, absent } => {
            let names: Vec<String> = fields.iter().map(|field| path(*field)).collect();
            let region = |field: &Field| matches!(field.wire, Wire::Within { .. });
            let first = fields.first().and_then(|field| here.record.fields.get(field.0));
            let mut said = if first.is_some_and(region) {
                "the size of the region".to_owned()
            } else {
                format!("the length of {}", text::and(&names))
            };
            if *plus != 0 {
                said.push_str(&format!(" − {}", text::number(*plus)).replace("− −", "+ "));
            }
            if *times != 1 {
                said.push_str(&format!(", divided by {}", text::number(*times)));
            }
            if let Some(absent) = absent {
                said.push_str(&format!("; {} if there is none", text::number(*absent)));
            }
            said
        }
    }
}

/// What must hold, and what a reader makes of what breaks it.
pub(super) fn rule(here: &Here<'_>, field: &Field, rule: &Rule) -> String {
    let holds = format!("Must hold: {}", text::quoted(&rule.text));
    match rule.repair.as_ref().and_then(|repair| worth(here, field, repair)) {
        Some(worth) => format!("{holds}. What breaks it is read as {worth}; no writer makes it."),
        None => format!("{holds}."),
    }
}

/// Which width a number has.
pub(super) fn forms(here: &Here<'_>, tags: &[Input], forms: &[Form]) -> String {
    let each = forms.iter().map(|form| {
        let columns = tags.iter().zip(&form.pattern).filter(|(_, pattern)| !pattern.is_empty());
        let when: Vec<String> = columns
            .map(|(tag, pattern)| match tag {
                Input::Left => condition::left(pattern),
                _ => format!(
                    "{} is {}",
                    text::quoted(&condition::input(here, *tag)),
                    condition::columns(here, *tag, pattern)
                ),
            })
            .collect();
        let kind = form.scalar.map_or_else(|| "not there".to_owned(), |scalar| here.scalar(scalar));
        if when.is_empty() { format!("{kind} otherwise") } else { format!("{kind} if {}", text::and(&when)) }
    });
    text::upper(format!("{}.", each.collect::<Vec<_>>().join(", ")))
}

/// Where the elements of a list with empty places stand.
pub(super) fn places(here: &Here<'_>, count: u64, mask: CellId) -> String {
    let mask = text::quoted(&condition::input(here, Input::Cell(mask)));
    format!("{}. Element *i* is there if bit *i* of {mask} is 1.", text::counted(count, "place"))
}

/// The state, or the part of one, whose delta a group carries.
pub(super) fn carried(here: &Here<'_>, delta: &Delta) -> String {
    match delta.scope {
        DeltaScope::Whole => {
            format!("What of a {} differs from a base, which the receiver has.", text::quoted(&delta.name))
        }
        DeltaScope::Part => "Of it stands here what differs from the base.".to_owned(),
        DeltaScope::Like(record) => {
            format!("A {}, of which stands here what differs from the base.", here.link(Thing::Record(record)))
        }
    }
}

/// A place in the base, by its name there.
fn in_state(here: &Here<'_>, base: &InBase) -> String {
    text::quoted(&base.names(here.protocol(), here.record).join("."))
}

/// What an element is worth that is not there.
pub(super) fn empty_places(here: &Here<'_>, base: &InBase) -> String {
    format!("Absent, an element is that of {} of the base.", in_state(here, base))
}

/// What is passed on to another record or family.
pub(super) fn arguments(here: &Here<'_>, params: &[Param], args: &[Input]) -> Option<String> {
    let each: Vec<String> = params
        .iter()
        .zip(args)
        .map(|(param, arg)| {
            let (name, given) = (text::quoted(&param.name), argument(here, param, *arg));
            if name == given { format!("{name} is handed on") } else { format!("{name} is {given}") }
        })
        .collect();
    (!each.is_empty()).then(|| format!("In it {}.", text::and(&each)))
}

/// That a field is a state, and what its difference is taken from.
pub(super) fn state(here: &Here<'_>, record: RecordId, base: &Base) -> String {
    let name = here.protocol().records.get(record.0).map_or("", |record| record.whole_name());
    let from = match base {
        Base::Zero => "a state in which all is zero".to_owned(),
        Base::Field(id) => text::quoted(&here.path(*id)),
        Base::Inside(base) => format!("{} of the base", in_state(here, base)),
    };
    format!("A {}, of which the difference from {from} stands here.", text::quoted(name))
}

fn argument(here: &Here<'_>, param: &Param, arg: Input) -> String {
    text::quoted(&match arg {
        Input::Literal(code) => condition::known(here, param.kind, code),
        Input::Cell(_) | Input::Param(_) | Input::Part(_) | Input::Session(_) | Input::Left => {
            condition::input(here, arg)
        }
    })
}

/// A value that a schema gives for what is not there.
fn worth(here: &Here<'_>, field: &Field, absent: &Absent) -> Option<String> {
    match absent {
        Absent::Nothing => None,
        Absent::Base(base) => Some(format!("{} of the base", in_state(here, base))),
        Absent::Raw(raw) => {
            let mut meaning = Value::Int;
            if let Wire::Scalar { cell, .. } | Wire::Chosen { cell, .. } = &field.wire {
                meaning = here.record.cells.get(cell.0).map_or(Value::Int, |cell| cell.value);
            }
            let raw = condition::named(here, meaning, *raw);
            Some(if matches!(meaning, Value::Quantity(_)) { format!("the number {raw}") } else { raw })
        }
        Absent::Float(float) => Some(float.to_string()),
    }
}

/// How a number is true or false, where not only 0 and 1 are taken.
pub(super) fn truthy(value: Value) -> Option<String> {
    (value == Value::Truthy).then(|| "0 is false, anything else true; 1 is written.".to_owned())
}

#[cfg(test)]
mod tests {
    use crate::emit::markdown::markdown;
    use crate::load::load_text;

    #[test]
    fn a_checksum_has_a_first_and_a_last_byte() {
        let schema = "protocol p { byte_order: big }
            struct A { a: u8, b: u16, sum: u16 = crc_16_modbus(before(sum)) }
            struct B { sum: u16 = crc_16_modbus(span(a..=b), 50), a: u8, b: bytes[u8], z: u8 }
            struct C { a: bytes[u8], sum: u16 = crc_16_modbus(all) }";
        let schema =
            load_text("p.wire", schema.to_owned()).unwrap_or_else(|failure| panic!("{}", failure.render(false)));
        let pages: String = markdown(&schema.schema).into_iter().map(|page| page.text).collect();
        let sentences: Vec<&str> = pages
            .split("Set by the writer: the `CRC_16_MODBUS` of ")
            .skip(1)
            .filter_map(|text| text.split('|').next())
            .collect();
        let expected = [
            "`before(sum)`, from the start to byte 2. ",
            "`span(a..=b)`, from byte 2 to 1 byte before the end, and then of the constant byte 50, which is not on the wire. ",
            "`all`, from the start to the end; its own bytes count as zero. ",
        ];
        assert_eq!(sentences, expected);
    }
}
