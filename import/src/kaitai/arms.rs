//! The arms of a choice, and the lists that one of them ends.

use super::expr::int;
use super::flow::Takes;
use super::known::Known;
use super::say::Place;
use crate::draft::{Arm, Wire};
use crate::names::{Scope, upper};

/// A choice by a tag, as the list of its struct sees it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Choice {
    /// The name of the field.
    pub field: String,
    /// Each arm: its pattern and its name.
    pub arms: Vec<(String, String)>,
    /// The codes that end a list: each has an arm of its own.
    pub ends: Vec<String>,
}

impl Choice {
    /// The name of the arm that one code alone has.
    pub fn arm(&self, code: &str) -> Option<&str> {
        self.arms.iter().find(|(pattern, _)| is_same(pattern, code)).map(|(_, name)| name.as_str())
    }
}

/// The arms: codes of one content are one arm, but those that end a list.
pub struct Arms {
    /// The arms, and how each of them takes the rest.
    pub all: Vec<(Arm, Takes)>,
    /// Their names.
    pub names: Scope,
    key: (usize, String),
    ends: Vec<String>,
}

impl Arms {
    /// No arms of the choice by a tag of a type.
    pub fn new(known: &Known, owner: usize, tag: &str) -> Self {
        let key = (owner, tag.to_owned());
        let ends = known.choices.borrow().get(&key).map(|choice| choice.ends.clone()).unwrap_or_default();
        Self { all: Vec::new(), names: Scope::default(), key, ends }
    }

    /// Adds a code.
    pub fn add(&mut self, pattern: String, wanted: String, wire: Wire, takes: Takes) {
        let ends = |pattern: &str| self.ends.iter().any(|end| is_same(end, pattern));
        let is_same = |arm: &Arm| arm.wire.as_ref() == Some(&wire) && arm.name.as_ref() == Some(&wanted);
        let is_end = ends(&pattern);
        match self.all.iter_mut().find(|(arm, _)| !is_end && is_same(arm) && !ends(&arm.pattern)) {
            Some((arm, _)) if pattern != "_" && arm.pattern != "_" => {
                arm.pattern.push_str(" | ");
                arm.pattern.push_str(&pattern);
            }
            _ => {
                let name = Some(self.names.fresh(&wanted));
                self.all.push((Arm { pattern, name, wire: Some(wire) }, takes));
            }
        }
    }

    /// How many codes have an arm.
    pub fn count(&self) -> usize {
        self.all.iter().filter(|(arm, _)| arm.pattern != "_").map(|(arm, _)| arm.pattern.split(" | ").count()).sum()
    }

    /// Gives the codes that end a list, and that only `_` has, an arm with the same content; and tells the lists of all arms.
    pub fn finish(&mut self, known: &Known, place: &Place) {
        for end in self.ends.clone() {
            let is_there = self.all.iter().any(|(arm, _)| arm.pattern.split(" | ").any(|code| is_same(code, &end)));
            if let Some(at) = self.all.iter().position(|(arm, _)| arm.pattern == "_").filter(|_| !is_there)
                && let Some((Arm { wire, .. }, takes)) = self.all.get(at).cloned()
            {
                let wanted = if int(&end).is_some() { "End".to_owned() } else { upper(&end) };
                let name = Some(self.names.fresh(&wanted));
                self.all.insert(at, (Arm { pattern: end, name, wire }, takes));
            }
        }
        let field = known.spec.of(place.owner).and_then(|own| own.fields.get(place.seen));
        let field = field.map(|field| field.name.clone()).unwrap_or_default();
        let arms = self.all.iter().filter_map(|(arm, _)| Some((arm.pattern.clone(), arm.name.clone()?))).collect();
        let choice = Choice { field, arms, ends: self.ends.clone() };
        let before = known.choices.borrow_mut().insert(self.key.clone(), choice.clone());
        if before.as_ref() != Some(&choice) {
            known.changed.set(true);
        }
    }
}

/// Whether two patterns are the same code: `0x10` and `16` are.
fn is_same(a: &str, b: &str) -> bool {
    a == b || int(a).is_some_and(|code| int(b) == Some(code))
}
