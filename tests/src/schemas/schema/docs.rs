//! Comments that are documentation, with all that means something to Markdown, and guards that hold.

use super::Schema;

/// What somebody might write. A paragraph may have several lines.
const DOCS: [&str; 12] = [
    "Plain words.",
    "An `inline` piece, [brackets] and <angles>, *stars* and _lines_ & a_b.",
    "See https://example.org/a_b?c=d, or [there](https://example.org).",
    "One line.\n///\n/// Another paragraph, with `code`.",
    "- a list\n/// - of two",
    "1. first\n/// 2. second",
    "| a | b |\n/// | - | - |\n/// | 1 | `2` |",
    "```text\n/// as it is\n/// ```",
    "# No heading",
    "An `unclosed piece, and a \\ too",
    "Ends in a colon:",
    "5 < 6 > 4 && !x || y -> z => {w} #[no] ~~no~~ \"q\" 'c'",
];

impl Schema {
    /// Documentation of what follows, or nothing.
    pub(super) fn docs(&mut self, chance: usize) -> String {
        if !self.dice.percent(chance) {
            return String::new();
        }
        format!("\n/// {}\n", self.dice.pick(&DOCS))
    }

    /// ` if MAX_0 >= 1`: a condition that holds.
    pub(super) fn guard(&mut self) -> String {
        if self.consts.is_empty() || !self.dice.percent(10) {
            return String::new();
        }
        let (name, _) = self.dice.pick(&self.consts).clone();
        let guards = [" if NAME >= 1", " if !(NAME * 2 - 1 < 1) && NAME in 1..=99", " if NAME < 0 || 1 <= NAME <= 99"];
        self.dice.pick(&guards).replace("NAME", &name)
    }
}
