//! No knots in the compiler: few of its files import each other, directly or through others.

#[path = "support/compiler.rs"]
mod compiler;
#[path = "support/files.rs"]
mod files;
#[path = "support/imports.rs"]
mod imports;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use compiler::compiler;
use files::RustFile;
use imports::{Imports, Module, imports};

/// The most files in a cycle. The language is recursive, so the functions for its parts call each other.
const MOST_FILES: usize = 5;

#[test]
fn cycles_of_imports_are_short() {
    let imports = imports(&compiler());
    let cycles = cycles(&imports);
    let long = cycles.iter().filter(|cycle| cycle.len() > MOST_FILES);
    let reports: String = long.map(|cycle| report(&imports, cycle)).collect();
    assert!(reports.is_empty(), "{reports}{MOST_FILES} files are the most in a cycle");
}

#[test]
fn a_cycle_is_reported_with_the_imports_that_close_it() {
    let imports = of(&[
        ("a.rs", "use crate::b::B;"),
        ("b.rs", "fn b() { super::c::c() }"),
        ("c.rs", "use super::{a, d};"),
        ("d.rs", ""),
    ]);
    let cycles = cycles(&imports);
    let reports: Vec<String> = cycles.iter().map(|cycle| report(&imports, cycle)).collect();
    let report =
        "3 files import each other:\n  a -> b by `crate::b::B`\n  b -> c by `super::c::c`\n  c -> a by `super::a`\n";
    assert_eq!(reports, [report]);
}

#[test]
fn facades_are_looked_through() {
    let imports = of(&[
        ("lib.rs", "pub mod model;"),
        ("model.rs", "mod ids;\nmod wire;\npub use ids::{Id, Code as Number};\npub(crate) use self::wire::Wire;"),
        ("model/ids.rs", ""),
        ("model/wire.rs", "use super::{Id, Number};\n/// See [`crate::model`].\npub(in crate::model) struct Wire;"),
        ("emit.rs", "use crate::model::Wire;\npub use crate::model::Id;"),
        ("emit/rust.rs", "fn f(id: super::Id) { Wire::new() }"),
    ]);
    assert_eq!(targets(&imports, "model/wire"), ["model::ids"]);
    assert_eq!(targets(&imports, "emit"), ["model::ids", "model::wire"]);
    assert_eq!(targets(&imports, "emit/rust"), ["model::ids"]);
    assert!(cycles(&imports).is_empty());
}

#[test]
fn paths_are_found_however_they_are_written() {
    let text = "use std::fmt;\nuse super::{self as outer, b::{self, B}, c::C as D};\nuse e::E;\nmod e;\n\
                fn f() { let x: crate::f::F = vec![g::g(crate::a::h::<fmt::X>())]; quote! { super::i::I } }\n\
                #[cfg(test)]\nmod tests { use crate::j::J; }\n\
                struct S {\n#[cfg(test)]\nk: super::k::K,\nl: Vec<super::super::l::L> }";
    let empty = ["a", "a/b", "a/c", "a/x/e", "f", "a/x/g", "a/i", "j", "a/k", "l"].map(|path| format!("{path}.rs"));
    let mut sources: Vec<(&str, &str)> = empty.iter().map(|path| (path.as_str(), "")).collect();
    sources.push(("a/x.rs", text));
    assert_eq!(targets(&of(&sources), "a/x"), ["a", "a::b", "a::c", "a::x::e", "a::x::g", "f", "l"]);
}

/// The imports of made-up files.
fn of(sources: &[(&str, &str)]) -> Imports {
    let file = |(path, text): &(&str, &str)| RustFile { path: (*path).to_owned(), text: (*text).to_owned() };
    imports(&sources.iter().map(file).collect::<Vec<_>>())
}

/// The modules that a file imports.
fn targets(imports: &Imports, file: &str) -> Vec<String> {
    let module: Module = file.split('/').map(str::to_owned).collect();
    imports[&module].keys().map(|module| module.join("::")).collect()
}

/// All sets of several files each of which imports all others, directly or through others.
fn cycles(imports: &Imports) -> BTreeSet<BTreeSet<&Module>> {
    let reached: BTreeMap<&Module, _> = imports.keys().map(|module| (module, reached(imports, module))).collect();
    let cycle = |from: &Module| reached[from].iter().copied().filter(|other| reached[*other].contains(from)).collect();
    let cycles = imports.keys().map(cycle);
    cycles.filter(|cycle: &BTreeSet<_>| cycle.len() > 1).collect()
}

/// The modules that a module imports, directly or through others.
fn reached<'i>(imports: &'i Imports, from: &Module) -> BTreeSet<&'i Module> {
    let mut reached = BTreeSet::new();
    let mut waiting: Vec<&Module> = imports[from].keys().collect();
    while let Some(module) = waiting.pop() {
        if reached.insert(module) {
            waiting.extend(imports[module].keys());
        }
    }
    reached
}

/// The files of a cycle, each with its imports of others in it.
fn report(imports: &Imports, cycle: &BTreeSet<&Module>) -> String {
    let mut report = format!("{} files import each other:\n", cycle.len());
    for (importer, targets) in imports.iter().filter(|(importer, _)| cycle.contains(importer)) {
        for (target, paths) in targets.iter().filter(|(target, _)| cycle.contains(target)) {
            let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
            let (from, to) = (importer.join("::"), target.join("::"));
            let _ = writeln!(report, "  {from} -> {to} by `{}`", paths.join("`, `"));
        }
    }
    report
}
