//! Collisions of generated names in Rust: two types of one module, two getters of one view, two variants of one enum.
//!
//! Names are converted to Rust one by one, so two may become equal. A collision is an error with both spans; no suffix
//! is added: names are API and must not depend on their neighbours.

use std::collections::{HashMap, HashSet};

use crate::ast;
use crate::diagnostic::Diagnostic;
use crate::layout::bare_element;
use crate::model::{Arm, DeltaScope, Family, FamilyId, FieldId, Record, Role, Source, Value, Wire};
use crate::names;
use crate::resolve::record::places::RecordPlaces;
use crate::resolve::resolver::{Bound, Declared, Resolver};
use crate::source::{Sources, Span};

/// Generated methods of layouts and packed numbers. ([`names::getter_name`] avoids the methods that every view has.)
const OF_NUMBERS: [&str; 3] = ["raw", "from_raw", "new"];

/// One namespace of Rust: the origin of each name.
type Space = HashMap<String, Span>;

/// The state of the check.
struct Meetings<'s> {
    sources: &'s Sources,
    /// The modules of the versions.
    modules: &'s HashMap<String, Span>,
    /// Any type may have a `Known` if the protocol has session values.
    has_session: bool,
    /// The namespaces of types: the protocol's module and that of each family.
    types: HashMap<Option<FamilyId>, Space>,
    /// Reported pairs. Two declarations often collide in several names; the first is reported.
    met: HashSet<Span>,
    complaints: Vec<Diagnostic>,
}

impl Resolver<'_> {
    /// Reports colliding names, after everything is bound, so that the module of each type is known.
    pub(in crate::resolve) fn check_rust_names(&mut self) {
        let mut meetings = Meetings {
            sources: self.sources,
            modules: self.modules,
            has_session: !self.protocol.sessions.is_empty(),
            types: HashMap::new(),
            met: HashSet::new(),
            complaints: Vec::new(),
        };
        let mut declared: Vec<&Declared> = self.items.values().copied().collect();
        declared.sort_by_key(|item| item.place());
        for item in declared {
            let Some(name) = item.head().name else { continue };
            match item {
                Declared::Quantity(_) => meetings.plain_type(name),
                Declared::Enum(item) => {
                    meetings.plain_type(name);
                    meetings.variants(item.codes.iter().map(|code| (code.name.text.as_str(), code.name.span)), None);
                }
                Declared::Bits(item) => {
                    meetings.plain_type(name);
                    meetings.parts(item.parts.iter().filter_map(|part| part.name.as_ref()), "every bits type");
                }
                Declared::Packed(item) => {
                    meetings.plain_type(name);
                    meetings.parts(item.digits.iter().map(|digit| &digit.name), "every packed number");
                }
                Declared::Family(item) => {
                    if let Some(Bound::Family(id)) = self.bound.get(name.text.as_str())
                        && let Some(family) = self.protocol.families.get(id.0)
                    {
                        meetings.family(item, family);
                    }
                }
                // Records are checked below with their bodies; the others have no types.
                _ => {}
            }
        }
        for hook in self.hooks.all.iter() {
            meetings.plain_type(&hook.name);
        }
        for (record, places) in self.protocol.records.iter().zip(&self.places) {
            meetings.record(record, places);
        }
        for complaint in meetings.complaints {
            self.complain(complaint);
        }
    }
}

