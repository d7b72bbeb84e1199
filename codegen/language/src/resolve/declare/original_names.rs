//! Source names: printable, and unique within their namespace, so that a search by one has one result.
//!
//! The namespaces are the types of a schema, the messages of a family, other messages, the names of an enum, the parts
//! of a layout, and the fields and parts of one body.

use std::collections::HashMap;

use crate::ast::{self, Docs, Entry, Group, Member, Target, Text, Wire, WireKind};
use crate::diagnostic::Diagnostic;
use crate::resolve::resolver::{Declared, Resolver};
use crate::source::Span;

/// Length limit of a source name in characters.
const LONGEST: usize = 80;

/// The source names of one namespace.
type Known<'a> = HashMap<&'a str, Span>;

impl<'a> Resolver<'a> {
    /// Checks all source names of this version, after everything is bound, so that each guard is decided.
    pub(in crate::resolve) fn check_source_names(&mut self) {
        let (mut types, mut messages) = (Known::new(), Known::new());
        for name in self.names.clone() {
            let Some(item) = self.items.get(name).copied() else { continue };
            let known = if matches!(item, Declared::Message(_)) { &mut messages } else { &mut types };
            item.head().docs.into_iter().for_each(|docs| self.source_name(docs, known));
            match item {
                Declared::Type(item) => self.names_in_wire(&item.wire),
                Declared::Enum(item) => {
                    let mut codes = Known::new();
                    item.codes.iter().for_each(|code| self.source_name(&code.docs, &mut codes));
                }
                Declared::Bits(item) => self.names_of_parts(&item.parts, &mut Known::new()),
                Declared::Struct(ast::Struct { body, .. }) | Declared::Message(ast::Message { body, .. }) => {
                    self.names_in_body(body, &mut Known::new());
                }
                Declared::Family(item) => self.names_in_family(item),
                _ => {}
            }
        }
    }

    fn names_in_family(&mut self, family: &'a ast::Family) {
        let mut known = Known::new();
        for member in &family.members {
            match member {
                Member::Message(message) => {
                    if message.guard.as_ref().is_none_or(|guard| self.static_bool(guard) == Some(true)) {
                        self.source_name(&message.docs, &mut known);
                        self.names_in_body(&message.body, &mut Known::new());
                    }
                }
                Member::Named { name, .. } => {
                    if let Some(Declared::Message(message)) = self.items.get(name.text.as_str()).copied() {
                        self.source_name(&message.docs, &mut known);
                    }
                }
            }
        }
    }

    fn names_in_body(&mut self, body: &'a ast::Body, known: &mut Known<'a>) {
        for entry in &body.entries {
            match entry {
                Entry::Field(field) if self.leaves_out(field) => {}
                Entry::Field(field) => {
                    self.source_name(&field.docs, known);
                    self.names_in_wire(&field.wire);
                }
                Entry::Bits(bits) => self.names_of_parts(&bits.parts, known),
                Entry::Within(within) => self.names_in_body(&within.body, known),
                Entry::Example(_) | Entry::Error { .. } => {}
            }
        }
    }

    fn names_in_wire(&mut self, wire: &'a Wire) {
        match &wire.kind {
            WireKind::If { group: Group { body, .. }, .. } | WireKind::Group(Group { body, .. }) => {
                self.names_in_body(body, &mut Known::new());
            }
            WireKind::Bits { parts, .. } => self.names_of_parts(parts, &mut Known::new()),
            WireKind::Match { arms, .. } => {
                for arm in arms {
                    match &arm.target {
                        Target::Body { body, .. } => self.names_in_body(body, &mut Known::new()),
                        Target::Variant { wire, .. } | Target::Wire(wire) => self.names_in_wire(wire),
                        Target::None(_) => {}
                    }
                }
            }
            WireKind::List { item, .. } => self.names_in_wire(item),
            _ => {}
        }
    }

    fn names_of_parts(&mut self, parts: &'a [ast::Part], known: &mut Known<'a>) {
        parts.iter().for_each(|part| self.source_name(&part.docs, known));
    }

    /// Checks one name, and adds it to its namespace.
    fn source_name(&mut self, docs: &'a Docs, known: &mut Known<'a>) {
        let Some(Text { value, span }) = &docs.source_name else { return };
        let is_printable = value.chars().all(|c| c.is_ascii_graphic() && !matches!(c, '"' | '\'' | '`' | '|'));
        if value.is_empty() || value.len() > LONGEST || !is_printable {
            let title = "this is no name of the protocol's source";
            let help = format!(
                "a source name has 1 to {LONGEST} printable ASCII characters, without spaces, quotes, backticks and bars"
            );
            self.complain(Diagnostic::new(title, *span, "not a name").help(help));
            return;
        }
        match known.insert(value, *span) {
            // A field of a type that is used several times is a single declaration.
            Some(earlier) if earlier != *span => self.complain(
                Diagnostic::new(format!("the source name `{value}` is given twice"), *span, "given again here")
                    .other(earlier, "first given here")
                    .help("give the second one its own source name, or none"),
            ),
            Some(_) | None => {}
        }
    }
}
