//! `type Str = [Char; until 0] as latin1;`: another name for a wire with its clauses.
//!
//! Whoever uses an alias puts the wire and its clauses there instead. The model knows of it how people call the wire.

use std::collections::HashSet;

use crate::ast::{self, Entry, Target, WireKind};
use crate::diagnostic::Diagnostic;
use crate::model::{Alias, AliasId};
use crate::resolve::resolver::{Declared, Resolver, ScalarType};
use crate::source::Span;

impl<'a> Resolver<'a> {
    /// The alias of this name. Nothing is complained about: `None` if the name is something else, or nothing.
    /// Aliases that contain each other are cut: one of the ring gives `None`, and [`Resolver::bind_type`] is silent.
    pub(in crate::resolve) fn alias(&self, name: &ast::Name) -> Option<&'a ast::Type> {
        match self.items.get(name.text.as_str()) {
            Some(Declared::Type(item)) if !self.failed.contains(name.text.as_str()) => Some(item),
            _ => None,
        }
    }

    /// Takes all aliases into the model, in the order of the schema.
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

    /// Whether an alias, or what it is an alias of, has a rule.
    fn has_rule(&self, alias: &'a ast::Type) -> bool {
        let inner = |alias: &&'a ast::Type| match &alias.wire.kind {
            WireKind::Named { name, args } if args.is_empty() => self.alias(name),
            _ => None,
        };
        // Rings were cut.
        std::iter::successors(Some(alias), inner).any(|alias| alias.clauses.rule.is_some())
    }

    /// What the model knows of an alias.
    pub(in crate::resolve) fn alias_id(&self, alias: &ast::Type) -> Option<AliasId> {
        self.protocol.aliases.iter().position(|known| known.name == alias.name.text).map(AliasId)
    }

    /// An alias where one integer is needed.
    pub(in crate::resolve) fn alias_scalar(&mut self, name: &ast::Name, alias: &'a ast::Type) -> Option<ScalarType> {
        let ast::Clauses { from, by, value, computed, presence, absent, rule } = &alias.clauses;
        let spans = [
            from.as_ref().map(|e| e.span),
            by.as_ref().map(|n| n.span),
            computed.as_ref().map(|e| e.span),
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

    /// Binds what an alias names, used or not.
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

    /// Complains about aliases that contain themselves, and cuts the ring.
    pub(in crate::resolve) fn check_alias_rings(&mut self) {
        let mut finished = HashSet::new();
        for name in self.names.clone() {
            if let Some(Declared::Type(item)) = self.items.get(name).copied() {
                self.follow(item, item.name.span, &mut finished);
            }
        }
    }

    /// Walks from alias to alias; `finished` are those that lead nowhere bad.
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

/// Every type that a wire names, at any depth.
pub(in crate::resolve) fn names_of<'a>(wire: &'a ast::Wire, names: &mut Vec<&'a ast::Name>) {
    match &wire.kind {
        WireKind::Int(_) | WireKind::Bool | WireKind::Bytes { .. } | WireKind::Error => {}
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

/// Every type that the fields of a body name.
pub(in crate::resolve) fn names_of_body<'a>(body: &'a ast::Body, names: &mut Vec<&'a ast::Name>) {
    for entry in &body.entries {
        match entry {
            Entry::Field(field) => {
                names_of(&field.wire, names);
                // A group may be a struct in the state that it belongs to.
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
