//! All that was measured, a line for each operation of each contender.

use crate::allocations;
use crate::contender::Contender;
use crate::instructions::instructions;
use crate::time::{Nanoseconds, time};

/// What was measured of a contender.
#[derive(Debug, Clone, Copy)]
struct Measured {
    time: Nanoseconds,
    /// For a packet; without valgrind there are none.
    instructions: Option<f64>,
    allocations: f64,
}

/// The contender that all others are compared with.
const STANDARD: &str = "by hand";

/// Measures everything and prints it.
pub fn list(contenders: &[Contender], selection: &str, rounds: usize) {
    println!(
        "| workload | does | contender | median ns | least ns | instructions | allocations | median | least | instructions |"
    );
    println!("| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    let mut all: Vec<(&Contender, Measured)> = contenders.iter().zip(measure(contenders, selection, rounds)).collect();
    all.sort_by_key(|(contender, _)| place(contender, contenders));
    for (contender, measured) in &all {
        let is_standard = |(other, _): &&(&Contender, Measured)| {
            (other.workload, other.operation, other.name) == (contender.workload, contender.operation, STANDARD)
        };
        let standard = all.iter().find(is_standard).map(|(_, measured)| *measured);
        println!("{}", row(contender, *measured, standard));
    }
}

fn measure(contenders: &[Contender], selection: &str, rounds: usize) -> Vec<Measured> {
    let counted = instructions(contenders, selection).unwrap_or_else(|error| {
        eprintln!("no instructions are counted: {error}");
        Vec::new()
    });
    let measured = |(index, (time, contender)): (usize, (Nanoseconds, &Contender))| {
        let allocated = allocations::count(|| {
            (contender.run)();
        });
        let allocations = allocated as f64 / contender.packets as f64;
        Measured { time, instructions: counted.get(index).copied(), allocations }
    };
    time(contenders, rounds).into_iter().zip(contenders).enumerate().map(measured).collect()
}

/// Workloads in their order, operations in theirs.
fn place(contender: &Contender, contenders: &[Contender]) -> (usize, usize) {
    let workload = contenders.iter().position(|other| other.workload == contender.workload);
    (workload.unwrap_or(0), contender.operation as usize)
}

fn row(contender: &Contender, measured: Measured, standard: Option<Measured>) -> String {
    let ratio = |of: fn(Measured) -> Option<f64>| {
        let ratio = standard.and_then(of).zip(of(measured)).map(|(standard, measured)| measured / standard);
        ratio.map_or(String::new(), |ratio| format!("{ratio:.2}"))
    };
    format!(
        "| {} | {} | {} | {:.2} | {:.2} | {} | {} | {} | {} | {} |",
        contender.workload,
        contender.operation.name(),
        contender.name,
        measured.time.median,
        measured.time.least,
        measured.instructions.map_or(String::new(), |count| format!("{count:.1}")),
        measured.allocations,
        ratio(|measured| Some(measured.time.median)),
        ratio(|measured| Some(measured.time.least)),
        ratio(|measured| measured.instructions),
    )
}
