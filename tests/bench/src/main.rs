//! How fast generated code is, against what people write by hand and against other libraries, on packets of real
//! protocols. [README.md](../README.md) says what is compared, and what came out.

mod allocations;
mod contender;
mod entity_update;
mod instructions;
mod list;
mod n_pos;
mod packets;
mod rng;
mod sink;
mod standard_update;
mod time;
mod verify;
mod welcome;
mod workload;

use std::process::ExitCode;

use contender::Contender;

#[global_allocator]
static ALLOCATOR: allocations::Counting = allocations::Counting;

const USAGE: &str = "wireform-bench verify|list [WORKLOAD[/OPERATION[/CONTENDER]]] [ROUNDS]";

/// Distinct packets of each workload.
const PACKETS: usize = 10_000;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut arguments = arguments.iter().map(String::as_str);
    let command = arguments.next().unwrap_or("list");
    let selection = arguments.next().unwrap_or("");
    let contenders = select(all(), selection);
    let rounds = arguments.next().and_then(|rounds| rounds.parse().ok()).unwrap_or(30);
    match command {
        "verify" => return if verify::verify(&contenders) { ExitCode::SUCCESS } else { ExitCode::FAILURE },
        "list" => list::list(&contenders, selection, rounds),
        instructions::COUNT => instructions::run_for_callgrind(&contenders),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

fn all() -> Vec<Contender> {
    [
        n_pos::contenders(PACKETS),
        entity_update::contenders(PACKETS),
        welcome::contenders(PACKETS),
        standard_update::contenders(PACKETS),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Those of which workload, operation and name begin as the selection says.
fn select(mut contenders: Vec<Contender>, selection: &str) -> Vec<Contender> {
    let wanted: Vec<&str> = selection.split('/').collect();
    contenders.retain(|contender| {
        let names = [contender.workload, contender.operation.name(), contender.name];
        wanted.iter().zip(names).all(|(wanted, name)| name.starts_with(wanted))
    });
    contenders
}
