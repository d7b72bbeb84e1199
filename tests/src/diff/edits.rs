//! Edits of a schema as a person makes them, each at a random place of its text. Some make a schema that is wrong; then
//! another place is tried.

mod forms;
mod pieces;
mod space;

use wireform_build::lexemes::Kind;

use crate::rng::Rng;
use forms::{count_in_list, formula, group_apart};
use pieces::Pieces;
use space::{
    counted, field_behind_a_bit, part_divided, part_in_reserved_bits, parts_exchanged, reserved_divided,
    reserved_field, reserved_named,
};

/// A changed text; none if there is no place for the edit.
pub type Edit = fn(&str, &mut Rng) -> Option<String>;

/// All edits.
pub const ALL: &[(&str, Edit)] = &[
    ("a field at the end", field_at_the_end),
    ("a field at the end that old packets lack", field_if_left),
    ("a field in front of another", field_in_front),
    ("a field behind a new presence bit", field_behind_a_bit),
    ("a named part in reserved bits", part_in_reserved_bits),
    ("another number", number),
    ("another number by more", number_by_more),
    ("another name", name),
    ("an enum closed", closed),
    ("an enum opened", opened),
    ("a name of an enum", name_of_an_enum),
    ("two names of an enum exchanged", exchanged),
    ("a condition negated", negated),
    ("a constant", constant),
    ("a name for reserved space", reserved_named),
    ("reserved bytes divided", reserved_divided),
    ("a list behind a count in reserved space", counted),
    ("a family closed", family_closed),
    ("a family opened", family_opened),
    ("a part of bits divided", part_divided),
    ("another code of a shape", code_of_a_shape),
    ("two parts of bits exchanged", parts_exchanged),
    ("a unit", unit),
    ("another order of bytes", byte_order),
    ("two fields in another order", swapped),
    ("a message in a family", message),
    ("another width", width),
    ("a default", default),
    ("no default", no_default),
    ("no condition", no_condition),
    ("no rule", no_rule),
    ("a rule", rule),
    ("a field less", field_less),
    ("a comment", comment),
    ("another kind of text", encoding),
    ("a reserved field", reserved_field),
    ("a formula in other words", formula),
    ("a count in its list, or in front of it", count_in_list),
    ("a group as a struct", group_apart),
];

fn one<T: Clone>(all: &[T], rng: &mut Rng) -> Option<T> {
    if all.is_empty() { None } else { Some(rng.pick(all).clone()) }
}

/// Where something begins, and where it ends.
type Span = (usize, usize);

/// The body of a struct or a message, and its fields.
fn record(pieces: &Pieces<'_>, rng: &mut Rng) -> Option<(Span, Vec<Span>)> {
    let body = one(&pieces.bodies(&["message", "struct"]), rng)?;
    Some((body, pieces.fields(body)))
}

/// Adds a field behind the last one of a body.
fn add(text: &str, rng: &mut Rng, field: &str) -> Option<String> {
    let pieces = Pieces::new(text);
    let ((open, _), fields) = record(&pieces, rng)?;
    Some(match fields.last() {
        Some((_, end)) => pieces.put(*end, &format!(", {field}")),
        None => pieces.put(open + 1, &format!(" {field}, ")),
    })
}

fn field_at_the_end(text: &str, rng: &mut Rng) -> Option<String> {
    add(text, rng, "zz_new: u8")
}

fn field_if_left(text: &str, rng: &mut Rng) -> Option<String> {
    add(text, rng, "zz_new: u8 if left() > 0")
}

fn field_in_front(text: &str, rng: &mut Rng) -> Option<String> {
    let pieces = Pieces::new(text);
    let (_, fields) = record(&pieces, rng)?;
    let (at, _) = one(&fields, rng)?;
    Some(pieces.put(at, "zz_new: u16, "))
}

