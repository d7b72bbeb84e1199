//! Whether something takes as long as there is much of it, on a machine that has other work as well.

use std::time::{Duration, Instant};

/// At most so many times as long may four times as much take. What is quadratic takes sixteen times.
const MOST: f64 = 8.;

/// So often it is tried on a machine that is busy; on one that is not, the first few turns say it.
const TURNS: usize = 100;

/// That four times as much takes about four times as long. Both are measured in turns, and the best of each counts: other
/// work only makes a turn longer.
pub fn is_linear<T>(what: &str, much: usize, made: impl Fn(usize) -> T, run: impl Fn(&T)) {
    let all = [made(much), made(4 * much)];
    let mut best = [Duration::MAX; 2];
    for turn in 1..=TURNS {
        for (one, best) in all.iter().zip(&mut best) {
            let start = Instant::now();
            run(one);
            *best = start.elapsed().min(*best);
        }
        // What takes next to no time is as long as the clock says.
        let [once, more] = best.map(|best| best.as_secs_f64().max(1e-5));
        if turn >= 3 && more < MOST * once {
            return;
        }
    }
    panic!("{what}: {much} take {:?}, four times as many {:?}", best[0], best[1]);
}
