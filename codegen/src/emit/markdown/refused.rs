//! The values that a reader of a record rejects, besides a packet that ends too early.

use super::block::Row;
use super::book::{Thing, of_value};
use super::here::Here;
use super::{condition, fields, sentences, text};
use crate::facts::numbers;
use crate::layout::{self, scalar_interval};
use crate::model::{
    Cell, CellId, Check, Encoding, Extent, FamilyId, Field, FieldId, Form, Input, Interval, Item, Presence, Protocol,
    Rule, Scalar, Source, Tag, Value, Wire, sets,
};

/// One item for each way to be wrong.
pub(super) fn refused(here: &Here<'_>) -> Vec<Row> {
    let record = here.record;
    let fields = record.fields.iter().enumerate();
    let mut all: Vec<String> = fields.flat_map(|(index, field)| of_field(here, FieldId(index), field)).collect();
    let cells = (0..).map(CellId).zip(&record.cells);
    all.extend(cells.filter_map(|(id, cell)| of_cell(here, id, cell)));
    let checked = record.checksums_as_read().into_iter().filter(|one| one.crc().is_some());
    all.extend(
        checked
            .map(|one| &record.cells[one.cell.0].path)
            .map(|path| format!("{} that differs from the checksum of the bytes.", text::quoted(path))),
    );
    let mut once: Vec<String> = Vec::new();
    for one in all {
        if !once.contains(&one) {
            once.push(one);
        }
    }
    once.into_iter().map(|one| Row::new(one.clone(), [one])).collect()
}

/// The codes of more shapes than these are not listed again.
const MANY: usize = 8;

/// The values that violate a rule.
fn broken(here: &Here<'_>, field: &Field, rule: &Rule, name: &str) -> String {
    // The table has the formula.
    if matches!(&rule.check, Check::Test(test) if test.is_formula()) {
        return format!("{name} that violates its formula.");
    }
    let valid = sentences::valid(here, field, rule);
    match (valid.strip_prefix("Valid: "), valid.strip_prefix("Valid if ")) {
        (Some(numbers), _) => format!("{name} other than {numbers}."),
        (None, Some(condition)) => format!("{name}, unless {condition}."),
        (None, None) => format!("{name} that violates its rule."),
    }
}

fn of_field(here: &Here<'_>, id: FieldId, field: &Field) -> Vec<String> {
    let name = text::quoted(&here.path(id));
    let mut all = Vec::new();
    if let Some(rule) = field.rule.as_ref().filter(|rule| rule.repair.is_none()) {
        all.push(broken(here, field, rule, &name));
    }
    match &field.wire {
        Wire::Magic(bytes) => all.push(format!("{name} other than {}.", fields::magic(bytes))),
        Wire::Text { encoding, unit, extent } => {
            match encoding {
                Encoding::Utf8 => all.push(format!("{name} that is not UTF-8.")),
                Encoding::Ascii => all.push(format!("{name} with a byte above 127.")),
                Encoding::Latin1 => {}
            }
            let what = if unit.is_none() && *encoding == Encoding::Utf8 { "bytes" } else { "characters" };
            all.extend(of_extent(here, &name, extent, what));
        }
        Wire::Bytes(extent) => all.extend(of_extent(here, &name, extent, "bytes")),
        Wire::List { item, .. } | Wire::Sparse { item, .. } => {
            if let Wire::List { extent, .. } = &field.wire {
                all.extend(of_extent(here, &name, extent, "elements"));
            }
            let element = format!("an element of {name}");
            match item {
                Item::Scalar { value, .. } => all.extend(of_meaning(here, &element, *value)),
                Item::Family { family, .. } => all.extend(of_family(here, &element, *family, None)),
                Item::Float { .. } | Item::Record { .. } => {}
            }
        }
        Wire::Within { extent, .. } => {
            all.extend(of_extent(here, "a region", extent, "bytes"));
            all.push("A region whose content is shorter or longer than its size.".to_owned());
        }
        Wire::Match { tag, arms, .. } => {
            let (input, chooser) = match tag {
                Tag::Input(input) => (*input, text::quoted(&condition::input(here, *input))),
                Tag::InPlace { cell, .. } => (Input::Cell(*cell), format!("A code of {name}")),
            };
            let codes: Vec<Interval> = arms.iter().flat_map(|arm| arm.codes.iter().copied()).collect();
            if arms.iter().all(|arm| !arm.codes.is_empty())
                && !sets::covers(&codes, &[layout::input_interval(here.protocol(), here.record, input)])
            {
                all.push(match input {
                    Input::Left => format!("{name}, unless {}.", condition::left(&codes)),
                    _ => {
                        let letters = text::are_letters(codes.iter().copied());
                        let there = where_there(here, id, input);
                        if arms.len() > MANY {
                            format!("{chooser} that selects no shape{there}.")
                        } else {
                            format!("{chooser} other than {}{there}.", condition::codes(here, input, &codes, letters))
                        }
                    }
                });
            }
        }
        Wire::Chosen { tags, forms, .. } => all.extend(of_width(here, id, tags, forms)),
        Wire::Scalar { .. }
        | Wire::Float { .. }
        | Wire::Bits { .. }
        | Wire::Padding { .. }
        | Wire::Group { .. }
        | Wire::Record { .. } => {}
        Wire::Family { family, by, .. } => {
            let told = of_family(here, &name, *family, *by);
            let there = by.map(|cell| where_there(here, id, Input::Cell(cell))).unwrap_or_default();
            all.extend(told.map(|told| format!("{}{there}.", told.trim_end_matches('.'))));
        }
    }
    all
}