fn numbers(pieces: &Pieces<'_>) -> Vec<usize> {
    let is_number = |at: &usize| pieces.all[*at].0 == Kind::Number && pieces.text(*at).parse::<u32>().is_ok();
    let first = pieces.of("}").first().copied().unwrap_or(0);
    // Those of the header are versions.
    (first..pieces.all.len()).filter(is_number).collect()
}

fn number(text: &str, rng: &mut Rng) -> Option<String> {
    let pieces = Pieces::new(text);
    let at = one(&numbers(&pieces), rng)?;
    let number: u32 = pieces.text(at).parse().ok()?;
    let other = if rng.one_in(2) { number.checked_sub(1)? } else { number.checked_add(1)? };
    Some(pieces.with(at, at + 1, &other.to_string()))
}

fn number_by_more(text: &str, rng: &mut Rng) -> Option<String> {
    let pieces = Pieces::new(text);
    let at = one(&numbers(&pieces), rng)?;
    let number: u32 = pieces.text(at).parse().ok()?;
    let other = if rng.one_in(2) { number / 2 } else { number.checked_mul(2)? };
    Some(pieces.with(at, at + 1, &other.to_string()))
}

/// A name that is declared, everywhere.
fn name(text: &str, rng: &mut Rng) -> Option<String> {
    let pieces = Pieces::new(text);
    let is_declared = |at: &usize| {
        let next = pieces.next(*at).map(|next| pieces.text(next));
        pieces.all[*at].0 == Kind::Name && (next == Some(":") || (next == Some("=") && pieces.text(*at).len() > 3))
    };
    let at = one(&(0..pieces.all.len()).filter(is_declared).collect::<Vec<_>>(), rng)?;
    let name = pieces.text(at);
    if ["byte_order", "versions", "bit_order"].contains(&name) {
        return None;
    }
    let other = if name.starts_with(char::is_uppercase) { format!("Zz{name}") } else { format!("zz_{name}") };
    let piece = |(kind, text): &(Kind, &str)| match *kind {
        Kind::Name if *text == name => other.clone(),
        _ => (*text).to_owned(),
    };
    Some(pieces.all.iter().map(piece).collect())
}

fn enums(pieces: &Pieces<'_>) -> Vec<(usize, usize)> {
    pieces.bodies(&["enum"])
}

fn closed(text: &str, rng: &mut Rng) -> Option<String> {
    let pieces = Pieces::new(text);
    let open: Vec<(usize, usize)> = enums(&pieces)
        .into_iter()
        .chain(pieces.bodies(&["family"]))
        .filter_map(|body| pieces.fields(body).last().copied())
        .filter(|(from, _)| pieces.text(*from) == "..")
        .collect();
    let (from, to) = one(&open, rng)?;
    Some(pieces.with(from, to, ""))
}

fn opened(text: &str, rng: &mut Rng) -> Option<String> {
    let pieces = Pieces::new(text);
    let closed: Vec<(usize, usize)> = enums(&pieces)
        .into_iter()
        .filter_map(|body| pieces.fields(body).last().copied())
        .filter(|(from, _)| pieces.text(*from) != "..")
        .collect();
    let (_, to) = one(&closed, rng)?;
    Some(pieces.put(to, ", .."))
}

fn name_of_an_enum(text: &str, rng: &mut Rng) -> Option<String> {
    let pieces = Pieces::new(text);
    let (open, _) = one(&enums(&pieces), rng)?;
    Some(pieces.put(open + 1, &format!(" ZzNew = {}, ", rng.below(120))))
}

fn exchanged(text: &str, rng: &mut Rng) -> Option<String> {
    let pieces = Pieces::new(text);
    let body = one(&enums(&pieces), rng)?;
    exchange(&pieces, body, rng, "=")
}

