//! A message of the chat, as the program keeps it.

use crate::Keep;
use crate::chat::message::{Bye, Hello, Move, Say};
use crate::chat::{Message, MessageView};

/// A message that borrows nothing.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// Somebody of this name enters.
    Hello(String),
    /// Somebody says this.
    Say(String),
    /// Somebody walks. The generated value has no text, so it borrows nothing either.
    Move(Move),
    /// Somebody leaves.
    Bye,
}

impl Keep for Event {
    type View<'b> = MessageView<'b>;
    type Value<'b> = Message<'b>;

    fn keep(view: MessageView<'_>) -> Self {
        match view {
            MessageView::Hello(hello) => Self::Hello(hello.name().to_owned()),
            MessageView::Say(say) => Self::Say(say.text().to_owned()),
            MessageView::Move(walk) => Self::Move(walk.to_value()),
            MessageView::Bye(_) => Self::Bye,
        }
    }
}

impl Event {
    /// The message to write.
    #[must_use]
    pub fn message(&self) -> Message<'_> {
        match self {
            Self::Hello(name) => Message::Hello(Hello { name }),
            Self::Say(text) => Message::Say(Say { text }),
            Self::Move(walk) => Message::Move(*walk),
            Self::Bye => Message::Bye(Bye {}),
        }
    }
}
