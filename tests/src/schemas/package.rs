//! A crate of its own for the generated code: compiled under all lints, and asked over files.

mod changing;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use wireform_build::interpret::Target;
use wireform_build::model::{Param, ParamKind, Protocol, Record, RecordId, Role};
use wireform_build::{names, rust};

/// How large a message is, is the protocol's business: where one of a family is far larger than the others, no code
/// without an allocator can do what `large_enum_variant` asks for, which is to box it.
const LINTS: &str = "#![no_std]
#![deny(warnings, missing_docs, clippy::all, clippy::pedantic)]
#![allow(clippy::large_enum_variant)]
#![forbid(unsafe_code)]
//! Random schemas.
";

/// What every answer needs; `asked!` reads one target.
const ASKING: &str = include_str!("package/asking.rs");

/// What can be asked for in a protocol.
pub fn targets(protocol: &Protocol) -> Vec<Target> {
    let records = protocol.records.iter().enumerate();
    let records = records.filter(|(_, record)| !matches!(record.role, Role::Element { .. }));
    let records = records.map(|(id, _)| Target::Record(RecordId(id)));
    let families = (0..protocol.families.len()).map(wireform_build::model::FamilyId);
    let families = families.filter(|id| protocol.families[id.0].carrier.is_some());
    records.chain(families.flat_map(|id| [Target::Family(id), Target::Stream(id)])).collect()
}

/// The crate in a folder.
pub struct Package {
    folder: PathBuf,
}

impl Package {
    /// Writes the crate. Files that stay the same are left alone, so that a second run is quick.
    pub fn new(name: &str, schemas: &[(u64, Protocol)]) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let source = folder.join("src");
        fs::create_dir_all(&source).expect("a folder for the crate");
        let runtime = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace").join("runtime");
        let manifest = format!(
            "[package]\nname = \"schemas\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[dependencies]\nwireform = {{ path = {runtime:?} }}\n\
             [workspace]\n[profile.dev]\ndebug = false\n"
        );
        let (mut library, mut asking) = (LINTS.to_owned(), ASKING.to_owned());
        let mut all = String::new();
        for (seed, protocol) in schemas {
            let code = rust(&protocol.clone().into(), &wireform_build::Options::default());
            put(&source.join(format!("s{seed}.rs")), &code);
            writeln!(library, "/// Schema {seed}.\npub mod s{seed};").unwrap();
            for (index, target) in targets(protocol).into_iter().enumerate() {
                writeln!(asking, "{}", asked((*seed, &code), index, protocol, target)).unwrap();
                writeln!(all, "        ({seed}, {index}) => s{seed}_{index}(bytes, params),").unwrap();
            }
        }
        writeln!(
            asking,
            "fn ask(schema: u64, target: usize, bytes: &[u8], params: &[i128]) -> String {{\n    match (schema, target) {{\n{all}        _ => String::new(),\n    }}\n}}"
        )
        .unwrap();
        put(&folder.join("Cargo.toml"), &manifest);
        put(&source.join("lib.rs"), &library);
        put(&source.join("main.rs"), &asking);
        Self { folder }
    }

    /// Runs cargo; what it says if it fails.
    pub fn cargo(&self, arguments: &[&str]) -> Result<(), String> {
        let mut command = Command::new(env!("CARGO"));
        command.args(arguments).args(["--offline", "--quiet", "--color=never"]).current_dir(&self.folder);
        command.env("CARGO_TARGET_DIR", self.folder.join("target")).env_remove("RUSTFLAGS");
        let output = command.output().expect("cargo runs");
        if output.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&output.stderr).into_owned()) }
    }

    /// The answers to all questions, one a line.
    pub fn ask(&self, questions: &str) -> Vec<String> {
        let file = self.folder.join("questions");
        fs::write(&file, questions).expect("a file of questions");
        let program = self.folder.join("target/debug/schemas");
        let output = Command::new(program).arg(file).output().expect("the crate's program runs");
        let answers: Vec<String> = String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect();
        let asked = questions.lines().nth(answers.len()).unwrap_or("none");
        assert!(output.status.success(), "after {asked}\n{}", String::from_utf8_lossy(&output.stderr));
        answers
    }
}

