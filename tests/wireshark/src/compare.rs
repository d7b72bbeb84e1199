//! Fields as Wireshark shows them, beside those that it has to show.

use std::collections::BTreeSet;

use crate::shown::Field;
use crate::wanted::{Is, Wanted};

/// A difference from what Wireform has. There is no other one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Difference {
    /// Wireshark shows at most 15 digits of a float.
    Digits,
    /// Wireshark escapes control characters, ends a text at its first zero, and cuts what is told of an item.
    Text,
    /// A consequence of another difference has no note of its own, nor has a flag of something that is as in the base of a
    /// delta, or of something absent.
    Unnoted,
}

/// Whether Wireshark has the value, perhaps with a difference.
fn is_same(field: &Field, value: &Is) -> Result<Option<Difference>, ()> {
    let text = field.value.as_str();
    let exact = |is: bool| if is { Ok(None) } else { Err(()) };
    match value {
        Is::Code(code) => {
            let number = match text.strip_prefix("0x") {
                Some(hex) => u64::from_str_radix(hex, 16).map(i128::from),
                None => text.parse(),
            };
            exact(number == Ok(*code))
        }
        Is::Bool(flag) => exact(text == if *flag { "1" } else { "0" }),
        Is::Number(number) => {
            let shown: f64 = text.parse().map_err(drop)?;
            if shown == *number || (shown.is_nan() && number.is_nan()) {
                return Ok(None);
            }
            let is_near = (shown - number).abs() <= number.abs() * 1e-14;
            if is_near { Ok(Some(Difference::Digits)) } else { Err(()) }
        }
        Is::Bytes(bytes) => {
            let hex: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            exact(text == hex.join(":"))
        }
        Is::Text(wanted) if text == wanted => Ok(None),
        Is::Text(wanted) => {
            let escaped: String = wanted.split('\0').next().unwrap_or_default().chars().map(escape).collect();
            if text == escaped { Ok(Some(Difference::Text)) } else { Err(()) }
        }
    }
}

fn escape(one: char) -> String {
    match one {
        '\n' => "\\n".to_owned(),
        '\r' => "\\r".to_owned(),
        '\t' => "\\t".to_owned(),
        '\u{7}' => "\\a".to_owned(),
        '\u{8}' => "\\b".to_owned(),
        '\u{b}' => "\\v".to_owned(),
        '\u{c}' => "\\f".to_owned(),
        '\u{1}'..='\u{1f}' | '\u{7f}' => format!("\\x{:02x}", u32::from(one)),
        one => one.to_string(),
    }
}

/// A name without the number that a field of another type adds.
fn unnumbered(name: &str) -> &str {
    match name.rsplit_once('_') {
        Some((name, number)) if number.bytes().all(|one| one.is_ascii_digit()) => name,
        _ => name,
    }
}

/// Whether a field is at the bytes. Bytes are shown without a count before them, and without a terminator.
fn is_there(field: &Field, wanted: &Wanted) -> bool {
    let (Some((offset, length)), Some((hex, at, count))) = (wanted.bytes, &field.bytes) else {
        // Where there are no bytes, the field of a part has those of the whole number.
        return wanted.bytes.is_none() || matches!(&wanted.value, Is::Bytes(bytes) if bytes.is_empty());
    };
    match &wanted.value {
        Is::Bytes(bytes) => {
            let own: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            *hex == own && *at >= offset && at + count <= offset + length
        }
        _ => (*at, *count) == (offset, length),
    }
}

/// Compares fields with those that have to be there, in this order, and gives how many these are. `seen` has the
/// differences that were found.
///
/// # Errors
/// Which one is missing or has another value.
pub fn compare(shown: &[Field], wanted: &[Wanted], seen: &mut BTreeSet<Difference>) -> Result<usize, String> {
    let mut rest = shown;
    for one in wanted {
        let is_it = |field: &Field| has_name(field, one);
        let few = || rest.iter().take(3).collect::<Vec<_>>();
        let found = rest.iter().position(is_it).ok_or_else(|| format!("no {one:?} in {:?}", few()))?;
        let field = &rest[found];
        match is_same(field, &one.value) {
            Ok(difference) if is_there(field, one) => seen.extend(difference),
            _ => return Err(format!("{field:?} is not {one:?}")),
        }
        rest = &rest[found + 1..];
    }
    Ok(wanted.len())
}

/// Whether a field has a name that was wanted, perhaps with the number that distinguishes it from a field of another type.
#[must_use]
pub fn has_name(field: &Field, wanted: &Wanted) -> bool {
    wanted.names.iter().any(|name| *name == field.name || name == unnumbered(&field.name))
}
