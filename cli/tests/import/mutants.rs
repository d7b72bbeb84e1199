//! Nothing panics, and the compiler accepts every schema that comes out, whatever a description says: those of this folder, of
//! which lines and words are exchanged, doubled and left out.
//!
//! `WIREFORM_MUTANTS=5000` tries so many of each. The one that is tried stands in `target/tmp/import-mutant`: should it end the
//! process, it is there.

use std::path::Path;

use super::random::Random;
use super::subject::subjects;

/// So many mutants of each description an ordinary run tries.
const MUTANTS: usize = 40;

#[test]
fn mutants_become_schemas_or_are_refused() {
    let mutants = std::env::var("WIREFORM_MUTANTS").ok().and_then(|number| number.parse().ok()).unwrap_or(MUTANTS);
    let (mut good, mut bad) = (0, 0);
    for subject in subjects() {
        let text = subject.text();
        for seed in 0..mutants {
            let mut random = Random(seed as u64);
            let mutant = mutated(&text, &mut random);
            let _ = std::fs::write(Path::new(env!("CARGO_TARGET_TMPDIR")).join("import-mutant"), &mutant);
            let Ok(imported) = subject.import(None, &mutant) else {
                bad += 1;
                continue;
            };
            good += 1;
            let compiled = wireform_build::load_text("import.wire", imported.text.as_str());
            if let Err(failure) = compiled {
                panic!("{}/{} {seed}:\n{mutant}\n{}", subject.language, subject.name(), failure.render(false));
            }
        }
    }
    assert!(good > bad / 2, "{good} of {} mutants become schemas", good + bad);
}

/// Some pieces of a text are changed: words in place of words, lines in place of lines. Half of the mutants keep all signs, so that
/// they are read as far as the original.
fn mutated(text: &str, random: &mut Random) -> String {
    let keeps_signs = random.one_in(2);
    let mut text = text.to_owned();
    for _ in 0..1 + random.below(3) {
        let by_lines = !keeps_signs && random.one_in(3);
        let pieces: Vec<&str> = if by_lines { text.split_inclusive('\n').collect() } else { words(&text) };
        let is_word = |piece: &&&str| piece.starts_with(|c: char| c.is_alphanumeric());
        let some: Vec<&str> = pieces.iter().filter(|piece| !keeps_signs || is_word(piece)).copied().collect();
        let piece = random.pick(&some).copied().unwrap_or_default();
        let number = random.byte().to_string();
        let mut changed = pieces.clone();
        let mut one = random.below(pieces.len());
        while keeps_signs && !is_word(&&pieces[one]) {
            one = random.below(pieces.len());
        }
        match random.below(if keeps_signs { 3 } else { 5 }) {
            0 | 1 => changed[one] = piece,
            2 => changed[one] = &number,
            3 => changed[one] = "",
            _ => changed.insert(one, piece),
        }
        text = changed.concat();
    }
    text
}

/// The words and the signs of a text, one after another.
fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let end = if is_word(first) { rest.find(|c| !is_word(c)).unwrap_or(rest.len()) } else { first.len_utf8() };
        let (word, left) = rest.split_at(end);
        words.push(word);
        rest = left;
    }
    words
}
