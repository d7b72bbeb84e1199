//! Promises of every reader and writer. They are functions, since a macro holds hundreds of types to them, and rustc would
//! check each assertion as often.

use wireform::{Error, ErrorKind, Malformed};
use wireform_build::interpret::{ReadError, Value};

use super::{Refused, refusal};
use crate::show::{late, plain};

/// Refuses as a whole what is refused as the beginning of more; gives the reason.
pub fn no_whole(exact: Option<Error>, error: Error) -> ReadError {
    assert_eq!(exact.expect("what is no beginning is no whole"), error.at_the_end());
    refusal(error)
}

/// Reads as a whole what is read as the beginning of more, unless something stands behind it.
pub fn whole(exact: Result<Value, Error>, value: &Value, [consumed, len]: [usize; 2]) {
    match exact {
        Ok(exact) => {
            assert_eq!(consumed, len);
            assert_eq!(plain(exact), plain(value.clone()));
        }
        Err(error) => {
            assert_eq!(error.kind(), ErrorKind::Malformed(Malformed::Trailing));
            assert_eq!(error.offset(), Some(consumed));
        }
    }
}

/// Stands for the bytes that it has read, which are no fewer than its type announces.
pub fn beginning(view: &[u8], read: &[u8], fewest: usize) {
    assert!(read.len() >= fewest, "nothing shorter than the minimum is read");
    assert_eq!(view, read);
}

/// Writes as many bytes as its type announces.
pub fn within(written: &Result<Vec<u8>, Refused>, fewest: usize, most: usize) {
    if let Ok(written) = written {
        assert!((fewest..=most).contains(&written.len()), "{} bytes, not {fewest} to {most}", written.len());
    }
}

/// Lends from an owned value what is written as the value that it was made of.
pub fn lent(anew: &Result<Vec<u8>, Refused>, again: &Result<Vec<u8>, Refused>) {
    assert_eq!(anew, again, "what an owned value lends is written as what it is made of");
}

/// Has no owned value only where something is refused late.
pub fn is_late(value: &Value, error: &Error) {
    assert!(late(value).is_some(), "{error}");
}
