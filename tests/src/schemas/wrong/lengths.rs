//! Lists, bytes and text of wrong lengths, and with elements that they cannot hold.

use wireform_build::interpret::Value;
use wireform_build::layout::{scalar_interval, wire_interval};
use wireform_build::model::{self, Content, Encoding, End, Extent, Item, Record, Text, Wire};

use super::{Break, Breaker, LOOKED_INTO};
use crate::schemas::plain::shown;

/// No list is made longer than this.
const LONGEST: usize = 70_000;

/// More than a byte says.
const HUGE: usize = 300;

impl<'p> Breaker<'_, 'p> {
    /// How long something becomes that is as long as that; `None`: as it is.
    fn other_length(&mut self, record: &Record, extent: &Extent, len: usize) -> Option<usize> {
        // A length that the Rust type states cannot be another.
        let most = match extent {
            Extent::Fixed { count, .. } => usize::try_from(*count).ok(),
            Extent::Until { bound, .. } => bound.and_then(|bound| usize::try_from(bound).ok()),
            Extent::Prefixed { scalar, .. } => usize::try_from(scalar_interval(self.protocol(), *scalar).max).ok(),
            Extent::Counted(length) => {
                let most = wire_interval(self.protocol(), record, length.cell).max;
                most.checked_mul(length.times).and_then(|most| usize::try_from(most + length.plus).ok())
            }
            Extent::Given(_) | Extent::Rest | Extent::AllBut(_) => None,
        };
        let too_long = most.filter(|most| *most < LONGEST).map(|most| most + 1);
        let all = [
            (Break::Longer, Some(len + 1)),
            (Break::Shorter, len.checked_sub(1)),
            (Break::TooLong, too_long),
            (Break::Huge, Some(HUGE)),
        ];
        all.into_iter().find_map(|(by, other)| other.filter(|_| self.is_here(by)))
    }

    /// Bytes and text.
    pub(super) fn run(&mut self, record: &Record, wire: &Wire, extent: &Extent, value: &mut Value) {
        let ending = match extent {
            Extent::Fixed { .. } if let Some(Text { fill: Some(fill), .. }) = wire.text() => Some((*fill).into()),
            Extent::Until { end: End::Value { read, .. }, .. } => read.first().map(|codes| codes.max),
            Extent::Fixed { .. } => Some(0),
            _ => None,
        };
        let ends = match extent {
            Extent::Until { end: End::Texts { texts, .. }, .. } => texts.first(),
            _ => None,
        };
        match (wire, value) {
            (Wire::Octets { extent: Extent::Fixed { or_end: false, .. }, content: Content::Free }, _) => {}
            (Wire::Octets { content: Content::Free, .. }, Value::Bytes(bytes)) => {
                if let Some(ending) = ending.and_then(|code| u8::try_from(code).ok())
                    && !matches!(extent, Extent::Fixed { .. })
                    && !bytes.is_empty()
                    && self.is_here(Break::Ending)
                {
                    bytes[0] = ending;
                } else if let Some(ends) = ends
                    && bytes.len() >= ends.len()
                    && self.is_here(Break::Ending)
                {
                    bytes[..ends.len()].copy_from_slice(ends);
                } else if let Some(len) = self.other_length(record, extent, bytes.len()) {
                    bytes.resize(len, 1);
                }
            }
            (Wire::Octets { content: Content::Text(Text { encoding, .. }), .. }, Value::Text(text)) => {
                if let Some(ending) = ending.and_then(|code| u8::try_from(code).ok())
                    && !text.is_empty()
                    && self.is_here(Break::Ending)
                {
                    // In place of the last, so that it is as long as it was.
                    text.pop();
                    text.push(char::from(ending));
                    return;
                }
                if let Some(ending) = ends
                    && ending.is_ascii()
                    && text.chars().count() > ending.len()
                    && self.is_here(Break::Ending)
                {
                    // In place of the first: another is where a writer puts it.
                    *text = ending.iter().copied().map(char::from).chain(text.chars().skip(ending.len())).collect();
                    return;
                }
                for letter in ['ä', '€'] {
                    let bytes = if *encoding == Encoding::Utf8 { letter.len_utf8() } else { 1 };
                    let as_long = text.chars().count() >= bytes;
                    if as_long && self.is_here(Break::Character) {
                        let kept = text.chars().count() - bytes;
                        *text = text.chars().take(kept).chain([letter]).collect();
                        return;
                    }
                }
                if let Some(len) = self.other_length(record, extent, text.chars().count()) {
                    *text = text.chars().chain(std::iter::repeat('a')).take(len).collect();
                }
            }
            _ => {}
        }
    }

    pub(super) fn list(&mut self, record: &Record, (item, extent): (&Item, &Extent), values: &mut Vec<Value>) {
        if !matches!(extent, Extent::Fixed { or_end: false, .. })
            && let Some(len) = self.other_length(record, extent, values.len())
        {
            let other = values.last().cloned().unwrap_or_else(|| self.values.item(item, self.params));
            values.resize(len, other);
            return;
        }
        if values.len() > 1 {
            if self.is_here(Break::Twice) {
                values[1] = values[0].clone();
                return;
            }
            if self.is_here(Break::Turned) {
                values.reverse();
                return;
            }
        }
        if let (Extent::Until { end, .. }, Some(first)) = (extent, values.first_mut()) {
            self.ending(item, end, first);
        }
        values.iter_mut().take(LOOKED_INTO).for_each(|value| self.item(item, value));
    }

    /// An element that would end the list.
    fn ending(&mut self, item: &Item, end: &End, value: &mut Value) {
        match (end, item) {
            (End::Value { read, .. }, Item::Scalar { value: kind, .. }) => {
                if let Some(codes) = read.first()
                    && *kind == model::Value::Int(None)
                    && self.is_here(Break::Ending)
                {
                    *value = Value::Int(codes.max);
                }
            }
            (End::Cell { cell, read, .. }, Item::Record { record, .. }) => {
                let record = &self.protocol().records[record.0];
                let cell = &record.cells[cell.0];
                let Value::Record(fields) = value else { return };
                if let (Some((_, told)), Some(codes)) =
                    (fields.iter_mut().find(|(name, _)| *name == cell.path), read.first())
                    && cell.value == model::Value::Int(None)
                    && self.is_here(Break::Ending)
                {
                    *told = Value::Int(codes.max);
                }
            }
            (End::EmptyText { field }, Item::Record { record, .. }) => {
                let record = &self.protocol().records[record.0];
                let name = record.fields[field.0].name.as_deref();
                let known = shown(record, &record.body, false).iter().any(|one| Some(one.name) == name);
                let Value::Record(fields) = value else { return };
                if let Some((_, told)) = fields.iter_mut().find(|(one, _)| known && Some(one.as_str()) == name)
                    && self.is_here(Break::Ending)
                {
                    *told = Value::Text(String::new());
                }
            }
            _ => {}
        }
    }
}
