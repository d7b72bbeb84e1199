//! Words of other languages at the place of a wire, and the wires that they may mean.

use crate::diagnostic::{Edit, Help};
use crate::source::Span;

/// A wire that was perhaps meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Meant {
    /// Its text.
    pub wire: String,
    /// The declaration that it needs.
    pub declares: Option<String>,
}

/// Words, several of which may belong together, and the wires that they mean somewhere. Capitals, `_`, `-` and spaces do not
/// count, nor do the `int` and `signed` of C.
type Words = &'static [(&'static str, &'static [&'static str])];

const NUMBERS: Words = &[
    ("octet, ubyte, uchar, unsigned char, usint, unsigned tinyint", &["u8"]),
    ("sbyte, schar, signed char, tinyint", &["i8"]),
    ("byte", &["u8", "i8"]),
    ("char", &["u8", "u16"]),
    ("short, smallint, smallserial", &["i16"]),
    ("ushort, unsigned short, word, wchar, char16, unsigned smallint, uint2", &["u16"]),
    ("half, halffloat, float16, binary16, f16, fp16, bfloat16", &["u16"]),
    ("mediumint", &["i24"]),
    ("dint, rune, serial", &["i32"]),
    ("int, signed", &["i32", "i16", "i64"]),
    ("dword, udint, char32, longword, unsigned integer, oid, natural", &["u32"]),
    ("uint, unsigned", &["u32", "u16", "u64"]),
    ("bigint, bigserial, lint, long long, quad, large integer", &["i64"]),
    (
        "qword, ulonglong, unsigned long long, ulint, lword, quadword, dword64, unsigned bigint, filetime, oword64",
        &["u64"],
    ),
    ("long, isize, ssize, ptrdiff, intptr, nint, off, longint", &["i32", "i64"]),
    ("ulong, unsigned long, usize, size, uintptr, nuint, handle, pointer, ptr", &["u32", "u64"]),
    ("timestamp, date, time, datetime, unixtime, instant, duration, timespan, timestamptz", &["u32", "u64"]),
    ("float, real, single", &["f32", "f64"]),
    ("double, lreal, double precision, long double", &["f64"]),
    ("integer", &["i32", "u8", "u16", "i64"]),
    ("number, num", &["f64", "u8", "u16", "u32"]),
    ("flags, bitmask, bitset, bitfield, mask", &["u8", "u16", "u32"]),
    ("boolean, bit, bool8, logical, flag", &["bool"]),
    ("bool, bool32, gboolean", &["bool", "u32 as bool"]),
    ("bcd, bcd8", &["u8 as hex"]),
    ("bcd16", &["u16 as hex"]),
    ("bcd32", &["u32 as hex"]),
    ("ipv4, ip, ipaddr, ipaddress, ipv4addr, ipv4address, inaddr, inet", &["u32be as ipv4"]),
    ("fourcc, fourcharcode, ostype", &["u32be as fourcc"]),
    ("hex", &["u8 as hex", "u16 as hex", "u32 as hex"]),
    ("vec2, vector2, vec2f, float2, vector2f, point2f", &["{ x: f32, y: f32 }"]),
    ("vec3, vector3, vec3f, float3, vector3f, fvector, vector3d", &["{ x: f32, y: f32, z: f32 }"]),
    ("vec4, vector4, vec4f, float4, quat, quaternion", &["{ x: f32, y: f32, z: f32, w: f32 }"]),
    ("rgb, color24, rgb8", &["{ red: u8, green: u8, blue: u8 }"]),
    ("rgba, color32, rgba8", &["{ red: u8, green: u8, blue: u8, alpha: u8 }"]),
];

/// Words whose capitals count: those of Windows and of PLCs.
const LOUD: Words = &[
    ("BYTE", &["u8"]),
    ("CHAR", &["u8"]),
    ("BOOL", &["u32 as bool", "bool"]),
    ("INT", &["i32", "i16"]),
    ("UINT", &["u32", "u16"]),
    ("LONG", &["i32"]),
    ("ULONG", &["u32"]),
];

