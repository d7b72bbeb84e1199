//! A field, a part of bits, a shape: where it is, what it may be, who sets it.

use super::{Told, facts, rust, types};
use crate::book::{Book, Thing, of_value};
use crate::here::Here;
use crate::model::{
    Arm, Cell, CellId, Content, Demand, Field, FieldId, HookId, How, Interval, Item, Node, Record, RecordId, Role,
    Source, Wire,
};
use crate::record::told::About;
use crate::record::{checked, fields, sentences, wires};
use crate::references::Subject;
use crate::text;

type Fact = (&'static str, String);

/// A field by its name, or by that of a group's type.
pub(super) fn field(book: &Book<'_>, id: RecordId, field: FieldId, name: &str) -> Told {
    let record = &book.protocol.records[id.0];
    let (here, found) = (Here { book, record }, &record.fields[field.0]);
    let mut all: Vec<Fact> = vec![("place", place(&here, id, About::Field(field))), ("type", kind(&here, found))];
    all.extend(sentences::presence(&here, found).map(|said| ("presence", said)));
    match number(found) {
        Some(cell) => all.extend(who(&here, cell)),
        None if rust::is_given(record, field) => all.push(("who", "You set it.".to_owned())),
        None => {}
    }
    all.extend(sets(&here, field).map(|said| ("sets", said)));
    all.extend(found.wire.number().and_then(|cell| used(&here, cell)).map(|said| ("used", said)));
    let (what, rust) = match &found.wire {
        Wire::Group { name: group, delta, .. } if found.name.as_deref().is_some_and(|own| own != name) => {
            let own = crate::names::type_name(delta.as_ref().map_or(group, |delta| &delta.name));
            let what = format!("Type of {} of {}.", text::quoted(&here.path(field)), holder(&here, id));
            (what, Some(rust::in_module(book, record, &own)))
        }
        _ => (what(&here, id, field), rust::field(book, record, field)),
    };
    let rust = rust.map(|name| text::quoted(&name)).unwrap_or_default();
    let about = about(book, found, found.wire.number().map(|cell| &record.cells[cell.0]));
    Told { facts: facts(what, all), about, rust, ..Told::default() }
}

/// A part of inline bits. (A number with a field of its own is explained as that.)
pub(super) fn cell(book: &Book<'_>, id: RecordId, cell: CellId) -> Told {
    let record = &book.protocol.records[id.0];
    let (here, found) = (Here { book, record }, &record.cells[cell.0]);
    let Wire::Bits { parts, .. } = &record.fields[found.field.0].wire else { return field(book, id, found.field, "") };
    let Some(part) = parts.iter().find(|part| part.cell == cell) else { return field(book, id, found.field, "") };
    let Some(told) = fields::told(&here, About::Part(cell)) else { return Told::default() };
    let (name, of) = (text::quoted(&text_of(&here, cell)), holder(&here, id));
    let source = source_name(&part.docs.source_name);
    let carrier = place(&here, id, About::Field(found.field));
    let carrier = carrier.split(".<br>").next().unwrap_or_default();
    let mut all: Vec<Fact> = vec![("place", format!("{}, in {carrier}.", text::upper(told.at)))];
    let value = types::summary(book, found.value).unwrap_or_default();
    let values = interval(found.interval).filter(|_| value.is_empty() && told.kind != "`bool`");
    all.push(("type", sentence(&told.kind, &[value, values.unwrap_or_default()].concat())));
    all.extend(who(&here, cell));
    all.extend(used(&here, cell).map(|said| ("used", said)));
    let rust = rust::part(book, record, cell).map(|name| text::quoted(&name)).unwrap_or_default();
    let what = match part.name {
        Some(_) => format!("Part {name} of {of}{source}."),
        None => format!("Part of {of}."),
    };
    let about = of_value(found.value).map(|thing| book.about(thing)).unwrap_or_default();
    Told { facts: facts(what, all), about, rust, ..Told::default() }
}

/// A shape of a field by its name.
pub(super) fn shape(book: &Book<'_>, id: RecordId, field: FieldId, name: &str) -> Option<Told> {
    let record = book.protocol.records.get(id.0)?;
    let here = Here { book, record };
    let Wire::Match { name: choice, arms, .. } = &record.fields.get(field.0)?.wire else { return None };
    let at = arms.iter().position(|arm| arm.name == name)?;
    let arm = arms.get(at)?;
    let told = fields::told(&here, About::Shape(field, at))?;
    let path = text::quoted(&here.path(field));
    let mut all: Vec<Fact> = vec![("place", size_at(&told.size, &told.at) + ".")];
    all.extend(told.said.into_iter().map(|said| ("", said)));
    all.push(("has", contents(record, arm)));
    let path_in_rust = rust::in_module(book, record, &crate::names::type_name(choice));
    let rust = text::quoted(&format!("{path_in_rust}::{}", crate::names::variant_name(name)));
    let what = format!("Shape of {path} of {}.", holder(&here, id));
    Some(Told { facts: facts(what, all), rust, ..Told::default() })
}

fn contents(record: &Record, arm: &Arm) -> String {
    let names = names(record, &arm.body);
    if arm.transparent || names.is_empty() { String::new() } else { format!("Has {names}.") }
}

/// Other fields that the same declaration makes, in other records.
pub(super) fn others(book: &Book<'_>, others: impl Iterator<Item = Subject>) -> Option<crate::block::Block> {
    let path = |subject| {
        let (Subject::Field(id, _) | Subject::Cell(id, _)) = subject else { return None };
        let record = book.protocol.records.get(id.0)?;
        let path = match subject {
            Subject::Field(_, field) => record.path_in_shapes(field),
            Subject::Cell(_, cell) => record.cells.get(cell.0)?.path.clone(),
            _ => return None,
        };
        let is_element = matches!(record.role, Role::Element { .. });
        (!is_element && !path.is_empty()).then(|| text::quoted(&format!("{}.{path}", record.name)))
    };
    let all: Vec<String> = others.filter_map(path).collect();
    let text = match all.as_slice() {
        [] => return None,
        [first, rest @ ..] if rest.len() >= MOST_OTHERS => {
            format!("The same in {first} and {} more places.", rest.len())
        }
        few => format!("The same in {}.", text::and(few)),
    };
    Some(crate::block::text("others", text))
}

/// So many places are named one by one.
const MOST_OTHERS: usize = 3;

/// The kind of a field, and the record that has it.
fn what(here: &Here<'_>, id: RecordId, field: FieldId) -> String {
    let found = &here.record.fields[field.0];
    let (path, of, source) = (here.path(field), holder(here, id), source_name(&found.docs.source_name));
    match (&found.wire, &found.name) {
        (Wire::Padding { .. }, _) => format!("Reserved space of {of}."),
        (Wire::Scalar { cell, .. }, None) => match here.record.cells[cell.0].source {
            Source::Reserved(_) => format!("Reserved space of {of}."),
            _ => format!("Constant of {of}{source}."),
        },
        (Wire::Octets { content: Content::Constant(_), .. }, _) => format!("Constant of {of}{source}."),
        (Wire::Within { .. }, _) => format!("Region of {of}."),
        (Wire::Bits { .. }, _) => format!("Bits of {of}."),
        _ if path.is_empty() || !path.contains('.') => format!("Field of {of}{source}."),
        _ => format!("Field {} of {of}{source}.", text::quoted(&path)),
    }
}

fn source_name(name: &Option<String>) -> String {
    name.as_ref().map(|name| format!(", {} in the protocol's source", text::quoted(name))).unwrap_or_default()
}

/// The record around it: its name, or the list of which it is an element.
pub(super) fn holder(here: &Here<'_>, id: RecordId) -> String {
    match list_of(here.book, id) {
        Some(list) => format!("an element of {}", text::quoted(&list)),
        None => text::quoted(here.record.whole_name()),
    }
}

/// The list of which an element is written in place.
fn list_of(book: &Book<'_>, id: RecordId) -> Option<String> {
    let is_element = matches!(book.protocol.records.get(id.0)?.role, Role::Element { .. });
    let mut records = (0..).map(RecordId).zip(&book.protocol.records).filter(|_| is_element);
    records.find_map(|(outer, record)| {
        let holds = |field: &Field| field.wire.holds() == Some(Node::Record(id));
        let field = record.fields.iter().position(holds).map(FieldId)?;
        let around = list_of(book, outer).filter(|_| outer.0 > id.0).unwrap_or_else(|| record.name.clone());
        Some(format!("{around}.{}", record.path_in_shapes(field)))
    })
}

/// Its bytes: how many, and where; and those of the whole.
fn place(here: &Here<'_>, id: RecordId, about: About) -> String {
    let told = fields::told(here, about);
    let whole = here.book.sizes.words(id, here.record);
    let of = match here.record.role {
        Role::Element { .. } => "the element".to_owned(),
        Role::Struct | Role::Message { .. } => text::quoted(here.record.whole_name()),
    };
    let (size, at) = match (told, about) {
        (Some(told), _) => (told.size, told.at),
        // The carrier of a group of bits has the group's row.
        (None, About::Field(field)) => match here.record.fields[field.0].parent {
            Some(parent) if parent != field => return place(here, id, About::Field(parent)),
            _ => return String::new(),
        },
        (None, _) => return String::new(),
    };
    // The size of the whole may be that of one version.
    format!("{}.<br>{} has {whole}.", size_at(&size, &at), text::upper(of))
}

fn size_at(size: &str, at: &str) -> String {
    format!("{size} {} {at}", if size == "1" { "byte" } else { "bytes" })
}

/// The type, with all that it means, and the sentences about its bytes and its rule.
fn kind(here: &Here<'_>, field: &Field) -> String {
    // A group that has only bits is told as these.
    let bits = fields::only_bits(here.record, field).unwrap_or(field);
    let (mut kind, mut said) = wires::facts(here, bits, field.rule.as_ref());
    let value = field.wire.number().map(|cell| here.record.cells[cell.0].value);
    if let (Wire::Scalar { scalar, .. }, Some(thing)) = (&field.wire, value.and_then(of_value)) {
        kind = format!("{} in {}", here.link(thing), here.scalar(*scalar));
    }
    if let Some(alias) = field.alias {
        kind = format!("{} ({kind})", here.link(Thing::Alias(alias)));
    }
    match &bits.wire {
        Wire::Bits { .. } => said.clear(),
        Wire::Octets { content: Content::Constant(bytes), .. } => {
            said = vec![format!("Always {}.", wires::magic(bytes))]
        }
        _ => {}
    }
    if kind == "bytes" && said.first().is_some_and(|size| size.starts_with("Bytes: ")) {
        return said.join("<br>");
    }
    // Versions may differ in one of them.
    let all: Vec<String> = std::iter::once(sentence(&kind, &meaning(here, bits))).chain(said).collect();
    all.join("<br>")
}

/// The values of a field: numbers, names, other fields.
fn meaning(here: &Here<'_>, field: &Field) -> String {
    let record_of = |id: RecordId| &here.protocol().records[id.0];
    match &field.wire {
        Wire::Scalar { cell, .. } | Wire::Chosen { cell, .. } => {
            let cell = &here.record.cells[cell.0];
            // A rule says it better, and so does a constant.
            let is_free = field.rule.is_none() && !matches!(cell.source, Source::Constant(_) | Source::Reserved(_));
            let numbers = || interval(cell.interval).filter(|_| is_free && cell.value.is_number());
            types::summary(here.book, cell.value).or_else(numbers).unwrap_or_default()
        }
        Wire::List { item: Item::Scalar { value, .. }, .. } | Wire::Sparse { item: Item::Scalar { value, .. }, .. } => {
            types::summary(here.book, *value).unwrap_or_default()
        }
        Wire::List { item: Item::Record { record, .. }, .. }
        | Wire::Sparse { item: Item::Record { record, .. }, .. }
        | Wire::Record { record, .. }
            if record_of(*record).only().is_none() =>
        {
            names(record_of(*record), &record_of(*record).body)
        }
        Wire::Bits { parts, .. } => {
            types::few(parts.iter().filter_map(|part| part.name.as_deref()).map(text::quoted).collect(), "parts")
        }
        Wire::Group { body, .. } | Wire::Within { body, .. } => names(here.record, body),
        Wire::Match { arms, .. } => types::few(arms.iter().map(|arm| text::quoted(&arm.name)).collect(), "shapes"),
        _ => String::new(),
    }
}

/// The names in a body.
fn names(record: &Record, body: &[FieldId]) -> String {
    let mut names = Vec::new();
    add_names(record, body, &mut names);
    types::few(names.into_iter().map(text::quoted).collect(), "fields")
}

fn add_names<'r>(record: &'r Record, body: &[FieldId], names: &mut Vec<&'r str>) {
    for field in body.iter().map(|id| &record.fields[id.0]) {
        let parts = field.wire.parts().iter().filter_map(|part| part.name.as_deref());
        names.extend(field.name.as_deref().into_iter().chain(parts));
        // A region has no name of its own.
        if let (None, Wire::Within { body, .. }) = (&field.name, &field.wire) {
            add_names(record, body, names);
        }
    }
}

