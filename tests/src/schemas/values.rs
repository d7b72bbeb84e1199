//! Random plain values of a model. Most can be written; those that cannot are refused by both.

use wireform_build::interpret::{Target, Value};
use wireform_build::model::{self, Code, FamilyId, Field, Interval, Item, Protocol, Record, SessionId, SessionValues};
use wireform_cli::diff::packets::{Chance, Maker};

use super::Known;
use super::dice::Dice;

/// The most records and elements of a value.
const ROOM: usize = 60;

/// Values of one protocol.
pub struct Values<'p> {
    pub protocol: &'p Protocol,
    /// It decides about all values.
    pub dice: Dice,
    maker: Maker<'p>,
}

impl<'p> Values<'p> {
    pub fn new(protocol: &'p Protocol, seed: u64) -> Self {
        Self { protocol, dice: Dice::new(seed), maker: Maker::plain(protocol, Chance::new(seed)) }
    }

    /// The maker, for one more value.
    fn maker(&mut self) -> &mut Maker<'p> {
        self.maker.chance = Chance::new(self.dice.next());
        self.maker.room = ROOM;
        &mut self.maker
    }

    pub fn of(&mut self, target: Target, params: &[Code]) -> Value {
        self.maker().target(target, params)
    }

    /// Numbers for parameters, and what the session has said.
    pub fn known(&mut self, params: &[model::Param]) -> Known {
        let protocol = self.protocol;
        let params = params.iter().map(|param| self.maker().of_kind(protocol, param.kind)).collect();
        let mut session = SessionValues::default();
        for (id, one) in protocol.sessions.iter().enumerate() {
            if self.dice.percent(85) {
                session.set(SessionId(id), Some(self.maker().of_kind(protocol, one.kind)));
            }
        }
        self.maker.session = session.clone();
        Known { params, session }
    }

    pub fn member(&mut self, id: FamilyId, params: &[Code]) -> Value {
        self.maker().member(id, params)
    }

    pub fn field(&mut self, record: &Record, field: &Field, params: &[Code], whole: bool) -> Value {
        self.maker().field(record, field, params, whole)
    }

    pub fn item(&mut self, item: &Item, params: &[Code]) -> Value {
        self.maker().item(item, params)
    }

    pub fn number(&mut self, kind: model::Value, interval: Interval) -> Value {
        self.maker().number(kind, interval)
    }
}
