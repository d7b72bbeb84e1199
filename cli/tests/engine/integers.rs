//! Exact integers.

use wireform_build::model::part;

use crate::random::Random;
use crate::support::{Requests, hex};

/// Numbers at the ends of widths and of doubles, and random ones of all sizes.
fn numbers(random: &mut Random) -> Vec<i128> {
    let powers = (0..=64).map(|bit| 1_i128 << bit);
    let near = powers.flat_map(|power| [power - 1, power, power + 1]);
    let mut all: Vec<i128> = near.flat_map(|number| [number, -number]).collect();
    all.extend((0..300).map(|_| {
        let number = i128::from(random.next() >> random.below(64));
        if random.one_in(2) { -number } else { number }
    }));
    all
}

/// A number with two factors, or two numbers: each is often at an end.
fn pairs(random: &mut Random) -> Vec<(i128, i128)> {
    let all = numbers(random);
    let pick = |random: &mut Random| all[random.below(all.len())];
    (0..4000).map(|_| (pick(random), pick(random))).collect()
}

fn flag(is_set: bool) -> u8 {
    u8::from(is_set)
}

/// The low 64 bits.
fn low(number: i128) -> i64 {
    number as i64
}

#[test]
fn bytes_are_numbers_and_numbers_are_bytes() {
    let mut requests = Requests::default();
    let random = &mut Random(1);
    for count in 1..=8_usize {
        let mut all: Vec<[u8; 8]> = vec![[0; 8], [0xFF; 8], [0, 0, 0, 0, 0, 0, 0, 0x80], [0x80, 0, 0, 0, 0, 0, 0, 0]];
        all.extend((0..60).map(|_| (random.next() >> random.below(64)).to_le_bytes()));
        all.extend((0..60).map(|_| ((random.next() >> random.below(64)) as i64).wrapping_neg().to_be_bytes()));
        for eight in all {
            let bytes = &eight[..count];
            for (signed, little) in [(false, false), (false, true), (true, false), (true, true)] {
                let fold = |number: i128, byte: &u8| number << 8 | i128::from(*byte);
                let number = if little { bytes.iter().rev().fold(0, fold) } else { bytes.iter().fold(0, fold) };
                let number = part(number, 0, count as u8 * 8, signed);
                let (signed, order) = (flag(signed), flag(little));
                requests.ask(format!("from_bytes\tee{}ee\t{count}\t{signed}\t{order}", hex(bytes)), number);
                requests.ask(format!("to_bytes\t{number}\t{count}\t{order}"), hex(bytes));
            }
        }
    }
    requests.run("bytes");
}

#[test]
fn numbers_have_texts_bits_and_halves() {
    let mut requests = Requests::default();
    let random = &mut Random(2);
    for number in numbers(random) {
        requests.ask(format!("parse\t{number}"), number);
        if number >= 0 {
            requests.ask(format!("hex\t{number}"), format!("{number:x}"));
        }
        requests.ask(format!("halves\t{number}"), format!("{} {}", number as u32, (number >> 32) as u32));
        requests.ask(format!("to_bytes\t{number}\t8\t1"), hex(&(number as u64).to_le_bytes()));
        for _ in 0..8 {
            let width = 1 + random.below(64) as u8;
            let low = random.below(usize::from(65 - width)) as u8;
            for signed in [false, true] {
                let expected = part(number, low, width, signed);
                requests.ask(format!("part\t{number}\t{low}\t{width}\t{}", flag(signed)), expected);
            }
            let mask = ((1_i128 << width) - 1) << low;
            let other = i128::from(random.next());
            let put = (number & !mask) | ((other << low) & mask);
            requests.ask(format!("put\t{number}\t{low}\t{width}\t{other}"), put);
        }
        for width in [1, 8, 52, 53, 54, 55, 63, 64] {
            for signed in [false, true] {
                let expected = part(number, 0, width, signed);
                requests.ask(format!("part\t{number}\t0\t{width}\t{}", flag(signed)), expected);
            }
        }
    }
    requests.run("bits");
}

#[test]
fn numbers_become_the_nearest_floats() {
    let mut requests = Requests::default();
    for number in numbers(&mut Random(3)) {
        for number in [number, number.saturating_mul(3), number << 20, (number << 40) + 1] {
            requests.ask(format!("to_double\t{number}"), number as f64);
            requests.ask(format!("to_single\t{number}"), f64::from(number as f32));
        }
    }
    requests.run("nearest");
}

#[test]
fn numbers_compare_as_they_are() {
    let mut requests = Requests::default();
    let pairs = pairs(&mut Random(4));
    for (a, b) in pairs.iter().copied().chain(pairs.iter().map(|(a, _)| (*a, *a))) {
        let less = if a < b { "<" } else { "" };
        let equal = if a == b { "=" } else { "" };
        let greater = if a > b { ">" } else { "" };
        let not_greater = if a <= b { "<=" } else { "" };
        requests.ask(format!("compare\t{a}\t{b}"), format!("{less}{equal}{greater}{not_greater}"));
    }
    requests.run("compare");
}

#[test]
fn arithmetic_wraps_or_is_exact() {
    let mut requests = Requests::default();
    for (a, b) in pairs(&mut Random(5)) {
        requests.ask(format!("add\t{a}\t{b}"), low(a).wrapping_add(low(b)));
        requests.ask(format!("sub\t{a}\t{b}"), low(a).wrapping_sub(low(b)));
        requests.ask(format!("mul\t{a}\t{b}"), low(a).wrapping_mul(low(b)));
        requests.ask(format!("neg\t{a}"), low(a).wrapping_neg());
        requests.ask(format!("low64\t{a}"), low(a));
        requests.ask(format!("sum\t{a}\t{b}"), a + b);
        requests.ask(format!("difference\t{a}\t{b}"), a - b);
        if let Some(product) = a.checked_mul(b) {
            requests.ask(format!("product\t{a}\t{b}"), product);
        }
        if b > 0 {
            requests.ask(format!("divided\t{a}\t{b}"), format!("{} {}", a.div_euclid(b), a.rem_euclid(b)));
        }
        if low(b) > 0 {
            let b = low(b);
            requests.ask(format!("div\t{a}\t{b}"), low(a).div_euclid(b));
            requests.ask(format!("rem\t{a}\t{b}"), low(a).rem_euclid(b));
        }
    }
    requests.run("arithmetic");
}