/// `` `Unit`: raw / 255. ``
fn sentence(kind: &str, meaning: &str) -> String {
    let kind = text::upper(kind.to_owned());
    if meaning.is_empty() { format!("{kind}.") } else { format!("{kind}: {meaning}.") }
}

/// The numbers of an integer, unless nobody wants to see them.
fn interval(numbers: Interval) -> Option<String> {
    (numbers.count() <= 1 << 32).then(|| text::interval(numbers))
}

fn number(field: &Field) -> Option<CellId> {
    match field.wire {
        Wire::Scalar { cell, .. } | Wire::Chosen { cell, .. } => Some(cell),
        _ => None,
    }
}

/// The owner of a number, and its value.
fn who(here: &Here<'_>, id: CellId) -> Option<Fact> {
    let cell = &here.record.cells[id.0];
    let said = sentences::source(here, cell);
    let said = match &cell.source {
        Source::User => said.unwrap_or_else(|| "You set it.".to_owned()),
        Source::Constant(_) | Source::Reserved(_) => said?,
        Source::Derived(Demand::Hook) => {
            format!("Your program sets it: {}", said?.replacen(", which your program supplies", "", 1))
        }
        Source::Derived(_) => {
            let said = said?;
            format!("The writer sets it: {}", text::lower(&said))
        }
    };
    Some(("who", said))
}