/// Bytes and text, whose brackets take the length that is written.
const TEXTS: Words = &[
    (
        "bytes, blob, data, buffer, bytearray, bytebuffer, buf, raw, binary, varbinary, bytea, byte string, \
      octet string, opaque, memory, payload, octets",
        &["bytes[..]", "bytes[u8]", "bytes[u16]", "bytes[u32]"],
    ),
    ("rest, restbuffer, remaining, tail, tinyblob", &["bytes[..]"]),
    ("uuid, guid, ipv6, ipv6addr, ipv6address, in6addr, u128, i128, uint128, int128, md5", &["bytes[16]"]),
    ("mac, macaddr, macaddress, eui48, etheraddr, hwaddr", &["bytes[6]"]),
    ("eui64, macaddr8", &["bytes[8]"]),
    ("sha1", &["bytes[20]"]),
    ("sha256, u256, uint256, hash256", &["bytes[32]"]),
    (
        "string, str, text, utf8string, unicodestring, tstring, mediumtext, longtext, utf",
        &["utf8[u8]", "utf8[u16]", "utf8[u32]", "latin1[until 0]", "utf8[..]"],
    ),
    (
        "pstring, shortstring, lstring, pascal string, bstr, varchar, varchar2, nvarchar, varying, \
      character varying, tinytext, prefixedstring, string view, qstring",
        &["utf8[u8]", "utf8[u16]", "utf8[u32]"],
    ),
    ("writeutf, utfstring, string16", &["utf8[u16]"]),
    ("utf 8", &["utf8[u8]", "utf8[u16]", "utf8[until 0]", "utf8[..]"]),
    (
        "ia5string, visiblestring, printablestring, ascii string, numericstring",
        &["ascii[u8]", "ascii[u16]", "ascii[until 0]"],
    ),
    ("us ascii", &["ascii[u8]", "ascii[u16]", "ascii[until 0]"]),
    ("latin 1, iso 8859 1, windows 1252", &["latin1[u8]", "latin1[u16]", "latin1[until 0]"]),
    (
        "cstr, cstring, zstring, asciiz, sz, lpstr, lpcstr, pstr, pcstr, pchar, ntbs, char pointer, nullstring, \
      stringnt, zeroterminatedstring",
        &["latin1[until 0]"],
    ),
    ("strz, stringz", &["utf8[until 0]"]),
    (
        "wstring, wstr, wchars, utf16, ucs2, bmpstring, lpwstr, lpcwstr, pwstr, pcwstr, unicode",
        &["[u16; u8]", "[u16; until 0] as latin1", "[u16; u8] as latin1", "[u16; u16] as latin1"],
    ),
    ("utf16le", &["[u16le; until 0] as latin1", "[u16le; u8] as latin1", "[u16le; u16] as latin1"]),
    ("utf16be", &["[u16be; until 0] as latin1", "[u16be; u8] as latin1", "[u16be; u16] as latin1"]),
];

/// Numbers of a width of their own.
const VARINTS: Words = &[
    (
        "varint, vlq, uleb, leb128, uleb128, varuint, varint32, varuint32, uvarint, uvarint32, varlen, varu32, compactint, \
      vint, varnum, mbi, variable length integer, compressedint, packedint",
        &["u32 = leb128"],
    ),
    ("varlong, varint64, varuint64, uvarint64, varu64", &["u64 = leb128"]),
    ("sleb128, sleb", &["i32 = leb128"]),
    ("zigzag, sint, varsint, svarint, sint32, zigzag32, zigzagvarint, vari32", &["i32 = zigzag(leb128)"]),
    ("sint64, zigzag64, vari64", &["i64 = zigzag(leb128)"]),
];

