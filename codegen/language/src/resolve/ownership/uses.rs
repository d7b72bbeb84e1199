//! Uses of cells, as they are noted while a record is made: a presence test, a tag, a count, an argument.
//!
//! When the record is complete, [`ownership`](crate::resolve::ownership) decides by them who sets each cell.

use crate::model::{CellId, Code, Expr, FieldId, Test};
use crate::source::Span;

/// A use of cells that may settle who sets them.
#[derive(Debug, Clone)]
pub(in crate::resolve) enum Use {
    /// A presence test: those conditions that the groups around do not imply.
    Tested { field: FieldId, conjuncts: Vec<Conjunct>, owned: bool },
    /// A tag of a width; `told` by the width alone, so that the writer can work it out.
    Form { cell: CellId, field: FieldId, column: usize, told: bool, span: Span },
    /// The tag of a shape.
    Arm { cell: CellId, field: FieldId, span: Span },
    /// The mask of a list with empty places.
    Mask { cell: CellId, field: FieldId, span: Span },
    /// A count: `cell * times + plus`, as written.
    Count { cell: CellId, field: FieldId, times: Code, plus: Code, written: Expr, span: Span },
    /// It is passed on: to an element of a list, or as an argument.
    Argument { cell: CellId, span: Span, element: bool },
    /// A part of it is passed on, which the writer knows who sets the whole.
    Part { cell: CellId, span: Span },
    /// The rule of another field speaks of it.
    Ruled { cell: CellId, span: Span },
}

impl Use {
    /// The cell that can be worked out from a field, as which this use tells.
    pub(in crate::resolve) fn derives(&self) -> Option<(CellId, FieldId, Span)> {
        match *self {
            Self::Form { cell, field, span, .. }
            | Self::Arm { cell, field, span }
            | Self::Mask { cell, field, span }
            | Self::Count { cell, field, span, .. } => Some((cell, field, span)),
            Self::Tested { .. } | Self::Argument { .. } | Self::Part { .. } | Self::Ruled { .. } => None,
        }
    }
}

/// One of the things that must hold together.
#[derive(Debug, Clone)]
pub(in crate::resolve) struct Conjunct {
    pub(in crate::resolve) test: Test,
    /// It is a flag by itself: `has_fall`, or `!has_fall` (then the second is true).
    pub(in crate::resolve) flag: Option<(CellId, bool)>,
    /// The cells that it reads.
    pub(in crate::resolve) reads: Vec<Read>,
    pub(in crate::resolve) span: Span,
}

/// A cell that is read, and where that is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::resolve) struct Read {
    pub(in crate::resolve) cell: CellId,
    pub(in crate::resolve) span: Span,
}
