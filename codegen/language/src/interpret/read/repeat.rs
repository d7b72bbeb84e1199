//! Readers of repetitions: bytes, text, lists; and of regions. The mirror of `write/repeat` and `write/region`.

use super::super::codec::{Cursor, Fault, take};
use super::super::ends::{among, first, is_end, least};
use super::super::env::{Amount, Env};
use super::super::error::{Malformed, ReadError, hex};
use super::super::event::{Event, Of, Run};
use super::super::fields::Slot;
use super::super::meaning::{invalid, meaning, number_of};
use super::super::trace::StepKind;
use super::super::value::{Float, Value};
use super::Reader;
use super::at::At;
use super::number::float_bits;
use super::rules::rule;
use crate::model::{
    Behind, Code, End, Extent, FieldId, Filler, Item, Kept, Protocol, SessionValues, Space, Text, Wire,
};

/// The length of bytes without the last ones that are the filler.
pub(super) fn unfilled(bytes: &[u8], fill: u8) -> usize {
    bytes.iter().rposition(|byte| *byte != fill).map_or(0, |last| last.saturating_add(1))
}

/// The number of elements, as far as it is known before the first.
enum Count<'m> {
    Exactly(usize),
    /// Fewer if the bytes end earlier.
    AtMost(usize),
    Until {
        end: &'m End,
        kept: Kept,
        or_end: bool,
        bound: usize,
    },
    Rest,
}

/// The most elements without bytes that a count may claim: the maximum that the compiler allows.
const MOST_EMPTY: usize = 4096;

