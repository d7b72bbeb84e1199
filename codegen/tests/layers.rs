//! Who may import whom, in the compiler: the architecture as a list, held against the imports of every file.
//!
//! The list is complete in both directions: a module that is not in it, an import that it does not allow, and a
//! permission that nobody needs any more are all errors.

#[path = "support/compiler.rs"]
mod compiler;
#[path = "support/files.rs"]
mod files;

use std::collections::BTreeSet;

use compiler::compiler;
use files::RustFile;

/// A module of the compiler with all that is below it.
struct Layer {
    module: &'static str,
    /// The other modules that it may import.
    modules: &'static [&'static str],
    /// The packages, and the parts of the standard library that touch the world.
    packages: &'static [&'static str],
}

/// From the bottom up: a module imports only what stands above it in this list.
const LAYERS: [Layer; 21] = [
    layer("source", &[], &[]),
    layer("near", &[], &[]),
    layer("names", &[], &["heck"]),
    layer("diagnostic", &["source"], &[]),
    layer("render", &["diagnostic", "source"], &["annotate_snippets"]),
    layer("ast", &["source"], &[]),
    layer("lex", &["ast", "diagnostic", "source"], &["nom"]),
    layer("parse", &["ast", "diagnostic", "lex", "near", "source"], &[]),
    layer("model", &["source"], &[]),
    layer("layout", &["model"], &[]),
    layer("quantity", &["model"], &[]),
    layer("catalogue", &["model"], &["crc_catalog"]),
    layer(
        "resolve",
        &["ast", "catalogue", "diagnostic", "layout", "model", "names", "near", "quantity", "source"],
        &[],
    ),
    layer("interpret", &["diagnostic", "layout", "model", "near", "quantity"], &[]),
    layer("facts", &["layout", "model"], &[]),
    layer("emit", &["model"], &[]),
    layer(
        "emit::rust",
        &["emit", "facts", "layout", "model", "names", "quantity"],
        &["prettyplease", "proc_macro2", "quote", "syn"],
    ),
    layer("emit::markdown", &["emit", "interpret", "layout", "model", "names", "quantity"], &[]),
    layer(
        "load",
        &["ast", "diagnostic", "interpret", "model", "near", "parse", "render", "resolve", "source"],
        &["std::fs"],
    ),
    layer("build", &["emit", "load", "source"], &["std::env", "std::fs", "std::process"]),
    // The root names its modules without an import.
    layer("lib", &[], &[]),
];

