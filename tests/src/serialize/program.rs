//! A crate with the generated code of all features, and serde, that answers in JSON.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use wireform_build::interpret::Target;
use wireform_build::model::Protocol;
use wireform_build::{Options, names, rust};

use crate::crates::{ident, module, put};
use crate::protocols::schemas;

/// The program takes a line as the number of a question, and the text that is handed to it. It answers on a thread with a
/// large stack, since `ask` has the values of all answers on it, and Windows gives the main thread 1 MiB.
const MAIN: &str = r#"
fn main() {
    let thread = std::thread::Builder::new().stack_size(8 << 20).spawn(answer).unwrap();
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
}

fn answer() {
    for line in std::io::stdin().lines() {
        let line = line.unwrap();
        let (asked, handed) = line.split_once(' ').unwrap();
        println!("{}", ask(asked.parse().unwrap(), handed));
    }
}

fn bytes(hex: &str) -> Vec<u8> {
    (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect()
}

fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap_or_else(|error| format!("unprinted: {error}"))
}

fn hex<K>(value: &impl wireform::Encode<Known = K>, known: K) -> String {
    let hex = |bytes: Vec<u8>| bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    value.to_vec_known(known).map_or_else(|_| UNWRITTEN.to_owned(), hex)
}

/// A type of values, there and back.
fn again<T: serde::Serialize + serde::de::DeserializeOwned + PartialEq + std::fmt::Debug>(text: &str) -> String {
    match serde_json::from_str::<T>(text) {
        Ok(value) => {
            let compact = postcard::to_allocvec(&value).unwrap();
            assert_eq!(postcard::from_bytes::<T>(&compact).unwrap(), value);
            json(&value)
        }
        Err(error) => format!("refused: {error}"),
    }
}

/// The JSON of an owned value, and the bytes of what is read from JSON and from the compact format.
fn owned<T>(value: &T, known: <T as wireform::Message>::Known, text: &str) -> String
where
    T: wireform::Owned + wireform::Encode<Known = <T as wireform::Message>::Known>,
    T: serde::Serialize + serde::de::DeserializeOwned,
{
    let read: T = match serde_json::from_str(text) {
        Ok(read) => read,
        Err(error) => return format!("refused: {error}"),
    };
    let compact = postcard::to_allocvec(value).unwrap();
    let same: T = match postcard::from_bytes(&compact) {
        Ok(same) => same,
        Err(error) => return format!("refused: {error}"),
    };
    format!("{}\t{}\t{}", json(value), hex(&read, known), hex(&same, known))
}
"#;

/// The bytes of a value that no packet has.
pub const UNWRITTEN: &str = "unwritten";

/// What can be asked for.
pub enum Asked<'p> {
    /// A view of these bytes, its plain value, and the owned one, which is read again.
    Target(&'p Protocol, Target),
    /// A type of values.
    Type(&'p Protocol, &'p str),
}

/// All that is asked for.
#[derive(Default)]
pub struct Program {
    /// Each with what answers.
    asked: Vec<(String, String)>,
}

