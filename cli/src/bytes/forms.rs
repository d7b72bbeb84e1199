//! Forms of bytes that are not read, by which people know them: decimal lists, strings of other languages, base64, dumps with
//! offsets, names of files. Each help says how the bytes are given.

use std::path::Path;

use super::{from_dec, from_hex, to_hex};

/// The help for a text that is no hexadecimal.
pub fn other_form(text: &str) -> Option<String> {
    let text = text.trim();
    let inner = text.trim_matches(['[', ']', '{', '}', '(', ')', ' ']);
    if from_dec(inner).is_ok_and(|bytes| !bytes.is_empty()) {
        let list = if inner == text { "" } else { ", without brackets" };
        return Some(format!("decimal numbers need `--dec`{list}"));
    }
    if inner != text && from_hex(inner).is_ok() {
        return Some("give the bytes without brackets".to_owned());
    }
    if is_file(text) {
        let option = if text.ends_with(".hex") || text.ends_with(".txt") { "< " } else { "--file " };
        return Some(format!("a file is given as `{option}{text}`"));
    }
    let is_first = |word: &str| word.len() >= 7 && word.bytes().all(|digit| digit == b'0');
    if offset(text).is_some() || text.contains('|') || text.split_whitespace().next().is_some_and(is_first) {
        return Some("of a dump give the bytes alone, without offsets and characters".to_owned());
    }
    if text.contains([' ', '\n', '[']) && !text.contains('\\') {
        return None;
    }
    unescaped(text).map(|bytes| format!("the bytes of this string are {}", to_hex(&bytes))).or_else(|| {
        let bytes = base64(text)?;
        Some(format!("as base64 these bytes are {}", to_hex(&bytes)))
    })
}

/// The offset before the first byte of a dump, as `xxd` and `tcpdump` print it: `00000000: 091f 377f`.
pub(super) fn offset(text: &str) -> Option<&str> {
    let (offset, rest) = text.trim_start().split_once(':')?;
    let digits = offset.strip_prefix("0x").unwrap_or(offset);
    let is_offset = digits.len() >= 4 && digits.bytes().all(|digit| digit == b'0');
    (is_offset && rest.starts_with(char::is_whitespace)).then_some(offset)
}

/// Whether a text is the name of a file: of one that exists, or as names of packets are.
fn is_file(text: &str) -> bool {
    let path = Path::new(text);
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let is_name = (2..=4).contains(&ending.len()) && ending.starts_with(|first: char| first.is_ascii_alphabetic());
    !text.contains(char::is_whitespace) && (is_name || path.is_file())
}

/// The bytes of a string of Rust, Python or C: `b"\x09\x1f7"`.
fn unescaped(text: &str) -> Option<Vec<u8>> {
    let text = text.trim_start_matches(['b', '&']);
    let quote = text.chars().next().filter(|quote| ['"', '\''].contains(quote));
    let inner = quote.map_or(Some(text), |quote| text.strip_prefix(quote)?.strip_suffix(quote))?;
    if quote.is_none() && !inner.contains('\\') {
        return None;
    }
    let (mut bytes, mut characters) = (Vec::new(), inner.chars());
    while let Some(one) = characters.next() {
        if one != '\\' {
            bytes.extend(one.encode_utf8(&mut [0; 4]).bytes());
            continue;
        }
        bytes.push(match characters.next()? {
            'x' => {
                let digits: String = characters.by_ref().take(2).collect();
                u8::from_str_radix(&digits, 16).ok()?
            }
            't' => b'\t',
            'n' => b'\n',
            'r' => b'\r',
            '0' => 0,
            same => u8::try_from(same).ok()?,
        });
    }
    Some(bytes)
}

/// The shortest text that is taken for base64: shorter ones are words.
const SHORTEST: usize = 8;

fn base64(text: &str) -> Option<Vec<u8>> {
    let digits = text.trim_end_matches('=');
    let digit = |one: u8| match one {
        b'A'..=b'Z' => Some(one.saturating_sub(b'A')),
        b'a'..=b'z' => Some(one.saturating_sub(b'a').saturating_add(26)),
        b'0'..=b'9' => Some(one.saturating_sub(b'0').saturating_add(52)),
        b'+' | b'-' => Some(62),
        b'/' | b'_' => Some(63),
        _ => None,
    };
    let values: Vec<u8> = digits.bytes().map(digit).collect::<Option<_>>()?;
    let is_whole = text.len() >= SHORTEST && text.len().is_multiple_of(4) && digits.len() % 4 != 1;
    let bytes = values.chunks(4).flat_map(|four| {
        let bits = four.iter().fold(0_u32, |bits, six| bits << 6 | u32::from(*six));
        let missing = 4_usize.saturating_sub(four.len());
        let bits = (0..missing).fold(bits, |bits, _| bits << 6);
        let [_, all @ ..] = bits.to_be_bytes();
        all.into_iter().take(3_usize.saturating_sub(missing))
    });
    is_whole.then(|| bytes.collect())
}

#[cfg(test)]
mod tests {
    use super::other_form;

    #[test]
    fn each_form_is_known() {
        for (text, help) in [
            ("9 31 200", "decimal numbers need `--dec`"),
            ("[9, 31, 200]", "decimal numbers need `--dec`, without brackets"),
            ("[0x09, 0x1f]", "give the bytes without brackets"),
            ("packet.bin", "a file is given as `--file packet.bin`"),
            ("dumps/packet.hex", "a file is given as `< dumps/packet.hex`"),
            (r#"b"\x09\x1f7\x7f\n""#, "the bytes of this string are 091f377f0a"),
            (r"'\t\0'", "the bytes of this string are 0900"),
            ("CR83f4Bk/x8KAOz//38=", "as base64 these bytes are 091f377f8064ff1f0a00ecffff7f"),
            ("CR83f4BkZQ==", "as base64 these bytes are 091f377f806465"),
            ("00000000: 091f  ..7.", "of a dump give the bytes alone, without offsets and characters"),
            ("00000000  09 1f  |.7|", "of a dump give the bytes alone, without offsets and characters"),
        ] {
            assert_eq!(other_form(text).as_deref(), Some(help), "{text}");
        }
        for text in ["", "hello", "09 1g", "0g", "use Blaster"] {
            assert_eq!(other_form(text), None, "{text}");
        }
    }
}
