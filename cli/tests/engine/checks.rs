//! Checksums: each of the catalogue as the interpreter computes it.

use std::fmt::Write as _;

use wireform_build::interpret::{Target, Value, write};
use wireform_build::model::RecordId;

use crate::random::Random;
use crate::support::{Compiled, Requests, hex, root};

/// The checks that are not cyclic.
const SUMS: [&str; 9] =
    ["sum_8", "sum_16", "sum_32", "xor_8", "lrc_8", "fletcher_8", "fletcher_16", "adler_32", "internet"];

/// The names of all cyclic checks that the compiler knows.
fn cyclic() -> Vec<String> {
    let path = root().join("codegen/language/src/catalogue.rs");
    let code = std::fs::read_to_string(path).expect("the catalogue");
    let (_, list) = code.split_once("= checks! {").expect("the list of checks");
    let (list, _) = list.split_once("};").expect("the list ends");
    list.split_whitespace().map(str::to_lowercase).collect()
}

#[test]
fn each_check_is_that_of_the_interpreter() {
    let names: Vec<String> = cyclic().into_iter().chain(SUMS.map(str::to_owned)).collect();
    assert!(names.len() > 100, "{names:?}");
    let mut schema = "protocol checks { byte_order: little }\n".to_owned();
    for (at, name) in names.iter().enumerate() {
        writeln!(schema, "struct S{at} {{ sum: u64 = {name}(after(sum)), data: bytes[..] }}").expect("a text");
    }
    let compiled = Compiled::of_text("checks", &schema);
    let protocol = &compiled.schema.first;
    let mut requests = Requests::of(&compiled);
    let random = &mut Random(1);
    let mut inputs: Vec<Vec<u8>> = vec![b"123456789".to_vec(), vec![], vec![0], vec![0xFF; 9], (0..=255).collect()];
    inputs.extend((0..8).map(|_| (0..random.below(40)).map(|_| random.byte()).collect()));
    inputs.push((0..70_000).map(|_| random.byte()).collect());
    for (at, record) in protocol.records.iter().enumerate() {
        // A long input is enough for the sums, whose remainders it needs.
        let is_sum = at + SUMS.len() >= names.len();
        for bytes in inputs.iter().filter(|bytes| is_sum || bytes.len() < 1000) {
            let value = Value::Record(vec![("data".to_owned(), Value::Bytes(bytes.clone()))]);
            let written = write(protocol, Target::Record(RecordId(at)), &value, &[]).expect("a packet");
            let sum = u64::from_le_bytes(written[..8].try_into().expect("eight bytes"));
            requests.ask(format!("check\t{}\t{}", record.name, hex(bytes)), sum);
        }
    }
    requests.run("checks");
}
