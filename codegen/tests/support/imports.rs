//! The graph of imports of a crate, file by file.
//!
//! A file imports another if a `use` or a path in its code leads there. A `pub use` is looked through: a name that it
//! re-exports leads to the file that defines the name. Paths in tests and in quoted code do not count.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::files::RustFile;

/// A module with a file of its own: the names on its path from the root of the crate.
pub type Module = Vec<String>;

/// For each module the modules that it imports, each with the paths that lead there.
pub type Imports = BTreeMap<Module, BTreeMap<Module, BTreeSet<String>>>;

/// The paths in a file.
#[derive(Default)]
struct Paths {
    /// The paths as written: those of `use`, and those in code.
    all: Vec<Module>,
    /// The names that a `pub use` re-exports, each with its path.
    exported: BTreeMap<String, Module>,
}

/// The crates whose modules have paths of their own, so that two modules may have the same name.
const BACK_ENDS: [&str; 2] = ["documents", "rust"];

/// The imports of all files of a crate.
pub fn imports(files: &[RustFile]) -> Imports {
    let parse = |file: &RustFile| (module(&file.path), Paths::new(&file.text));
    let files: BTreeMap<Module, Paths> = files.iter().map(parse).collect();
    let of = |importer: &Module, paths: &Paths| {
        let mut found: BTreeMap<Module, BTreeSet<String>> = BTreeMap::new();
        for path in &paths.all {
            let target = absolute(&files, importer, path).map(|path| owner(&files, path));
            if let Some(target) = target.filter(|target| target != importer && !target.is_empty()) {
                found.entry(target).or_default().insert(path.join("::"));
            }
        }
        found
    };
    files.iter().map(|(importer, paths)| (importer.clone(), of(importer, paths))).collect()
}

/// The module of a file: none for the root of the crate.
fn module(path: &str) -> Module {
    let names = path.trim_end_matches(".rs").split('/').map(str::to_owned);
    names.filter(|name| name != "lib").collect()
}

/// A path from the root of the crate; `None` if it begins with a package, or with a name that a `use` has imported.
fn absolute(files: &BTreeMap<Module, Paths>, importer: &[String], path: &[String]) -> Option<Module> {
    let upward = path.iter().take_while(|name| *name == "super").count();
    if path.first()? == "crate" {
        let rest = path.get(1..)?;
        // A back end has a space of names of its own, and imports the modules of other crates as if they were in it.
        let own = importer.first().map_or("", String::as_str);
        let root = BACK_ENDS.iter().filter(|root| **root == own || own == "documents").find(|root| {
            let module = [**root, rest.first().map_or("", String::as_str)].map(str::to_owned);
            files.contains_key(&module[..])
        });
        return Some(root.map(|root| (*root).to_owned()).into_iter().chain(rest.iter().cloned()).collect());
    }
    let (base, rest) = match path.first()?.as_str() {
        "wireform_rust" => return Some([&["rust".to_owned()], path.get(1..)?].concat()),
        "wireform_documents" => return Some([&["documents".to_owned()], path.get(1..)?].concat()),
        "self" => (importer, path.get(1..)?),
        "super" => (importer.get(..importer.len().checked_sub(upward)?)?, path.get(upward..)?),
        _ => (importer, path),
    };
    let whole = [base, rest].concat();
    let is_child = || files.contains_key(whole.get(..=base.len()).unwrap_or_default());
    (matches!(path.first()?.as_str(), "crate" | "self" | "super") || is_child()).then_some(whole)
}

/// The module that defines what an absolute path names.
fn owner(files: &BTreeMap<Module, Paths>, path: Module) -> Module {
    let is_file = |length: &usize| path.get(..*length).is_some_and(|module| files.contains_key(module));
    let length = (0..=path.len()).rev().find(is_file).unwrap_or(0);
    let (module, rest) = path.split_at(length);
    let exported = rest.first().and_then(|name| files.get(module)?.exported.get(name));
    match exported.and_then(|path| absolute(files, module, path)) {
        Some(target) if target != path => owner(files, target),
        _ => module.to_vec(),
    }
}

impl Paths {
    fn new(text: &str) -> Self {
        let mut words = Vec::new();
        flatten(text.parse().expect("a file of Rust"), &mut words);
        let mut paths = Self::default();
        let mut rest = words.as_slice();
        let mut before = "";
        while let Some((word, after)) = rest.split_first() {
            rest = after;
            // `impl Trait + use<'a>` captures, and imports nothing.
            if word == "use" && after.first().is_some_and(|next| next != "<") {
                paths.tree(&mut rest, &[], before == "pub");
            } else if is_name(word) && before != "::" && after.first().is_some_and(|next| next == "::") {
                let names = [word].into_iter().chain(after.chunks_exact(2).map_while(|pair| match pair {
                    [colons, name] if colons == "::" && is_name(name) => Some(name),
                    _ => None,
                }));
                paths.all.push(names.cloned().collect());
            }
            before = word;
        }
        paths
    }

    /// One branch of the tree of a `use`, up to the comma, the bracket or the semicolon after it.
    fn tree(&mut self, words: &mut &[String], prefix: &[String], is_public: bool) {
        let mut path = prefix.to_vec();
        while let Some((word, rest)) = words.split_first() {
            match word.as_str() {
                "," | "}" | ";" => break,
                "{" => {
                    *words = rest;
                    while words.first().is_some_and(|word| word != "}") {
                        self.tree(words, &path, is_public);
                        *words = words.strip_prefix(&[",".to_owned()]).unwrap_or(words);
                    }
                    *words = words.get(1..).unwrap_or_default();
                    return;
                }
                "::" => {}
                name => path.push(name.to_owned()),
            }
            *words = rest;
        }
        let alias = match path.as_slice() {
            [.., word, alias] if word == "as" => Some(alias.clone()),
            _ => None,
        };
        path.truncate(path.len() - if alias.is_some() { 2 } else { 0 });
        path.truncate(path.len() - usize::from(path.len() > 1 && path.last().is_some_and(|name| name == "self")));
        if let Some(name) = alias.or_else(|| path.last().cloned()).filter(|_| is_public) {
            self.exported.insert(name, path.clone());
        }
        self.all.push(path);
    }
}

/// The words of a file, without its tests, its quoted code and the scopes of `pub(..)`.
fn flatten(tokens: TokenStream, words: &mut Vec<String>) {
    let mut trees = tokens.into_iter();
    while let Some(tree) = trees.next() {
        let last = |at: usize| words.iter().rev().nth(at).map_or("", String::as_str);
        match tree {
            TokenTree::Group(group) if last(0) == "#" && group.to_string().replace(' ', "") == "[cfg(test)]" => {
                // The item or the field after it.
                let ends = |tree: &TokenTree| match tree {
                    TokenTree::Punct(punct) => matches!(punct.as_char(), ';' | ','),
                    TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
                    _ => false,
                };
                trees.by_ref().find(ends);
            }
            TokenTree::Group(_) if last(0) == "pub" || last(0) == "!" && last(1) == "quote" => {}
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Brace => ("{", "}"),
                    _ => ("(", ")"),
                };
                words.push(open.to_owned());
                flatten(group.stream(), words);
                words.push(close.to_owned());
            }
            TokenTree::Punct(punct) if punct.as_char() == ':' && last(0) == ":" => {
                words.pop();
                words.push("::".to_owned());
            }
            other => words.push(other.to_string()),
        }
    }
}

fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_alphabetic() || c == '_')
}
