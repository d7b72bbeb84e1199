//! One demand that a schema makes of bytes: where it is told that they break it, and the same schema without it.

use std::borrow::Cow;
use std::cell::OnceCell;

use wireform_build::interpret::{Malformed, ReadError, ReadErrorKind};
use wireform_build::model::Protocol;

/// Makes of a protocol what it were without a demand.
pub type Lift = Box<dyn Fn(&mut Protocol)>;

/// A demand.
pub struct Constraint {
    /// The field at which it is told; of a region that is too small for what is in it, the region.
    pub path: String,
    /// The word for what is wrong; of a rule, with its text.
    pub why: String,
    /// The bytes that can break it.
    pub places: Vec<Place>,
    /// Numbers that it names.
    pub numbers: Vec<i128>,
    /// Whether it is the rule of a number that names no later field, so it is told before missing bytes.
    pub is_early: bool,
    lift: Lift,
    lifted: OnceCell<Protocol>,
    unsealed: OnceCell<Protocol>,
}

/// Bytes of a packet, as its steps tell them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// Those of a field.
    Field(String),
    /// Those of whatever is in a field.
    Inside(String),
    /// More bytes at the end.
    End,
}

impl Constraint {
    pub fn new(path: String, why: &str, places: Vec<Place>, lift: Lift) -> Self {
        let numbers = numbers(why);
        Self {
            path,
            why: why.to_owned(),
            places,
            numbers,
            is_early: false,
            lift,
            lifted: OnceCell::new(),
            unsealed: OnceCell::new(),
        }
    }

    /// Whether this is what an error tells.
    pub fn is(&self, error: &ReadError) -> bool {
        // What does not fit into a region is told by its own name.
        (self.path == error.path || self.why == SHORT) && self.why == why(&error.kind)
    }

    /// Whether an error without it tells only that bytes are missing: those that a number lets follow. A region in which
    /// they are is too small for a number that is not negative any more.
    pub fn lets_wait(&self, error: &ReadErrorKind) -> bool {
        match error {
            ReadErrorKind::Truncated { .. } => true,
            ReadErrorKind::Malformed(Malformed::Short { .. } | Malformed::RegionEnd { .. }) => {
                self.why == "count" || self.why == SHORT
            }
            _ => false,
        }
    }

    /// The same protocol without it.
    pub fn lifted(&self, protocol: &Protocol) -> &Protocol {
        self.lifted.get_or_init(|| {
            let mut protocol = protocol.clone();
            (self.lift)(&mut protocol);
            protocol
        })
    }

    /// The same protocol without it, and without checksums.
    pub fn unsealed(&self, protocol: &Protocol) -> &Protocol {
        self.unsealed.get_or_init(|| {
            let mut protocol = self.lifted(protocol).clone();
            protocol.records.iter_mut().for_each(|record| record.checksums.clear());
            protocol
        })
    }
}

/// The numbers in a text.
fn numbers(text: &str) -> Vec<i128> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
    let number = |word: &str| {
        let word = word.replace('_', "");
        match word.strip_prefix("0x") {
            Some(word) => i128::from_str_radix(word, 16).ok(),
            None => word.parse().ok(),
        }
    };
    words.filter_map(number).collect()
}

/// What is wrong where a region ends too early.
pub const SHORT: &str = "short";

/// What is wrong, as constraints have it.
pub fn why(kind: &ReadErrorKind) -> Cow<'static, str> {
    match kind {
        ReadErrorKind::Malformed(Malformed::Rule(rule)) => of_rule(rule).into(),
        kind => kind.word().into(),
    }
}

/// What is wrong where a rule of this text is broken.
pub fn of_rule(rule: &str) -> String {
    format!("rule `{rule}`")
}

impl Place {
    /// Whether a field of this path is such a place.
    pub fn is(&self, path: &str) -> bool {
        match self {
            Self::Field(field) => path == field,
            Self::Inside(field) => path.strip_prefix(field.as_str()).is_some_and(|rest| rest.starts_with('.')),
            Self::End => false,
        }
    }
}
