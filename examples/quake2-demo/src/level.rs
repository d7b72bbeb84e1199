//! What is told of a level: its name, its players, and how much was seen in each second.

use std::collections::BTreeMap;
use std::fmt::Display;

use crate::follow::Frame;
use crate::quake2::ServerDataView;

/// The numbers of texts: the level's file, and the first player's name.
const MAP: i16 = 33;
const NAMES: i16 = 1312;
/// The model of players, whose name is in the low byte of their skin.
const PLAYER: u8 = 255;
/// Frames in a second.
const RATE: i32 = 10;

/// A level, while it was played.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Level {
    /// What it is called.
    pub name: String,
    /// Its file.
    pub map: String,
    /// A modification's folder, or nothing.
    pub game: String,
    /// The protocol.
    pub protocol: i32,
    /// Whoever has a name.
    pub players: BTreeMap<u8, Player>,
    /// Who recorded it.
    pub recorder: Option<u8>,
    /// How many frames.
    pub frames: usize,
    /// How many changes of entities were told.
    pub updates: usize,
    /// How many entities were seen at most.
    pub most: usize,
    /// The numbers of the first and of the last frame.
    span: Option<[i32; 2]>,
    /// Frames and entities in them, of each second.
    seconds: Vec<[u32; 2]>,
}

/// A player of a level.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Player {
    /// The name that was told last.
    pub name: String,
    /// Of the model.
    pub skin: String,
    /// In how many frames the player was seen.
    pub seen: usize,
}

impl Level {
    pub(crate) fn new(data: &ServerDataView<'_>) -> Self {
        Self {
            name: plain(data.level()),
            game: plain(data.game()),
            protocol: data.protocol(),
            recorder: u8::try_from(data.player()).ok(),
            ..Self::default()
        }
    }

    /// A text was told.
    pub(crate) fn config(&mut self, index: i16, text: impl Display) {
        let text = plain(text);
        if index == MAP {
            self.map = text;
            return;
        }
        let Some(player) = index.checked_sub(NAMES).and_then(|player| u8::try_from(player).ok()) else { return };
        let (name, skin) = text.split_once('\\').unwrap_or((&text, ""));
        // Who leaves has no name any more, but had one.
        if !name.is_empty() {
            let player = self.players.entry(player).or_default();
            (player.name, player.skin) = (name.to_owned(), skin.to_owned());
        }
    }

    /// A frame was told, with so many changes of entities.
    pub(crate) fn frame(&mut self, frame: &Frame, updates: usize) {
        let [first, _] = *self.span.get_or_insert([frame.number; 2]);
        self.span = Some([first, frame.number]);
        self.frames += 1;
        self.updates += updates;
        self.most = self.most.max(frame.entities.len());
        let second = usize::try_from(frame.number.saturating_sub(first) / RATE).unwrap_or(0);
        // A server that left out more than an hour did not: the number is wrong.
        if second < self.seconds.len().saturating_add(3600) {
            if self.seconds.len() <= second {
                self.seconds.resize(second.saturating_add(1), [0; 2]);
            }
            if let Some([frames, entities]) = self.seconds.get_mut(second) {
                *frames = frames.saturating_add(1);
                *entities = entities.saturating_add(u32::try_from(frame.entities.len()).unwrap_or(u32::MAX));
            }
        }
        for (number, player) in &mut self.players {
            let here = |skin: i32| u8::try_from(skin & 0xFF).is_ok_and(|skin| skin == *number);
            let seen = frame.entities.values().any(|entity| entity.model == PLAYER && here(entity.skin));
            player.seen += usize::from(seen || self.recorder == Some(*number));
        }
    }

    /// How long it was played, in seconds.
    #[must_use]
    pub fn duration(&self) -> f64 {
        self.span.map_or(0.0, |[first, last]| f64::from(last.saturating_sub(first).saturating_add(1)) / f64::from(RATE))
    }

    /// How many entities there were to see, second by second.
    #[must_use]
    pub fn entities(&self) -> Vec<f64> {
        let mean = |[frames, entities]: &[u32; 2]| f64::from(*entities) / f64::from((*frames).max(1));
        self.seconds.iter().map(mean).collect()
    }
}

/// Text as a terminal may show it: letters from 128 on are the game's own, mostly others again in another colour.
fn plain(text: impl Display) -> String {
    let text = text.to_string();
    let letters = text.chars().filter_map(|letter| u8::try_from(letter).ok()).map(|letter| char::from(letter & 0x7F));
    letters.filter(|letter| !letter.is_control()).collect()
}
