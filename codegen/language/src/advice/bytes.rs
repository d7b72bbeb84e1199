//! Bytes and numbers in the spellings of a schema.

/// The value of a number literal.
pub(crate) fn number(text: &str) -> Option<i64> {
    let text = text.replace('_', "").to_ascii_lowercase();
    let radix = |prefix, radix| text.strip_prefix(prefix).map(|digits| i64::from_str_radix(digits, radix).ok());
    radix("0x", 16).or_else(|| radix("0b", 2)).unwrap_or_else(|| text.parse().ok())
}

/// The pairs of hexadecimal digits in a text.
pub(crate) fn pairs_of(digits: &str) -> Option<Vec<String>> {
    let digits: String = digits.split_whitespace().collect();
    let is_hex = digits.len().is_multiple_of(2) && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    let pairs = digits.as_bytes().chunks(2).map(|pair| String::from_utf8_lossy(pair).into_owned());
    (is_hex && !digits.is_empty()).then(|| pairs.collect())
}

/// The hexadecimal digits of decimal bytes in a text.
pub(crate) fn pairs_of_decimal(bytes: &str) -> Option<Vec<String>> {
    let pair = |byte: &str| byte.parse::<u8>().ok().map(|byte| format!("{byte:02x}"));
    bytes.split_whitespace().map(pair).collect::<Option<Vec<String>>>().filter(|pairs| !pairs.is_empty())
}

/// A list of bytes as text: `"\x00\xff"` for `[0x00, 0xff]`.
pub(crate) fn escaped(list: &str) -> Option<String> {
    let list = list.trim_matches(['[', ']', ' ']).trim_end_matches(',');
    let bytes = list.split(',').map(|byte| Some(format!("\\x{:02x}", u8::try_from(number(byte.trim())?).ok()?)));
    Some(format!("\"{}\"", bytes.collect::<Option<String>>()?))
}

/// The bytes of ASCII text with escapes.
pub(crate) fn bytes_of(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        let character = match character {
            '\\' => match characters.next()? {
                'x' => {
                    let digits: String = characters.by_ref().take(2).collect();
                    bytes.push(u8::from_str_radix(&digits, 16).ok()?);
                    continue;
                }
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                '0' => '\0',
                itself => itself,
            },
            plain => plain,
        };
        bytes.push(u8::try_from(character).ok().filter(u8::is_ascii)?);
    }
    Some(bytes)
}
