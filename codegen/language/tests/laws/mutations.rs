//! The parser neither panics nor loops on damaged schemas, and on noise.

use wireform_language::tree;

use crate::random::Random;
use crate::schemas;
use crate::share::part;

/// A schema split into words, numbers, marks and the space between.
fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let in_word = |c: char| c.is_alphanumeric() || c == '_';
        let length = if in_word(first) { rest.find(|c| !in_word(c)).unwrap_or(rest.len()) } else { first.len_utf8() };
        let (piece, after) = rest.split_at(length);
        pieces.push(piece);
        rest = after;
    }
    pieces
}

/// Fragments that are inserted to damage a schema.
const SPOILT: [&str; 12] = ["\"", "'", "/*", "\\", "\u{e9}", "\0", "{", "}", "(", "]", "..", "\r"];

/// Some lines of a schema, with some pieces dropped, doubled, exchanged or damaged.
fn mutated(random: &mut Random, schemas: &[Vec<&str>]) -> String {
    let Some(schema) = random.pick(schemas) else { return String::new() };
    let start = random.below(schema.len());
    let length = random.below(400);
    let mut pieces: Vec<String> = schema.iter().skip(start).take(length).map(|piece| (*piece).to_owned()).collect();
    while !pieces.is_empty() && !random.one_in(4) {
        let at = random.below(pieces.len());
        let other = random.below(pieces.len());
        match random.below(5) {
            0 => drop(pieces.remove(at)),
            1 => pieces.insert(at, pieces[other].clone()),
            2 => pieces.swap(at, other),
            3 => pieces[at] = random.pick(&SPOILT).map_or_else(String::new, |&piece| piece.to_owned()),
            _ => {
                let mut bytes = std::mem::take(&mut pieces[at]).into_bytes();
                let flipped = random.below(bytes.len());
                bytes[flipped] ^= 1 << random.below(8);
                pieces[at] = String::from_utf8_lossy(&bytes).into_owned();
            }
        }
    }
    pieces.concat()
}

#[test]
fn mutations_are_survived() {
    let schemas = schemas();
    let schemas: Vec<Vec<&str>> = schemas.iter().map(|(_, schema)| pieces(schema)).collect();
    let mut random = Random(1);
    let count = part(20_000);
    println!("{count} damaged schemas");
    for _ in 0..count {
        let text = mutated(&mut random, &schemas);
        let (_, diagnostics) = tree(&text);
        assert!(diagnostics.len() < 150, "{text}");
    }
}

#[test]
fn noise_is_survived() {
    let mut random = Random(2);
    for _ in 0..2_000 {
        let bytes: Vec<u8> = (0..random.below(200)).map(|_| random.byte()).collect();
        tree(&String::from_utf8_lossy(&bytes));
    }
}
