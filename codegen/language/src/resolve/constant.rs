//! Static expressions: constants, conditions of declarations (guards), codes. They are computed as exact rationals, without rounding.
//!
//! Constants may be declared in any order and refer to each other, without cycles.

use crate::ast::{self, BinaryOp, Expr, ExprKind, UnaryOp};
use crate::diagnostic::{Diagnostic, Help};
use crate::model::{self, Code, Comparison, FloatWidth, Interval, Ratio, Value};
use crate::resolve::resolver::{Constant, Declared, Resolver};
use crate::resolve::types::notation::number_of;
use crate::resolve::wanted::Wanted;
use crate::resolve::words::{BOOLS, VERSION};
use crate::source::Span;

impl Constant {
    /// A number: an integer if it is whole.
    pub(super) fn number(ratio: Ratio) -> Self {
        ratio.as_whole().map_or(Self::Ratio(ratio), Self::Int)
    }

    /// The model's entry for a constant.
    pub(super) fn named(&self, item: &ast::Const) -> model::Constant {
        let value = match self {
            Self::Int(value) => value.to_string(),
            Self::Ratio(ratio) => ratio.to_f64().to_string(),
            Self::Bool(value) => value.to_string(),
            Self::Text(text) => format!("{text:?}"),
        };
        model::Constant { name: item.name.text.clone(), docs: crate::resolve::resolver::docs(&item.docs), value }
    }

    /// Its kind, for diagnostics.
    fn what(&self) -> &'static str {
        match self {
            Self::Int(_) => "a whole number",
            Self::Ratio(_) => "a number",
            Self::Bool(_) => "true or false",
            Self::Text(_) => "text",
        }
    }
}

impl<'a> Resolver<'a> {
    /// The value of a static expression: numbers, text, `true`, `false`, and constants.
    pub(super) fn constant(&mut self, expr: &Expr) -> Option<Constant> {
        match &expr.kind {
            ExprKind::Int(value) => Some(Constant::Int(*value)),
            ExprKind::Char(value) => Some(Constant::Int(Code::from(*value))),
            ExprKind::Float(text) => match Ratio::parse(text) {
                Some(ratio) => Some(Constant::number(ratio)),
                None => self.too_large(expr.span),
            },
            ExprKind::Text(text) => Some(Constant::Text(text.clone())),
            ExprKind::Path(path) => self.constant_path(path),
            ExprKind::Unary { op, value } => self.unary(*op, value, expr.span),
            ExprKind::Binary { op, left, right } => self.binary(*op, left, right, expr.span),
            ExprKind::Compare { first, rest } => self.compare(first, rest),
            ExprKind::In { value, pattern } => {
                let (code, codes) = (self.integer(value), self.pattern(pattern, Interval::ANYTHING, Value::Int(None)));
                let (code, codes) = (code?, codes?);
                Some(Constant::Bool(codes.iter().any(|codes| codes.contains(code))))
            }
            ExprKind::If { test, yes, no } => {
                let test = self.static_bool(test);
                let (yes, no) = (self.constant(yes), self.constant(no));
                if test? { yes } else { no }
            }
            ExprKind::Tuple(_)
            | ExprKind::List(_)
            | ExprKind::Fields(_)
            | ExprKind::Named { .. }
            | ExprKind::Range { .. }
            | ExprKind::Match { .. } => self.not_static(expr.span, "this is not one value"),
            ExprKind::Error => None,
            ExprKind::Call { .. } => {
                let wrong = self.no_constant(expr.span, "a call is not known when the schema is compiled");
                self.refuse(wrong)
            }
        }
    }

    /// A static expression that must be an integer. A computed value only has to be whole; a literal must be written
    /// without a fraction.
    pub(super) fn integer(&mut self, expr: &Expr) -> Option<Code> {
        match self.constant(expr)? {
            Constant::Int(value) if is_fraction(expr) => self.not_whole(expr.span, Ratio::whole(value)),
            Constant::Int(value) => Some(value),
            Constant::Ratio(ratio) => self.not_whole(expr.span, ratio),
            other => self.mismatch(expr.span, "a whole number", &other),
        }
    }

    /// Rejects fractions for numbers on the wire.
    pub(super) fn not_whole<T>(&mut self, span: Span, ratio: Ratio) -> Option<T> {
        let (label, help) = match ratio.as_whole() {
            Some(whole) => ("written with a fraction".to_owned(), Help::write(span, whole.to_string())),
            None => (format!("this is {ratio}"), "write a number without a fraction".into()),
        };
        self.refuse(Diagnostic::new("a whole number is needed here", span, label).help(help))
    }

