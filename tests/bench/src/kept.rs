//! Whether generated code still needs as few instructions as `kept.txt` says, and allocates nothing.
//!
//! The figures of the README follow each change. Those of `kept.txt` are frozen: many small losses do not add up unseen.

use std::io;

use crate::allocations;
use crate::contender::Contender;
use crate::instructions::instructions;

const KEPT: &str = include_str!("../kept.txt");

/// More than that many times the frozen figure is told: another compiler makes other code of the same.
const MORE: f64 = 1.05;

/// The unit of a figure that is no ratio.
const INSTRUCTIONS: &str = "instructions";

/// The contenders that a figure is kept of, and those that it may be a ratio to.
const COUNTED: &str = "//generated|dispatch|by hand";

/// A figure of `kept.txt`.
struct Figure<'f> {
    /// Workload, operation and name of the contender.
    whose: [&'f str; 3],
    /// So many times the instructions of `against`, or so many instructions.
    most: f64,
    against: &'f str,
}

impl<'f> Figure<'f> {
    fn of(line: &'f str) -> Option<Self> {
        let mut cells = line.split('|').map(str::trim);
        let mut cell = || cells.next().filter(|cell| !cell.is_empty());
        Some(Self { whose: [cell()?, cell()?, cell()?], most: cell()?.parse().ok()?, against: cell()? })
    }
}

/// Counts instructions of generated code and of what it is compared with, and holds them against the frozen figures.
///
/// # Errors
/// The figures that got worse, are missing or are not measured, and that there is no valgrind.
pub fn kept(all: &[Contender], selected: impl Fn(&str) -> Vec<Contender>) -> io::Result<()> {
    let lines = KEPT.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    let figures: Option<Vec<Figure<'_>>> = lines.map(Figure::of).collect();
    let figures = figures.ok_or_else(|| io::Error::other("kept.txt has lines of another form"))?;
    let contenders = selected(COUNTED);
    let counted: Vec<(&Contender, f64)> = contenders.iter().zip(instructions(&contenders, COUNTED)?).collect();
    let count = |whose: [&str; 3]| counted.iter().find(|(one, _)| names(one) == whose).map(|(_, count)| *count);

    let mut worse = Vec::new();
    for Figure { whose, most, against } in &figures {
        let [workload, operation, _] = *whose;
        let found = match *against {
            INSTRUCTIONS => count(*whose),
            other => count(*whose).zip(count([workload, operation, other])).map(|(ours, theirs)| ours / theirs),
        };
        let figure = found.map_or("nothing".to_owned(), |found| format!("{found:.3}"));
        let line = format!("{}: {figure} of {against}, {most} in kept.txt", whose.join(" "));
        println!("{line}");
        if found.is_none_or(|found| found > most * MORE) {
            worse.push(line);
        }
    }
    for contender in all.iter().filter(|one| ["generated", "dispatch"].contains(&one.name)) {
        if !figures.iter().any(|figure| figure.whose == names(contender)) {
            worse.push(format!("{}: no figure in kept.txt", names(contender).join(" ")));
        }
        let allocations = allocations::count(|| {
            (contender.run)();
        });
        if allocations > 0 {
            worse.push(format!("{}: {allocations} allocations", names(contender).join(" ")));
        }
    }
    match (worse.is_empty(), figures.is_empty()) {
        (true, false) => Ok(()),
        (true, true) => Err(io::Error::other("kept.txt has no figures")),
        (false, _) => Err(io::Error::other(worse.join("\n"))),
    }
}

fn names(contender: &Contender) -> [&'static str; 3] {
    [contender.workload, contender.operation.name(), contender.name]
}
