//! The clock. All contenders run in turns, in another order each round, so that what disturbs one disturbs all. It runs
//! only while this thread does.

use std::hint::black_box;
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

use crate::contender::Contender;
use crate::rng::Rng;

/// At least as long as this is measured at once.
const SAMPLE: Duration = Duration::from_micros(1500);

/// Nanoseconds for a packet.
#[derive(Debug, Clone, Copy)]
pub struct Nanoseconds {
    /// Of half the samples no more.
    pub median: f64,
    /// The shortest sample: what nothing disturbed.
    pub least: f64,
}

/// Measures each contender in that many rounds.
pub fn time(contenders: &[Contender], rounds: usize) -> Vec<Nanoseconds> {
    let passes: Vec<u32> = contenders.iter().map(passes).collect();
    let mut samples = vec![Vec::new(); contenders.len()];
    let mut order: Vec<usize> = (0..contenders.len()).collect();
    let mut rng = Rng::new(u64::from(std::process::id()));
    for _ in 0..rounds {
        for index in (1..order.len()).rev() {
            order.swap(index, rng.below(index as u32 + 1) as usize);
        }
        for &index in &order {
            let contender = &contenders[index];
            // The caches are filled by whom they are for.
            black_box((contender.run)());
            let taken = run(contender, passes[index]);
            samples[index].push(taken.as_nanos() as f64 / (f64::from(passes[index]) * contender.packets as f64));
        }
    }
    samples.into_iter().map(summary).collect()
}

fn run(contender: &Contender, passes: u32) -> Duration {
    let start = now();
    for _ in 0..passes {
        black_box((contender.run)());
    }
    now().saturating_sub(start)
}

/// What this thread has had of a processor.
fn now() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}

/// How often all packets must be done for one sample.
fn passes(contender: &Contender) -> u32 {
    run(contender, 1);
    let once = run(contender, 1).as_nanos().max(1);
    SAMPLE.as_nanos().div_ceil(once).min(2000) as u32
}

fn summary(mut samples: Vec<f64>) -> Nanoseconds {
    samples.sort_by(f64::total_cmp);
    Nanoseconds { median: samples[samples.len() / 2], least: samples[0] }
}
