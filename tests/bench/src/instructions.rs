//! Instructions for a packet.

use std::hint::black_box;
use std::io;

use crate::callgrind::{counted, totals};
use crate::contender::Contender;

/// The operation of the command line that [`instructions`] runs.
pub const COUNT: &str = "count-for-callgrind";

/// What each contender needs for a packet, in instructions. The program is run again with `selection`, which must select
/// the same contenders.
///
/// # Errors
/// Without valgrind there are none.
pub fn instructions(contenders: &[Contender], selection: &str) -> io::Result<Vec<f64>> {
    let packets = contenders.first().map_or(0, |contender| contender.packets).to_string();
    let totals = totals(&[COUNT, selection, "", &packets], contenders.len())?;
    Ok(totals.iter().zip(contenders).map(|(total, contender)| *total as f64 / contender.packets as f64).collect())
}

/// The run below callgrind: each contender once. (The first of thousands of packets may take some instructions more.)
pub fn run_for_callgrind(contenders: &[Contender]) {
    for contender in contenders {
        black_box(counted(&*contender.run));
    }
}
