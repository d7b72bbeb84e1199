//! Events of reading: the smallest runs of bytes, and the records, fields and elements around them.
//!
//! Programs that compare two packets field by field pair their runs.

use std::ops::Range;

use crate::model::{self, CellId, Code, FieldId, Record, Scalar};

/// An event. Every byte of a packet is in exactly one run, in wire order. An empty run, such as a missing terminator,
/// is an event too.
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
        /// The presence and layout of its fields.
        fields: Vec<Found>,
    },
    /// The innermost record, field or element ends.
    End,
    /// Bytes were read.
    Run {
        /// The kind of run.
        run: Run,
        /// The offset of the first byte.
        offset: usize,
        /// The number of bytes.
        len: usize,
    },
    /// The innermost record has the checksum of a hook.
    Hook {
        /// Its cell.
        cell: CellId,
        /// The bytes that it covers.
        covered: Range<usize>,
        /// Whether it is right, if the hook is known.
        right: Option<bool>,
    },
}

/// The kind of a run of bytes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Run {
    /// The user's bytes, or constants.
    Content,
    /// Reserved space, ignored.
    Reserved,
    /// A character that is an integer.
    Unit,
    /// The padding of a text of fixed size, from its first zero on.
    Filling,
    /// A terminator.
    End,
    /// A float.
    Float,
    /// An integer.
    Number {
        /// The encoding.
        scalar: Scalar,
        /// The number.
        raw: Code,
        /// The item of the model that it belongs to.
        of: Of,
    },
    /// The carrier of inline bits.
    Bits {
        /// The encoding.
        carrier: Scalar,
        /// The number.
        raw: Code,
    },
}

/// The item of the model to which an integer belongs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Of {
    /// The code of a message.
    Code,
    /// A cell of the innermost record.
    Cell(CellId),
    /// An element of a list, with this meaning.
    Element(model::Value),
}

/// The presence and layout of a field.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Found {
    /// Whether it is present.
    pub there: bool,
    /// The index of the chosen arm.
    pub arm: Option<usize>,
    /// The index of the chosen form, which may have no bytes.
    pub form: Option<usize>,
}
