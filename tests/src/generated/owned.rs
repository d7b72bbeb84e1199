//! Owned values of whatever is read: what they lend is what they are made of, and so is what serde makes of their JSON.

use std::cell::Cell;
use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;
use wireform::Error;
use wireform_build::interpret::Value;

use crate::show;

thread_local! {
    static KEPT: Cell<usize> = const { Cell::new(0) };
}

/// How many values this thread has kept.
pub fn count() -> usize {
    KEPT.get()
}

/// Compares what an owned value lends with what it is made of, and counts it. The value that serde reads from its JSON lends
/// the same. Gives the JSON.
pub fn kept<T>(owned: &T, lend: impl Fn(&T) -> Value, of: Value) -> Json
where
    T: Debug + Send + Sync + Serialize + DeserializeOwned + 'static,
{
    let of = show::plain(of);
    assert_eq!(show::plain(lend(owned)), of, "{owned:?}");
    let json = serde_json::to_value(owned).expect("an owned value is JSON");
    let again = T::deserialize(&json).unwrap_or_else(|error| panic!("{error}: {json}"));
    assert_eq!(show::plain(lend(&again)), of, "{json}");
    KEPT.set(KEPT.get() + 1);
    json
}

/// The result of `into_owned`: an owned value, or where messages inside may be malformed a result.
pub struct MadeOf<T>(pub T);

impl<T> MadeOf<Result<T, Error>> {
    pub fn result(self) -> Result<T, Error> {
        self.0
    }
}

/// The other case: found where the first is not.
pub trait Itself<T>: Sized {
    fn result(self) -> Result<T, Error>;
}

impl<T> Itself<T> for MadeOf<T> {
    fn result(self) -> Result<T, Error> {
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
