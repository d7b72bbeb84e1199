//! The names in Rust that are said, against the generated code of the shipped schemas.

use std::fs;

use wireform_cli::lsp::hover::Hovers;

use crate::support::{FILE, analysis, root};

#[test]
fn names_in_rust_are_those_of_generated_code() {
    let mut count = 0_usize;
    let mut wrong = Vec::new();
    for name in ["blank", "quake2", "rcce2", "sauerbraten"] {
        let code = fs::read_to_string(root().join(format!("generated/{name}/mod.rs"))).expect("generated code");
        let compiled = analysis(&root().join(format!("schema/{name}.wire")));
        let hovers = Hovers::new(&compiled);
        for definition in compiled.references.definitions().iter().filter(|one| one.span.file == FILE) {
            let Some((_, markdown)) = hovers.at(FILE, definition.span.start) else { continue };
            let Some(path) = path(&markdown) else { continue };
            count += 1;
            if !is_in(&code, &path) {
                wrong.push(format!("{name}: {path}"));
            }
        }
    }
    wrong.dedup();
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(count > 1200, "only {count} names");
}

/// The path in the line about Rust: its first words in code.
fn path(markdown: &str) -> Option<String> {
    let line = markdown.lines().find_map(|line| line.trim_start_matches("- ").strip_prefix("In Rust "))?;
    Some(line.trim_start_matches("the trait ").split('`').nth(1)?.to_owned())
}

/// Whether the code has the modules of a path, and in an item of its name what follows.
fn is_in(code: &str, path: &str) -> bool {
    let parts: Vec<&str> = path.split("::").collect();
    let is_type = |part: &&str| part.starts_with(char::is_uppercase);
    let at = parts.iter().position(is_type).expect("a type");
    let has_modules = parts[..at].iter().all(|module| code.contains(&format!("pub mod {module} {{")));
    let items = ["struct", "enum", "trait", "type"].map(|kind| format!("pub {kind} {}", parts[at]));
    let opens = |rest: &str| rest.starts_with([' ', '<', ';', '(', ':']);
    let impls = [format!("impl {} {{", parts[at]), format!("impl<'a> {}<'a> {{", parts[at])];
    let bodies = items.iter().chain(&impls).flat_map(|item| {
        let found = code.match_indices(item.as_str());
        found.filter_map(move |(start, _)| {
            body(code, start, item.len()).filter(|(rest, _)| item.ends_with('{') || opens(rest))
        })
    });
    let Some(member) = parts.get(at + 1) else { return has_modules && bodies.count() > 0 };
    let forms = [
        format!(" pub {member}:"),
        format!(" {member},"),
        format!(" {member}("),
        format!(" {member} = "),
        format!("fn {member}("),
        format!(" {member} {{"),
    ];
    has_modules && bodies.into_iter().any(|(_, body)| forms.iter().any(|form| body.contains(form.as_str())))
}

/// The text after the name of an item, and all up to the end of its indentation.
fn body(code: &str, start: usize, length: usize) -> Option<(&str, &str)> {
    let indent = start - code[..start].rfind('\n').map_or(0, |at| at + 1);
    let rest = code.get(start + length..)?;
    let end = rest.find(&format!("\n{}}}", " ".repeat(indent))).unwrap_or(rest.len());
    Some((rest, &rest[..end]))
}
