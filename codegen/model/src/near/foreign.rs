//! Words of C, Rust, Kaitai Struct and Protocol Buffers, and the spelling of what they mean in a schema.

/// The place in a schema where a word was found that means nothing there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// Where a declaration begins.
    Item,
    /// Where a field begins.
    Entry,
    /// Where the wire of a field or of an element belongs.
    Wire,
    /// After a wire.
    Clause,
    /// After `as`.
    Value,
}

/// The help for a word that means nothing here.
pub const LEAVE_OUT: &str = "leave this word out";
const LIST: &str = "a list is written with its length: `[u8; 4]`, `[u8; count]`, or `[u8; u16]` for a count before it";
const OPTIONAL: &str = "an optional field has a condition: `x: u8 if has_x`, after `bits u8 { has_x, _: .. }`";
const RESERVED: &str =
    "reserved space has a fixed length: `_: bytes[4]`, `_: u4`; padding to a multiple is not supported";
const SHAPES: &str =
    "a field has one of several shapes by an earlier number: `body: match kind { 0 => A { x: u8 }, 1 => B {} }`";
const OUTSIDE: &str = "declare it outside of this body, and name it as the wire of a field: `x: Name`";
const TEXT: &str = "text is written with its encoding and length: `utf8[u16]`, `latin1[16]`, `latin1[until 0]`";
const LENGTH: &str = "the length is in brackets: `bytes[4]`, `bytes[count]`, `bytes[..]`";
const BYTES_ONLY: &str = "remove it: a schema describes bytes, not programs";
const ADDRESS: &str = "an IPv4 address is a number of four bytes: `u32be as ipv4`";
const CHARACTERS: &str = "a four-character code is a number of four bytes: `u32be as fourcc`";
const HEXADECIMAL: &str = "a number in hexadecimal is `as hex`: `u16 as hex`";
const ORDER: &str = "the byte order is a suffix of the number: `u16le`, `u16be`";

/// Words, separated by spaces, and the help for them.
type Table = &'static [(&'static str, &'static str)];

const ITEMS: Table = &[
    ("pub public private export extern static final", LEAVE_OUT),
    ("typedef alias using", "an alias is `type Name = u8;`, a record `struct Name { .. }`"),
    ("class record table object interface trait packet_type", "a record is `struct Name { .. }`"),
    ("packet event opcode command", "a record with a code is `message Name = 1 { .. }`"),
    ("union oneof choice variant", SHAPES),
    ("import include require from", "another file is imported by `use \"file.wire\";`"),
    ("package namespace module mod", "remove it: the header `protocol name { byte_order: little }` names the protocol"),
    ("service rpc impl fn func function def macro_rules", BYTES_ONLY),
    ("option options extend extensions", BYTES_ONLY),
    ("let var define", "a constant is `const NAME = 5;`"),
    ("flags flagset bitfield bitflags bitmask", "flags in one number are `bits Name: u8 { first, second, _: .. }`"),
    ("endian endianness byte_order", "the header has the byte order: `protocol name { byte_order: little }`"),
    ("if unless switch when", "a declaration has its condition after its name: `struct Name if VERSION >= 2 { .. }`"),
];

const ENTRIES: Table = &[
    ("pub public private static mut let var const final extern required volatile", LEAVE_OUT),
    ("switch match oneof union choice case select", SHAPES),
    ("optional nullable", OPTIONAL),
    ("repeated for while loop repeat list array", LIST),
    ("reserved padding pad skip align unused", RESERVED),
    ("struct enum message type class quantity varint", OUTSIDE),
    ("import include use", "write `use \"file.wire\";` outside of this body"),
    ("assert check require", "a rule follows the field: `x: u8 where 1..=7`"),
];

