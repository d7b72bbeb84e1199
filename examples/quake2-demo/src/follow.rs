//! What a client knows: each frame is a difference from one before it.

use std::collections::BTreeMap;

use crate::level::Level;
use crate::quake2::to_client::{
    ConfigStringView, FrameView, PacketEntities, PacketEntitiesView, PlayerInfoView, SpawnBaselineView,
};
use crate::quake2::{Entity, EntityDelta, EntityUpdate, PlayerState, ServerDataView, ToClientHandler, ToClientView};
use wireform::Error;

/// So many frames back a server may refer.
const KEPT: i32 = 16;

/// What there is to see at one moment.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Frame {
    /// Its number. There are ten in a second.
    pub number: i32,
    /// Who sees it.
    pub player: PlayerState,
    /// All else, by number.
    pub entities: BTreeMap<i16, Entity>,
}

/// Takes messages and follows the frames.
#[derive(Debug, Default)]
pub struct Follower {
    baselines: BTreeMap<i16, Entity>,
    frames: BTreeMap<i32, Frame>,
    /// What the frame that is being told is a difference from; `None` if that was never seen, so that nothing can be made
    /// of the frame.
    base: Option<Frame>,
    frame: Frame,
    levels: Vec<Level>,
    messages: usize,
}

impl Follower {
    /// The levels so far.
    #[must_use]
    pub fn levels(&self) -> &[Level] {
        &self.levels
    }

    /// How many messages were handed over.
    #[must_use]
    pub const fn messages(&self) -> usize {
        self.messages
    }

    /// The last part of a frame.
    fn entities(&mut self, told: &PacketEntities<'_>) {
        let (Some(base), Some(level)) = (self.base.take(), self.levels.last_mut()) else { return };
        // What is not mentioned is where it was, and its event is over.
        let nothing = EntityDelta::default();
        let unchanged = base.entities.iter().map(|(number, entity)| (*number, nothing.resolve(entity)));
        self.frame.entities = unchanged.collect();
        for EntityUpdate { number, state } in told.entities {
            match state {
                Some(state) => {
                    let before = base.entities.get(&number).or_else(|| self.baselines.get(&number));
                    self.frame.entities.insert(number, state.resolve(&before.copied().unwrap_or_default()));
                }
                None => drop(self.frame.entities.remove(&number)),
            }
        }
        level.frame(&self.frame, told.entities.len());
        let oldest = self.frame.number.saturating_sub(KEPT);
        self.frames.retain(|number, _| *number > oldest);
        self.frames.insert(self.frame.number, self.frame.clone());
    }
}

/// Messages that do not matter here go to `other`, and are counted only.
impl ToClientHandler<'_> for Follower {
    type Error = Error;

    fn other(&mut self, _message: ToClientView<'_>) -> Result<(), Error> {
        self.messages += 1;
        Ok(())
    }

    fn server_data(&mut self, data: ServerDataView<'_>) -> Result<(), Error> {
        let (levels, messages) = (std::mem::take(&mut self.levels), self.messages + 1);
        *self = Self { levels, messages, ..Self::default() };
        self.levels.push(Level::new(&data));
        Ok(())
    }

    fn config_string(&mut self, text: ConfigStringView<'_>) -> Result<(), Error> {
        self.messages += 1;
        if let Some(level) = self.levels.last_mut() {
            level.config(text.index(), text.text());
        }
        Ok(())
    }

    fn spawn_baseline(&mut self, baseline: SpawnBaselineView<'_>) -> Result<(), Error> {
        self.messages += 1;
        let EntityUpdate { number, state } = baseline.entity().to_value();
        let state = state.unwrap_or_default().resolve(&Entity::default());
        self.baselines.insert(number, state);
        Ok(())
    }

    fn frame(&mut self, frame: FrameView<'_>) -> Result<(), Error> {
        self.messages += 1;
        let base = frame.delta_number();
        self.base = if base > 0 { self.frames.get(&base).cloned() } else { Some(Frame::default()) };
        self.frame = Frame { number: frame.number(), ..Frame::default() };
        Ok(())
    }

    fn player_info(&mut self, info: PlayerInfoView<'_>) -> Result<(), Error> {
        self.messages += 1;
        if let Some(base) = &self.base {
            self.frame.player = info.player().to_value().resolve(&base.player);
        }
        Ok(())
    }

    fn packet_entities(&mut self, entities: PacketEntitiesView<'_>) -> Result<(), Error> {
        self.messages += 1;
        self.entities(&entities.to_value());
        Ok(())
    }
}
