//! Source names: printable, and unique within their namespace, so that a search by one has one result.
//!
//! The namespaces are the types of a schema, the messages of a family, other messages, the names of an enum, the parts
//! of a layout, and the fields and parts of one body.

use std::collections::HashMap;

use crate::ast::{Docs, Entry, Member, Text};
use crate::diagnostic::Diagnostic;
use crate::resolve::resolver::{Declared, Resolver};
use crate::source::Span;
use crate::walk::Node;

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
            let mut inside = Known::new();
            Node::Item(item).children(&mut |child| match child {
                Node::Docs(_) => {}
                _ => self.names_in(child, &mut inside),
            });
        }
    }

    /// Checks the names in a node, which belongs to this namespace.
    fn names_in(&mut self, node: Node<'a>, known: &mut Known<'a>) {
        match node {
            Node::Docs(docs) => self.source_name(docs, known),
            Node::Expr(_) | Node::Entry(Entry::Example(_)) => {}
            Node::Entry(Entry::Field(field)) if self.leaves_out(field) => {}
            Node::Member(member) => self.names_in_member(member, known),
            // Bodies and parts in it have namespaces of their own.
            Node::Wire(_) | Node::Arm(_) => node.children(&mut |child| self.names_in(child, &mut Known::new())),
            _ => node.children(&mut |child| self.names_in(child, known)),
        }
    }

    fn names_in_member(&mut self, member: &'a Member, known: &mut Known<'a>) {
        match member {
            Member::Message(message) => {
                if message.guard.as_ref().is_none_or(|guard| self.static_bool(guard) == Some(true)) {
                    self.source_name(&message.docs, known);
                    self.names_in(Node::Body(&message.body), &mut Known::new());
                }
            }
            Member::Named { name, .. } => {
                if let Some(Declared::Message(message)) = self.items.get(name.text.as_str()).copied() {
                    self.source_name(&message.docs, known);
                }
            }
        }
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
