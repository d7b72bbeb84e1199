//! The laws: a packet that is read and written is read again to the same value, and written again to the same bytes.

use std::fmt::Debug;

use wireform::{Error, ErrorKind, Unwritable};

/// Where packets are written, once and again.
pub type Buffers = [Vec<u8>; 2];

/// No packet here becomes longer.
pub fn buffers() -> Buffers {
    [1, 2].map(|_| vec![0; 1 << 16])
}

/// The end of a packet.
#[derive(Debug, Clone, Copy)]
pub enum Outcome {
    /// It cannot be read.
    Refused,
    /// It is written as it was read.
    Same,
    /// It is written otherwise.
    Differs,
    /// It is read but for a message in a stream inside, which is refused when the stream is walked, here to write it.
    Late,
    /// It is read, and cannot be written.
    Unwritten(Error),
}

/// The end of a packet, with how many bytes were read and how many written.
pub struct Verdict {
    pub outcome: Outcome,
    pub consumed: usize,
    pub written: usize,
}

/// A law that does not hold for a packet.
pub struct Broken {
    pub law: &'static str,
    /// Both sides.
    pub says: String,
}

/// An error that says what was found.
pub fn broken<T>(law: &'static str, says: String) -> Result<T, Broken> {
    Err(Broken { law, says })
}

/// Reads a packet and writes it, with the four functions of its generated code. The laws are tried where it is written
/// otherwise, and of others if it should be `thorough`.
pub fn law<'b, V: PartialEq + Debug>(
    read: impl Fn(&'b [u8]) -> Result<(V, &'b [u8]), Error>,
    read_whole: impl Fn(&'b [u8]) -> Result<V, Error>,
    encoded_len: impl Fn(&V) -> usize,
    write: impl Fn(&V, &mut [u8]) -> Result<usize, Error>,
    bytes: &'b [u8],
    buffers: &'b mut Buffers,
    thorough: bool,
) -> Result<Verdict, Broken> {
    let Ok((value, rest)) = read(bytes) else {
        if thorough && read_whole(bytes).is_ok() {
            return broken("a whole has a beginning", "`parse` refuses what `parse_exact` reads".to_owned());
        }
        return Ok(Verdict { outcome: Outcome::Refused, consumed: 0, written: 0 });
    };
    let [first, second] = buffers;
    let consumed = bytes.len().saturating_sub(rest.len());
    let written = match write(&value, first) {
        Ok(written) => written,
        Err(error) => {
            let late = error.kind() == ErrorKind::Unwritable(Unwritable::Raw);
            let outcome = if late { Outcome::Late } else { Outcome::Unwritten(error) };
            return Ok(Verdict { outcome, consumed, written: 0 });
        }
    };
    let first: &'b [u8] = first.get(..written).unwrap_or_default();
    let same = bytes.get(..consumed) == Some(first);
    let outcome = if same { Outcome::Same } else { Outcome::Differs };
    let verdict = Verdict { outcome, consumed, written };
    if same && !thorough {
        return Ok(verdict);
    }
    if read_whole(bytes).is_ok() != rest.is_empty() {
        return broken("a whole leaves nothing", format!("`parse` leaves {} bytes, `parse_exact` not so", rest.len()));
    }
    if encoded_len(&value) != written {
        let says = format!("{} bytes are announced, {written} written", encoded_len(&value));
        return broken("what is written is as long as announced", says);
    }
    let again = match read_whole(first) {
        Ok(again) => again,
        Err(error) => return broken("what is written can be read", format!("{error}: {}", hex(first))),
    };
    if !equal(&value, &again) {
        return broken("it is read to the same value", format!("{value:?} as {}: {again:?}", hex(first)));
    }
    let second = second.get_mut(..written).unwrap_or_default();
    match write(&again, second) {
        Ok(len) if len == written && second == first => Ok(verdict),
        Ok(_) => broken("it is written to the same bytes", format!("{}, then {}", hex(first), hex(second))),
        Err(error) => broken("it is written again, in as much room", format!("{}: {error}", hex(first))),
    }
}

/// Two values are equal, or look alike: a NaN is not equal to itself.
fn equal<V: PartialEq + Debug>(one: &V, other: &V) -> bool {
    one == other || format!("{one:?}") == format!("{other:?}")
}

/// `09 1f` as `091f`.
pub fn hex(bytes: &[u8]) -> String {
    bytes
        .iter()
        .flat_map(|byte| [byte >> 4, byte & 15])
        .filter_map(|digit| char::from_digit(digit.into(), 16))
        .collect()
}
