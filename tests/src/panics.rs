//! Generated code can not panic, whatever the bytes and the values: two proofs over all shipped protocols.
//!
//! A crate without the standard library exports what reads, changes and writes everything that a protocol has. Unoptimised, with
//! overflow checks, its assembly holds no call into `core::panicking`. Optimised, it links although its panic handler
//! calls a function that does not exist: the linker found no way to a panic. A planted index shows that both would be
//! noticed.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use wireform_build::interpret::Target;
use wireform_build::layout::{Inside, hooks_inside, sessions_inside};
use wireform_build::model::{HookId, Protocol, Record, Schema, SessionId};
use wireform_build::names;

use crate::schemas::package::targets;

const HEAD: &str = r#"#![no_std]
//! Readers and writers that must not panic.

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    unsafe extern "C" {
        safe fn no_such_function() -> !;
    }
    no_such_function()
}
"#;

const MANIFEST: &str = r#"[package]
name = "calm"
version = "0.0.0"
edition = "2024"

[lib]
crate-type = ["cdylib"]

[profile.dev]
panic = "abort"
debug = false
debug-assertions = false
overflow-checks = true

[profile.release]
panic = "abort"
lto = true
codegen-units = 1

[workspace]
"#;

/// One version's module.
struct Module<'p> {
    protocol: &'p Protocol,
    path: String,
    needs: Inside<SessionId>,
    hooks: Inside<HookId>,
    setters: &'p Setters,
}

impl Module<'_> {
    fn of(&self, record: &Record) -> String {
        match record.module {
            Some(family) => {
                let module = names::module_name(&self.protocol.families[family.0].name);
                format!("{}::{}", self.path, if names::is_keyword(&module) { format!("r#{module}") } else { module })
            }
            None => self.path.clone(),
        }
    }

    /// How many things have to be known besides the bytes.
    fn known(&self, target: Target) -> usize {
        let session = match target {
            Target::Record(id) => self.needs.record(id).len(),
            Target::Family(id) | Target::Stream(id) => self.needs.family(id).len(),
        };
        target.params(self.protocol).len() + session
    }

    /// What verifies `view`, where the target has checksums of the program, what makes its value, and what a writer is
    /// given then.
    fn verified(&self, target: Target) -> (String, &'static str, &'static str) {
        let (hooks, handed_out) = match target {
            Target::Record(id) => {
                let own = self.protocol.records[id.0].checksums.iter().any(|one| one.hook().is_some());
                (self.hooks.record(id), own)
            }
            Target::Family(id) | Target::Stream(id) => (self.hooks.family(id), false),
        };
        if hooks.is_empty() {
            return (String::new(), "to_value", "");
        }
        let (look, value) =
            if handed_out { ("let view = view.without_verifying();", "to_value") } else { ("", "to_value_unverified") };
        let verify = "let right = usize::from(::wireform::Verify::verify(&view, &::wireform::NoHooks).is_ok());";
        (format!("{verify} {look} let rest = rest.get(right..).unwrap_or_default();"), value, ", &::wireform::NoHooks")
    }

    /// What changes each field of a packet in `out` that can be changed alone, to what it is in `value`.
    fn changed(&self, record: &Record, args: &str) -> String {
        let (path, name) = (self.of(record), names::mut_name(&record.name));
        // What is one type in all versions stands beside them.
        let shared = self.protocol.version.as_ref().map(|version| path.replace(&format!("::{}", version.name), ""));
        let found = self.setters.get(&format!("{path}::{name}"));
        let Some(setters) = found.or_else(|| self.setters.get(&format!("{}::{name}", shared?))) else {
            return String::new();
        };
        let calls = setters.iter().map(|setter| {
            let (verb, field) = setter.split_once('_').expect("a verb and a field");
            let raw = if names::is_keyword(field) { "r#" } else { "" };
            let buffer = if verb == "rewrite" { ", &mut [0; 64]" } else { "" };
            format!("core::hint::black_box(packet.{setter}(value.{raw}{field}{buffer}));")
        });
        let calls: String = calls.collect();
        format!("if let Ok((mut packet, _)) = {path}::{name}::parse(out{args}) {{ {calls} }}\n            ")
    }

    /// A function that reads and writes a target, and changes it in place.
    fn exported(&self, symbol: &str, target: Target) -> String {
        let (verify, value, hooks) = self.verified(target);
        let body = match target {
            Target::Record(id) => {
                let record = &self.protocol.records[id.0];
                let (path, count) = (self.of(record), self.known(target));
                let known = if count > 3 { 1 } else { count };
                let args = ", Default::default()".repeat(known);
                let view = names::view_name(&record.name);
                let changed = self.changed(record, &args);
                format!(
                    "match {path}::{view}::parse(bytes{args}) {{\n        Ok((view, rest)) => {{\n            {verify}\
                     let value = view.{value}();\n            \
                     let written = value.write(out{args}{hooks}).unwrap_or(0);\n            \
                     {changed}written.wrapping_add(rest.len()).wrapping_add(view.as_bytes().len())\n        }}\n        \
                     Err(error) => error.offset(),\n    }}"
                )
            }
            Target::Family(id) | Target::Stream(id) => {
                let family = &self.protocol.families[id.0];
                let has = self.known(target) > 0;
                let (known, arg) = if has { ("Default::default()", ", Default::default()") } else { ("()", "") };
                let stream = names::stream_name(&family.name);
                let path = &self.path;
                format!(
                    "let mut all = 0_usize;\n    for view in {path}::{stream}::new(bytes, {known}) {{\n        \
                     all = match view {{\n            \
                     Ok(view) => {{ let rest = bytes; {verify} \
                     all.wrapping_add(rest.len()).wrapping_add(view.{value}().write(out{arg}{hooks}).unwrap_or(0)) }}\n            \
                     Err(error) => all.wrapping_add(error.offset()),\n        }};\n    }}\n    all"
                )
            }
        };
        format!("#[unsafe(no_mangle)]\npub fn {symbol}(bytes: &[u8], out: &mut [u8]) -> usize {{\n    {body}\n}}\n")
    }
}

