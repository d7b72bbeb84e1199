//! Who may import whom, in the compiler: the architecture as a list, held against the imports of every file.
//!
//! The list is complete in both directions: a module that is not in it, an import that it does not allow, and a
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
    module: &'static str,
    /// The other modules that it may import.
    modules: &'static [&'static str],
    /// The packages, and the parts of the standard library that touch the world.
    packages: &'static [&'static str],
}

/// From the bottom up: a module imports only what stands above it in this list.
const LAYERS: [Layer; 33] = [
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
    layer("emit::rust::text", &["emit", "facts", "model", "names"], &["prettyplease", "proc_macro2", "quote", "syn"]),
    layer("emit::rust::scope", &["facts", "layout", "model", "names", "emit::rust::text"], &[]),
    layer(
        "emit::rust::field",
        &["emit", "facts", "layout", "model", "names", "emit::rust::text", "emit::rust::scope"],
        &[],
    ),
    layer(
        "emit::rust::types",
        &["emit", "facts", "model", "names", "quantity", "emit::rust::text", "emit::rust::scope", "emit::rust::field"],
        &[],
    ),
    layer("emit::rust::hooks", &["facts", "model", "emit::rust::text", "emit::rust::scope", "emit::rust::field"], &[]),
    layer(
        "emit::rust::decode",
        &[
            "facts",
            "layout",
            "model",
            "emit::rust::text",
            "emit::rust::scope",
            "emit::rust::field",
            "emit::rust::hooks",
        ],
        &[],
    ),
    layer(
        "emit::rust::owned",
        &["layout", "model", "emit::rust::text", "emit::rust::scope", "emit::rust::field", "emit::rust::types"],
        &[],
    ),
    layer(
        "emit::rust::encode",
        &[
            "facts",
            "layout",
            "model",
            "emit::rust::text",
            "emit::rust::scope",
            "emit::rust::field",
            "emit::rust::types",
            "emit::rust::hooks",
            "emit::rust::decode",
            "emit::rust::owned",
        ],
        &[],
    ),
    layer(
        "emit::rust::view",
        &[
            "facts",
            "layout",
            "model",
            "names",
            "emit::rust::text",
            "emit::rust::scope",
            "emit::rust::field",
            "emit::rust::hooks",
            "emit::rust::decode",
            "emit::rust::owned",
            "emit::rust::encode",
        ],
        &[],
    ),
    layer(
        "emit::rust::record",
        &[
            "facts",
            "layout",
            "model",
            "emit::rust::text",
            "emit::rust::scope",
            "emit::rust::field",
            "emit::rust::types",
            "emit::rust::hooks",
            "emit::rust::decode",
            "emit::rust::owned",
            "emit::rust::encode",
            "emit::rust::view",
        ],
        &[],
    ),
    layer(
        "emit::rust::family",
        &[
            "facts",
            "model",
            "emit::rust::text",
            "emit::rust::scope",
            "emit::rust::field",
            "emit::rust::hooks",
            "emit::rust::decode",
        ],
        &[],
    ),
    layer(
        "emit::rust::module",
        &[
            "facts",
            "model",
            "emit::rust::text",
            "emit::rust::scope",
            "emit::rust::types",
            "emit::rust::hooks",
            "emit::rust::record",
            "emit::rust::family",
        ],
        &[],
    ),
    layer("emit::rust", &["facts", "model", "emit::rust::text", "emit::rust::scope", "emit::rust::module"], &[]),
    layer("emit::markdown", &["emit", "facts", "interpret", "layout", "model", "names", "quantity"], &[]),
    layer(
        "load",
        &["ast", "diagnostic", "interpret", "model", "near", "parse", "render", "resolve", "source"],
        &["std::fs"],
    ),
    layer(
        "build",
        &["emit::markdown", "emit::rust", "emit::rust::text", "load", "source"],
        &["std::env", "std::fs", "std::process"],
    ),
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
    let (mut wrong, mut used) = (Vec::new(), BTreeSet::new());
    let files = compiler();
    let imports = imports(&files);
    for (importer, targets) in &imports {
        let Some(layer) = layer_of(importer) else {
            wrong.push(format!("`{}` is in no layer", importer.join("::")));
            continue;
        };
        for (target, paths) in targets {
            let name = layer_of(target).map_or("", |layer| layer.module);
            if layer.modules.contains(&name) {
                used.insert((layer.module, name));
            } else if name != layer.module && layer.module != "lib" {
                wrong.push(format!("`{}` may not import `{name}`, by {paths:?}", importer.join("::")));
            }
        }
    }
    for file in &files {
        let module: Module = file.path.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
        let Some(layer) = layer_of(&module) else { continue };
        for package in packages(file) {
            if layer.packages.contains(&package) {
                used.insert((layer.module, package));
            } else {
                wrong.push(format!("codegen/src/{}: `{}` may not use `{package}`", file.path, layer.module));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    for layer in &LAYERS {
        for name in layer.modules.iter().chain(layer.packages) {
            assert!(used.contains(&(layer.module, *name)), "`{}` does not need `{name}`", layer.module);
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
        let short = |name: &str| name.strip_prefix("emit::rust::").unwrap_or(name).to_owned();
        let quoted: Vec<String> = names.iter().map(|name| format!("`{}`", short(name))).collect();
        if quoted.is_empty() { " ".to_owned() } else { format!(" {} ", quoted.join(", ")) }
    };
    for Layer { module, modules, packages } in &LAYERS {
        let row = format!("| `{module}` |{}|{}|\n", cell(modules), cell(packages));
        assert!(*module == "lib" || readme.contains(&row), "codegen/README.md lacks the row\n{row}");
        let described = match module.strip_prefix("emit::rust::") {
            Some(part) => format!("\n| `{part}` | "),
            None => format!("\n**`{module}`** "),
        };
        assert!(readme.contains(&described), "codegen/README.md says nothing about `{module}`");
    }
    let rows = readme.lines().filter(|line| line.starts_with("| `") && line.matches('|').count() == 4);
    assert_eq!(rows.count(), LAYERS.len() - 1, "codegen/README.md has rows of modules that are not there");
}

#[test]
fn packages_are_found_however_they_are_written() {
    let text = "use std::fs;\nuse std::{env, io};\n// syn::parse\nuse heck::ToSnakeCase;\n\
                fn f() { quote::quote!(a) }\n#[cfg(test)]\nmod tests { use nom::Parser; }\n";
    let file = RustFile { path: "resolve/field.rs".to_owned(), text: text.to_owned() };
    assert_eq!(packages(&file), ["heck", "quote", "std::env", "std::fs"]);
}

/// The layer of a module: the innermost one that it is in.
fn layer_of(module: &Module) -> Option<&'static Layer> {
    let is_in = |layer: &&Layer| {
        let names: Vec<&str> = layer.module.split("::").collect();
        names.iter().zip(module).filter(|(ours, theirs)| *ours == theirs).count() == names.len()
    };
    let root = || LAYERS.iter().find(|layer| layer.module == "lib" && module.is_empty());
    LAYERS.iter().filter(is_in).max_by_key(|layer| layer.module.len()).or_else(root)
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
