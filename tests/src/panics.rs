//! Generated code cannot panic, whatever the bytes and the values: two proofs.
//!
//! Unoptimised, with overflow checks, all functions of the runtime and of generated code are compiled, whether anybody calls
//! them or not, and from none of them does the assembly lead to a panic, but through the functions of core that
//! [`pinned`] lists, each with its reason. Optimised, a crate without the standard library that exports all that is public in
//! a shipped protocol links although its panic handler calls a function that does not exist: the linker found no way to a
//! panic, in core neither. How core shows numbers and text is all that is taken on trust.
//!
//! Both have to find what is planted. The proofs are long tests; one of them takes a sample of the features, in half a minute.

mod assembly;
mod crates;
mod exports;
mod functions;
mod pinned;
mod surface;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use wireform_build::model::Schema;
use wireform_build::{Layout, Options};

use crate::protocols::schemas;
use assembly::{Assembly, Way};
use crates::{Crate, Crates};
use exports::Exported;
use functions::{Found, Function};

/// What must be noticed.
const PLANTED: [(&str, &str); 5] = [
    ("index", "bytes: &[u8], at: usize) -> u8 { bytes[at] }"),
    ("range", "bytes: &[u8], at: usize) -> &[u8] { &bytes[at..] }"),
    ("unwrap", "byte: Option<&u8>) -> u8 { *byte.unwrap() }"),
    ("copy", "bytes: &[u8], places: &mut [u8]) { places.copy_from_slice(bytes) }"),
    // Where it is optimised, it wraps.
    (OVERFLOW, "number: u8) -> u8 { number + 1 }"),
];
const OVERFLOW: &str = "overflow";

/// What begins the names of crates of which we answer for the functions.
const OURS: [&str; 2] = ["calm", "wireform"];

/// The crate of what is looked at in assembly only.
const REST: &str = "calm_rest";

/// The features of the short proof, and their crate: of all features, these are linked as well.
const SAMPLE: [&str; 4] = ["groups", "optionals", "varints", "widths"];
const SAMPLE_CRATE: &str = "calm_sample";

/// The crate of what of core needs no other reason.
const LINKED: &str = "calm_linked";

/// The packages that a crate depends on.
const WITH_RUNTIME: &[&str] = &["wireform"];
const WITH_PROTOCOLS: &[&str] = &["wireform", "wireform-protocols"];

/// Traits of which types that are generic have functions.
const ENCODE: &str = "wireform::Encode";
/// Those of which the functions are looked at in assembly only.
const SHOWN: [&str; 4] = ["core::fmt::Debug", "core::fmt::Display", "core::cmp::PartialEq", "core::convert::TryFrom"];

/// A schema, and what stands in its Rust.
struct Part {
    schema: Schema,
    path: String,
    code: String,
    found: Found,
}

impl Part {
    fn new(schema: Schema, within: &str, code: String) -> Self {
        let path = format!("{within}::{}", schema.name());
        let found = functions::found(&code, &path);
        // None is overlooked.
        let public = found.functions.iter().filter(|function| function.is_public).count();
        let words = code.split_whitespace().collect::<Vec<_>>().join(" ");
        let macros = ["view! {", "family_view! {", "value! {", "value! { hooked", "members! {", "dispatch! {"]
            .map(|one| words.matches(&format!("::wireform::{one}")).count());
        let [views, families, values, hooked, members, dispatched] = macros;
        // Enums of which a value may have a wrong code.
        let names = words.split("::wireform::names! {").skip(1).filter_map(|call| call.split('}').next());
        let expected = names.filter(|call| call.contains("; open") || call.contains(", ranges [")).count();
        let by_macros = 2 * views + 3 * families + values + 2 * hooked + members + expected + dispatched;
        let written = code.matches("pub fn ").count() + code.matches("pub const fn ").count();
        assert_eq!(public, written + by_macros, "{path}");
        assert!(!found.functions.is_empty(), "{path}");
        divides_by_what_is_not_zero(&code);
        Self { schema, path, code, found }
    }

    fn load(file: &Path) -> Schema {
        wireform_build::load(file).expect("the schemas compile").schema
    }

    fn shipped() -> Vec<Self> {
        let all = schemas("../schema").into_iter().map(|file| {
            let schema = Self::load(&file);
            let code = format!("{}/../generated/{}/mod.rs", env!("CARGO_MANIFEST_DIR"), schema.name());
            Self::new(schema, "wireform_protocols", fs::read_to_string(code).expect("generated code is checked in"))
        });
        all.collect()
    }

    /// The features of which the name is asked for, in a crate of that name.
    fn features(within: &str, is_asked: impl Fn(&str) -> bool) -> Vec<Self> {
        let all = schemas("schema/features").into_iter().map(|file| Self::load(&file));
        let asked = all.filter(|schema| is_asked(schema.name())).map(|schema| {
            let code =
                wireform_build::rust(&schema, &Options { layout: Layout::Tidy, patch: true, ..Options::default() });
            Self::new(schema, within, code)
        });
        asked.collect()
    }