impl<'b> Reader<'_, 'b> {
    /// The number of elements of an extent; reads a prefixed count.
    fn count<'m>(&mut self, at: &mut At<'_, '_>, extent: &'m Extent) -> Result<Count<'m>, ReadError> {
        let count = match extent {
            Extent::Fixed { count, or_end } => {
                let count = usize::try_from(*count).unwrap_or(usize::MAX);
                return Ok(if *or_end { Count::AtMost(count) } else { Count::Exactly(count) });
            }
            Extent::Until { end, kept, or_end, bound } => {
                let bound = bound.and_then(|bound| usize::try_from(bound).ok()).unwrap_or(usize::MAX);
                return Ok(Count::Until { end, kept: *kept, or_end: *or_end, bound });
            }
            Extent::Rest => return Ok(Count::Rest),
            Extent::Counted(length) => {
                let scaled = at.env.cell(length.cell).and_then(|cell| cell.checked_mul(length.times));
                scaled.and_then(|scaled| scaled.checked_add(length.plus))
            }
            Extent::Given(count) => at.env.expr(count),
            Extent::AllBut(Behind::Trailer(trailer)) => return self.before_trailer(at, trailer).map(Count::Exactly),
            Extent::AllBut(Behind::Bytes(behind)) => {
                let behind = at.env.expr(behind).unwrap_or(0);
                let bytes = usize::try_from(behind).map_err(|_| at.malformed(Malformed::Count).found(behind))?;
                let remaining = self.cursor.rest().len();
                let short = || at.fault(Fault::Short { needed: bytes.saturating_sub(remaining) });
                return remaining.checked_sub(bytes).map(Count::Exactly).ok_or_else(short);
            }
            Extent::Prefixed { scalar, cell } => {
                let count = self.number(at, *scalar, Of::Cell(*cell))?;
                at.env.set(*cell, count);
                Some(count)
            }
        };
        let found = count.unwrap_or(0);
        let count = count.and_then(|count| usize::try_from(count).ok());
        let count = count.ok_or_else(|| at.malformed(Malformed::Count).found(found))?;
        self.count_rule(at, count)?;
        Ok(Count::Exactly(count))
    }

    /// Checks the rule of a field that speaks of nothing but its count, before what is counted is read.
    fn count_rule(&self, at: &mut At<'_, '_>, count: usize) -> Result<(), ReadError> {
        if !at.env.record.checks_at_once(at.field) {
            return Ok(());
        }
        let in_front = self.cursor.offset().saturating_sub(at.offset);
        at.env.amounts[at.id.0] = Amount { len: count, size: in_front.saturating_add(count) };
        rule(at.env, at.id, at.field).map(|_| ())
    }

    /// Reads raw bytes.
    pub(super) fn bytes(&mut self, at: &mut At<'_, '_>, extent: &Extent) -> Result<&'b [u8], ReadError> {
        let count = self.count(at, extent)?;
        let start = self.cursor;
        let bytes = self.bytes_of(at, count)?;
        self.content_runs(at.field, extent, start, bytes.len());
        Ok(bytes)
    }

    /// Reads reserved bytes, and compares them with their filler, if they must equal it.
    pub(super) fn space(&mut self, at: &mut At<'_, '_>, space: &Space, filler: Filler) -> Result<&'b [u8], ReadError> {
        let bytes = match space {
            Space::Extent(extent) => self.bytes(at, extent)?,
            Space::Filled => self.bytes(at, &Extent::Rest)?,
            Space::Align(multiple) => {
                let count = at.env.up_to(*multiple, at.offset);
                self.bytes(at, &Extent::Fixed { count, or_end: false })?
            }
        };
        match bytes.iter().find(|byte| filler.is_checked && **byte != filler.byte) {
            Some(other) => Err(at.malformed(Malformed::Constant).expected(hex(&[filler.byte])).found(hex(&[*other]))),
            None => Ok(bytes),
        }
    }

    fn bytes_of(&mut self, at: &mut At<'_, '_>, count: Count<'_>) -> Result<&'b [u8], ReadError> {
        match count {
            Count::Exactly(count) => self.cursor.take(count).map_err(|fault| at.fault(fault)),
            Count::AtMost(count) => Ok(self.cursor.take_up_to(count)),
            Count::Rest => Ok(self.cursor.take_up_to(usize::MAX)),
            Count::Until { end, kept, or_end, bound } => {
                let rest = self.cursor.rest();
                let found = first(end, rest);
                let (len, terminator) = match (found, kept) {
                    (Some((at, matched)), Kept::No) => (at, matched),
                    (Some((at, matched)), Kept::Yes) => (at.saturating_add(matched), 0),
                    (Some((at, _)), Kept::Left) => (at, 0),
                    (None, _) if or_end => (rest.len(), 0),
                    (None, _) => (least(end, kept, rest.len()), 0),
                };
                if len > bound {
                    return Err(limit(at, bound));
                }
                if found.is_none() && !or_end {
                    return Err(at.fault(Fault::Short { needed: 1 }));
                }
                let bytes = self.cursor.take_up_to(len);
                self.cursor.take_up_to(terminator);
                Ok(bytes)
            }
        }
    }

    /// Reads text that is encoded in bytes.
    pub(super) fn text(
        &mut self,
        at: &mut At<'_, '_>,
        Text { encoding, fill, .. }: &Text,
        extent: &Extent,
    ) -> Result<String, ReadError> {
        let bytes = self.bytes(at, extent)?;
        let bytes = match extent {
            Extent::Fixed { .. } if let Some(fill) = fill => bytes.get(..unfilled(bytes, *fill)).unwrap_or_default(),
            // Padding begins at the first zero; the bytes after that are ignored.
            Extent::Fixed { .. } => bytes.split(|byte| *byte == 0).next().unwrap_or_default(),
            Extent::Counted(_)
            | Extent::Given(_)
            | Extent::Prefixed { .. }
            | Extent::Until { .. }
            | Extent::Rest
            | Extent::AllBut(_) => bytes,
        };
        let units: Vec<Code> = bytes.iter().copied().map(Code::from).collect();
        encoding.decoded(&units).ok_or_else(|| at.malformed(Malformed::Text).expected(encoding.title()))
    }

    /// Reads text whose units are integers. It is a single field, so every error has the offset of its start.
    pub(super) fn units(
        &mut self,
        at: &mut At<'_, '_>,
        Text { encoding, unit, fill }: &Text,
        extent: &Extent,
    ) -> Result<String, ReadError> {
        let count = self.count(at, extent)?;
        let no_text = |at: &At<'_, '_>| at.malformed(Malformed::Text).expected(encoding.title());
        let mut units = Vec::new();
        // The offsets of the units that fill a text of fixed size, so far, and of the terminator.
        let (mut filling, mut terminator) = (Vec::new(), None);
        loop {
            let offset = self.cursor.offset();
            let ends = self.cursor.rest().is_empty();
            match &count {
                Count::Exactly(count) if units.len() >= *count => break,
                Count::AtMost(count) if units.len() >= *count || ends => break,
                Count::Rest | Count::Until { or_end: true, .. } if ends => break,
                _ => {}
            }
            let number = take(self.protocol, *unit, &mut self.cursor).map_err(|fault| match &count {
                // Half a unit is none.
                Count::AtMost(_) | Count::Rest | Count::Until { or_end: true, .. } if encoding.has_order() => {
                    no_text(at)
                }
                _ => at.fault(fault),
            })?;
            if let Count::Until { end, bound, .. } = &count {
                // Another number of the same character terminates too: as a character it could not be written.
                let [low, ..] = number.to_le_bytes();
                let is_character = (-0x80..=0xFF).contains(&number);
                let same = number_of(self.protocol, *unit, low.into()).filter(|_| is_character);
                if [Some(number), same].into_iter().flatten().any(|number| is_end(end, number)) {
                    terminator = Some(offset);
                    break;
                }
                if units.len() >= *bound {
                    return Err(limit(at, *bound));
                }
            }
            let fills = match fill {
                Some(fill) => number == Code::from(*fill),
                None => number == 0 || !filling.is_empty(),
            };
            if fills && matches!(extent, Extent::Fixed { .. }) {
                filling.push(offset);
            } else {
                filling.drain(..).chain([offset]).for_each(|offset| self.run(Run::Unit, offset));
            }
            units.push(number);
        }
        match extent {
            Extent::Fixed { .. } => {
                self.run(Run::Filling, filling.first().copied().unwrap_or(self.cursor.offset()));
                units.truncate(units.len().saturating_sub(filling.len()));
            }
            Extent::Until { .. } => self.run(Run::End, terminator.unwrap_or(self.cursor.offset())),
            Extent::Counted(_) | Extent::Given(_) | Extent::Prefixed { .. } | Extent::Rest | Extent::AllBut(_) => {}
        }
        encoding.decoded(&units).ok_or_else(|| no_text(at))
    }

    /// Reads a region, which its fields must fill. Its end is known, so bytes missing in it are malformed input.
    pub(super) fn region(
        &mut self,
        at: &mut At<'_, '_>,
        extent: &Extent,
        body: &[FieldId],
    ) -> Result<Value, ReadError> {
        let (count, terminator) = match self.count(at, extent)? {
            Count::Exactly(count) => (count, 0),
            Count::Until { end, or_end, .. } => match first(end, self.cursor.rest()) {
                Some(found) => found,
                None if or_end => (self.cursor.rest().len(), 0),
                None => return Err(at.fault(Fault::Short { needed: 1 })),
            },
            Count::AtMost(_) | Count::Rest => (self.cursor.rest().len(), 0),
        };
        if let Extent::Prefixed { .. } = extent {
            self.field_step(at, StepKind::Derived, Code::try_from(count).ok(), || Value::Null);
        }
        let region = self.cursor.region(count).map_err(|fault| at.fault(fault))?;
        let around = std::mem::replace(&mut self.cursor, region);
        self.body(at.env, body).map_err(ReadError::in_region)?;
        if !self.cursor.rest().is_empty() {
            let error = ReadError::malformed(at.path(), self.cursor.offset(), Malformed::Trailing);
            return Err(error.found(self.cursor.rest().len()));
        }
        self.cursor = around;
        if let Extent::Until { .. } = extent {
            let end = self.cursor.offset();
            self.cursor.take_up_to(terminator);
            self.run(Run::End, end);
            if terminator > 0 {
                self.step(StepKind::Terminator, &at.field.label, end, None, Value::Null, || None);
            }
        }
        Ok(Value::Null)
    }

    /// Reads a list.
    pub(super) fn list(&mut self, at: &mut At<'_, '_>, item: &Item, extent: &Extent) -> Result<Value, ReadError> {
        self.open_field(at, StepKind::List);
        let read = self.count(at, extent).and_then(|count| {
            if let (Extent::Prefixed { .. }, Count::Exactly(count)) = (extent, &count) {
                let count = Code::try_from(*count).ok();
                self.step(StepKind::Derived, "count", at.offset, count, Value::Null, || None);
            }
            self.elements(at, item, count)
        });
        self.close();
        read
    }

    fn elements(&mut self, at: &mut At<'_, '_>, item: &Item, count: Count<'_>) -> Result<Value, ReadError> {
        let args = at.env.args(item.args());
        let mut list = self.begin();
        loop {
            let ends = self.cursor.rest().is_empty();
            let before = self.cursor.offset();
            match &count {
                Count::Exactly(count) if list.len >= *count => break,
                Count::AtMost(count) if list.len >= *count || ends => break,
                Count::Rest if ends => break,
                Count::Until { or_end: true, .. } if ends => {
                    self.run(Run::End, before);
                    break;
                }
                Count::Until { end: End::Left(most), .. }
                    if u64::try_from(self.cursor.rest().len()).is_ok_and(|remaining| remaining <= *most) =>
                {
                    break;
                }
                Count::Until { kept: Kept::Yes, bound, .. } if list.len >= *bound => return Err(limit(at, *bound)),
                Count::Until { kept: Kept::Yes, .. } => {}
                Count::Until { end, kept, bound, .. } => {
                    let ends = self.terminator(item, &args, end, *kept);
                    if ends.map_err(|error| error.inside_element(&at.path(), list.len))? {
                        break;
                    }
                    if list.len >= *bound {
                        return Err(limit(at, *bound));
                    }
                }
                _ => {}
            }
            let start = self.cursor;
            let element = self.element_at(at, item, &args, list.len)?;
            self.push(&mut list, element);
            if let Count::Until { end, kept: Kept::Yes, .. } = &count
                && self.was_last(start, item, end)
            {
                break;
            }
            if self.cursor.offset() == before && list.len > MOST_EMPTY {
                return Err(ReadError::malformed(at.path(), list.start.offset(), Malformed::Count).found(list.len));
            }
        }
        self.session.restore(list.session.clone());
        Ok(self.complete(list, item, &args))
    }

    /// Whether the element that began at `start`, and was read last, ends its list.
    fn was_last(&self, start: Cursor<'b>, item: &Item, end: &End) -> bool {
        let code = match (end, item) {
            (End::Cell { cell, .. }, _) => self.cells.get(cell.0).copied().flatten(),
            (_, Item::Scalar { scalar, .. }) => take(self.protocol, *scalar, &mut { start }).ok(),
            _ => None,
        };
        let (End::Value { read, .. } | End::Cell { read, .. }) = end else { return false };
        code.is_some_and(|code| among(read, code))
    }

    /// Reads an element of a list; later ones see the session state that it sets.
    pub(super) fn element_at(
        &mut self,
        at: &At<'_, '_>,
        item: &Item,
        args: &[Code],
        index: usize,
    ) -> Result<Value, ReadError> {
        let mark = self.session.mark();
        self.event(Event::Element(index));
        let element = self.element(item, args, index);
        self.event(Event::End);
        self.session.apply(mark);
        element.map_err(|error| error.inside_element(&at.path(), index))
    }

    pub(super) fn element(&mut self, item: &Item, args: &[Code], index: usize) -> Result<Value, ReadError> {
        let protocol = self.protocol;
        let offset = self.cursor.offset();
        let name = if self.steps.is_some() { format!("[{index}]") } else { String::new() };
        match item {
            Item::Scalar { scalar, value } => {
                let raw = self.raw(*scalar, "")?;
                if let Some(invalid) = invalid(protocol, *value, raw) {
                    return Err(invalid.at("", offset, raw));
                }
                let meant = meaning(protocol, *value, raw);
                self.run(Run::Number { scalar: *scalar, raw, of: Of::Element(*value) }, offset);
                self.step(StepKind::Field, &name, offset, Some(raw), meant.clone(), || None);
                self.parts_steps(&name, *value, raw);
                Ok(meant)
            }
            Item::Float { width, order } => {
                let bits = self.raw(float_bits(*width, *order), "")?;
                let value = Value::Float(Float::of_bits(*width, bits));
                self.run(Run::Float, offset);
                self.step(StepKind::Field, &name, offset, None, value.clone(), || None);
                Ok(value)
            }
            Item::Record { record, .. } => {
                self.open(StepKind::Record, &name, || None);
                let value = self.record(&protocol.records[record.0], args);
                self.close();
                value
            }
            Item::Family { family, .. } => self.family(&protocol.families[family.0], args, &name, None),
        }
    }

    /// Reads a terminator, if one follows.
    fn terminator(&mut self, item: &Item, args: &[Code], end: &End, kept: Kept) -> Result<bool, ReadError> {
        let offset = self.cursor.offset();
        let (before, steps, events) = (self.cursor, self.steps.take(), self.events.take());
        let ends = self.ends(item, args, (end, kept));
        (self.steps, self.events) = (steps, events);
        if ends == Ok(true) && kept == Kept::No {
            self.run(Run::End, offset);
            let by = ending_field(self.protocol, item, end).map_or(Value::Null, Value::Text);
            self.step(StepKind::Terminator, "end", offset, None, by, || None);
        } else {
            self.cursor = before;
        }
        ends
    }

    /// Whether the next element ends the list. A terminator is read up to the field that decides.
    fn ends(&mut self, item: &Item, args: &[Code], (end, kept): (&End, Kept)) -> Result<bool, ReadError> {
        let protocol = self.protocol;
        match (end, item) {
            (End::Value { read, .. }, Item::Scalar { scalar, .. }) => Ok(among(read, self.raw(*scalar, "")?)),
            (End::Begins { scalar, path, read }, _) => Ok(among(read, self.raw(*scalar, path)?)),
            (_, Item::Record { record, .. }) => {
                let record = &protocol.records[record.0];
                let Some(field) = end.field(record) else { return Ok(false) };
                let mut env = Env::<Slot>::new(protocol, record, args, self.session.current());
                if kept == Kept::Yes {
                    self.scope(&mut env, &record.body)?;
                } else {
                    let mut before = record.body.iter().take_while(|id| **id != field);
                    before.try_for_each(|id| self.field(&mut env, *id))?;
                    if let (End::Cell { read, .. }, Wire::Scalar { scalar, .. }) = (end, &record.fields[field.0].wire) {
                        return Ok(among(read, self.raw(*scalar, &env.path(field))?));
                    }
                    self.field(&mut env, field)?;
                }
                Ok(match end {
                    End::Cell { cell, read, .. } => env.cell(*cell).is_some_and(|code| among(read, code)),
                    _ => env.slot(field).value == Value::Text(String::new()),
                })
            }
            (End::Left(_) | End::Texts { .. }, _)
            | (_, Item::Scalar { .. } | Item::Float { .. } | Item::Family { .. }) => Ok(false),
        }
    }
}

/// The field of an element that ends its list.
fn ending_field(protocol: &Protocol, item: &Item, end: &End) -> Option<String> {
    let Item::Record { record, .. } = item else { return None };
    let record = protocol.records.get(record.0)?;
    let field = match end {
        End::Cell { cell, .. } => return record.cells.get(cell.0).map(|cell| cell.path.clone()),
        End::EmptyText { field } => *field,
        End::Value { .. } | End::Texts { .. } | End::Begins { .. } | End::Left(_) => return None,
    };
    Some(record.path(field))
}

/// Whether a reader would end the list with these bytes of an element, or before them.
pub(in super::super) fn would_end(
    protocol: &Protocol,
    item: &Item,
    args: &[Code],
    (end, kept): (&End, Kept),
    (bytes, session): (&[u8], &SessionValues),
) -> bool {
    Reader::new(protocol, bytes, session, None).ends(item, args, (end, kept)) == Ok(true)
}

/// The error of more elements or characters than there may be.
fn limit(at: &At<'_, '_>, bound: usize) -> ReadError {
    at.malformed(Malformed::Limit).expected(format_args!("at most {bound}"))
}
