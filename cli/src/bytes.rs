//! Bytes as people write them: hexadecimal or decimal, in many spellings.

mod forms;

pub use forms::other_form;

/// Reads bytes in hexadecimal: `0401`, `04 01`, `04:01`, `0x04, 0x1`, `\x04\x01`.
pub fn from_hex(text: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::with_capacity(text.len().div_ceil(2));
    if let Some(offset) = forms::offset(text) {
        return Err(format!("`{offset}:` is an offset, no byte"));
    }
    for word in words(text) {
        let digits = ["0x", "0X", "x"].iter().find_map(|mark| word.strip_prefix(mark)).unwrap_or(word);
        let wrong = |why: &str| Err(format!("`{}` is not hexadecimal: {why}", shortened(word)));
        if let Some(strange) = digits.chars().find(|c| !c.is_ascii_hexdigit()) {
            return wrong(&format!("`{strange}` is no digit"));
        }
        if digits.is_empty() {
            return wrong("there are no digits");
        }
        if digits.len() > 1 && digits.len() % 2 == 1 {
            return wrong("an odd number of digits");
        }
        // A digit that stands alone is a small byte.
        bytes.extend(digits.as_bytes().chunks(2).map(|pair| pair.iter().fold(0, |byte, &c| byte << 4 | digit(c))));
    }
    Ok(bytes)
}

/// Reads bytes as decimal numbers: `4 1 17`, `4,1,17`. As in a schema those below zero are bytes with a sign.
pub fn from_dec(text: &str) -> Result<Vec<u8>, String> {
    let byte = |word: &str| {
        let signed = || word.parse::<i8>().map(i8::cast_unsigned);
        word.parse::<u8>()
            .or_else(|_| signed())
            .map_err(|_| format!("`{}` is not a byte: -128 to 255", shortened(word)))
    };
    text.split(is_between).filter(|word| !word.is_empty()).map(byte).collect()
}

/// Two digits a byte, without spaces.
pub fn to_hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().saturating_mul(2));
    for byte in bytes {
        text.push(char::from_digit(u32::from(byte >> 4), 16).unwrap_or_default());
        text.push(char::from_digit(u32::from(byte & 15), 16).unwrap_or_default());
    }
    text
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| is_between(c) || c == '\\').filter(|word| !word.is_empty());
    // A word that begins with it is a number below zero.
    words.flat_map(|word| word.split(if word.starts_with('-') { '\\' } else { '-' })).filter(|word| !word.is_empty())
}

/// What stands between two bytes.
fn is_between(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | ':' | ';' | '_')
}

fn digit(c: u8) -> u8 {
    char::from(c).to_digit(16).and_then(|digit| u8::try_from(digit).ok()).unwrap_or_default()
}

/// Enough of a word to recognise it.
fn shortened(word: &str) -> String {
    match word.char_indices().nth(20) {
        Some((end, _)) => format!("{}..", word.get(..end).unwrap_or_default()),
        None => word.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{from_dec, from_hex, to_hex};

    #[test]
    fn reads_hexadecimal_in_every_usual_spelling() {
        for text in
            ["040111", "04 01 11", "04:01:11", "0x04, 0x01, 0x11", "4 1 11", "04-01\n11 ", "0X0401 11", r"\x04\x01\x11"]
        {
            assert_eq!(from_hex(text), Ok(vec![4, 1, 0x11]), "{text}");
        }
        assert_eq!(from_hex(""), Ok(vec![]));
        assert_eq!(from_hex("Ff"), Ok(vec![255]));
    }

    #[test]
    fn says_what_is_not_hexadecimal() {
        assert_eq!(from_hex("04 0g"), Err("`0g` is not hexadecimal: `g` is no digit".into()));
        assert_eq!(from_hex("041"), Err("`041` is not hexadecimal: an odd number of digits".into()));
        assert_eq!(from_hex("0x"), Err("`0x` is not hexadecimal: there are no digits".into()));
        assert_eq!(
            from_hex(&"0".repeat(21)),
            Err(format!("`{}..` is not hexadecimal: an odd number of digits", "0".repeat(20)))
        );
    }

    #[test]
    fn reads_decimal() {
        assert_eq!(from_dec("4 1, 255"), Ok(vec![4, 1, 255]));
        assert_eq!(from_dec("4 -1,-128 -0"), Ok(vec![4, 255, 128, 0]));
        for wrong in ["256", "-129", "4-1", "-", "--1", "+-1"] {
            assert_eq!(from_dec(&format!("4 {wrong}")), Err(format!("`{wrong}` is not a byte: -128 to 255")));
        }
    }

    #[test]
    fn writes_what_it_reads() {
        let all: Vec<u8> = (0..=255).collect();
        assert_eq!(from_hex(&to_hex(&all)), Ok(all));
    }
}
