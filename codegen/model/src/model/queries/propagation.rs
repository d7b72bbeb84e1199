//! Propagation of session state: the values that a field needs, and the wires whose updates are known after their record.

use crate::model::{Check, Field, Input, Item, Presence, Rule, Says, SessionId, Wire};

impl Field {
    /// The session's values that say whether the field is there.
    pub fn condition_needs(&self) -> Vec<SessionId> {
        match &self.presence {
            Presence::When { test, .. } => of_session(test.inputs()),
            Presence::Chosen { .. } => of_session(self.said(|says| says == Says::Width)),
            Presence::Always | Presence::Left { .. } => Vec::new(),
        }
    }

    /// The session's values that have to be known where the field is there: those that its rule, its tag or its extent
    /// name. (What stands inside it says for itself what it needs.)
    pub fn needs(&self) -> Vec<SessionId> {
        let mut found = Vec::new();
        if let Some(Rule { check: Check::Test(test), .. }) = &self.rule {
            found.extend(test.inputs());
        }
        // Widths of such a field say whether it is there.
        let is_there = matches!(self.presence, Presence::Chosen { .. });
        found.extend(self.said(|says| says != Says::Argument && !(is_there && says == Says::Width)));
        of_session(found)
    }

    fn said(&self, wanted: impl Fn(Says) -> bool) -> Vec<Input> {
        self.wire.inputs().into_iter().filter(|(says, _)| wanted(*says)).map(|(_, input)| input).collect()
    }
}

impl Wire {
    /// Whether what messages say that stand in it is known behind the record that it stands in, where that is one of many.
    /// A stream says it, and so does whatever holds streams; not a message, whatever stands in it, and no other list of
    /// messages.
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
