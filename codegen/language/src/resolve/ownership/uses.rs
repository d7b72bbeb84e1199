//! Uses of cells, recorded while a record is built: presence tests, tags, counts, arguments.
//!
//! When the record is complete, [`ownership`](crate::resolve::ownership) decides from them who sets each cell.

use crate::model::{CellId, Code, Expr, FieldId, Test};
use crate::source::Span;

/// A use of cells that may decide their owner.
#[derive(Debug, Clone)]
pub(in crate::resolve) enum Use {
    /// A presence test: the conditions that the enclosing groups do not imply.
    Tested { field: FieldId, conjuncts: Vec<Conjunct>, owned: bool },
    /// The tag of a width; `told`: the width determines it, so that the writer can derive it.
    Form { cell: CellId, field: FieldId, column: usize, told: bool, span: Span },
    /// The tag of a shape.
    Arm { cell: CellId, field: FieldId, span: Span },
    /// The mask of a sparse list.
    Mask { cell: CellId, field: FieldId, span: Span },
    /// A count: `cell * times + plus`, as written.
    Count { cell: CellId, field: FieldId, times: Code, plus: Code, written: Expr, span: Span },
    /// An argument, or a capture of a list's element.
    Argument { cell: CellId, span: Span, element: bool },
    /// A part is passed on; its owner is that of the whole.
    Part { cell: CellId, span: Span },
    /// The rule of another field reads it.
    Ruled { cell: CellId, span: Span },
}

impl Use {
    /// The cell that can be derived, the field that determines it, and the span of the use.
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

/// One operand of a conjunction.
#[derive(Debug, Clone)]
pub(in crate::resolve) struct Conjunct {
    pub(in crate::resolve) test: Test,
    /// A single flag: `has_fall`, or `!has_fall` (then `true`).
    pub(in crate::resolve) flag: Option<(CellId, bool)>,
    /// The cells that it reads.
    pub(in crate::resolve) reads: Vec<Read>,
    pub(in crate::resolve) span: Span,
}

/// A cell that is read, with the span of the use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::resolve) struct Read {
    pub(in crate::resolve) cell: CellId,
    pub(in crate::resolve) span: Span,
}