    /// Whatever can be exported, with the functions of these traits.
    fn exported(&self, traits: &[&str]) -> Exported {
        let mut exported = exports::round_trips(&self.schema, &self.path);
        exported.add(exports::addresses(self.schema.name(), &self.found, traits, true));
        exported
    }
}

/// What core asks before it divides is pinned for constants.
fn divides_by_what_is_not_zero(code: &str) {
    for behind in code.split("_euclid(").skip(1) {
        let by = behind.split(')').next().unwrap_or_default();
        let digits = by.trim().trim_start_matches('-').replace('_', "");
        assert!(digits.parse::<u64>().is_ok_and(|number| number != 0), "{by}");
    }
}

/// The functions of the runtime, without those that only serde and tokio ask for, and those that allocate.
fn runtime() -> Vec<Function> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../runtime/src");
    let (mut all, mut folders) = (Vec::new(), vec![source.clone()]);
    while let Some(folder) = folders.pop() {
        for file in fs::read_dir(folder).expect("a folder of the runtime").flatten().map(|entry| entry.path()) {
            let module = file.with_extension("");
            if ["form", "codec", "owned", "rewrite", "tests"].iter().any(|name| module.ends_with(name)) {
                continue;
            }
            if file.is_dir() {
                folders.push(file);
                continue;
            }
            let module: PathBuf = file.strip_prefix(&source).expect("it is in there").with_extension("");
            let modules = module.iter().filter_map(|name| name.to_str()).filter(|name| *name != "lib");
            let path: Vec<&str> = [functions::RUNTIME].into_iter().chain(modules).collect();
            let code = fs::read_to_string(&file).expect("it is text");
            all.extend(functions::found(&code, &path.join("::")).functions);
        }
    }
    all
}

/// Whether a function has code only where somebody asks for it whom we do not know: one who reads lists of what no list
/// holds, or what no family holds as one of its messages, or hands over functions of his own, or references. All others
/// have.
fn is_for_others(function: &Function) -> bool {
    let of_trait = function.of_trait.as_deref().unwrap_or_default();
    let is_element = ["wireform::Element", "wireform::HookedElement"].contains(&of_trait);
    let is_hook =
        ["F", "NoHooks"].iter().any(|of| function.of.as_deref().is_some_and(|path| path.ends_with(&format!("::{of}"))));
    let is_member = function.name == "take_behind" && of_trait.starts_with("wireform::");
    let is_reference = function.of.as_deref().is_some_and(|path| ["&M", "&T"].contains(&path));
    is_element || is_hook || is_member || is_reference
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "reads ELF assembly and needs GNU's linker")]
fn planted_panics_are_found() {
    let planted = PLANTED.map(|(name, code)| {
        let code = format!("#[unsafe(no_mangle)]\npub fn {name}({code}\n");
        Crate { name: format!("planted_{name}"), code, modules: Vec::new(), uses: &[] }
    });
    let names = planted.each_ref().map(|planted| planted.name.as_str());
    let crates = Crates::new("planted", &planted);
    let ways = Assembly::read(&crates.assemble(&names), &["planted"]).ways(pinned::is_calm);
    let found: BTreeSet<&str> = ways.iter().map(|way| way.from.as_str()).collect();
    assert_eq!(found, PLANTED.map(|(name, _)| name).into(), "{ways:?}");
    for (name, _) in PLANTED {
        match crates.link(&[&format!("planted_{name}")]) {
            Ok(()) => assert_eq!(name, OVERFLOW),
            Err(error) => assert!(error.contains("no_such_function") && name != OVERFLOW, "{error}"),
        }
    }
    // A reason is one for a single function, where it is not one for all.
    let copied = ways.iter().find(|way| way.from == "copy").expect("it is found");
    assert!(!pinned::ALL.iter().any(|pinned| pinned.is(copied)), "{copied:?}");
}

/// The crates of a proof: those that have to link stand before those that are only assembled.
#[derive(Default)]
struct Proof {
    crates: Vec<Crate>,
    linked: usize,
    /// The names of the functions that the crates export.
    symbols: Vec<String>,
    /// The functions of which the assembly has to have code.
    functions: Vec<Function>,
}

impl Proof {
    /// Adds a crate that has to link: with the code of these parts as modules, or with that of the shipped protocols.
    fn link(&mut self, name: &str, parts: &[Part], modules: Vec<(String, String)>) {
        let mut code = format!("extern crate self as {name};\nuse wireform::prelude::*;\n");
        modules.iter().for_each(|(module, _)| code += &format!("/// By itself.\npub mod {module};\n"));
        for part in parts {
            let exported = part.exported(&[ENCODE]);
            code += &exported.code;
            self.symbols.extend(exported.symbols);
            self.functions.extend(part.found.functions.clone());
        }
        let uses = if modules.is_empty() { WITH_PROTOCOLS } else { WITH_RUNTIME };
        self.crates.push(Crate { name: name.to_owned(), code, modules, uses });
        self.linked += 1;
    }

