//! Writers of repetitions: bytes, text, lists. The mirror of `read/repeat`.

use super::super::codec::put;
use super::super::ends::{closes, is_end};
use super::super::env::Env;
use super::super::error::{WriteError, WriteErrorKind};
use super::super::meaning::{default_on, number_of, raw_of};
use super::super::read::{float_bits, would_end};
use super::super::value::Value;
use super::at::At;
use super::derive::count_code;
use super::number::in_range;
use super::{Slot, Writer, wrong_type};
use crate::layout::{scalar_interval, wire_interval, words};
use crate::model::{
    Cell, CellId, Code, Content, Encoding, End, Extent, FieldId, Item, Kept, Presence, Record, Scalar, SessionValues,
    Text, Wire,
};

impl Writer<'_> {
    /// Writes a prefixed count.
    pub(super) fn prefix(&self, env: &Env<'_, Slot<'_>>, extent: &Extent, out: &mut Vec<u8>) {
        if let Extent::Prefixed { scalar, cell } = extent {
            put(self.protocol, *scalar, env.cell(*cell).unwrap_or(0), out);
        }
    }

    /// Checks the number of elements against their extent.
    pub(super) fn check_extent(&self, env: &Env<'_, Slot<'_>>, id: FieldId, extent: &Extent) -> Result<(), WriteError> {
        let count = env.slot(id).count;
        let more_than = |most: u64| u64::try_from(count).is_ok_and(|count| count > most);
        let reject = |kind| WriteError::new(env.path(id), kind).found(count);
        match extent {
            Extent::Fixed { count: most, .. } | Extent::Until { bound: Some(most), .. } if more_than(*most) => {
                Err(reject(WriteErrorKind::Limit).expected(format_args!("at most {most}")))
            }
            Extent::Fixed { .. } | Extent::Until { .. } | Extent::Rest | Extent::AllBut(_) => Ok(()),
            Extent::Given(given) => match env.expr(given) {
                Some(given) if Code::try_from(count) == Ok(given) => Ok(()),
                Some(given) => Err(reject(WriteErrorKind::Count).expected(given)),
                None => Err(reject(WriteErrorKind::Count)),
            },
            Extent::Counted(length) => self.check_count(env, id, length.cell, (count, length.times, length.plus)),
            Extent::Prefixed { cell, .. } => self.check_count(env, id, *cell, (count, 1, 0)),
        }
    }

    fn check_count(
        &self,
        env: &Env<'_, Slot<'_>>,
        id: FieldId,
        cell: CellId,
        (count, times, plus): (usize, Code, Code),
    ) -> Result<(), WriteError> {
        let reject = |kind| WriteError::new(env.path(id), kind).found(count);
        let Some(code) = count_code(count, times, plus) else {
            return Err(reject(WriteErrorKind::Multiple).expected(words::multiples(times, plus)));
        };
        let held = wire_interval(self.protocol, env.record, cell);
        let Some(counting) = env.record.counting(cell, id) else { return Ok(()) };
        let codes = counting.codes(held);
        if !codes.iter().any(|codes| codes.contains(code)) {
            let expected = words::lengths(env.record, id, cell, &words::countable(&codes, times, plus));
            return Err(reject(WriteErrorKind::Count).expected(expected));
        }
        let first = counting.fields.iter().map(|field| env.slot(*field)).find(|slot| slot.present);
        match first {
            Some(first) if first.count != count => Err(reject(WriteErrorKind::Counts).expected(first.count)),
            _ => Ok(()),
        }
    }

    /// Writes raw bytes.
    pub(super) fn bytes(&self, at: &mut At<'_, '_, '_>, extent: &Extent, out: &mut Vec<u8>) -> Result<(), WriteError> {
        match at.given {
            None => {}
            Some(Value::Bytes(bytes)) => out.extend(bytes),
            Some(other) => return Err(at.wrong_type("bytes", other)),
        }
        self.check_extent(at.env, at.id, extent)?;
        match extent {
            Extent::Fixed { or_end: true, .. } => Ok(()),
            Extent::Fixed { or_end: false, .. } => self.finish_bytes(at, extent, (at.given.is_some(), None), out),
            _ => self.finish_bytes(at, extent, (false, None), out),
        }
    }

    /// Writes text that is encoded in bytes.
    pub(super) fn text(
        &self,
        at: &mut At<'_, '_, '_>,
        Text { encoding, fill, .. }: Text,
        extent: &Extent,
        out: &mut Vec<u8>,
    ) -> Result<(), WriteError> {
        let sentinel = || Err(at.reject(WriteErrorKind::Sentinel));
        let ends_text = |byte: u8| fill.is_none() && ends_text(extent, byte.into());
        let text = text_of(at)?;
        // The same first error as in generated code: Latin-1 is checked by character, other text as a whole.
        if encoding == Encoding::Latin1 {
            for character in text.chars() {
                let Ok(byte) = u8::try_from(character) else { return Err(unencoded(at, encoding)) };
                if ends_text(byte) {
                    return sentinel();
                }
                out.push(byte);
            }
            self.check_extent(at.env, at.id, extent)?;
        } else {
            self.check_extent(at.env, at.id, extent)?;
            if encoding == Encoding::Ascii && !text.is_ascii() {
                return Err(unencoded(at, encoding));
            }
            out.extend(text.as_bytes());
            if out.iter().any(|byte| ends_text(*byte)) {
                return sentinel();
            }
        }
        // A reader would take it for the filling.
        if fill.is_some() && out.last().copied() == fill {
            return sentinel();
        }
        self.finish_bytes(at, extent, (false, fill), out)
    }

    /// Writes padding or a terminator.
    fn finish_bytes(
        &self,
        at: &mut At<'_, '_, '_>,
        extent: &Extent,
        (exactly, fill): (bool, Option<u8>),
        out: &mut Vec<u8>,
    ) -> Result<(), WriteError> {
        match extent {
            Extent::Fixed { count, .. } => {
                let count = usize::try_from(*count).unwrap_or(0);
                if exactly && out.len() != count {
                    return Err(at.reject(WriteErrorKind::Count).expected(count).found(out.len()));
                }
                out.resize(count.max(out.len()), fill.unwrap_or(0));
            }
            Extent::Until { end, kept, or_end, bound } => {
                let len = out.len();
                if *kept == Kept::No && ends_written(len, *or_end, *bound) {
                    out.extend(end.bytes());
                }
                if !closes(end, *kept, *or_end && !is_followed(at.env, at.id), out, len) {
                    return Err(at.reject(WriteErrorKind::Sentinel));
                }
                at.env.slot_mut(at.id).open = *kept == Kept::Yes && !closes(end, *kept, false, out, len);
            }
            Extent::Counted(_) | Extent::Given(_) | Extent::Prefixed { .. } | Extent::Rest | Extent::AllBut(_) => {}
        }
        Ok(())
    }

    /// Writes text whose characters are integers.
    pub(super) fn units(
        &self,
        at: &At<'_, '_, '_>,
        Text { encoding, unit, fill }: Text,
        extent: &Extent,
        out: &mut Vec<u8>,
    ) -> Result<(), WriteError> {
        let (mut count, mut last): (usize, _) = (0, None);
        for character in text_of(at)?.chars() {
            let units = encoding.encoded(character.encode_utf8(&mut [0; 4]));
            for unit_of in units.ok_or_else(|| unencoded(at, encoding))? {
                let Some(number) = number_of(self.protocol, unit, unit_of) else {
                    return Err(unencoded(at, encoding));
                };
                if fill.is_none() && ends_text(extent, number) {
                    return Err(at.reject(WriteErrorKind::Sentinel));
                }
                put(self.protocol, unit, number, out);
                (count, last) = (count.saturating_add(1), Some(number));
            }
        }
        self.check_extent(at.env, at.id, extent)?;
        if fill.is_some() && last == fill.map(Code::from) {
            return Err(at.reject(WriteErrorKind::Sentinel));
        }
        self.finish_units((unit, fill), extent, count, out);
        Ok(())
    }

    /// Writes padding or a terminator after so many characters.
    fn finish_units(&self, (unit, fill): (Scalar, Option<u8>), extent: &Extent, count: usize, out: &mut Vec<u8>) {
        match extent {
            Extent::Fixed { count: all, .. } => {
                let all = usize::try_from(*all).unwrap_or(0);
                (count..all).for_each(|_| put(self.protocol, unit, fill.unwrap_or(0).into(), out));
            }
            Extent::Until { end: End::Value { written, .. }, or_end, bound, .. } => {
                if ends_written(count, *or_end, *bound) {
                    put(self.protocol, unit, *written, out);
                }
            }
            Extent::Until { end, .. } => out.extend(end.bytes()),
            Extent::Counted(_) | Extent::Given(_) | Extent::Prefixed { .. } | Extent::Rest | Extent::AllBut(_) => {}
        }
    }

    /// Writes a list. Returns whether it lacks the end that it may have.
    pub(super) fn list(
        &self,
        env: &Env<'_, Slot<'_>>,
        id: FieldId,
        item: &Item,
        extent: &Extent,
        given: Option<&Value>,
        out: &mut Vec<u8>,
    ) -> Result<bool, WriteError> {
        let given_list =
            given.map(|given| given.list(self.protocol).ok_or_else(|| wrong_type(&env.path(id), "a list", given)));
        let (len, list) = given_list.transpose()?.unwrap_or_else(|| (0, Box::new(std::iter::empty())));
        self.check_extent(env, id, extent)?;
        let args = env.args(item.args());
        let inside = |index: usize| move |error: WriteError| error.inside_element(&env.path(id), index);
        let outer = self.session.borrow().current().clone();
        let (through, may_lack) = match extent {
            Extent::Until { kept: Kept::Yes, or_end, .. } => (true, *or_end),
            _ => (false, false),
        };
        let (needs_end, mut has_end) = (through && (!may_lack || is_followed(env, id)), false);
        for (index, element) in list.enumerate() {
            let (start, is_last) = (out.len(), index.saturating_add(1) == len);
            let session = self.session.borrow().current().clone();
            if let (Item::Record { .. }, true) = (item, through) {
                self.is_last.set(is_last);
            }
            let written = self.taking(|| self.propagate(|| self.element(item, &args, Some(&element), out)));
            if written.map_err(inside(index))? && !is_last {
                return Err(inside(index)(WriteError::new("", WriteErrorKind::Sentinel)));
            }
            if let Extent::Until { end, kept, .. } = extent {
                let bytes = out.get(start..).unwrap_or_default();
                has_end = would_end(self.protocol, item, &args, (end, *kept), (bytes, &session));
                if has_end != (through && is_last) && (has_end || needs_end) {
                    return Err(inside(index)(WriteError::new("", WriteErrorKind::Sentinel)));
                }
            }
        }
        if needs_end && len == 0 {
            return Err(WriteError::new(env.path(id), WriteErrorKind::Sentinel));
        }
        if let Some(count) = extent.constant() {
            let count = usize::try_from(count).unwrap_or(0);
            if given.is_some() && len != count {
                let error = WriteError::new(env.path(id), WriteErrorKind::Count);
                return Err(error.expected(count).found(len));
            }
            for index in len..count {
                self.propagate(|| self.element(item, &args, None, out)).map_err(inside(index))?;
            }
        }
        if let Extent::Until { end, kept: Kept::No, or_end, bound } = extent
            && ends_written(len, *or_end, *bound)
        {
            self.terminator(item, end, out);
        }
        self.session.borrow_mut().restore(outer);
        Ok(through && !has_end)
    }

    pub(super) fn element(
        &self,
        item: &Item,
        args: &[Code],
        given: Option<&Value>,
        out: &mut Vec<u8>,
    ) -> Result<(), WriteError> {
        match item {
            Item::Scalar { scalar, value } => {
                let range = scalar_interval(self.protocol, *scalar);
                let raw = match given {
                    None => default_on(self.protocol, *value, range),
                    Some(given) => {
                        raw_of(self.protocol, *value, given, range).map_err(|kind| WriteError::new("", kind))?
                    }
                };
                in_range(self.protocol, *value, raw, &[range], "")?;
                put(self.protocol, *scalar, raw, out);
                Ok(())
            }
            Item::Float { width, order } => {
                let bits = self.float_of(*width, given)?;
                put(self.protocol, float_bits(*width, *order), bits, out);
                Ok(())
            }
            Item::Record { record, .. } => self.record(&self.protocol.records[record.0], args, given, out),
            Item::Family { family, .. } => self.family(&self.protocol.families[family.0], args, given, out),
        }
    }

    /// Writes the terminator of a list.
    fn terminator(&self, item: &Item, end: &End, out: &mut Vec<u8>) {
        if let (End::Value { written, .. }, Item::Scalar { scalar, .. }) = (end, item) {
            put(self.protocol, *scalar, *written, out);
        }
        let Item::Record { record, .. } = item else { return };
        let record = &self.protocol.records[record.0];
        let Some(field) = end.field(record) else { return };
        let set = if let End::Cell { cell, written, .. } = end { Some((*cell, *written)) } else { None };
        let before = record.body.iter().take_while(|id| **id != field);
        before.for_each(|id| self.terminator_field(record, *id, None, out));
        self.terminator_field(record, field, set, out);
    }

    /// Writes a field of a terminator: constants, fillers, the distinguishing cell, zeros for all others, empty text.
    fn terminator_field(&self, record: &Record, id: FieldId, set: Option<(CellId, Code)>, out: &mut Vec<u8>) {
        let code = |cell: CellId| match set {
            Some((distinguishing, code)) if distinguishing == cell => code,
            _ => record.cells.get(cell.0).map_or(0, Cell::at_the_end),
        };
        let Some(field) = record.fields.get(id.0) else { return };
        match &field.wire {
            Wire::Scalar { scalar, cell } => put(self.protocol, *scalar, code(*cell), out),
            Wire::Bits { carrier, parts } => {
                let mut env = Env::<Slot<'_>>::new(self.protocol, record, &[], &SessionValues::default());
                parts.iter().for_each(|part| env.set(part.cell, code(part.cell)));
                self.bits(&env, *carrier, parts, out);
            }
            Wire::Octets { content: Content::Constant(bytes), .. } => out.extend(bytes),
            Wire::Float { width, order } => put(self.protocol, float_bits(*width, *order), 0, out),
            Wire::Padding { space, filler } => {
                let len = space.constant().and_then(|bytes| usize::try_from(bytes).ok()).unwrap_or(0);
                out.resize(out.len().saturating_add(len), filler.byte);
            }
            Wire::Octets { extent, content: Content::Text(Text { unit, fill, .. }) } => {
                if let Some((scalar, _)) = extent.prefix() {
                    put(self.protocol, scalar, 0, out);
                }
                self.finish_units((*unit, *fill), extent, 0, out);
            }
            Wire::Chosen { cell, .. } => {
                if let Some(scalar) = record.form_of_end(id).and_then(|form| form.scalar) {
                    put(self.protocol, scalar, code(*cell), out);
                }
            }
            Wire::Group { body, .. } => body.iter().for_each(|id| self.terminator_field(record, *id, set, out)),
            Wire::Octets { content: Content::Free, .. }
            | Wire::Record { .. }
            | Wire::Nested { .. }
            | Wire::Family { .. }
            | Wire::List { .. }
            | Wire::Sparse { .. }
            | Wire::Match { .. }
            | Wire::Within { .. } => {}
        }
    }
}

