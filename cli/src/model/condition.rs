//! Conditions and computations: tests, expressions, the inputs of tags and arguments, and sets of numbers.

use wireform_build::layout::wire_expr_interval;
use wireform_build::model::sets::clip;
use wireform_build::model::{CellId, Comparison, Expr, FieldId, Input, Interval, Param, PartOf, RecordId, Test, Whole};

use super::names::Names;
use super::tree::{Object, Tree, kind, list};

/// The record, or the family, to whose items an expression refers.
#[derive(Clone, Copy)]
pub struct Scope<'n> {
    /// All names.
    pub names: &'n Names<'n>,
    /// The record; none in a family, whose arguments name no fields.
    pub record: Option<RecordId>,
    /// Its parameters.
    pub params: &'n [Param],
}

impl<'n> Scope<'n> {
    /// The path of a field.
    pub fn field(&self, id: FieldId) -> &'n str {
        self.record.map_or("", |record| self.names.field(record, id))
    }

    /// The path of a number.
    pub fn number(&self, id: CellId) -> &'n str {
        self.record.map_or("", |record| self.names.number(record, id))
    }

    /// `{"in": [EXPR, [[1, 2]]]}`, `{"compare": [EXPR, "<=", EXPR]}`, `{"all": [..]}`, `{"any": [..]}`
    pub fn test(&self, test: &Test) -> Object {
        match test {
            Test::In { value, intervals } => {
                // `>= 5` has an end only as far as the number has one.
                let record = self.record.and_then(|id| self.names.protocol.records.get(id.0));
                let possible = record.map(|record| wire_expr_interval(self.names.protocol, record, value));
                let possible = possible.unwrap_or(Interval::ANYTHING);
                kind("in", [self.expr(value), sets(&clip(intervals, possible))])
            }
            Test::Compare { left, op, right } => {
                kind("compare", [self.expr(left), comparison(*op).into(), self.expr(right)])
            }
            Test::All(tests) => kind("all", self.tests(tests)),
            Test::Any(tests) => kind("any", self.tests(tests)),
        }
    }

    fn tests(&self, tests: &[Test]) -> Tree {
        list(tests.iter().map(|test| self.test(test)))
    }

    /// A number, or an object with one key.
    pub fn expr(&self, expr: &Expr) -> Tree {
        let two = |left: &Expr, right: &Expr| [self.expr(left), self.expr(right)];
        match expr {
            Expr::Literal(code) => (*code).into(),
            Expr::Cell(cell) => self.input(Input::Cell(*cell)),
            Expr::Param(param) => self.input(Input::Param(*param)),
            Expr::Session(session) => self.input(Input::Session(*session)),
            Expr::Part(part) => self.input(Input::Part(*part)),
            Expr::Len(field) => kind("len", self.field(*field)).into(),
            Expr::Size(field) => kind("size", self.field(*field)).into(),
            Expr::Negate(inner) => kind("negate", self.expr(inner)).into(),
            Expr::Add(left, right) => kind("add", two(left, right)).into(),
            Expr::Subtract(left, right) => kind("subtract", two(left, right)).into(),
            Expr::Multiply(left, right) => kind("multiply", two(left, right)).into(),
            Expr::Divide(inner, by) => kind("divide", [self.expr(inner), (*by).into()]).into(),
            Expr::Remainder(inner, by) => kind("remainder", [self.expr(inner), (*by).into()]).into(),
        }
    }

    /// As an expression.
    pub fn input(&self, input: Input) -> Tree {
        match input {
            Input::Cell(cell) => kind("number", self.number(cell)).into(),
            Input::Param(param) => kind("parameter", self.params.get(param.0).map_or("", |param| &param.name)).into(),
            Input::Session(session) => kind("session", self.names.session(session)).into(),
            Input::Part(PartOf { whole, low, width, signed }) => {
                let whole = match whole {
                    Whole::Cell(cell) => Input::Cell(cell),
                    Whole::Param(param) => Input::Param(param),
                };
                kind("part", kind("of", self.input(whole)).and(bits(low, width, signed))).into()
            }
            Input::Literal(code) => code.into(),
            Input::Left => "remaining_bytes".into(),
        }
    }

    /// The arguments of a record or family.
    pub fn args(&self, args: &[Expr]) -> Vec<Tree> {
        args.iter().map(|arg| self.expr(arg)).collect()
    }

    /// Several inputs.
    pub fn inputs(&self, inputs: &[Input]) -> Vec<Tree> {
        inputs.iter().map(|input| self.input(*input)).collect()
    }
}

/// Some bits of a number.
pub fn bits(low: u8, width: u8, signed: bool) -> Object {
    Object::default().with("low", low).with("width", width).with_flag("signed", signed)
}

/// `[0, 255]`
pub fn interval(Interval { min, max }: Interval) -> Tree {
    [min.into(), max.into()].into()
}

/// Numbers that are fewer than those of the wire.
pub fn narrower(numbers: Interval, wire: Interval) -> Option<Tree> {
    (numbers != wire).then(|| interval(numbers))
}

/// `[[0, 3], [7, 7]]`
pub fn sets(all: &[Interval]) -> Tree {
    list(all.iter().map(|one| interval(*one)))
}

fn comparison(op: Comparison) -> &'static str {
    match op {
        Comparison::Equal => "==",
        Comparison::NotEqual => "!=",
        Comparison::Less => "<",
        Comparison::LessOrEqual => "<=",
        Comparison::Greater => ">",
        Comparison::GreaterOrEqual => ">=",
    }
}
