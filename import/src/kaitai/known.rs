//! All that making the types finds out, for making them again.

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};

use super::arms::Choice;
use super::needs::Need;
use super::said::Kind;
use super::spec::Spec;
use super::yaml::Node;

/// How many codes of one choice may end a list.
const MOST_ENDS: usize = 64;

/// All that is known of the types, found by making them until nothing new is found.
#[derive(Debug)]
pub struct Known<'k> {
    /// The types.
    pub spec: &'k Spec<'k>,
    /// The needs of each type.
    pub needs: RefCell<Vec<Vec<Need>>>,
    /// Whether a need or its kind was found.
    pub changed: Cell<bool>,
    /// Whether nothing more will be found: a need without a use has no kind.
    pub last: Cell<bool>,
    /// Whether a need without a kind was asked: what is said then is no more than a guess.
    pub is_guess: Cell<bool>,
    /// Parameters whose arguments are numbers of a wider range than they declare.
    pub params: RefCell<HashMap<(usize, String), Kind>>,
    /// Types of files that are used in their own file: `_root` is another there.
    pub inner_roots: RefCell<HashSet<usize>>,
    /// Types that paths lead through: their fields stand in place, unless they contain themselves.
    pub in_place: RefCell<HashMap<usize, bool>>,
    /// The choices of types, by their tags.
    pub choices: RefCell<HashMap<(usize, String), Choice>>,
}

impl Known<'_> {
    /// The kind of a parameter: it holds all its arguments.
    pub fn parameter(&self, owner: usize, param: &Node) -> Kind {
        let id = param.text_of("id").unwrap_or_default().to_owned();
        let wider = self.params.borrow().get(&(owner, id)).cloned();
        wider.unwrap_or_else(|| super::kinds::parameter(self.spec, owner, param))
    }

    /// Widens a parameter.
    pub fn widen(&self, owner: usize, param: &Node, kind: Kind) {
        if !self.is_guess.get() && self.parameter(owner, param) != kind {
            self.params.borrow_mut().insert((owner, param.text_of("id").unwrap_or_default().to_owned()), kind);
            self.changed.set(true);
        }
    }

    /// The shapes that a choice has for the codes of its tag. A code without an arm of its own gets one.
    pub fn shapes(&self, owner: usize, tag: &str, codes: &str) -> Option<(String, String)> {
        let mut choices = self.choices.borrow_mut();
        let choice = choices.get_mut(&(owner, tag.to_owned()))?;
        let mut names = Vec::new();
        for code in codes.split(" | ") {
            match choice.arm(code) {
                Some(name) => names.push(name.to_owned()),
                None if choice.ends.len() >= MOST_ENDS || choice.ends.iter().any(|end| end == code) => return None,
                None => {
                    choice.ends.push(code.to_owned());
                    self.changed.set(true);
                }
            }
        }
        Some((choice.field.clone(), names.join(" | ")))
    }
}
