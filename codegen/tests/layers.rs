//! Imports between modules of the compiler: the table in `codegen/README.md`, held against the imports of every file.
//!
//! The table is complete in both directions: a module that is not in it, an import that it does not allow, and a
//! permission that nobody needs any more are all errors.

#[path = "support/compiler.rs"]
mod compiler;
#[path = "support/files.rs"]
mod files;
#[path = "support/imports.rs"]
mod imports;

use std::collections::BTreeSet;

use compiler::compiler;
use files::RustFile;
use imports::{Module, imports};

/// A module of the compiler with all that is below it.
struct Layer {
    module: String,
    /// The other modules that it may import.
    modules: Vec<String>,
    /// The packages, and the parts of the standard library that touch the world.
    packages: Vec<String>,
}

/// An archive, or an old checkout on Windows, may have other line ends.
fn readme() -> String {
    include_str!("../README.md").replace("\r\n", "\n")
}

/// The rows of the table in `codegen/README.md`, from the bottom up: a module imports only those above it in the table.
fn layers() -> Vec<Layer> {
    let quoted = |cell: &str| -> Vec<String> { cell.split('`').skip(1).step_by(2).map(str::to_owned).collect() };
    let mut layers: Vec<Layer> = Vec::new();
    for row in readme().lines().filter(|line| line.starts_with("| `") && line.matches('|').count() == 4) {
        let cells: Vec<Vec<String>> = row.split('|').map(quoted).collect();
        let [_, module, modules, packages, _] = cells.as_slice() else { panic!("{row}") };
        // A part of the Rust backend has a short name in the rows of others.
        let whole = |name: &String| {
            let part = format!("rust::{name}");
            if layers.iter().any(|layer| layer.module == part) { part } else { name.clone() }
        };
        let modules = modules.iter().map(whole).collect();
        layers.push(Layer { module: module.concat(), modules, packages: packages.clone() });
    }
    layers
}

/// What somebody may have to ask permission for.
const PACKAGES: [&str; 11] = [
    "annotate_snippets",
    "crc_catalog",
    "heck",
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
    let (mut wrong, mut used) = (Vec::new(), BTreeSet::new());
    let (layers, files) = (layers(), compiler());
    for (importer, targets) in &imports(&files) {
        // A root names its modules without an import.
        if importer.is_empty() || importer == &["lib"] || importer == &["rust"] {
            continue;
        }
        let Some(layer) = layer_of(&layers, importer) else {
            wrong.push(format!("`{}` is in no layer", importer.join("::")));
            continue;
        };
        for (target, paths) in targets {
            let name = layer_of(&layers, target).map_or("", |layer| &layer.module);
            if layer.modules.iter().any(|module| module == name) {
                used.insert((&layer.module, name.to_owned()));
            } else if name != layer.module {
                wrong.push(format!("`{}` may not import `{name}`, by {paths:?}", importer.join("::")));
            }
        }
    }
    for file in &files {
        let module: Module = file.path.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
        let layer = layer_of(&layers, &module);
        for package in packages(file) {
            match layer {
                Some(layer) if layer.packages.iter().any(|allowed| allowed == package) => {
                    used.insert((&layer.module, package.to_owned()));
                }
                _ => wrong.push(format!("{}: may not use `{package}`", file.path)),
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    for layer in &layers {
        for name in layer.modules.iter().chain(&layer.packages) {
            assert!(used.contains(&(&layer.module, name.clone())), "`{}` does not need `{name}`", layer.module);
        }
    }
}

#[test]
fn the_layers_stand_in_order() {
    let layers = layers();
    for (index, layer) in layers.iter().enumerate() {
        for module in &layer.modules {
            let above = layers.iter().take(index).any(|other| other.module == *module);
            assert!(above, "`{}` imports `{module}`, which is not above it in the table", layer.module);
        }
    }
}

#[test]
fn every_layer_is_described() {
    let readme = readme();
    for Layer { module, .. } in layers() {
        let described = match module.strip_prefix("rust::") {
            Some(part) => format!("\n| `{part}` | "),
            None => format!("\n**`{module}`** "),
        };
        assert!(readme.contains(&described), "codegen/README.md says nothing about `{module}`");
    }
}

#[test]
fn packages_are_found_however_they_are_written() {
    let text = "use std::fs;\nuse std::{env, io};\n// syn::parse\nuse heck::ToSnakeCase;\n\
                fn f() { quote::quote!(a) }\n#[cfg(test)]\nmod tests { use syn::File; }\n";
    let file = RustFile { path: "resolve/field.rs".to_owned(), text: text.to_owned() };
    assert_eq!(packages(&file), ["heck", "quote", "std::env", "std::fs"]);
}

/// The layer of a module: the innermost one that it is in.
fn layer_of<'l>(layers: &'l [Layer], module: &Module) -> Option<&'l Layer> {
    let is_in = |layer: &&Layer| {
        let names: Vec<&str> = layer.module.split("::").collect();
        names.iter().zip(module).filter(|(ours, theirs)| *ours == theirs).count() == names.len()
    };
    layers.iter().filter(is_in).max_by_key(|layer| layer.module.len())
}

/// The packages, and the parts of the standard library that touch the world, in the code of a file.
fn packages(file: &RustFile) -> Vec<&'static str> {
    let text = without_comments_and_tests(&file.text);
    let std = places(&text, "std::").into_iter().flat_map(|at| names(&text, at + "std::".len()));
    let std: Vec<String> = std.map(|name| format!("std::{name}")).collect();
    let is_used = |package: &&&str| match package.contains(':') {
        true => std.iter().any(|name| name == *package),
        false => !places(&text, &format!("{package}::")).is_empty(),
    };
    PACKAGES.iter().filter(is_used).copied().collect()
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
fn names(text: &str, at: usize) -> Vec<String> {
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
    let names = starts.into_iter().map(|start| word(text.get(start..).unwrap_or("")));
    names.filter(|name| name.starts_with(|c: char| c.is_ascii_lowercase()) && name != "super").collect()
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
