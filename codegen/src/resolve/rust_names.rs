//! Names that would meet in Rust: two types of one module, two getters of one view, two variants of one enum.
//!
//! Each name of a schema becomes one or several names of Rust by itself, so two may become the same. That is refused
//! here, with both places, instead of being mended by a number: names are API and must not depend on their neighbours.

use std::collections::HashMap;

use super::record::RecordPlaces;
use super::{Declared, Resolver};
use crate::ast;
use crate::diagnostic::Diagnostic;
use crate::model::{FamilyId, FieldId, Record, Source, Value, Wire};
use crate::names;
use crate::source::Span;

/// More arguments than this are one `Known`.
const MOST_ARGUMENTS: usize = 3;

/// What every view can do besides its fields is kept apart by [`names::getter_name`]; layouts of bits and packed numbers
/// have their own few.
const OF_NUMBERS: [&str; 3] = ["raw", "from_raw", "new"];

/// One namespace of Rust: for each name, who has it.
#[derive(Default)]
struct Space {
    taken: HashMap<String, (Span, String)>,
    /// The places that were complained about: two names that meet often meet in several ways.
    met: Vec<Span>,
}

/// The spaces of the types: the protocol's module, and that of each family.
type Types = HashMap<Option<FamilyId>, Space>;

impl Resolver<'_> {
    /// Refuses names that meet. Runs when everything is bound, so that each type has its module.
    pub(super) fn check_rust_names(&mut self) {
        let mut types = Types::new();
        let mut declared: Vec<Declared<'_>> = self.items.values().copied().collect();
        declared.sort_by_key(|item| item.name().span);
        for item in declared {
            let name = item.name();
            match item {
                Declared::Const(_) | Declared::Type(_) | Declared::Varint(_) => {}
                // Named by the records below, and by the families.
                Declared::Struct(_) | Declared::Message(_) => {}
                Declared::Quantity(_) => self.claim_type(&mut types, None, names::type_name(&name.text), name),
                Declared::Enum(item) => {
                    self.claim_type(&mut types, None, names::type_name(&name.text), name);
                    self.enum_names(item);
                }
                Declared::Bits(item) => {
                    self.claim_type(&mut types, None, names::type_name(&name.text), name);
                    self.number_names(item.parts.iter().filter_map(|part| part.name.as_ref()), "every bits type");
                }
                Declared::Packed(item) => {
                    self.claim_type(&mut types, None, names::type_name(&name.text), name);
                    self.number_names(item.digits.iter().map(|digit| &digit.name), "every packed number");
                }
                Declared::Family(item) => self.family_names(&mut types, item),
            }
        }
        let records = std::mem::take(&mut self.protocol.records);
        let places = std::mem::take(&mut self.places);
        for (record, places) in records.iter().zip(&places) {
            self.record_names(&mut types, record, places);
        }
        self.protocol.records = records;
        self.places = places;
    }

    fn claim_type(&mut self, types: &mut Types, module: Option<FamilyId>, rust: String, name: &ast::Name) {
        let space = types.entry(module).or_default();
        self.claim(space, rust, &name.text, name.span, "type");
    }

    /// Takes a name of Rust, or complains about who has it.
    fn claim(&mut self, space: &mut Space, rust: String, written: &str, span: Span, what: &str) {
        if let Some((earlier, other)) = space.taken.get(&rust) {
            if *earlier == span || space.met.contains(&span) {
                return;
            }
            space.met.push(span);
            let title = format!("two things give the Rust {what} `{rust}`");
            self.complain(
                Diagnostic::new(title, span, format!("`{written}` gives it"))
                    .other(*earlier, format!("`{other}` gives it too"))
                    .help("rename one of them"),
            );
            return;
        }
        space.taken.insert(rust, (span, written.to_owned()));
    }

    fn enum_names(&mut self, item: &ast::Enum) {
        let mut space = Space::default();
        for code in &item.codes {
            self.claim(&mut space, names::variant_name(&code.name.text), &code.name.text, code.name.span, "variant");
        }
    }

    /// The parts of a layout, or the digits of a packed number.
    fn number_names<'n>(&mut self, parts: impl Iterator<Item = &'n ast::Name>, whose: &str) {
        let mut space = Space::default();
        for name in parts {
            let getter = names::field_name(&name.text);
            if OF_NUMBERS.contains(&getter.as_str()) {
                let title = format!("`{getter}` is a method of {whose}");
                self.complain(Diagnostic::new(title, name.span, "would hide it").help("rename the part"));
                continue;
            }
            self.claim(&mut space, getter, &name.text, name.span, "getter");
        }
    }

    fn family_names(&mut self, types: &mut Types, item: &ast::Family) {
        let name = &item.name;
        let Some((id, family)) = self.protocol.families.iter().enumerate().find(|(_, one)| one.name == name.text)
        else {
            return;
        };
        let (id, params, open) = (FamilyId(id), family.params.len(), family.open);
        let members: Vec<String> = family.members.iter().map(|member| member.name.clone()).collect();
        let text = &name.text;
        for rust in [names::type_name(text), names::view_name(text), names::stream_name(text)] {
            self.claim_type(types, None, rust, name);
        }
        if params > 0 {
            self.claim_type(types, None, names::known_name(text), name);
        }
        self.claim_type(types, None, names::module_name(text), name);
        let mut space = Space::default();
        if let (true, Some(span)) = (open, item.open) {
            space.taken.insert("Unknown".to_owned(), (span, "..".to_owned()));
        }
        for member in members {
            let span = member_span(item, &member);
            self.claim(&mut space, names::variant_name(&member), &member, span, "variant");
        }
        // Inside its module too, the family's own messages are types.
        types.entry(Some(id)).or_default();
    }

    fn record_names(&mut self, types: &mut Types, record: &Record, places: &RecordPlaces) {
        let name = ast::Name { text: record.name.clone(), span: places.name };
        self.shape_names(types, record.module, &name);
        if record.params.len() > MOST_ARGUMENTS {
            self.claim_type(types, record.module, names::known_name(&name.text), &name);
        }
        self.body_names(types, record, places, &record.body);
    }

    /// A plain value and its view.
    fn shape_names(&mut self, types: &mut Types, module: Option<FamilyId>, name: &ast::Name) {
        self.claim_type(types, module, names::type_name(&name.text), name);
        self.claim_type(types, module, names::view_name(&name.text), name);
    }

    /// The getters of one body, and the types of what stands in it.
    fn body_names(&mut self, types: &mut Types, record: &Record, places: &RecordPlaces, body: &[FieldId]) {
        let mut getters = Space::default();
        for id in body {
            let (Some(field), Some(place)) = (record.fields.get(id.0), places.fields.get(id.0)) else { continue };
            let named = field.name.as_ref().map(|text| ast::Name { text: text.clone(), span: place.name });
            match (&field.wire, named) {
                (Wire::Bits { parts, .. }, _) => {
                    for part in parts {
                        let (Some(text), Some(cell)) = (&part.name, record.cells.get(part.cell.0)) else { continue };
                        let span = places.cells.get(part.cell.0).copied().unwrap_or(place.name);
                        if !matches!(cell.source, Source::Derived(_)) {
                            self.getter(&mut getters, text, span, cell.value == Value::Truthy);
                        }
                    }
                }
                (Wire::Group { name, body }, Some(named)) => {
                    let type_name = ast::Name { text: name.clone(), span: named.span };
                    self.shape_names(types, record.module, &type_name);
                    self.body_names(types, record, places, body);
                    self.getter(&mut getters, &named.text, named.span, false);
                }
                (Wire::Match { name, arms, .. }, Some(named)) => {
                    let type_name = ast::Name { text: name.clone(), span: named.span };
                    self.shape_names(types, record.module, &type_name);
                    for arm in arms {
                        let span = arm.body.first().and_then(|id| places.fields.get(id.0));
                        let span = span.map_or(named.span, |place| place.name);
                        if !arm.transparent {
                            let nested = names::nested_name(name, &arm.name);
                            let nested = ast::Name { text: nested, span };
                            self.shape_names(types, record.module, &nested);
                        }
                        self.body_names(types, record, places, &arm.body);
                    }
                    self.getter(&mut getters, &named.text, named.span, false);
                }
                (wire, Some(named)) => {
                    let cell = match wire {
                        Wire::Scalar { cell, .. } | Wire::Chosen { cell, .. } => record.cells.get(cell.0),
                        _ => None,
                    };
                    if cell.is_some_and(|cell| matches!(cell.source, Source::Derived(_))) {
                        continue;
                    }
                    let truthy = cell.is_some_and(|cell| cell.value == Value::Truthy);
                    let repaired = field.rule.as_ref().is_some_and(|rule| rule.repair.is_some());
                    self.getter(&mut getters, &named.text, named.span, truthy || repaired);
                }
                (_, None) => {}
            }
        }
    }

    /// A field's getter, and the one for the number as it came where they differ.
    fn getter(&mut self, space: &mut Space, text: &str, span: Span, raw_too: bool) {
        let getter = names::getter_name(text);
        if raw_too {
            self.claim(space, format!("{}_on_the_wire", names::field_name(text)), text, span, "getter");
        }
        self.claim(space, getter, text, span, "getter");
    }
}

/// Where a family has a member, its own or by way of another family.
fn member_span(item: &ast::Family, member: &str) -> Span {
    let own = item.members.iter().find_map(|one| match one {
        ast::Member::Message(message) if message.name.text == member => Some(message.name.span),
        ast::Member::Named { name, .. } if name.text == member => Some(name.span),
        _ => None,
    });
    own.unwrap_or(item.name.span)
}
