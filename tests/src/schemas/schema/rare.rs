//! What is said in more ways than one comes to by joining the others: regions of a constant size, messages that parts of
//! bits or names choose, differences in the elements of a list, counts that say "none at all", numbers beyond `i64`.

use std::fmt::Write as _;

use super::Schema;
use super::body::Scope;
use super::extents::count_given;

impl Schema {
    /// One of them, as a field, or several. Whether more may follow is the same as before.
    pub(super) fn rare(&mut self, scope: &mut Scope) -> String {
        match self.dice.below(10) {
            0 => self.region_of_a_constant(scope),
            1 if !scope.tight => self.differences_in_place(scope),
            2 | 3 => self.absent_by_its_count(scope),
            4 if !scope.tight => self.number_beyond(scope),
            5 | 6 => self.as_long_as_others_say(scope),
            7 if !scope.tight => self.states_in_a_row(scope),
            8 => self.truths(scope),
            _ => self.counted_by_a_neighbour(scope),
        }
    }

    /// What chance seldom leads to, as declarations of their own: each schema has another one.
    pub(super) fn rare_in_turn(&mut self, seed: u64) {
        let (one, two) = (self.names.upper(&mut self.dice), self.names.upper(&mut self.dice));
        let three = self.names.upper(&mut self.dice);
        let filler = seed % 256;
        let text = match seed % 7 {
            0 => match self.names.of_function(&mut self.dice, &["seal_of_a_part"]) {
                Some(hook) => format!(
                    "hook {hook}(data: bytes, low: u3, high: i5) -> u24;\nbits {one}: u8 {{ low: u3, high: i5 }}\n\
                     struct {two} {{ head: {one}, sum: u24be = {hook}(before(sum), head.low, head.high) }}"
                ),
                None => return,
            },
            1 => format!(
                "struct {one}(count: u8) {{\n    numbers: [u16be; count + 1],\n    blob: bytes[count * 2], raw: bytes[count],\n    \
                 name: latin1[count / 3],\n    within (count - 1) {{ id: u8, _: bytes[..] fill 0x{filler:x} }},\n}}\n\
                 struct {two} {{
    id: u8, part: {one}(id % 5 + 1), list: [{one}(id / 64 + 1); 2],
    \
                 width: match left() {{ 1 => u8, 2 => u16be }},\n}}\n\
                 struct {three}(wide: bool) {{ n: u8, width: match (wide, n) {{ (0, _) => u8, (1, 0..=9) => u16 }} }}"
            ),
            // Numbers that follow from nothing in every case.
            2 => format!(
                "struct {one} {{\n    size: u8, length: u16be, bits u8 {{ wide, form: u2, on: bool, _: .. }},\n    \
                 width: match (wide, form) {{ (0, 0..=1) => u8, (1, 0) => u16, (_, 2) => u16be }},\n    \
                 some: if on {{ all: bytes[size], within (length) {{ x: u8, _: bytes[..] fill 0x{filler:x} }} }},\n    \
                 last: [{{ a: u32, b: latin1[u8] }}; until left() <= 2], end: u16 if left() == 2,\n}}"
            ),
            3 => format!(
                "enum {three}: u64 {{ None = 0, Far = 0xFFFF_FFFF_FFFF_FFFF, SomeCodes = 9223372036854775808 | 2..=3 }}\n\
                 family {one} {{ message Ping = 0; message Say = 1 {{ far: {three} }} .. }}\n\
                 struct {two} {{ bits u8 {{ kind: u3, level: i5 }}, payload: {one} by kind }}"
            ),
            4 => format!(
                "struct {one} {{\n    bits u8 {{ on, _: .. }}, rest: [u16be; ..],\n    \
                 foot: if on trailer {{ _: bytes[size - 1] fill 0x{filler:x}, size: u16be where it >= 1 }},\n}}\n\
                 struct {two} {{\n    within (u16) {{\n        text: utf8[u8], blob: bytes[..],\n        \
                 foot: trailer {{ data: bytes[size * 2], kind: u8, size: u8, sum: u32 }},\n    }},\n    last: u8,\n}}\n\
                 struct {three} {{\n    blocks: [{{ size: u8, data: bytes[size] }}; until size: 0],\n    \
                 rows: [{{ n: u16be, row: [u16; n] }}; through n: 0 | 7], last: u8,\n}}"
            ),
            5 => format!(
                "struct {one} {{\n    kind: u8, size: u8, bits u8 {{ loud: bool, level: u7 }}, more: {{ total: u16be }},\n}}\n\
                 struct {two} {{\n    head: {one}, data: bytes[head.size], note: u8 if head.loud,\n    \
                 body: match head.kind {{ 1 => Ping {{ x: u8 }}, _ => Pong {{}} }},\n    \
                 list: [{{ item: u8, more: bytes[head.size] }}; head.more.total], least: u8 where it <= head.level,\n}}\n\
                 struct {three} {{\n    bits u8 {{ there, _: .. }},\n    \
                 tail: if there {{ head: {one}, within (head.size) {{ text: utf8[..] }} }}, last: u8,\n}}"
            ),
            _ => format!(
                "family {one} {{ message Ping = 0; message Say = 1 {{ text: utf8[until 0] }} }}\n\
                 struct {two} {{ kind: u8, payload: {one} by kind where size(payload) <= 4 || kind != 1 }}\n\
                 struct {three} {{
    line: bytes[through 0x{filler:x}], name: within (4) {{ text: latin1[4 or end] }},
    \
                 within (u8) {{ rows: [{{ key: u8, value: u16be }}; through key: 0 | 9 or end], data: bytes[..] }},
    \
                 within (until 0x{filler:x}) {{ digit: u8, lots: [{{ key: u8, value: u16 }}; ..] }},\n    \
                 head: within (until \"ab\" | 9) {{ word: latin1[..] }},\n    \
                 within (6) {{ words: [u16; through 1 or end], _: bytes[..] fill 0x{filler:x} }},
    \
                 last: utf8[through '!' | 'a' or end, ..=9],
    more: if left() > 0 {{ one: u8, rest: latin1[..] }},
}}"
            ),
        };
        writeln!(self.text, "{text}").unwrap();
    }

    /// `within (4) { .. }`, `within (MAX_0) { .. }`
    fn region_of_a_constant(&mut self, scope: &mut Scope) -> String {
        let (name, other) = (scope.names.field(&mut self.dice, true), scope.names.field(&mut self.dice, true));
        scope.at = None;
        let size = match self.consts.first() {
            Some((name, _)) if !scope.tight && self.dice.percent(50) => name.clone(),
            _ => self.dice.between(1, 5).to_string(),
        };
        let rest = *self.dice.pick(&["bytes[..]", "latin1[..]", "[u8; ..]", "ascii[until 0 or end]"]);
        match self.dice.below(4) {
            0 => format!("within (4) {{ {name}: u24, _: bytes[..], }}"),
            1 => format!("within (3) {{ {name}: bytes[left() - 1], {other}: i8, }}"),
            2 => format!("{name}: within ({size}) {rest}"),
            _ => format!("within ({size}) {{ {name}: i8, {other}: {rest}, }}"),
        }
    }

    /// `[delta Thing { .. }; u8]`
    fn differences_in_place(&mut self, scope: &mut Scope) -> String {
        let (list, state) = (scope.names.field(&mut self.dice, true), self.names.upper(&mut self.dice));
        self.names.take(&format!("{state}Delta"));
        let mut names = scope.names.clone();
        let mut field = || names.field(&mut self.dice, true);
        let (flag, flag_2, one, two, three) = (field(), field(), field(), field(), field());
        scope.names = names;
        scope.at = None;
        let wires = ["u16", "i24be", "f32", "[u8; 3]", "bytes[2]"];
        let (wire, wire_2) = (*self.dice.pick(&wires), *self.dice.pick(&wires));
        let extent = *self.dice.pick(&["u8", "u16be", "2", "3"]);
        format!(
            "{list}: [delta {state} {{ bits u8 {{ {flag}, {flag_2}, _: .. }}, {one}: {wire} if {flag} else base.{one}, \
             {two}: {wire_2} if !{flag_2} else base.{two}, {three}: u8 }}; {extent}]"
        )
    }

    /// `size: i16, data: bytes[size] if size != -1`
    fn absent_by_its_count(&mut self, scope: &mut Scope) -> String {
        let (size, data) = (scope.names.field(&mut self.dice, true), scope.names.field(&mut self.dice, true));
        scope.at = None;
        let held = *self.dice.pick(&["bytes[SIZE]", "utf8[SIZE]", "[u16; SIZE]", "[{ ITEM: u8 }; SIZE]"]);
        let held = held.replace("SIZE", &size).replace("ITEM", &scope.names.field(&mut self.dice, true));
        let (wire, none) = *self.dice.pick(&[("i16", "-1"), ("i8", "-128"), ("i24be", "-5")]);
        format!("{size}: {wire}, {data}: {held} if {size} != {none}")
    }

    /// `first: Thing from zero, second: Thing from first if has_second`
    fn states_in_a_row(&mut self, scope: &mut Scope) -> String {
        let states: Vec<String> = self.records.iter().filter(|one| one.delta).map(|one| one.name.clone()).collect();
        if states.is_empty() {
            return self.truths(scope);
        }
        let state = self.dice.pick(&states).clone();
        let mut field = || scope.names.field(&mut self.dice, true);
        let (flag, one, other) = (field(), field(), field());
        scope.at = None;
        format!("bits u8 {{ {flag}, _: .. }}, {one}: {state} from zero, {other}: {state} from {one} if {flag}")
    }

    /// A list of what is true for every number but zero.
    fn truths(&mut self, scope: &mut Scope) -> String {
        let (name, of) = (scope.names.field(&mut self.dice, true), self.names.upper(&mut self.dice));
        scope.at = None;
        writeln!(self.text, "type {of} = i16 as truthy;").unwrap();
        format!("{name}: [{of}; u8]")
    }

    /// What is as long as somebody else knows, or as a varint in front says.
    fn as_long_as_others_say(&mut self, scope: &mut Scope) -> String {
        let name = scope.names.field(&mut self.dice, true);
        let mut given: Vec<String> = scope.given.iter().filter_map(count_given).collect();
        scope.at = None;
        let count = match (self.dice.draw(&mut given), self.varints.first()) {
            (Some(count), _) if self.dice.percent(75) => count,
            (_, Some((varint, ..))) => varint.clone(),
            (Some(count), None) => count,
            (None, None) => "i8".to_owned(),
        };
        let held = *self.dice.pick(&[
            "bytes[COUNT]",
            "bytes[COUNT]",
            "[u16; COUNT]",
            "latin1[COUNT]",
            "bytes[until 0, ..=12]",
        ]);
        format!("{name}: {}", held.replace("COUNT", &count))
    }

    /// `_: u64 = 0xFFFF_FFFF_FFFF_FFFF`, and a name of such a number.
    fn number_beyond(&mut self, scope: &mut Scope) -> String {
        let name = scope.names.field(&mut self.dice, true);
        scope.at = None;
        match self.dice.below(4) {
            0 => format!("{name}: u64be = 0x8000_0000_0000_0001"),
            1 => "_: u64 = 18446744073709551615".to_owned(),
            2 => {
                let flag = scope.names.field(&mut self.dice, true);
                format!("bits u8 {{ {flag}, _: .. }}, {name}: u64 if {flag} else 0xFFFF_FFFF_FFFF_FFFE")
            }
            _ => {
                let of = self.names.upper(&mut self.dice);
                let open = if self.dice.percent(50) { ".." } else { "" };
                let names = "None = 0, Far = 0xFFFF_FFFF_FFFF_FFFF, SomeCodes = 9223372036854775808 | 2..=3";
                writeln!(self.text, "enum {of}: u64 {{ {names}, {open} }}").unwrap();
                format!("{name}: {of}")
            }
        }
    }

    /// A rule that counts or measures what stands beside it.
    fn counted_by_a_neighbour(&mut self, scope: &mut Scope) -> String {
        let (name, other) = (scope.names.field(&mut self.dice, true), scope.names.field(&mut self.dice, true));
        scope.at = None;
        let held = *self.dice.pick(&["bytes[u8]", "latin1[until 0]", "[u16; u8]", "[i8; 4]", "utf8[u16be]"]);
        let rule = *self.dice.pick(&[
            "len(OTHER) <= it",
            "len(OTHER) != 3 || it < 2",
            "size(OTHER) < it + 9",
            "it == 0 || size(OTHER) - len(OTHER) <= 9",
            "it * 2 >= len(OTHER) && size(OTHER) < 12",
        ]);
        // A length that is always the same is no rule by itself.
        let rule = if held == "[i8; 4]" { "it == 0 || it != len(OTHER)" } else { rule };
        let rule = rule.replace("OTHER", &other);
        match self.dice.percent(50) {
            true => format!("{name}: u8 where {rule}, {other}: {held}"),
            false => format!("{other}: {held}, {name}: u8 where {rule}"),
        }
    }

    /// What chooses a message that has no code in front: its declaration, and the path by which it is called. Codes are
    /// less than `end`.
    pub(super) fn chooser(&mut self, scope: &mut Scope, carrier: &str, end: i128) -> (String, String) {
        let kind = scope.names.field(&mut self.dice, true);
        let bits = end.ilog2() + 1;
        match self.dice.below(5) {
            0 | 4 => {
                let flag = scope.names.field(&mut self.dice, true);
                (format!("bits u16 {{ {flag}: bool, {kind}: u{bits}, _: .. }}, "), kind)
            }
            1 => {
                let of = self.names.upper(&mut self.dice);
                writeln!(self.text, "enum {of}: u16 {{ First = 0, Third = 2, Far = 60000 | 60007, .. }}").unwrap();
                (format!("{kind}: {of}, "), kind)
            }
            2 if end < 24 => {
                // Each has a name.
                let of = self.names.upper(&mut self.dice);
                let all: String = (0..=end).map(|code| format!("N{code} = {code}, ")).collect();
                writeln!(self.text, "enum {of}: u8 {{ {all} }}").unwrap();
                (format!("{kind}: {of}, "), kind)
            }
            _ => (format!("{kind}: {carrier}, "), kind),
        }
    }
}
