//! Environments: the numbers of a record while it is read or written, and the evaluation of expressions over them.

mod level;

pub(super) use level::Level;

use crate::layout::words;
use crate::model::{
    self, CellId, Code, Expr, FieldId, Form, Input, Interval, ParamKind, PartOf, Presence, Protocol, Record, SessionId,
    SessionValues, Test, Value,
};

/// The environment of one record. `S` is the state of each field, which differs for a reader and a writer.
#[derive(Clone)]
pub(super) struct Env<'p, S> {
    pub(super) protocol: &'p Protocol,
    pub(super) record: &'p Record,
    pub(super) params: &'p [Code],
    /// The session state at the start of the record.
    session: SessionValues,
    /// The number of each present cell.
    pub(super) cells: Vec<Option<Code>>,
    pub(super) slots: Vec<S>,
    /// The length and size of each present field, as far as it was read or checked.
    pub(super) amounts: Vec<Amount>,
    /// The number of remaining bytes of the region, in a reader.
    pub(super) remaining: Option<usize>,
    /// Whether the record is the last element of a list that ends with it, in a writer.
    pub(super) is_last: bool,
    /// The offset of the record's front, after a message's code, in the bytes that are read or written.
    pub(super) front: usize,
}

/// The length and the size of a field.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Amount {
    /// The number of elements, bytes or characters.
    pub(super) len: usize,
    /// The number of bytes.
    pub(super) size: usize,
}

impl<'p, S: Clone + Default> Env<'p, S> {
    pub(super) fn new(protocol: &'p Protocol, record: &'p Record, params: &'p [Code], session: &SessionValues) -> Self {
        let (cells, slots) = (vec![None; record.cells.len()], vec![S::default(); record.fields.len()]);
        let amounts = vec![Amount::default(); record.fields.len()];
        let session = session.clone();
        Self { protocol, record, params, session, cells, slots, amounts, remaining: None, is_last: false, front: 0 }
    }
}

