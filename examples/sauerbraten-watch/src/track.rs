//! Where a player went: thousands of positions in a few numbers.

use std::ops::RangeInclusive;

/// A way through the map, in cubes.
#[derive(Debug, Default)]
pub struct Track {
    /// The last position, unless the next one has no way from there.
    last: Option<[f64; 3]>,
    /// The ranges that x, y and z were in.
    bounds: Option<[RangeInclusive<f64>; 3]>,
    /// How far it was, in all.
    pub length: f64,
    pub teleports: u32,
    pub jump_pads: u32,
}

impl Track {
    pub fn go(&mut self, place: [f64; 3]) {
        if let Some(last) = self.last {
            let squares = last.iter().zip(place).map(|(from, to)| (to - from).powi(2));
            self.length += squares.sum::<f64>().sqrt();
        }
        self.last = Some(place);
        let bounds = self.bounds.get_or_insert_with(|| place.map(|at| at..=at));
        for (bounds, at) in bounds.iter_mut().zip(place) {
            *bounds = bounds.start().min(at)..=bounds.end().max(at);
        }
    }

    pub fn teleport(&mut self) {
        self.teleports += 1;
        self.interrupt();
    }

    /// The next position has no way from the last one.
    pub fn interrupt(&mut self) {
        self.last = None;
    }

    /// Whether there was a position.
    pub const fn is_known(&self) -> bool {
        self.bounds.is_some()
    }

    /// The ranges that x, y and z were in.
    pub fn bounds(&self) -> impl Iterator<Item = &RangeInclusive<f64>> {
        self.bounds.iter().flatten()
    }
}
