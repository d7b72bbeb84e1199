//! Text of which each byte is a character, which most text is; and most text is short: up to 16 bytes are looked at as two
//! words, which may overlap.

/// Whether all bytes are such.
#[inline]
pub(super) fn all(text: &[u8], such: impl Fn(u8) -> bool) -> bool {
    if let (Some(first), Some(last)) = (text.first_chunk::<8>(), text.last_chunk::<8>()) {
        return each(first, &such) & each(last, &such) && (text.len() <= 16 || each(text, &such));
    }
    match (text.first_chunk::<4>(), text.last_chunk::<4>()) {
        (Some(first), Some(last)) => each(first, &such) & each(last, &such),
        _ => each(text, &such),
    }
}

/// Not `all` of iterators, which would stop at the first: all of them are looked at at once.
#[inline]
fn each(bytes: &[u8], such: impl Fn(u8) -> bool) -> bool {
    bytes.iter().fold(true, |all, byte| all & such(*byte))
}

/// Copies bytes to as many places. A call would take longer than a few bytes do.
#[inline]
pub(super) fn copy(bytes: &[u8], places: &mut [u8]) {
    // There are as many; this tells the compiler, wherever it puts this.
    let Some(places) = places.get_mut(..bytes.len()) else { return };
    if bytes.len() > 16 {
        places.copy_from_slice(bytes);
    } else if let (Some(first), Some(last)) = (bytes.first_chunk::<8>(), bytes.last_chunk::<8>()) {
        put_both(places, first, last);
    } else if let (Some(first), Some(last)) = (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        put_both(places, first, last);
    } else {
        places.iter_mut().zip(bytes).for_each(|(place, byte)| *place = *byte);
    }
}

#[inline]
fn put_both<const N: usize>(places: &mut [u8], first: &[u8; N], last: &[u8; N]) {
    if let Some(place) = places.first_chunk_mut() {
        *place = *first;
    }
    if let Some(place) = places.last_chunk_mut() {
        *place = *last;
    }
}

#[cfg(test)]
mod tests {
    use super::{all, copy};

    #[test]
    fn a_character_beyond_ascii_is_found_wherever_it_stands() {
        let mut text = [b'a'; 20];
        for len in 0..=text.len() {
            assert!(all(&text[..len], |byte| byte.is_ascii()));
            for at in 0..len {
                text[at] = 0x80;
                assert!(!all(&text[..len], |byte| byte.is_ascii()), "{at} of {len}");
                text[at] = b'a';
            }
        }
    }

    #[test]
    fn all_bytes_are_copied_and_no_others() {
        let text = *b"abcdefghijklmnopqrst";
        for len in 0..=text.len() {
            let mut places = [0; 20];
            copy(&text[..len], &mut places[..len]);
            assert_eq!((&places[..len], &places[len..]), (&text[..len], &[0; 20][len..]));
        }
    }
}