/// Exchanges two names in a body, each with this mark behind it.
fn exchange(pieces: &Pieces<'_>, (open, close): Span, rng: &mut Rng, mark: &str) -> Option<String> {
    let names = (open..close).filter(|at| pieces.all[*at].0 == Kind::Name && pieces.text(*at) != "_");
    let is_marked = |at: &usize| pieces.next(*at).is_some_and(|next| pieces.text(next) == mark);
    let names: Vec<usize> = names.filter(is_marked).collect();
    let pairs: Vec<Span> = names.windows(2).map(|two| (two[0], two[1])).collect();
    let (first, second) = one(&pairs, rng)?;
    let with = pieces.with(second, second + 1, pieces.text(first));
    Some(Pieces::new(&with).with(first, first + 1, pieces.text(second)))
}

fn negated(text: &str, rng: &mut Rng) -> Option<String> {
    let pieces = Pieces::new(text);
    let at = pieces.next(one(&pieces.of("if"), rng)?)?;
    Some(pieces.put(at, "!"))
}

fn constant(text: &str, rng: &mut Rng) -> Option<String> {
    let pieces = Pieces::new(text);
    let (_, fields) = record(&pieces, rng)?;
    let (_, end) = one(&fields, rng)?;
    Some(pieces.put(end, &format!(" = {}", rng.below(8))))
}

fn family_closed(text: &str, rng: &mut Rng) -> Option<String> {
    let pieces = Pieces::new(text);
    let last = |(open, close): Span| {
        (open..close).rev().find(|at| !matches!(pieces.all[*at].0, Kind::Space | Kind::Comment(_)))
    };
    let open: Vec<usize> =
        pieces.bodies(&["family"]).into_iter().filter_map(last).filter(|at| pieces.text(*at) == "..").collect();
    let at = one(&open, rng)?;
    Some(pieces.with(at, at + 1, ""))
}

fn family_opened(text: &str, rng: &mut Rng) -> Option<String> {
    let pieces = Pieces::new(text);
    let (_, close) = one(&pieces.bodies(&["family"]), rng)?;
    Some(pieces.put(close, " .. "))
}

fn code_of_a_shape(text: &str, rng: &mut Rng) -> Option<String> {
    let pieces = Pieces::new(text);
    let is_code = |at: &usize| pieces.next(*at).is_some_and(|next| pieces.text(next) == "=>");
    let codes: Vec<usize> = numbers(&pieces).into_iter().filter(is_code).collect();
    let at = one(&codes, rng)?;
    let number: u32 = pieces.text(at).parse().ok()?;
    Some(pieces.with(at, at + 1, &(number + 1 + rng.below(5) as u32).to_string()))
}

fn unit(text: &str, rng: &mut Rng) -> Option<String> {
    let pieces = Pieces::new(text);
    let units: Vec<usize> = pieces.of("in").into_iter().filter_map(|at| pieces.next(at)).collect();
    let at = one(&units, rng)?;
    Some(pieces.with(at, at + 1, "parsecs"))
}

fn byte_order(text: &str, rng: &mut Rng) -> Option<String> {
    let pieces = Pieces::new(text);
    let types = ["u16", "u32", "i16", "i32", "u64", "f32", "u24"];
    let all: Vec<usize> = types.iter().flat_map(|of| pieces.of(of)).collect();
    let order = if text.contains("byte_order: big") { "le" } else { "be" };
    let at = one(&all, rng)?;
    Some(pieces.put(at + 1, order))
}

fn swapped(text: &str, rng: &mut Rng) -> Option<String> {
    let pieces = Pieces::new(text);
    let (_, fields) = record(&pieces, rng)?;
    let pairs: Vec<_> = fields.windows(2).map(|two| (two[0], two[1])).collect();
    let (one_of, two) = one(&pairs, rng)?;
    let of = |(from, to): (usize, usize)| pieces.all[from..to].iter().map(|(_, text)| *text).collect::<String>();
    let between: String = of((one_of.1, two.0));
    let comment = |text: &str| text.contains("//");
    if comment(&of(one_of)) || comment(&between) || comment(&of(two)) {
        return None;
    }
    Some(pieces.with(one_of.0, two.1, &format!("{}{between}{}", of(two).trim_end(), of(one_of))))
}

