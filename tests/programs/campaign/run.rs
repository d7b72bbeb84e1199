//! Throws packets, on all threads, in pieces that are the same however many there are.

use std::cell::RefCell;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use crate::Options;
use crate::law::{Broken, Buffers, Outcome, buffers, hex};
use crate::mutate;
use crate::random::Random;
use crate::subject::Subject;
use crate::tally::Tally;
use crate::targets::Target;

/// So many packets of a target have one sequence of random numbers.
const PIECE: u64 = 1 << 15;

/// The interpreter sees the first so many packets of each target that are written otherwise, or not at all, and later one in so
/// many; and one in so many of all others.
const FIRST: u64 = 3000;
const THEN: usize = 1000;
const OTHERS: usize = 4000;

/// All laws are tried on one in so many packets; on those that differ always.
const THOROUGH: usize = 16;

/// The packet that is tried.
struct Case {
    target: Option<&'static Target>,
    known: u64,
    bytes: Vec<u8>,
}

thread_local! {
    static CASE: RefCell<Case> = const { RefCell::new(Case { target: None, known: 0, bytes: Vec::new() }) };
}

impl Case {
    /// The command that tries it again.
    fn command(&self) -> String {
        let name = self.target.map(Target::name).unwrap_or_default();
        format!(".ci/campaign --family {name} --known {} --packet '{}'", self.known, hex(&self.bytes))
    }
}

/// Keeps a packet that is tried by somebody else.
pub fn remember(target: &'static Target, known: u64, bytes: &[u8]) {
    CASE.set(Case { target: Some(target), known, bytes: bytes.to_vec() });
}

/// A panic tells its packet before it ends everything.
pub fn tell_of_panics() {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        before(panic);
        CASE.with(|case| case.try_borrow().iter().for_each(|case| eprintln!("{}", case.command())));
        std::process::abort();
    }));
}

/// Throws so many packets as there should be, as many at each subject; tells what became of them, in the order of the subjects.
pub fn all(subjects: &[Subject<'_>], options: &Options) -> Vec<Tally> {
    let each = options.packets.div_ceil(subjects.len().max(1) as u64);
    let next = AtomicUsize::new(0);
    let work = || {
        let (mut done, mut buffers) = (Vec::new(), buffers());
        loop {
            let turn = next.fetch_add(1, Ordering::Relaxed);
            let piece = (turn / subjects.len()) as u64;
            let count = each.saturating_sub(piece.saturating_mul(PIECE)).min(PIECE);
            match subjects.get(turn % subjects.len()) {
                Some(subject) if count > 0 => {
                    done.push((turn, throw(subject, options, piece, count, &mut buffers)));
                }
                _ => return done,
            }
        }
    };
    let mut done = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..options.threads.max(1)).map(|_| scope.spawn(work)).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap_or_default()).collect::<Vec<_>>()
    });
    done.sort_by_key(|(turn, _)| *turn);
    let mut tallies: Vec<Tally> = subjects.iter().map(|_| Tally::default()).collect();
    for (turn, tally) in done {
        tallies[turn % subjects.len()].add(tally);
    }
    tallies
}

/// Throws a piece of the packets at one.
fn throw(subject: &Subject<'_>, options: &Options, piece: u64, count: u64, buffers: &mut Buffers) -> Tally {
    // Names and numbers that are close to each other begin other sequences.
    let name = subject.target.name().bytes().fold(options.seed, |hash, byte| Random(hash ^ u64::from(byte)).next());
    let mut random = Random(Random(name ^ piece).next());
    let (mut tally, start) = (Tally::default(), Instant::now());
    for _ in 0..count {
        CASE.with_borrow_mut(|case| {
            case.target = Some(subject.target);
            if let Some(packet) = &options.packet {
                (case.known, case.bytes) = (options.known, packet.clone());
                return;
            }
            case.known = random.next();
            mutate::packet(&subject.seeds, &mut random, &mut case.bytes);
            if !random.one_in(8) {
                subject.target.repair(case.known, &mut case.bytes);
            }
        });
        CASE.with_borrow(|case| {
            let thorough = options.packet.is_some() || random.one_in(THOROUGH);
            let sample = |tally: &Tally, outcome| match outcome {
                _ if options.packet.is_some() => true,
                Outcome::Differs | Outcome::Unwritten(_) => {
                    piece == 0 && tally.interpreted < FIRST || random.one_in(THEN)
                }
                Outcome::Refused | Outcome::Same | Outcome::Late => random.one_in(OTHERS),
            };
            if let Err(broken) = attempt(subject, case, thorough, sample, buffers, &mut tally) {
                tally.breaks(&broken, || case.command());
            }
        });
    }
    (tally.packets, tally.time) = (count, start.elapsed());
    tally
}

/// Tries a packet, counts it, and asks the interpreter if it is one of a sample.
fn attempt(
    subject: &Subject<'_>,
    case: &Case,
    thorough: bool,
    sample: impl FnOnce(&Tally, Outcome) -> bool,
    buffers: &mut Buffers,
    tally: &mut Tally,
) -> Result<(), Broken> {
    let verdict = (subject.target.run)(case.known, &case.bytes, buffers, thorough)?;
    tally.count(verdict.outcome, || case.command());
    if sample(tally, verdict.outcome) {
        tally.interpreted += 1;
        let written = buffers[0].get(..verdict.written).unwrap_or_default();
        subject.agrees(case.known, &case.bytes, &verdict, written)?;
        if let Outcome::Differs = verdict.outcome {
            let read = case.bytes.get(..verdict.consumed).unwrap_or_default();
            tally.differs_in(subject.kinds_of(case.known, read)?);
        }
    }
    Ok(())
}
