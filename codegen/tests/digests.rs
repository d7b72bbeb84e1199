//! The Rust of every schema in the project, as `digests.txt` has it: its lines and a digest, by itself and with all parts that
//! options add. So a change says which schemas get other Rust, and whether that is longer.
//!
//! `WIREFORM_BLESS=1` writes the file.

#[allow(dead_code, reason = "other tests need more of it")]
#[path = "support/files.rs"]
mod files;

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use files::{paths, root};
use wireform_build::{Options, load, rust};

/// The file, in the folder of the tests.
const FILE: &str = "tests/digests.txt";
const HEAD: &str = "\
# The Rust of each schema: its lines and digest, and those with owned values, changes in place and serde. `digests.rs` in
# this folder compares it, and writes it with WIREFORM_BLESS=1.
";

/// The folders of schemas, of which the Rust is compiled somewhere.
const FOLDERS: [&str; 6] =
    ["schema", "tests/schema", "tests/sharing", "tests/bench/schema", "tests/wireshark/schema", "examples"];

#[test]
fn the_rust_of_every_schema_is_what_the_file_says() {
    let mut found = HEAD.to_owned();
    for folder in FOLDERS {
        for path in paths(&root().join(folder), ".wire", &|folder| folder == "target") {
            let path = format!("{folder}/{path}");
            let compiled = match load(root().join(&path)) {
                Ok(compiled) => compiled,
                Err(failure) if failure.without_protocol => continue,
                Err(failure) => panic!("{}", failure.render(false)),
            };
            let all = Options { owned: true, patch: true, serde: true, ..Options::default() };
            let [own, all] = [Options::default(), all].map(|options| digest(&rust(&compiled.schema, &options)));
            writeln!(found, "{path}: {own}, {all}").expect("a text");
        }
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(FILE);
    if std::env::var_os("WIREFORM_BLESS").is_some() {
        fs::write(&file, &found).expect("the file is written");
    }
    let known = fs::read_to_string(&file).expect("the file of digests").replace("\r\n", "\n");
    let lines = |text: &str, other: &str| -> String {
        let differs = text.lines().filter(|line| !other.lines().any(|other| other == *line));
        differs.flat_map(|line| ["\n  ", line]).collect()
    };
    assert!(
        found == known,
        "these schemas had other Rust:{}\nand have:{}\nread what changed, then: WIREFORM_BLESS=1 cargo test -p wireform-build --test digests",
        lines(&known, &found),
        lines(&found, &known)
    );
    assert!(found.lines().count() > 70, "{found}");
}

/// The lines of a text, and its digest: FNV-1a, of 64 bits.
fn digest(text: &str) -> String {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
    let hash = text.bytes().fold(0xCBF2_9CE4_8422_2325, step);
    format!("{} {hash:016x}", text.lines().count())
}
