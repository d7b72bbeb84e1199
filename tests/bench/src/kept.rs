//! Whether generated code still needs as few instructions as `README.md` says, and allocates nothing.

use std::io;

use crate::allocations;
use crate::contender::Contender;
use crate::instructions::instructions;
use crate::measure::{SAME_PROMISES, STANDARD};

const README: &str = include_str!("../README.md");

/// What stands above the figures.
const TITLE: &str = "Generated code, compared with what by hand keeps all its promises:";

/// More than that many times the figure of the README is told: another compiler makes other code of the same.
const MORE: f64 = 1.05;

/// Counts instructions of generated code and of what by hand keeps its promises, and compares the ratio with the README's.
///
/// # Errors
/// What got worse, what is not in the README, and that there is no valgrind.
pub fn kept(all: &[Contender], selected: impl Fn(&str) -> Vec<Contender>) -> io::Result<()> {
    let mut counted: Vec<(Contender, f64)> = Vec::new();
    for selection in ["//generated", "//by hand"] {
        let contenders = selected(selection);
        let instructions = instructions(&contenders, selection)?;
        counted.extend(contenders.into_iter().zip(instructions));
    }
    let count = |row: &Contender, name: &str| {
        let is_same =
            |other: &Contender| (other.workload, other.operation, other.name) == (row.workload, row.operation, name);
        counted.iter().find(|(other, _)| is_same(other)).map(|(_, count)| *count)
    };
    let mut worse = Vec::new();
    let generated: Vec<&Contender> = all.iter().filter(|contender| contender.name == "generated").collect();
    for row in &generated {
        let title = format!("{} {}", row.workload, row.operation.name());
        let by_hand = count(row, SAME_PROMISES).or_else(|| count(row, STANDARD));
        let ratio = count(row, row.name).zip(by_hand).map(|(ours, theirs)| ours / theirs);
        match (ratio, said(row)) {
            (Some(ratio), Some(said)) if ratio <= said * MORE => {
                println!("{title}: {ratio:.2}, {said:.2} in README.md")
            }
            (ratio, said) => {
                worse.push(format!("{title}: {ratio:.2?} times what by hand needs, {said:?} in README.md"))
            }
        }
        let allocations = allocations::count(|| {
            (row.run)();
        });
        if allocations > 0 {
            worse.push(format!("{title}: {allocations} allocations"));
        }
    }
    match (worse.is_empty(), generated.is_empty()) {
        (true, false) => Ok(()),
        (true, true) => Err(io::Error::other("nothing generated is measured")),
        (false, _) => Err(io::Error::other(worse.join("\n"))),
    }
}

/// The figure of the README.
fn said(row: &Contender) -> Option<f64> {
    let (_, table) = README.split_once(TITLE)?;
    let line =
        table.lines().find(|line| line.starts_with(&format!("| {} | {} |", row.workload, row.operation.name())))?;
    line.split('|').nth(3)?.trim().parse().ok()
}
