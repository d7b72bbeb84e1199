//! What differs between the versions of a schema.

use std::fmt::Write as _;

use super::{Declared, Kind, Schema};

/// Lists of versions, with conditions that hold in some of them.
const VERSIONS: [(&str, &[&str]); 3] = [
    ("1, 2", &["VERSION == 1", "VERSION >= 2", "VERSION < 2"]),
    ("259, 260, 2015_10", &["VERSION == 260", "VERSION != 260", "VERSION > 260", "VERSION <= 260 && VERSION != 259"]),
    ("7, 9", &["LATER", "!LATER", "VERSION == 7 || VERSION == 8"]),
];

impl Schema {
    /// `, versions: [1, 2]`, in some schemas.
    pub(super) fn versions(&mut self) -> String {
        if !self.dice.percent(25) {
            return String::new();
        }
        let (versions, conditions) = *self.dice.pick(&VERSIONS);
        self.of_versions = conditions.to_vec();
        format!(", versions: [{versions}]")
    }

    /// What all conditions stand on.
    pub(super) fn version_constants(&mut self) {
        if self.of_versions.contains(&"LATER") {
            self.text.push_str("const LATER = VERSION >= 9;\n");
        }
    }

    /// `VERSION >= 2`, in so many of a hundred cases where there are versions.
    pub(super) fn of_a_version(&mut self, chance: usize) -> Option<&'static str> {
        if self.of_versions.is_empty() || !self.dice.percent(chance) {
            return None;
        }
        Some(*self.dice.pick(&self.of_versions))
    }

    /// A number that has another width in each version.
    pub(super) fn alias_of_versions(&mut self) -> bool {
        let Some(one) = self.of_a_version(40) else { return false };
        let name = self.names.upper(&mut self.dice);
        let wires = *self.dice.pick(&[("u8", "u16"), ("u16be", "u8"), ("u24", "u8 where 0..=200")]);
        writeln!(self.text, "type {name} if {one} = {};\ntype {name} if !({one}) = {};", wires.0, wires.1).unwrap();
        // As if it held too much to be used by others.
        self.scalars.push(Declared { name, kind: Kind::Int(0, i64::MAX.into()) });
        true
    }
}
