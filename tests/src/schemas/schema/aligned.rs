//! Reserved space up to a multiple, behind fields of any length, in bodies of every kind.

use std::fmt::Write as _;

use super::Schema;

impl Schema {
    /// Declarations of their own in every fourth schema.
    pub(super) fn aligned_in_turn(&mut self, seed: u64) {
        if seed % 4 != 3 {
            return;
        }
        let (wide, item) = (self.names.upper(&mut self.dice), self.names.upper(&mut self.dice));
        let (all, family) = (self.names.upper(&mut self.dice), self.names.upper(&mut self.dice));
        let (sized, late) = (self.names.upper(&mut self.dice), self.names.upper(&mut self.dice));
        let (rest, message) = (self.names.upper(&mut self.dice), self.names.upper(&mut self.dice));
        let first = self.names.upper(&mut self.dice);
        let [a, b, c, d, e, f, g, h, i, k, l] = [(); 11].map(|()| self.aligned());
        let (size, most) = (*self.dice.pick(&["u8", "u16", "u32be"]), *self.dice.pick(&["4", "8", "16"]));
        let text = format!(
            "varint {wide}: u28 = leb128;
struct {item} {{ text: utf8[u8], {a}, more: bytes[u8], {b} }}
struct {first} {{
    early: u16be, kind: u8, within (early) {{ name: latin1[until 0], {c}, last: u8 if kind == 1 }}, count: u8,
}}
struct {all} {{
    kind: u8, bits u8 {{ has_part, _: .. }}, count: {wide},
    part: if has_part {{ title: ascii[until 0], {d}, n: u16 }},
    {e} if kind != 2,
    body: match kind {{
        0 => One {{ x: latin1[u8], {f}, y: {item} }}, 1 => Two: i16, _ => More {{ bits u8 {{ z: u3, _: .. }}, {g} }},
    }},
    items: [{item}; count], marks: [{{ key: utf8[u8], {h}, at: u8 }}; u8],
}}
struct {sized} {{
    width: {wide}, within ({size}) {{ inner: utf8[u8], {i}, end: bytes[..] }}, more: [u8; width],
}}
struct {late} {{
    width: {wide}, _: align({most}) = 1, long: u16,
    within (long) {{ again: utf8[until 0], _: align({most}), behind: u8 }}, more: utf8[width],
}}
struct {rest} {{ first: utf8[u8], within (left() - 2) {{ rest: utf8[u8], {k}, tail: [u16; ..] }}, close: u16 }}
family {family}: {wide} {{ message {message} = 300 {{ first: {wide}, second: {wide}, {l}, remains: bytes[..] }} }}"
        );
        writeln!(self.text, "{text}").unwrap();
    }

    /// `_: align(4) fill 0xFF`
    fn aligned(&mut self) -> String {
        let multiple = *self.dice.pick(&["2", "4", "4", "8", "32"]);
        let filler = *self.dice.pick(&["", "", " fill 0xFF", " fill ' '", " = 0", " = 7"]);
        format!("_: align({multiple}){filler}")
    }
}
