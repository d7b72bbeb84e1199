//! Verification of a complete record's checksums.

use super::super::checksum::{Laid, checksum, without_arm};
use super::super::env::Env;
use super::super::error::{Malformed, ReadError};
use super::super::fields::Slot;
use super::{Cursor, Reader};
use crate::model::{Code, FieldId};

impl<'b> Reader<'_, 'b> {
    /// Verifies the checksums of a complete record; returns the names of those that were compared.
    pub(super) fn checksums<'r>(&mut self, env: &Env<'r, Slot>, start: Cursor<'b>) -> Result<Vec<&'r str>, ReadError> {
        let len = self.cursor.offset().saturating_sub(start.offset());
        let bytes = start.rest().get(..len).unwrap_or_default();
        let mark = |field: FieldId| env.slot(field).offset.saturating_sub(start.offset());
        let laid = Laid { bytes, mark: &mark };
        let mut compared = Vec::new();
        for one in env.record.checksums_as_read() {
            let cell = &env.record.cells[one.cell.0];
            if !env.slot(cell.field).present {
                continue;
            }
            let offset = start.offset().saturating_add(one.at.in_bytes(len, mark));
            if let Some((code, codes)) = without_arm(env, one) {
                let error = ReadError::malformed(env.path(cell.field), offset, Malformed::Value);
                return Err(error.expected(codes).found(code));
            }
            let right = checksum(env, one, &laid, self.hooks);
            let is_right = right.map(|right| env.cell(one.cell) == Some(right));
            if self.reports_hook(one, start, len, is_right) {
                continue;
            }
            let Some(is_right) = is_right else { continue };
            if !is_right {
                let error = ReadError::malformed(env.path(cell.field), offset, Malformed::Checksum);
                let hex = |number: Option<Code>| format!("{:#x}", number.unwrap_or(0));
                return Err(error.expected(hex(right)).found(hex(env.cell(one.cell))));
            }
            compared.push(cell.path.as_str());
        }
        Ok(compared)
    }
}
