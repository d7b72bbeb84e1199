//! `into_owned`, whether or not messages of a stream inside of a value may be malformed.

use wireform::Error;

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
