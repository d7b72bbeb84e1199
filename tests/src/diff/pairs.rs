//! The pairs of schemas.

use std::path::PathBuf;

use wireform_build::load::load_text;
use wireform_build::model::Schema;

use super::edits::{self, Edit};
use super::{Tried, only_docs, try_pair};
use crate::paraphrases::words;
use crate::protocols::schemas;
use crate::rng::Rng;

/// The folders of all schemas.
const FOLDERS: [&str; 4] = ["../schema", "../schema/gallery", "schema/features", "schema/specimens"];

fn paths() -> Vec<PathBuf> {
    FOLDERS.into_iter().flat_map(schemas).collect()
}

fn name(path: &PathBuf) -> String {
    path.file_stem().expect("a name").to_string_lossy().into_owned()
}

/// The model of a text, also if its examples do not hold any more.
fn load(text: &str) -> Option<Schema> {
    match load_text("test.wire", text) {
        Ok(compiled) => Some(compiled.schema),
        Err(failure) => failure.schema.map(|schema| *schema),
    }
}

fn text(path: &PathBuf) -> String {
    std::fs::read_to_string(path).expect("a schema")
}

#[test]
fn versions_of_a_schema_read_each_other_as_is_said() {
    let mut tried = Tried::default();
    let mut pairs = 0;
    for path in paths() {
        let schema = load(&text(&path)).expect("a right schema");
        let versions: Vec<_> = schema.protocols().collect();
        for (index, old) in versions.iter().enumerate() {
            for new in &versions[index + 1..] {
                try_pair(&name(&path), old, new, 6, &mut tried);
                pairs += 1;
            }
        }
    }
    println!("{pairs} pairs: {tried}");
    assert!(pairs > 5 && tried.read > 1000 && tried.refused > 1000 && tried.witnesses > 100, "{pairs} pairs: {tried}");
}

/// Edits of each schema.
fn edited(rounds: u64, packets: usize) -> (usize, Tried, Vec<(&'static str, usize)>) {
    let (mut pairs, mut tried) = (0, Tried::default());
    let mut counts: Vec<(&'static str, usize)> = edits::ALL.iter().map(|(name, _)| (*name, 0)).collect();
    for (number, path) in paths().iter().enumerate() {
        let text = text(path);
        let old = load(&text).expect("a right schema");
        for round in 0..rounds {
            let mut rng = Rng::new(number as u64 * 1000 + round);
            let at = rng.below(edits::ALL.len());
            let (edit, change): (&str, Edit) = edits::ALL[(at + round as usize) % edits::ALL.len()];
            // Most places for an edit make a schema that is right.
            let new = (0..4).find_map(|_| load(&change(&text, &mut rng)?));
            let Some(new) = new else { continue };
            let (old, new) = (old.newest(), new.newest());
            try_pair(&format!("{} with {edit} ({round})", name(path)), old, new, packets, &mut tried);
            pairs += 1;
            counts.iter_mut().filter(|(name, _)| *name == edit).for_each(|(_, count)| *count += 1);
        }
    }
    (pairs, tried, counts)
}

#[test]
fn edits_of_a_schema_have_the_verdicts_of_their_packets() {
    let (pairs, tried, counts) = edited(2, 4);
    println!("{pairs} pairs: {tried}\n{counts:?}");
    assert!(pairs > 60 && tried.read > 1000 && tried.refused > 100 && tried.witnesses > 30, "{pairs} pairs: {tried}");
}

#[test]
#[ignore = "long"]
fn more_edits_of_a_schema_have_the_verdicts_of_their_packets() {
    let (pairs, tried, counts) = edited(60, 12);
    println!("{pairs} pairs: {tried}\n{counts:?}");
    assert!(counts.iter().all(|(_, count)| *count > 5), "{counts:?}");
    assert!(pairs > 1500 && tried.witnesses > 500, "{pairs} pairs: {tried}");
}

#[test]
fn other_words_are_no_difference() {
    let paraphrases: [fn(&str) -> String; 3] = [str::to_owned, words::without_comments, words::reversed];
    let (mut pairs, mut tried, mut docs) = (0, Tried::default(), 0);
    for path in paths() {
        let text = text(&path);
        let old = load(&text).expect("a right schema");
        for paraphrase in paraphrases {
            let new = load(&paraphrase(&text)).expect("a paraphrase");
            for (old, new) in old.protocols().zip(new.protocols()) {
                let items = try_pair(&name(&path), old, new, 1, &mut tried);
                for item in items {
                    assert!(only_docs(&item), "{}: {item:?}", name(&path));
                    docs += item.changes.len();
                }
                pairs += 1;
            }
        }
    }
    println!("{pairs} pairs, {docs} comments: {tried}");
    assert_eq!(tried.refused, 0);
    assert!(pairs > 150 && docs > 1000 && tried.read > 2000, "{pairs} pairs, {docs} comments: {tried}");
}
