//! Trailers: the end of a region, which is measured before what is in front of it.

use super::Reader;
use super::at::{At, error_of};
use crate::interpret::codec::{Fault, take};
use crate::interpret::error::{Malformed, ReadError};
use crate::model::Trailer;

impl Reader<'_, '_> {
    /// The number of bytes in front of a trailer: all, if there is none.
    pub(super) fn before_trailer(&self, at: &mut At<'_, '_>, trailer: &Trailer) -> Result<usize, ReadError> {
        let (record, left) = (at.env.record, self.cursor.rest().len());
        if !at.env.is_present(&record.fields[trailer.group.0].presence) {
            return Ok(left);
        }
        let numbers = usize::try_from(trailer.numbers).unwrap_or(usize::MAX);
        let Some(front) = left.checked_sub(numbers) else {
            let needed = numbers.saturating_sub(left);
            return Err(error_of(Fault::Short { needed }, at.env.path(trailer.group), at.offset));
        };
        let Some(tail) = &trailer.counted else { return Ok(front) };
        let mut ahead = self.cursor;
        ahead.take_up_to(left.saturating_sub(usize::try_from(tail.from_end).unwrap_or(usize::MAX)));
        let path = at.env.path(tail.field);
        let number = take(self.protocol, tail.scalar, &mut ahead).map_err(|fault| error_of(fault, path, at.offset))?;
        at.env.set(tail.cell, number);
        let counted = number.saturating_mul(tail.times).saturating_add(tail.plus);
        let found = usize::try_from(counted).ok().and_then(|counted| front.checked_sub(counted));
        found.ok_or_else(|| ReadError::malformed(at.env.path(tail.field), at.offset, Malformed::Count).found(counted))
    }
}
