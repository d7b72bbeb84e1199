//! Edits of bits and of reserved space.

use wireform_build::lexemes::Kind;

use super::pieces::Pieces;
use super::{add, end_of_field, exchange, one};
use crate::rng::Rng;

/// Where the reserved bits of inline bits are: `_: ..`
pub fn reserved(pieces: &Pieces<'_>, rng: &mut Rng, words: &[&str]) -> Option<(usize, usize)> {
    let bodies = pieces.bodies(words);
    let inside: Vec<(usize, usize)> = bodies
        .into_iter()
        .flat_map(|(open, close)| (open..close).map(move |at| (at, close)))
        .filter(|(at, _)| pieces.text(*at) == "_" && pieces.next(*at).is_some_and(|colon| pieces.text(colon) == ":"))
        .filter(|(at, _)| {
            pieces.next(*at).and_then(|colon| pieces.next(colon)).is_some_and(|dots| pieces.text(dots) == "..")
        })
        .collect();
    one(&inside, rng)
}

pub fn field_behind_a_bit(text: &str, rng: &mut Rng) -> Option<String> {
    let pieces = Pieces::new(text);
    let (at, close) = reserved(&pieces, rng, &["message", "struct"])?;
    let with = pieces.with(close, close, ", zz_new: u16 if zz_bit");
    // In front of it nothing has moved.
    Some(Pieces::new(&with).put(at, "zz_bit, ")).filter(|text| text.contains("zz_new"))
}

pub fn part_in_reserved_bits(text: &str, rng: &mut Rng) -> Option<String> {
    let pieces = Pieces::new(text);
    let (at, _) = reserved(&pieces, rng, &["bits"])?;
    Some(pieces.put(at, "zz_bit: bool, "))
}

pub fn parts_exchanged(text: &str, rng: &mut Rng) -> Option<String> {
    let pieces = Pieces::new(text);
    let body = one(&pieces.bodies(&["bits"]), rng)?;
    exchange(&pieces, body, rng, ":")
}

/// Names reserved space, and mostly says which numbers it has.
pub fn reserved_named(text: &str, rng: &mut Rng) -> Option<String> {
    let pieces = Pieces::new(text);
    let types = ["u8", "u16", "u32", "u4", "u6", "u7", "bytes"];
    let is_reserved = |at: &usize| {
        let colon = pieces.next(*at).filter(|colon| pieces.text(*colon) == ":");
        colon.and_then(|colon| pieces.next(colon)).is_some_and(|of| types.contains(&pieces.text(of)))
    };
    let all: Vec<usize> = pieces.of("_").into_iter().filter(is_reserved).collect();
    let at = one(&all, rng)?;
    let end = end_of_field(&pieces, at)?;
    let clauses = ["", " = 3", " where 1..=9", " where 0..=9"];
    let with = pieces.put(end, clauses[rng.below(clauses.len())]);
    Some(Pieces::new(&with).with(at, at + 1, "zz_new"))
}

/// Reserved bytes, more than one: where they stand, where their number stands, and the number.
fn reserved_bytes(pieces: &Pieces<'_>) -> Vec<(usize, usize, u32)> {
    let length = |at: usize| {
        let of = pieces.next(pieces.next(at).filter(|colon| pieces.text(*colon) == ":")?)?;
        let open = pieces.next(of).filter(|_| pieces.text(of) == "bytes")?;
        let number = pieces.next(open)?;
        Some((at, number, pieces.text(number).parse::<u32>().ok().filter(|number| *number > 1)?))
    };
    pieces.of("_").into_iter().filter_map(length).collect()
}

/// The text with a field in place of the first of some reserved bytes.
fn first_byte(pieces: &Pieces<'_>, (at, number, bytes): (usize, usize, u32), field: &str) -> String {
    let with = pieces.with(number, number + 1, &(bytes - 1).to_string());
    Pieces::new(&with).put(at, &format!("{field}, "))
}

pub fn reserved_divided(text: &str, rng: &mut Rng) -> Option<String> {
    let pieces = Pieces::new(text);
    let space = one(&reserved_bytes(&pieces), rng)?;
    let fields = ["zz_new: u8", "zz_new: bool", "zz_new: u8 = 3", "zz_new: ZzKind", "bits u8 { zz_new: u4, _: .. }"];
    let with = first_byte(&pieces, space, fields[rng.below(fields.len())]);
    Some(with + "\nenum ZzKind: u8 { ZzOne = 1, ZzTwo = 2 }\n")
}

pub fn part_divided(text: &str, rng: &mut Rng) -> Option<String> {
    let pieces = Pieces::new(text);
    let (open, close) = one(&pieces.bodies(&["bits"]), rng)?;
    let width = |at: usize| {
        let of = pieces.next(pieces.next(at).filter(|colon| pieces.text(*colon) == ":")?)?;
        let width = pieces.text(of).strip_prefix('u')?.parse::<u32>().ok().filter(|width| *width > 1)?;
        Some((at, of, width))
    };
    let names = (open..close).filter(|at| pieces.all[*at].0 == Kind::Name && pieces.text(*at) != "_");
    let (at, of, width) = one(&names.filter_map(width).collect::<Vec<_>>(), rng)?;
    Some(pieces.with(at, of + 1, &format!("zz_new: u{}, zz_more: u1", width - 1)))
}

pub fn counted(text: &str, rng: &mut Rng) -> Option<String> {
    let pieces = Pieces::new(text);
    let is_byte = |at: &usize| {
        let colon = pieces.next(*at).filter(|colon| pieces.text(*colon) == ":");
        colon.and_then(|colon| pieces.next(colon)).is_some_and(|of| pieces.text(of) == "u8")
    };
    let single = pieces.of("_").into_iter().filter(is_byte).map(|at| (at, None));
    let several = reserved_bytes(&pieces).into_iter().map(|space| (space.0, Some(space)));
    let bodies = pieces.bodies(&["message", "struct"]);
    let inside = |(at, space): (usize, Option<(usize, usize, u32)>)| {
        let body = *bodies.iter().find(|(open, close)| *open < at && at < *close)?;
        let (_, end) = *pieces.fields(body).last()?;
        Some((at, space, end))
    };
    let (at, space, end) = one(&single.chain(several).filter_map(inside).collect::<Vec<_>>(), rng)?;
    let with = pieces.put(end, ", zz_list: [u16; zz_count]");
    let pieces = Pieces::new(&with);
    Some(match space {
        Some(space) => first_byte(&pieces, space, "zz_count: u8"),
        None => pieces.with(at, at + 1, "zz_count"),
    })
}

pub fn reserved_field(text: &str, rng: &mut Rng) -> Option<String> {
    add(text, rng, "_: bytes[2]")
}
