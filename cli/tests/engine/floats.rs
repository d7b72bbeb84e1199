//! Texts of floats.

use crate::random::Random;
use crate::support::Requests;

/// All exponents with fractions at their ends and in between.
fn bits(random: &mut Random, exponents: u64, fraction: u32) -> Vec<u64> {
    let ends = [0, 1, 2, 3, (1 << (fraction - 1)) - 1, 1 << (fraction - 1), (1 << fraction) - 2, (1 << fraction) - 1];
    let all = (0..exponents).flat_map(|exponent| ends.map(|end| exponent << fraction | end));
    let mut all: Vec<u64> = all.collect();
    all.extend((0..5000).map(|_| random.next() >> (64 - fraction - exponents.trailing_zeros())));
    let sign = exponents << fraction;
    all.extend(all.clone().into_iter().step_by(3).map(|bits| bits | sign));
    all
}

#[test]
fn f32_is_shown_as_rust_does() {
    let mut requests = Requests::default();
    let random = &mut Random(1);
    let mut all: Vec<u32> = bits(random, 256, 23).into_iter().map(|bits| bits as u32).collect();
    all.extend((0..3000).map(|_| ((random.below(2_000_000) as f32 - 1e6) / 1000.0).to_bits()));
    all.extend((0..3000).map(|_| (random.below(1 << 26) as f32).to_bits()));
    all.extend((0..3000).map(|_| (random.below(65536) as f32 * 360.0 / 65536.0).to_bits()));
    all.extend((0..=2000).map(|number| (number as f32 / 16.0).to_bits()));
    // Its digits are so near to the half between two that the nearest double to them is that half.
    let half = 7.038_531e-26_f32.to_bits();
    all.extend(half - 2..=half + 2);
    for bits in all {
        let float = f32::from_bits(bits);
        requests.ask(format!("f32\t{bits}"), float);
        let read: f64 = float.to_string().parse().expect("a float");
        requests.ask(format!("number\t{float}"), read);
    }
    requests.run("f32");
}

#[test]
fn f64_is_shown_as_rust_does() {
    let mut requests = Requests::default();
    let random = &mut Random(2);
    let mut all = bits(random, 2048, 52);
    all.extend((0..3000).map(|_| ((random.below(2_000_000) as f64 - 1e6) / 1000.0).to_bits()));
    all.extend((0..3000).map(|_| ((random.next() >> random.below(60)) as f64).to_bits()));
    all.extend((0..=2000).map(|number| (number as f64 / 16.0).to_bits()));
    all.extend((0..200).map(|bit| (f64::MIN_POSITIVE / (1_u64 << 52) as f64 * bit as f64).to_bits()));
    for bits in all {
        requests.ask(format!("f64\t{bits}"), f64::from_bits(bits));
    }
    requests.run("f64");
}

#[test]
fn doubles_round_to_the_nearest_f32() {
    let mut requests = Requests::default();
    let random = &mut Random(3);
    let mut all = bits(random, 2048, 52);
    // Halves between two, and their neighbours.
    all.extend((0..8000).flat_map(|_| {
        let exponent = 1023 - 155 + random.below(290) as u64;
        let half = exponent << 52 | (random.next() >> 41) << 29 | 1 << 28;
        [half - 1, half, half + 1, half & !(1 << 28)]
    }));
    // Those of the smallest, which have fewer bits.
    for low in 0..60_u64 {
        let unit = f64::from(f32::from_bits(1));
        let half = (low as f64 + 0.5) * unit;
        all.extend([half.to_bits() - 1, half.to_bits(), half.to_bits() + 1]);
    }
    let most = f64::from(f32::MAX).to_bits();
    all.extend((0..40).map(|bit| most + (1 << bit)).chain([most + (1 << 28) - 1, most + (1 << 28), most]));
    for bits in all {
        requests.ask(format!("to_f32\t{bits}"), f64::from(f64::from_bits(bits) as f32));
    }
    requests.run("to_f32");
}
