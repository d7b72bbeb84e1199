//! Wires, conditions and computations of the writer that are those of the reader.

use wireform_build::model::{
    Base, Behind, ByteOrder, CellId, End, Expr, Extent, FieldId, InBase, Input, Interval, Length, ParamId, PartOf,
    Pieces, Protocol, Record, Scalar, SessionId, Tail, Test, Varint, VarintShape, Whole,
};

use super::Walk;
use super::forms::plain_count;

/// Whether each number that the one writes is read by the other; the reason if not.
pub fn scalars((writer, one): (&Protocol, Scalar), (reader, two): (&Protocol, Scalar)) -> Result<(), &'static str> {
    match (one, two) {
        (Scalar::Int { bytes, signed, order }, Scalar::Int { bytes: others, signed: sign, order: other }) => {
            let same = bytes == others && signed == sign && (order == other || bytes == 1);
            if same { Ok(()) } else { Err("another integer") }
        }
        (Scalar::Varint(one), Scalar::Varint(two)) => match (writer.varints.get(one.0), reader.varints.get(two.0)) {
            (Some(one), Some(two)) if varints(one, two) => Ok(()),
            _ => Err("another varint"),
        },
        _ => Err("another kind of integer"),
    }
}

/// An integer without its sign. A byte has no order.
pub fn unsigned(scalar: Scalar) -> Scalar {
    match scalar {
        Scalar::Int { bytes, order, .. } => {
            let order = if bytes == 1 { ByteOrder::Little } else { order };
            Scalar::Int { bytes, signed: false, order }
        }
        varint @ Scalar::Varint(_) => varint,
    }
}

/// Whether both encode a number in the same bytes. A writer takes the shortest form, so no reader finds a longer one.
fn varints(one: &Varint, two: &Varint) -> bool {
    let is_plain = matches!(one.shape, VarintShape::Leb128 { zigzag: false } | VarintShape::Quic) && !one.signed;
    let wider = is_plain && !two.signed && one.interval.within(two.interval) && one.bits <= two.bits;
    let same = (one.bits, one.signed, one.interval) == (two.bits, two.signed, two.interval);
    has_same_forms(one, two) && one.wrap == two.wrap && (same || (wider && !one.wrap))
}

/// Whether a reader finds the same number in the bytes of each form. It takes a form for any number, unless it is strict.
fn has_same_forms(one: &Varint, two: &Varint) -> bool {
    let (VarintShape::Forms(forms), VarintShape::Forms(others)) = (&one.shape, &two.shape) else {
        return one.shape == two.shape;
    };
    let bytes = |form: &Pieces| Pieces { values: Interval::ANYTHING, ..form.clone() };
    let same = forms.iter().map(bytes).eq(others.iter().map(bytes));
    same && (forms == others || !two.canonical)
}

impl Walk<'_, '_> {
    /// The reader's cell.
    pub fn cell(&self, id: CellId) -> Option<CellId> {
        self.cells.get(id.0).copied().flatten()
    }

    /// The reader's field.
    pub fn field_of(&self, id: FieldId) -> Option<FieldId> {
        self.fields.get(id.0).copied().flatten()
    }

    fn param(&self, id: ParamId) -> Option<ParamId> {
        let one = self.w.params.get(id.0)?;
        self.r.params.iter().position(|other| other.name == one.name).map(ParamId)
    }

    fn session(&self, id: SessionId) -> Option<SessionId> {
        let one = self.writer.sessions.get(id.0)?;
        let index = self.reader.sessions.iter().position(|other| other.name == one.name)?;
        let other = self.reader.sessions.get(index)?;
        let path = |protocol: &Protocol, message: wireform_build::model::RecordId, cell: CellId| {
            let record: &Record = protocol.records.get(message.0)?;
            Some((record.name.clone(), record.cells.get(cell.0)?.path.clone()))
        };
        let said = path(self.writer, one.message, one.cell);
        (said.is_some() && said == path(self.reader, other.message, other.cell)).then_some(SessionId(index))
    }

    fn part(&self, part: PartOf) -> Option<PartOf> {
        let whole = match part.whole {
            Whole::Cell(cell) => Whole::Cell(self.cell(cell)?),
            Whole::Param(param) => Whole::Param(self.param(param)?),
        };
        Some(PartOf { whole, ..part })
    }

    /// An input as the reader's.
    pub fn input(&self, input: Input) -> Option<Input> {
        Some(match input {
            Input::Cell(cell) => Input::Cell(self.cell(cell)?),
            Input::Param(param) => Input::Param(self.param(param)?),
            Input::Session(session) => Input::Session(self.session(session)?),
            Input::Part(part) => Input::Part(self.part(part)?),
            Input::Literal(_) | Input::Left => input,
        })
    }

    /// Several inputs as the reader's.
    pub fn inputs(&self, inputs: &[Input]) -> Option<Vec<Input>> {
        inputs.iter().map(|input| self.input(*input)).collect()
    }

