//! Packets in pieces: the smallest runs of bytes that can differ from canonical ones for a reason of their own. Every byte
//! of a packet is in one piece, in wire order; a piece that may be empty, such as a missing terminator, is one as well.

use std::ops::Range;

use super::error::join;
use super::frame::Frame;
use super::shown::Slot;
use crate::model::{self, CellId, Code, FieldId, Record, Role, Scalar};

/// One run of bytes.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Piece {
    /// The record around it, among [`Pieces::records`].
    pub(super) record: usize,
    /// Its field; `None` for the code of a message.
    pub(super) field: Option<FieldId>,
    /// Its path in the whole packet, with the index of each element.
    pub(super) path: String,
    pub(super) offset: usize,
    pub(super) len: usize,
    pub(super) what: What,
}

/// The meaning of a run of bytes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum What {
    /// The user's bytes, or constants.
    Content,
    /// Ignored.
    Reserved,
    /// A character that is an integer.
    Unit,
    /// From the zero that ends a text of fixed size.
    Filling,
    /// A terminator.
    End,
    /// An IEEE number.
    Float,
    /// An integer.
    Number { scalar: Scalar, raw: Code, of: Of },
    /// The carrier of inline bits.
    Bits { carrier: Scalar, raw: Code },
}

/// The place of an integer in the model.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Of {
    /// The code of a message.
    Code,
    Cell(CellId),
    /// An element of a list, with this meaning.
    Element(model::Value),
}

/// A record that was read.
#[derive(Debug)]
pub(super) struct Instance<'p> {
    /// `None`: the packet around all records.
    pub(super) record: Option<&'p Record>,
    pub(super) path: String,
    /// The record and the field that hold it.
    pub(super) outer: Option<(usize, FieldId)>,
    pub(super) cells: Vec<Option<Code>>,
    pub(super) fields: Vec<Found>,
    /// The numbers of the program's functions.
    pub(super) hooks: Vec<Hooked>,
}

/// A number of a function of the program.
#[derive(Debug, Clone)]
pub(super) struct Hooked {
    pub(super) cell: CellId,
    /// The bytes that it covers.
    pub(super) covered: Range<usize>,
    /// Whether it is right, if the function is known.
    pub(super) right: Option<bool>,
}

/// The findings about a field.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Found {
    pub(super) there: bool,
    pub(super) arm: Option<usize>,
    /// Which of its widths was chosen, without bytes or with.
    pub(super) form: Option<usize>,
}

/// A packet in pieces.
#[derive(Debug)]
pub(super) struct Pieces<'p> {
    pub(super) all: Vec<Piece>,
    /// In the order in which they begin; the first one is the packet.
    pub(super) records: Vec<Instance<'p>>,
    here: Here,
}

/// Where reading is.
#[derive(Debug, Clone)]
pub(super) struct Here {
    record: usize,
    field: Option<FieldId>,
    path: String,
}

impl<'p> Pieces<'p> {
    pub(super) fn new() -> Self {
        let here = Here { record: 0, field: None, path: String::new() };
        Self { all: Vec::new(), records: vec![Instance::new(None, &here)], here }
    }

    /// The bytes from `offset` on are such a piece.
    pub(super) fn push(&mut self, what: What, offset: usize, len: usize) {
        let Here { record, field, path } = self.here.clone();
        self.all.push(Piece { record, field, path, offset, len, what });
    }

    /// A field begins.
    pub(super) fn field<S>(&mut self, frame: &Frame<'_, S>, id: FieldId) -> Here {
        let outer = self.records.get(self.here.record).map_or("", |record| record.path.as_str());
        let path = match frame.record.role {
            // The element has the path of the only field.
            Role::Element { transparent: true } => {
                join(outer, frame.path(id).split_once('.').map_or("", |(_, inside)| inside))
            }
            Role::Element { transparent: false } | Role::Struct | Role::Message { .. } => join(outer, &frame.path(id)),
        };
        let here = Here { record: self.here.record, field: Some(id), path };
        std::mem::replace(&mut self.here, here)
    }

    /// An element of a list begins.
    pub(super) fn element(&mut self, index: usize) -> Here {
        let path = format!("{}[{index}]", self.here.path);
        let here = Here { path, ..self.here.clone() };
        std::mem::replace(&mut self.here, here)
    }

    /// A record begins.
    pub(super) fn record(&mut self, record: &'p Record) -> Here {
        let instance = Instance::new(Some(record), &self.here);
        let here = Here { record: self.records.len(), field: None, path: instance.path.clone() };
        self.records.push(instance);
        std::mem::replace(&mut self.here, here)
    }

    /// A record ends.
    pub(super) fn found(&mut self, frame: &Frame<'_, Slot>) {
        let Some(instance) = self.records.get_mut(self.here.record) else { return };
        instance.cells.clone_from(&frame.cells);
        for (found, slot) in instance.fields.iter_mut().zip(&frame.slots) {
            (found.there, found.arm) = (slot.there, slot.arm);
        }
    }

    /// The width of the field was chosen.
    pub(super) fn form(&mut self, field: FieldId, form: usize) {
        let instance = self.records.get_mut(self.here.record);
        if let Some(found) = instance.and_then(|instance| instance.fields.get_mut(field.0)) {
            found.form = Some(form);
        }
    }

    /// A number of a function of the program was met.
    pub(super) fn hook(&mut self, hook: Hooked) {
        if let Some(instance) = self.records.get_mut(self.here.record) {
            instance.hooks.push(hook);
        }
    }

    /// Goes back to a place that was left for a record or a part inside of it.
    pub(super) fn leave(&mut self, here: Here) {
        self.here = here;
    }
}

impl<'p> Instance<'p> {
    fn new(record: Option<&'p Record>, here: &Here) -> Self {
        let fields = record.map_or(0, |record| record.fields.len());
        Self {
            record,
            path: here.path.clone(),
            outer: here.field.map(|field| (here.record, field)),
            cells: Vec::new(),
            fields: vec![Found::default(); fields],
            hooks: Vec::new(),
        }
    }
}
