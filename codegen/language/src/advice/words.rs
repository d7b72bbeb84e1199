//! Words of other languages, and the wires or sentences that they may mean.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::diagnostic::{Edit, Help};
use crate::source::Span;

/// A wire that was perhaps meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Meant {
    /// Its text.
    pub wire: String,
    /// The declaration that it needs.
    pub declares: Option<String>,
}

/// The place in a schema where a word was found that means nothing there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Place {
    /// Where a declaration begins.
    Item,
    /// Where a field begins.
    Entry,
    /// Where the wire of a field or of an element belongs.
    Wire,
    /// After a wire.
    Clause,
    /// After a part of bits.
    Part,
    /// In front of an operand.
    Sign,
    /// Where a message of a family begins.
    Member,
    /// After `as`.
    Value,
    /// A character that is none of a schema's.
    Mark,
    /// A number's wire.
    Number,
    /// The same in capitals.
    Capitals,
    /// Bytes and text, whose brackets take the length that is written.
    Text,
    /// A number whose width is its own.
    Varint,
    /// A letter of Python's `struct`.
    Letter,
    /// An element of bytes or text.
    Extent,
    /// Where the order of the parts of bits belongs.
    BitOrder,
}

impl Place {
    const ALL: [(&str, Self); 16] = [
        ("item", Self::Item),
        ("entry", Self::Entry),
        ("wire", Self::Wire),
        ("clause", Self::Clause),
        ("part", Self::Part),
        ("sign", Self::Sign),
        ("member", Self::Member),
        ("value", Self::Value),
        ("mark", Self::Mark),
        ("number", Self::Number),
        ("capitals", Self::Capitals),
        ("text", Self::Text),
        ("varint", Self::Varint),
        ("letter", Self::Letter),
        ("extent", Self::Extent),
        ("bits", Self::BitOrder),
    ];

    fn key(self, word: &str) -> String {
        if matches!(self, Self::Mark | Self::Member | Self::Capitals | Self::Letter) {
            word.to_owned()
        } else {
            key(word)
        }
    }
}

/// The meanings of words by their places.
static MEANINGS: LazyLock<HashMap<(Place, String), &str>> = LazyLock::new(|| entries().collect());

/// All words of the table.
pub(super) fn entries() -> impl Iterator<Item = ((Place, String), &'static str)> {
    super::rows(include_str!("words.txt")).flat_map(|row| {
        let (head, meaning) = row.split_once("  ->  ").unwrap_or((row, ""));
        let (places, words) = head.split_once(' ').unwrap_or((head, ""));
        let places = Place::ALL.iter().filter(|(name, _)| places.split('/').any(|place| place == *name));
        places
            .flat_map(move |(_, place)| words.split(',').map(|word| ((*place, place.key(word.trim())), meaning.trim())))
    })
}

/// How to write what a word means, in a place where it is no word of the language: a sentence, or wires with `|` between them.
pub(crate) fn spelling(place: Place, word: &str) -> Option<&'static str> {
    MEANINGS.get(&(place, place.key(word))).copied()
}

fn list(place: Place, word: &str) -> impl Iterator<Item = &'static str> {
    spelling(place, word).into_iter().flat_map(|wires| wires.split("  |  "))
}

/// The wires that words of another language may mean: `unsigned short`, `be16`, `>H`.
pub(crate) fn wires(words: &str) -> Vec<Meant> {
    let places =
        if spelling(Place::Capitals, words).is_some() { &[Place::Capitals][..] } else { &[Place::Number, Place::Text] };
    let named = places.iter().flat_map(|place| list(*place, words)).map(str::to_owned);
    let mut found: Vec<Meant> =
        letter(words).into_iter().chain(number(&key(words))).chain(named).map(Meant::plain).collect();
    if let Some(form) = spelling(Place::Varint, words) {
        let wire: String = words.split(|c: char| !c.is_ascii_alphanumeric()).map(capital).collect();
        found.push(Meant { declares: Some(format!("varint {wire}: {form};")), wire });
    }
    found
}