/// The letters of Python's `struct`.
const LETTERS: &[(&str, &str)] = &[
    ("b", "i8"),
    ("B", "u8"),
    ("c", "u8"),
    ("?", "bool"),
    ("h", "i16"),
    ("H", "u16"),
    ("i", "i32"),
    ("I", "u32"),
    ("l", "i32"),
    ("L", "u32"),
    ("q", "i64"),
    ("Q", "u64"),
    ("e", "u16"),
    ("f", "f32"),
    ("d", "f64"),
];

/// Where a list or bytes may end of which nobody said it.
const EXTENTS: [&str; 4] = ["..", "u8", "u16", "u32"];

/// The wires that words of another language may mean: `unsigned short`, `be16`, `>H`.
pub fn wires(words: &str) -> Vec<Meant> {
    let key = key(words);
    let loud = LOUD.iter().find(|(loud, _)| *loud == words).map(|(_, wires)| *wires);
    let tables = [NUMBERS, TEXTS].into_iter();
    let named =
        loud.into_iter().chain(tables.filter_map(|table| find(table, &key).filter(|_| loud.is_none()))).flatten();
    let named = named.map(|wire| (*wire).to_owned());
    let mut found: Vec<Meant> = letter(words).into_iter().chain(number(&key)).chain(named).map(Meant::plain).collect();
    if let Some([form]) = find(VARINTS, &key) {
        let wire: String = words.split(|c: char| !c.is_ascii_alphanumeric()).map(capital).collect();
        found.push(Meant { declares: Some(format!("varint {wire}: {form};")), wire });
    }
    found
}

/// The wires with a length in brackets behind the words, or with one that nobody said: `char[16]`, `byte[]`.
pub fn listed(words: &str, length: Option<&str>) -> Vec<Meant> {
    let key = key(words);
    let first = find(TEXTS, &key).and_then(|wires| wires.first()).copied();
    let (before, behind) = match (key.as_str(), first) {
        ("byte" | "octet", _) => ("bytes[", "]"),
        ("char" | "unsignedchar" | "uchar", _) => ("latin1[", "]"),
        ("wchar" | "char16", _) => ("[u16; ", "] as latin1"),
        (_, Some(text)) if text.starts_with('[') => (text.split_inclusive("; ").next().unwrap_or(text), "] as latin1"),
        (_, Some(text)) if length.is_some() && !text.ends_with(|c: char| c.is_ascii_digit()) && !is_fixed(text) => {
            (text.split_inclusive('[').next().unwrap_or(text), "]")
        }
        _ => {
            let elements = wires(words);
            let elements = if elements.is_empty() { vec![Meant::plain(words.to_owned())] } else { elements };
            let lists = elements.into_iter().take(if length.is_some() { 3 } else { 1 }).flat_map(|one| {
                lengths(length).map(move |length| Meant { wire: format!("[{}; {length}]", one.wire), ..one.clone() })
            });
            return lists.collect();
        }
    };
    lengths(length).map(|length| Meant::plain(format!("{before}{length}{behind}"))).collect()
}

/// The wires with an argument in parentheses behind the words: `varchar(20)`, `INTEGER (0..9)`, `opaque<0..32>`.
pub fn limited(words: &str, argument: &str) -> Vec<Meant> {
    let argument = argument.trim().trim_start_matches("SIZE").trim_matches(['(', ')', ' ']);
    let range = argument.split_once("..").map(|(low, high)| (low.trim(), high.trim_start_matches('=').trim()));
    let is_text = find(TEXTS, &key(words)).is_some();
    let mut found = wires(words);
    match range {
        _ if argument.is_empty() => {}
        Some((low, high)) if !is_text => {
            found.iter_mut().for_each(|one| one.wire.push_str(&format!(" where {low}..={high}")));
        }
        _ if is_text || key(words) == "char" => {
            let most = range.map_or(argument, |(_, high)| high);
            let counts = ["[u8]", "[u16]"];
            found.retain(|one| counts.iter().any(|count| one.wire.ends_with(count)));
            found.iter_mut().for_each(|one| one.wire.push_str(&format!(" where len(it) <= {most}")));
            if range.is_none() {
                found.extend(listed(words, Some(argument)));
            }
        }
        _ => {}
    }
    found
}

