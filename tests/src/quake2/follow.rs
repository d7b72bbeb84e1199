//! A recording, followed as the game's client does: each frame is a difference from one before it.

use std::collections::BTreeMap;

use wireform_tests::quake2::{Entity, EntityDelta, PlayerState, ToClientView};

/// What a client knows when a frame is complete.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Frame {
    pub number: i32,
    pub player: PlayerState,
    pub entities: BTreeMap<i16, Entity>,
}

/// What it knows besides.
#[derive(Debug, Default)]
pub struct Follower {
    baselines: BTreeMap<i16, Entity>,
    frames: BTreeMap<i32, Frame>,
    /// What the frame that is being told is a difference from.
    base: Frame,
    frame: Frame,
}

impl Follower {
    /// Hears a message; gives a frame that is complete with it.
    pub fn hear(&mut self, message: &ToClientView<'_>) -> Option<&Frame> {
        match message {
            ToClientView::SpawnBaseline(baseline) => {
                let update = baseline.entity().to_value();
                let state = update.state.expect("nobody is gone in the beginning");
                self.baselines.insert(update.number, state.resolve(&Entity::default()));
            }
            ToClientView::Frame(frame) => {
                self.base = self.frames.get(&frame.delta_number()).cloned().unwrap_or_default();
                assert!(frame.delta_number() <= 0 || self.base.number == frame.delta_number(), "a frame is known");
                self.frame = Frame { number: frame.number(), ..Frame::default() };
            }
            ToClientView::PlayerInfo(info) => {
                self.frame.player = info.player().to_value().resolve(&self.base.player);
            }
            ToClientView::PacketEntities(packet) => {
                // What is not mentioned changes too: what happened once is over.
                let nothing = EntityDelta::default();
                let unchanged = self.base.entities.iter().map(|(number, base)| (*number, nothing.resolve(base)));
                self.frame.entities = unchanged.collect();
                for update in packet.entities() {
                    match update.state {
                        Some(state) => {
                            let base = self.base.entities.get(&update.number);
                            let base = base.or_else(|| self.baselines.get(&update.number)).copied().unwrap_or_default();
                            self.frame.entities.insert(update.number, state.resolve(&base));
                        }
                        None => assert!(self.frame.entities.remove(&update.number).is_some(), "it was there"),
                    }
                }
                return Some(self.frames.entry(self.frame.number).insert_entry(self.frame.clone()).into_mut());
            }
            _ => {}
        }
        None
    }
}
