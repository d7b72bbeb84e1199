//! Packets in pieces: the smallest runs of bytes that can differ from canonical ones for a reason of their own. Every byte
//! of a packet is in one piece, in wire order; a piece that may be empty, such as a missing terminator, is one as well.

use std::ops::Range;

use wireform_build::interpret::{Event, Found, Run};
use wireform_build::model::{CellId, Code, FieldId, Record};

use super::join;

/// One run of bytes.
#[derive(Debug, Clone, PartialEq)]
pub struct Piece {
    /// The record around it, among [`Pieces::records`].
    pub record: usize,
    /// Its field; `None` for the code of a message.
    pub field: Option<FieldId>,
    /// Its path in the whole packet, with the index of each element.
    pub path: String,
    pub offset: usize,
    pub len: usize,
    pub run: Run,
}

/// A record that was read.
#[derive(Debug)]
pub struct Instance<'p> {
    /// `None`: the packet around all records.
    pub record: Option<&'p Record>,
    pub path: String,
    /// The record and the field that hold it.
    pub outer: Option<(usize, FieldId)>,
    pub cells: Vec<Option<Code>>,
    pub fields: Vec<Found>,
    /// The numbers of the program's functions.
    pub hooks: Vec<Hooked>,
}

/// A number of a function of the program.
#[derive(Debug, Clone)]
pub struct Hooked {
    pub cell: CellId,
    /// The bytes that it covers.
    pub covered: Range<usize>,
    /// Whether it is right, if the function is known.
    pub right: Option<bool>,
}

/// A packet in pieces.
#[derive(Debug)]
pub struct Pieces<'p> {
    pub all: Vec<Piece>,
    /// In the order in which they begin; the first one is the packet.
    pub records: Vec<Instance<'p>>,
}

/// Where reading is.
#[derive(Debug, Clone)]
pub struct Here {
    record: usize,
    field: Option<FieldId>,
    path: String,
}

impl<'p> Pieces<'p> {
    /// The pieces of a packet, of which these are the events.
    pub fn new(events: Vec<Event<'p>>) -> Self {
        let mut here = Here { record: 0, field: None, path: String::new() };
        let mut pieces = Self { all: Vec::new(), records: vec![Instance::new(None, &here)] };
        let mut around = Vec::new();
        for event in events {
            if let Event::Record(_) | Event::Field(_) | Event::Element(_) = &event {
                around.push(here.clone());
            }
            match event {
                Event::Record(record) => {
                    let instance = Instance::new(Some(record), &here);
                    here = Here { record: pieces.records.len(), field: None, path: instance.path.clone() };
                    pieces.records.push(instance);
                }
                Event::Field(id) => {
                    let path = pieces.records.get(here.record).map(|record| record.path(id)).unwrap_or_default();
                    here = Here { field: Some(id), path, ..here };
                }
                Event::Element(index) => here.path = format!("{}[{index}]", here.path),
                Event::End => here = around.pop().unwrap_or(here),
                Event::Run { run, offset, len } => {
                    let Here { record, field, path } = here.clone();
                    pieces.all.push(Piece { record, field, path, offset, len, run });
                }
                Event::Complete { cells, fields } => {
                    if let Some(instance) = pieces.records.get_mut(here.record) {
                        (instance.cells, instance.fields) = (cells, fields);
                    }
                }
                Event::Hook { cell, covered, right } => {
                    if let Some(instance) = pieces.records.get_mut(here.record) {
                        instance.hooks.push(Hooked { cell, covered, right });
                    }
                }
            }
        }
        pieces
    }
}

impl<'p> Instance<'p> {
    fn new(record: Option<&'p Record>, here: &Here) -> Self {
        Self {
            record,
            path: here.path.clone(),
            outer: here.field.map(|field| (here.record, field)),
            cells: Vec::new(),
            fields: Vec::new(),
            hooks: Vec::new(),
        }
    }

    /// The path of a field of this record in the whole packet.
    fn path(&self, id: FieldId) -> String {
        let Some(record) = self.record else { return self.path.clone() };
        join(&self.path, &record.path(id))
    }
}