/// The list or the entries of `Vec<u8>`, `map<u16, u32>` and their kin; nothing for what is no list.
pub fn is_list(word: &str) -> bool {
    const LISTS: &str = "vec, vector, list, array, sequence, sequenceof, repeated, slice, span, set, deque, arraylist, seq, \
        collection, ienumerable, iterable, smallvec, arrayvec, tuple, heaplessvec";
    is_among(LISTS, &key(word))
}

/// Whether a word names a list of pairs.
pub fn is_map(word: &str) -> bool {
    is_among("map, hashmap, btreemap, dict, dictionary, unorderedmap, record", &key(word))
}

/// Whether a word says that there is nothing.
pub fn is_nothing(word: &str) -> bool {
    is_among("void, null, nil, nothing, unit, empty, undefined, pass", &key(word))
}

/// The text in the place of some words, a help for each wire.
pub fn helps(meant: Vec<Meant>, words: &str, place: Span, text: &str) -> Vec<Help> {
    let mut widths: Vec<u32> = meant.iter().filter_map(|one| bytes_of(&one.wire)).collect();
    let all_numbers = meant.len() > 1 && widths.len() == meant.len();
    widths.sort_unstable();
    widths.dedup();
    let why = match widths.as_slice() {
        _ if !all_numbers => String::new(),
        [_] => format!("`{words}` may have a sign: "),
        [some @ .., last] => {
            let some: Vec<String> = some.iter().map(u32::to_string).collect();
            format!("`{words}` has {} or {last} bytes: ", some.join(", "))
        }
        [] => String::new(),
    };
    let help = |Meant { wire, declares }| match declares {
        None => Help::write(place, &wire).said(format!("{why}write `{wire}`")),
        Some(declares) => {
            let mut edits = vec![Edit::new(before_item(text, place), format!("{declares}\n"))];
            let mut said = format!("declare it, `{declares}`");
            if wire != words {
                said.push_str(&format!(", and write `{wire}`"));
                edits.push(Edit::new(place, wire));
            }
            Help::new(said, edits)
        }
    };
    meant.into_iter().map(help).collect()
}

/// How many bytes a number has.
pub fn bytes_of(wire: &str) -> Option<u32> {
    let digits = wire.get(1..)?.trim_end_matches("le").trim_end_matches("be");
    digits.parse::<u32>().ok().map(|bits| bits / 8)
}

/// The place in front of the declaration around a place, and of what is said about it.
fn before_item(text: &str, place: Span) -> Span {
    let before = text.get(..place.range().start).unwrap_or("");
    let mut start = before.rfind('\n').map_or(0, |at| at + 1);
    let line = |at: usize| text.get(at..).unwrap_or("");
    let above = |at: usize| Some(text.get(..at.checked_sub(1)?)?.rfind('\n').map_or(0, |end| end + 1));
    while !line(start).starts_with(|c: char| c.is_ascii_lowercase())
        && let Some(at) = above(start)
    {
        start = at;
    }
    while let Some(at) = above(start).filter(|at| line(*at).starts_with("///")) {
        start = at;
    }
    Span::new(place.file, start, start)
}

impl Meant {
    /// A wire that needs no declaration.
    pub fn plain(wire: String) -> Self {
        Self { wire, declares: None }
    }
}

fn lengths(length: Option<&str>) -> impl Iterator<Item = &str> {
    let others = if length.is_some() { &[] } else { &EXTENTS[..] };
    length.into_iter().chain(others.iter().copied())
}

/// `bytes[16]`
fn is_fixed(wire: &str) -> bool {
    wire.trim_end_matches(']').ends_with(|c: char| c.is_ascii_digit()) && !wire.contains("[u")
}

fn find(table: Words, key: &str) -> Option<&'static [&'static str]> {
    table.iter().find(|(words, _)| is_among(words, key)).map(|(_, wires)| *wires)
}

