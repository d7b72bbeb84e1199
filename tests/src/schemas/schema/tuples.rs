//! Shapes that several numbers choose, and ranges that have what earlier arms leave.

use std::fmt::Write as _;

use super::Schema;

impl Schema {
    /// Declarations of their own in every fourth schema.
    pub(super) fn tuples_in_turn(&mut self, seed: u64) {
        if seed % 4 != 2 {
            return;
        }
        let (kind, inner) = (self.names.upper(&mut self.dice), self.names.upper(&mut self.dice));
        let (users, writers) = (self.names.upper(&mut self.dice), self.names.upper(&mut self.dice));
        let ordered = self.names.upper(&mut self.dice);
        let rest = *self.dice.pick(&["", ", _ => Other: u24"]);
        let wide = *self.dice.pick(&["u8", "u16", "u16be", "i16"]);
        let [a, b, c] = *self.dice.pick(&[["(1, 1)", "(2, 1)", "(1, 2)"], ["(0, 0)", "(7, 1)", "(3, 0)"]]);
        let [d, e, f] = *self.dice.pick(&[
            ["(0 | 8, 0)", "(3, 4)", "(3, _)"],
            ["(1, 1..=9) | (4, 2)", "(_, 5)", "(0..=4, 0..20)"],
            ["(_, 0)", "(2..=5, _)", "(0..9, 7) | (9, 1 | 3)"],
        ]);
        let text = format!(
            "enum {kind}: u8 {{ Low = 0 | 9, Mid = 1, High = 2..=5, .. }}
struct {inner}(side: u8) {{
    tag: {wide},
    value: match (side, tag) {{ (_, 1) => One {{}}, (0, 2) => Two: u8, (1.., 2) | (0..=4, 3) => More {{ x: u16, y: u8 }} }},
}}
struct {users} {{
    first: {wide}, second: u8,
    body: match (first, second) {{ {d} => Echo {{ id: u16, more: bytes[u8] }}, {e} => Big: u32, {f} => Far {{}}{rest} }},
    kind: {kind}, on: bool,
    named: match (kind, on) {{ (Low, 0) => Off {{}}, (Mid | High, _) => On {{ at: u8 }}, _ => Else: i8 }},
    inside: {inner}(second),
}}
struct {writers} {{
    bits u8 {{ flag, low: u3, high: u2, set: bool, _: .. }},
    pick: match (flag, low) {{ (0, 1) => Small: u8, (1, 1) => Large: u16, (1, 6) => None {{}} }},
    again: {wide}, other: u8,
    group: {{ chosen: match (again, other) {{ {a} => Text: latin1[u8], {b} => List {{ all: [u16; u8] }}, {c} => Empty {{}} }} }},
    here: u8, there: u8,
    maybe: match (here, there) {{ (1, 1) => Left {{ n: u8 }}, (2, 1) => Right: u16 }} if here != 0,
}}
struct {ordered} {{
    code: u16be,
    shape: match code {{ 0x8100 => Tag: u8, ..=20 => Sized: bytes[code], 30.. => Type {{ x: u8 }} }},
    bits u8 {{ size: u3, _: .. }}, width: match size {{ 1 => u8, 0..=3 => u16, _ => u32 }},
}}"
        );
        writeln!(self.text, "{text}").unwrap();
    }
}