/// The numbers that the writer derives from a field.
fn sets(here: &Here<'_>, id: FieldId) -> Option<String> {
    let cells = (0..).map(CellId).zip(&here.record.cells);
    let all = cells.filter_map(|(cell, found)| {
        let Source::Derived(demand) = &found.source else { return None };
        // The count directly before a list is told with the list.
        let is_own = found.field == id;
        let is_message = matches!(here.record.fields[id.0].wire, Wire::Family { .. });
        let what = derived(demand, is_message).filter(|_| demand.fields().contains(&id) && !is_own)?;
        Some((what, text::quoted(&text_of(here, cell))))
    });
    let all: Vec<(&str, String)> = all.collect();
    let what = all.first()?.0;
    let names: Vec<String> = all.iter().map(|(_, name)| name.clone()).collect();
    let verb = if what == "elements" { "set" } else { "sets" };
    Some(format!("Its {what} {verb} {}.", text::and(&names)))
}

const fn derived(demand: &Demand, is_message: bool) -> Option<&'static str> {
    match demand {
        Demand::Presence { .. } => Some("presence"),
        Demand::Form { .. } => Some("width"),
        Demand::Arm { .. } => Some(if is_message { "message" } else { "shape" }),
        Demand::Mask { .. } => Some("elements"),
        Demand::Count { .. } => Some("length"),
        Demand::Place { .. } | Demand::Checksum | Demand::Hook => None,
    }
}

