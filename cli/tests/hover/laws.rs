//! Laws of every place of every schema, right or wrong.

use std::collections::HashSet;
use std::path::Path;

use wireform_build::load::{Files, load_with};
use wireform_build::references::Definition;
use wireform_cli::lsp::Analysis;
use wireform_cli::lsp::hover::{Hovers, hover};

use crate::corpus::Corpus;
use crate::support::{FILE, analysis, files, names, offset};
use crate::walk::walk;

/// Each of so many schemas, in the short form.
const EACH: usize = 4;

#[test]
fn names_are_explained() {
    let (count, told) = all_are_explained(EACH);
    assert!(count > 5_000 && told > 1_500, "only {told} of {count} names");
}

#[test]
#[ignore = "long"]
fn more_names_are_explained() {
    let (count, told) = all_are_explained(1);
    assert!(count > 30_000 && told > 9_000, "only {told} of {count} names");
}

/// All names of each of so many schemas: how many there are, and how many different ones.
fn all_are_explained(each: usize) -> (usize, usize) {
    let mut wrong = Vec::new();
    let (mut count, mut told) = (0_usize, 0_usize);
    for path in files().into_iter().step_by(each) {
        let compiled = analysis(&path);
        let hovers = Hovers::new(&compiled);
        let text = &compiled.sources.get(FILE).text;
        let mut known = HashSet::new();
        let mut last = 0;
        for (at, name) in names(text) {
            // Nothing between two names is explained. (At its end a name still is.)
            let between = (last + 1).min(at)..at;
            let other = between.into_iter().find_map(|at| hovers.at(FILE, offset(at)));
            assert!(other.is_none(), "{}: no name: {other:?}", path.display());
            last = at + name.len();
            count += 1;
            // A name that means what it meant before has the same explanation.
            let meant: Vec<Definition> = compiled.references.at(FILE, offset(at)).collect();
            if !known.insert((name, meant)) {
                continue;
            }
            told += 1;
            match hovers.at(FILE, offset(at)) {
                Some((span, markdown)) if is_about(&markdown, name) && span.range() == (at..last) => {}
                other => {
                    let line = text[..at].lines().count();
                    wrong.push(format!("{}:{line}: {name}: {other:?}", path.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {told}:\n{}", wrong.len(), wrong.join("\n"));
    (count, told)
}

/// The explanations at all bytes of a text, by the offset of what they are about. Within a token all are alike.
fn explained(hovers: &Hovers<'_>, length: usize) -> impl Iterator<Item = (usize, String)> {
    let mut next = 0;
    std::iter::from_fn(move || {
        while next <= length + 2 {
            let at = next;
            next += 1;
            if let Some((span, markdown)) = hovers.at(FILE, offset(at)) {
                assert!((span.range().start..=span.range().end).contains(&at), "{span:?} at {at}");
                next = span.range().end + 1;
                return Some((span.range().start, markdown));
            }
        }
        None
    })
}

/// Whether the first line of an explanation has a name: the line of its declaration.
fn is_about(markdown: &str, name: &str) -> bool {
    let line = markdown.strip_prefix("```wire\n").and_then(|rest| rest.lines().next());
    line.is_some_and(|line| line.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name))
}

#[test]
fn every_place_of_a_name_says_the_same() {
    let text = wireform_schemas::BLANK;
    let compiled = Analysis::from(wireform_build::load_text("blank.wire", text));
    let hovers = Hovers::new(&compiled);
    for (at, name) in names(text) {
        let first = hovers.at(FILE, offset(at));
        for inside in at + 1..=at + name.len() {
            assert_eq!(hovers.at(FILE, offset(inside)), first, "{name} at {inside}");
        }
    }
}

#[test]
fn no_place_of_a_mutant_panics() {
    walks_do_not_panic(6);
}

#[test]
#[ignore = "long"]
fn more_places_of_mutants_do_not_panic() {
    walks_do_not_panic(12);
}

/// All places on so many walks from schemas to mutants.
fn walks_do_not_panic(walks: u64) {
    let corpus = Corpus::new();
    let (mut right, mut wrong, mut told) = (0_usize, 0_usize, 0_usize);
    for seed in 0..walks {
        walk(&corpus, seed, &mut |origin, text| {
            let outcome = origin.compile(text);
            let is_right = outcome.is_ok();
            *(if is_right { &mut right } else { &mut wrong }) += 1;
            let compiled = Analysis::from(outcome);
            assert_eq!(compiled.sources.get(FILE).text, text, "{}", origin.name);
            let hovers = Hovers::new(&compiled);
            told += explained(&hovers, text.len()).count();
            is_right
        });
    }
    assert!(right > 1 && wrong > 1 && told > 1000, "{right} right, {wrong} wrong, {told} explained");
}

/// A text in a file, without others.
struct Only(Vec<u8>);

impl Files for Only {
    fn read(&self, _: &Path) -> std::io::Result<Vec<u8>> {
        Ok(self.0.clone())
    }

    fn names(&self, _: &Path) -> Vec<String> {
        Vec::new()
    }
}

#[test]
fn no_byte_of_a_text_that_is_cut_off_panics() {
    let text = wireform_schemas::BLANK;
    for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)).step_by(1597) {
        let compiled = Analysis::from(load_with("cut.wire", &Only(text.as_bytes()[..end].to_vec())));
        for at in end.saturating_sub(40)..end + 4 {
            let _ = hover(&compiled, FILE, offset(at));
        }
    }
}
