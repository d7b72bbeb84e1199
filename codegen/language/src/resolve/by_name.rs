//! Lists of things with names: each name once, and found at once.

use std::collections::HashMap;

/// Things in the order of their declaration, found by their names.
pub(super) struct ByName<'a, T> {
    pub(super) all: Vec<T>,
    places: HashMap<&'a str, usize>,
}

impl<T> Default for ByName<'_, T> {
    fn default() -> Self {
        Self { all: Vec::new(), places: HashMap::new() }
    }
}

impl<'a, T: Copy> ByName<'a, T> {
    /// Adds one, unless there is one of its name: that one is returned.
    pub(super) fn add(&mut self, name: &'a str, one: T) -> Option<T> {
        let earlier = self.named(name);
        if earlier.is_none() {
            self.places.insert(name, self.all.len());
            self.all.push(one);
        }
        earlier
    }

    /// The one of this name.
    pub(super) fn named(&self, name: &str) -> Option<T> {
        self.places.get(name).and_then(|place| self.all.get(*place)).copied()
    }
}
