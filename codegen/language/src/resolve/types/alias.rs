//! `type Str = [Char; until 0] as latin1;`: a name for a wire with its clauses.
//!
//! Uses of an alias are expanded to the wire and its clauses. The model keeps the alias as the wire's name.

use std::collections::HashSet;

use crate::ast::{self, WireKind};
use crate::diagnostic::Diagnostic;
use crate::model::{Alias, AliasId};
use crate::resolve::declare::mentioned::{How, Mentioned};
use crate::resolve::resolver::{self, Declared, Resolver, ScalarType};
use crate::walk::{Node, Role};

impl<'a> Resolver<'a> {
    /// The alias of this name; `None` without a diagnostic for any other name. Cycles of aliases are cut: one member
    /// has no alias, and [`Resolver::bind_type`] reports nothing about it.
    pub(in crate::resolve) fn alias(&self, name: &ast::Name) -> Option<&'a ast::Type> {
        match self.items.get(name.text.as_str()) {
            Some(Declared::Type(item)) if !self.failed.contains(name.text.as_str()) => Some(item),
            _ => None,
        }
    }

    /// Adds all aliases to the model, in source order, each with whether it or one that it expands to has a rule.
    pub(in crate::resolve) fn name_aliases(&mut self) {
        let mut ruled = HashSet::new();
        for name in &self.binding_order {
            let Some(Declared::Type(item)) = self.items.get(name) else { continue };
            let inner = match &item.wire.kind {
                WireKind::Named { name, args } if args.is_empty() => Some(name.text.as_str()),
                _ => None,
            };
            if item.clauses.rule.is_some() || inner.is_some_and(|inner| ruled.contains(inner)) {
                ruled.insert(*name);
            }
        }
        for name in &self.names {
            let Some(Declared::Type(item)) = self.items.get(name) else { continue };
            let (name, docs, rule) = ((*name).to_owned(), resolver::docs(&item.docs), ruled.contains(name));
            self.aliases.insert(&item.name.text, AliasId(self.protocol.aliases.len()));
            self.protocol.aliases.push(Alias { name, docs, rule });
        }
    }

    /// The model's entry for an alias.
    pub(in crate::resolve) fn alias_id(&self, alias: &ast::Type) -> Option<AliasId> {
        self.aliases.get(alias.name.text.as_str()).copied()
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
        let mut found = Mentioned::default();
        found.node(Node::Wire(&alias.wire));
        alias.clauses.value.iter().for_each(|value| found.node(Node::Meaning(value, Role::Content)));
        for used in found.used.into_iter().filter(|used| used.how == How::Contained) {
            if self.alias(used.name).is_none() {
                self.bind_type(used.name);
            }
        }
    }
}
