//! The content of a value, without the names of types and fields, by its `Debug`.

use std::fmt::Debug;

/// The text of a value with its bytes as lists of numbers: `[0, 255]` for `hex "00ff"`.
fn in_numbers(text: &str) -> String {
    const BYTES: &str = "hex \"";
    let (mut rest, mut out) = (text, String::new());
    // In text a quote is escaped, so this could only be the end of one.
    while let Some((before, bytes)) = rest.split_once(BYTES) {
        let (digits, behind) = bytes.split_once('"').expect("bytes have an end");
        let numbers = digits.as_bytes().chunks(2).map(|pair| {
            let pair = std::str::from_utf8(pair).expect("digits");
            u8::from_str_radix(pair, 16).expect("digits").to_string()
        });
        out += &format!("{before}[{}]", numbers.collect::<Vec<_>>().join(", "));
        rest = behind;
    }
    out + rest
}

/// The length of a MAC address, whose colons follow no name.
const ADDRESS: usize = 17;

/// The content of a value, in order: numbers, text, names of enums, `None`. Names of types and fields are left out where
/// something follows them. `=1|Fist|"a_b"|`
pub fn leaves(value: &dyn Debug) -> String {
    let text = in_numbers(&format!("{value:?}"));
    let (mut rest, mut out) = (text.as_str(), "=".to_owned());
    while let Some(first) = rest.chars().next() {
        let end = if first == '"' {
            let mut escaped = false;
            rest.char_indices().skip(1).find(|(_, letter)| {
                let closes = *letter == '"' && !escaped;
                escaped = *letter == '\\' && !escaped;
                closes
            })
            .map_or(rest.len(), |(at, _)| at + 1)
        } else if rest.get(..ADDRESS).is_some_and(|first| first.parse::<wireform::Mac>().is_ok()) {
            ADDRESS
        } else {
            rest.find(|letter: char| !letter.is_alphanumeric() && !"_.-+".contains(letter)).unwrap_or(rest.len())
        };
        let (token, behind) = rest.split_at(end.max(first.len_utf8()));
        let followed = behind.starts_with(['(', ':']) || behind.starts_with(" {");
        if end > 0 && !(followed && first.is_alphabetic() || followed && first == '_') {
            out.push_str(&token.replace(' ', "_"));
            out.push('|');
        }
        rest = behind;
    }
    out
}
