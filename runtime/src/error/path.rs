//! Where in a message something is wrong.

use core::fmt;

/// How many steps of a path an error keeps; of a longer one the innermost and the outermost.
const STEPS: usize = 5;

/// Where in a message: field names from the outside in, shown joined by dots, with the index of
/// an element (`fall.speed`, `players[3].state.health`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct FieldPath {
    /// From the innermost outward: that is the order in which they become known.
    steps: [&'static &'static str; STEPS],
    places: Places,
}

/// How many steps there are, and which elements of lists they are. In one word, since errors travel by value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Places(u64);

/// Bits of a step: zero where it is no element, else one more than its index. An index that is too large is not shown.
const BITS: u32 = 11;
const LARGE: u16 = (1 << BITS) - 1;

impl Places {
    const fn len(self) -> usize {
        match self.0 >> 56 {
            0 => 0,
            1 => 1,
            2 => 2,
            3 => 3,
            4 => 4,
            _ => STEPS,
        }
    }

    /// One of a step.
    fn get(self, step: usize) -> u16 {
        let shift = u32::try_from(step).unwrap_or(0).wrapping_mul(BITS);
        let bits = self.0.wrapping_shr(shift) & u64::from(LARGE);
        u16::try_from(bits).unwrap_or(LARGE)
    }

    /// With another step, or another in the place of the last one.
    fn with(self, step: usize, place: u16) -> Self {
        let shift = u32::try_from(step).unwrap_or(0).wrapping_mul(BITS);
        let others = self.0 & !u64::from(LARGE).wrapping_shl(shift);
        let more = u64::from(self.len() < STEPS) << 56;
        Self((others | u64::from(place.min(LARGE)).wrapping_shl(shift)).wrapping_add(more))
    }
}

impl FieldPath {
    /// A path of one field.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(field: &'static &'static str) -> Self {
        // An element of a list has no name of its own: the list's says it all.
        let mut steps: [&'static &'static str; STEPS] = [&""; STEPS];
        steps[0] = field;
        Self { steps, places: Places(if field.is_empty() { 0 } else { 1 << 56 }) }
    }

    /// The same path inside `field`.
    #[doc(hidden)]
    #[must_use]
    pub fn inside(self, field: &'static &'static str) -> Self {
        self.around(field, 0)
    }

    /// The same path inside an element of a list.
    #[doc(hidden)]
    #[must_use]
    pub fn inside_element(self, list: &'static &'static str, index: usize) -> Self {
        self.around(list, u16::try_from(index).unwrap_or(LARGE).saturating_add(1))
    }

    fn around(mut self, field: &'static &'static str, place: u16) -> Self {
        let at = self.places.len().min(STEPS.saturating_sub(1));
        if let Some(step) = self.steps.get_mut(at) {
            *step = field;
        }
        self.places = self.places.with(at, place);
        self
    }

    /// Whether it begins with the element of a list without a name.
    pub(super) fn begins_with_index(&self) -> bool {
        let outermost = self.places.len().checked_sub(1).and_then(|last| self.steps.get(last));
        outermost.is_some_and(|step| step.is_empty())
    }

    /// The names, from the outside in.
    pub fn steps(&self) -> impl Iterator<Item = &'static str> {
        self.steps.into_iter().take(self.places.len()).rev().copied().filter(|step| !step.is_empty())
    }
}

impl fmt::Display for FieldPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut at = self.places.len();
        let mut dot = "";
        while let Some(next) = at.checked_sub(1) {
            at = next;
            let step = self.steps.get(at).map_or("", |step| **step);
            if !step.is_empty() {
                f.write_str(dot)?;
                f.write_str(step)?;
            }
            match self.places.get(at) {
                0 => {}
                LARGE => f.write_str("[..]")?,
                place => write!(f, "[{}]", place.saturating_sub(1))?,
            }
            dot = ".";
        }
        Ok(())
    }
}

impl fmt::Debug for FieldPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{self}\"")
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use super::FieldPath;

    #[test]
    fn paths_of_the_same_fields_are_equal() {
        // An element of a list has no name of its own.
        assert_eq!(FieldPath::new(&"").inside(&"list"), FieldPath::new(&"list"));
        assert_eq!(FieldPath::new(&"x").inside(&"list"), FieldPath::new(&"x").inside(&"list"));
        assert_ne!(FieldPath::new(&"x").inside(&"list"), FieldPath::new(&"list"));
    }

    #[test]
    fn an_element_has_its_index() {
        let path = FieldPath::new(&"name").inside_element(&"rules", 3).inside(&"all");
        assert_eq!(std::format!("{path}"), "all.rules[3].name");
        assert_eq!(path.steps().collect::<std::vec::Vec<_>>(), ["all", "rules", "name"]);
        // A list in a list has no name.
        let path = FieldPath::new(&"").inside_element(&"", 1).inside_element(&"rows", 0);
        assert_eq!(std::format!("{path}"), "rows[0][1]");
        // A large index is only shown as large.
        let of = |index| std::format!("{}", FieldPath::new(&"x").inside_element(&"y", index));
        assert_eq!([of(0), of(2045), of(2046), of(usize::MAX)], ["y[0].x", "y[2045].x", "y[..].x", "y[..].x"]);
        // A long path keeps its innermost and its outermost steps.
        let long = (0..9).fold(FieldPath::new(&"x"), |path, _| path.inside(&"y")).inside_element(&"z", 7);
        assert_eq!(std::format!("{long}"), "z[7].y.y.y.x");
    }
}
