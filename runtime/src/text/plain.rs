//! Whether text is ASCII, which most text is, and most text is short.

/// Whether all are ASCII. Short ones are looked at as two words, which may overlap.
#[inline]
pub(super) fn is_ascii(text: &[u8]) -> bool {
    const HIGH: u64 = 0x8080_8080_8080_8080;
    let (first, last) = match (text.first_chunk(), text.last_chunk(), text.first_chunk(), text.last_chunk()) {
        (Some(first), Some(last), ..) => (u64::from_le_bytes(*first), u64::from_le_bytes(*last)),
        (_, _, Some(first), Some(last)) => {
            (u64::from(u32::from_le_bytes(*first)), u64::from(u32::from_le_bytes(*last)))
        }
        _ => return text.iter().fold(true, |all, byte| all & byte.is_ascii()),
    };
    (first | last) & HIGH == 0 && (text.len() <= 16 || text.is_ascii())
}

#[cfg(test)]
mod tests {
    use super::is_ascii;

    #[test]
    fn a_character_beyond_ascii_is_found_wherever_it_stands() {
        let mut text = [b'a'; 20];
        for len in 0..=text.len() {
            assert!(is_ascii(&text[..len]));
            for at in 0..len {
                text[at] = 0x80;
                assert!(!is_ascii(&text[..len]), "{at} of {len}");
                text[at] = b'a';
            }
        }
    }
}
