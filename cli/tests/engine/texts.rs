//! Texts of numbers in notations, of characters, bytes and units.

use wireform_build::interpret::words::with_unit;
use wireform_build::model::Notation;

use crate::random::Random;
use crate::support::{Requests, hex};

#[test]
fn notations_show_numbers() {
    let mut requests = Requests::default();
    let random = &mut Random(1);
    let ends =
        [0, 1, 255, 256, 1 << 24, (1 << 32) - 1, 1 << 32, (1 << 48) - 1, 1 << 48, 1 << 53, (1 << 53) + 1, u64::MAX];
    let mut all: Vec<u64> = ends.to_vec();
    all.extend((0..1000).map(|_| random.next() >> random.below(64)));
    all.extend((0..=255).map(|byte| byte << 16 | 0x4142_0043));
    for notation in Notation::ALL {
        for raw in &all {
            requests.ask(format!("notation\t{}\t{raw}", notation.word()), notation.shown((*raw).into()));
        }
    }
    requests.run("notations");
}

#[test]
fn texts_are_quoted() {
    let mut requests = Requests::default();
    let mut texts: Vec<String> = ["", "Marco", "a\tb\r\n", "\"\\'", "\0\u{1}\u{7f}", "naïve – 日本語 👍", "e\u{301}"]
        .map(str::to_owned)
        .to_vec();
    texts.extend((0..=0x7F).map(|code| format!("<{}>", char::from(code))));
    let random = &mut Random(2);
    texts.extend((0..500).map(|_| (0..random.below(9)).map(|_| random.below(0x180) as u8 as char).collect()));
    for text in texts {
        requests.ask(format!("quoted\t{}", hex(text.as_bytes())), format!("{text:?}"));
    }
    requests.run("quoted");
}

/// The Unicode of the table in `text.lua`.
const UNICODE: (u8, u8, u8) = (17, 0, 0);

/// Whether Rust escapes a character, or it is a surrogate, which no text has.
fn is_escaped(code: u32) -> bool {
    char::from_u32(code).is_none_or(|one| format!("{:?}", one.to_string()).starts_with("\"\\u"))
}

/// The table in `text.lua`: each range of escaped characters as the distance from the one before, and its length.
fn table() -> Vec<String> {
    let mut words = Vec::new();
    let (mut before, mut code) = (0, 0x7F);
    while code <= 0x10_FFFF {
        let first = code;
        while code <= 0x10_FFFF && is_escaped(code) {
            code += 1;
        }
        if code > first {
            words.extend([in_base_36(first - before), in_base_36(code - 1 - first)]);
            before = code - 1;
        }
        code += 1;
    }
    words
}

fn in_base_36(number: u32) -> String {
    let digit = char::from_digit(number % 36, 36).expect("a digit");
    if number < 36 { digit.to_string() } else { format!("{}{digit}", in_base_36(number / 36)) }
}

#[test]
fn all_characters_are_quoted() {
    let mut requests = Requests::default();
    // A later Unicode has characters in places that were empty, so that a later Rust prints more of them.
    let is_later = char::UNICODE_VERSION > UNICODE;
    if !is_later {
        let code = include_str!("../../src/dissector/engine/numbers/text.lua");
        let (_, code) = code.split_once("local ESCAPED =\n").expect("the table");
        let lines = code.lines().take_while(|line| line.contains('"'));
        let words: Vec<&str> = lines.flat_map(|line| line.split('"').nth(1)).flat_map(str::split_whitespace).collect();
        assert_eq!(words, table(), "the table of `text.lua` is another");
    }
    let last = if is_later { '\u{24F}' } else { char::MAX };
    for block in ('\u{80}'..=last).collect::<Vec<_>>().chunks(64) {
        let text: String = block.iter().collect();
        requests.ask(format!("quoted\t{}", hex(text.as_bytes())), format!("{text:?}"));
    }
    requests.run("characters");
}

#[test]
fn bytes_and_counts_are_shown() {
    let mut requests = Requests::default();
    for len in 0..12_u8 {
        let bytes: Vec<u8> = (0..len).map(|at| at.wrapping_mul(0x4d)).collect();
        let first: Vec<String> = bytes.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        requests.ask(format!("bytes\t{}", hex(&bytes)), first.join(" "));
        requests.ask(format!("counted\t{len}"), format!("{len} byte{}", if len == 1 { "" } else { "s" }));
    }
    requests.run("bytes_shown");
}

#[test]
fn units_are_singular_or_plural() {
    let mut requests = Requests::default();
    let units = "cubes cubes_per_second tenths_of_degrees light_years inches feet celsius percent hertz s ms per_second \
        of_degrees glass glasses boxes buzzes wishes radius basis a__b _s as degrees_per_second_per_second of per";
    for unit in units.split_whitespace() {
        for value in ["0", "1", "-1", "1.5", "inf", "11"] {
            requests.ask(format!("with_unit\t{value}\t{unit}"), with_unit(&value, Some(unit)));
        }
    }
    requests.ask("with_unit\t1", with_unit(&1, None));
    requests.run("units");
}
