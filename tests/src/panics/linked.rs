//! What of core may panic for all that its assembly says, and does not whatever it is given: this links.

use wireform::{Le, List};

#[unsafe(no_mangle)]
pub fn characters(bytes: &[u8]) -> Option<usize> {
    core::str::from_utf8(bytes).ok().map(|text| text.chars().count())
}

#[unsafe(no_mangle)]
pub fn are_ascii(bytes: &[u8], text: &str) -> [bool; 2] {
    [bytes.is_ascii(), text.is_ascii()]
}

#[unsafe(no_mangle)]
pub fn contains(bytes: &[u8], byte: u8) -> bool {
    bytes.contains(&byte)
}

#[unsafe(no_mangle)]
pub fn reversed(bytes: &mut [u8]) {
    bytes.reverse();
}

#[unsafe(no_mangle)]
pub fn last(bytes: &[u8]) -> Option<&[u8; 8]> {
    bytes.last_chunk()
}

#[unsafe(no_mangle)]
pub fn last_to_write(bytes: &mut [u8]) -> Option<&mut [u8; 8]> {
    bytes.last_chunk_mut()
}

#[unsafe(no_mangle)]
pub fn rest(number: i128, by: i128) -> Option<i128> {
    number.checked_rem_euclid(by)
}

#[unsafe(no_mangle)]
pub fn lengths(list: List<'_, u16, Le<2>>) -> usize {
    list.iter().len()
}
