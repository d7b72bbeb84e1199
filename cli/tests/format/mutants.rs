//! Texts that are no schemas, or no longer.

use crate::corpus::Corpus;
use crate::oracle::laid_out;
use crate::pieces::{joined, pieces};
use crate::random::Random;

/// How many texts the tests try, and the long ones.
const MUTANTS: [usize; 2] = [800, 20_000];
const JUMBLES: [usize; 2] = [3_000, 100_000];

/// Pieces of texts, some of which are no lexemes of a schema.
const PIECES: [&str; 64] = [
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    ",",
    ",",
    ",",
    ";",
    ":",
    ".",
    "..",
    "..=",
    "=",
    "==",
    "=>",
    "-",
    "->",
    "!",
    "<",
    ">",
    "|",
    "||",
    "&&",
    "+",
    "/",
    "@",
    "\n",
    "\n",
    "\n\n",
    "\r\n",
    "\r",
    "\t",
    " // c\n",
    "\n/// d\n",
    "\n//! h\n",
    "\n",
    "if",
    "else",
    "match",
    "where",
    "message",
    "example",
    "hex",
    "until",
    "x",
    "Name",
    "u8",
    "1",
    "0x1F",
    "1.5",
    "\"t\"",
    "'c'",
    "\"",
    "`",
    "é",
    "/*",
];

#[test]
fn mutants_of_schemas_keep_their_tokens_and_comments() {
    mutants(MUTANTS[0]);
}

#[test]
#[ignore = "long"]
fn more_mutants_of_schemas_keep_their_tokens_and_comments() {
    mutants(MUTANTS[1]);
}

#[test]
fn any_text_is_taken() {
    any_text(JUMBLES[0]);
    any_items(JUMBLES[0]);
}

#[test]
#[ignore = "long"]
fn more_texts_are_taken() {
    any_text(JUMBLES[1]);
    any_items(JUMBLES[1]);
}

fn mutants(count: usize) {
    let corpus = Corpus::new();
    let mut random = Random(5);
    for _ in 0..count {
        let schema = random.pick(&corpus.schemas).expect("there are schemas");
        let mut all = pieces(&schema.text);
        // A part of a long schema.
        let from = random.below(all.len());
        all.drain(..from.saturating_sub(200));
        all.truncate(400);
        for _ in 0..random.below(3) + 1 {
            let at = random.below(all.len());
            let other = all[random.below(all.len())].clone();
            match random.byte() % 4 {
                0 => drop(all.remove(at)),
                1 => all.insert(at, all[at].clone()),
                2 => all[at].text = other.text,
                _ => all.insert(at, other),
            }
        }
        laid_out(&schema.name, &joined(&all));
    }
}

fn any_text(count: usize) {
    let mut random = Random(6);
    for _ in 0..count {
        // Half of them have pieces alone that schemas have.
        let usual = if random.one_in(2) { &PIECES[..60] } else { &PIECES[..] };
        let mut text = String::new();
        for _ in 0..random.below(40) {
            text.push_str(random.pick(usual).expect("there are pieces"));
            text.push_str(random.pick(&["", " ", " ", "\n"]).expect("there are spaces"));
        }
        laid_out("a jumble", &text);
    }
}

/// Brackets that match, which the jumbles above seldom have.
fn any_items(count: usize) {
    let mut random = Random(7);
    for _ in 0..count {
        let mut text = String::new();
        let mut open = Vec::new();
        for _ in 0..random.below(60) {
            let piece = *random.pick(&PIECES[12..60]).expect("there are pieces");
            match random.below(6) {
                0 => {
                    let (opening, closing) = random.pick(&[("{", "}"), ("(", ")"), ("[", "]")]).expect("brackets");
                    text.push_str(opening);
                    open.push(*closing);
                }
                1 => text.push_str(open.pop().unwrap_or(piece)),
                _ => text.push_str(piece),
            }
            text.push_str(random.pick(&["", " ", " ", " ", "\n"]).expect("there are spaces"));
        }
        open.into_iter().rev().for_each(|closing| text.push_str(closing));
        laid_out("a jumble", &text);
    }
}
