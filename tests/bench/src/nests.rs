//! Instructions of a writer whose regions nest: the same bytes in many regions and in one. They move once, in however many
//! regions they are.

wireform::include_schema!(
    /// Each kind of region in one and in many.
    mod nests
);

use std::cell::RefCell;
use std::{hint, io};

use wireform::Encode;

use crate::callgrind::{counted, totals};

/// The operation of the command line that [`nests`] runs.
pub const COUNT: &str = "count-nests-for-callgrind";

/// How many bytes are in the innermost region.
const LEN: usize = 0x1_0000;
/// How many times as many instructions they may take in many regions as in one.
const MOST: f64 = 3.0;

include!(concat!(env!("OUT_DIR"), "/nests_values.rs"));

/// Prints what each kind takes.
///
/// # Errors
/// Where many regions take more, and without valgrind.
pub fn nests() -> io::Result<()> {
    let totals = totals(&[COUNT], KINDS.len() * 2)?;
    let mut more = Vec::new();
    println!("\n| region | instructions | in {DEPTH} regions |\n| --- | ---: | ---: |");
    for (kind, [one, many]) in KINDS.iter().zip(totals.as_chunks::<2>().0) {
        let times = *many as f64 / *one as f64;
        println!("| `{kind}` | {one} | {times:.2} |");
        if times > MOST {
            more.push(kind);
        }
    }
    if more.is_empty() { Ok(()) } else { Err(io::Error::other(format!("more than in one region: {more:?}"))) }
}

/// The run below callgrind.
pub fn run_for_callgrind() {
    let data = vec![7; LEN];
    made!(write, &data);
}

/// Writes a value, of which nothing but the innermost bytes and the sizes has a length.
fn write(value: &impl Encode<Known = ()>) {
    let buffer = RefCell::new(vec![0; LEN * 2]);
    let written = || value.write(&mut buffer.borrow_mut()).map_or(0, |len| len as u64);
    assert!(hint::black_box(counted(&written)) > LEN as u64);
}
