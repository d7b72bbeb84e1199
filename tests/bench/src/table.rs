//! The tables of `README.md`: how many times the best by hand everybody needs.

use crate::contender::Contender;
use crate::measure::{Measured, Results, SAME_PROMISES, STANDARD};

/// Prints them.
pub fn table(results: &Results<'_>) {
    let tables: [(&str, &str, Cell); 3] = [
        (
            "Time, of the shortest samples; of the generated code the medians too",
            "by hand, ns",
            |measured, standard, name| {
                let least = measured.time.least / standard.time.least;
                match name {
                    STANDARD => format!("{:.1}", measured.time.least),
                    "generated" => format!("{least:.2} ({:.2})", measured.time.median / standard.time.median),
                    _ => format!("{least:.2}"),
                }
            },
        ),
        ("Instructions", "by hand", |measured, standard, name| match (measured.instructions, standard.instructions) {
            (Some(measured), _) if name == STANDARD => format!("{measured:.0}"),
            (Some(measured), Some(standard)) => format!("{:.2}", measured / standard),
            _ => String::new(),
        }),
        ("Allocations for a packet, where there are any", "by hand", |measured, _, _| match measured.allocations {
            0.0 => "0".to_owned(),
            allocations => format!("{allocations:.1}"),
        }),
    ];
    for (title, standard, cell) in tables {
        println!("{title}:\n");
        one(results, standard, cell);
        println!();
    }
    println!("Generated code, compared with what by hand keeps all its promises:\n");
    promises(results);
}

/// How many times what is by hand and keeps the same promises generated code needs.
fn promises(results: &Results<'_>) {
    println!("| packet | does | instructions | time |");
    println!("| --- | --- | ---: | ---: |");
    for (contender, generated) in results.iter().filter(|(contender, _)| contender.name == "generated") {
        let same = results.same(contender, SAME_PROMISES).or_else(|| results.same(contender, STANDARD));
        let Some(same) = same else { continue };
        let instructions = generated.instructions.zip(same.instructions);
        let instructions = instructions.map_or(String::new(), |(ours, theirs)| format!("{:.2}", ours / theirs));
        let (least, median) = (generated.time.least / same.time.least, generated.time.median / same.time.median);
        let (workload, operation) = (contender.workload, contender.operation.name());
        println!("| {workload} | {operation} | {instructions} | {least:.2} ({median:.2}) |");
    }
}

/// What stands in a cell: of whom was measured, of the standard, and the name.
type Cell = fn(Measured, Measured, &str) -> String;

fn one(results: &Results<'_>, standard: &str, cell: Cell) {
    // The standard first.
    let mut names = vec![STANDARD];
    let mut rows: Vec<&Contender> = Vec::new();
    for (contender, _) in results.iter() {
        if !names.contains(&contender.name) {
            names.push(contender.name);
        }
        if !rows.iter().any(|row| (row.workload, row.operation) == (contender.workload, contender.operation)) {
            rows.push(contender);
        }
    }
    println!("| packet | does | {standard} | {} |", names[1..].join(" | "));
    println!("| --- | --- |{}", " ---: |".repeat(names.len()));
    for row in rows {
        let cells = names.iter().map(|name| {
            let both = results.same(row, name).zip(results.same(row, STANDARD));
            both.map_or("-".to_owned(), |(measured, standard)| cell(measured, standard, name))
        });
        let cells: Vec<String> = cells.collect();
        if cells.iter().all(|cell| cell == "0" || cell == "-") {
            continue;
        }
        println!("| {} | {} | {} |", row.workload, row.operation.name(), cells.join(" | "));
    }
}