/// The functions of each type that change a packet in place, by the path of the type.
type Setters = BTreeMap<String, Vec<String>>;

/// All that stand in the generated code of a schema, which is laid out as rustfmt would.
fn setters(name: &str) -> Setters {
    let file = format!("{}/../generated/{name}/mod.rs", env!("CARGO_MANIFEST_DIR"));
    let code = fs::read_to_string(file).expect("generated code is checked in");
    let (mut modules, mut found, mut all) = (vec![name.to_owned()], None, Setters::new());
    for line in code.lines() {
        let indent = line.len() - line.trim_start().len();
        let words = line.trim_start();
        if let Some(module) = words.strip_prefix("pub mod ").and_then(|rest| rest.strip_suffix(" {")) {
            modules.truncate(indent / 4 + 1);
            modules.push(module.to_owned());
        } else if words.starts_with("impl") && words.ends_with('{') {
            modules.truncate(indent / 4 + 1);
            let word = |word: &&str| word.contains("Mut<");
            let of = words.split(' ').find(word).and_then(|word| word.split('<').next());
            found = of.filter(|_| !words.contains(" for ")).map(|of| format!("{}::{of}", modules.join("::")));
        }
        let function = words.strip_prefix("pub fn ").and_then(|rest| rest.split('(').next());
        let function = function.filter(|function| function.starts_with("set_") || function.starts_with("rewrite_"));
        if let (Some(of), Some(function)) = (&found, function) {
            all.entry(of.clone()).or_default().push(function.to_owned());
        }
    }
    all
}

/// What must be noticed.
const PLANTED: &str = "\n#[unsafe(no_mangle)]\npub fn v0_0(bytes: &[u8], at: usize) -> u8 {\n    bytes[at]\n}\n";

/// A function for each target of each version of a schema.
fn functions(schema: &Schema) -> String {
    let (name, setters) = (schema.name(), setters(schema.name()));
    let mut library = format!("\nuse wireform_protocols::{name};\n");
    for (index, protocol) in schema.protocols().enumerate() {
        let path = match &protocol.version {
            Some(version) => format!("{name}::{}", version.name),
            None => name.to_owned(),
        };
        let (needs, hooks) = (sessions_inside(protocol), hooks_inside(protocol));
        let module = Module { protocol, path, needs, hooks, setters: &setters };
        for (at, target) in targets(protocol).into_iter().enumerate() {
            writeln!(library, "\n{}", module.exported(&format!("v{index}_{at}"), target)).expect("a string");
        }
    }
    library
}

