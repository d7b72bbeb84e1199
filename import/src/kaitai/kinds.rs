//! The kinds of the fields and parameters of a type.

use super::said::Kind;
use super::spec::Spec;
use super::yaml::Node;

/// A type of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Number {
    /// `u2le`: whether it has a sign, its bits, and its order.
    Int(bool, u32, Option<&'static str>),
    /// `f4be`
    Float(u32, Option<&'static str>),
    /// `b12`: its bits, and whether the highest bit is read first.
    Bits(u32, Option<bool>),
}

/// The type of numbers that a name is.
pub fn number(name: &str) -> Option<Number> {
    let order = ["le", "be"].into_iter().find(|order| name.ends_with(order));
    let plain = order.map_or(name, |order| name.strip_suffix(order).unwrap_or(name));
    let kind = plain.chars().next()?;
    let digits = plain.strip_prefix(kind)?;
    if digits.starts_with('+') {
        return None;
    }
    let size: u32 = digits.parse().ok()?;
    match (kind, size) {
        ('u' | 's', 1) if order.is_some() => None,
        ('u' | 's', 1 | 2 | 4 | 8) => Some(Number::Int(kind == 's', size * 8, order)),
        ('f', 4 | 8) => Some(Number::Float(size * 8, order)),
        ('b', 1..=64) => Some(Number::Bits(size, order.map(|order| order == "be"))),
        _ => None,
    }
}

/// The name of a user's type, without arguments.
pub fn type_name(text: &str) -> Vec<&str> {
    text.split('(').next().unwrap_or_default().trim().split("::").collect()
}

/// The name of an encoding that the schema has, however it is spelled: `UTF-16BE`, `utf_16_be`.
pub fn encoding(name: &str) -> Option<&'static str> {
    let letters: String = name.chars().filter(|c| !matches!(c, '-' | '_')).collect();
    match letters.to_ascii_uppercase().as_str() {
        "UTF8" => Some("utf8"),
        "ASCII" | "USASCII" => Some("ascii"),
        "ISO88591" | "LATIN1" => Some("latin1"),
        "UTF16LE" => Some("utf16le"),
        "UTF16BE" => Some("utf16be"),
        _ => None,
    }
}

/// A number of so many bits.
pub fn ints(signed: bool, bits: u32) -> Kind {
    let all = 1i128 << bits.min(64);
    if signed { Kind::Int(-all / 2, all / 2 - 1) } else { Kind::Int(0, all - 1) }
}

/// The kind of a field.
pub fn field(spec: &Spec, owner: usize, field: &Node) -> Kind {
    if field.get("repeat").is_some() {
        return Kind::Other("a list in an expression");
    }
    value(spec, owner, field)
}

/// The kind of a field, or of each of its elements.
pub fn value(spec: &Spec, owner: usize, field: &Node) -> Kind {
    match field.get("type").map(Node::text) {
        None => match short(spec, field) {
            Some(size) => Kind::Chars(size),
            None => Kind::Other("bytes in an expression"),
        },
        Some(None) => Kind::Other("a choice in an expression"),
        Some(Some(name)) => match number(name) {
            Some(number) => of_number(spec, owner, field, number),
            None if name == "str" || name == "strz" => text(spec, owner, field),
            None => spec.find(owner, &type_name(name)).map_or(Kind::Other("a type of another program"), Kind::Struct),
        },
    }
}

fn of_number(spec: &Spec, owner: usize, field: &Node, number: Number) -> Kind {
    let (signed, bits) = match number {
        Number::Int(signed, bits, _) => (signed, bits),
        Number::Bits(bits, _) => (false, bits),
        Number::Float(..) => return Kind::Other("a fraction in an expression"),
    };
    match (field.text_of("enum"), ints(signed, bits)) {
        (Some(name), Kind::Int(least, most)) => {
            let found = spec.find_enum(owner, &name.split("::").collect::<Vec<_>>());
            found.map_or(Kind::Other("an enum that is not there"), |found| Kind::Enum(found, Some((least, most))))
        }
        (None, _) if matches!(number, Number::Bits(1, _)) => Kind::Bool,
        (_, kind) => kind,
    }
}

/// A short text that chooses what follows is a number here.
fn text(spec: &Spec, owner: usize, field: &Node) -> Kind {
    let encoding_of = field.text_of("encoding").or_else(|| spec.of(owner)?.encoding);
    let narrow = encoding_of.and_then(encoding).is_some_and(|name| !name.starts_with("utf16"));
    match short(spec, field).filter(|_| narrow && field.text_of("type") == Some("str")) {
        Some(size) => Kind::Chars(size),
        None => Kind::Other("text in an expression"),
    }
}

/// The size of bytes, or of text, that are a number if they choose what follows: one or four.
fn short(spec: &Spec, field: &Node) -> Option<usize> {
    let plain =
        ["terminator", "pad-right", "process", "size-eos", "contents"].iter().all(|key| field.get(key).is_none());
    let size = match field.text_of("size") {
        Some("1") => 1,
        Some("4") => 4,
        _ => return None,
    };
    let chooses = field.text_of("id").is_some_and(|id| spec.choosing.contains(id));
    (plain && chooses).then_some(size)
}

/// The kind of a parameter.
pub fn parameter(spec: &Spec, owner: usize, param: &Node) -> Kind {
    let name = param.text_of("type").unwrap_or("bytes");
    match number(name) {
        Some(number) => of_number(spec, owner, param, number),
        None if name == "bool" => Kind::Bool,
        None => Kind::Other("a parameter that is a struct, a text, bytes or a list"),
    }
}

/// The wire of a parameter.
pub fn wire(spec: &Spec, kind: &Kind) -> Option<String> {
    match kind {
        Kind::Int(least, most) => {
            let bits = if *least < 0 {
                129 - least.unsigned_abs().saturating_sub(1).max(most.unsigned_abs()).leading_zeros()
            } else {
                128 - most.leading_zeros()
            };
            Some(format!("{}{}", if *least < 0 { 'i' } else { 'u' }, bits.clamp(1, 64)))
        }
        Kind::Bool => Some("bool".to_owned()),
        Kind::Chars(1) => Some("u8".to_owned()),
        Kind::Enum(number, _) => Some(spec.enums.get(*number)?.name.name.clone()),
        _ => None,
    }
}
