//! Lists that end with one of their elements, or where the next field begins.

use std::fmt::Write as _;

use super::Schema;

impl Schema {
    /// A declaration of its own in every fourth schema.
    pub(super) fn chains_in_turn(&mut self, seed: u64) {
        if seed % 4 != 2 {
            return;
        }
        let (chains, marks) = (self.names.upper(&mut self.dice), self.names.upper(&mut self.dice));
        let (order, bit) = (*self.dice.pick(&["le", "be"]), *self.dice.pick(&["0", "1"]));
        // One number, or one of two that a shape tells apart.
        let (ends, begin) = match bit {
            "0" => ("255", "_: u8 = 255"),
            _ => ("254 | 255", "which: match u8 { 254 => Short { x: u8 }, 255 => Whole {} }"),
        };
        let text = format!(
            "struct {chains} {{
    numbers: [u16{order}; through ..10 | 0x8000..],
    placed: [{{ head: u16, tag: {{ bits u24{order} {{ low: u5, last, high: u18 }} }}, text: latin1[u8] }}; through tag.last: {bit}],
    typed: [{{ bits u8 {{ more: bool, _: .. }}, bytes: bytes[u8] }}; through more: {bit}],
    shapes: [{{ kind: u8, it: match kind {{ 0..=99 => Few {{ a: u8 }}, 100 => Last: u8, _ => Stored {{}} }} }}; through it: Last | Stored],
    alone: [match u8 {{ 0 => End {{}}, _ => Some: u8 }}; through End],
}}
struct {marks} {{
    words: [i16{order}; before -1, ..=4],
    _: i16{order} = -1,
    records: [{{ bits u8 {{ has_x, kind: u7 }}, x: u8 if has_x }}; before {ends} or end],
    more: if left() > 0 {{ {begin}, list: [{{ n: u8, bytes: bytes[u8] }}; until n: 0 or end], _: bytes[..] }},
}}"
        );
        writeln!(self.text, "{text}").unwrap();
    }
}