fn put(path: &Path, text: &str) {
    if fs::read_to_string(path).ok().as_deref() != Some(text) {
        fs::write(path, text).expect("a file of the crate");
    }
}

/// The function that asks for one target.
fn asked((seed, code): (u64, &str), index: usize, protocol: &Protocol, target: Target) -> String {
    let head = format!("fn s{seed}_{index}(bytes: &[u8], params: &[i128]) -> String");
    let path = format!("schemas::s{seed}");
    let unused = if target.params(protocol).is_empty() { "    let _ = params;\n" } else { "" };
    let body = match target {
        Target::Record(id) => {
            let record = &protocol.records[id.0];
            let path = module(&path, protocol, record);
            let view = format!("{path}::{}", names::view_name(&record.name));
            let args: Vec<String> = match record.params.len() {
                0..=3 => record.params.iter().enumerate().map(|(at, one)| argument(seed, protocol, at, one)).collect(),
                _ => vec![known(seed, protocol, &path, &record.name, &record.params)],
            };
            let args = args.join(", ");
            let changed = changed(code, protocol, record, (&path, &view, &args));
            format!("{changed}asked!({view}, bytes, ({args}))")
        }
        Target::Family(id) | Target::Stream(id) => {
            let family = &protocol.families[id.0];
            let has = !family.params.is_empty();
            let known = known(seed, protocol, &path, &family.name, &family.params);
            let view = format!("{path}::{}", names::view_name(&family.name));
            if let Target::Family(_) = target {
                format!("asked!({view}, bytes, ({}))", if has { &known } else { "" })
            } else {
                let stream = format!("{path}::{}", names::stream_name(&family.name));
                format!(
                    "streamed!({stream}, bytes, {}, ({}))",
                    if has { &known } else { "()" },
                    if has { &known } else { "" }
                )
            }
        }
    };
    format!("{head} {{\n{unused}    {body}\n}}")
}

/// Sets each field that can be changed in place.
fn changed(code: &str, protocol: &Protocol, record: &Record, (path, view, args): (&str, &str, &str)) -> String {
    let name = names::mut_name(&record.name);
    let module = record.module.map(|id| ident(&names::module_name(&protocol.families[id.0].name)));
    let setters: Vec<String> = changing::setters(code, module.as_deref(), &name)
        .iter()
        .map(|setter| {
            let field = &setter.field;
            let kind = if setter.refuses { "refuses" } else { "sets" };
            let rewrites = if setter.rewrites { format!(" rewrite_{field}") } else { String::new() };
            format!("{} {kind} set_{field}{rewrites};", ident(field))
        })
        .collect();
    if setters.is_empty() {
        return String::new();
    }
    format!("changed!({view}, {path}::{name}, bytes, ({args}), {});\n    ", setters.join(" "))
}

fn module(path: &str, protocol: &Protocol, record: &Record) -> String {
    match record.module {
        Some(id) => format!("{path}::{}", ident(&names::module_name(&protocol.families[id.0].name))),
        None => path.to_owned(),
    }
}

fn known(seed: u64, protocol: &Protocol, path: &str, owner: &str, params: &[Param]) -> String {
    let params = params.iter().enumerate();
    let fields: Vec<String> = params
        .map(|(at, one)| format!("{}: {}", ident(&names::field_name(&one.name)), argument(seed, protocol, at, one)))
        .collect();
    format!("{path}::{} {{ {} }}", names::known_name(owner), fields.join(", "))
}

fn argument(seed: u64, protocol: &Protocol, at: usize, param: &Param) -> String {
    match param.kind {
        ParamKind::Bool => format!("params[{at}] != 0"),
        ParamKind::Int(_) => format!("params[{at}].try_into().unwrap()"),
        ParamKind::Enum(id) => {
            let name = format!("schemas::s{seed}::{}", names::type_name(&protocol.enums[id.0].name));
            format!("Option::<{name}>::from({name}::from_code(params[{at}].try_into().unwrap())).unwrap()")
        }
    }
}

fn ident(name: &str) -> String {
    if names::is_keyword(name) { format!("r#{name}") } else { name.to_owned() }
}
