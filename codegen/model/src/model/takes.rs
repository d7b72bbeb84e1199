//! Which values of a type take all that is left of their region.

/// Which values of a type take all that is left of their region.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Takes {
    /// No value, or there are none.
    #[default]
    Never,
    /// Some values.
    Sometimes,
    /// All values.
    Always,
}

impl Takes {
    /// The same of a value that is one of several.
    pub fn of_one(mut all: impl Iterator<Item = Self>) -> Self {
        let first = all.next().unwrap_or_default();
        if all.all(|other| other == first) { first } else { Self::Sometimes }
    }
}
