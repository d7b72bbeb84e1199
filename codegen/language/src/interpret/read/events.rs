//! [Events](Event) of a reader. They are made only if requested.

use super::super::env::Env;
use super::super::event::{Event, Found, Run};
use super::super::fields::Slot;
use super::super::hooks::Hooks;
use super::super::target::Target;
use super::repeat::unfilled;
use super::{Cursor, Read, Reader};
use crate::interpret::ReadError;
use crate::model::{Checksum, Code, Extent, Field, How, Kept, Protocol, SessionValues, Text, Wire};

/// Reads as [`read_in`](super::read_in) does, and returns the events. The checksums of hooks are compared, but none is
/// rejected.
///
/// # Errors
/// As [`read`](super::read).
pub fn events<'p, 'b>(
    protocol: &'p Protocol,
    target: Target,
    bytes: &'b [u8],
    params: &[Code],
    session: &SessionValues,
    hooks: &'p dyn Hooks,
) -> Result<(Read<'b>, Vec<Event<'p>>), ReadError> {
    let reader = Reader::new(protocol, bytes, session, None);
    let mut reader = Reader { hooks, events: Some(Vec::new()), ..reader };
    let read = reader.target(target, params)?;
    Ok((read, reader.events.unwrap_or_default()))
}

impl<'p, 'b> Reader<'p, 'b> {
    pub(super) fn event(&mut self, event: Event<'p>) {
        if let Some(events) = &mut self.events {
            events.push(event);
        }
    }

    /// Reports the run of bytes from `offset` to the cursor.
    pub(super) fn run(&mut self, run: Run, offset: usize) {
        let len = self.cursor.offset().saturating_sub(offset);
        self.event(Event::Run { run, offset, len });
    }

    /// Reports the runs of bytes or text of length `len`, its terminator or padding included.
    pub(super) fn content_runs(&mut self, field: &Field, extent: &Extent, start: Cursor<'b>, len: usize) {
        if self.events.is_none() {
            return;
        }
        let bytes = start.rest().get(..len).unwrap_or_default();
        let is_text = field.wire.text().is_some();
        let run = if matches!(field.wire, Wire::Padding { .. }) { Run::Reserved } else { Run::Content };
        let (content, terminator) = match extent {
            Extent::Fixed { .. } if let Some(Text { fill: Some(fill), .. }) = field.wire.text() => {
                (unfilled(bytes, *fill), Some(Run::Filling))
            }
            Extent::Fixed { .. } if is_text => {
                (bytes.iter().position(|byte| *byte == 0).unwrap_or(len), Some(Run::Filling))
            }
            Extent::Until { kept: Kept::No, .. } => (len, Some(Run::End)),
            Extent::Fixed { .. }
            | Extent::Counted(_)
            | Extent::Given(_)
            | Extent::Prefixed { .. }
            | Extent::Until { kept: Kept::Yes | Kept::Left, .. }
            | Extent::Rest
            | Extent::AllBut(_) => (len, None),
        };
        self.event(Event::Run { run, offset: start.offset(), len: content });
        if let Some(run) = terminator {
            self.run(run, start.offset().saturating_add(content));
        }
    }

    /// Reports the checksum of a hook in a record of length `len`; `false` if the reader has to compare it instead.
    pub(super) fn reports_hook(&mut self, one: &Checksum, start: Cursor<'b>, len: usize, right: Option<bool>) -> bool {
        let How::Hook { range, .. } = &one.how else { return false };
        if self.events.is_none() {
            return false;
        }
        // The bytes of a hook have a fixed distance from an end of the record.
        let [from, to] = range.map(|edge| start.offset().saturating_add(edge.in_bytes(len, |_| 0)));
        self.event(Event::Hook { cell: one.cell, covered: from..to, right });
        true
    }

    /// Reports the end of a record.
    pub(super) fn end_record(&mut self, env: &Env<'_, Slot>) {
        if self.events.is_some() {
            let fields = env.slots.iter().map(|slot| Found { there: slot.present, arm: slot.arm, form: slot.form });
            self.event(Event::Complete { cells: env.cells.clone(), fields: fields.collect() });
            self.event(Event::End);
        }
    }
}