/// The uses of a number that the sentence about who sets it does not have.
fn used(here: &Here<'_>, id: CellId) -> Option<String> {
    let source = &here.record.cells[id.0].source;
    let is_told = |field: FieldId, purpose| match source {
        Source::User => checked::demand(here, field, purpose).is_some(),
        Source::Derived(demand) => demand.fields().contains(&field),
        Source::Constant(_) | Source::Reserved(_) => false,
    };
    let uses = here.record.uses_of(id).into_iter().filter(|(field, purpose)| !is_told(*field, *purpose));
    let mut said: Vec<String> = uses.map(|(field, purpose)| sentences::used(here.record, field, purpose)).collect();
    said.dedup();
    (!said.is_empty()).then(|| format!("Used for {}.", text::and(&said)))
}

fn text_of(here: &Here<'_>, id: CellId) -> String {
    crate::text::condition::input(here, crate::model::Input::Cell(id))
}

/// The first sentence about the type of a field.
fn about(book: &Book<'_>, field: &Field, cell: Option<&Cell>) -> String {
    let thing = match (&field.wire, field.alias) {
        (_, Some(alias)) => Some(Thing::Alias(alias)),
        (Wire::Record { record, .. }, None) => Some(Thing::Record(*record)),
        (Wire::Family { family, .. }, None) => Some(Thing::Family(*family)),
        (wire @ Wire::Nested { .. }, None) => book.protocol.inside(wire).map(Thing::of),
        (_, None) => cell.and_then(|cell| of_value(cell.value)),
    };
    thing.map(|thing| book.about(thing)).unwrap_or_default()
}

/// The numbers that a hook computes.
pub(super) fn with_hook(book: &Book<'_>, hook: HookId) -> Vec<String> {
    let users = book.protocol.records.iter().flat_map(|record| {
        let of = move |how: &How| matches!(how, How::Hook { hook: used, .. } if *used == hook);
        let all = record.checksums.iter().filter(move |one| of(&one.how));
        all.map(|one| text::quoted(&format!("{}.{}", record.name, record.cells[one.cell.0].path)))
    });
    users.collect()
}
