//! Schemas with other white space, and with comments everywhere.

use wireform_build::lexemes::Kind;
use wireform_cli::format;

use crate::corpus::Corpus;
use crate::oracle::{laid_out, same};
use crate::pieces::{Piece, joined, pieces};
use crate::random::Random;
use crate::share::share;

/// The longest schema of which many changed ones are made.
const SHORT: usize = 6_000;

fn line_ends(space: &str) -> usize {
    space.matches('\n').count()
}

/// Whether two pieces may stand beside each other without white space.
fn may_touch(before: &Piece, piece: &Piece) -> bool {
    let separates = |piece: &Piece| matches!(piece.text.as_str(), "{" | "}" | "(" | ")" | "[" | "]" | "," | ";" | ":");
    !piece.is_comment() && !before.is_comment() && (separates(before) || separates(piece))
}

/// Other blanks, but the same lines.
fn with_other_blanks(text: &str, random: &mut Random) -> String {
    let mut all = pieces(text);
    for at in 1..all.len() {
        let ends = line_ends(&all[at].space);
        let is_apart = ends == 0 && !may_touch(&all[at - 1], &all[at]);
        let mut blanks = || " \t  "[..random.below(4)].to_owned();
        let mut space = blanks();
        for _ in 0..ends {
            space.push('\n');
            space.push_str(&blanks());
        }
        if is_apart && all[at].space.is_empty() {
            space.clear();
        } else if is_apart && space.is_empty() {
            space.push(' ');
        }
        all[at].space = space;
    }
    joined(&all)
}

/// Lines that begin and end anywhere.
fn with_other_lines(text: &str, random: &mut Random, one_in: usize) -> String {
    let mut all = pieces(text);
    for at in 1..all.len() {
        let must_end = all[at - 1].is_comment() || all[at].is_doc();
        let ends = if random.one_in(one_in) { random.below(4) } else { 0 };
        all[at].space = format!(" {} ", "\n".repeat(ends.max(usize::from(must_end))));
    }
    joined(&all)
}

/// A comment between two pieces.
fn with_comment(all: &[Piece], at: usize, is_after_code: bool) -> Vec<Piece> {
    let mut all = all.to_vec();
    // One after another one would be a part of it.
    let is_after_code = is_after_code && at > 0 && !all[at - 1].is_comment();
    let comment = pieces(if is_after_code { " // a comment" } else { "\n// a comment" });
    if let Some(next) = all.get_mut(at) {
        next.space.insert(0, '\n');
    }
    all.splice(at..at, comment);
    all
}

#[test]
fn blanks_and_line_ends_of_a_text_do_not_matter() {
    let corpus = Corpus::new();
    let mut random = Random(1);
    for schema in &corpus.schemas {
        let laid_out = format(&schema.text);
        let other = with_other_blanks(&schema.text, &mut random);
        same(&schema.name, &other, &format(&other), &laid_out);
        let windows = schema.text.replace('\n', "\r\n");
        same(&schema.name, "with other line ends", &format(&windows), &laid_out.replace('\n', "\r\n"));
        same(&schema.name, "with a mark", &format(&format!("\u{feff}{}", schema.text)), &laid_out);
    }
}

#[test]
fn lines_may_begin_and_end_anywhere() {
    let corpus = Corpus::new();
    let mut random = Random(2);
    for schema in share("schemas", &corpus.schemas) {
        for one_in in [1, 3, usize::MAX] {
            let changed = with_other_lines(&schema.text, &mut random, one_in);
            let laid_out = laid_out(&schema.name, &changed);
            if schema.text.len() < SHORT && one_in > 1 {
                corpus.same_model(schema, &changed, &laid_out);
            }
        }
    }
}

/// Names and texts of any length: lines are split in every way.
#[test]
fn lines_may_be_of_any_length() {
    let corpus = Corpus::new();
    let mut random = Random(8);
    for schema in &corpus.schemas {
        let mut all = pieces(&with_other_lines(&schema.text, &mut random, 20));
        for piece in &mut all {
            let is_long = random.one_in(3);
            match piece.kind {
                Kind::Text if is_long => piece.text.insert_str(1, &"1f ".repeat(random.below(30))),
                Kind::Number if is_long => piece.text.push_str(&"0".repeat(random.below(30))),
                Kind::Name if is_long && piece.text.starts_with(char::is_uppercase) => {
                    piece.text.push_str(&"x".repeat(random.below(60)));
                }
                _ => {}
            }
        }
        laid_out(&schema.name, &joined(&all));
    }
}

#[test]
fn comments_stay_between_their_tokens() {
    let corpus = Corpus::new();
    let mut random = Random(3);
    for schema in share("schemas", &corpus.schemas) {
        let all = pieces(&schema.text);
        for at in 0..=all.len() {
            // Some places of long schemas.
            if all.len() < 40 || random.one_in(all.len() / 4) {
                for is_after_code in [false, true] {
                    laid_out(&schema.name, &joined(&with_comment(&all, at, is_after_code)));
                }
            }
        }
    }
}

#[test]
fn comments_may_be_everywhere() {
    let corpus = Corpus::new();
    let mut random = Random(4);
    for schema in corpus.schemas.iter().filter(|schema| schema.text.len() < SHORT) {
        let mut all = pieces(&schema.text);
        for at in (0..=all.len()).rev() {
            if random.one_in(3) {
                all = with_comment(&all, at, random.one_in(2));
            }
        }
        let changed = joined(&all);
        let laid_out = laid_out(&schema.name, &changed);
        corpus.same_model(schema, &changed, &laid_out);
    }
}
