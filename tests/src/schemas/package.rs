//! Crates of their own for the generated code: compiled without a warning of rustc, and asked over files.

mod asked;
mod changing;
mod looking;
mod making;
mod number;
mod parts;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use wireform_build::interpret::{Hooks, Target};
use wireform_build::layout::bare_element;
use wireform_build::model::{Code, Protocol, Record, RecordId, Role, Schema};
use wireform_build::{Layout, Options, rust};

use asked::Asker;
use looking::Lookers;
use making::Makers;

use crate::crates::put;

/// The head of a library. No module in it has the `allow` of `include_schema!`; only unused variables are allowed.
const HEAD: &str = "#![no_std]
#![deny(warnings)]
#![allow(unused_variables)]
#![forbid(unsafe_code)]
//! Random schemas.
";

/// What every answer needs; `asked!` reads one target.
const ASKING: &str = include_str!("package/asking.rs");
/// What views are asked.
const LOOKS: &str = include_str!("package/looks.rs");
/// The content of values.
const LEAVES: &str = include_str!("package/leaves.rs");
/// What plain values are made of.
const WORDS: &str = include_str!("package/words.rs");
/// What the functions of the program do.
const KEPT: &str = include_str!("package/kept.rs");
const NUMBER: &str = include_str!("package/number.rs");

/// The functions of a program, whatever a schema calls them.
pub struct Functions;

impl Hooks for Functions {
    fn number(&self, hook: &str, covered: &[u8], inputs: &[Code]) -> Option<Code> {
        Some(number::number(hook, covered, inputs).into())
    }
}

/// What can be asked for in a protocol.
pub fn targets(protocol: &Protocol) -> Vec<Target> {
    let records = protocol.records.iter().enumerate();
    let records = records.filter(|(_, record)| !matches!(record.role, Role::Element { .. }));
    let records = records.map(|(id, _)| Target::Record(RecordId(id)));
    let families = (0..protocol.families.len()).map(wireform_build::model::FamilyId);
    let families = families.filter(|id| protocol.families[id.0].carrier.is_some());
    records.chain(families.flat_map(|id| [Target::Family(id), Target::Stream(id)])).collect()
}

/// The same, and the elements of lists that have types of their own.
pub fn targets_and_elements(protocol: &Protocol) -> Vec<Target> {
    let records = protocol.records.iter().enumerate();
    let is_asked = |record: &Record| matches!(record.role, Role::Element { .. }) && bare_element(record).is_none();
    let elements = records.filter(|(_, record)| is_asked(record));
    targets(protocol).into_iter().chain(elements.map(|(id, _)| Target::Record(RecordId(id)))).collect()
}

/// How many schemas share a crate: few enough for all cores to have something to do, so many that what every crate has
/// besides does not count.
const SHARE: usize = 14;

/// Crates in a folder, each of some schemas and of a program that answers questions about them.
pub struct Package {
    folder: PathBuf,
    /// The schemas of each crate.
    crates: Vec<Vec<u64>>,
}

