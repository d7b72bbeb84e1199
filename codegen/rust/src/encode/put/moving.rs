//! Sizes of variable width with fields between them and their regions, all of which move if the size is wider.

use super::steps::{LateSizes, Step};
use super::{Putter, finished};
use crate::field::{code, slot};
use crate::model::{Demand, Extent, FieldId, Length, Presence, Scalar, Wire};
use crate::scope::{self, Act};
use crate::text::tokens::{TokenStream, quote};
use std::iter::once;

impl Putter<'_, '_> {
    /// The type of such a size, and the fields from it to its region: nothing else reads the size, and no variable for an
    /// offset or a size of these fields is used after them.
    pub(super) fn moving(&self, size: FieldId) -> Option<(Scalar, &[FieldId])> {
        let (scope, record) = (self.scope, self.scope.record);
        let Wire::Scalar { scalar: scalar @ Scalar::Varint(_), cell } = scope.field(size).wire else { return None };
        let Some(Demand::Count { fields, times: 1, plus: 0 }) = scope::demand(scope.cell(cell)) else { return None };
        let [region] = fields[..] else { return None };
        scope.outlined(&region)?;
        let mut bodies = once(scope.outermost).chain(scope.body.iter().filter_map(|id| scope.outlined(id)));
        let between = bodies.find_map(|body| {
            let at = |field| body.iter().position(|id| *id == field);
            body.get(at(size)?..=at(region)?)
        })?;
        let (all, ruled) = (record.scope(between), scope.read_by_rules());
        let ends_inside = |id: &FieldId| match scope.field(*id).wire {
            Wire::Within { extent: Extent::Counted(Length { cell, .. }), .. } if *id != region => {
                let size = scope.cell(cell).field;
                let is_inside = all.contains(&scope.late_field(size).unwrap_or(size));
                is_inside == all.contains(id) && !(is_inside && ruled.contains(&cell))
            }
            _ => true,
        };
        let is_free = |id: &FieldId| !record.is_marked(*id) && !scope.is_measured(*id);
        let is_there = |id| scope.field(id).presence == Presence::Always;
        // Space up to a multiple would get longer or shorter, too.
        let is_aligned = record.alignment(between).is_some();
        let moves = !scope.has_local(Act::Put, cell) && is_there(size) && is_there(region) && !is_aligned;
        (moves && between.iter().all(is_free) && scope.body.iter().all(ends_inside)).then_some((scalar, between))
    }

    /// `out.sized_later(Number, |out| { .. out.count_from_here(); self.put_within(out); });`: writes such a size, the
    /// fields after it, and its region.
    pub(super) fn moved(&self, scalar: Scalar, fields: &[FieldId], steps: &[Step], sizes: &LateSizes) -> TokenStream {
        let scope = self.scope;
        let number = slot::unit_value(&scope.context, scalar);
        let checks = self.checks_of(fields.get(..1).unwrap_or_default());
        let steps = self.written(steps, sizes, fields.last().copied());
        let turned = code::turned(scope, fields);
        let fails = scope.is_checked_as_written() && scope.writer().outlined(fields).rejects;
        let all = steps.into_iter().map(|piece| piece.statements).chain([turned.clone()]).collect();
        let ((result, all), failed) = (finished(all, fails), fails.then(|| quote!(?)));
        quote!(#(#checks)* out.sized_later(#number, |out| #result { #all }) #failed; #turned)
    }
}
