//! Time, instructions and allocations of every contender.

use crate::allocations;
use crate::contender::Contender;
use crate::instructions::instructions;
use crate::time::{Nanoseconds, time};

/// The contender that all others are compared with.
pub const STANDARD: &str = "by hand";

/// By hand too, but with all that generated code promises. Where the standard promises that already there is none.
pub const SAME_PROMISES: &str = "by hand, same promises";

/// What was measured of a contender.
#[derive(Debug, Clone, Copy)]
pub struct Measured {
    /// For a packet.
    pub time: Nanoseconds,
    /// For a packet; without valgrind there are none.
    pub instructions: Option<f64>,
    /// For a packet.
    pub allocations: f64,
}

/// Contenders with what was measured, by workload and operation.
pub struct Results<'a>(Vec<(&'a Contender, Measured)>);

impl<'a> Results<'a> {
    /// Measures everything. The selection is what the contenders were selected by.
    pub fn measure(contenders: &'a [Contender], selection: &str, rounds: usize) -> Self {
        let counted = instructions(contenders, selection).unwrap_or_else(|error| {
            eprintln!("no instructions are counted: {error}");
            Vec::new()
        });
        let times = time(contenders, rounds).into_iter().zip(contenders).enumerate();
        let measured = times.map(|(index, (time, contender))| {
            let allocated = allocations::count(|| {
                (contender.run)();
            });
            let allocations = allocated as f64 / contender.packets as f64;
            (contender, Measured { time, instructions: counted.get(index).copied(), allocations })
        });
        let mut all: Vec<_> = measured.collect();
        all.sort_by_key(|(contender, _)| place(contender, contenders));
        Self(all)
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = (&'a Contender, Measured)> {
        self.0.iter().copied()
    }

    /// What was measured of somebody else who does the same as a contender.
    pub fn same(&self, contender: &Contender, name: &str) -> Option<Measured> {
        let is_same = |other: &Contender| {
            (other.workload, other.operation, other.name) == (contender.workload, contender.operation, name)
        };
        self.iter().find(|(other, _)| is_same(other)).map(|(_, measured)| measured)
    }
}

/// Workloads in their order, operations in theirs.
fn place(contender: &Contender, contenders: &[Contender]) -> (usize, usize) {
    let workload = contenders.iter().position(|other| other.workload == contender.workload);
    (workload.unwrap_or(0), contender.operation as usize)
}
