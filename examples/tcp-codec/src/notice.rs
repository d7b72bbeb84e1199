//! A piece of news, as the program keeps it. The codec is the same, because a frame says where it ends.

use crate::Keep;
use crate::chat::{Frame, FrameView, NewsView};

/// A piece of news that borrows nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notice {
    /// Somebody of this name entered.
    Entered(String),
    /// Somebody of this name left.
    Left(String),
    /// A later server said it. These are its code and its bytes.
    Unknown(u8, Vec<u8>),
}

impl Keep for Notice {
    type View<'b> = FrameView<'b>;
    type Value<'b> = Frame<'b>;

    fn keep(frame: FrameView<'_>) -> Self {
        match frame.news() {
            NewsView::Entered(entered) => Self::Entered(entered.name().to_owned()),
            NewsView::Left(left) => Self::Left(left.name().to_owned()),
            NewsView::Unknown { code, body, .. } => Self::Unknown(code, body.to_vec()),
        }
    }
}
