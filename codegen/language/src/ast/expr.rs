//! Patterns and expressions.

use super::Name;
use crate::model::Comparison;
use crate::source::Span;

/// Alternatives; the writer writes the first.
#[derive(Debug, Clone)]
pub struct Pattern {
    pub alternatives: Vec<Alternative>,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub struct Alternative {
    pub kind: AlternativeKind,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub enum AlternativeKind {
    /// `_`
    Any,
    /// `-126..=127`, `..0`, `..`
    Range {
        low: Option<Literal>,
        high: Option<Literal>,
        inclusive: bool,
    },
    Literal(Literal),
    /// A name of an enum, or a constant.
    Name(Name),
    Text(String),
    Tuple(Vec<Pattern>),
    /// An unreadable pattern.
    Error,
}

/// A signed number, or a character.
#[derive(Debug, Clone, PartialEq)]
pub struct Literal {
    pub kind: LiteralKind,
    pub span: Span,
}

#[derive(Debug, Clone, PartialEq)]
pub enum LiteralKind {
    /// The sign is applied.
    Int(i128),
    /// The text as written, with its sign and without `_`, to be converted to an exact rational.
    Float(String),
    /// One character up to U+00FF, as its code.
    Char(u8),
}

/// `wide_x`, `mask.pitch`, `session.mode`, `it.raw`. In an example an index is a segment, too: `[1]` in `lines[1].n`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Path {
    /// At least one.
    pub segments: Vec<Name>,
    pub span: Span,
}

impl Path {
    /// The name that is the whole path.
    pub fn word(&self) -> Option<&Name> {
        if let [name] = self.segments.as_slice() { Some(name) } else { None }
    }

    /// The path as one name: `head.more`.
    pub fn dotted(&self) -> Name {
        let text = self.segments.iter().map(|name| name.text.as_str()).collect::<Vec<_>>().join(".");
        Name { text, span: self.span }
    }
}

#[derive(Debug, Clone)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

impl Expr {
    /// The name that is the whole expression.
    pub fn word(&self) -> Option<&Name> {
        if let ExprKind::Path(path) = &self.kind { path.word() } else { None }
    }

    /// Whether it is this name.
    pub fn is_word(&self, word: &str) -> bool {
        self.word().is_some_and(|name| name.text == word)
    }

    /// The direct subexpressions.
    pub fn parts(&self) -> Vec<&Self> {
        match &self.kind {
            ExprKind::Unary { value, .. } | ExprKind::In { value, .. } => vec![value],
            ExprKind::Binary { left, right, .. } | ExprKind::Range { low: left, high: right, .. } => vec![left, right],
            ExprKind::Compare { first, rest } => {
                std::iter::once(&**first).chain(rest.iter().map(|(_, expr)| expr)).collect()
            }
            ExprKind::If { test, yes, no } => vec![test, yes, no],
            ExprKind::Match { tag, arms } => {
                std::iter::once(&**tag).chain(arms.iter().map(|(_, bytes)| bytes)).collect()
            }
            ExprKind::Call { args: parts, .. } | ExprKind::Tuple(parts) | ExprKind::List(parts) => {
                parts.iter().collect()
            }
            ExprKind::Fields(values) => values.iter().map(|(_, value)| value).collect(),
            ExprKind::Named { name, fields } => vec![name, fields],
            ExprKind::Path(_)
            | ExprKind::Int(_)
            | ExprKind::Char(_)
            | ExprKind::Float(_)
            | ExprKind::Text(_)
            | ExprKind::Error => Vec::new(),
        }
    }

    /// The expression itself and all its subexpressions.
    pub fn all(&self) -> Vec<&Self> {
        let mut all = vec![self];
        let mut at = 0;
        while let Some(expr) = all.get(at) {
            all.extend(expr.parts());
            at += 1;
        }
        all
    }
}

#[derive(Debug, Clone)]
pub enum ExprKind {
    /// Never negative: `-` is an operator.
    Int(i128),
    /// The text as written, without `_`.
    Float(String),
    Char(u8),
    Text(String),
    Path(Path),
    Call {
        function: Path,
        args: Vec<Expr>,
    },
    /// `(a, b)`
    Tuple(Vec<Expr>),
    /// `[1, 2]`
    List(Vec<Expr>),
    /// `{ sku: "a", n: 2 }`, in examples: values of fields.
    Fields(Vec<(Path, Expr)>),
    /// `Circle { radius: 5 }`, in examples: the name of a shape or message, and values of its fields.
    Named {
        name: Box<Expr>,
        fields: Box<Expr>,
    },
    Unary {
        op: UnaryOp,
        value: Box<Expr>,
    },
    Binary {
        op: BinaryOp,
        left: Box<Expr>,
        right: Box<Expr>,
    },
    /// `a < b <= c`: each neighbouring pair.
    Compare {
        first: Box<Expr>,
        rest: Vec<(Comparison, Expr)>,
    },
    /// `mode in Hold | InstaHold`
    In {
        value: Box<Expr>,
        pattern: Pattern,
    },
    /// `a..=b` as an argument of `span`.
    Range {
        low: Box<Expr>,
        high: Box<Expr>,
        inclusive: bool,
    },
    /// `if VERSION >= 260 { 3 } else { 0 }`
    If {
        test: Box<Expr>,
        yes: Box<Expr>,
        no: Box<Expr>,
    },
    /// `match id { 0 => 50, 24 => (1, 2) }` as an argument of a check.
    Match {
        tag: Box<Expr>,
        arms: Vec<(Pattern, Expr)>,
    },
    /// An unreadable expression.
    Error,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnaryOp {
    Not,
    Negate,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BinaryOp {
    Or,
    And,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
}
