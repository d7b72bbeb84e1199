//! Comments that are documentation, with all that means something to Markdown, and guards that hold.

use std::fmt::Write as _;

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

    /// Declarations of all kinds with source names. They come last, so that no other part of the schema depends on them.
    pub(super) fn source_names_in_turn(&mut self, seed: u64) {
        if seed % 5 != 2 {
            return;
        }
        let [varint, kind, flags, scaled, digits, alias, inner, outer, state] =
            std::array::from_fn(|_| self.names.upper(&mut self.dice));
        self.names.take(&format!("{state}Delta"));
        let family = self.names.upper(&mut self.dice);
        writeln!(
            self.text,
            "varint {varint} \"putint\": u32 = leb128;\nenum {kind} \"kind_t\": u8 {{ First \"KIND_1\" = 1, .. }}\n\
             bits {flags} \"flags_t\": u8 {{ up \"FL_UP\", _ \"FL_NONE\": u7 }}\nquantity {scaled} \"scaled\": u8 = raw / 2;\n\
             packed {digits} \"A2\\\\X#\": u8 {{ one: 0..16, two: 0..16 }}\ntype {alias} \"ns::alias\" = u16;\n\
             struct {inner} \"inner\" {{ _ \"pad\": bytes[2], bits u8 {{ on \"FL_ON\", _: u7 }}, kind \"inner.kind\": {kind}, flags: {flags} }}\n\
             delta {state} \"state_t\" {{ bits u8 {{ more \"U_MORE\", _: u7 }}, x \"origin[0]\": u8 if more else base.x }}\n\
             family {family}: u8 {{ message {outer} \"MSG_OUTER\" = 1 {{ inner: {inner}, size \"n\": {varint}, at: {scaled}, \
             two: {digits}, id: {alias} }} }}"
        )
        .unwrap();
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
