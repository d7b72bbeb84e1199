//! Benchmarks of generated code beside code by hand and other libraries, on packets of real protocols.
//! [README.md](../README.md) has the contenders and the results.

mod allocations;
mod bounds;
mod callgrind;
mod clc_move;
mod command;
mod contender;
mod enet;
mod entity_update;
mod instructions;
mod kept;
mod list;
mod made;
mod measure;
mod minecraft;
mod n_pos;
mod nests;
mod packets;
mod pdl;
mod reason;
mod rng;
mod sink;
mod standard_update;
mod svc;
mod table;
mod time;
mod verify;
mod welcome;
mod workload;

use std::io;
use std::process::ExitCode;

use command::{Arguments, ended};
use contender::Contender;
use measure::Results;

#[global_allocator]
static ALLOCATOR: allocations::Counting = allocations::Counting;

const USAGE: &str = "\
wireform-bench verify|list|table [WORKLOAD[/OPERATION[/CONTENDER]]] [ROUNDS] [PACKETS]
wireform-bench bounds
wireform-bench kept";

/// Distinct packets of each workload, unless somebody asks for fewer: as many as caches hold, for example.
const PACKETS: usize = 10_000;

fn main() -> ExitCode {
    let arguments = Arguments::new();
    let selection = arguments.text(1);
    let contenders = || select(all(arguments.number(3, PACKETS)), selection);
    let rounds = arguments.number(2, 30);
    let show = |results: fn(&Results<'_>)| results(&Results::measure(&contenders(), selection, rounds));
    let done = match arguments.text(0) {
        "verify" => match verify::verify(&contenders()) {
            true => Ok(()),
            false => Err(io::Error::other("not everybody does the same")),
        },
        "list" => {
            show(list::list);
            Ok(())
        }
        "table" => {
            show(table::table);
            Ok(())
        }
        "bounds" => bounds::bounds().and_then(|()| nests::nests()),
        "kept" => kept::kept(&all(PACKETS), |selection| select(all(PACKETS), selection)),
        bounds::COUNT => {
            bounds::run_for_callgrind();
            Ok(())
        }
        nests::COUNT => {
            nests::run_for_callgrind();
            Ok(())
        }
        instructions::COUNT => {
            instructions::run_for_callgrind(&contenders());
            Ok(())
        }
        _ => Err(io::Error::other(USAGE)),
    };
    ended(done)
}

fn all(packets: usize) -> Vec<Contender> {
    let workloads = [
        n_pos::contenders,
        clc_move::contenders,
        entity_update::contenders,
        welcome::contenders,
        standard_update::contenders,
        svc::contenders,
        enet::contenders,
        minecraft::contenders,
    ];
    workloads.into_iter().flat_map(|contenders| contenders(packets)).collect()
}

/// Those of which workload, operation and name begin as the selection says: `N_POS/read`, or `//generated|by hand`.
fn select(mut contenders: Vec<Contender>, selection: &str) -> Vec<Contender> {
    let wanted: Vec<&str> = selection.split('/').collect();
    contenders.retain(|contender| {
        let names = [contender.workload, contender.operation.name(), contender.name];
        wanted.iter().zip(names).all(|(wanted, name)| wanted.split('|').any(|start| name.starts_with(start)))
    });
    contenders
}
