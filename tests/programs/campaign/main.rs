//! A campaign: mutated packets against generated readers and writers, millions a second. The page of
//! [all tests](../../README.md#campaigns) says what it proves.
#![deny(clippy::pedantic)]

#[path = "../../../codegen/tests/support/beside.rs"]
mod beside;
mod law;
#[path = "../../src/laws/lossless.rs"]
mod lossless;
mod mutate;
#[path = "../../../codegen/tests/support/random.rs"]
#[expect(clippy::cast_possible_truncation, reason = "it is the compiler's")]
mod random;
mod run;
mod seeds;
mod subject;
mod tally;
mod targets;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;

use subject::Subject;
use tally::{HEAD, Tally};
use targets::TARGETS;

const USAGE: &str = "\
.ci/campaign [--packets 1e8] [--seed N] [--threads N] [--family NAME]
.ci/campaign --family NAME --known N --packet HEX";

/// The command line.
struct Options {
    packets: u64,
    seed: u64,
    threads: usize,
    /// A part of the names of those that are meant; an empty one means all.
    family: String,
    /// One packet in place of many.
    packet: Option<Vec<u8>>,
    /// The number that its parameters are made of.
    known: u64,
}

impl Options {
    fn new(mut words: impl Iterator<Item = String>) -> Option<Self> {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let mut options = Self { packets: 10_000_000, seed: 1, threads, family: String::new(), packet: None, known: 0 };
        while let Some(name) = words.next() {
            let word = words.next()?;
            match name.as_str() {
                "--packets" => options.packets = number(&word)?,
                "--seed" => options.seed = number(&word)?,
                "--threads" => options.threads = word.parse().ok()?,
                "--family" => options.family = word,
                "--known" => options.known = number(&word)?,
                "--packet" => (options.packet, options.packets) = (Some(seeds::bytes(&word)?), 1),
                _ => return None,
            }
        }
        Some(options)
    }
}

/// `100`, or `1e2`.
fn number(word: &str) -> Option<u64> {
    let (digits, zeros) = word.split_once('e').unwrap_or((word, "0"));
    digits.parse::<u64>().ok()?.checked_mul(10_u64.checked_pow(zeros.parse().ok()?)?)
}

fn main() -> ExitCode {
    let options = Options::new(std::env::args().skip(1));
    match options.ok_or(USAGE.to_owned()).and_then(|options| campaign(&options)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Does it, and tells what came of it.
fn campaign(options: &Options) -> Result<(), String> {
    run::tell_of_panics();
    let mut schemas = BTreeMap::new();
    let meant = || TARGETS.iter().filter(|target| target.is(&options.family));
    for name in meant().map(|target| target.schema) {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../schema/{name}.wire"));
        schemas.insert(name, wireform_build::load(path).map_err(|failure| failure.render(false))?.schema);
    }
    let subjects: Result<Vec<Subject>, String> =
        meant().filter_map(|target| Some(Subject::new(target, schemas.get(target.schema)?))).collect();
    let subjects = subjects?;
    if subjects.is_empty() {
        return Err(format!("there is no family {}", options.family));
    }
    println!("{HEAD}");
    let (mut all, mut idle) = (Tally::default(), 0);
    for (subject, tally) in subjects.iter().zip(run::all(&subjects, options)) {
        let name = subject.target.name();
        println!("{}", tally.row(&name, subject.seeds.len()));
        tally.found().for_each(|found| eprintln!("{name}: {found}"));
        // A family without such packets proves nothing.
        if options.packet.is_none() && tally.same == 0 {
            eprintln!("{name}: no packet is read and written");
            idle += 1;
        }
        all.add(tally);
    }
    println!("{}", all.row("all", subjects.iter().map(|subject| subject.seeds.len()).sum()));
    let Tally { packets, read, interpreted, broken, .. } = all;
    println!(
        "{packets} packets by seed {}: {read} were read, the interpreter saw {interpreted}, {broken} break a law",
        options.seed
    );
    if broken + idle == 0 { Ok(()) } else { Err("the campaign failed".to_owned()) }
}
