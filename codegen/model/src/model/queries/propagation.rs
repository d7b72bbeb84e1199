//! Propagation of session state: the values that a field needs, and the wires with updates visible after their record.

use crate::model::{Check, Field, Input, Item, Presence, Rule, Says, SessionId, Wire};

impl Field {
    /// The session values in the field's presence condition.
    pub fn condition_needs(&self) -> Vec<SessionId> {
        match &self.presence {
            Presence::When { test, .. } => of_session(test.inputs()),
            Presence::Chosen { .. } => of_session(self.said(|says| says == Says::Width)),
            Presence::Always | Presence::Left { .. } => Vec::new(),
        }
    }

    /// The session values in the field's rule, tags or extent, which must be known if the field is present. (Nested
    /// fields have needs of their own.)
    pub fn needs(&self) -> Vec<SessionId> {
        let mut found = Vec::new();
        if let Some(Rule { check: Check::Test(test), .. }) = &self.rule {
            found.extend(test.inputs());
        }
        // The tags of a chosen width may decide the presence.
        let is_there = matches!(self.presence, Presence::Chosen { .. });
        found.extend(self.said(|says| says != Says::Argument && !(is_there && says == Says::Width)));
        of_session(found)
    }

    fn said(&self, wanted: impl Fn(Says) -> bool) -> Vec<Input> {
        self.wire.inputs().into_iter().filter(|(says, _)| wanted(*says)).map(|(_, input)| input).collect()
    }
}

impl Wire {
    /// Whether the session updates of nested messages are visible after a record in a list. They are for streams and
    /// for containers of streams, but not for single messages or other lists of messages.
    pub fn tells(&self) -> bool {
        self.stream().is_some() || !matches!(self, Self::Family { .. } | Self::List { item: Item::Family { .. }, .. })
    }
}

fn of_session(inputs: Vec<Input>) -> Vec<SessionId> {
    let mut found: Vec<SessionId> = inputs.into_iter().filter_map(Input::session).collect();
    found.sort_unstable();
    found.dedup();
    found
}
