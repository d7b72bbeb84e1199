//! Reading without the elements of long lists, and reading these later.

use std::sync::Arc;

use super::super::codec::Cursor;
use super::super::target::Target;
use super::super::trace::Told;
use super::super::unread::{LONG, Lists, Long, Unread};
use super::super::value::Value;
use super::{Read, ReadError, Reader};
use crate::model::{Code, Item, Protocol, SessionValues};

/// Reads as [`read_in`](super::read_in) does, but long lists remain in the packet, so the value takes less memory.
///
/// # Errors
/// As [`read`](super::read).
pub fn read_lean<'b>(
    protocol: &Protocol,
    target: Target,
    packet: &'b Arc<[u8]>,
    params: &[Code],
    session: &SessionValues,
) -> Result<Read<'b>, ReadError> {
    Reader { packet: Some(packet.clone()), ..Reader::new(protocol, packet, session, None) }.target(target, params)
}

/// Reads as [`read_lean`] does, and tells of each step up to the end or the error.
///
/// # Errors
/// As [`read`](super::read).
pub fn tell<'b>(
    protocol: &Protocol,
    target: Target,
    packet: &'b Arc<[u8]>,
    params: &[Code],
    session: &SessionValues,
    told: &mut dyn FnMut(Told),
) -> Result<Read<'b>, ReadError> {
    Reader { packet: Some(packet.clone()), ..Reader::new(protocol, packet, session, Some(told)) }.target(target, params)
}

/// A list that is being read.
pub(super) struct Begun<'b> {
    pub(super) start: Cursor<'b>,
    /// The session state before it.
    pub(super) session: SessionValues,
    /// The number of elements so far, and the elements unless the list is long.
    pub(super) len: usize,
    elements: Vec<Value>,
    /// The lists around it.
    around: Lists,
}

impl<'p, 'b> Reader<'p, 'b> {
    /// A reader of the elements of a long list.
    pub(in super::super) fn again(protocol: &'p Protocol, unread: &'b Unread) -> Self {
        let cursor = Cursor::within(&unread.packet, &unread.place);
        let lists = Lists { known: unread.list.inner.clone(), ..Lists::default() };
        let packet = Some(unread.packet.clone());
        Self { cursor, lists, packet, ..Self::new(protocol, &[], &unread.session, None) }
    }

    /// Reads the next element of a list, which sees the session state that earlier ones set.
    pub(in super::super) fn next(&mut self, item: &Item, args: &[Code], index: usize) -> Result<Value, ReadError> {
        let mark = self.session.mark();
        let element = self.element(item, args, index);
        self.session.apply(mark);
        element
    }

    /// Passes over a list that was read before.
    pub(super) fn pass(&mut self, item: &Item, args: &[Code]) -> Option<Value> {
        let Lists { seen, known, .. } = &self.lists;
        let list = known.get(known.binary_search_by_key(seen, |list| list.number).ok()?)?.clone();
        let begun = self.begin();
        self.cursor.take_up_to(list.end.saturating_sub(begun.start.offset()));
        self.lists = begun.around;
        Some(self.unread(item, args, (begun.start, begun.session), list))
    }

    pub(super) fn begin(&mut self) -> Begun<'b> {
        let around = Lists { seen: self.lists.seen.saturating_add(1), ..std::mem::take(&mut self.lists) };
        Begun { start: self.cursor, session: self.session.current().clone(), len: 0, elements: Vec::new(), around }
    }

    pub(super) fn push(&self, list: &mut Begun<'b>, element: Value) {
        list.len = list.len.saturating_add(1);
        if self.packet.is_some() && self.cursor.offset().saturating_sub(list.start.offset()) > LONG {
            list.elements = Vec::new();
        } else {
            list.elements.push(element);
        }
    }

    /// The value of a complete list. A list that tells session state is read again, also if it is in a long one.
    pub(super) fn complete(&mut self, begun: Begun<'b>, item: &Item, args: &[Code], tells: bool) -> Value {
        let Begun { start, session, len, elements, around } = begun;
        let inner = std::mem::replace(&mut self.lists, around).long.into();
        if elements.len() == len {
            return Value::List(elements);
        }
        let list = Long { number: self.lists.seen.saturating_sub(1), len, end: self.cursor.offset(), inner };
        if !tells || self.protocol.sessions.is_empty() {
            self.lists.long.push(list.clone());
        }
        self.unread(item, args, (start, session), list)
    }

    fn unread(&self, item: &Item, args: &[Code], (start, session): (Cursor<'b>, SessionValues), list: Long) -> Value {
        let (item, args, packet) = (item.clone(), args.to_vec(), self.packet.clone().unwrap_or_default());
        Value::Unread(Box::new(Unread { item, args, session, packet, place: start.place(), list }))
    }
}
