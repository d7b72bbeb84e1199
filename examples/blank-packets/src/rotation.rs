//! Rotations: unit quaternions, as three of their components.

use crate::blank::v2015_11::SmallestThree;
use crate::blank::{Axis, Component};

/// The three components that are not the largest, with signs such that the largest is positive. `None` for what is no
/// unit quaternion.
#[must_use]
pub fn pack(quaternion: [f32; 4]) -> Option<SmallestThree> {
    let mut largest = 0;
    for (index, part) in quaternion.iter().enumerate() {
        if part.abs() > quaternion[largest].abs() {
            largest = index;
        }
    }
    let sign = quaternion[largest].signum();
    let mut rest = quaternion.iter().enumerate().filter(|(index, _)| *index != largest).map(|(_, part)| sign * part);
    let mut next = || Component::new(rest.next()?).ok();
    let (first, second, third) = (next()?, next()?, next()?);
    let axis = Axis::from_code(u8::try_from(largest).ok()?);
    Some(SmallestThree::default().with_first(first).with_second(second).with_third(third).with_largest(axis))
}

/// All four components.
#[must_use]
pub fn unpack(three: SmallestThree) -> [f32; 4] {
    let (a, b, c) = (three.first().get(), three.second().get(), three.third().get());
    // The schema's rule holds: the squares leave something for the fourth.
    let d = (1.0 - (a * a + b * b + c * c)).max(0.0).sqrt();
    match three.largest() {
        Axis::X => [d, a, b, c],
        Axis::Y => [a, d, b, c],
        Axis::Z => [a, b, d, c],
        Axis::W => [a, b, c, d],
    }
}
