//! Whether something takes as long as there is much of it, on a machine that has other work as well.

use std::time::{Duration, Instant};

/// At most so many times as long may twice as much take. What is quadratic takes four times.
const MOST: f64 = 3.2;

/// That twice as much takes about twice as long. Both are measured in turns, and the best of each counts: other work only
/// makes a turn longer.
pub fn is_linear<T>(what: &str, much: usize, made: impl Fn(usize) -> T, run: impl Fn(&T)) {
    let all = [made(much), made(2 * much)];
    let mut best = [Duration::MAX; 2];
    for turn in 1..=20 {
        for (one, best) in all.iter().zip(&mut best) {
            let start = Instant::now();
            run(one);
            *best = start.elapsed().min(*best);
        }
        // What takes next to no time is as long as the clock says.
        let [once, twice] = best.map(|best| best.as_secs_f64().max(1e-5));
        if turn >= 3 && twice < MOST * once {
            return;
        }
    }
    panic!("{what}: {much} take {:?}, twice as many {:?}", best[0], best[1]);
}
