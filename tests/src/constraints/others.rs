//! Other bytes in place of right ones: of all that could be wrong with a field, something.

use crate::schemas::dice::Dice;

/// Numbers that are named and at all ends, what is beside them, longer spellings of them, what is no text, and more of the same.
pub fn others(bytes: &[u8], named: &[i128]) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    numbers(bytes, named, &mut all);
    changed(bytes, &mut all);
    longer(bytes, &mut all);
    more(bytes, named, &mut all);
    all
}

/// All numbers of a byte, first those that differ in a bit of one half; of wider ones those that are named, and those at the ends.
fn numbers(bytes: &[u8], named: &[i128], all: &mut Vec<Vec<u8>>) {
    match bytes.len() {
        1 => {
            let bits = [0x01, 0x10].map(|bit| bytes[0] ^ bit);
            all.extend(bits.into_iter().chain(0..=u8::MAX).map(|byte| vec![byte]));
        }
        len @ 2..=8 => {
            for number in named.iter().flat_map(|number| [number - 1, *number, number + 1]) {
                all.push(number.to_le_bytes()[..len].to_vec());
                all.push(number.to_be_bytes()[16 - len..].to_vec());
            }
            for (most, end) in [(0, 0), (0xFF, 0xFF), (0xFF, 0x7F), (0, 0x80), (0, 1), (1, 0)] {
                let mut other = vec![most; len];
                other[len - 1] = end;
                all.push(other.clone());
                other.reverse();
                all.push(other);
            }
        }
        _ => {}
    }
}

/// One byte is another: each bit of it, what is beside it, its ends, and any.
fn changed(bytes: &[u8], all: &mut Vec<Vec<u8>>) {
    let mut dice = Dice::new(bytes.len() as u64);
    for at in 0..bytes.len().min(24) {
        let byte = bytes[at];
        let bits = (0..8).map(|bit| byte ^ 1 << bit);
        for byte in bits.chain([byte.wrapping_add(1), byte.wrapping_sub(1), 0, 0xFF, dice.next() as u8]) {
            let mut other = bytes.to_vec();
            other[at] = byte;
            all.push(other);
        }
    }
}

/// The same number in more bytes: marked, with zeros on either side, or continued.
fn longer(bytes: &[u8], all: &mut Vec<Vec<u8>>) {
    for marker in [0x40, 0x80, 0x81, 0xC0, 0xFD, 0xFE, 0xFF] {
        for zeros in [1_usize, 3, 7] {
            all.push([&[marker], bytes, &vec![0; zeros]].concat());
            all.push([&[marker][..], &vec![0; zeros], bytes].concat());
        }
    }
    if let Some((first, rest)) = bytes.split_first() {
        all.extend([1, 4, 10].map(|more| [&[first | 0x80], &vec![0x80; more - 1][..], &[0], rest].concat()));
    }
    all.push(vec![0xFF; 4]);
    if let Some((last, head)) = bytes.split_last() {
        all.extend([1, 4, 10].map(|more| [head, &[last | 0x80], &vec![0x80; more - 1], &[0]].concat()));
        all.extend([2, 4, 10, 12].map(|more| [&vec![0xFF; more][..], &[0x7F]].concat()));
    }
}

/// More of it: behind it, in front of it, and the same again, also behind a count of any width. (As many bytes as are
/// characters of any width.)
fn more(bytes: &[u8], named: &[i128], all: &mut Vec<Vec<u8>>) {
    for (head, times) in [(1, 2), (1, 4), (1, 16), (1, 64), (2, 4), (4, 4)] {
        if let Some((count, content)) = bytes.split_at_checked(head) {
            let mut again = [count, &content.repeat(times)].concat();
            again[0] = again[0].wrapping_mul(times as u8);
            all.push(again);
        }
    }
    all.extend([1, 2, 3, 4, 8].map(|more| [bytes, &vec![0; more]].concat()));
    let named = named.iter().filter_map(|number| usize::try_from(*number).ok()).filter(|number| *number <= LONGEST);
    let named = named.flat_map(|number| [1, 8].map(|bytes| (number / 12 + 1) * 12 * bytes));
    for more in named.filter(|more| *more <= LONGEST).chain([12, 48]) {
        all.push([&vec![b'a'; more], bytes].concat());
        all.extend(bytes.first_chunk::<2>().map(|unit| [&unit.repeat(more)[..], bytes].concat()));
        if bytes.len() <= SHORT {
            all.push(bytes.repeat(more));
        }
    }
}

/// What is repeated as often as a bound says, and how long anything is made.
const SHORT: usize = 12;
const LONGEST: usize = 10_000;
