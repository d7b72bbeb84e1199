//! Recordings are compressed with gzip.

use std::io::{self, Read};

use flate2::read::GzDecoder;

/// Hours of play take some megabytes. A file that unpacks to more than this is none of the game's.
const MOST: u64 = 1 << 30;

/// Reads and unpacks a recording.
///
/// # Errors
/// Those of the reader, and bytes that are not compressed with gzip; how much could be unpacked.
pub fn unpack(file: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    match GzDecoder::new(file).take(MOST + 1).read_to_end(&mut bytes) {
        Ok(len) if u64::try_from(len).is_ok_and(|len| len <= MOST) => Ok(bytes),
        Ok(_) => Err(io::Error::new(io::ErrorKind::InvalidData, "too large for a recording")),
        Err(error) => {
            let why = format!("cannot be unpacked behind byte {}: {error}", bytes.len());
            Err(io::Error::new(error.kind(), why))
        }
    }
}
