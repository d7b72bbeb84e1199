//! Moves that the game made: each is compared with its own checksum, written again, and refused where something about it
//! was changed.

use quake2_moves::quake2::to_server::{MoveKnown, MoveView};
use quake2_moves::{Form, Game};
use serde_json::Value;

/// How many were right and written alike, right and written otherwise, refused, and of 3.15, which takes more than four
/// bytes of its table.
#[derive(Debug, PartialEq, Default)]
struct Counts {
    alike: usize,
    otherwise: usize,
    refused: usize,
    other: usize,
}

#[test]
fn the_checksum_since_3_16() {
    let counts = check(include_str!("../../../tests/packets/quake2/clc_move.jsonl"));
    assert_eq!(counts, Counts { alike: 40, otherwise: 6, refused: 10, other: 0 });
}

#[test]
fn the_checksum_of_older_versions() {
    let counts = check(include_str!("../../../tests/packets/quake2/clc_move_legacy_md4.jsonl"));
    assert_eq!(counts, Counts { alike: 5, otherwise: 0, refused: 0, other: 3 });
}

fn check(lines: &str) -> Counts {
    let mut counts = Counts::default();
    for line in lines.lines() {
        let line: Value = serde_json::from_str(line).expect("an object a line");
        let (bytes, sequence) = (bytes(&line["hex"]), line["sequence"].as_u64().expect("a number"));
        let Ok(salt) = <[u8; 4]>::try_from(self::bytes(&line["salt"])) else {
            assert!(line["challenge"].is_u64(), "the rest is made of this");
            counts.other += 1;
            continue;
        };
        let sequence = u32::try_from(sequence).expect("31 bits");
        let form = if line["message"] == "clc_move" { Form::Crc } else { Form::Md4 };
        let salt = |given| {
            assert_eq!(given, sequence);
            salt
        };
        one(&bytes, sequence, &Game { form, salt }, line["valid"] == true, &mut counts);
    }
    counts
}

fn one(bytes: &[u8], sequence: u32, game: &Game<impl Fn(u32) -> [u8; 4]>, valid: bool, counts: &mut Counts) {
    let known = MoveKnown { sequence };
    let read = MoveView::parse_exact(bytes, known).expect("a move");
    let view = match read.verify(game) {
        Ok(view) => view,
        Err(refused) => {
            assert!(!valid);
            let refused = refused.to_string();
            assert!(refused.starts_with("Move.checksum at byte 1: not the checksum of these bytes: "), "{refused}");
            counts.refused += 1;
            return;
        }
    };
    assert!(valid, "something was changed");
    let value = view.to_value();
    let mut out = vec![0; value.encoded_len(known)];
    assert_eq!(value.write(&mut out, known, game), Ok(out.len()));
    let again = MoveView::parse_exact(&out, known).and_then(|view| view.verify(game)).expect("just written");
    assert_eq!(again.to_value(), value);
    if out == bytes { counts.alike += 1 } else { counts.otherwise += 1 }
}

fn bytes(hex: &Value) -> Vec<u8> {
    let digits: Vec<u32> = hex.as_str().unwrap_or_default().chars().filter_map(|digit| digit.to_digit(16)).collect();
    digits.chunks(2).filter_map(|pair| u8::try_from(pair[0] << 4 | pair[1]).ok()).collect()
}
