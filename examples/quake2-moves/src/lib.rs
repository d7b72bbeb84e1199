//! The checksums of a Quake 2 client's moves.
//!
//! A client's `Move` has one byte that a server compares, so that nobody between the two changes the move. It is worked
//! out of what follows it in the message, and of four more bytes, here called salt, that the number of the datagram picks
//! from a table. The table is the game's and is not here: whoever has the game makes a function of it.
#![forbid(unsafe_code)]
#![deny(warnings, missing_docs, clippy::all, clippy::pedantic)]

// The Rust that `build.rs` made of the schema.
wireform::include_schema!(pub mod quake2);

use crc::{CRC_16_IBM_3740, Crc};
use md4::{Digest as _, Md4};
use quake2::MoveChecksum;

/// As much of a move as is looked at. None is as long.
const MOST: usize = 60;

/// The CRC with the polynomial 0x1021 that begins with 0xFFFF, in which nothing is reflected.
const CRC: Crc<u16> = Crc::<u16>::new(&CRC_16_IBM_3740);

/// Which checksum. A server has one of them, and never both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Since version 3.16.
    Crc,
    /// Of older versions. Which of them had it so is probable, and not proven.
    Md4,
}

/// What somebody has who compares and writes checksums: one of the forms, and the game's table, which gives four bytes for
/// the number of a datagram.
///
/// The schema only declares `hook move_checksum`. This is where it is something.
#[derive(Debug, Clone, Copy)]
pub struct Game<S> {
    /// Which checksum.
    pub form: Form,
    /// The four bytes. (The older form takes them as the datagram's number has made them already.)
    pub salt: S,
}

impl<S: Fn(u32) -> [u8; 4]> MoveChecksum for Game<S> {
    fn move_checksum(&self, data: &[u8], sequence: u32) -> u8 {
        let data = data.get(..MOST).unwrap_or(data);
        let salt = (self.salt)(sequence);
        match self.form {
            Form::Crc => {
                let mut crc = CRC.digest();
                crc.update(data);
                crc.update(&salt);
                let [low, _] = crc.finalize().to_le_bytes();
                low ^ data.iter().chain(&salt).fold(0_u8, |sum, byte| sum.wrapping_add(*byte))
            }
            Form::Md4 => {
                let digest = Md4::new().chain_update(data).chain_update(salt).finalize();
                // The low bytes of its four words.
                digest.iter().step_by(4).fold(0, |folded, byte| folded ^ byte)
            }
        }
    }
}