    /// An expression as the reader's.
    pub fn expr(&self, expr: &Expr) -> Option<Expr> {
        let two = |a: &Expr, b: &Expr| Some((Box::new(self.expr(a)?), Box::new(self.expr(b)?)));
        Some(match expr {
            Expr::Literal(code) => Expr::Literal(*code),
            Expr::Cell(cell) => Expr::Cell(self.cell(*cell)?),
            Expr::Param(param) => Expr::Param(self.param(*param)?),
            Expr::Session(session) => Expr::Session(self.session(*session)?),
            Expr::Part(part) => Expr::Part(self.part(*part)?),
            Expr::Len(field) => Expr::Len(self.field_of(*field)?),
            Expr::Size(field) => Expr::Size(self.field_of(*field)?),
            Expr::Negate(inner) => Expr::Negate(Box::new(self.expr(inner)?)),
            Expr::Add(a, b) => two(a, b).map(|(a, b)| Expr::Add(a, b))?,
            Expr::Subtract(a, b) => two(a, b).map(|(a, b)| Expr::Subtract(a, b))?,
            Expr::Multiply(a, b) => two(a, b).map(|(a, b)| Expr::Multiply(a, b))?,
            Expr::Divide(inner, by) => Expr::Divide(Box::new(self.expr(inner)?), *by),
            Expr::Remainder(inner, by) => Expr::Remainder(Box::new(self.expr(inner)?), *by),
        })
    }

    /// A condition as the reader's.
    pub fn test(&self, test: &Test) -> Option<Test> {
        let all = |tests: &[Test]| tests.iter().map(|test| self.test(test)).collect::<Option<Vec<_>>>();
        Some(match test {
            Test::In { value, intervals } => Test::In { value: self.expr(value)?, intervals: intervals.clone() },
            Test::Compare { left, op, right } => {
                Test::Compare { left: self.expr(left)?, op: *op, right: self.expr(right)? }
            }
            Test::All(tests) => Test::All(all(tests)?),
            Test::Any(tests) => Test::Any(all(tests)?),
        })
    }

    /// Whether a value in the base of a delta has the same names.
    pub fn is_same_in_base(&self, one: &InBase, two: &InBase) -> bool {
        one.names(self.writer, self.w) == two.names(self.reader, self.r)
    }

    /// Whether a state is the difference to the same base.
    pub fn is_same_base(&self, one: Option<&Base>, two: Option<&Base>) -> bool {
        match (one, two) {
            (None, None) | (Some(Base::Zero), Some(Base::Zero)) => true,
            (Some(Base::Field(one)), Some(Base::Field(two))) => self.field_of(*one) == Some(*two),
            (Some(Base::Inside(one)), Some(Base::Inside(two))) => self.is_same_in_base(one, two),
            _ => false,
        }
    }

    /// Whether a length is the same. The counts in it are cells, which are compared.
    pub fn extent(
        &mut self,
        one: &Extent,
        two: &Extent,
        elements: (Option<&Record>, Option<&Record>),
    ) -> Result<(), String> {
        let same = match (one, two) {
            (Extent::Counted(before), Extent::Counted(now)) => {
                let cell = self.cell(before.cell);
                cell.is_some_and(|cell| Length { cell, ..*before } == *now)
            }
            // The number was passed before the list.
            (Extent::Counted(_), Extent::Prefixed { cell, .. }) => {
                plain_count(one).and_then(|own| self.cell(own)) == Some(*cell)
            }
            (Extent::Prefixed { cell, .. }, Extent::Counted(_)) => {
                self.cell(*cell).is_some_and(|cell| plain_count(two) == Some(cell))
            }
            (Extent::AllBut(Behind::Trailer(before)), Extent::AllBut(Behind::Trailer(now))) => {
                let place = |tail: &Tail| (tail.scalar, tail.from_end, tail.times, tail.plus);
                let (tail, other) = (before.counted.as_ref(), now.counted.as_ref());
                // The number is passed here, in front of what it counts.
                tail.zip(other).into_iter().for_each(|(tail, other)| self.pass(tail.cell, other.cell));
                before.numbers == now.numbers && tail.map(place) == other.map(place)
            }
            (Extent::Given(before), Extent::Given(now)) => self.expr(before).as_ref() == Some(now),
            (Extent::Prefixed { scalar, cell }, Extent::Prefixed { scalar: other, cell: count }) => {
                scalars((self.writer, *scalar), (self.reader, *other))?;
                self.pass(*cell, *count);
                true
            }
            (
                Extent::Until { end, kept, or_end, bound },
                Extent::Until { end: other, kept: keeps, or_end: or, bound: most },
            ) => {
                let bounded = most.is_none_or(|most| bound.is_some_and(|bound| bound <= most));
                kept == keeps && or_end == or && bounded && self.is_same_end(end, other, elements)
            }
            (
                Extent::Fixed { .. } | Extent::Rest | Extent::AllBut(_),
                Extent::Fixed { .. } | Extent::Rest | Extent::AllBut(_),
            ) => one == two,
            _ => false,
        };
        if same { Ok(()) } else { Err("another length".to_owned()) }
    }

    fn is_same_end(&self, one: &End, two: &End, (w, r): (Option<&Record>, Option<&Record>)) -> bool {
        match (one, two) {
            (End::Cell { cell, read, .. }, End::Cell { cell: other, read: ends, .. }) => {
                let path = |record: Option<&Record>, cell: &CellId| {
                    record.and_then(|record| record.cells.get(cell.0)).map(|cell| cell.path.clone())
                };
                read == ends && path(w, cell).is_some() && path(w, cell) == path(r, other)
            }
            (End::EmptyText { field }, End::EmptyText { field: other }) => {
                let path = |record: Option<&Record>, field: &FieldId| record.map(|record| record.path(*field));
                path(w, field).is_some() && path(w, field) == path(r, other)
            }
            (End::Value { read, .. }, End::Value { read: ends, .. }) => read == ends,
            (End::Texts { .. }, End::Texts { .. }) | (End::Left(_), End::Left(_)) => one == two,
            (End::Begins { scalar, read, .. }, End::Begins { scalar: other, read: ends, .. }) => {
                read == ends && scalars((self.writer, *scalar), (self.reader, *other)).is_ok()
            }
            _ => false,
        }
    }
}
