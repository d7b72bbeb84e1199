//! A player, as far as the recording has told.

use crate::track::Track;

/// A player or bot.
#[derive(Debug, Default)]
pub struct Player {
    /// Empty as long as nobody said it.
    pub name: String,
    pub frags: i32,
    /// In the recording: those before it are not known to protocol 259.
    pub deaths: u32,
    pub track: Track,
}

impl Player {
    /// Another map began.
    pub fn start_again(&mut self) {
        *self = Self { name: std::mem::take(&mut self.name), ..Self::default() };
    }

    /// Whether there is anything to say of it.
    pub const fn took_part(&self) -> bool {
        self.track.is_known() || self.deaths > 0 || self.frags != 0
    }
}
