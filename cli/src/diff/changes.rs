//! Differences between two items: one for each place, in the words of the schema language.
//!
//! The trees of the models are compared, so no difference of bytes or values is overlooked. A piece without words of its own
//! has those of the model.

mod align;
mod fields;
mod items;

use crate::model::tree::{Object, Tree};

use super::spell::short;
use super::tree::{docs, get};

pub use fields::Models;
pub use items::{family, hook, record, session, types};

/// The subject of a difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// The bytes that are written.
    Wire,
    /// The bytes that a reader accepts, and the values that a writer accepts.
    Accepts,
    /// The meaning of numbers, and their owners.
    Meaning,
    /// Names, which no byte has.
    Names,
    /// Comments.
    Docs,
}

impl Class {
    /// Its word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Wire => "wire",
            Self::Accepts => "accepts",
            Self::Meaning => "meaning",
            Self::Names => "names",
            Self::Docs => "docs",
        }
    }
}

/// One difference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// Its subject.
    pub class: Class,
    /// The path in the item; empty: the item itself.
    pub path: String,
    /// The old words; none: it is new.
    pub old: Option<String>,
    /// The new words; none: it is gone.
    pub new: Option<String>,
}

/// Collects the differences of one item.
#[derive(Default)]
pub struct Changes(pub Vec<Change>);

impl Changes {
    fn add(&mut self, class: Class, path: &str, old: Option<String>, new: Option<String>) {
        self.0.push(Change { class, path: path.to_owned(), old, new });
    }

    /// Adds a difference if the words differ; whether they do.
    fn words(&mut self, class: Class, path: &str, old: Option<String>, new: Option<String>) -> bool {
        let differs = old != new;
        if differs {
            self.add(class, path, old, new);
        }
        differs
    }

    /// Adds pieces that differ, as they are in the model.
    fn pieces(&mut self, class: Class, path: &str, old: &Object, new: &Object) {
        let keys = old.0.iter().chain(new.0.iter().filter(|(key, _)| get(old, key).is_none())).map(|(key, _)| *key);
        for key in keys {
            let (before, now) = (get(old, key), get(new, key));
            if before != now {
                let words = |tree: Option<&Tree>| tree.map(|tree| format!("{key} {}", short(tree)));
                self.add(class, path, words(before), words(now));
            }
        }
    }

    /// Adds comments that differ: the lines that only one has.
    fn docs(&mut self, path: &str, old: &Object, new: &Object) {
        let (before, now) = (docs(old), docs(new));
        if before == now {
            return;
        }
        let only = |all: &[String], others: &[String]| {
            let own: Vec<&str> = all.iter().filter(|line| !others.contains(line)).map(|line| line.trim()).collect();
            Some(own.join(" ")).filter(|text| !text.is_empty())
        };
        self.add(Class::Docs, path, only(&before, &now), only(&now, &before));
    }
}

fn join(outer: &str, inner: &str) -> String {
    match (outer, inner) {
        ("", one) | (one, "") => one.to_owned(),
        (outer, inner) if inner.starts_with('[') => format!("{outer}{inner}"),
        (outer, inner) => format!("{outer}.{inner}"),
    }
}