impl Package {
    /// Writes the crates. Files that stay the same are left alone, so that a second run is quick.
    pub fn new(name: &str, schemas: &[(u64, Schema)]) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let count = schemas.len().div_ceil(SHARE).max(1);
        let mut package = Self { folder, crates: Vec::new() };
        for at in 0..count {
            // Neighbours in different ones, so that none has all that is large.
            let some: Vec<&(u64, Schema)> = schemas.iter().skip(at).step_by(count).collect();
            package.crates.push(some.iter().map(|(seed, _)| *seed).collect());
            package.write(at, &some);
        }
        let members: Vec<String> = (0..count).map(|at| format!("\"part{at}\"")).collect();
        let manifest = format!(
            "[workspace]\nresolver = \"3\"\nmembers = [{}]\n[profile.dev]\ndebug = false\nincremental = false\npanic = \"abort\"\n",
            members.join(", ")
        );
        put(&package.folder.join("Cargo.toml"), &manifest);
        package
    }

    /// Writes one crate.
    fn write(&self, at: usize, schemas: &[&(u64, Schema)]) {
        let folder = self.folder.join(format!("part{at}"));
        let source = folder.join("src");
        fs::create_dir_all(&source).expect("a folder for the crate");
        let runtime = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace").join("runtime");
        let manifest = format!(
            "[package]\nname = \"part{at}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[lib]\nname = \"schemas{at}\"\n\
             [dependencies]\nwireform = {{ path = {runtime:?}, features = [\"alloc\"] }}\n"
        );
        let (mut library, mut asking) = (HEAD.to_owned(), ASKING.to_owned());
        let mut all = String::new();
        for (seed, schema) in schemas {
            let options = Options { patch: true, owned: true, ..Options::default() };
            let code = rust(schema, &Options { layout: Layout::Tidy, ..options.clone() });
            // Every second one is laid out as for cargo's own folder.
            let laid_out = if seed % 2 == 0 { code.clone() } else { rust(schema, &options) };
            put(&source.join(format!("s{seed}.rs")), &laid_out);
            writeln!(library, "/// Schema {seed}.\npub mod s{seed};").unwrap();
            for (version, protocol) in schema.protocols().enumerate() {
                let asker = Asker::new(&format!("schemas{at}::s{seed}"), (schema, protocol), &code);
                let targets = targets_and_elements(protocol);
                writeln!(asking, "{}", asker.program()).unwrap();
                let mut add = |index: usize, function: &dyn Fn(&str) -> String| {
                    let name = format!("s{seed}_{version}_{index}");
                    writeln!(asking, "{}", function(&name)).unwrap();
                    writeln!(all, "        ({seed}, {version}, {index}) => {name}(bytes, known),").unwrap();
                };
                let mut lookers = Lookers::new(protocol, asker.path());
                for (index, target) in targets.iter().enumerate() {
                    let look = lookers.of(*target);
                    add(index, &|name| asker.asked(name, *target, &look));
                }
                for (index, quantity) in protocol.quantities.iter().enumerate() {
                    add(targets.len() + index, &|name| asker.quantity(name, quantity));
                }
                let mut makers = Makers::new(protocol, asker.path());
                for (index, target) in targets.iter().enumerate() {
                    let Some(maker) = makers.of(*target) else { continue };
                    let index = targets.len() + protocol.quantities.len() + index;
                    add(index, &|name| asker.written(name, *target, &maker));
                }
                let behind = 2 * targets.len() + protocol.quantities.len();
                for (index, bits) in protocol.bits.iter().enumerate() {
                    add(behind + index, &|name| parts::bits(name, (protocol, asker.path()), bits));
                }
                for (index, packed) in protocol.packed.iter().enumerate() {
                    add(behind + protocol.bits.len() + index, &|name| parts::packed(name, asker.path(), packed));
                }
                asking += &makers.program();
                asking += &lookers.program();
            }
        }
        writeln!(
            asking,
            "fn ask(target: (u64, usize, usize), bytes: &[u8], known: &[Option<i128>]) -> String {{\n    match target {{\n{all}        _ => String::new(),\n    }}\n}}"
        )
        .unwrap();
        put(&folder.join("Cargo.toml"), &manifest);
        put(&source.join("lib.rs"), &library);
        put(&source.join("main.rs"), &asking);
        put(&source.join("number.rs"), NUMBER);
        put(&source.join("looks.rs"), LOOKS);
        put(&source.join("leaves.rs"), LEAVES);
        put(&source.join("kept.rs"), KEPT);
        put(&source.join("words.rs"), WORDS);
    }

    /// Compiles the crates; gives rustc's errors and warnings if there are any.
    pub fn build(&self) -> Result<(), String> {
        self.cargo(&["build"])
    }

    /// Documents the libraries; gives rustdoc's warnings if there are any.
    pub fn document(&self) -> Result<(), String> {
        self.cargo(&["doc", "--lib", "--no-deps"])
    }

    /// Runs cargo on all crates: of thousands of schemas, all errors are reported at once.
    fn cargo(&self, arguments: &[&str]) -> Result<(), String> {
        let mut command = Command::new(env!("CARGO"));
        command.args(arguments).args(["--workspace", "--keep-going", "--offline", "--quiet", "--color=never"]);
        command.current_dir(&self.folder).env("CARGO_TARGET_DIR", self.folder.join("target"));
        command.env_remove("RUSTFLAGS").env_remove("RUSTC_WORKSPACE_WRAPPER");
        let output = command.output().expect("cargo runs");
        if output.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&output.stderr).into_owned()) }
    }

    /// The answers to all questions, which are a line each that begins with the number of a schema.
    pub fn ask(&self, questions: &[(u64, String)]) -> Vec<String> {
        let mut answers = vec![String::new(); questions.len()];
        for (at, seeds) in self.crates.iter().enumerate() {
            let own: Vec<usize> = (0..questions.len()).filter(|index| seeds.contains(&questions[*index].0)).collect();
            let lines: Vec<&str> = own.iter().map(|index| questions[*index].1.as_str()).collect();
            for (index, answer) in own.into_iter().zip(self.ask_one(at, &lines)) {
                answers[index] = answer;
            }
        }
        answers
    }

    /// What one program answers.
    fn ask_one(&self, at: usize, questions: &[&str]) -> Vec<String> {
        let file = self.folder.join(format!("questions{at}"));
        fs::write(&file, questions.join("\n")).expect("a file of questions");
        let program = self.folder.join(format!("target/debug/part{at}"));
        let output = Command::new(program).arg(file).output().expect("the crate's program runs");
        let answers: Vec<String> = String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect();
        let asked = questions.get(answers.len()).unwrap_or(&"none");
        assert!(output.status.success(), "after {asked}\n{}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(answers.len(), questions.len());
        answers
    }
}