/// Whether a terminator is written after `count` elements: not at the bound, if the end of the region terminates too.
fn ends_written(count: usize, or_end: bool, bound: Option<u64>) -> bool {
    let full = bound.is_some_and(|bound| u64::try_from(count).is_ok_and(|count| count >= bound));
    !(or_end && full)
}

/// Whether the value has something behind bytes or a list that may lack their end.
fn is_followed(env: &Env<'_, Slot<'_>>, id: FieldId) -> bool {
    let Some(next) = env.record.behind_open_end(id) else { return false };
    let (field, slot) = (&env.record.fields[next.0], env.slot(next));
    let has_bytes = match (&field.presence, &field.wire) {
        (Presence::Left { .. }, _) => true,
        // Its bytes are counted where the region is filled.
        (_, Wire::Padding { .. }) => false,
        _ => slot.count > 0,
    };
    slot.present && has_bytes
}

/// The error of a character that the encoding does not have.
fn unencoded(at: &At<'_, '_, '_>, encoding: Encoding) -> WriteError {
    at.reject(WriteErrorKind::Text).expected(encoding.title())
}

/// The user's text; empty if there is none.
fn text_of<'v>(at: &At<'_, '_, 'v>) -> Result<&'v str, WriteError> {
    match at.given {
        None => Ok(""),
        Some(Value::Text(text)) => Ok(text),
        Some(other) => Err(at.wrong_type("text", other)),
    }
}

/// Whether a byte, or the number of a character, would end the text: a terminator or padding.
fn ends_text(extent: &Extent, number: Code) -> bool {
    match extent {
        Extent::Fixed { .. } => number == 0,
        Extent::Until { end, kept, .. } => *kept != Kept::Yes && is_end(end, number),
        Extent::Counted(_) | Extent::Given(_) | Extent::Prefixed { .. } | Extent::Rest | Extent::AllBut(_) => false,
    }
}