    /// A static expression that must be a number.
    pub(super) fn rational(&mut self, expr: &Expr) -> Option<Ratio> {
        match self.constant(expr)? {
            Constant::Int(value) => Some(Ratio::whole(value)),
            Constant::Ratio(ratio) => Some(ratio),
            other => self.mismatch(expr.span, "a number", &other),
        }
    }

    /// A static expression that must be a number, rounded to a float of this width. Floats have two zeros, rationals
    /// one.
    pub(super) fn float(&mut self, expr: &Expr, width: FloatWidth) -> Option<f64> {
        let number = self.rational(expr)?.rounded_to(width);
        Some(if number == 0. && self.is_minus_zero(expr) { -0. } else { number })
    }

    /// Whether an expression is a negated zero, directly or through a constant.
    fn is_minus_zero(&mut self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Unary { op: UnaryOp::Negate, value } => !self.is_minus_zero(value),
            ExprKind::If { test, yes, no } => match self.static_bool(test) {
                Some(test) => self.is_minus_zero(if test { yes } else { no }),
                None => false,
            },
            _ => match expr.word().and_then(|name| self.items.get(name.text.as_str())) {
                Some(Declared::Const(item)) => self.is_minus_zero(&item.value),
                _ => false,
            },
        }
    }

    /// A static expression that must be a boolean.
    pub(super) fn static_bool(&mut self, expr: &Expr) -> Option<bool> {
        match self.constant(expr)? {
            Constant::Bool(value) => Some(value),
            other => self.mismatch(expr.span, "true or false", &other),
        }
    }

    /// Whether a path that is no field is a constant of the schema.
    pub(super) fn is_constant(&self, path: &ast::Path) -> bool {
        let Some(name) = path.word() else { return false };
        if name.text == VERSION {
            return true;
        }
        let declared = self.candidates.get(name.text.as_str());
        let may_be = |one: &&Declared| matches!(one, Declared::Const(_) | Declared::Error(_));
        declared.is_some_and(|declared| declared.iter().any(may_be))
    }

    /// The value of a declared constant; `span` is its use.
    pub(super) fn constant_item(&mut self, item: &'a ast::Const, span: Span) -> Option<Constant> {
        let name = item.name.text.as_str();
        if let Some(known) = self.constants.get(name) {
            return Some(known.clone());
        }
        if !self.enter(name, span) {
            return None;
        }
        let value = self.constant(&item.value);
        self.leave();
        match &value {
            Some(value) => self.constants.insert(name, value.clone()).is_some(),
            None => self.failed.insert(name),
        };
        value
    }

    fn constant_path(&mut self, path: &ast::Path) -> Option<Constant> {
        let Some(name) = path.word() else {
            return self.not_static(path.span, "a field is not known when the schema is compiled");
        };
        match name.text.as_str() {
            "true" => return Some(Constant::Bool(true)),
            "false" => return Some(Constant::Bool(false)),
            VERSION => return self.version_number(name.span).map(Constant::Int),
            text if text.starts_with(|first: char| first.is_ascii_lowercase() || first == '_') => {
                return self.not_static(path.span, "a field is not known when the schema is compiled");
            }
            _ => {}
        }
        match self.lookup(name, Wanted::Constant)? {
            (_, Declared::Const(item)) => self.constant_item(item, name.span),
            (_, other) => {
                let title = format!("`{}` is {}, not a constant", name.text, other.what());
                let diagnostic = Diagnostic::new(title, name.span, "expected a constant");
                self.refuse(diagnostic.other(other.place(), "declared here"))
            }
        }
    }

    fn unary(&mut self, op: UnaryOp, value: &Expr, span: Span) -> Option<Constant> {
        match op {
            UnaryOp::Not => Some(Constant::Bool(!self.static_bool(value)?)),
            UnaryOp::Negate => match self.rational(value)?.checked_neg() {
                Some(ratio) => Some(Constant::number(ratio)),
                None => self.too_large(span),
            },
        }
    }

    fn binary(&mut self, op: BinaryOp, left: &Expr, right: &Expr, span: Span) -> Option<Constant> {
        if matches!(op, BinaryOp::Or | BinaryOp::And) {
            let (a, b) = (self.static_bool(left), self.static_bool(right));
            let (a, b) = (a?, b?);
            return Some(Constant::Bool(if op == BinaryOp::Or { a || b } else { a && b }));
        }
        let (a, b) = (self.rational(left), self.rational(right));
        let (a, b) = (a?, b?);
        let result = match op {
            BinaryOp::Add => a.checked_add(b),
            BinaryOp::Subtract => a.checked_sub(b),
            BinaryOp::Multiply => a.checked_mul(b),
            BinaryOp::Remainder => {
                let (Some(code), Some(by)) = (a.as_whole(), b.as_whole().filter(|by| *by > 0)) else {
                    let wrong = Diagnostic::new("a remainder is one of whole numbers", span, "not by a positive one");
                    return self.refuse(wrong.help("divide a whole number by a positive one: `7 % 4`"));
                };
                code.checked_rem_euclid(by).map(Ratio::whole)
            }
            BinaryOp::Divide | BinaryOp::Or | BinaryOp::And => {
                if b.over == 0 {
                    return self.refuse(Diagnostic::new("division by zero", right.span, "this is zero"));
                }
                a.checked_div(b)
            }
        };
        match result {
            Some(ratio) => Some(Constant::number(ratio)),
            None => self.too_large(span),
        }
    }

    fn compare(&mut self, first: &Expr, rest: &[(Comparison, Expr)]) -> Option<Constant> {
        let mut left = (first.span, self.constant(first)?);
        let mut holds = true;
        for (op, expr) in rest {
            let right = (expr.span, self.constant(expr)?);
            holds &= self.compare_pair(&left, *op, &right)?;
            left = right;
        }
        Some(Constant::Bool(holds))
    }

    fn compare_pair(&mut self, left: &(Span, Constant), op: Comparison, right: &(Span, Constant)) -> Option<bool> {
        let equality = matches!(op, Comparison::Equal | Comparison::NotEqual);
        let ordering = match (&left.1, &right.1) {
            (Constant::Bool(a), Constant::Bool(b)) if equality => a.cmp(b),
            (Constant::Text(a), Constant::Text(b)) if equality => a.cmp(b),
            (Constant::Int(_) | Constant::Ratio(_), Constant::Int(_) | Constant::Ratio(_)) => {
                match ratio_of(&left.1)?.checked_cmp(ratio_of(&right.1)?) {
                    Some(ordering) => ordering,
                    None => return self.too_large(left.0.to(right.0)),
                }
            }
            (a, b) => {
                let title = format!("{} and {} cannot be compared so", a.what(), b.what());
                return self.refuse(Diagnostic::new(title, right.0, b.what()).other(left.0, a.what()));
            }
        };
        Some(op.holds(ordering))
    }

    fn mismatch<T>(&mut self, span: Span, wanted: &str, found: &Constant) -> Option<T> {
        let title = format!("expected {wanted}, found {}", found.what());
        let wrong = Diagnostic::new(title, span, format!("this is {}", found.what()));
        let help = match found {
            Constant::Text(text) => number_of(text),
            Constant::Int(_) | Constant::Ratio(_) | Constant::Bool(_) => None,
        };
        self.refuse(help.into_iter().fold(wrong, Diagnostic::help))
    }

    fn not_static<T>(&mut self, span: Span, why: &str) -> Option<T> {
        let known = self.names_of(Wanted::Constant);
        let wrong = self.no_constant(span, why).knowing(known).knowing(BOOLS);
        self.refuse(wrong)
    }

    fn no_constant(&self, span: Span, why: &str) -> Diagnostic {
        let wrong = Diagnostic::new("a constant is needed here", span, why);
        wrong.note("numbers, text, constants in capitals and arithmetic over them are static")
    }

    fn too_large<T>(&mut self, span: Span) -> Option<T> {
        let wrong = Diagnostic::new("this number is too large to work out exactly", span, "does not fit");
        self.refuse(wrong.note("static numbers are fractions of two 128-bit integers"))
    }
}

/// Whether an expression is a single literal with a fraction: `3.0`, `-1e6`.
fn is_fraction(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Float(_) => true,
        ExprKind::Unary { op: UnaryOp::Negate, value } => is_fraction(value),
        _ => false,
    }
}

fn ratio_of(constant: &Constant) -> Option<Ratio> {
    match constant {
        Constant::Int(value) => Some(Ratio::whole(*value)),
        Constant::Ratio(ratio) => Some(*ratio),
        Constant::Bool(_) | Constant::Text(_) => None,
    }
}
