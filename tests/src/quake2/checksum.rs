//! The checksums of moves, as the versions of the game work them out. What of the game's tables is needed is told for each
//! move: they are not ours.

use std::cell::Cell;

use crc::{CRC_16_IBM_3740, Crc};
use md4::{Digest as _, Md4};
use wireform_build::interpret::Hooks;
use wireform_build::model::Code;
use wireform_tests::quake2::MoveChecksum;

const CRC: Crc<u16> = Crc::<u16>::new(&CRC_16_IBM_3740);

/// Which checksum.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Form {
    /// Since version 3.16, of the bytes and of four of the game's table.
    Crc([u8; 4]),
    /// Before 3.15, of the bytes and of four of the table of directions and of the datagram's number.
    Md4([u8; 4]),
    /// Nobody here can work it out: it is taken for this number.
    Told(u8),
}

impl Form {
    /// The checksum of what follows it in a move.
    pub fn of(self, covered: &[u8]) -> u8 {
        // The game looks at so many. No move has as many.
        let covered = covered.get(..60).unwrap_or(covered);
        match self {
            Self::Crc(salt) => {
                let mut crc = CRC.digest();
                crc.update(covered);
                crc.update(&salt);
                let [low, _] = crc.finalize().to_le_bytes();
                covered.iter().chain(&salt).fold(0_u8, |sum, byte| sum.wrapping_add(*byte)) ^ low
            }
            Self::Md4(salt) => {
                let digest = Md4::new().chain_update(covered).chain_update(salt).finalize();
                // The low bytes of its four words.
                digest.iter().step_by(4).fold(0, |folded, byte| folded ^ byte)
            }
            Self::Told(number) => number,
        }
    }
}

thread_local! {
    static FORM: Cell<Form> = const { Cell::new(Form::Crc(*b"salt")) };
}

/// A game, for generated code and for the interpreter.
pub struct Game;

impl Game {
    /// Does something where moves have this checksum.
    pub fn with<T>(form: Form, work: impl FnOnce() -> T) -> T {
        let before = FORM.replace(form);
        let done = work();
        FORM.set(before);
        done
    }
}

impl MoveChecksum for Game {
    fn move_checksum(&self, data: &[u8], _sequence: u32) -> u8 {
        FORM.get().of(data)
    }
}

impl Hooks for Game {
    fn number(&self, hook: &str, covered: &[u8], inputs: &[Code]) -> Option<Code> {
        let [sequence] = inputs else { return None };
        let sequence = u32::try_from(*sequence).ok()?;
        (hook == "move_checksum").then(|| Code::from(self.move_checksum(covered, sequence)))
    }
}
