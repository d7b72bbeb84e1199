//! What the schema compiler takes: for twice as much of anything at most 2.3 times the instructions and the memory.
//! [The bench](../../bench/README.md#what-it-costs-to-compile) has the results.
//!
//! [The table](rows.rs) has a row for each dimension: whatever a schema, a wrong schema, or a packet can have more of.
//! Instructions are counted by valgrind, and memory, the most of it that is used at a time, by an allocator.

#[path = "../../bench/src/callgrind.rs"]
mod callgrind;
#[cfg(test)]
mod entries;
mod grammar;
#[path = "../../../codegen/tests/support/long.rs"]
mod long;
#[path = "../../bench/compile/src/libraries/messages.rs"]
mod messages;
mod rows;
mod special;
mod work;

use std::hint::black_box;
use std::io;
use std::process::ExitCode;
use std::time::Instant;

use allocation_counter::measure;

use callgrind::{counted, totals};
use rows::Row;
use work::{labels, steps};

/// The operation of the command line that [`growth`] runs.
const COUNT: &str = "count-for-callgrind";

/// How often the shortest is repeated. (Where it grows faster, it does so most with the longest.)
const TIMES: [usize; 2] = [1, 2];

/// Memory that no row is refused for: tables of words, which are read once.
const LITTLE: u64 = 1 << 16;

/// How many times as long twice as long a text may take. A clock is less exact than a count of instructions.
const SLOWER: f64 = 2.8;

/// What the command line asks for.
struct Asked {
    /// Rows that take longer than two seconds, too.
    is_all: bool,
    /// A part of the names of the rows.
    selection: String,
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let asked = |is_all, selection: &str| Asked { is_all, selection: selection.to_owned() };
    let done = match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => growth(&asked(false, "")),
        ["--all"] => growth(&asked(true, "")),
        ["--long"] => long_texts(""),
        ["--long", selection] => long_texts(selection),
        ["--all", selection] => growth(&asked(true, selection)),
        ["--text", name, pieces] => show(name, pieces),
        [COUNT, selection] => run_for_callgrind(&asked(false, selection)),
        [COUNT, "--all", selection] => run_for_callgrind(&asked(true, selection)),
        [selection] => growth(&asked(false, selection)),
        _ => Err(io::Error::other("growth [--all | --long] [PART OF A NAME], or growth --text NAME PIECES")),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// The rows that are measured.
fn rows(asked: &Asked) -> Vec<Row> {
    let is_asked = |row: &Row| (asked.is_all || !row.is_slow) && row.name().contains(&asked.selection);
    rows::all().filter(is_asked).collect()
}

/// The text of a row, for another program to look at.
fn show(name: &str, pieces: &str) -> io::Result<()> {
    let row = rows::all().find(|row| row.name() == name).ok_or_else(|| io::Error::other("there is no such row"))?;
    print!("{}", row.text(pieces.parse().map_err(io::Error::other)?));
    Ok(())
}

/// Prints what each row takes, and refuses those that take too much for twice as much.
fn growth(asked: &Asked) -> io::Result<()> {
    on_one_processor()?;
    let rows = rows(asked);
    let all = if asked.is_all { &[COUNT, "--all", asked.selection.as_str()][..] } else { &[COUNT, &asked.selection] };
    let count = rows.iter().map(|row| labels(row).len()).sum::<usize>() * TIMES.len();
    let totals = totals(all, count)?;
    let mut totals = totals.as_slice();
    let mut faster = Vec::new();
    println!("| | instructions | of twice as much | KB | of twice as much |");
    println!("| --- | ---: | ---: | ---: | ---: |");
    for row in &rows {
        let labels = labels(row);
        let (own, others) = totals.split_at(labels.len() * TIMES.len());
        totals = others;
        let (once, twice) = own.split_at(labels.len());
        let [once_held, twice_held] = TIMES.map(|times| held(row, times));
        for (at, (label, most)) in labels.iter().enumerate() {
            let times = twice[at] as f64 / once[at] as f64;
            let memory = (twice_held[at] + LITTLE) as f64 / (once_held[at] + LITTLE) as f64;
            println!("| {label:?} | {} | {times:.2} | {} | {memory:.2} |", once[at], once_held[at] / 1000);
            if times.max(memory) > *most {
                faster.push(label.clone());
            }
        }
    }
    if faster.is_empty() { Ok(()) } else { Err(io::Error::other(format!("faster than what is compiled: {faster:#?}"))) }
}

/// Prints how long the compiler takes for long texts, right or wrong: those of rows, and of each repetition of the grammar.
/// Refuses those for which twice as long a text takes far longer. What is quick for each piece is seen here only.
fn long_texts(selection: &str) -> io::Result<()> {
    const BYTES: usize = 1 << 20;
    const FEW_SECONDS: f64 = 2.0;
    type Text = Box<dyn Fn(usize) -> String>;
    let rows = rows::all().map(|row| (row.name(), Box::new(move |pieces| row.text(pieces)) as Text));
    let repetitions = grammar::repetitions()
        .into_iter()
        .map(|one| (one.name.clone(), Box::new(move |pieces| one.text(pieces)) as Text));
    println!("| | seconds for 1 MiB | of twice as much | MB |");
    println!("| --- | ---: | ---: | ---: |");
    let mut slower = Vec::new();
    for (name, text) in rows.chain(repetitions).filter(|(name, _)| name.contains(selection)) {
        let [few, many] = [16, 32].map(|pieces| text(pieces).len());
        // The packet of some rows grows, and not the schema.
        let Some(pieces) = (BYTES * 16).checked_div(many - few) else { continue };
        let [once, twice] = TIMES.map(|times| {
            let text = text(pieces * times);
            let start = Instant::now();
            let held = measure(|| {
                black_box(work::any(&text));
            });
            (start.elapsed().as_secs_f64(), held.bytes_max)
        });
        let times = twice.0 / once.0;
        println!("| {name:?} | {:.2} | {times:.2} | {} |", once.0, once.1 / 1_000_000);
        if twice.0 > FEW_SECONDS && times > SLOWER {
            slower.push(name);
        }
    }
    if slower.is_empty() { Ok(()) } else { Err(io::Error::other(format!("slower than what is compiled: {slower:#?}"))) }
}

/// The most bytes that each step of a row holds at a time.
fn held(row: &Row, times: usize) -> Vec<u64> {
    let step = |step: &work::Step| {
        measure(|| {
            black_box(step());
        })
        .bytes_max
    };
    steps(row, times).iter().map(step).collect()
}

/// The run below callgrind.
fn run_for_callgrind(asked: &Asked) -> io::Result<()> {
    on_one_processor()?;
    for row in rows(asked) {
        for times in TIMES {
            steps(&row, times).iter().for_each(|step| {
                black_box(counted(&**step));
            });
        }
    }
    Ok(())
}

/// Rust is made by as many threads as there are processors, and only one of them is counted.
#[cfg(target_os = "linux")]
fn on_one_processor() -> io::Result<()> {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
    let allowed = sched_getaffinity(None)?;
    let mut only = CpuSet::new();
    (0..CpuSet::MAX_CPU).find(|processor| allowed.is_set(*processor)).into_iter().for_each(|first| only.set(first));
    Ok(sched_setaffinity(None, &only)?)
}

#[cfg(not(target_os = "linux"))]
fn on_one_processor() -> io::Result<()> {
    Err(io::Error::other("threads are kept on one processor by Linux alone"))
}