impl<S> Env<'_, S> {
    pub(super) fn cell(&self, cell: CellId) -> Option<Code> {
        self.cells[cell.0]
    }

    pub(super) fn set(&mut self, cell: CellId, code: Code) {
        self.cells[cell.0] = Some(code);
    }

    pub(super) fn slot(&self, field: FieldId) -> &S {
        &self.slots[field.0]
    }

    pub(super) fn slot_mut(&mut self, field: FieldId) -> &mut S {
        &mut self.slots[field.0]
    }

    /// The path of a field in errors: the labels of the groups around it, and its own.
    pub(super) fn path(&self, field: FieldId) -> String {
        self.record.path(field)
    }

    pub(super) fn input(&self, input: Input) -> Option<Code> {
        match input {
            Input::Cell(cell) => self.cell(cell),
            // A missing parameter is zero.
            Input::Param(param) => Some(self.params.get(param.0).copied().unwrap_or(0)),
            Input::Session(id) => self.session.get(id),
            Input::Part(PartOf { whole, low, width, signed }) => {
                Some(model::part(self.input(whole.input())?, low, width, signed))
            }
            Input::Literal(code) => Some(code),
            Input::Left => self.remaining.map(counted),
        }
    }

    /// The name of the first needed session value that is unset.
    pub(super) fn unset(&self, needs: impl FnOnce() -> Vec<SessionId>) -> Option<String> {
        if self.protocol.sessions.is_empty() {
            return None;
        }
        let unset = needs().into_iter().find(|id| self.session.get(*id).is_none())?;
        Some(self.protocol.sessions[unset.0].name.clone())
    }

    /// The session updates of the complete record.
    pub(super) fn updates(&self) -> Vec<(SessionId, Code)> {
        let sessions = self.protocol.sessions.iter().enumerate();
        let own = sessions.filter(|(_, session)| std::ptr::eq(&self.protocol.records[session.message.0], self.record));
        own.filter_map(|(id, session)| {
            let code = self.cell(session.cell)?;
            Some((SessionId(id), if session.kind == ParamKind::Bool { Code::from(code != 0) } else { code }))
        })
        .collect()
    }

    /// The arguments of a record or family.
    pub(super) fn args(&self, args: &[Expr]) -> Vec<Code> {
        args.iter().map(|arg| self.expr(arg).unwrap_or(0)).collect()
    }

    /// The numbers of tags.
    pub(super) fn inputs(&self, inputs: &[Input]) -> Vec<Code> {
        inputs.iter().map(|input| self.input(*input).unwrap_or(0)).collect()
    }

    /// The number or the length that an error tells of a field that breaks its rule.
    pub(super) fn told(&self, id: FieldId) -> Option<String> {
        let told = self.record.told_by_rule(id)?;
        let value = match told {
            Expr::Cell(cell) => self.record.cells[cell.0].value,
            _ => Value::Int(None),
        };
        self.expr(&told).map(|code| words::number(value, code))
    }

    /// The result of an expression; `None` if it reads something absent.
    pub(super) fn expr(&self, expr: &Expr) -> Option<Code> {
        match expr {
            Expr::Literal(code) => Some(*code),
            Expr::Cell(cell) => self.cell(*cell),
            Expr::Param(param) => self.input(Input::Param(*param)),
            Expr::Session(session) => self.input(Input::Session(*session)),
            Expr::Len(field) => Some(counted(self.amounts[field.0].len)),
            Expr::Size(field) => Some(counted(self.amounts[field.0].size)),
            Expr::Part(part) => self.input(Input::Part(*part)),
            Expr::Negate(inner) => Some(self.expr_i64(inner)?.wrapping_neg().into()),
            Expr::Add(left, right) => Some(self.expr_i64(left)?.wrapping_add(self.expr_i64(right)?).into()),
            Expr::Subtract(left, right) => Some(self.expr_i64(left)?.wrapping_sub(self.expr_i64(right)?).into()),
            Expr::Multiply(left, right) => Some(self.expr_i64(left)?.wrapping_mul(self.expr_i64(right)?).into()),
            Expr::Divide(inner, by) => self.expr_i64(inner)?.checked_div_euclid(low_bits(*by)).map(Code::from),
            Expr::Remainder(inner, by) => self.expr_i64(inner)?.checked_rem_euclid(low_bits(*by)).map(Code::from),
        }
    }

    /// An operand in 64 bits, as generated code computes. A number exceeds these only where a rule is violated, which
    /// is reported when its scope is complete.
    fn expr_i64(&self, expr: &Expr) -> Option<i64> {
        self.expr(expr).map(low_bits)
    }

    /// The result of a test; `None` if it reads something absent.
    pub(super) fn test(&self, test: &Test) -> Option<bool> {
        match test {
            Test::In { value, intervals } => {
                let value = self.expr(value)?;
                Some(intervals.iter().any(|interval| interval.contains(value)))
            }
            Test::Compare { left, op, right } => Some(op.holds(self.expr_i64(left)?.cmp(&self.expr_i64(right)?))),
            Test::All(tests) => self.fold(tests, false),
            Test::Any(tests) => self.fold(tests, true),
        }
    }

    /// Short-circuit evaluation from left to right: tests after the first `deciding` result may read absent cells.
    fn fold(&self, tests: &[Test], deciding: bool) -> Option<bool> {
        for test in tests {
            if self.test(test)? == deciding {
                return Some(deciding);
            }
        }
        Some(!deciding)
    }

    /// Whether a field is present by its test. (A field that is absent by its form counts as present here.)
    pub(super) fn is_present(&self, presence: &Presence) -> bool {
        match presence {
            Presence::Always | Presence::Chosen { .. } => true,
            Presence::When { test, .. } => self.test(test).unwrap_or(false),
            Presence::Left { lengths, .. } => {
                let remaining = self.input(Input::Left).unwrap_or(0);
                lengths.iter().any(|one| one.contains(remaining))
            }
        }
    }

    /// The number of bytes from an offset up to the next multiple of a power of two, counted from the front.
    pub(super) fn up_to(&self, multiple: u64, offset: usize) -> u64 {
        let back = u64::try_from(self.front.wrapping_sub(offset)).unwrap_or(0);
        back & multiple.saturating_sub(1)
    }

    /// The form that the tags select.
    pub(super) fn form<'f>(&self, tags: &[Input], forms: &'f [Form]) -> Option<&'f Form> {
        let matches = |form: &&Form| tags.iter().zip(&form.pattern).all(|(tag, codes)| self.matches(*tag, codes));
        forms.iter().find(matches)
    }

    /// Whether a tag has one of these codes, none of which stand for any number.
    pub(super) fn matches(&self, tag: Input, codes: &[Interval]) -> bool {
        codes.is_empty() || self.input(tag).is_some_and(|code| codes.iter().any(|one| one.contains(code)))
    }
}

fn low_bits(code: Code) -> i64 {
    let [a, b, c, d, e, f, g, h, ..] = code.to_le_bytes();
    i64::from_le_bytes([a, b, c, d, e, f, g, h])
}

fn counted(amount: usize) -> Code {
    Code::try_from(amount).unwrap_or(Expr::MOST).min(Expr::MOST)
}
