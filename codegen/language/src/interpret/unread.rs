//! Long lists that remain in their packet: their values have no elements, and read them when they are asked for.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use super::read::Reader;
use super::value::Value;
use crate::model::{Code, Item, Protocol, SessionValues};

/// The length in bytes from which on a list is long.
pub(super) const LONG: usize = 256;

/// A long list of a packet.
#[derive(Debug, Clone, PartialEq)]
pub struct Unread {
    pub(super) item: Item,
    pub(super) args: Vec<Code>,
    /// The session state before the first element.
    pub(super) session: SessionValues,
    pub(super) packet: Arc<[u8]>,
    /// The offset of the first element, and that of the end of the region around the list.
    pub(super) place: Range<usize>,
    pub(super) list: Long,
}

/// The extent of a long list, by which a reader goes past it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Long {
    /// How many lists begin before it in the list around it.
    pub(super) number: usize,
    pub(super) len: usize,
    /// The offset of its end.
    pub(super) end: usize,
    /// The long lists directly in its elements.
    pub(super) inner: Arc<[Long]>,
}

/// The lists in the elements that are read.
#[derive(Default)]
pub(super) struct Lists {
    pub(super) seen: usize,
    /// Those that were read already.
    pub(super) known: Arc<[Long]>,
    pub(super) long: Vec<Long>,
}

/// The elements of a list.
type Elements<'v> = Box<dyn Iterator<Item = Cow<'v, Value>> + 'v>;

impl Value {
    /// The number of elements of a list, and the elements.
    #[must_use]
    pub fn list<'v>(&'v self, protocol: &'v Protocol) -> Option<(usize, Elements<'v>)> {
        match self {
            Self::List(list) => Some((list.len(), Box::new(list.iter().map(Cow::Borrowed)))),
            Self::Unread(unread) => {
                let mut reader = Reader::again(protocol, unread);
                let element = move |index| reader.next(&unread.item, &unread.args, index).ok().map(Cow::Owned);
                Some((unread.list.len, Box::new((0..unread.list.len).map_while(element))))
            }
            _ => None,
        }
    }
}
