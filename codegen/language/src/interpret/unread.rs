//! The place of a long list that remains in its packet; `read::lean` reads its elements.

use std::ops::Range;
use std::sync::Arc;

use crate::model::{Code, Item, SessionValues};

/// A long list of a packet.
#[derive(Debug, Clone, PartialEq)]
pub struct Unread {
    /// The number of elements.
    pub len: usize,
    pub(super) item: Item,
    pub(super) args: Vec<Code>,
    /// The session state before the first element.
    pub(super) session: SessionValues,
    pub(super) packet: Arc<[u8]>,
    /// From the first element to the end of the region around the list.
    pub(super) place: Range<usize>,
}