fn is_among(words: &str, searched: &str) -> bool {
    words.split(',').any(|word| key(word) == searched)
}

/// The letters of some words without what does not count.
fn key(words: &str) -> String {
    let lower = words.to_ascii_lowercase();
    let mut parts: Vec<&str> =
        lower.split(|c: char| !c.is_ascii_alphanumeric()).filter(|part| !part.is_empty()).collect();
    if parts.len() > 1 && parts.last() == Some(&"t") {
        parts.pop();
    }
    if parts.len() > 1 && parts.first() == Some(&"std") {
        parts.remove(0);
    }
    // The words of C come in any order.
    if parts.iter().all(|part| ["unsigned", "signed", "int", "short", "long", "char"].contains(part)) {
        let is_char = parts.contains(&"char");
        for filler in ["int", "signed"] {
            if parts.len() > 1 && !(filler == "signed" && is_char) {
                parts.retain(|part| *part != filler);
            }
        }
        parts.sort_by_key(|part| (*part != "signed", *part == "char", *part));
    }
    parts.sort_by_key(|part| *part != "unsigned");
    parts.concat()
}

fn capital(part: &str) -> String {
    let (first, rest) = part.split_at_checked(1).unwrap_or((part, ""));
    first.to_ascii_uppercase() + rest
}

/// A letter of Python's `struct`, with an order or without.
fn letter(words: &str) -> Option<String> {
    let word = words.trim_start_matches(['<', '>', '!', '=', '@']);
    let (_, wire) = LETTERS.iter().find(|(letter, _)| *letter == word)?;
    let order = match words.strip_suffix(word)? {
        _ if wire.ends_with('8') || *wire == "bool" => "",
        "<" => "le",
        ">" | "!" => "be",
        _ => "",
    };
    Some(format!("{wire}{order}"))
}

/// The number that is named by its kind, its width and perhaps its order: `uint16`, `int32ul`, `beu16`, `sfixed64`. Some
/// count bytes: `s4`, `float8`.
fn number(key: &str) -> Option<String> {
    let at = key.find(|c: char| c.is_ascii_digit())?;
    let (before, rest) = key.split_at(at);
    let (digits, behind) = rest.split_at(rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len()));
    let (order_before, kind) = ORDERS.iter().find_map(|(word, order)| {
        Some((*order, before.strip_prefix(word).or_else(|| before.strip_suffix(word))?))
            .filter(|(_, kind)| kind_of(kind).is_some())
    })?;
    let sign = behind.strip_prefix(['u', 's']).map(|_| if behind.starts_with('u') { 'u' } else { 'i' });
    let order = match behind.trim_start_matches(['u', 's']) {
        "" | "t" => order_before,
        "le" | "l" | "let" | "little" => "le",
        "be" | "b" | "bet" | "big" | "n" | "net" => "be",
        _ => return None,
    };
    let kind = sign.filter(|_| kind == "int").or(kind_of(kind))?;
    let width: u8 = digits.parse().ok()?;
    let counts_bytes = match width {
        1 | 2 | 4 => before.len() > 1 || before == "s" || kind == 'f',
        8 => before == "s" || kind == 'f',
        _ => false,
    };
    let bits = if counts_bytes { width * 8 } else { width };
    let exists = if kind == 'f' { matches!(bits, 32 | 64) } else { (1..=64).contains(&bits) };
    let order = if bits > 8 && bits % 8 == 0 { order } else { "" };
    exists.then(|| format!("{kind}{bits}{order}"))
}

/// Words for an order in front of a number or behind its kind; the longer ones first.
const ORDERS: [(&str, &str); 9] = [
    ("littleendian", "le"),
    ("bigendian", "be"),
    ("little", "le"),
    ("big", "be"),
    ("net", "be"),
    ("le", "le"),
    ("be", "be"),
    ("", ""),
    ("l", "le"),
];

