//! All that was measured, a line for each operation of each contender.

use crate::contender::Contender;
use crate::measure::{Measured, Results, STANDARD};

/// Prints it.
pub fn list(results: &Results<'_>) {
    println!(
        "| packet | does | contender | median ns | least ns | instructions | allocations | median | least | instructions |"
    );
    println!("| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    for (contender, measured) in results.iter() {
        println!("{}", row(contender, measured, results.same(contender, STANDARD)));
    }
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