impl Meetings<'_> {
    fn plain_type(&mut self, name: &ast::Name) {
        self.types_of(None, [names::type_name(&name.text)], name.span);
    }

    /// Adds the type names that one declaration generates.
    fn types_of(&mut self, module: Option<FamilyId>, rust: impl IntoIterator<Item = String>, span: Span) {
        let mut space = self.types.remove(&module).unwrap_or_default();
        for rust in rust {
            let what = if rust.starts_with(|first: char| first.is_lowercase()) { "module" } else { "type" };
            self.claim(&mut space, rust, span, what);
        }
        self.types.insert(module, space);
    }

    /// Adds a name to a namespace, or reports the collision.
    fn claim(&mut self, space: &mut Space, rust: String, span: Span, what: &str) {
        let module = || self.modules.get(&rust).filter(|_| what == "module");
        let Some(earlier) = space.get(&rust).or_else(module).copied().filter(|earlier| *earlier != span) else {
            space.insert(rust, span);
            return;
        };
        if !self.met.insert(span) {
            return;
        }
        let (this, other) = (self.sources.text(span), self.sources.text(earlier));
        self.complaints.push(
            Diagnostic::new(format!("two things give the Rust {what} `{rust}`"), span, format!("`{this}` gives it"))
                .other(earlier, format!("`{other}` gives it too"))
                .help("rename one of them"),
        );
    }

    /// The variants of an enum; `open` is the variant for unknown codes.
    fn variants<'n>(&mut self, written: impl Iterator<Item = (&'n str, Span)>, open: Option<(&str, Span)>) {
        let mut space: Space = open.map(|(name, span)| (name.to_owned(), span)).into_iter().collect();
        for (name, span) in written {
            self.claim(&mut space, names::variant_name(name), span, "variant");
        }
    }

    /// The parts of a layout, or the digits of a packed number.
    fn parts<'n>(&mut self, parts: impl Iterator<Item = &'n ast::Name>, whose: &str) {
        let mut space = Space::new();
        for name in parts {
            let getter = names::field_name(&name.text);
            if OF_NUMBERS.contains(&getter.as_str()) {
                let title = format!("`{getter}` is a method of {whose}");
                self.complaints.push(Diagnostic::new(title, name.span, "would hide it").help("rename the part"));
                continue;
            }
            self.claim(&mut space, getter, name.span, "getter");
        }
    }

    fn family(&mut self, item: &ast::Family, family: &Family) {
        let (text, span) = (&item.name.text, item.name.span);
        let known = (self.has_session || !family.params.is_empty()).then(|| names::known_name(text));
        let streamed = [names::stream_name(text), names::handler_name(text)];
        let types = [names::type_name(text), names::view_name(text), names::module_name(text)];
        self.types_of(None, types.into_iter().chain(streamed).chain(known), span);
        let own: HashMap<&str, Span> =
            item.members.iter().map(|one| (one.name().text.as_str(), one.name().span)).collect();
        // Others are members of nested families.
        let place = |name: &str| own.get(name).copied().unwrap_or(item.name.span);
        let members = family.members.iter().map(|member| (member.name.as_str(), place(&member.name)));
        self.variants(members, item.open.map(|span| ("Unknown", span)));
    }

    fn record(&mut self, record: &Record, places: &RecordPlaces) {
        self.shape(record, &record.name, places.name);
        let state = record.delta.as_ref().map(|delta| names::type_name(&delta.name));
        self.types_of(record.module, state, places.name);
        if !matches!(record.role, Role::Element { .. }) {
            self.types_of(record.module, [names::mut_name(&record.name)], places.name);
        }
        if !record.params.is_empty() || self.has_session || bare_element(record).is_some() {
            self.types_of(record.module, [names::known_name(&record.name)], places.name);
        }
        self.body(record, places, &record.body);
    }

    /// A value type and its view.
    fn shape(&mut self, record: &Record, name: &str, span: Span) {
        self.types_of(record.module, [names::type_name(name), names::view_name(name)], span);
    }

    /// The getters of one body, and the types of its fields.
    fn body(&mut self, record: &Record, places: &RecordPlaces, body: &[FieldId]) {
        self.getters(record, places, body, None);
        for id in &record.scope(body) {
            let (Some(field), Some(place)) = (record.fields.get(id.0), places.fields.get(id.0)) else { continue };
            match &field.wire {
                Wire::Group { name, body, delta } => {
                    self.shape(record, name, place.name);
                    let state = delta.as_ref().filter(|delta| !matches!(delta.scope, DeltaScope::Like(_)));
                    self.types_of(record.module, state.map(|delta| names::type_name(&delta.name)), place.name);
                    self.body(record, places, body);
                }
                Wire::Match { name, arms, tag } => {
                    self.shape(record, name, place.name);
                    for arm in arms {
                        self.arm(record, places, name, arm, place.name);
                        // A variant with several codes stores the code in an additional field.
                        if let Some((kept, cell)) = record.stored_code(tag, arm) {
                            let span = places.cells.get(cell.0).copied().unwrap_or(place.wire);
                            self.getters(record, places, &arm.body, Some((kept, span)));
                        }
                    }
                }
                _ => {}
            }
        }
    }

    /// The getters of one body; `first` is a predefined one.
    fn getters(&mut self, record: &Record, places: &RecordPlaces, body: &[FieldId], first: Option<(&str, Span)>) {
        let mut getters: Space = first.map(|(name, span)| (names::getter_name(name), span)).into_iter().collect();
        for id in &record.scope(body) {
            let (Some(field), Some(place)) = (record.fields.get(id.0), places.fields.get(id.0)) else { continue };
            if let Wire::Bits { parts, .. } = &field.wire {
                if field.shows_carrier() {
                    self.claim(&mut getters, names::wire_getter_name(&field.label), place.name, "getter");
                }
                for part in parts {
                    let (Some(name), Some(cell)) = (&part.name, record.cells.get(part.cell.0)) else { continue };
                    let span = places.cells.get(part.cell.0).copied().unwrap_or(place.name);
                    if !matches!(cell.source, Source::Derived(_)) {
                        self.getter(&mut getters, name, span, cell.value == Value::Truthy);
                    }
                }
            }
            let Some(name) = &field.name else { continue };
            if field.state().is_some() {
                self.claim(&mut getters, names::delta_getter_name(name), place.name, "getter");
            }
            let cell = field.wire.number().and_then(|cell| record.cells.get(cell.0));
            if !cell.is_some_and(|cell| matches!(cell.source, Source::Derived(_))) {
                let truthy = cell.is_some_and(|cell| cell.value == Value::Truthy);
                let repaired = field.rule.as_ref().is_some_and(|rule| rule.repair.is_some());
                self.getter(&mut getters, name, place.name, truthy || repaired);
            }
        }
    }

    /// The type of one shape, and the types of its fields.
    fn arm(&mut self, record: &Record, places: &RecordPlaces, outer: &str, arm: &Arm, span: Span) {
        if !arm.transparent {
            let first = arm.body.first().and_then(|id| places.fields.get(id.0));
            let span = first.map_or(span, |place| place.name);
            self.shape(record, &names::nested_name(outer, &arm.name), span);
        }
        self.body(record, places, &arm.body);
    }

    /// A field's getter, and, if it differs, the one of the raw number.
    fn getter(&mut self, space: &mut Space, name: &str, span: Span, raw_too: bool) {
        if raw_too {
            self.claim(space, names::wire_getter_name(name), span, "getter");
        }
        self.claim(space, names::getter_name(name), span, "getter");
    }
}
