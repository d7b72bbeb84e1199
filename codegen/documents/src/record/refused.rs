//! The values that a reader of a record rejects, besides a packet that ends too early.

use std::collections::BTreeSet;

use crate::block::Row;
use crate::book::{Thing, of_value};
use crate::facts::numbers::{self, Invalid};
use crate::here::Here;
use crate::layout::{self, scalar_interval};
use crate::model::{
    Cell, CellId, Check, Content, Covered, Encoding, Extent, FamilyId, Field, FieldId, Input, Interval, Item, Kept,
    Node, Presence, Protocol, Rule, Selection, Source, Tag, Text, Value, Wire, sets,
};
use crate::record::{filled, sentences, wires};
use crate::text;
use crate::text::condition;

/// Values that a reader rejects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rejected {
    /// The field at which it rejects them.
    pub field: FieldId,
    /// The number that has them, if the sentence is about what numbers mean.
    pub cell: Option<CellId>,
    /// The word of the error: see [`Malformed::word`](crate::interpret::Malformed::word).
    pub why: &'static str,
    /// The sentence.
    pub text: String,
}

/// One item for each way to be wrong.
pub(crate) fn refused(here: &Here<'_>) -> Vec<Row> {
    let mut known = BTreeSet::new();
    let once = all(here).into_iter().map(|one| one.text).filter(|text| known.insert(text.clone()));
    once.map(|one| Row::new(one.clone(), [one])).collect()
}

/// Everything that a reader of a record rejects by itself.
pub(crate) fn all(here: &Here<'_>) -> Vec<Rejected> {
    let record = here.record;
    let fields = (0..).map(FieldId).zip(&record.fields);
    let of_fields = fields.flat_map(|(id, field)| {
        let all = of_field(here, id, field).into_iter();
        // A number that chooses no message is wrong itself.
        let chooser = record.chooser(here.protocol(), id).unwrap_or(id);
        all.map(move |(why, text)| Rejected { field: if why == "code" { chooser } else { id }, cell: None, why, text })
    });
    let cells = (0..).map(CellId).zip(&record.cells);
    let of_cells = cells.filter_map(|(id, cell)| {
        let (why, text) = of_cell(here, id, cell)?;
        // A code in front of a shape has to select one.
        let is_code = matches!(record.fields[cell.field.0].wire, Wire::Match { .. });
        Some(Rejected { field: cell.field, cell: Some(id), why: if is_code { "value" } else { why }, text })
    });
    let checked = record.checksums_as_read().into_iter().filter(|one| one.catalogue().is_some());
    let of_checksums = checked.flat_map(|one| {
        let cell = &record.cells[one.cell.0];
        let name = text::quoted(&cell.path);
        let unarmed = one.catalogue().into_iter().flat_map(|(_, covers)| covers).filter_map(Covered::unarmed);
        let unarmed = unarmed.map(|(by, _, codes)| {
            let (by_name, codes) =
                (text::quoted(&condition::input(here, by)), condition::codes(here, by, &codes, false));
            ("value", format!("{name} if {by_name} is other than {codes}: no constant bytes belong to it."))
        });
        let differs = ("checksum", format!("{name} that differs from the checksum of the bytes."));
        let all: Vec<Said> = unarmed.chain([differs]).collect();
        all.into_iter().map(|(why, text)| Rejected { field: cell.field, cell: None, why, text })
    });
    of_fields.chain(of_cells).chain(of_checksums).collect()
}

