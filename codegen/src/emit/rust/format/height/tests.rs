//! What is counted, held against what is laid out: all functions of all schemas here.

use std::path::Path;

use crate::emit::rust::tokens::{Delimiter, Tree};
use crate::emit::rust::{Layout, Options, TokenStream, rust};

/// What stands in the braces of the functions of some code, in their order, and how far to the right. Nothing where there
/// are no braces.
fn functions(code: &str) -> Vec<(String, usize)> {
    let lines: Vec<&str> = code.lines().collect();
    let indent = |line: &str| line.len() - line.trim_start().len();
    let mut functions = Vec::new();
    let mut index = 0;
    while let Some(line) = lines.get(index) {
        let mut front = line.trim_start();
        for word in ["pub ", "pub(super) ", "const "] {
            front = front.strip_prefix(word).unwrap_or(front);
        }
        if front.starts_with("fn ") {
            let is_end = |other: &&str| indent(other) == indent(line) && other.ends_with(['}', ';']);
            let end = index + lines[index..].iter().position(is_end).expect("functions end");
            let text = lines[index..=end].join("\n");
            let braces = TokenStream::from(text.as_str());
            let braces = braces.trees().filter(|tree| tree.is_group(Delimiter::Brace)).last();
            let inside = match braces {
                Some(Tree::Group(_, text)) => text.trim_matches(['{', '}']).trim().to_owned(),
                _ => String::new(),
            };
            functions.push((inside, indent(line) + 4));
            index = end;
        }
        index += 1;
    }
    functions
}

#[test]
#[ignore = "long"]
fn functions_are_about_as_long_as_they_are_laid_out() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let (mut all, mut exact) = (0, 0);
    for folder in ["schema", "tests/schema/features"] {
        for entry in std::fs::read_dir(root.join(folder)).expect("a folder of schemas") {
            let Ok(compiled) = crate::load(entry.expect("a schema").path()) else { continue };
            let laid = |layout| rust(&compiled.schema, &Options { layout, ..Options::default() });
            let (quick, tidy) = (functions(&laid(Layout::Quick)), functions(&laid(Layout::Tidy)));
            assert_eq!(quick.len(), tidy.len());
            for ((emitted, _), (laid_out, indent)) in quick.iter().zip(&tidy) {
                let emitted = emitted.split_whitespace().collect::<Vec<_>>().join(" ");
                let found = super::height(&TokenStream::from(emitted.as_str()), *indent);
                let expected = laid_out.lines().count();
                // Up to 90 lines stand in a function, and 100 may.
                assert!(found + 5 >= expected, "{found} of {expected} lines:\n{laid_out}\n{emitted}");
                assert!(found <= 10 + expected * 2, "{found} for {expected} lines:\n{laid_out}\n{emitted}");
                all += 1;
                exact += usize::from(found == expected);
            }
        }
    }
    assert!(all > 5000 && exact * 10 > all * 8, "{exact} of {all}");
}