    /// Adds the features of [`SAMPLE`], in a crate that has to link.
    fn link_sample(&mut self) {
        let sample = Part::features(SAMPLE_CRATE, |name| SAMPLE.contains(&name));
        assert_eq!(sample.len(), SAMPLE.len());
        let modules = sample.iter().map(|part| (part.schema.name().to_owned(), part.code.clone())).collect();
        self.link(SAMPLE_CRATE, &sample, modules);
    }

    /// Looks for ways to a panic in the assembly of all crates, and links those that have to. The ways that were found are
    /// all pinned.
    fn run(self, folder: &str) -> BTreeSet<Way> {
        let names: Vec<&str> = self.crates.iter().map(|one| one.name.as_str()).collect();
        let crates = Crates::new(folder, &self.crates);
        let assembly = Assembly::read(&crates.assemble(&names), &OURS);
        let there = assembly.called();
        let missing: Vec<&String> = self.symbols.iter().filter(|symbol| !there.contains(*symbol)).collect();
        assert!(missing.is_empty(), "{missing:?} are not exported");
        let (others, asked): (Vec<&Function>, Vec<&Function>) =
            self.functions.iter().partition(|one| is_for_others(one));
        let missing: Vec<String> = asked.iter().map(|one| one.called()).filter(|name| !there.contains(name)).collect();
        assert!(missing.is_empty(), "{missing:#?} are not compiled");
        assert!(others.iter().all(|one| !one.is_public), "what is public is for all");

        let ways = assembly.ways(pinned::is_calm);
        let open: Vec<&Way> = ways.iter().filter(|way| !pinned::ALL.iter().any(|pinned| pinned.is(way))).collect();
        assert!(open.is_empty(), "{open:#?}");
        println!("{} functions, {} exported, {} ways", asked.len(), self.symbols.len(), ways.len());
        crates.link(&names[..self.linked]).unwrap_or_else(|error| panic!("{error}"));
        ways
    }
}

/// The code of [`SAMPLE`] and what is generic in the runtime: some of what the long proof below looks at.
#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "reads ELF assembly and needs GNU's linker")]
#[cfg_attr(target_os = "linux", ignore = "long")]
fn no_bytes_and_no_values_of_a_sample_lead_to_a_panic() {
    let mut proof = Proof::default();
    proof.link_sample();
    proof.crates.push(Crate { uses: WITH_RUNTIME, ..rest(&[], &[], &mut proof.symbols) });
    proof.run("calm-sample");
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "reads ELF assembly and needs GNU's linker")]
#[cfg_attr(target_os = "linux", ignore = "long")]
fn no_bytes_and_no_values_lead_to_a_panic() {
    let (shipped, features) = (Part::shipped(), Part::features(REST, |_| true));
    let mut proof = Proof::default();
    for part in &shipped {
        proof.link(&format!("calm_{}", part.schema.name()), std::slice::from_ref(part), Vec::new());
    }
    let linked = ("linked".to_owned(), include_str!("panics/linked.rs").to_owned());
    proof.link(LINKED, &[], vec![linked]);
    proof.link_sample();
    proof.crates.push(rest(&shipped, &features, &mut proof.symbols));
    proof.functions.extend(features.iter().flat_map(|part| part.found.functions.clone()).chain(runtime()));
    let ways = proof.run("calm");
    for pinned in pinned::ALL {
        println!("{pinned}");
        assert!(ways.iter().any(|way| pinned.is(way)), "nobody calls it any more: {pinned}");
    }
}

/// What is looked at in assembly only: one schema for each construct, what is generic in the runtime, and how what is
/// generic in the shipped protocols shows itself, since core's own formatting does not link.
fn rest(shipped: &[Part], features: &[Part], symbols: &mut Vec<String>) -> Crate {
    let mut code = format!("extern crate self as {REST};\nuse wireform::prelude::*;\npub mod generic;\n");
    let mut modules = vec![("generic".to_owned(), include_str!("panics/generic.rs").to_owned())];
    for part in shipped {
        let addresses = exports::addresses(part.schema.name(), &part.found, &SHOWN, false);
        code += &addresses.code;
        symbols.extend(addresses.symbols);
    }
    for part in features {
        let exported = part.exported(&[&[ENCODE], &SHOWN[..]].concat());
        code += &format!("pub mod {};\n{}", part.schema.name(), exported.code);
        symbols.extend(exported.symbols);
        modules.push((part.schema.name().to_owned(), part.code.clone()));
    }
    Crate { name: REST.to_owned(), code, modules, uses: WITH_PROTOCOLS }
}
