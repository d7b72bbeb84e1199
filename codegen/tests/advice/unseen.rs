//! Advice to somebody who has no example yet: the examples are hidden while the helps are worked out, and tell afterwards
//! whether one of them was right. `WIREFORM_ADVICE` names another folder of wrong schemas, of which it tells the same and
//! where they end if the examples are seen.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::PathBuf;

use wireform_build::diagnostic::{Edit, Help};
use wireform_build::load::load_text;

use super::{ROUNDS, edited, schemas_of};

/// No more ways through the helps of one schema are followed.
const WAYS: usize = 200;

/// So many of the schemas are right after helps that know no example.
const RIGHT: usize = 490;

/// No more of them compile after each of their helps, and are something else than their author had in mind: two are numbers
/// of 16 bits that were meant as text, one an absent number that was meant as zero, and one an argument that only the hidden
/// example names.
const MISLED: usize = 4;

/// Where following helps has led.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum End {
    /// It compiles, and the examples hold.
    Right,
    /// No help has edits for what is still wrong.
    Open,
    /// It compiles, and the examples do not hold.
    Misled,
}

#[test]
fn helps_that_know_no_example() {
    let folder = std::env::var_os("WIREFORM_ADVICE").map(PathBuf::from);
    let is_own = folder.is_some();
    let folder = folder.unwrap_or_else(super::collection);
    let mut ends: BTreeMap<End, Vec<String>> = BTreeMap::new();
    let meant = schemas_of(&folder.join("meant"));
    let mut first = 0;
    for (name, text) in schemas_of(&folder) {
        if is_own {
            let (edits, is_right) = edited(&name, text.clone());
            println!("{name}: {}, after {edits} edits", if is_right { "right" } else { "wrong" });
        }
        let text = meant.get(&name).map_or(text.clone(), |meant| with_examples_of(&text, meant));
        let hidden = without_examples(&text);
        if load_text(&name, hidden.clone()).is_ok() {
            continue;
        }
        let mut ways = Vec::new();
        follow(&name, &hidden, &text, 0, &mut ways);
        first += usize::from(ways.first() == Some(&End::Right));
        let end = ways.into_iter().min().expect("a way ends");
        ends.entry(end).or_default().push(name);
    }
    let of = |end: End| ends.get(&end).map_or(&[][..], Vec::as_slice);
    println!("{} right, {first} of them by the first help", of(End::Right).len());
    println!(
        "open {}: {:#?}\nmisled {}: {:#?}",
        of(End::Open).len(),
        of(End::Open),
        of(End::Misled).len(),
        of(End::Misled)
    );
    assert!(is_own || of(End::Right).len() >= RIGHT, "{} are right", of(End::Right).len());
    assert!(is_own || of(End::Misled).len() <= MISLED, "misled: {:#?}", of(End::Misled));
}

/// Each way through the helps of a text, and where it ends; `whole` is the text with its examples.
fn follow(name: &str, hidden: &str, whole: &str, round: usize, ways: &mut Vec<End>) {
    if ways.len() >= WAYS {
        return;
    }
    let Err(failure) = load_text(name, hidden) else {
        return ways.push(if holds(name, whole.to_owned()) { End::Right } else { End::Misled });
    };
    let edits = |help: &&Help| !help.edits.is_empty();
    let proposing = failure.diagnostics.iter().find(|one| one.help.iter().any(|help| edits(&help)));
    let Some(proposing) = proposing.filter(|_| round < ROUNDS) else { return ways.push(End::Open) };
    for help in proposing.help.iter().filter(edits) {
        let edited = |text| Edit::applied(text, &help.edits).expect("edits of this text");
        follow(name, &edited(hidden), &edited(whole), round + 1, ways);
    }
}

/// Whether the examples hold, once the comma or the brace that an example needs in its new place is written.
fn holds(name: &str, mut whole: String) -> bool {
    for _ in 0..ROUNDS {
        let Err(failure) = load_text(name, whole.clone()) else { return true };
        let syntax = failure.diagnostics.iter().filter(|one| one.title.starts_with("expected"));
        let Some(edits) = syntax.filter_map(|one| one.edits()).next() else { return false };
        whole = Edit::applied(&whole, edits).expect("edits of this text");
    }
    false
}

/// The text with the examples of another in the place of its own: a name that is mended is mended in the examples, too.
fn with_examples_of(text: &str, meant: &str) -> String {
    let mut whole = text.to_owned();
    let meant: Vec<&str> = examples(meant).into_iter().map(|range| &meant[range]).collect();
    for (range, example) in examples(text).into_iter().zip(meant).rev() {
        let separator = if text[range.clone()].ends_with(',') && !example.ends_with(',') { "," } else { "" };
        whole.replace_range(range, &format!("{example}{separator}"));
    }
    whole
}

/// The text with spaces in the place of its examples.
fn without_examples(text: &str) -> String {
    let mut hidden = text.to_owned();
    for range in examples(text) {
        let blank: String = text[range.clone()].chars().map(|c| if c == '\n' { '\n' } else { ' ' }).collect();
        // A character of several bytes is as many spaces.
        let missing = range.len() - blank.len();
        hidden.replace_range(range, &(blank + &" ".repeat(missing)));
    }
    hidden
}

/// Where the examples of a text are, each with its braces.
fn examples(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(at) =
        ["example \"", "refuses \"", "accepts \""].iter().filter_map(|word| text[from..].find(word)).min()
    {
        let start = from + at;
        let mut depth = 0;
        let end = text[start..].char_indices().find_map(|(at, c)| {
            depth += i32::from(c == '{') - i32::from(c == '}');
            (c == '}' && depth <= 0).then_some(start + at + 1)
        });
        let end = end.unwrap_or(text.len());
        let comma = usize::from(text[end..].starts_with(','));
        found.push(start..end + comma);
        from = end;
    }
    found
}