/// The word of an error, and the sentence.
type Said = (&'static str, String);

/// The codes of more shapes than these are not listed again.
const MANY: usize = 8;

/// The values that violate a rule.
fn broken(here: &Here<'_>, field: &Field, rule: &Rule, name: &str) -> String {
    // The table has the formula.
    if matches!(&rule.check, Check::Test(test) if test.is_formula()) {
        return format!("{name} that violates its formula.");
    }
    let valid = sentences::valid(here, field, rule);
    if let Some(number) = valid.strip_prefix("Valid: not ") {
        return format!("{name} that is {number}.");
    }
    match (valid.strip_prefix("Valid: "), valid.strip_prefix("Valid if ")) {
        (Some(numbers), _) => format!("{name} other than {numbers}."),
        (None, Some(condition)) => format!("{name}, unless {condition}."),
        (None, None) => format!("{name} that violates its rule."),
    }
}

fn of_field(here: &Here<'_>, id: FieldId, field: &Field) -> Vec<Said> {
    let name = text::quoted(&here.path(id));
    let mut all = Vec::new();
    if let Some(rule) = field.rule.as_ref().filter(|rule| rule.repair.is_none()) {
        all.push(("rule", broken(here, field, rule, &name)));
    }
    match &field.wire {
        Wire::Octets { content: Content::Constant(_), .. } if here.record.is_looked_for(id) => {}
        Wire::Padding { space, .. } if space.given().is_some() => {
            all.extend(space.extent().into_iter().flat_map(|extent| of_extent(here, (id, &name), extent, "bytes")));
        }
        Wire::Padding { filler, .. } if filler.is_checked => {
            let byte = text::number(filler.byte.into());
            all.push(("constant", format!("{name} with a byte other than {byte}.")));
        }
        Wire::Octets { content: Content::Constant(bytes), .. } => {
            all.push(("constant", format!("{name} other than {}.", wires::magic(bytes))))
        }
        Wire::Octets { extent, content: Content::Text(Text { encoding, unit, .. }) } => {
            match encoding {
                _ if extent.constant() == Some(0) => {}
                Encoding::Utf8 => all.push(("text", format!("{name} that is not UTF-8."))),
                Encoding::Utf16 => all.push(("text", format!("{name} that is not UTF-16."))),
                Encoding::Ascii => all.push(("text", format!("{name} with a character above 127."))),
                Encoding::Latin1 => {
                    let held = scalar_interval(here.protocol(), *unit);
                    if !held.within(encoding.units()) {
                        let below = if held.min < 0 { " or below −128" } else { "" };
                        all.push(("text", format!("{name} with a number above 255{below}.")));
                    }
                }
            }
            all.extend(of_extent(here, (id, &name), extent, &format!("{}s", encoding.counted())));
        }
        Wire::Octets { extent, content: Content::Free } => all.extend(of_extent(here, (id, &name), extent, "bytes")),
        Wire::List { item, .. } | Wire::Sparse { item, .. } => {
            if let Wire::List { extent, .. } = &field.wire {
                all.extend(of_extent(here, (id, &name), extent, "elements"));
            }
            let element = format!("an element of {name}");
            match item {
                Item::Scalar { scalar, value } => {
                    let held = scalar_interval(here.protocol(), *scalar);
                    let refused = numbers::refused_of(here.protocol(), *value, held);
                    all.extend(refused.map(|refused| of_number(here, &text::upper(element.clone()), *value, refused)));
                }
                Item::Family { family, .. } => all.extend(of_family(here, (id, &element), *family, None)),
                Item::Record { record, .. } => {
                    let record = &here.protocol().records[record.0];
                    let only = record.only().map(|only| &record.fields[only.0].wire);
                    let family = only.and_then(|wire| nested_family(here.protocol(), wire));
                    all.extend(family.and_then(|family| of_family(here, (id, &element), family, None)));
                }
                Item::Float { .. } => {}
            }
        }
        Wire::Within { extent, body } => {
            all.extend(of_extent(here, (id, "a region"), extent, "bytes"));
            let unfilled = filled::unfilled(here.protocol(), here.record, extent, body);
            all.extend(unfilled.map(|text| ("short", text.to_owned())));
        }
        Wire::Nested { .. } => {
            all.extend(of_nested(here, &name, &field.wire));
            // An element that is its only field has no name: its list says it.
            all.extend(
                nested_family(here.protocol(), &field.wire)
                    .filter(|_| here.record.only() != Some(id))
                    .and_then(|family| of_family(here, (id, &name), family, None)),
            );
        }
        Wire::Family { family, by, .. } => {
            let told = of_family(here, (id, &name), *family, *by);
            let there = by.map(|cell| where_there(here, id, Input::Cell(cell))).unwrap_or_default();
            all.extend(told.map(|(why, told)| (why, format!("{}{there}.", told.trim_end_matches('.')))));
        }
        wire => all.extend(of_selection(here, id, wire)),
    }
    all
}

/// The family of a nested message.
fn nested_family(protocol: &Protocol, wire: &Wire) -> Option<FamilyId> {
    match *protocol.nested.get(wire.nested()?.0)? {
        Node::Family(family) => Some(family),
        Node::Record(_) => None,
    }
}

/// More levels than the depth of a circle.
fn of_nested(here: &Here<'_>, name: &str, wire: &Wire) -> Option<Said> {
    let circle = here.protocol().circle(here.protocol().inside(wire)?)?;
    let is_own = here.record.circle.as_ref() == Some(circle);
    is_own.then(|| ("depth", format!("{name} at a depth of more than {}.", circle.depth)))
}

/// Values of tags that choose no width and no shape: `wide` other than 0 and 1. A number without a meaning chooses nothing,
/// and is rejected before.
fn of_selection(here: &Here<'_>, id: FieldId, wire: &Wire) -> Option<Said> {
    let selection = wire.selection().filter(|selection| !selection.is_exhaustive(|tag| valid_for(here, id, *tag)))?;
    let Selection { tags, choices } = &selection;
    let (name, chooser) = (text::quoted(&here.path(id)), |tag: &Input| text::quoted(&condition::input(here, *tag)));
    let there = tags.iter().map(|tag| where_there(here, id, *tag)).find(|there| !there.is_empty()).unwrap_or_default();
    let codes: Vec<Interval> = choices.iter().filter_map(|(_, pattern)| pattern.first()).flatten().copied().collect();
    let text = match (tags.as_slice(), wire) {
        ([Input::Left], Wire::Match { .. }) => format!("{name}, unless {}.", condition::left(&codes)),
        ([Input::Left], _) => format!("{name}, unless {}.", condition::left(&sets::union(codes))),
        ([input], Wire::Match { tag, arms, .. }) => {
            let is_in_front = matches!(tag, Tag::InPlace { .. });
            let chooser = if is_in_front { format!("A code of {name}") } else { chooser(input) };
            let letters = text::are_letters(codes.iter().copied());
            match arms.len() > MANY {
                true => format!("{chooser} that selects no shape{there}."),
                false => format!("{chooser} other than {}{there}.", condition::codes(here, *input, &codes, letters)),
            }
        }
        ([tag], _) => {
            format!("{} other than {}{there}.", chooser(tag), condition::columns(here, *tag, &sets::union(codes)))
        }
        _ => {
            let each: Vec<String> = tags.iter().map(chooser).collect();
            let what = if let Wire::Match { .. } = wire { "select no shape" } else { "say no width" };
            format!("{} that {what} of {name}{there}.", text::and(&each))
        }
    };
    Some(("value", text))
}

/// The numbers of an input that have a meaning, in packets that satisfy the rules.
fn valid(here: &Here<'_>, input: Input) -> Vec<Interval> {
    let all = layout::input_interval(here.protocol(), here.record, input);
    numbers::meant(here.protocol(), condition::meaning_of(here, input), all)
}

/// The numbers of an input that have a meaning where a field is read.
fn valid_for(here: &Here<'_>, id: FieldId, input: Input) -> Vec<Interval> {
    let all = valid(here, input);
    match input {
        Input::Cell(_) => layout::numbers_around(here.record, id, input, &all),
        _ => all,
    }
}

/// The restriction to packets with a field that an earlier number chooses; nothing if the field is present with the number.
fn where_there(here: &Here<'_>, id: FieldId, chooser: Input) -> String {
    let field = |id: FieldId| &here.record.fields[id.0];
    let beside: Vec<FieldId> = match chooser {
        Input::Cell(cell) => here.record.around(here.record.cells[cell.0].field).collect(),
        _ => Vec::new(),
    };
    let may_be_absent = here.record.around(id).filter(|one| !beside.contains(one)).any(|one| {
        let is_shape = field(one).parent.filter(|holder| !beside.contains(holder)).map(field);
        matches!(field(one).presence, Presence::When { .. } | Presence::Left { .. })
            || is_shape.is_some_and(|holder| matches!(holder.wire, Wire::Match { .. }))
    });
    if may_be_absent { format!(", if {} is present", text::quoted(&here.path(id))) } else { String::new() }
}

/// Codes that no message of a closed family has, in front of the message or in an earlier number.
fn of_family(here: &Here<'_>, (id, name): (FieldId, &str), family: FamilyId, by: Option<CellId>) -> Option<Said> {
    let found = &here.protocol().families[family.0];
    let (said, all) = match by {
        Some(cell) => {
            let input = Input::Cell(cell);
            (text::quoted(&condition::input(here, input)), valid_for(here, id, input))
        }
        None => (format!("A code of {name}"), vec![found.codes]),
    };
    let free = !found.selection(()).is_exhaustive(|()| all.clone());
    free.then(|| ("code", format!("{said} without a message in {}.", here.link(Thing::Family(family)))))
}

fn of_cell(here: &Here<'_>, id: CellId, cell: &Cell) -> Option<Said> {
    let looked_for = here.record.looked_for(cell.field);
    let meant = || looked_for.iter().flat_map(|one| numbers::meant(here.protocol(), cell.value, *one));
    let has_a_meaning = !looked_for.is_empty() && sets::covers(&meant().collect::<Vec<_>>(), looked_for);
    if here.record.is_looked_for(cell.field) || (has_a_meaning && cell.source == Source::User) {
        return None;
    }
    let name = text::quoted(&condition::input(here, Input::Cell(id)));
    numbers::refused(here.protocol(), here.record, id).map(|refused| of_number(here, &name, cell.value, refused))
}

/// Numbers without a meaning, and all but a constant.
fn of_number(here: &Here<'_>, name: &str, value: Value, refused: Invalid) -> Said {
    let link = || of_value(value).map(|thing| here.link(thing)).unwrap_or_default();
    match refused {
        Invalid::Constant(code) => {
            ("constant", format!("{name} other than {}.", condition::constant(here, value, code)))
        }
        Invalid::Bool => ("bool", format!("{name} other than 0 and 1.")),
        Invalid::Name(_) => ("value", format!("{name} without a name in {}.", link())),
        Invalid::Bits(_) => ("value", format!("{name} with an invalid part of {}.", link())),
    }
}

fn of_extent(here: &Here<'_>, (id, name): (FieldId, &str), extent: &Extent, what: &str) -> Option<Said> {
    let (protocol, record) = (here.protocol(), here.record);
    if record.trailer_of(id).is_some() {
        return Some(("count", format!("A length of {name} that is negative, or more than is left.")));
    }
    let may_be_negative = match extent {
        Extent::Prefixed { scalar, .. } => scalar_interval(protocol, *scalar).min < 0,
        Extent::Counted(length) => {
            let counts = layout::read_input_interval(protocol, record, Input::Cell(length.cell));
            let counts = layout::numbers_around(record, id, Input::Cell(length.cell), &[counts]);
            counts.into_iter().any(|counts| length.over(counts).min < 0)
        }
        Extent::Given(count) => layout::read_expr_interval(protocol, record, id, count).min < 0,
        Extent::Until { bound: Some(bound), kept, .. } => {
            let counted = match kept {
                Kept::Yes => ", its end included",
                Kept::Left => "",
                Kept::No => " before its terminator",
            };
            return Some(("limit", format!("{name} with more than {bound} {what}{counted}.")));
        }
        Extent::Until { bound: None, .. } | Extent::Fixed { .. } | Extent::Rest | Extent::AllBut(_) => false,
    };
    may_be_negative.then(|| ("count", format!("A negative length of {name}.")))
}