impl Program {
    /// The number of what is asked for.
    pub fn add(&mut self, asked: Asked<'_>) -> usize {
        let both = match asked {
            Asked::Target(protocol, target) => {
                let (module, name) = match target {
                    Target::Record(id) => {
                        let record = &protocol.records[id.0];
                        (module(protocol, &path(protocol), record), &record.name)
                    }
                    Target::Family(id) | Target::Stream(id) => (path(protocol), &protocol.families[id.0].name),
                };
                let root = self::path(protocol);
                let inside = module.strip_prefix(&root).unwrap_or_default();
                let owned = format!("{root}::owned{inside}::{}", names::type_name(name));
                let path = format!("{module}::{}", names::view_name(name));
                let answer = format!(
                    "{{
            let (packet, handed) = handed.split_once(' ').unwrap();
            let (known, text) = handed.split_once(' ').unwrap();
            let (packet, known) = (bytes(packet), serde_json::from_str(known).unwrap());
            let view = <{path} as wireform::Decode>::parse_known_exact(&packet, known).unwrap();
            let value = view.to_value();
            // Compact formats have to know the length of whatever is written.
            postcard::to_allocvec(&value).unwrap();
            let own = <{owned} as wireform::Owned>::own(value).unwrap();
            format!(\"{{}}\\t{{}}\\t{{}}\", json(&view), json(&value), owned(&own, known, text))
        }}"
                );
                (path, answer)
            }
            Asked::Type(protocol, name) => {
                let path = format!("{}::{}", path(protocol), names::type_name(name));
                let again = format!("again::<{path}>(handed)");
                (path, again)
            }
        };
        self.asked.push(both);
        self.asked.len() - 1
    }

    pub fn len(&self) -> usize {
        self.asked.len()
    }

    pub fn name(&self, asked: usize) -> &str {
        &self.asked[asked].0
    }

    /// Compiles the program with the features of these names, in a folder of that name, and asks it.
    pub fn ask<'q>(
        &self,
        folder: &str,
        is_asked: fn(&str) -> bool,
        questions: impl Iterator<Item = (usize, &'q str)>,
    ) -> Vec<String> {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
        self.write(&folder, is_asked);
        let handed = questions.fold(String::new(), |mut all, (asked, handed)| {
            writeln!(all, "{asked} {handed}").expect("a string");
            all
        });
        fs::write(folder.join("questions"), handed).expect("a file of questions");
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["run", "--offline", "--quiet", "--color=never"]).current_dir(&folder).env_remove("RUSTFLAGS");
        cargo.env("CARGO_TARGET_DIR", folder.join("target")).env_remove("RUSTC_WORKSPACE_WRAPPER");
        let questions = fs::File::open(folder.join("questions")).expect("the questions");
        let output = cargo.stdin(questions).output().expect("cargo runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect()
    }

    fn write(&self, folder: &Path, is_asked: fn(&str) -> bool) {
        let source = folder.join("src");
        fs::create_dir_all(&source).expect("a folder for the crate");
        let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace");
        let manifest = format!(
            "[workspace]\n[package]\nname = \"serialize\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[dependencies]\n\
             wireform = {{ path = {:?}, features = [\"serde\", \"alloc\"] }}\n\
             serde_json = {{ version = \"1\", features = [\"float_roundtrip\"] }}\n\
             postcard = {{ version = \"1\", default-features = false, features = [\"alloc\"] }}\n\
             serde = {{ version = \"1\", features = [\"derive\"] }}\n[profile.dev]\ndebug = false\nincremental = false\n",
            workspace.join("runtime")
        );
        put(&folder.join("Cargo.toml"), &manifest);
        // Of the same versions as in the tests, which so are there already.
        let lock = fs::read_to_string(workspace.join("Cargo.lock")).expect("the versions of the workspace");
        put(&folder.join("Cargo.lock"), &lock);
        let mut main = "#![deny(warnings)]\n#![allow(unused_variables)]\n//! Answers in JSON.\n".to_owned();
        writeln!(main, "const UNWRITTEN: &str = {UNWRITTEN:?};").expect("a string");
        let options = Options { serde: true, owned: true, ..Options::default() };
        for path in schemas("schema/features").into_iter().chain(schemas("../schema")) {
            let schema =
                wireform_build::load(&path).unwrap_or_else(|failure| panic!("{}", failure.render(false))).schema;
            if !is_asked(schema.name()) {
                continue;
            }
            let module = names::module_name(schema.name());
            put(&source.join(format!("{module}.rs")), &rust(&schema, &options));
            writeln!(main, "pub mod {module};").expect("a string");
        }
        writeln!(main, "{MAIN}\nfn ask(asked: usize, handed: &str) -> String {{\n    match asked {{")
            .expect("a string");
        for (at, (_, answer)) in self.asked.iter().enumerate() {
            writeln!(main, "        {at} => {answer},").expect("a string");
        }
        main += "        _ => String::new(),\n    }\n}\n";
        put(&source.join("main.rs"), &main);
    }
}

/// Where the code of a protocol stands.
fn path(protocol: &Protocol) -> String {
    let module = ident(&names::module_name(&protocol.name));
    protocol.version.as_ref().map_or_else(|| module.clone(), |version| format!("{module}::{}", ident(&version.name)))
}
