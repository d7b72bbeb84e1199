//! `type Str = [Char; until 0] as latin1;`: a name for a wire with its clauses.
//!
//! Uses of an alias are expanded to the wire and its clauses. The model keeps the alias as the wire's name.

use std::collections::HashSet;

use crate::ast::{self, Entry, Target, WireKind};
use crate::diagnostic::Diagnostic;
use crate::model::{Alias, AliasId};
use crate::resolve::resolver::{Declared, Resolver, ScalarType};
use crate::source::Span;

impl<'a> Resolver<'a> {
    /// The alias of this name; `None` without a diagnostic for any other name. Cycles of aliases are cut: one member
    /// has no alias, and [`Resolver::bind_type`] reports nothing about it.
    pub(in crate::resolve) fn alias(&self, name: &ast::Name) -> Option<&'a ast::Type> {
        match self.items.get(name.text.as_str()) {
            Some(Declared::Type(item)) if !self.failed.contains(name.text.as_str()) => Some(item),
            _ => None,
        }
    }

    /// Adds all aliases to the model, in source order.
    pub(in crate::resolve) fn name_aliases(&mut self) {
        for name in self.names.clone() {
            let Some(Declared::Type(item)) = self.items.get(name).copied() else { continue };
            let alias = Alias {
                name: name.to_owned(),
                docs: crate::resolve::resolver::docs(&item.docs),
                rule: self.has_rule(item),
            };
            self.protocol.aliases.push(alias);
        }
    }

    /// Whether an alias, or one that it expands to, has a rule.
    fn has_rule(&self, alias: &'a ast::Type) -> bool {
        let inner = |alias: &&'a ast::Type| match &alias.wire.kind {
            WireKind::Named { name, args } if args.is_empty() => self.alias(name),
            _ => None,
        };
        // Cycles are already cut.
        std::iter::successors(Some(alias), inner).any(|alias| alias.clauses.rule.is_some())
    }

    /// The model's entry for an alias.
    pub(in crate::resolve) fn alias_id(&self, alias: &ast::Type) -> Option<AliasId> {
        self.protocol.aliases.iter().position(|known| known.name == alias.name.text).map(AliasId)
    }

    /// An alias as a wire of one integer.
    pub(in crate::resolve) fn alias_scalar(&mut self, name: &ast::Name, alias: &'a ast::Type) -> Option<ScalarType> {
        let ast::Clauses { from, by, value, computed, fill, presence, absent, rule } = &alias.clauses;
        let spans = [
            from.as_ref().map(|e| e.span),
            by.as_ref().map(|n| n.span),
            computed.as_ref().map(|e| e.span),
            fill.as_ref().map(|e| e.span),
            presence.as_ref().map(|e| e.span),
            absent.as_ref().map(|e| e.span),
            rule.as_ref().map(|r| r.span),
        ];
        if let Some(span) = spans.into_iter().flatten().next() {
            let title = format!("`{}` is more than a number, and only a number can stand here", name.text);
            let diagnostic = Diagnostic::new(title, name.span, "its clause would be lost here");
            return self.refuse(diagnostic.other(span, "this clause"));
        }
        if !self.enter(alias.name.text.as_str(), name.span) {
            return None;
        }
        let scalar = self.scalar_as(&alias.wire, value.as_ref());
        self.leave();
        scalar
    }

    /// Binds the wire of an alias, used or not.
    pub(in crate::resolve) fn check_alias(&mut self, alias: &'a ast::Type) {
        let mut names = Vec::new();
        names_of(&alias.wire, &mut names);
        if let Some(ast::ValueType { kind: ast::ValueKind::Named(name), .. }) = &alias.clauses.value {
            names.push(name);
        }
        for name in names {
            if self.alias(name).is_none() {
                self.bind_type(name);
            }
        }
    }

    /// Reports aliases that contain themselves, and cuts the cycle.
    pub(in crate::resolve) fn check_alias_rings(&mut self) {
        let mut finished = HashSet::new();
        for name in self.names.clone() {
            if let Some(Declared::Type(item)) = self.items.get(name).copied() {
                self.follow(item, item.name.span, &mut finished);
            }
        }
    }

    /// Follows aliases to find cycles; `finished` are those without.
    fn follow(&mut self, alias: &'a ast::Type, span: Span, finished: &mut HashSet<&'a str>) {
        let name = alias.name.text.as_str();
        if self.failed.contains(name) || finished.contains(name) {
            return;
        }
        if !self.enter(name, span) {
            self.failed.insert(name);
            return;
        }
        let mut names = Vec::new();
        names_of(&alias.wire, &mut names);
        for next in names {
            if let Some(next_alias) = self.alias(next) {
                self.follow(next_alias, next.span, finished);
            }
        }
        self.leave();
        finished.insert(name);
    }
}

/// The names of all types in a wire, at any depth.
pub(in crate::resolve) fn names_of<'a>(wire: &'a ast::Wire, names: &mut Vec<&'a ast::Name>) {
    match &wire.kind {
        WireKind::Int(_) | WireKind::Bool | WireKind::Bytes { .. } | WireKind::Align(_) | WireKind::Error => {}
        WireKind::Named { name, .. } => names.push(name),
        WireKind::If { group, .. } | WireKind::Group(group) => names_of_body(&group.body, names),
        WireKind::Bits { carrier, parts } => {
            names_of(carrier, names);
            names_of_parts(parts, names);
        }
        WireKind::Match { arms, .. } => {
            for arm in arms {
                match &arm.target {
                    Target::None(_) => {}
                    Target::Variant { wire, .. } | Target::Wire(wire) => names_of(wire, names),
                    Target::Body { body, .. } => names_of_body(body, names),
                }
            }
        }
        WireKind::List { item, .. } => names_of(item, names),
    }
}

/// The names of all types in the fields of a body.
pub(in crate::resolve) fn names_of_body<'a>(body: &'a ast::Body, names: &mut Vec<&'a ast::Name>) {
    for entry in &body.entries {
        match entry {
            Entry::Field(field) => {
                names_of(&field.wire, names);
                // In a state, a group may refer to a struct.
                if let (WireKind::Group(_) | WireKind::If { .. }, Some(value)) =
                    (&field.wire.kind, &field.clauses.value)
                    && let ast::ValueKind::Named(name) = &value.kind
                {
                    names.push(name);
                }
            }
            Entry::Bits(bits) => {
                names_of(&bits.carrier, names);
                names_of_parts(&bits.parts, names);
            }
            Entry::Within(within) => names_of_body(&within.body, names),
            Entry::Example(_) | Entry::Error { .. } => {}
        }
    }
}

fn names_of_parts<'a>(parts: &'a [ast::Part], names: &mut Vec<&'a ast::Name>) {
    for part in parts {
        if let Some(ast::PartWidth::Wire(wire)) = &part.width {
            names_of(wire, names);
        }
    }
}
