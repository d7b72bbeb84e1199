//! The order of binding: dependencies come before the records that contain them, and cycles are reported.
//!
//! The depth-first walk has an explicit stack, so that long chains of structs do not overflow the machine's.

use std::collections::HashMap;

use crate::ast::{self, Member};
use crate::diagnostic::Diagnostic;
use crate::resolve::declare::MOST_PENDING;
use crate::resolve::resolver::{Declared, Resolver};
use crate::resolve::types::alias::{names_of, names_of_body};

/// Limit on the members of a cycle that a diagnostic points to.
const MOST_TOLD: usize = 8;

/// A declaration on the path of the walk.
struct Open<'a> {
    name: &'a str,
    /// The names that it refers to, the next one last.
    left: Vec<&'a ast::Name>,
    /// The reference that led to it, unless the walk began with it.
    asked: Option<&'a ast::Name>,
    /// The nesting depth of the visited references.
    depth: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Open,
    /// Visited, with its nesting depth.
    Done(usize),
}

impl<'a> Resolver<'a> {
    /// All names in binding order; reports records that contain themselves.
    pub(in crate::resolve) fn binding_order(&mut self) -> Vec<&'a str> {
        let mut order = Vec::new();
        let mut states: HashMap<&'a str, State> = HashMap::new();
        for name in self.names.clone() {
            let mut open = Vec::new();
            self.walk_into(name, None, &mut open, &mut states);
            while let Some(top) = open.last_mut() {
                let Some(next) = top.left.pop() else {
                    let (name, asked, depth) = (top.name, top.asked, top.depth.saturating_add(1));
                    states.insert(name, State::Done(depth));
                    order.push(name);
                    open.pop();
                    if let Some(outer) = open.last_mut() {
                        outer.depth = outer.depth.max(depth);
                    }
                    if let (MOST_PENDING, Some(asked)) = (depth, asked) {
                        self.too_deep(asked.span);
                    }
                    continue;
                };
                let Some((&key, declared)) = self.items.get_key_value(next.text.as_str()) else { continue };
                self.note(next, declared.place());
                match states.get(key) {
                    None => self.walk_into(key, Some(next), &mut open, &mut states),
                    Some(State::Open) => self.ring(key, next, &open),
                    Some(State::Done(depth)) => top.depth = top.depth.max(*depth),
                }
            }
        }
        order
    }

    fn walk_into(
        &self,
        name: &'a str,
        asked: Option<&'a ast::Name>,
        open: &mut Vec<Open<'a>>,
        states: &mut HashMap<&'a str, State>,
    ) {
        if states.contains_key(name) {
            return;
        }
        states.insert(name, State::Open);
        let mut left = Vec::new();
        match self.items.get(name).copied() {
            Some(Declared::Struct(item)) => names_of_body(&item.body, &mut left),
            Some(Declared::Message(item)) => names_of_body(&item.body, &mut left),
            Some(Declared::Type(item)) => names_of(&item.wire, &mut left),
            Some(Declared::Family(item)) => {
                for member in &item.members {
                    match member {
                        Member::Message(message) => names_of_body(&message.body, &mut left),
                        Member::Named { name, .. } => left.push(name),
                    }
                }
            }
            // Chains of the others are short, and their cycles are reported when they are bound.
            _ => {}
        }
        left.reverse();
        open.push(Open { name, left, asked, depth: 0 });
    }

    /// Reports the cycle that `closing` completes. None of its members is bound.
    fn ring(&mut self, name: &'a str, closing: &ast::Name, open: &[Open<'a>]) {
        let start = open.iter().position(|one| one.name == name).unwrap_or(0);
        let members = open.get(start..).unwrap_or_default();
        if members.iter().any(|member| self.failed.contains(member.name) || self.is_unread_item(member.name)) {
            return;
        }
        let title = format!("`{name}` contains itself");
        let mut diagnostic = Diagnostic::new(title, closing.span, format!("contains `{name}`"));
        for asked in members.iter().skip(1).take(MOST_TOLD).filter_map(|member| member.asked) {
            diagnostic = diagnostic.other(asked.span, format!("contains `{}`", asked.text));
        }
        self.failed.extend(members.iter().map(|member| member.name));
        let wrong = diagnostic.note("nothing is nested without end: a packet could make a reader go on for ever");
        self.complain(wrong.help("take the inner part as `bytes`, and read it in a step of its own"));
    }
}
