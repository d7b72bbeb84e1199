//! Values outside of a range that `clamp` or `wrap` brings inside: what was written for what.

use std::cell::RefCell;
use std::fmt;

use wireform_build::interpret::WriteError;
use wireform_build::model::Code;

use super::Json;

/// A value that was given, and the one that is written for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outside {
    /// Its path in the packet.
    pub path: String,
    given: String,
    written: String,
    /// The number on the wire, where that is another than the value.
    raw: Option<Code>,
}

/// The notes that reading a piece of JSON makes. Their paths grow from the inside, as those of errors do.
#[derive(Default)]
pub struct Notes(RefCell<Vec<Outside>>);

impl Notes {
    /// All of them, in the order of the JSON.
    pub fn into_all(self) -> Vec<Outside> {
        self.0.into_inner()
    }

    /// Notes a value that is written as another.
    pub(super) fn outside(&self, path: &str, given: &Json, written: impl fmt::Display, raw: Option<Code>) {
        let (path, given, written) = (path.to_owned(), given.to_string(), written.to_string());
        self.0.borrow_mut().push(Outside { path, given, written, raw });
    }

    /// Makes something of a field; errors and notes have its name.
    pub(super) fn inside<T>(&self, field: &str, make: impl FnOnce() -> Result<T, WriteError>) -> Result<T, WriteError> {
        let before = self.0.borrow().len();
        let made = make().map_err(|error| error.inside(field))?;
        self.prefix(before, || field.to_owned());
        Ok(made)
    }

    /// Makes an element of a list; errors and notes have its index.
    pub(super) fn inside_element<T>(
        &self,
        index: usize,
        make: impl FnOnce() -> Result<T, WriteError>,
    ) -> Result<T, WriteError> {
        let before = self.0.borrow().len();
        let made = make().map_err(|error| error.inside_element("", index))?;
        self.prefix(before, || format!("[{index}]"));
        Ok(made)
    }

    fn prefix(&self, before: usize, outer: impl Fn() -> String) {
        for one in self.0.borrow_mut().iter_mut().skip(before) {
            let dot = if one.path.is_empty() || one.path.starts_with('[') { "" } else { "." };
            one.path = format!("{}{dot}{}", outer(), one.path);
        }
    }
}

impl fmt::Display for Outside {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { given, written, raw, .. } = self;
        write!(f, "{given} is written as {written}")?;
        raw.map_or(Ok(()), |raw| write!(f, " (raw {raw})"))
    }
}