const WIRES: Table = &[
    ("string str text cstring wstring string_t", TEXT),
    ("strz stringz cstr zstring", "text up to a zero byte is `latin1[until 0]` or `utf8[until 0]`"),
    ("blob data buffer bytearray buf raw", LENGTH),
    ("array list vec vector repeated sequence slice", LIST),
    ("map dict dictionary hashmap", "a map is a list of its entries: `[{ key: u8, value: u8 }; u16]`"),
    ("optional option nullable maybe", OPTIONAL),
    ("align pad padding skip reserved unused", RESERVED),
    ("enum", "declare it, `enum Kind: u8 { A = 0, B = 1 }`, and write `Kind`"),
    ("switch oneof union choice case", SHAPES),
    ("half float16 f16", "there is no float of two bytes: take `u16`, which your program converts"),
    ("magic const constant", "a constant follows its wire: `magic: u32 = 0x1234` or `magic: ascii[4] = \"RIFF\"`"),
    ("box rc arc", "write the type without it; no type contains itself"),
    ("void null nil none unit", "leave the field out: it has no bytes"),
];

const CLAUSES: Table = &[
    ("repeat times array of", LIST),
    ("length len size bytes count", LENGTH),
    ("range between min max", "a rule limits a number: `where 0..=10`"),
    ("optional nullable", OPTIONAL),
    ("when unless iff", "write the condition after `if`: `x: u8 if has_x`"),
    ("default", "`else` has the value of an absent field: `x: u8 if has_x else 0`"),
    ("until terminator eos while", "the end is in brackets: `[u8; until 0]`, `latin1[until 0]`, `bytes[..]`"),
    ("and", "write `&&`"),
    ("or", "write `||`"),
    ("is eq", "write `==`"),
    ("enum", "the name of the enum follows `as`: `u8 as Kind`"),
    ("le be little big endian", ORDER),
    ("equals value", "a constant follows `=`: `x: u8 = 3`"),
    ("in unit", "a number with a unit is declared: `quantity Metres: u16 = raw / 10 in metres;`"),
    ("scale mul div offset", "a number with a scale is declared: `quantity Metres: u16 = raw / 10 in metres;`"),
];

const VALUES: Table = &[
    ("ip ipv4 ipaddr ipaddress ipv4addr ipv4address in_addr inet address", ADDRESS),
    ("fourcc four_cc fourcharcode ostype characters chars", CHARACTERS),
    ("hex hexadecimal base16 x", HEXADECIMAL),
    ("flag truthy", "any number but 0 is true by `as truthy`, and only 1 by `as bool`"),
    ("boolean", "a flag is `as bool`, or `as truthy` if any number but 0 is true"),
];

/// How to write what a word means, in a place where it is no word of the language.
pub fn spelling(place: Place, word: &str) -> Option<&'static str> {
    let table = match place {
        Place::Item => ITEMS,
        Place::Entry => ENTRIES,
        Place::Wire => WIRES,
        Place::Clause => CLAUSES,
        Place::Value => VALUES,
    };
    find(table, &word.to_ascii_lowercase())
}

/// The word for one unit by another: `kilometres_per_hour` for `km/h`.
pub fn unit_of(of: &str, by: &str) -> String {
    const UNITS: &str = "m metre, km kilometre, cm centimetre, mm millimetre, s second, sec second, ms millisecond, min minute, \
        h hour, hr hour, d day, kg kilogram, g gram, l litre, deg degree, rad radian, rev revolution, bit bit, byte byte";
    let named =
        |word: &str| UNITS.split(", ").find_map(|unit| Some(unit.strip_prefix(word)?.strip_prefix(' ')?.to_owned()));
    let plural = named(of).map_or(of.to_owned(), |unit| unit + "s");
    format!("{plural}_per_{}", named(by).unwrap_or(by.trim_end_matches('s').to_owned()))
}

fn find(table: Table, word: &str) -> Option<&'static str> {
    table.iter().find(|(words, _)| words.split(' ').any(|known| known == word)).map(|(_, help)| *help)
}