/// Values of tags for which there is no form: `wide` other than 0 and 1.
fn of_width(here: &Here<'_>, id: FieldId, tags: &[Input], forms: &[Form]) -> Option<String> {
    let all = |tag: &Input| layout::input_interval(here.protocol(), here.record, *tag);
    if layout::are_exhaustive(&layout::tags_of(tags, forms, all)) {
        return None;
    }
    let name = text::quoted(&here.path(id));
    let columns = || forms.iter().filter_map(|form| form.pattern.first()).flatten().copied();
    Some(match tags {
        [Input::Left] => format!("{name}, unless {}.", condition::left(&sets::union(columns().collect()))),
        [tag] => {
            let chooser = text::quoted(&condition::input(here, *tag));
            let codes = condition::columns(here, *tag, &sets::union(columns().collect()));
            format!("{chooser} other than {codes}{}.", where_there(here, id, *tag))
        }
        _ => {
            let each: Vec<String> = tags.iter().map(|tag| text::quoted(&condition::input(here, *tag))).collect();
            let there = tags.iter().map(|tag| where_there(here, id, *tag)).find(|there| !there.is_empty());
            format!("{} that say no width of {name}{}.", text::and(&each), there.unwrap_or_default())
        }
    })
}

/// The restriction to packets with a field that an earlier number chooses; nothing if the field is present with the number.
fn where_there(here: &Here<'_>, id: FieldId, chooser: Input) -> String {
    let field = |id: FieldId| &here.record.fields[id.0];
    // The holder of a field precedes it, so this ends.
    let holder = |id: &FieldId| field(*id).parent.filter(|parent| parent < id);
    let chain = |id: FieldId| std::iter::successors(Some(id), holder);
    let beside: Vec<FieldId> = match chooser {
        Input::Cell(cell) => chain(here.record.cells[cell.0].field).collect(),
        _ => Vec::new(),
    };
    let may_be_absent = chain(id).filter(|one| !beside.contains(one)).any(|one| {
        let is_shape = holder(&one).filter(|holder| !beside.contains(holder)).map(field);
        matches!(field(one).presence, Presence::When { .. } | Presence::Left { .. })
            || is_shape.is_some_and(|holder| matches!(holder.wire, Wire::Match { .. }))
    });
    if may_be_absent { format!(", if {} is present", text::quoted(&here.path(id))) } else { String::new() }
}

/// Codes that no message of a closed family has, in front of the message or in an earlier number.
fn of_family(here: &Here<'_>, name: &str, family: FamilyId, by: Option<CellId>) -> Option<String> {
    let found = &here.protocol().families[family.0];
    let codes: Vec<Interval> = found.members.iter().map(|member| Interval::only(member.code)).collect();
    let (said, all) = match by {
        Some(cell) => {
            let input = Input::Cell(cell);
            (text::quoted(&condition::input(here, input)), layout::input_interval(here.protocol(), here.record, input))
        }
        None => (format!("A code of {name}"), found.codes),
    };
    let free = !found.open && !sets::covers(&codes, &[all]);
    free.then(|| format!("{said} without a message in {}.", here.link(Thing::Family(family))))
}

fn of_cell(here: &Here<'_>, id: CellId, cell: &Cell) -> Option<String> {
    let name = text::quoted(&condition::input(here, Input::Cell(id)));
    if let Source::Constant(code) = cell.source {
        return Some(format!("{name} other than {}.", condition::constant(here, cell.value, code)));
    }
    // One bit is nothing but 0 or 1.
    let bit = cell.value == Value::Bool && matches!(here.record.fields[cell.field.0].wire, Wire::Bits { .. });
    of_meaning(here, &name, cell.value).filter(|_| !bit)
}

/// Numbers that mean nothing.
fn of_meaning(here: &Here<'_>, name: &str, value: Value) -> Option<String> {
    let link = || of_value(value).map(|thing| here.link(thing)).unwrap_or_default();
    match value {
        Value::Bool => Some(format!("{name} other than 0 and 1.")),
        Value::Enum(id) => {
            let one = &here.protocol().enums[id.0];
            let free = !one.open && !numbers::has_names(one, one.interval);
            free.then(|| format!("{name} without a name in {}.", link()))
        }
        Value::Bits(id) => numbers::has_refused_parts(here.protocol(), id)
            .then(|| format!("{name} with an invalid part of {}.", link())),
        Value::Int | Value::Truthy | Value::Notation(_) | Value::Quantity(_) | Value::Packed(_) => None,
    }
}

fn of_extent(here: &Here<'_>, name: &str, extent: &Extent, what: &str) -> Option<String> {
    match extent {
        Extent::Prefixed { scalar, .. } => {
            let negative = is_signed(here.protocol(), *scalar);
            negative.then(|| format!("A negative length of {name}."))
        }
        Extent::Counted(length) => {
            let cell = &here.record.cells[length.cell.0];
            (length.over(cell.interval).min < 0).then(|| format!("A negative length of {name}."))
        }
        Extent::Until { bound: Some(bound), .. } => {
            Some(format!("{name} with more than {bound} {what} before its terminator."))
        }
        Extent::Until { bound: None, .. }
        | Extent::Fixed { .. }
        | Extent::Given(_)
        | Extent::Rest
        | Extent::AllBut(_) => None,
    }
}

fn is_signed(protocol: &Protocol, scalar: Scalar) -> bool {
    scalar_interval(protocol, scalar).min < 0
}
