//! Readers and writers allocate nothing, whatever they read: real packets, damaged ones and random values.
//!
//! Every call of generated code by the tests goes through here, so whatever another test reads or writes is counted.

use allocation_counter::measure;

/// Runs generated code, which must not allocate.
#[track_caller]
pub fn none<T>(work: impl FnOnce() -> T) -> T {
    let (mut work, mut result) = (Some(work), None);
    nothing(&mut || result = work.take().map(|work| work()));
    result.expect("it has run")
}

/// The same, compiled once for all that is measured.
#[track_caller]
fn nothing(work: &mut dyn FnMut()) {
    let allocated = measure(work);
    assert_eq!(allocated.count_total, 0, "{allocated:?}");
}

#[test]
fn they_are_counted() {
    assert_eq!(none(|| 7), 7);
    let counted = std::panic::catch_unwind(|| none(|| std::hint::black_box(Box::new(7))));
    assert!(counted.is_err(), "a box is an allocation");
}
