//! Instructions for packets that somebody made to cost much: twice the packet may take twice as many.
//!
//! The packets are those of `tests/src/bounds.rs`, which holds the same of allocations and of what is found in them.

#[path = "../../src/bounds/packets.rs"]
mod packets;

wireform::include_schema!(
    /// What can be made long.
    mod bounds
);

use std::io;

use wireform::Encode as _;

use crate::callgrind::{counted, totals};
use packets::{Crafted, crafted};

/// The operation of the command line that [`bounds`] runs.
pub const COUNT: &str = "count-bounds-for-callgrind";

/// How long the shortest packets are, roughly.
const LEN: usize = 1024;
/// How often that is repeated.
const TIMES: [usize; 3] = [1, 2, 4];
/// How many times as many instructions a packet of twice the length may take.
const MOST: f64 = 2.2;

/// Prints what each packet takes.
///
/// # Errors
/// Where something grows faster than its packet, and without valgrind.
pub fn bounds() -> io::Result<()> {
    let all = crafted();
    let totals = totals(&[COUNT], all.len() * TIMES.len())?;
    let mut faster = Vec::new();
    println!("| struct | packets | instructions | of twice as much | of four times |");
    println!("| --- | --- | ---: | ---: | ---: |");
    for (one, totals) in all.iter().zip(totals.as_chunks::<3>().0) {
        let [first, second, third] = totals.map(|total| total as f64);
        println!("| {} | {} | {first} | {:.2} | {:.2} |", one.record, one.name, second / first, third / first);
        if second > first * MOST || third > second * MOST {
            faster.push(one.name);
        }
    }
    if faster.is_empty() { Ok(()) } else { Err(io::Error::other(format!("faster than the packet: {faster:?}"))) }
}

/// The run below callgrind.
pub fn run_for_callgrind() {
    for one in crafted() {
        for times in TIMES {
            let packet = one.packet(LEN, times);
            std::hint::black_box(counted(&|| read(&one, &packet)));
        }
    }
}

macro_rules! read {
    ($one:ident, $packet:ident, $($record:literal $view:ident,)*) => {
        match $one.record {
            $($record => bounds::$view::parse($packet).map(|(view, _)| view.to_value().encoded_len()),)*
            _ => panic!("{} is not read", $one.record),
        }
    };
}

/// Reads a packet, and goes through all of it once more: how long it would be, written.
fn read(one: &Crafted, packet: &[u8]) -> u64 {
    let len = read!(one, packet,
        "Counts" CountsView, "Numbers" NumbersView, "Empty" EmptyView, "Few" FewView, "Late" LateView,
        "Lists" ListsView, "Ends" EndsView, "Texts" TextsView, "Regions" RegionsView, "Places" PlacesView,
        "Patches" PatchesView, "States" StatesView, "Sums" SumsView, "Ordered" OrderedView, "Stream" StreamView,
    );
    assert_eq!(len.is_err(), one.refused.is_some(), "{} of {}", one.name, one.record);
    len.map_or(0, |len| len as u64)
}
