//! A crate of its own for the generated code: compiled under all lints, and asked over files.

mod asked;
mod changing;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use wireform_build::emit::rust::Layout;
use wireform_build::interpret::Target;
use wireform_build::layout::hooks_inside;
use wireform_build::model::{Protocol, RecordId, Role, Schema};
use wireform_build::rust;

use asked::Asker;

const LINTS: &str = "#![no_std]
#![deny(warnings, missing_docs, clippy::all, clippy::pedantic)]
#![forbid(unsafe_code)]
//! Random schemas.
";

/// What every answer needs; `asked!` reads one target.
const ASKING: &str = include_str!("package/asking.rs");

/// What can be asked for in a protocol. What holds checksums that are functions of the program is asked elsewhere, with
/// these functions.
pub fn targets(protocol: &Protocol) -> Vec<Target> {
    let hooks = hooks_inside(protocol);
    let records = protocol.records.iter().enumerate().filter(|(id, _)| hooks.record(RecordId(*id)).is_empty());
    let records = records.filter(|(_, record)| !matches!(record.role, Role::Element { .. }));
    let records = records.map(|(id, _)| Target::Record(RecordId(id)));
    let families = (0..protocol.families.len()).map(wireform_build::model::FamilyId);
    let families = families.filter(|id| protocol.families[id.0].carrier.is_some() && hooks.family(*id).is_empty());
    records.chain(families.flat_map(|id| [Target::Family(id), Target::Stream(id)])).collect()
}

/// The crate in a folder.
pub struct Package {
    folder: PathBuf,
}

impl Package {
    /// Writes the crate. Files that stay the same are left alone, so that a second run is quick.
    pub fn new(name: &str, schemas: &[(u64, Schema)]) -> Self {
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
        for (seed, schema) in schemas {
            let code = rust(schema, &wireform_build::Options::default());
            // Every second one is laid out as for cargo's own folder.
            let quick = wireform_build::Options { layout: Layout::Quick, ..wireform_build::Options::default() };
            let laid_out = if seed % 2 == 0 { code.clone() } else { rust(schema, &quick) };
            put(&source.join(format!("s{seed}.rs")), &laid_out);
            writeln!(library, "/// Schema {seed}.\npub mod s{seed};").unwrap();
            for (version, protocol) in schema.protocols().enumerate() {
                let asker = Asker::new(*seed, protocol, &code);
                let targets = targets(protocol);
                let mut add = |index: usize, function: &dyn Fn(&str) -> String| {
                    let name = format!("s{seed}_{version}_{index}");
                    writeln!(asking, "{}", function(&name)).unwrap();
                    writeln!(all, "        ({seed}, {version}, {index}) => {name}(bytes, known),").unwrap();
                };
                for (index, target) in targets.iter().enumerate() {
                    add(index, &|name| asker.asked(name, *target));
                }
                for (index, quantity) in protocol.quantities.iter().enumerate() {
                    add(targets.len() + index, &|name| asker.quantity(name, quantity));
                }
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
