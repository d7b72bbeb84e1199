//! A record and where it stands: how errors call its fields, and which bytes its numbers come from.

use wireform_build::model::{Expr, Extent, Field, FieldId, Input, Record, RecordId, Whole, Wire};

use super::super::constraint::Place;
use crate::paths::{in_record, join};

/// A record, and where it stands.
#[derive(Clone, Copy)]
pub struct Here<'h> {
    pub id: RecordId,
    pub record: &'h Record,
    pub path: &'h str,
    /// The fields around it that its parameters come from.
    pub params: &'h [Option<Place>],
}

impl Here<'_> {
    /// The path of a field, as errors tell it.
    pub fn field(&self, id: FieldId) -> String {
        join(self.path, &in_record(self.record, id))
    }

    /// The innermost region that a field stands in.
    pub fn region(&self, id: FieldId) -> Option<FieldId> {
        let has = |field: &Field| match &field.wire {
            Wire::Within { body, .. } => self.record.scope(body).contains(&id),
            _ => false,
        };
        self.record.fields.iter().rposition(has).map(FieldId)
    }

    /// What says how large a region is: a number, or what is in it.
    pub fn size(&self, id: FieldId) -> Vec<Place> {
        let Wire::Within { extent, body } = &self.record.fields[id.0].wire else { return Vec::new() };
        match extent {
            Extent::Prefixed { .. } => vec![Place::Field(self.field(id))],
            Extent::Counted(length) => self.place(Input::Cell(length.cell)).into_iter().collect(),
            Extent::Given(count) if count.inputs().iter().any(|input| input.cell().is_some()) => {
                count.inputs().into_iter().filter_map(|input| self.place(input)).collect()
            }
            Extent::AllBut(_) => vec![Place::End],
            _ => self.record.scope(body).into_iter().flat_map(|id| whole(&self.field(id))).collect(),
        }
    }

    /// The field that a number comes from, if it is in the bytes.
    pub fn place(&self, input: Input) -> Option<Place> {
        match input {
            Input::Cell(cell) => Some(Place::Field(self.field(self.record.cells[cell.0].field))),
            Input::Param(id) => self.params[id.0].clone(),
            Input::Part(part) => match part.whole {
                Whole::Cell(cell) => self.place(Input::Cell(cell)),
                Whole::Param(id) => self.place(Input::Param(id)),
            },
            Input::Session(_) | Input::Literal(_) | Input::Left => None,
        }
    }

    pub fn places(&self, args: &[Expr]) -> Vec<Option<Place>> {
        args.iter().map(|arg| arg.operands().into_iter().find_map(|input| self.place(input))).collect()
    }
}

/// A field, and whatever is in it.
pub fn whole(path: &str) -> Vec<Place> {
    vec![Place::Field(path.to_owned()), Place::Inside(path.to_owned())]
}
