//! Where in a message something is wrong.

use core::cmp::Ordering;
use core::fmt;

/// How many steps of a path an error keeps; of a longer one the innermost and the outermost.
const STEPS: usize = 5;

/// Where in a message: field names from the outside in, shown joined by dots, with the index of an element and the message of
/// a family (`fall.speed`, `players[3].state.health`, `messages[0](Chat).text`). A long path leaves out what is behind its
/// outermost name (`value...items[2].value.text`).
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct FieldPath {
    /// From the innermost outward: that is the order in which they become known.
    steps: [&'static &'static str; STEPS],
    places: Places,
}

/// How many steps there are, which elements of lists they are, and which are messages of families. In one word, since errors
/// travel by value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Places(u64);

/// Bits of a step: zero where it is no element, else one more than its index. An index that is too large is not shown.
const BITS: u32 = 11;
const LARGE: u16 = (1 << BITS) - 1;

/// The bit that says that steps behind the outermost are left out.
const LEFT_OUT: u64 = 1 << 55;

/// The place of the number of steps, and that of the bits of steps which are messages.
const LEN: u32 = 56;
const MEMBERS: u32 = 59;

impl Places {
    const fn len(self) -> usize {
        match (self.0 >> LEN) & 7 {
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
        let others = self.0 & !u64::from(LARGE).wrapping_shl(shift) & !member(step);
        let more = u64::from(self.len() < STEPS) << LEN;
        Self((others | u64::from(place.min(LARGE)).wrapping_shl(shift)).wrapping_add(more))
    }

    /// Whether a step is the message of a family.
    fn is_member(self, step: usize) -> bool {
        self.0 & member(step) != 0
    }
}

/// The bit of a step that is the message of a family.
fn member(step: usize) -> u64 {
    1_u64.wrapping_shl(u32::try_from(step).unwrap_or(0).wrapping_add(MEMBERS))
}

impl FieldPath {
    /// A path of one field.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(field: &'static &'static str) -> Self {
        // An element of a list has no name of its own: the list's says it all.
        let mut steps: [&'static &'static str; STEPS] = [&""; STEPS];
        steps[0] = field;
        Self { steps, places: Places(if field.is_empty() { 0 } else { 1 << LEN }) }
    }

    /// The same path inside `field`.
    #[doc(hidden)]
    #[must_use]
    pub fn inside(self, field: &'static &'static str) -> Self {
        if field.is_empty() { self } else { self.around(field, 0) }
    }

    /// The same path inside an element of a list.
    #[doc(hidden)]
    #[must_use]
    pub fn inside_element(self, list: &'static &'static str, index: usize) -> Self {
        self.around(list, u16::try_from(index).unwrap_or(LARGE).saturating_add(1))
    }

    /// The same path in this message of a family, which a field may hold. A long path does not name it.
    pub(super) fn in_member(self, message: &'static &'static str) -> Self {
        let at = self.places.len();
        if at == STEPS {
            return self;
        }
        let mut path = self.around(message, 0);
        path.places.0 |= member(at);
        path
    }

    /// With another step outside of the others. A path that is too long forgets a message first, then its outermost step.
    fn around(self, field: &'static &'static str, place: u16) -> Self {
        let member = (0..STEPS).find(|step| self.places.is_member(*step)).filter(|_| self.places.len() == STEPS);
        let mut path = member.map_or(self, |member| self.without(member));
        path.places.0 |= self.places.0 & LEFT_OUT;
        let at = path.places.len().min(STEPS.saturating_sub(1));
        if path.places.len() == STEPS {
            path.places.0 |= LEFT_OUT;
        }
        if let Some(step) = path.steps.get_mut(at) {
            *step = field;
        }
        path.places = path.places.with(at, place);
        path
    }

