//! A user's first build: a crate with one schema and all its dependencies, against a crate that generates the same messages
//! with prost-build, and the time of an unoptimised build script.

mod descriptors;
mod timings;

use std::path::Path;
use std::{fs, io};

use crate::cargo::{Package, Spent};
use timings::Unit;

/// The condition under which the figures mean something; part of every output.
const CONDITION: &str = "Ratios, in one run, on an idle machine.";

/// Load average above which the machine counts as busy.
const IDLE: f64 = 0.5;

/// Name of the schema, of its messages as a `.proto` and of the generated Rust.
const PROTOCOL: &str = "rcce2";

/// Units of each build in the table of the longest.
const LONGEST: usize = 6;

/// Runs of the build script.
const RUNS: usize = 15;

/// The crate that uses Wireform, with its own name and the schema to compile in place of `NAME`.
const WIREFORM: (&str, &str) = (
    "
[dependencies]
wireform = { path = \"ROOT/runtime\" }
[build-dependencies]
wireform-build = { path = \"ROOT/codegen\" }
",
    "fn main() { wireform_build::compile(\"schema/NAME.wire\") }\n",
);

/// The crate that uses prost-build. A descriptor set replaces protoc.
const PROST: (&str, &str) = (
    "
[dependencies]
prost = \"0.14\"
[build-dependencies]
prost = \"0.14\"
prost-build = \"0.14\"
prost-types = \"0.14\"
",
    "\
use prost::Message;
fn main() {
    let descriptors = std::fs::read(\"NAME.descriptors\").unwrap();
    let descriptors = prost_types::FileDescriptorSet::decode(descriptors.as_slice()).unwrap();
    prost_build::Config::new().compile_fds(descriptors).unwrap();
}
",
);

/// A crate and its first builds.
struct Contender {
    name: &'static str,
    package: Package,
    rounds: Vec<Round>,
}

/// A first build.
struct Round {
    spent: Spent,
    /// CPU time of all other processes meanwhile.
    others: f64,
    units: Vec<Unit>,
}

/// Prints what the first build of both crates takes in so many rounds, one crate after the other, and then what
/// [`script`] prints.
///
/// # Errors
/// Errors of files and of cargo.
pub fn cold(rounds: usize) -> io::Result<()> {
    warn_if_busy()?;
    let mut contenders = [wireform(PROTOCOL)?, prost()?];
    for contender in &contenders {
        contender.package.write("src/lib.rs", library(contender.name))?;
        contender.package.fetch()?;
    }
    for _ in 0..rounds.max(1) {
        for contender in &mut contenders {
            let before = busy()?;
            let (spent, page) = contender.package.first_build()?;
            let others = busy()? - before - spent.processor;
            contender.rounds.push(Round { spent, others, units: timings::units(&page)? });
        }
    }
    println!("First build of `{PROTOCOL}`, in seconds. {CONDITION}\n");
    println!(
        "| | packages | lines of Rust | wall, best | CPU, best | wall, all rounds | CPU, all rounds | CPU of others |"
    );
    println!("| --- | ---: | ---: | ---: | ---: | --- | --- | --- |");
    for contender in &contenders {
        contender.print()?;
    }
    let [[wall, processor], [other_wall, other_processor]] = contenders.each_ref().map(Contender::best);
    println!("| ratio | | | {:.2} | {:.2} | | | |", wall / other_wall, processor / other_processor);
    println!("\nThe longest steps of the round with the least wall time, in seconds since its start:\n");
    println!("| | step | from | to | seconds | share of the wall time | of it the front end |");
    println!("| --- | --- | ---: | ---: | ---: | ---: | ---: |");
    contenders.iter().for_each(Contender::print_longest);
    println!();
    script()
}

/// Prints the time that an unoptimised build script takes for the longest schema.
///
/// # Errors
/// Errors of files and of cargo.
pub fn script() -> io::Result<()> {
    let name = "sauerbraten";
    let package = wireform(name)?.package;
    package.write("src/lib.rs", "")?;
    package.fetch()?;
    package.first_build()?;
    let mut runs = (0..RUNS).map(|_| package.run_build_script()).collect::<io::Result<Vec<_>>>()?;
    runs.sort_by(|one, other| one.wall.total_cmp(&other.wall));
    let (best, median) = (runs[0], runs[RUNS / 2]);
    println!("The build script of `{name}`, unoptimised, {RUNS} runs, in seconds. {CONDITION}\n");
    println!("| | wall | CPU |");
    println!("| --- | ---: | ---: |");
    for (name, run) in [("best", best), ("median", median)] {
        println!("| {name} | {:.3} | {:.2} |", run.wall, run.processor);
    }
    Ok(())
}

impl Contender {
    fn new(
        name: &'static str,
        package: &str,
        (dependencies, script): (&str, &str),
        protocol: &str,
    ) -> io::Result<Self> {
        let package = Package::new(package, dependencies)?;
        package.write("build.rs", script.replace("NAME", protocol))?;
        Ok(Self { name, package, rounds: Vec::new() })
    }

    /// Least wall time and least processor time, each of any round.
    fn best(&self) -> [f64; 2] {
        let least = |seconds: fn(&Round) -> f64| self.rounds.iter().map(seconds).fold(f64::INFINITY, f64::min);
        [least(|round| round.spent.wall), least(|round| round.spent.processor)]
    }

    fn print(&self) -> io::Result<()> {
        let [wall, processor] = self.best();
        let all = |seconds: fn(&Round) -> f64| {
            let all = self.rounds.iter().map(|round| format!("{:.2}", seconds(round)));
            all.collect::<Vec<_>>().join(", ")
        };
        let (walls, processors) = (all(|round| round.spent.wall), all(|round| round.spent.processor));
        let others = all(|round| round.others);
        let packages = self.rounds.first().map_or(0, |round| timings::packages(&round.units));
        let lines = self.package.generated(&format!("{PROTOCOL}.rs"))?.lines().count();
        let name = self.name;
        println!("| {name} | {packages} | {lines} | {wall:.2} | {processor:.2} | {walls} | {processors} | {others} |");
        Ok(())
    }

    fn print_longest(&self) {
        let best = self.rounds.iter().min_by(|one, other| one.spent.wall.total_cmp(&other.spent.wall));
        let Some(Round { spent, units, .. }) = best else { return };
        let mut longest: Vec<&Unit> = units.iter().collect();
        longest.sort_by(|one, other| other.seconds.total_cmp(&one.seconds));
        longest.truncate(LONGEST);
        longest.sort_by(|one, other| one.start.total_cmp(&other.start));
        for unit in longest {
            let (from, to, seconds) = (unit.start, unit.start + unit.seconds, unit.seconds);
            let share = 100.0 * seconds / spent.wall;
            let front_end = unit.front_end.map_or("-".to_owned(), |seconds| format!("{seconds:.2}"));
            println!(
                "| {} | {} | {from:.2} | {to:.2} | {seconds:.2} | {share:.0} % | {front_end} |",
                self.name, unit.name
            );
        }
    }
}

/// The crate that compiles a schema of this repository.
fn wireform(protocol: &str) -> io::Result<Contender> {
    let contender = Contender::new("wireform", &format!("cold_wireform_{protocol}"), WIREFORM, protocol)?;
    let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../../schema/{protocol}.wire"));
    contender.package.write(&format!("schema/{protocol}.wire"), &fs::read_to_string(schema)?)?;
    Ok(contender)
}

fn prost() -> io::Result<Contender> {
    let contender = Contender::new("prost-build", "cold_prost", PROST, PROTOCOL)?;
    contender
        .package
        .write(&format!("{PROTOCOL}.descriptors"), descriptors::encoded(include_str!("cold/rcce2.proto"))?)?;
    Ok(contender)
}

/// The root of a crate that includes its generated code.
fn library(name: &str) -> String {
    match name {
        "wireform" => format!("wireform::include_schema!(pub mod {PROTOCOL});\n"),
        _ => format!("pub mod {PROTOCOL} {{ include!(concat!(env!(\"OUT_DIR\"), \"/{PROTOCOL}.rs\")); }}\n"),
    }
}

/// Processor time of the whole machine since it started, in seconds.
fn busy() -> io::Result<f64> {
    let text = fs::read_to_string("/proc/stat")?;
    let fields = text.lines().next().unwrap_or_default().split_whitespace().skip(1).zip(0..8);
    // Hundredths of a second: user, nice, system, idle, waiting, interrupts of two kinds, stolen by other machines.
    let busy = fields.filter(|(_, field)| ![3, 4].contains(field));
    let hundredths: f64 = busy.filter_map(|(field, _)| field.parse::<f64>().ok()).sum();
    Ok(hundredths / 100.0)
}

/// Warns where other work distorts the figures.
fn warn_if_busy() -> io::Result<()> {
    let text = fs::read_to_string("/proc/loadavg")?;
    let load = text.split(' ').next().and_then(|load| load.parse().ok()).unwrap_or(f64::INFINITY);
    if load > IDLE {
        eprintln!(
            "warning: the load average is {load:.2}, so the machine is not idle: take the figures as provisional. (If this \
             program has just been compiled, that was the load: wait a minute.)"
        );
    }
    Ok(())
}
