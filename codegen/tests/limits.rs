//! The limits that SECURITY names: at each of them everything works, and one more is refused once, with a place. That of
//! declarations that rest on each other is in `depth.rs`, that of the command's input in its own tests.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::thread;

use wireform_build::load::{self, Compiled, Failure, Files, MAX_FILE};

/// What threads have that nobody asked for more.
const STACK: usize = 2 << 20;

/// A limit: so many are accepted, and one more is refused with this title.
struct Limit {
    name: &'static str,
    most: usize,
    items: fn(usize) -> String,
    refused: &'static str,
}

const LIMITS: &[Limit] = &[
    Limit {
        name: "brackets in an expression",
        most: 64,
        items: |count| format!("const A = {}1{};", "(".repeat(count), ")".repeat(count)),
        refused: "nested too deeply",
    },
    Limit {
        name: "lists in a list",
        most: 31,
        items: |count| format!("struct A {{ a: {}u8{} }}", "[".repeat(count), "; 1]".repeat(count)),
        refused: "nested too deeply",
    },
    Limit {
        name: "groups in a group",
        most: 31,
        items: |count| format!("struct A {{ {}a: u8{} }}", "a: { ".repeat(count), " }".repeat(count)),
        refused: "nested too deeply",
    },
    Limit {
        name: "regions in a region",
        most: 62,
        items: |count| format!("struct A {{ {}a: u8{} }}", "within (u8) { ".repeat(count), " }".repeat(count)),
        refused: "nested too deeply",
    },
    Limit {
        name: "operators in an expression",
        most: 255,
        items: |count| format!("const A = 1{};", " + 1".repeat(count)),
        refused: "this expression is too long",
    },
    Limit {
        name: "signs before a number",
        most: 64,
        items: |count| format!("const A = {}1;", "- ".repeat(count)),
        refused: "nested too deeply",
    },
    Limit {
        name: "fields in a record",
        most: 4096,
        items: |count| format!("struct A {{ {} }}", numbered(count, "u8")),
        refused: "more than 4096 fields in one record",
    },
    Limit {
        name: "fields of groups",
        most: 4096,
        items: |count| format!("struct A {{ a: {{ {} }} }}", numbered(count - 1, "u8")),
        refused: "more than 4096 fields in one record",
    },
    Limit {
        name: "times 8 KiB of a value",
        most: 16,
        items: |count| format!("struct A {{ {} }} struct B {{ a: [[u64; 32]; 32] }}", numbered(count, "B")),
        refused: "a value of `A` is too large",
    },
    Limit {
        name: "elements without bytes",
        most: 4096,
        items: |count| format!("struct E {{ }} struct A {{ a: [E; {count}] }}"),
        refused: "a list that a packet does not bound",
    },
];

fn numbered(count: usize, wire: &str) -> String {
    (0..count).map(|index| format!("f{index}: {wire}, ")).collect()
}

#[test]
fn all_that_is_promised_works_and_one_more_is_refused_once() {
    let mut wrong = String::new();
    for Limit { name, most, items, refused } in LIMITS {
        for (count, expected) in [(*most, None), (most + 1, Some(*refused))] {
            let text = format!("protocol p {{ byte_order: little }}\n{}\n", items(count));
            let told = of_small_stack(move || told(&load::load_with("p.wire", &Memory::one(text))));
            if told != expected.as_slice() {
                wrong += &format!("{count} {name}: {told:?} and not {expected:?}\n");
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn a_file_is_as_long_as_promised() {
    assert_eq!(MAX_FILE, 16 << 20);
    for (length, expected) in
        [(MAX_FILE, None), (MAX_FILE + 1, Some("cannot read `p.wire`: it is too large to be a schema"))]
    {
        let mut text = "protocol p { byte_order: little }\nstruct A { a: u8 }\n".to_owned();
        text += &" ".repeat(length - text.len());
        assert_eq!(told(&load::load_with("p.wire", &Memory::one(text))).as_slice(), expected.as_slice());
    }
}

#[test]
fn a_schema_has_as_many_files_as_promised() {
    for (files, expected) in [(1000, None), (1001, Some("too many imports"))] {
        // Each imports the next, and all of them are imported by the first.
        let beside: String = (1..files).map(|index| format!("use \"{index}.wire\"; ")).collect();
        for first in [beside, "use \"1.wire\";".to_owned()] {
            let mut texts = BTreeMap::from([("p.wire".into(), format!("protocol p {{ byte_order: little }} {first}"))]);
            texts.extend((1..files).map(|index| {
                let next = if index + 1 < files { format!("use \"{}.wire\";", index + 1) } else { String::new() };
                (PathBuf::from(format!("{index}.wire")), format!("{next} struct A{index} {{ a: u8 }}"))
            }));
            let told = of_small_stack(move || told(&load::load_with("p.wire", &Memory(texts))));
            assert_eq!(told.as_slice(), expected.as_slice(), "{files} files");
        }
    }
}

/// The titles of what is wrong.
fn told(outcome: &Result<Compiled, Failure>) -> Vec<String> {
    let Err(failure) = outcome else { return Vec::new() };
    failure.diagnostics.iter().map(|wrong| wrong.title.clone()).collect()
}

fn of_small_stack<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    let done = thread::Builder::new().stack_size(STACK).spawn(work).expect("a thread").join();
    done.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

/// Files in memory.
struct Memory(BTreeMap<PathBuf, String>);

impl Memory {
    fn one(text: String) -> Self {
        Self(BTreeMap::from([("p.wire".into(), text)]))
    }
}

impl Files for Memory {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.0.get(path).map(|text| text.clone().into_bytes()).ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn names(&self, _folder: &Path) -> Vec<String> {
        Vec::new()
    }
}
