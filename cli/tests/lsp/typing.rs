//! A text while it is written: the fewest mistakes, and near to the cursor.

use std::path::PathBuf;

use wireform_build::tree;

use crate::client::root;

/// All schemas of these folders.
fn schemas() -> Vec<(PathBuf, String)> {
    let folders = ["schema", "schema/gallery", "tests/schema", "tests/schema/features"];
    let entries = folders.iter().flat_map(|folder| std::fs::read_dir(root().join(folder)).expect("a folder"));
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let paths = paths.filter(|path| path.extension().is_some_and(|end| end == "wire"));
    paths.map(|path| (path.clone(), std::fs::read_to_string(path).expect("a schema"))).collect()
}

/// The offsets at which some declarations of a text begin, with their comments: among them the last one.
fn beginnings(text: &str) -> Vec<usize> {
    let items = tree(text).0.items;
    let starts = items.iter().rev().step_by(items.len() / 2 + 1).map(|item| item.head().span.range().start);
    let with_comment = |at: usize| {
        let lines = text[..at].split_inclusive('\n').rev();
        let docs = lines.take_while(|line| line.starts_with("///") || !line.ends_with('\n'));
        at - docs.map(str::len).sum::<usize>()
    };
    starts.map(with_comment).collect()
}

/// The lines of the syntax errors of a text, each with its title.
fn mistakes(text: &str) -> Vec<(usize, String)> {
    let line = |at: usize| text[..at].matches('\n').count();
    tree(text).1.into_iter().map(|one| (line(one.primary.span.range().start), one.title)).collect()
}

#[test]
fn an_open_brace_is_one_mistake_where_it_is() {
    let mut tried = 0;
    for (path, text) in schemas() {
        for at in beginnings(&text) {
            for new in ["struct Extra {\n", "struct Extra {\n    x: u8,\n", "enum Extra: u8 {\n    One = 1,\n\n"] {
                let wrong = format!("{}{new}{}", &text[..at], &text[at..]);
                let line = text[..at].matches('\n').count();
                let found = mistakes(&wrong);
                assert_eq!(found, [(line, "unclosed `{`".to_owned())], "{}: {new:?}", path.display());
                tried += 1;
            }
        }
    }
    assert!(tried > 200, "{tried}");
}

#[test]
fn an_open_group_is_one_mistake_where_it_is() {
    let mut tried = 0;
    for (path, text) in schemas() {
        let mut at = 0;
        let mut places = Vec::new();
        for line in text.split_inclusive('\n') {
            at += line.len();
            let entry = line.trim_start();
            if line.ends_with("{\n") && (entry.starts_with("struct ") || entry.starts_with("message ")) {
                places.push((at, " ".repeat(line.len() - entry.len() + 4)));
            }
        }
        for (at, indentation) in places.iter().rev().step_by(places.len() / 2 + 1) {
            for new in ["extra: if x {\n", "extra: if x {\n    y: u8,\n", "extra: match x {\n"] {
                let wrong = format!("{}{indentation}{new}{}", &text[..*at], &text[*at..]);
                let line = text[..*at].matches('\n').count();
                let found = mistakes(&wrong);
                let is_it = |(at, title): &(usize, String)| *at == line && title == "unclosed `{`";
                // An arm is no field: that is a consequence, and one is enough.
                let most = if new.contains("match") { 2 } else { 1 };
                assert!(
                    found.len() <= most && found.first().is_some_and(is_it),
                    "{}: {new:?} in {line}: {found:?}",
                    path.display()
                );
                tried += 1;
            }
        }
    }
    assert!(tried > 100, "{tried}");
}

#[test]
fn a_new_declaration_is_one_mistake_where_it_is() {
    let heads = [
        "enum",
        "enum Kind",
        "enum Kind:",
        "struct",
        "struct Extra",
        "message Extra =",
        "type N =",
        "const MOST =",
        "con",
    ];
    let mut tried = 0;
    for (path, text) in schemas() {
        for at in beginnings(&text) {
            for new in heads {
                let wrong = format!("{}{new}\n{}", &text[..at], &text[at..]);
                let line = text[..at].matches('\n').count();
                let found = mistakes(&wrong);
                assert!(found.len() == 1 && found[0].0 == line, "{}: {new:?} in {line}: {found:?}", path.display());
                tried += 1;
            }
        }
    }
    assert!(tried > 600, "{tried}");
}

#[test]
fn an_unfinished_field_is_wrong_in_its_own_line() {
    let with = |line: &str| {
        format!(
            "protocol a {{ byte_order: big }}\nstruct A {{\n    a: u8,\n    {line}\n    z: u8 if a == 1,\n}}\nstruct B {{\n    {line}\n}}\n"
        )
    };
    let lines = [
        "s",
        "s:",
        "s: u8 if",
        "s: u8 if a",
        "s: u8 if a =",
        "s: u8 if a ==",
        "s: match a",
        "s: match",
        "s: [u8; a",
        "bits",
        "bits u8",
    ];
    for line in lines {
        let found = mistakes(&with(line));
        let lines: Vec<usize> = found.iter().map(|(line, _)| *line).collect();
        assert!(lines.iter().all(|line| [3, 7].contains(line)) && lines.contains(&3), "{line}: {found:?}");
    }
}