/// A crate of these functions.
fn package(name: &str, functions: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("calm-{name}"));
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace");
    let manifest = format!(
        "{MANIFEST}\n[dependencies]\nwireform = {{ path = {:?} }}\nwireform-protocols = {{ path = {:?} }}\n",
        workspace.join("runtime"),
        workspace.join("generated")
    );
    fs::create_dir_all(folder.join("src")).expect("a folder for the crate");
    fs::write(folder.join("Cargo.toml"), manifest).expect("its manifest");
    fs::write(folder.join("src/lib.rs"), format!("{HEAD}{functions}")).expect("its code");
    folder
}

/// Builds a crate so that the linker refuses what is not defined.
fn linked(folder: &Path) -> Result<(), String> {
    let mut command = Command::new(env!("CARGO"));
    command.args(["rustc", "--release", "--offline", "--quiet", "--color=never", "--lib", "--"]);
    command.args(["-Clink-arg=-Wl,-z,defs", "-Clink-arg=-lc"]).current_dir(folder);
    command.env("CARGO_TARGET_DIR", folder.join("target")).env_remove("RUSTFLAGS");
    let output = command.output().expect("cargo runs");
    if output.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&output.stderr).into_owned()) }
}

/// The calls into `core::panicking` in the unoptimised assembly of a crate and of what it depends on.
fn calls(folder: &Path) -> Vec<String> {
    let target = folder.join("target/unoptimised");
    let _ = fs::remove_dir_all(target.join("debug/deps"));
    let mut command = Command::new(env!("CARGO"));
    command.args(["build", "--offline", "--quiet", "--color=never", "--lib"]).current_dir(folder);
    // The handler calls what is not there: what counts is what would be linked.
    let _ = command.env("CARGO_TARGET_DIR", &target).env("RUSTFLAGS", "--emit=asm").output().expect("cargo runs");
    let files = fs::read_dir(target.join("debug/deps")).expect("it was compiled");
    let assembly = files.flatten().filter(|file| file.path().extension().is_some_and(|extension| extension == "s"));
    let text: String = assembly.map(|file| fs::read_to_string(file.path()).expect("assembly is text")).collect();
    assert!(text.contains("\nv0_0:"), "no function was compiled");
    let mut function = "";
    let mut calls = Vec::new();
    for line in text.lines() {
        if let Some(label) = line.strip_suffix(':').filter(|label| label.contains("_ZN") || label.starts_with("v")) {
            function = label;
        }
        // What is the standard library's alone (how a character is escaped) has been proved elsewhere.
        let own = !function.trim_start_matches('"').starts_with("_ZN4core");
        if own && line.contains("call") && line.contains("panicking") {
            calls.push(format!("{function}: {}", line.trim()));
        }
    }
    calls
}

#[cfg(target_os = "linux")]
#[test]
fn no_bytes_and_no_values_lead_to_a_panic() {
    let planted = package("planted", PLANTED);
    let error = linked(&planted).expect_err("the check checks nothing");
    assert!(error.contains("no_such_function"), "{error}");
    assert!(!calls(&planted).is_empty(), "the check checks nothing");
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../schema");
    let (mut count, mut changes) = (0, 0);
    for file in fs::read_dir(folder).expect("the schemas").flatten().map(|file| file.path()) {
        if file.extension().is_none_or(|extension| extension != "wire") {
            continue;
        }
        let schema = wireform_build::load(&file).expect("shipped schemas compile").schema;
        let functions = functions(&schema);
        count += functions.matches("pub fn v").count();
        changes += functions.matches("black_box(packet.").count();
        let package = package(schema.name(), &functions);
        linked(&package).unwrap_or_else(|error| panic!("{}: {error}", schema.name()));
        assert_eq!(calls(&package), [""; 0], "{}", schema.name());
    }
    println!("{count} functions, which change {changes} fields");
    assert!(count > 100 && changes > 400, "{count}, {changes}");
}
