//! Readers that tell of steps, and long lists that remain in their packet: their values have no elements, and read them when
//! they are asked for.

use std::borrow::Cow;
use std::sync::Arc;

use super::super::trace::Step;
use super::super::unread::Unread;
use super::{Cursor, Read, ReadError, Reader, Target, Told, Value};
use crate::model::{Code, Item, Protocol, SessionValues};

/// A list in which more values are for each so many bytes, and more than so many in all, remains in the packet.
const BYTES: usize = 16;
const FEW: usize = 64;

/// The elements of a list.
type Elements<'v> = Box<dyn Iterator<Item = Cow<'v, Value>> + 'v>;

impl Value {
    /// The number of elements of a list, and the elements.
    #[must_use]
    pub fn list<'v>(&'v self, protocol: &'v Protocol) -> Option<(usize, Elements<'v>)> {
        let Self::Unread(list) = self else {
            let Self::List(list) = self else { return None };
            return Some((list.len(), Box::new(list.iter().map(Cow::Borrowed))));
        };
        let (bytes, packet) = (list.packet.get(..list.place.end).unwrap_or_default(), Some(list.packet.clone()));
        let mut reader = Reader { packet, ..Reader::new(protocol, bytes, &list.session, None) };
        reader.cursor.take_up_to(list.place.start);
        let element = move |index| {
            let (mark, element) = (reader.session.mark(), reader.element(&list.item, &list.args, index));
            reader.session.apply(mark);
            element.ok().map(Cow::Owned)
        };
        Some((list.len, Box::new((0..list.len).map_while(element))))
    }
}

/// Reads as [`read_in`](super::read_in) does, and returns the steps up to the end or the error.
pub fn trace<'b>(
    protocol: &Protocol,
    target: Target,
    bytes: &'b [u8],
    params: &[Code],
    session: &SessionValues,
) -> (Vec<Step>, Result<Read<'b>, ReadError>) {
    let mut steps: Vec<Step> = Vec::new();
    let mut note = |told| match told {
        Told::Step(step) => steps.push(step),
        Told::ReadAs(number, value) => {
            steps.get_mut(number).into_iter().for_each(|step| step.read_as = Some(value.clone()))
        }
    };
    let result = Reader::new(protocol, bytes, session, Some(&mut note)).target(target, params);
    (steps, result)
}

/// Reads as [`read_in`](super::read_in) does, but long lists remain in the packet, so the value takes less memory; and tells
/// of each step up to the end or the error.
///
/// # Errors
/// As [`read`](super::read).
pub fn read_lean<'p, 'b>(
    protocol: &'p Protocol,
    target: Target,
    packet: &'b Arc<[u8]>,
    (params, session): (&[Code], &SessionValues),
    told: Option<&'p mut dyn FnMut(Told)>,
) -> Result<Read<'b>, ReadError> {
    Reader { packet: Some(packet.clone()), ..Reader::new(protocol, packet, session, told) }.target(target, params)
}

/// A list that is being read.
pub(super) struct Begun<'b> {
    pub(super) start: Cursor<'b>,
    pub(super) session: SessionValues,
    pub(super) len: usize,
    /// All elements so far, unless the list is long.
    elements: Vec<Value>,
    /// How many values the reader had before.
    values: usize,
}

impl<'b> Reader<'_, 'b> {
    pub(super) fn begin(&self) -> Begun<'b> {
        let (session, values) = (self.session.current().clone(), self.values);
        Begun { start: self.cursor, session, len: 0, elements: Vec::new(), values }
    }

    pub(super) fn push(&mut self, list: &mut Begun<'b>, element: Value) {
        let few = self.cursor.offset().saturating_sub(list.start.offset()) / BYTES + FEW;
        self.values = self.values.saturating_add(1);
        if list.elements.len() == list.len && (self.packet.is_none() || self.values.saturating_sub(list.values) <= few)
        {
            list.elements.push(element);
        } else {
            (list.elements, self.values) = (Vec::new(), list.values);
        }
        list.len = list.len.saturating_add(1);
    }

    pub(super) fn complete(&self, list: Begun<'b>, item: &Item, args: &[Code]) -> Value {
        let Begun { start, session, len, elements, .. } = list;
        if elements.len() == len {
            return Value::List(elements);
        }
        let place = start.offset()..start.offset().saturating_add(start.rest().len());
        let (item, args, packet) = (item.clone(), args.to_vec(), self.packet.clone().unwrap_or_default());
        Value::Unread(Box::new(Unread { len, item, args, session, packet, place }))
    }
}