const fn layer(module: &'static str, modules: &'static [&'static str], packages: &'static [&'static str]) -> Layer {
    Layer { module, modules, packages }
}

/// What somebody may have to ask permission for.
const PACKAGES: [&str; 12] = [
    "annotate_snippets",
    "crc_catalog",
    "heck",
    "nom",
    "prettyplease",
    "proc_macro2",
    "quote",
    "syn",
    "std::env",
    "std::fs",
    "std::net",
    "std::process",
];

#[test]
fn nobody_imports_what_is_above_it() {
    let mut wrong = Vec::new();
    let mut used = BTreeSet::new();
    for file in compiler() {
        let module = module_of(&file.path);
        let Some(layer) = LAYERS.iter().find(|layer| layer.module == module) else {
            wrong.push(format!("codegen/src/{}: this module is in no layer", file.path));
            continue;
        };
        for (line, name) in imports(&file) {
            let allowed = layer.modules.contains(&name.as_str()) || layer.packages.contains(&name.as_str());
            if allowed {
                used.insert((layer.module, name));
            } else if name != layer.module {
                wrong.push(format!("codegen/src/{}:{line}: `{}` may not import `{name}`", file.path, layer.module));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    for layer in &LAYERS {
        for name in layer.modules.iter().chain(layer.packages) {
            assert!(used.contains(&(layer.module, (*name).to_owned())), "`{}` does not need `{name}`", layer.module);
        }
    }
}

#[test]
fn the_layers_stand_in_order() {
    for (index, layer) in LAYERS.iter().enumerate() {
        for module in layer.modules {
            let below = LAYERS.iter().take(index).any(|other| other.module == *module);
            assert!(below, "`{}` imports `{module}`, which does not stand in front of it", layer.module);
        }
    }
}

#[test]
fn the_architecture_says_the_same() {
    // An archive, or an old checkout on Windows, may have other line ends.
    let readme = include_str!("../README.md").replace("\r\n", "\n");
    let cell = |names: &[&str]| -> String {
        let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        if quoted.is_empty() { " ".to_owned() } else { format!(" {} ", quoted.join(", ")) }
    };
    for Layer { module, modules, packages } in &LAYERS {
        let row = format!("| `{module}` |{}|{}|\n", cell(modules), cell(packages));
        assert!(*module == "lib" || readme.contains(&row), "codegen/README.md lacks the row\n{row}");
        assert!(readme.contains(&format!("\n**`{module}`** ")), "codegen/README.md says nothing about `{module}`");
    }
    let rows = readme.lines().filter(|line| line.starts_with("| `") && line.matches('|').count() == 4);
    assert_eq!(rows.count(), LAYERS.len() - 1, "codegen/README.md has rows of modules that are not there");
}

#[test]
fn imports_are_found_however_they_are_written() {
    let text = "use crate::ast::{self, Expr};\nuse crate::{\n    model::Code,\n    near,\n};\n// crate::build\n\
                fn f() { crate::layout::g(super::super::lex::h(), super::i) }\nuse std::fs;\nuse std::{env, io};\n\
                use heck::ToSnakeCase;\n#[cfg(test)]\nmod tests { use crate::emit; }\n";
    let file = RustFile { path: "resolve/field.rs".to_owned(), text: text.to_owned() };
    let found = [(1, "ast"), (3, "model"), (4, "near"), (7, "layout"), (7, "lex")];
    let packages = [(8, "std::fs"), (9, "std::env"), (10, "heck")];
    let mut expected: Vec<_> = found.iter().chain(&packages).map(|(line, name)| (*line, (*name).to_owned())).collect();
    expected.sort();
    let mut imports = imports(&file);
    imports.sort();
    assert_eq!(imports, expected);
}

/// The module of a file: the outermost, but each backend is one of its own.
fn module_of(path: &str) -> String {
    let parts: Vec<&str> = path.trim_end_matches(".rs").split('/').collect();
    let backend = |part: &&str| LAYERS.iter().any(|layer| layer.module == format!("emit::{part}"));
    match parts.as_slice() {
        ["emit", second, ..] if backend(second) => format!("emit::{second}"),
        [first, ..] => (*first).to_owned(),
        [] => String::new(),
    }
}

/// The modules of the compiler and the packages that a file imports, each with its line.
fn imports(file: &RustFile) -> Vec<(usize, String)> {
    // How many `super` lead to the root of the crate. `lib.rs` is that root.
    let depth = if file.path == "lib.rs" { 0 } else { file.path.matches('/').count() + 1 };
    let supers = "super::".repeat(depth);
    let text = without_comments_and_tests(&file.text);
    let mut found = Vec::new();
    for (prefix, is_root) in [("crate::", true), (supers.as_str(), true), ("std::", false)] {
        if prefix.is_empty() {
            continue;
        }
        for at in places(&text, prefix) {
            for (place, name) in names(&text, at + prefix.len()) {
                let line = text.get(..place).map_or(0, |before| before.matches('\n').count()) + 1;
                if is_root {
                    found.push((line, name));
                } else if PACKAGES.contains(&format!("std::{name}").as_str()) {
                    found.push((line, format!("std::{name}")));
                }
            }
        }
    }
    for package in PACKAGES.iter().filter(|package| !package.contains(':')) {
        for at in places(&text, &format!("{package}::")) {
            found.push((text.get(..at).map_or(0, |before| before.matches('\n').count()) + 1, (*package).to_owned()));
        }
    }
    found
}

/// Where a path begins like this.
fn places(text: &str, prefix: &str) -> Vec<usize> {
    let begins = |at: usize| {
        let before = text.get(..at).unwrap_or("");
        !before.ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':' || c == '$')
    };
    text.match_indices(prefix).map(|(at, _)| at).filter(|at| begins(*at)).collect()
}

/// The names at a place: one, or those in braces, each without what follows it. A module is in lower case.
fn names(text: &str, at: usize) -> Vec<(usize, String)> {
    let rest = text.get(at..).unwrap_or("");
    let word = |text: &str| -> String { text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect() };
    let mut starts = Vec::new();
    if rest.starts_with('{') {
        let mut depth = 0;
        let mut expected = false;
        for (offset, c) in rest.char_indices() {
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                break;
            }
            if depth == 1 && expected && !c.is_whitespace() {
                starts.push(at + offset);
            }
            expected = depth == 1 && (c == ',' || c == '{' || expected && c.is_whitespace());
        }
    } else {
        starts.push(at);
    }
    let names = starts.into_iter().map(|start| (start, word(text.get(start..).unwrap_or(""))));
    names.filter(|(_, name)| name.starts_with(|c: char| c.is_ascii_lowercase()) && name != "super").collect()
}

/// The text with every comment blank, up to the module of tests that ends it.
fn without_comments_and_tests(text: &str) -> String {
    // An archive, or an old checkout on Windows, may have other line ends.
    let text = text.replace("\r\n", "\n");
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or(&text);
    let mut kept = String::new();
    for line in code.lines() {
        kept.push_str(line.split("//").next().unwrap_or(line));
        kept.push('\n');
    }
    kept
}
