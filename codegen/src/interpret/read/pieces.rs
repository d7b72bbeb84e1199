//! Cuts what is read into [`Pieces`], for those who compare it with what is written. Nothing is done where nobody does.

use super::super::frame::Frame;
use super::super::hooks::Hooks;
use super::super::pieces::{Here, Hooked, Pieces, What};
use super::super::shown::Slot;
use super::super::target::Target;
use super::{Cursor, Read, Reader};
use crate::interpret::ReadError;
use crate::model::{Checksum, Code, Extent, FieldId, Form, Protocol, Record, SessionValues, Wire};

/// Reads what has been read before, in pieces. The numbers of the program's functions are compared, and none is refused.
pub(in super::super) fn in_pieces<'p, 'b>(
    protocol: &'p Protocol,
    target: Target,
    bytes: &'b [u8],
    params: &[Code],
    session: &SessionValues,
    functions: &'p dyn Hooks,
) -> Result<(Read<'b>, Pieces<'p>), ReadError> {
    let reader = Reader::new(protocol, bytes, session, None);
    let mut reader = Reader { functions, pieces: Some(Pieces::new()), ..reader };
    let read = reader.target(target, params)?;
    Ok((read, reader.pieces.unwrap_or_else(Pieces::new)))
}

impl<'p, 'b> Reader<'p, 'b> {
    /// The bytes from `offset` to here.
    pub(super) fn piece(&mut self, what: What, offset: usize) {
        let len = self.cursor.offset().saturating_sub(offset);
        if let Some(pieces) = &mut self.pieces {
            pieces.push(what, offset, len);
        }
    }

    /// Bytes or text of so many bytes, with what ends it.
    pub(super) fn stretch(
        &mut self,
        frame: &Frame<'_, Slot>,
        id: FieldId,
        extent: &Extent,
        start: Cursor<'b>,
        len: usize,
    ) {
        let (Some(pieces), Some(field)) = (&mut self.pieces, frame.record.fields.get(id.0)) else { return };
        let bytes = start.rest().get(..len).unwrap_or_default();
        let is_text = matches!(field.wire, Wire::Text { .. });
        let what = if is_text || field.name.is_some() { What::Content } else { What::Reserved };
        let (content, behind) = match extent {
            Extent::Fixed { .. } if is_text => {
                (bytes.iter().position(|byte| *byte == 0).unwrap_or(len), Some(What::Filling))
            }
            Extent::Until { .. } => (len, Some(What::End)),
            Extent::Fixed { .. }
            | Extent::Counted(_)
            | Extent::Given(_)
            | Extent::Prefixed { .. }
            | Extent::Rest
            | Extent::AllBut(_) => (len, None),
        };
        pieces.push(what, start.offset(), content);
        let behind_at = start.offset().saturating_add(content);
        if let Some(what) = behind {
            pieces.push(what, behind_at, self.cursor.offset().saturating_sub(behind_at));
        }
    }

    pub(super) fn form(&mut self, id: FieldId, forms: &[Form], form: &Form) {
        let chosen = forms.iter().position(|one| std::ptr::eq(one, form));
        if let (Some(pieces), Some(chosen)) = (&mut self.pieces, chosen) {
            pieces.form(id, chosen);
        }
    }

    /// Whether a checksum of a record of so many bytes is a function of the program, which is compared later.
    pub(super) fn keeps_hook(&mut self, one: &Checksum, start: Cursor<'b>, len: usize, right: Option<bool>) -> bool {
        let (Some(pieces), Some(_)) = (&mut self.pieces, one.hook()) else { return false };
        let [from, to] = [one.from, one.to].map(|edge| start.offset().saturating_add(edge.in_bytes(len)));
        pieces.hook(Hooked { cell: one.cell, covered: from..to, right });
        true
    }

    pub(super) fn begin_field(&mut self, frame: &Frame<'_, Slot>, id: FieldId) -> Option<Here> {
        self.pieces.as_mut().map(|pieces| pieces.field(frame, id))
    }

    pub(super) fn begin_element(&mut self, index: usize) -> Option<Here> {
        self.pieces.as_mut().map(|pieces| pieces.element(index))
    }

    pub(super) fn begin_record(&mut self, record: &'p Record) -> Option<Here> {
        self.pieces.as_mut().map(|pieces| pieces.record(record))
    }

    pub(super) fn end_record(&mut self, frame: &Frame<'_, Slot>, around: Option<Here>) {
        if let Some(pieces) = &mut self.pieces {
            pieces.found(frame);
        }
        self.leave(around);
    }

    /// A field, an element or a record has ended.
    pub(super) fn leave(&mut self, around: Option<Here>) {
        if let (Some(pieces), Some(around)) = (&mut self.pieces, around) {
            pieces.leave(around);
        }
    }
}
