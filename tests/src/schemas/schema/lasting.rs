//! Lists of which the last element may take the rest.

use std::fmt::Write as _;

use super::Schema;

impl Schema {
    /// A declaration of its own in every eighth schema.
    pub(super) fn lasting_in_turn(&mut self, seed: u64) {
        if seed % 8 != 4 {
            return;
        }
        let [record, records, family, stream] = [(); 4].map(|()| self.names.upper(&mut self.dice));
        let order = *self.dice.pick(&["le", "be"]);
        let text = format!(
            "struct {record} {{
    kind: u8,
    it: match kind {{
        0..=59 => Rest: bytes[..],
        60..=99 => Tail {{ list: [u8; until 0], rest: [u16{order}; ..] }},
        100 => Sized: latin1[u8],
        _ => Group {{ bits u8 {{ has_text, _: .. }}, text: utf8[..] if has_text }},
    }},
}}
struct {records} {{ all: [{record}; ..] }}
family {family}: u8 {{
    message One = 1 {{ x: u8 }}
    message Two = 2 {{ list: [match u8 {{ 0 => Pad {{}}, 1..=127 => Few: bytes[3], _ => End {{ _: bytes[..] }} }}; ..] }}
    message Three = 3 {{ it: {record} }}
    message Four = 4 {{ within (u8) {{ it: {record} }} }}
    ..
}}
struct {stream} {{ within (u8) {{ some: [{family}; ..] }}, others: [{family}; ..] }}"
        );
        writeln!(self.text, "{text}").unwrap();
    }
}
