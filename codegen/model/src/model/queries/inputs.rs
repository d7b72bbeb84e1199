//! What a condition or a computation asks for: the numbers that it is worked out from.

use crate::model::{CellId, Expr, Extent, Input, SessionId, Tag, Test, Whole, Wire};

impl Test {
    /// The numbers that the test reads, in the order in which it names them; one may come more than once.
    pub fn inputs(&self) -> Vec<Input> {
        let mut found = Vec::new();
        self.each(&mut |part| found.extend(part.as_input().map(whole)));
        found
    }

    /// How much of which fields the test counts: [`Expr::Len`] and [`Expr::Size`].
    pub fn amounts(&self) -> Vec<&Expr> {
        let mut found = Vec::new();
        self.each(&mut |part| found.extend(matches!(part, Expr::Len(_) | Expr::Size(_)).then_some(part)));
        found
    }

    /// Whether it multiplies numbers: then it is a formula rather than a comparison.
    pub fn is_formula(&self) -> bool {
        let mut found = false;
        self.each(&mut |one| found |= matches!(one, Expr::Multiply(..)));
        found
    }

    /// All expressions in it, and what these are made of.
    pub(in crate::model) fn each<'e>(&'e self, seen: &mut dyn FnMut(&'e Expr)) {
        match self {
            Self::In { value, .. } => value.each(seen),
            Self::Compare { left, right, .. } => {
                left.each(seen);
                right.each(seen);
            }
            Self::All(tests) | Self::Any(tests) => tests.iter().for_each(|test| test.each(seen)),
        }
    }
}

impl Expr {
    /// The numbers that the expression is worked out from, in the order in which it names them; one may come more than
    /// once.
    pub fn inputs(&self) -> Vec<Input> {
        self.operands().into_iter().map(whole).collect()
    }

    /// The same, with parts of numbers as they are.
    pub fn operands(&self) -> Vec<Input> {
        let mut found = Vec::new();
        self.each(&mut |part| found.extend(part.as_input()));
        found
    }

    /// The number that the expression is, if it computes nothing. (How much there is of a field is no number of its own.)
    pub fn as_input(&self) -> Option<Input> {
        match *self {
            Self::Cell(cell) => Some(Input::Cell(cell)),
            Self::Param(param) => Some(Input::Param(param)),
            Self::Session(session) => Some(Input::Session(session)),
            Self::Part(part) => Some(Input::Part(part)),
            Self::Literal(_)
            | Self::Len(_)
            | Self::Size(_)
            | Self::Negate(_)
            | Self::Add(..)
            | Self::Subtract(..)
            | Self::Multiply(..)
            | Self::Divide(..) => None,
        }
    }

    /// The expression itself, and all that it is made of.
    fn each<'e>(&'e self, seen: &mut dyn FnMut(&'e Self)) {
        seen(self);
        match self {
            Self::Literal(_)
            | Self::Cell(_)
            | Self::Param(_)
            | Self::Session(_)
            | Self::Part(_)
            | Self::Len(_)
            | Self::Size(_) => {}
            Self::Negate(inner) | Self::Divide(inner, _) => inner.each(seen),
            Self::Add(left, right) | Self::Subtract(left, right) | Self::Multiply(left, right) => {
                left.each(seen);
                right.each(seen);
            }
        }
    }
}

impl Wire {
    /// The numbers that decide how a reader reads it: tags and counts that precede it.
    pub fn inputs(&self) -> Vec<Input> {
        match (self, self.extent()) {
            (Self::Chosen { tags, .. }, _) => tags.clone(),
            (Self::Match { tag: Tag::Input(input), .. }, _) => vec![*input],
            (Self::Family { by: Some(cell), .. } | Self::Sparse { mask: cell, .. }, _) => vec![Input::Cell(*cell)],
            (_, Some(Extent::Counted(length))) => vec![Input::Cell(length.cell)],
            (_, Some(Extent::Given(expr))) => expr.inputs(),
            _ => Vec::new(),
        }
    }

    /// The arguments of its record or family, or of that of its elements.
    pub fn args(&self) -> &[Input] {
        match self {
            Self::Record { args, .. } | Self::Family { args, .. } => args,
            Self::List { item, .. } | Self::Sparse { item, .. } => item.args(),
            _ => &[],
        }
    }
}

impl Input {
    /// The cell, if it is one or a part of one.
    pub const fn cell(self) -> Option<CellId> {
        match self {
            Self::Cell(cell) => Some(cell),
            Self::Part(part) => part.whole.input().cell(),
            Self::Param(_) | Self::Session(_) | Self::Literal(_) | Self::Left => None,
        }
    }

    /// The session's value, if it is one.
    pub const fn session(self) -> Option<SessionId> {
        match self {
            Self::Session(id) => Some(id),
            Self::Cell(_) | Self::Param(_) | Self::Part(_) | Self::Literal(_) | Self::Left => None,
        }
    }
}

impl Whole {
    /// The number itself.
    pub const fn input(self) -> Input {
        match self {
            Self::Cell(cell) => Input::Cell(cell),
            Self::Param(param) => Input::Param(param),
        }
    }
}

/// The number from which an input is taken: of a part, the whole.
fn whole(input: Input) -> Input {
    if let Input::Part(part) = input { part.whole.input() } else { input }
}
