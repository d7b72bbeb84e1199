//! A command as most libraries see it: fields that may be there. What they stand for is left to their user.

use super::moves::{Command, Move};

/// What stands on the wire behind the mask.
#[derive(Debug, Clone, Copy, Default)]
pub struct Delta {
    pub words: [Option<i16>; 6],
    pub buttons: Option<u8>,
    pub impulse: Option<u8>,
    pub msec: u8,
    pub light_level: u8,
}

impl Delta {
    /// The command, if it follows `base`.
    #[inline(always)]
    pub fn resolve(&self, base: &Command) -> Command {
        let mut words = base.words;
        for (word, new) in words.iter_mut().zip(self.words) {
            *word = new.unwrap_or(*word);
        }
        Command {
            words,
            buttons: self.buttons.unwrap_or(base.buttons),
            impulse: self.impulse.unwrap_or(base.impulse),
            msec: self.msec,
            light_level: self.light_level,
        }
    }

    /// What of a command is new.
    #[inline(always)]
    pub fn new(command: &Command, base: &Command) -> Self {
        let mut words = [None; 6];
        for ((word, new), old) in words.iter_mut().zip(command.words).zip(base.words) {
            *word = (new != old).then_some(new);
        }
        Self {
            words,
            buttons: (command.buttons != base.buttons).then_some(command.buttons),
            impulse: (command.impulse != base.impulse).then_some(command.impulse),
            msec: command.msec,
            light_level: command.light_level,
        }
    }

    /// All three of a packet.
    #[inline(always)]
    pub fn all(moves: &Move) -> [Self; 3] {
        let [oldest, previous, newest] = &moves.commands;
        [Self::new(oldest, &Command::default()), Self::new(previous, oldest), Self::new(newest, previous)]
    }

    /// The packet of which these are the commands.
    #[inline(always)]
    pub fn resolve_all(checksum: u8, last_frame: i32, [oldest, previous, newest]: [Self; 3]) -> Move {
        let oldest = oldest.resolve(&Command::default());
        let previous = previous.resolve(&oldest);
        let newest = newest.resolve(&previous);
        Move { checksum, last_frame, commands: [oldest, previous, newest] }
    }

    /// Which fields are there.
    #[inline(always)]
    pub fn mask(&self) -> u8 {
        let words = self.words.iter().enumerate().fold(0, |mask, (bit, word)| mask | u8::from(word.is_some()) << bit);
        words | u8::from(self.buttons.is_some()) << 6 | u8::from(self.impulse.is_some()) << 7
    }
}