fn message(text: &str, rng: &mut Rng) -> Option<String> {
    let pieces = Pieces::new(text);
    let families = pieces.bodies(&["family"]);
    let (open, _) = one(&families, rng)?;
    Some(pieces.put(open + 1, &format!(" message ZzNew = {} {{ x: u16 }} ", 60 + rng.below(140))))
}

fn width(text: &str, rng: &mut Rng) -> Option<String> {
    let pieces = Pieces::new(text);
    let types =
        [("u8", "u16"), ("u16", "u8"), ("u16", "u32"), ("i16", "i32"), ("u32", "u16"), ("f32", "f64"), ("u8", "i8")];
    let (of, to) = *rng.pick(&types);
    let at = one(&pieces.of(of), rng)?;
    Some(pieces.with(at, at + 1, to))
}

/// The end of a clause of a field: its comma, or the end of the body.
fn end_of_field(pieces: &Pieces<'_>, from: usize) -> Option<usize> {
    let mut at = from;
    loop {
        match pieces.text(at) {
            "{" | "[" | "(" if pieces.is_code(at) => at = pieces.close(at)?,
            "," | "}" | ";" | "else" | "where" if pieces.is_code(at) => return Some(at),
            _ => {}
        }
        at += 1;
        if at >= pieces.all.len() {
            return None;
        }
    }
}

fn default(text: &str, rng: &mut Rng) -> Option<String> {
    let pieces = Pieces::new(text);
    let at = one(&pieces.of("if"), rng)?;
    let end = end_of_field(&pieces, at)?;
    Some(pieces.put(end, " else 1")).filter(|_| pieces.text(end) != "else")
}

/// Takes a clause away.
fn without(text: &str, rng: &mut Rng, word: &str) -> Option<String> {
    let pieces = Pieces::new(text);
    let at = one(&pieces.of(word), rng)?;
    let end = end_of_field(&pieces, at + 1)?;
    Some(pieces.with(at, end, ""))
}

fn no_default(text: &str, rng: &mut Rng) -> Option<String> {
    without(text, rng, "else")
}

fn no_condition(text: &str, rng: &mut Rng) -> Option<String> {
    without(text, rng, "if")
}

fn no_rule(text: &str, rng: &mut Rng) -> Option<String> {
    without(text, rng, "where")
}

fn rule(text: &str, rng: &mut Rng) -> Option<String> {
    let pieces = Pieces::new(text);
    let (_, fields) = record(&pieces, rng)?;
    let (_, end) = one(&fields, rng)?;
    Some(pieces.put(end, &format!(" where 0..={}", rng.below(300))))
}

fn field_less(text: &str, rng: &mut Rng) -> Option<String> {
    let pieces = Pieces::new(text);
    let ((_, close), fields) = record(&pieces, rng)?;
    let (from, to) = one(&fields, rng)?;
    Some(pieces.with(from, if to < close { to + 1 } else { to }, ""))
}

fn comment(text: &str, rng: &mut Rng) -> Option<String> {
    let pieces = Pieces::new(text);
    let (_, fields) = record(&pieces, rng)?;
    let (at, _) = one(&fields, rng)?;
    Some(pieces.put(at, "\n/// Another comment.\n"))
}

fn encoding(text: &str, rng: &mut Rng) -> Option<String> {
    let pieces = Pieces::new(text);
    let kinds: [&str; 4] = ["utf8", "ascii", "latin1", "bytes"];
    let all: Vec<usize> = kinds.iter().flat_map(|of| pieces.of(of)).collect();
    let at = one(&all, rng)?;
    let other: &str = kinds[rng.below(kinds.len())];
    Some(pieces.with(at, at + 1, other))
}
