//! The type of a field in words, and what is to be said of its bytes.

use std::collections::BTreeSet;

use crate::book::Thing;
use crate::here::Here;
use crate::model::{Content, Extent, Field, Input, Item, Node, Protocol, Record, Role, Rule, Scalar, Text, Wire};
use crate::record::{extent, sentences};
use crate::text;
use crate::text::{bits, condition};

/// The type of a field, and what is to be said of it: of its bytes, and of a rule.
pub(crate) fn facts(here: &Here<'_>, field: &Field, rule: Option<&Rule>) -> (String, Vec<String>) {
    let (kind, mut said) = wire(here, field);
    said.extend(rule.map(|rule| sentences::rule(here, field, rule)));
    (kind, said)
}

/// Whether it is a list whose elements are written in place.
pub(crate) fn in_place(protocol: &Protocol, wire: &Wire) -> bool {
    let Some(Node::Record(id)) = wire.holds() else { return false };
    matches!(protocol.records[id.0].role, Role::Element { .. })
}

/// The type of a field, and what is to be said of its bytes.
fn wire(here: &Here<'_>, field: &Field) -> (String, Vec<String>) {
    match &field.wire {
        Wire::Scalar { scalar, cell } => {
            let kind = here.record.cells[cell.0].value;
            (here.number(*scalar, kind), sentences::truthy(kind).into_iter().collect())
        }
        Wire::Chosen { tags, forms, cell } => {
            let (mut known, widths) = (BTreeSet::new(), forms.iter().filter_map(|form| form.scalar));
            let widths = widths.map(|form| here.scalar(form)).filter(|width| known.insert(width.clone()));
            let widths: Vec<String> = widths.collect();
            let value = here.record.cells[cell.0].value;
            let meaning = match crate::book::of_value(value) {
                Some(thing) => format!(" as {}", here.link(thing)),
                None => text::notation(value),
            };
            (format!("{}{meaning}", widths.join(" or ")), sentences::forms(here, field, tags, forms))
        }
        Wire::Float { width, order } => (text::float(*width, *order), Vec::new()),
        Wire::Bits { carrier, parts } => {
            let governs = parts.iter().any(|part| bits::is_governing(here, part));
            let said = governs.then(|| "Governs other fields: see its bits below.".to_owned());
            (format!("bits of {}", here.scalar(*carrier)), said.into_iter().collect())
        }
        Wire::Padding { space, filler } => ("bytes".to_owned(), vec![extent::padding(here, space, *filler)]),
        Wire::Octets { content: Content::Constant(bytes), .. } => {
            ("bytes".to_owned(), vec![format!("{}.", magic(bytes))])
        }
        Wire::Octets { extent: bytes, content: Content::Free } => {
            ("bytes".to_owned(), vec![extent::sentence(here, bytes, "byte", None)])
        }
        Wire::Octets { extent, content: Content::Text(Text { encoding, unit, fill }) } => {
            let name = encoding.title();
            let kind = match *unit {
                Scalar::BYTE => format!("text, {name}"),
                unit => format!("text of {}, {name}", here.scalar(unit)),
            };
            let fixed = matches!(extent, Extent::Fixed { .. });
            let padded = fixed.then(|| match fill {
                Some(byte) => format!("Shorter text is filled with {}.", text::number((*byte).into())),
                None => "Shorter text is padded with zeros.".to_owned(),
            });
            (kind, std::iter::once(extent::sentence(here, extent, encoding.counted(), None)).chain(padded).collect())
        }
        Wire::Group { delta, .. } => {
            ("group".to_owned(), delta.iter().map(|delta| sentences::carried(here, delta)).collect())
        }
        Wire::Record { record, args, from } => {
            let params = &here.protocol().records[record.0].params;
            let state = from.as_ref().map(|base| sentences::state(here, *record, base));
            let said = state.into_iter().chain(sentences::arguments(here, params, args));
            (here.link(Thing::Record(*record)), said.collect())
        }
        Wire::Family { family, args, by } => {
            let params = &here.protocol().families[family.0].params;
            let kind = format!("a message of {}", here.link(Thing::Family(*family)));
            let by = by.map(|cell| condition::subject(here, Input::Cell(cell)));
            let which = by.map(|name| format!("{name} says which one."));
            (kind, which.into_iter().chain(sentences::arguments(here, params, args)).collect())
        }
        Wire::Nested { args, .. } => {
            let Some(node) = here.protocol().inside(&field.wire) else { return (String::new(), Vec::new()) };
            let said = [sentences::nested(here, node)].into_iter();
            let said = said.chain(sentences::arguments(here, here.protocol().params(node), args));
            (format!("nested {}", here.link(Thing::of(node))), said.collect())
        }
        Wire::List { item, extent } => {
            let last = extent::last(here.protocol(), item, extent);
            let (kind, said) = list(here, field, item, |element| extent::sentence(here, extent, "element", element));
            (kind, said.into_iter().chain(last).collect())
        }
        Wire::Sparse { item, count, mask, base } => {
            let (kind, said) = list(here, field, item, |_| sentences::places(here, *count, *mask));
            let base = base.as_ref().map(|base| sentences::in_state(here, base));
            let empty = base.map(|base| format!("An absent element equals that of {base} of the base."));
            (kind, said.into_iter().chain(empty).collect())
        }
        Wire::Match { .. } => ("one of several shapes".to_owned(), Vec::new()),
        Wire::Within { extent, .. } => (
            "region".to_owned(),
            vec![extent::sentence(here, extent, "byte", None), "The fields below fill it.".to_owned()],
        ),
    }
}

fn list(
    here: &Here<'_>,
    field: &Field,
    item: &Item,
    extent: impl Fn(Option<&Record>) -> String,
) -> (String, Vec<String>) {
    let (element, arguments) = match item {
        Item::Scalar { .. } | Item::Float { .. } => (None, None),
        Item::Record { record, args } => {
            let element = &here.protocol().records[record.0];
            let said = sentences::arguments(here, &element.params, args);
            (Some(element), said.filter(|_| !in_place(here.protocol(), &field.wire)))
        }
        Item::Family { family, args } => {
            (None, sentences::arguments(here, &here.protocol().families[family.0].params, args))
        }
    };
    let alias = field.element_alias.filter(|_| !in_place(here.protocol(), &field.wire));
    let kind = alias.map_or_else(|| self::item(here, item), |alias| here.link(Thing::Alias(alias)));
    (format!("list of {kind}"), std::iter::once(extent(element)).chain(arguments).collect())
}

/// The elements of a list.
pub(crate) fn item(here: &Here<'_>, item: &Item) -> String {
    match item {
        Item::Scalar { scalar, value } => here.number(*scalar, *value),
        Item::Float { width, order } => text::float(*width, *order),
        Item::Record { record, .. } => {
            let in_place = matches!(here.protocol().records[record.0].role, Role::Element { .. });
            if in_place { "elements".to_owned() } else { here.link(Thing::Record(*record)) }
        }
        Item::Family { family, .. } => format!("{} messages", here.link(Thing::Family(*family))),
    }
}

/// Bytes, and the text that they are if they are some.
pub(crate) fn magic(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) if text.chars().all(|c| c.is_ascii_graphic()) => text::quoted(&format!("{text:?}")),
        _ => text::quoted(&bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ")),
    }
}