fn kind_of(kind: &str) -> Option<char> {
    const KINDS: [(char, &str); 3] = [
        (
            'u',
            "uint, u, ui, unsigned, uintleast, uintfast, card, word, fixed, readuint, writeuint, getuint, number, ui",
        ),
        ('i', "int, i, si, s, sint, signed, intleast, intfast, sfixed, readint, writeint, getint"),
        ('f', "float, f, real, double, readfloat, writefloat, getfloat"),
    ];
    if kind.is_empty() {
        return Some('u');
    }
    KINDS.iter().find(|(_, words)| words.split(", ").any(|word| word == kind)).map(|(letter, _)| *letter)
}

#[cfg(test)]
mod tests {
    use super::{LOUD, NUMBERS, TEXTS, VARINTS, key, listed, wires};
    use crate::load::load_text;

    #[test]
    fn every_wire_is_one() {
        let loud = [LOUD, NUMBERS, TEXTS].into_iter().flatten().flat_map(|(_, wires)| *wires);
        let fields = loud.map(|wire| format!("struct S {{ x: {wire} }}"));
        let varints = VARINTS.iter().flat_map(|(_, forms)| *forms).map(|form| format!("varint V: {form};"));
        for item in fields.chain(varints) {
            let schema = format!("protocol p {{ byte_order: big }}\n{item}");
            assert!(load_text("p.wire", schema).is_ok(), "{item}");
        }
    }

    #[test]
    fn no_word_is_listed_twice() {
        let mut words: Vec<String> =
            [NUMBERS, TEXTS, VARINTS].into_iter().flatten().flat_map(|(words, _)| words.split(',')).map(key).collect();
        words.sort_unstable();
        let twice: Vec<_> = words.array_windows().filter(|[one, next]| one == next).collect();
        assert!(twice.is_empty(), "{twice:?}");
    }

    #[test]
    fn numbers_of_other_languages() {
        for (words, meant) in [
            ("int32", "i32"),
            ("uint16_t", "u16"),
            ("u_int16_t", "u16"),
            ("uint_least8_t", "u8"),
            ("U8", "u8"),
            ("Float32", "f32"),
            ("u16LE", "u16le"),
            ("__be32", "u32be"),
            ("le16", "u16le"),
            ("li32", "i32le"),
            ("Int16ub", "u16be"),
            ("s4", "i32"),
            ("s2be", "i16be"),
            ("f4", "f32"),
            ("s16", "i16"),
            ("u8le", "u8"),
            ("8", "u8"),
            (">H", "u16be"),
            ("unsigned long long int", "u64"),
            ("long unsigned int", "u32 u64"),
            ("short int", "i16"),
            ("int", "i32 i16 i64"),
            ("INT", "i32 i16"),
            ("size_t", "u32 u64"),
            ("byte", "u8 i8"),
            ("Ipv6Addr", "bytes[16]"),
            ("sint32", "i32 Sint32"),
            ("le", ""),
            ("int date", ""),
            ("unit8", ""),
            ("Point", ""),
        ] {
            let found: Vec<String> = wires(words).into_iter().map(|one| one.wire).collect();
            assert_eq!(found.join(" "), meant, "{words}");
        }
    }

    #[test]
    fn lists_of_other_languages() {
        for (words, length, meant) in [
            ("char", Some("16"), "latin1[16]"),
            ("byte", Some("n"), "bytes[n]"),
            ("string", Some("u8"), "utf8[u8]"),
            ("wchar_t", Some("4"), "[u16; 4] as latin1"),
            ("uuid", Some("2"), "[bytes[16]; 2]"),
            ("short", Some("3"), "[i16; 3]"),
            ("Point", None, "[Point; ..] [Point; u8] [Point; u16] [Point; u32]"),
        ] {
            let found: Vec<String> = listed(words, length).into_iter().map(|one| one.wire).collect();
            assert_eq!(found.join(" "), meant, "{words}");
        }
    }
}
