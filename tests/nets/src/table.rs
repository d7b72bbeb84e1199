//! The grammar: a row for each entry that a struct may have. A new construct is a new row.
//!
//! In the text of a row, `#` makes its names those of its place in the schema. `$` stands for any earlier number, `?` for
//! any earlier flag, `^` for either, and `@` for the entries that it contains.

/// An entry of a struct.
#[derive(Debug)]
pub struct Row {
    /// Its text.
    pub text: &'static str,
    /// The numbers and flags that later entries may name.
    pub names: &'static [Name],
    /// The most entries of the schemas that it is in.
    pub most: usize,
}

impl Row {
    /// Whether other entries can stand in it.
    pub fn contains(&self) -> bool {
        self.text.contains('@')
    }

    /// Whether other entries must stand in it: only an arm may have none.
    pub fn needs_content(&self) -> bool {
        self.contains() && !self.text.contains("=>")
    }

    /// The slots: flags, numbers, or either.
    pub fn slots(&self) -> impl Iterator<Item = char> {
        self.text.chars().filter(|letter| SLOTS.contains(letter))
    }
}

/// The letters of slots.
pub const SLOTS: [char; 3] = ['$', '?', '^'];

/// A name that later entries may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Name {
    /// A number.
    Number(&'static str),
    /// A flag.
    Flag(&'static str),
}

use Name::{Flag, Number};

/// A declared item, for the schemas in which its name stands.
pub const ITEMS: [(&str, &str); 8] = [
    ("Kind", "enum Kind: u8 { Zero = 0, One = 1 | 2, Three = 3 }"),
    ("Open", "enum Open: u8 { Zero = 0, Rest = 1.., }"),
    ("Look", "bits Look: u8 { on: bool, size: u2, _: u5 }"),
    ("Varint", "varint Varint: u14 = leb128;"),
    ("Said", "family Said { message None = 0; message Some = 1 { it: u8 } }"),
    ("Sized", "struct Sized(n: u8) { it: bytes[n] }"),
    ("Tested", "struct Tested(n: u8) { it: u8 if n > 1 }"),
    ("Pair", "struct Pair { one: u8, other: u8 }"),
];

const fn row(most: usize, names: &'static [Name], text: &'static str) -> Row {
    Row { text, names, most }
}

/// An entry that no later one names.
const fn uses(most: usize, text: &'static str) -> Row {
    row(most, &[], text)
}

/// All rows. Those that the compiler rejects count among the refusals.
pub const ROWS: &[Row] = &[
    // Numbers and flags.
    row(4, &[Number("n#")], "n#: u8"),
    row(3, &[Number("n#")], "n#: i8"),
    row(3, &[Number("n#")], "n#: u8 where it < 4"),
    row(3, &[Number("n#")], "n#: u8 where it < 4 else 1"),
    row(3, &[Number("n#")], "n#: u8 where it >= 1"),
    row(3, &[Number("n#")], "n#: Varint"),
    row(3, &[Number("n#")], "n#: u16be"),
    row(3, &[Number("n#")], "bits u8 { w#, _: .. }, n#: match w# { 0 => u8, 1 => u16 }"),
    row(3, &[Number("n#")], "n#: u8 = 3"),
    row(3, &[Number("n#")], "n#: Kind"),
    row(3, &[Number("n#")], "n#: Open"),
    row(3, &[Flag("f#")], "f#: bool"),
    row(3, &[Flag("f#")], "f#: u8 as truthy"),
    row(4, &[Flag("f#"), Number("n#")], "bits u8 { f#, n#: u7 }"),
    row(4, &[Flag("f#"), Number("n#")], "bits u8 { f#: bool, n#: u2, _: .. }"),
    row(4, &[Flag("f#"), Flag("g#")], "bits u8 { f#, g#, _: .. }"),
    row(3, &[Flag("f#"), Number("n#")], "bits u8 high_first { f#, n#: u2, _: .. }"),
    row(3, &[Flag("l#.on"), Number("l#.size")], "l#: Look"),
    row(3, &[Number("g#.n"), Flag("g#.f")], "g#: { n: u8, f: bool }"),
    // Lengths of bytes, text and lists.
    uses(4, "x#: bytes[$]"),
    uses(4, "x#: [u8; $]"),
    uses(3, "x#: ascii[$]"),
    uses(3, "x#: [Pair; $]"),
    uses(4, "x#: bytes[$ * 2]"),
    uses(4, "x#: bytes[$ - 1]"),
    uses(3, "x#: bytes[$ * 2 + 1]"),
    uses(3, "x#: bytes[3 - $]"),
    uses(4, "x#: bytes[($ + 7) / 8]"),
    uses(3, "x#: bytes[$ % 3]"),
    uses(3, "x#: bytes[$ + $]"),
    uses(3, "x#: bytes[$ * $]"),
    uses(3, "_: bytes[$]"),
    uses(3, "_: bytes[($ + 1) / 2 * 2 - $]"),
    // Fields under conditions.
    uses(4, "x#: u8 if ^"),
    uses(3, "x#: u8 if !?"),
    uses(4, "x#: u8 if $ != 0"),
    uses(4, "x#: u8 if $ > 1"),
    uses(3, "x#: u8 if ? else 5"),
    uses(3, "x#: u8 if $ != 0 else 5"),
    uses(3, "x#: u8 if $ > 1 else 5"),
    uses(3, "x#: u8 if ? && $ > 1"),
    uses(3, "x#: u8 if ? || ?"),
    uses(3, "x#: u8 if $ == $"),
    uses(3, "x#: u8 if $ == One"),
    uses(4, "x#: bytes[$] if $ != 0"),
    uses(4, "x#: bytes[$] if ?"),
    uses(3, "x#: bytes[$] if $ != -1"),
    uses(3, "_: u8 if ^"),
    uses(3, "_: u8 if $ > 1"),
    // Widths by tags.
    uses(4, "x#: match ^ { 0 => u8, 1 => u16 }"),
    uses(3, "x#: match ^ { 0 => none, 1 => u8 }"),
    uses(3, "x#: match ^ { 0 => none, 1 => u8 } else 5"),
    uses(3, "x#: match $ { 0 | 2 => u8, 1 => u16 }"),
    uses(3, "x#: match $ { 0 => u8, _ => u16 }"),
    uses(3, "x#: match $ { Zero => u8, One => u16, _ => u8 }"),
    uses(3, "x#: match (^, ^) { (0, 0) => u8, (_, 1) => u16 }"),
    uses(3, "x#: match ^ { 0 => u8, 1 => u16 } if ^"),
    // Shapes by tags.
    uses(4, "x#: match ^ { 0 => A {}, 1 => B: u8 }"),
    uses(4, "x#: match $ { 0 => A {}, 1 => B: u8, _ => C: u16 }"),
    uses(3, "x#: match $ { 0 => A {}, 1.. => B: u8 } if ^"),
    uses(3, "x#: match $ { 0..=1 => A {}, 2..=3 => B: bytes[$ - 2], _ => C: bytes[u8] }"),
    uses(3, "x#: match (^, ^) { (0, 0) => A {}, (1, _) => B: u8, _ => C {} }"),
    uses(3, "x#: match $ { 1 => A {}, 0..=3 => B: u8 }"),
    uses(3, "x#: match $ { Zero => A {}, One => B: u8, _ => C {} }"),
    uses(3, "x#: Said by $"),
    // Masks, arguments and elements.
    uses(3, "x#: [u8 if $; 2]"),
    uses(3, "x#: [u8 if $; 2] if ^"),
    uses(3, "x#: Sized($)"),
    uses(3, "x#: Tested($)"),
    uses(3, "x#: [Sized($); 2]"),
    uses(3, "x#: [u8; $] if $ > 1"),
    // Rules.
    uses(4, "x#: u8 where it < $"),
    uses(3, "x#: u8 where it + $ < 4"),
    uses(3, "x#: bytes[u8] where len(it) <= $"),
    uses(3, "x#: u8 where it <= $ else 1"),
    uses(3, "x#: bytes[$] where len(it) < 3"),
    uses(3, "x#: bytes[$] where len(it) > $"),
    uses(3, "x#: u8 = crc_8_smbus(all)"),
    uses(3, "x#: u8 = xor_8(before(x#), $, 7)"),
    uses(3, "x#: u8 = sum_8(after(x#), match $ { 0 => 1, 1..=3 => (2, 3) })"),
    // Groups, regions, arms and elements.
    uses(3, "x#: { @ }"),
    uses(4, "x#: if ^ { @ }"),
    uses(3, "x#: if $ != 0 { @ }"),
    uses(4, "x#: if $ > 1 { @ }"),
    uses(3, "x#: if left() > 0 { @ }"),
    uses(4, "within ($) { @ }"),
    uses(3, "within ($ - 1) { @ }"),
    uses(3, "within (u8) { @ }"),
    uses(3, "within (2) { @ }"),
    uses(3, "x#: within ($) bytes[..]"),
    uses(3, "x#: within (u8) u8 if ^"),
    uses(4, "x#: match ^ { 0 => A { @ }, _ => B {} }"),
    uses(3, "x#: match u8 { 0 => A { @ }, _ => B {} }"),
    uses(3, "x#: match u8 { 0 => A { @ }, 1 => B: u8 }"),
    uses(4, "x#: [{ @ }; $]"),
    uses(3, "x#: [{ @ }; 2]"),
    uses(3, "x#: [{ @ }; ..]"),
    uses(3, "x#: [match u8 { 0..=3 => A { @ }, 4..=7 => B: bytes[..], _ => C: u8 }; ..]"),
    uses(3, "x#: [{ n: u8, s: utf8[..] if n > 3 }; ..]"),
    // Ends.
    uses(3, "x#: bytes[..]"),
    uses(3, "x#: [u8; ..]"),
    uses(3, "x#: bytes[u8]"),
    uses(3, "x#: [u16; u8]"),
    uses(3, "x#: bytes[until 0]"),
    uses(3, "x#: bytes[until 0 | 3]"),
    uses(3, "x#: ascii[until 0 or end, ..=2]"),
    uses(3, "x#: [u8; until 255, ..=2]"),
    uses(3, "x#: [{ n: u8, d: u8 }; until n: 0 | 255]"),
    uses(3, "x#: [{ bits u8 { n: u2, _: u6 }, v: u8 }; until n: 0]"),
    uses(3, "x#: bytes[through 0]"),
    uses(3, "x#: bytes[before 0xFF], _: u8 = 0xFF"),
    uses(3, "x#: bytes[until \"\\x00\\x01\"]"),
    uses(3, "x#: [{ n: u8, d: u8 }; through n: 0]"),
    uses(3, "x#: [{ bits u8 { last, v: u7 } }; through last: 1]"),
    uses(3, "x#: [{ bits u8 { v: u7, more: bool } }; through more: 0]"),
    uses(3, "x#: [{ n: u8, s: match n { 0 => A {}, 1..=3 => B: bytes[n], _ => C {} } }; through s: A | C]"),
    uses(3, "x#: [match u8 { 0 | 1 => A {}, _ => B: u8 }; through A, ..=2]"),
    uses(3, "x#: [u8; through 0 | 4..=127]"),
    uses(3, "x#: [{ n: u8 where it < 128 }; before 0xFF or end]"),
    uses(3, "x#: [{ n: u16, d: u8 }; before 0xFFFF], _: u16 = 0xFFFF"),
    uses(3, "x#: [{ n: u8, d: u8 }; until n: 0 or end], _: bytes[..]"),
    uses(3, "within (3) { x#: bytes[until 0 or end], _: bytes[..] }"),
    // Reserved space, constants and filling.
    uses(3, "_: u8"),
    uses(3, "_: u8 = 0"),
    uses(3, "_: bytes[..]"),
    uses(3, "_: align(2)"),
    uses(3, "_: align(2) = 0"),
    uses(3, "_: u8 fill 255"),
    uses(3, "_: bytes[$] fill 255"),
    uses(3, "x#: ascii[2]"),
    uses(3, "x#: ascii[2 fill ' ']"),
    uses(3, "within ($) { @, _: bytes[..] }"),
    uses(3, "within (2) { @, _: bytes[..] }"),
];
