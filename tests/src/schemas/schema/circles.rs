//! Declarations that contain each other through `nested`, and nested parts without a circle: each schema has another kind.

use std::fmt::Write as _;

use super::Schema;

impl Schema {
    /// A circle of one record, of a family or of three records, and a struct that nests a part of it.
    pub(super) fn circles_in_turn(&mut self, seed: u64) {
        let [one, two, three, user] = [(); 4].map(|()| self.names.upper(&mut self.dice));
        let depth = 1 + self.dice.below(6);
        let (part, text) = match seed % 3 {
            0 => {
                let limit = 3 + self.dice.below(200);
                let text = format!(
                    "struct {one}(kind: u8) depth {depth} {{\n    value: match kind {{\n        0 => Leaf {{ number: u16 where it <= {limit} }},\n        \
                     1 => Row {{ inner: u8, all: [nested {one}(inner); u8] }},\n        \
                     2 => Named {{ names: [{{ shape: u8, name: latin1[until 0], held: nested {one}(shape) }}; until shape: 9] }},\n        \
                     3 => Sized: within (u16) nested {one}(0),\n        _ => Text: utf8[u8],\n    }},\n}}"
                );
                (format!("{one}({})", self.dice.below(5)), text)
            }
            1 => {
                let text = format!(
                    "family {one}: u8 depth {depth} {{\n    message Number = 0 {{ value: i16be }}\n    message Rows = 1 {{ all: [nested {one}; u8] }}\n    \
                     message Both = 2 {{ within (u8) {{ left: nested {one}, right: [nested {one}; ..] }} }}\n    \
                     message Maybe = 4 {{ bits u8 {{ is_there, _: u7 }}, other: nested {one} if is_there }}\n}}"
                );
                (one, text)
            }
            _ => {
                let text = format!(
                    "struct {one} depth {depth} {{ flag: u8, next: nested {two} if flag > 100 }}\n\
                     struct {two} {{ items: [{three}; u8] }}\n\
                     struct {three} {{ size: u16be, held: {{ bits u8 {{ has_one, wide, _: .. }}, number: match wide {{ 0 => u8, 1 => u16 }} }},\n    \
                     one: nested {one} if held.has_one }}"
                );
                (one, text)
            }
        };
        let several = self.dice.percent(40);
        let field = if several { format!("parts: [nested {part}; u8]") } else { format!("part: nested {part}") };
        writeln!(self.text, "{text}\nstruct {user} {{ number: u16, {field}, last: u8 }}").unwrap();
    }
}
