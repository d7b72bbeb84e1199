//! Owned values of whatever is read: what they lend is what they are made of.

use std::cell::Cell;
use std::fmt::Debug;

use wireform::ParseError;
use wireform_build::interpret::Value;

use crate::show;

thread_local! {
    static KEPT: Cell<usize> = const { Cell::new(0) };
}

/// How many values this thread has kept.
pub fn count() -> usize {
    KEPT.get()
}

/// Compares what an owned value lends with what it is made of, and counts it.
pub fn kept(owned: &(impl Debug + Send + Sync + 'static), (lent, of): (Value, Value)) {
    assert_eq!(show::plain(lent), show::plain(of), "{owned:?}");
    KEPT.set(KEPT.get() + 1);
}

/// The result of `into_owned`: an owned value, or where messages inside may be malformed a result.
pub struct MadeOf<T>(pub T);

impl<T> MadeOf<Result<T, ParseError>> {
    pub fn result(self) -> Result<T, ParseError> {
        self.0
    }
}

/// The other case: found where the first is not.
pub trait Itself<T>: Sized {
    fn result(self) -> Result<T, ParseError>;
}

impl<T> Itself<T> for MadeOf<T> {
    fn result(self) -> Result<T, ParseError> {
        Ok(self.0)
    }
}

/// A type that borrows nothing, and is no message by itself, has no conversion: it is its own owned value.
pub trait Same: Copy {
    fn into_owned(self) -> Self {
        self
    }

    fn as_value(&self) -> Self {
        *self
    }
}

impl<T: Copy> Same for T {}
