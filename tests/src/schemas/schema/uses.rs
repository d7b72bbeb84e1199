//! Numbers with several uses, and codes of shapes that follow from lengths.

use std::fmt::Write as _;

use super::Schema;

impl Schema {
    /// A declaration of its own in every fourth schema.
    pub(super) fn uses_in_turn(&mut self, seed: u64) {
        if seed % 4 != 1 {
            return;
        }
        let (bits, team) = (self.names.upper(&mut self.dice), self.names.upper(&mut self.dice));
        let (packed, checked) = (self.names.upper(&mut self.dice), self.names.upper(&mut self.dice));
        let none = *self.dice.pick(&["0", "1", "255"]);
        let text = format!(
            "bits {bits}: u8 {{ kind: u2, length: u6 }}
struct {team} {{
    size: u8, list: [u16be; size] if size != {none}, first: u8 if size > 1, last: u8 if size in 2..=9 else 4,
    marks: [{{ at: u8, over: u8 if size > 2 }}; u8],
    shape: u8, chosen: match shape {{ 1 => One {{ a: u8 }}, _ => More {{ b: bytes[shape % 3] }} }} if shape != 0,
}}
struct {packed} {{
    head: u8,
    value: match head {{
        0..=0x3F => Fix {{}},
        0x40..=0x7F => Text: latin1[head - 0x40],
        0x80..=0x8F => Both {{ a: [u8; head - 0x80], b: [i16; head - 0x80] }},
        0x90..=0x9F => Area {{ within (head - 0x90) {{ x: u8, y: bytes[..] }} }},
        _ => Long: utf8[u8],
    }},
    size: u16be, data: match size {{ 65535 => Jumbo: bytes[u24], _ => Plain: bytes[size] }},
}}
struct {checked} {{
    short: {bits}, blob: bytes[short.length], pick: match short.kind {{ 0 => Small: u8, _ => Large: u16 }},
    wide: match short.kind {{ 0 => u8, 1 => none, _ => u24 }},
    count: u8, padded: bytes[(count + 3) / 4 * 4 - count],
    area: if count > 3 {{ within (count) {{ x: u8, _: bytes[..] }} }},
    _: bytes[(count + 3) / 4 * 4 - count], skip: u8, _: bytes[skip % 5] fill 0xFF, _: bytes[skip - 3] if count > 4,
}}"
        );
        writeln!(self.text, "{text}").unwrap();
    }
}
