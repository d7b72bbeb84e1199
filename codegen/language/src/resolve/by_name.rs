//! Lists of things with names: each name once, and found at once.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ops::Deref;

/// Things in the order of their declaration, found by their names.
#[derive(Clone)]
pub(super) struct Named<'a, T> {
    all: Vec<T>,
    places: HashMap<&'a str, usize>,
}

impl<T> Default for Named<'_, T> {
    fn default() -> Self {
        Self { all: Vec::new(), places: HashMap::new() }
    }
}

impl<'a, T: Copy> Named<'a, T> {
    /// Adds one, unless there is one of its name: that one is returned.
    pub(super) fn add(&mut self, name: &'a str, one: T) -> Option<T> {
        match self.places.entry(name) {
            Entry::Occupied(place) => self.all.get(*place.get()).copied(),
            Entry::Vacant(place) => {
                place.insert(self.all.len());
                self.all.push(one);
                None
            }
        }
    }

    /// The one of this name.
    pub(super) fn named(&self, name: &str) -> Option<T> {
        self.places.get(name).and_then(|place| self.all.get(*place)).copied()
    }
}

impl<T> Deref for Named<'_, T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.all
    }
}
