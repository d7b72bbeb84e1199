//! Uses of cells, recorded while a record is built: presence tests, tags, counts, arguments.
//!
//! When the record is complete, [`ownership`](crate::resolve::ownership) decides from them who sets each cell.

use std::collections::BTreeMap;

use crate::model::{CellId, Code, Expr, FieldId, Test};
use crate::source::Span;

/// A use of cells that may decide their owner.
#[derive(Debug, Clone)]
pub(in crate::resolve) enum Use {
    /// A presence test: the conditions that the enclosing groups do not imply.
    Tested { field: FieldId, conjuncts: Vec<Conjunct>, owned: bool },
    /// The tag of a width; `told`: the width determines it, so that the writer can derive it.
    Form { cell: CellId, field: FieldId, column: usize, told: bool, span: Span },
    /// The tag of a shape, or the code of a message; `told`: each shape determines it, or stores it.
    Arm { cell: CellId, field: FieldId, column: usize, told: bool, span: Span },
    /// The mask of a sparse list.
    Mask { cell: CellId, field: FieldId, span: Span },
    /// A count: `cell * times + plus`, as written.
    Count { cell: CellId, field: FieldId, times: Code, plus: Code, written: Expr, span: Span },
    /// A length or a size by an expression that has no one answer for this number.
    Computed { cell: CellId, field: FieldId, written: Expr, span: Span },
    /// A bare bit that a list sets by the place of the element: `last` in the last one.
    Place { cell: CellId, field: FieldId, last: Code, span: Span },
    /// An argument, or a number that the elements of a list use for more than a test.
    Argument { cell: CellId, span: Span, element: bool },
    /// A test or a rule in the elements of a list, a hook, or the length of reserved space reads it.
    Read { cell: CellId, span: Span, element: bool },
    /// A part is passed on; its owner is that of the whole.
    Part { cell: CellId, span: Span },
    /// The rule of another field reads it.
    Ruled { cell: CellId, span: Span },
}

impl Use {
    /// The cell that a field determines, or is checked against, that field, and the span of the use.
    pub(in crate::resolve) fn determines(&self) -> Option<(CellId, FieldId, Span)> {
        match *self {
            Self::Form { cell, field, span, .. }
            | Self::Arm { cell, field, span, .. }
            | Self::Mask { cell, field, span }
            | Self::Place { cell, field, span, .. }
            | Self::Count { cell, field, span, .. }
            | Self::Computed { cell, field, span, .. } => Some((cell, field, span)),
            Self::Tested { .. }
            | Self::Argument { .. }
            | Self::Read { .. }
            | Self::Part { .. }
            | Self::Ruled { .. } => None,
        }
    }

    /// The length that the use gives its field, as written.
    pub(in crate::resolve) fn length(&self) -> Option<&Expr> {
        match self {
            Self::Count { written, .. } | Self::Computed { written, .. } => Some(written),
            _ => None,
        }
    }
}

/// The uses of one number.
#[derive(Debug, Default)]
pub(in crate::resolve) struct OfNumber<'u> {
    /// Those that determine it, or might: an argument does so in a way that is not known here.
    pub(in crate::resolve) determining: Vec<&'u Use>,
    /// Those that only read it.
    pub(in crate::resolve) reading: Vec<&'u Use>,
}

impl OfNumber<'_> {
    /// The choices by it.
    pub(in crate::resolve) fn choices(&self) -> impl Iterator<Item = FieldId> {
        self.determining.iter().filter_map(|one| if let Use::Arm { field, .. } = one { Some(*field) } else { None })
    }
}

/// The uses of each number.
pub(in crate::resolve) fn by_number(uses: &[Use]) -> BTreeMap<CellId, OfNumber<'_>> {
    let mut all: BTreeMap<CellId, OfNumber<'_>> = BTreeMap::new();
    for one in uses {
        match one {
            Use::Tested { conjuncts, .. } => {
                for read in conjuncts.iter().flat_map(|one| &one.reads) {
                    all.entry(read.cell).or_default().reading.push(one);
                }
            }
            Use::Read { cell, .. } | Use::Ruled { cell, .. } => all.entry(*cell).or_default().reading.push(one),
            Use::Argument { cell, .. } => all.entry(*cell).or_default().determining.push(one),
            _ => {
                if let Some((cell, ..)) = one.determines() {
                    all.entry(cell).or_default().determining.push(one);
                }
            }
        }
    }
    all
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