    /// Without one of its steps.
    #[cold]
    fn without(self, left_out: usize) -> Self {
        let mut path = Self::new(&"");
        for (at, step) in (0..STEPS).zip(self.steps) {
            path = match self.places.is_member(at) {
                _ if at == left_out => path,
                true => path.in_member(step),
                false => path.around(step, self.places.get(at)),
            };
        }
        path
    }

    /// Whether it begins with the element of a list without a name.
    pub(super) fn begins_with_index(&self) -> bool {
        let outermost = self.len_in_message().checked_sub(1).and_then(|last| self.steps.get(last));
        outermost.is_some_and(|step| step.is_empty())
    }

    /// The steps inside of the outermost message, whose name the error has.
    pub(super) fn is_empty(&self) -> bool {
        self.len_in_message() == 0
    }

    fn len_in_message(&self) -> usize {
        let len = self.places.len();
        len.checked_sub(1).filter(|last| self.places.is_member(*last)).unwrap_or(len)
    }

    /// The names of the fields, from the outside in.
    pub fn steps(&self) -> impl Iterator<Item = &'static str> {
        let places = self.places;
        let is_name = move |(at, step): &(usize, &'static &'static str)| !step.is_empty() && !places.is_member(*at);
        let skipped = STEPS.saturating_sub(places.len());
        self.steps.into_iter().enumerate().rev().skip(skipped).filter(is_name).map(|(_, step)| *step)
    }
}

/// Step by step: the order of arrays indexes them.
impl Ord for FieldPath {
    fn cmp(&self, other: &Self) -> Ordering {
        self.steps.iter().cmp(other.steps.iter()).then_with(|| self.places.cmp(&other.places))
    }
}

impl PartialOrd for FieldPath {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for FieldPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut at = self.len_in_message();
        let mut dot = "";
        let left_out = self.places.0 & LEFT_OUT != 0;
        while let Some(next) = at.checked_sub(1) {
            at = next;
            let step = self.steps.get(at).map_or("", |step| **step);
            if self.places.is_member(at) {
                write!(f, "({step})")?;
            } else if !step.is_empty() {
                f.write_str(dot)?;
                f.write_str(step)?;
            }
            match self.places.get(at) {
                0 => {}
                LARGE => f.write_str("[..]")?,
                place => write!(f, "[{}]", place.saturating_sub(1))?,
            }
            dot = ".";
            if left_out && at == STEPS.saturating_sub(1) {
                f.write_str("...")?;
                dot = "";
            }
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
    fn a_message_that_a_field_holds_has_its_name() {
        let path = FieldPath::new(&"ids").in_member(&"Order");
        assert_eq!(std::format!("{path}"), "ids", "the error has the name");
        let path = path.inside(&"message");
        assert_eq!(std::format!("{path}"), "message(Order).ids");
        assert_eq!(path.steps().collect::<std::vec::Vec<_>>(), ["message", "ids"]);
        let path = FieldPath::new(&"x").inside_element(&"", 1).in_member(&"Order").inside_element(&"all", 2);
        assert_eq!(std::format!("{path}"), "all[2](Order)[1].x");
        let path = FieldPath::new(&"").in_member(&"Order");
        assert!(!path.begins_with_index());
        assert_eq!(std::format!("{path} {}", path.inside(&"y")), " y(Order)");
        // The innermost and the outermost field count for more.
        let long = (0..4).fold(FieldPath::new(&"x"), |path, _| path.inside(&"y")).in_member(&"Order").inside(&"z");
        assert_eq!(std::format!("{long}"), "z...y.y.y.x");
        let two = FieldPath::new(&"x").in_member(&"A").inside_element(&"y", 1).in_member(&"B").inside(&"z");
        assert_eq!(std::format!("{}", two.inside(&"w")), "w.z(B).y[1].x");
        let long = (0..3).fold(FieldPath::new(&"x"), |path, _| path.inside(&"y")).in_member(&"Order").inside(&"z");
        assert_eq!(std::format!("{long}"), "z.y.y.y.x");
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
        assert_eq!(std::format!("{long}"), "z[7]...y.y.y.x");
    }
}
