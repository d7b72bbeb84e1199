//! Schemas in Rust and in Lua, and requests to all versions of Lua.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use wireform_build::load;
use wireform_build::model::Schema;
use wireform_cli::dissector::engine;

use crate::share::is_whole;

/// The versions of Lua that Wireshark has had, the newest first.
const LUAS: [&str; 3] = ["lua5.4", "lua5.3", "lua5.2"];

/// The answers to requests.
const DRIVER: &str = include_str!("driver.lua");

/// The most answers that a failure shows.
const MOST_SHOWN: usize = 20;

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("engine_{test}"));
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

/// The schemas of a folder of the repository.
pub fn schemas(of: &str) -> Vec<PathBuf> {
    let files = std::fs::read_dir(root().join(of)).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut files: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|end| end == "wire")).collect();
    files.sort();
    files
}

/// A schema in Rust, and the versions of its model in Lua.
pub struct Compiled {
    pub schema: Schema,
    lua: String,
}

impl Compiled {
    pub fn of_file(path: &Path) -> Self {
        let compiled = load(path).unwrap_or_else(|failure| panic!("{}: {failure:?}", path.display()));
        let model = Command::new(env!("CARGO_BIN_EXE_wireform")).arg("model").arg(path).output().expect("a model");
        assert!(model.status.success(), "{}", String::from_utf8_lossy(&model.stderr));
        let model = String::from_utf8(model.stdout).expect("text");
        Self { schema: compiled.schema, lua: lua_of_json(&model) }
    }

    pub fn of_text(test: &str, text: &str) -> Self {
        let path = folder(test).join("schema.wire");
        std::fs::write(&path, text).expect("the schema");
        Self::of_file(&path)
    }
}

/// The Lua of a text of JSON: the same with other brackets and keys, and large numbers in quotes.
fn lua_of_json(json: &str) -> String {
    let mut lua = String::new();
    let mut rest = json;
    while let Some(first) = rest.chars().next() {
        let len = match first {
            '"' => end_of_text(rest),
            '-' | '0'..='9' => rest.find([',', ']', '}', '\n']).unwrap_or(rest.len()),
            _ => first.len_utf8(),
        };
        let (piece, behind) = rest.split_at(len);
        rest = behind;
        match first {
            '[' => lua.push('{'),
            ']' => lua.push('}'),
            '"' => {
                let text: String = serde_json::from_str(piece).expect("a text of JSON");
                let quoted = quoted(text.as_bytes());
                match rest.strip_prefix(':') {
                    Some(behind) => {
                        write!(lua, "[{quoted}]=").expect("a text");
                        rest = behind;
                    }
                    None => lua += &quoted,
                }
            }
            '-' | '0'..='9' => {
                let is_large = piece.parse::<i128>().is_ok_and(|number| number.unsigned_abs() > 1 << 53);
                lua += &if is_large { format!("\"{piece}\"") } else { piece.to_owned() };
            }
            _ => lua.push(first),
        }
    }
    lua
}

/// The length of the text in quotes with which a text begins.
fn end_of_text(json: &str) -> usize {
    let mut is_escaped = false;
    let end = json.bytes().skip(1).position(|byte| {
        let is_end = byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        is_end
    });
    end.expect("the text ends") + 2
}

fn quoted(bytes: &[u8]) -> String {
    let each = bytes.iter().map(|byte| match byte {
        b' ' | b'!' | b'#'..=b'[' | b']'..=b'~' => char::from(*byte).to_string(),
        _ => format!("\\{byte:03}"),
    });
    format!("\"{}\"", each.collect::<String>())
}

pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Requests with the answers that Rust gives.
#[derive(Default)]
pub struct Requests {
    schema: String,
    scalars: String,
    lines: String,
    answers: Vec<String>,
}

impl Requests {
    /// Requests about a schema.
    pub fn of(schema: &Compiled) -> Self {
        Self { schema: schema.lua.clone(), ..Self::default() }
    }

    /// Adds an encoding of the schema, as a tree in Lua, whose number is the next.
    pub fn scalar(&mut self, tree: &str) {
        writeln!(self.scalars, "  {tree},").expect("a text");
    }

    /// Adds a request: words and arguments, separated by tabs.
    pub fn ask(&mut self, request: impl AsRef<str>, answer: impl ToString) {
        self.lines += request.as_ref();
        self.lines.push('\n');
        self.answers.push(answer.to_string());
    }

    /// Asks the newest version of Lua, or each.
    #[track_caller]
    pub fn run(self, test: &str) {
        assert!(!self.answers.is_empty(), "{test}");
        let schema = if self.schema.is_empty() { "{versions={{}}}" } else { &self.schema };
        let scalars = format!("local scalars = {{\n{}}}\n", self.scalars);
        let script = format!("{}\nlocal versions = ({schema}).versions\n{scalars}\n{DRIVER}", engine());
        let folder = folder(test);
        let (path, requests) = (folder.join("test.lua"), folder.join("requests.txt"));
        std::fs::write(&path, script).expect("the script");
        std::fs::write(&requests, &self.lines).expect("the requests");
        let start = |lua| {
            let requests = File::open(&requests).expect("the requests");
            let output = File::create(folder.join(lua)).expect("a file for the answers");
            let child = Command::new(lua).arg(&path).stdin(requests).stdout(output).stderr(Stdio::piped()).spawn();
            (lua, child)
        };
        let mut started = Vec::new();
        for lua in LUAS {
            let is_enough = !is_whole() && started.iter().any(|(_, child): &(_, io::Result<Child>)| child.is_ok());
            if !is_enough {
                started.push(start(lua));
            }
        }
        for (lua, child) in started {
            let child = match child {
                Err(error) if error.kind() == ErrorKind::NotFound => {
                    let required = std::env::var("WIREFORM_WIRESHARK").is_ok_and(|it| it == "required");
                    assert!(!required, "{lua} is not installed, and WIREFORM_WIRESHARK says that it is required");
                    println!("skipped: no {lua}");
                    continue;
                }
                child => child.expect("Lua starts"),
            };
            let output = child.wait_with_output().expect("Lua ends");
            assert!(output.status.success(), "{test}: {lua}: {}", String::from_utf8_lossy(&output.stderr));
            let answers = std::fs::read(folder.join(lua)).expect("the answers");
            self.compare(test, lua, &String::from_utf8_lossy(&answers));
            println!("{lua} gives {} answers", self.answers.len());
        }
    }

    #[track_caller]
    fn compare(&self, test: &str, lua: &str, output: &str) {
        let found: Vec<&str> = output.split_terminator('\n').collect();
        let all = self.lines.lines().zip(&self.answers).zip(found.iter().copied().chain(std::iter::repeat("nothing")));
        let wrong = all.filter(|((_, expected), found)| expected.as_str() != *found);
        let shown =
            wrong.map(|((request, expected), found)| format!("{request}\n  expected {expected}\n  found    {found}"));
        let shown: Vec<String> = shown.take(MOST_SHOWN).collect();
        assert!(shown.is_empty(), "{test}: {lua}:\n{}", shown.join("\n"));
        assert_eq!(found.len(), self.answers.len(), "{test}: {lua}");
    }
}