/// The wires with a length in brackets behind the words, or with one that nobody said: `char[16]`, `byte[]`.
pub(crate) fn listed(words: &str, length: Option<&str>) -> Vec<Meant> {
    let first = list(Place::Text, words).next();
    let own = first.filter(|text| length.is_some() && text.contains(['.', 'u']) && !text.starts_with('['));
    let own = own.and_then(|text| Some(format!("{}[..]", text.split_once('[')?.0)));
    let forms: Vec<String> = list(Place::Extent, words).map(str::to_owned).collect();
    let forms = if forms.is_empty() { Vec::from_iter(own) } else { forms };
    if !forms.is_empty() {
        let all = forms.iter().flat_map(|form| lengths(length).map(|length| Meant::plain(form.replace("..", length))));
        return all.collect();
    }
    let elements = wires(words);
    let elements = if elements.is_empty() { vec![Meant::plain(words.to_owned())] } else { elements };
    let lists = elements.into_iter().take(if length.is_some() { 3 } else { 1 }).flat_map(|one| {
        lengths(length).map(move |length| Meant { wire: format!("[{}; {length}]", one.wire), ..one.clone() })
    });
    lists.collect()
}

/// A number in an order; numpy counts its bytes.
pub(crate) fn ordered(word: &str, order: &str) -> Vec<Meant> {
    let (kind, digits) = word.split_at_checked(1).unwrap_or(("", word));
    let bytes = digits.parse::<u8>().ok().filter(|bytes| matches!(bytes, 2 | 4));
    match bytes {
        Some(bytes) => wires(&format!("{kind}{}{order}", bytes * 8)),
        None if word.ends_with(|c: char| c.is_ascii_digit()) => wires(&format!("{word}{order}")),
        None => wires(word).into_iter().flat_map(|one| wires(&format!("{}{order}", one.wire))).collect(),
    }
}

/// The wires with an argument in parentheses behind the words: `varchar(20)`, `INTEGER (0..9)`, `opaque<0..32>`.
pub(crate) fn limited(words: &str, argument: &str) -> Vec<Meant> {
    let argument = argument.trim().trim_start_matches("SIZE").trim_matches(['(', ')', ' ']);
    let range = argument.split_once("..").map(|(low, high)| (low.trim(), high.trim_start_matches('=').trim()));
    let is_text = spelling(Place::Text, words).is_some();
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

/// The text in the place of some words, a help for each wire.
pub(crate) fn helps(meant: Vec<Meant>, words: &str, place: Span, text: &str) -> Vec<Help> {
    let mut widths: Vec<u32> = meant.iter().filter_map(|one| bytes_of(&one.wire)).collect();
    let all_numbers = meant.len() > 1 && widths.len() == meant.len();
    widths.sort_unstable();
    widths.dedup();
    let why = match widths.as_slice() {
        [_] if all_numbers => format!("`{words}` may have a sign: "),
        [some @ .., last] if all_numbers => {
            let some: Vec<String> = some.iter().map(u32::to_string).collect();
            format!("`{words}` has {} or {last} bytes: ", some.join(", "))
        }
        _ => String::new(),
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
    // A single letter may be any name.
    meant.into_iter().map(|one| Help { is_guess: words.len() == 1, ..help(one) }).collect()
}

/// How many bytes a number has.
pub(crate) fn bytes_of(wire: &str) -> Option<u32> {
    let digits = wire.get(1..)?.trim_end_matches("le").trim_end_matches("be");
    digits.parse::<u32>().ok().map(|bits| bits / 8)
}

/// The place in front of the declaration around a place, and of what is said about it.
pub(crate) fn before_item(text: &str, place: Span) -> Span {
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
    pub(crate) fn plain(wire: String) -> Self {
        Self { wire, declares: None }
    }
}

/// The length that is written, or those that nobody said.
fn lengths(length: Option<&str>) -> impl Iterator<Item = &str> {
    const EXTENTS: [&str; 4] = ["..", "u8", "u16", "u32"];
    let others = if length.is_some() { &[] } else { &EXTENTS[..] };
    length.into_iter().chain(others.iter().copied())
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
    let wire = spelling(Place::Letter, word)?;
    let order = match words.strip_suffix(word)? {
        _ if wire.ends_with('8') || wire == "bool" => "",
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
            "uint, u, b, ui, unsigned, uintleast, uintfast, card, word, fixed, readuint, writeuint, getuint, number, ui",
        ),
        ('i', "int, i, si, s, sint, signed, intleast, intfast, sfixed, readint, writeint, getint"),
        ('f', "float, f, real, double, readfloat, writefloat, getfloat"),
    ];
    if kind.is_empty() {
        return Some('u');
    }
    KINDS.iter().find(|(_, words)| words.split(", ").any(|word| word == kind)).map(|(letter, _)| *letter)
}
