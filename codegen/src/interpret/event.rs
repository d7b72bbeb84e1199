//! Events of reading: the smallest runs of bytes, and the records, fields and elements around them. Programs that compare
//! two packets field by field pair their runs.

use std::ops::Range;

use crate::model::{self, CellId, Code, FieldId, Record, Scalar};

/// One event. Every byte of a packet is in one run, in wire order; a run that may be empty, such as a missing terminator,
/// is an event as well.
#[derive(Debug, Clone, PartialEq)]
pub enum Event<'p> {
    /// A record begins.
    Record(&'p Record),
    /// A field of the innermost record begins.
    Field(FieldId),
    /// An element of the innermost field begins, or a message of a stream.
    Element(usize),
    /// The innermost record is complete.
    Complete {
        /// The numbers of its cells.
        cells: Vec<Option<Code>>,
        /// The findings about its fields.
        fields: Vec<Found>,
    },
    /// The innermost record, field or element ends.
    End,
    /// Bytes were read.
    Run {
        /// Their meaning.
        run: Run,
        /// Where they begin.
        offset: usize,
        /// How many bytes.
        len: usize,
    },
    /// A number of a function of the program belongs to the innermost record.
    Hook {
        /// Its cell.
        cell: CellId,
        /// The bytes that it covers.
        covered: Range<usize>,
        /// Whether it is right, if the function is known.
        right: Option<bool>,
    },
}

/// The meaning of a run of bytes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Run {
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
    Number {
        /// Its wire.
        scalar: Scalar,
        /// It.
        raw: Code,
        /// Its place in the model.
        of: Of,
    },
    /// The carrier of inline bits.
    Bits {
        /// Its wire.
        carrier: Scalar,
        /// Its number.
        raw: Code,
    },
}

/// The place of an integer in the model.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Of {
    /// The code of a message.
    Code,
    /// A cell of the innermost record.
    Cell(CellId),
    /// An element of a list, with this meaning.
    Element(model::Value),
}

/// The findings about a field.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Found {
    /// Whether it is present.
    pub there: bool,
    /// Which of its shapes was chosen.
    pub arm: Option<usize>,
    /// Which of its widths was chosen, without bytes or with.
    pub form: Option<usize>,
}
