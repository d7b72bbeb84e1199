//! Numbers: which a writer makes, and whether a reader takes each with the same meaning.

use wireform_build::interpret::default_raw;
use wireform_build::layout::{numbers_of_value, scalar_interval, wire_expr_interval, written_numbers};
use wireform_build::model::{
    Bits, BitsPart, Cell, CellId, Comparison, Enum, Expr, FieldId, Interval, Item, Protocol, Quantity, Ratio, Record,
    Source, Step, Test, Value, Wire, sets,
};
use wireform_build::quantity::Arithmetic;

use super::{Loss, Walk, Wrong, numbers_of};
use crate::diff::values::is_same_amount;

/// The most codes of an enum that are compared one by one.
const MOST_CODES: u128 = 70_000;

/// The numbers that a writer makes of a cell.
pub fn written(protocol: &Protocol, record: &Record, id: CellId) -> Vec<Interval> {
    let Some(cell) = record.cells.get(id.0) else { return Vec::new() };
    if let Source::Constant(code) | Source::Reserved(code) = cell.source {
        return vec![Interval::only(code)];
    }
    let wire = record.fields.get(cell.field.0).map(|field| &field.wire);
    match wire {
        Some(Wire::Scalar { .. } | Wire::Chosen { .. }) => sets::union(written_numbers(protocol, record, cell.field)),
        Some(wire) => {
            let part = wire.parts().iter().find(|part| part.cell == id);
            let whole = part.map(|part| Interval::of_bits(part.width().into(), part.signed));
            let whole = whole.and_then(|whole| whole.meet(cell.interval)).unwrap_or(cell.interval);
            sets::union(numbers_of_value(protocol, cell.value, whole))
        }
        None => vec![cell.interval],
    }
}

impl Walk<'_, '_> {
    /// A number that both read from the same bytes.
    pub fn pass(&mut self, one: CellId, two: CellId) {
        let numbers = written(self.writer, self.w, one);
        if let Some(cell) = self.cells.get_mut(one.0) {
            *cell = Some(two);
        }
        self.know(two, numbers);
    }

    /// The numbers that a cell of the reader has.
    pub fn know(&mut self, cell: CellId, numbers: Vec<Interval>) {
        if let Some(known) = self.known.get_mut(cell.0) {
            *known = Some(numbers);
        }
    }

    /// A number that both read from the same bytes, with its meaning.
    pub fn number(&mut self, one: CellId, two: CellId, field: FieldId) -> Result<(), Wrong> {
        self.pass(one, two);
        let (Some(before), Some(now)) = (self.w.cells.get(one.0), self.r.cells.get(two.0)) else {
            return Err("there is no such number".into());
        };
        let numbers = written(self.writer, self.w, one);
        if before.is_given() && matches!(now.source, Source::Reserved(_)) {
            let part =
                self.w.fields.get(field.0).and_then(|field| field.wire.parts().iter().find(|part| part.cell == one));
            let path = match part {
                Some(_) => self.number_path(one),
                None => self.path(field),
            };
            self.losses.push(Loss::Field(path));
        }
        if !before.is_given() && !self.is_same_in_states(now, &numbers) {
            return Err("it is zero in a state without bytes".into());
        }
        match now.source {
            Source::Reserved(_) | Source::Constant(_) => self.taken(now, &numbers),
            Source::User | Source::Derived(_) => self.meaning(before.value, now.value, &numbers),
        }
    }

    /// Whether a number that only the reader shows is always the same: it is zero in the state from which differences begin.
    pub fn is_same_in_states(&self, cell: &Cell, numbers: &[Interval]) -> bool {
        !(self.has_states() && cell.is_given()) || numbers.iter().all(|one| *one == Interval::only(0))
    }

    /// Whether there are states, which begin with zero and need no bytes.
    fn has_states(&self) -> bool {
        self.reader.records.iter().any(|record| record.delta.is_some())
    }

    /// Whether a cell of the reader takes each of these numbers.
    pub fn taken(&self, cell: &Cell, numbers: &[Interval]) -> Result<(), Wrong> {
        match cell.source {
            Source::Reserved(_) => Ok(()),
            Source::Constant(code) if numbers.iter().all(|one| *one == Interval::only(code)) => Ok(()),
            Source::Constant(code) => {
                let numbers = numbers.iter().flat_map(|one| sets::without(&[*one], Interval::only(code))).collect();
                Err(Wrong { why: format!("the reader takes {code} only"), numbers })
            }
            Source::User | Source::Derived(_) => valid(self.reader, cell.value, numbers),
        }
    }

    /// Whether these numbers mean the same to both.
    pub fn meaning(&mut self, one: Value, two: Value, numbers: &[Interval]) -> Result<(), Wrong> {
        let (writer, reader) = (self.writer, self.reader);
        if !matches!((one, two), (Value::Bits(_), Value::Bits(_))) {
            valid(reader, two, numbers)?;
        }
        if self.has_states() && default_raw(writer, one) != default_raw(reader, two) {
            return Err("it begins with another number in a state".into());
        }
        match (one, two) {
            (Value::Enum(one), Value::Enum(two)) => match (writer.enums.get(one.0), reader.enums.get(two.0)) {
                (Some(one), Some(two)) => self.enums(one, two, numbers),
                _ => Ok(()),
            },
            (Value::Bits(one), Value::Bits(two)) => match (writer.bits.get(one.0), reader.bits.get(two.0)) {
                (Some(one), Some(two)) => self.layouts(one, two),
                _ => Ok(()),
            },
            (Value::Quantity(one), Value::Quantity(two)) => {
                match (writer.quantities.get(one.0), reader.quantities.get(two.0)) {
                    (Some(one), Some(two)) if !is_same_quantity(one, two, numbers) => Err("another quantity".into()),
                    _ => Ok(()),
                }
            }
            (Value::Packed(one), Value::Packed(two)) => match (writer.packed.get(one.0), reader.packed.get(two.0)) {
                (Some(one), Some(two)) => {
                    let same = one.digits.len() == two.digits.len()
                        && one.digits.iter().zip(&two.digits).all(|(one, two)| {
                            (&one.name, one.first, one.radix, &one.unit) == (&two.name, two.first, two.radix, &two.unit)
                        });
                    if same { Ok(()) } else { Err("other digits".into()) }
                }
                _ => Ok(()),
            },
            _ => Ok(()),
        }
    }

    fn enums(&mut self, one: &Enum, two: &Enum, numbers: &[Interval]) -> Result<(), Wrong> {
        let named = sets::meet(&sets::union(one.named_codes()), &sets::union(numbers.to_vec()));
        if named.iter().map(|codes| codes.count()).fold(0, u128::saturating_add) > MOST_CODES {
            return if one.codes == two.codes { Ok(()) } else { Err("other names".into()) };
        }
        for code in named.iter().flat_map(|codes| codes.min..=codes.max) {
            match (one.name_of(code), two.name_of(code)) {
                (Some(before), Some(now)) if before.name != now.name => {
                    let why = format!("{code} is `{}`, and `{}` for the reader", before.name, now.name);
                    return Err(Wrong { why, numbers: vec![Interval::only(code)] });
                }
                (Some(before), None) => self.losses.push(Loss::Name(format!("{}.{}", one.name, before.name))),
                _ => {}
            }
        }
        Ok(())
    }

    /// The parts of two layouts on the same carrier.
    fn layouts(&mut self, one: &Bits, two: &Bits) -> Result<(), Wrong> {
        if one.width != two.width {
            return Err("another width".into());
        }
        let is_named = |part: &BitsPart| part.name.is_some() && part.constant.is_none();
        for now in &two.parts {
            let same = one.parts.iter().find(|before| place(before) == place(now));
            let fixed = same.and_then(|before| before.constant.or(before.reserved()));
            let name = now.name.as_deref().unwrap_or("reserved bits");
            match (same, now.constant) {
                (_, Some(code)) if fixed == Some(code) => {}
                (_, Some(_)) => return Err(format!("constant bits in `{}`", two.name).into()),
                (Some(before), None) if is_named(now) && before.name == now.name => {
                    let whole = Interval::of_bits(now.width.into(), now.signed);
                    let numbers = numbers_of_value(self.writer, before.value, whole);
                    self.meaning(before.value, now.value, &numbers)?;
                }
                _ => {
                    let named = one.parts.iter().filter(|before| is_named(before) && overlap(before, now));
                    let lost: Vec<&str> = named.filter_map(|before| before.name.as_deref()).collect();
                    let is_elsewhere = is_named(now) && one.parts.iter().any(|before| before.name == now.name);
                    if is_named(now) && (!lost.is_empty() || is_elsewhere) {
                        return Err(format!("other bits for `{name}`").into());
                    }
                    let numbers = fixed.map_or(Interval::of_bits(now.width.into(), now.signed), Interval::only);
                    if is_named(now) {
                        valid(self.reader, now.value, &[numbers])?;
                    }
                    self.losses.extend(lost.into_iter().map(|lost| Loss::Field(format!("{}.{lost}", one.name))));
                }
            }
        }
        // A name in another place is another part.
        let is_kept = |name: &Option<String>| two.parts.iter().any(|now| now.name == *name);
        let moved = one.parts.iter().filter(|before| is_named(before) && is_kept(&before.name));
        let mut moved =
            moved.filter(|before| !two.parts.iter().any(|now| now.name == before.name && place(now) == place(before)));
        match moved.next() {
            Some(part) => Err(format!("other bits for `{}`", part.name.as_deref().unwrap_or_default()).into()),
            None => Ok(()),
        }
    }

    /// The meaning of an element of a list.
    pub fn element(&mut self, one: &Item, two: &Item) -> Result<(), Wrong> {
        match (one, two) {
            (Item::Scalar { scalar, value }, Item::Scalar { scalar: other, value: meaning }) => {
                super::same::scalars((self.writer, *scalar), (self.reader, *other))?;
                let whole = scalar_interval(self.writer, *scalar);
                let numbers = numbers_of_value(self.writer, *value, whole);
                self.meaning(*value, *meaning, &numbers)
            }
            (Item::Float { width, order }, Item::Float { width: others, order: other }) => {
                if (width, order) == (others, other) { Ok(()) } else { Err("another float".into()) }
            }
            _ => Err("another kind of element".into()),
        }
    }

    /// The numbers of an expression of the reader, in packets of the writer.
    fn numbers(&self, expr: &Expr) -> Vec<Interval> {
        let known = |cell: CellId| self.known.get(cell.0).and_then(Option::as_ref);
        match expr {
            Expr::Literal(code) => vec![Interval::only(*code)],
            Expr::Cell(cell) => known(*cell).cloned().unwrap_or_else(|| vec![Interval::ANYTHING]),
            Expr::Param(id) => {
                let kind = self.r.params.get(id.0).map(|param| param.kind);
                kind.map_or_else(|| vec![Interval::ANYTHING], |kind| vec![numbers_of(self.reader, kind)])
            }
            _ => vec![wire_expr_interval(self.reader, self.r, expr)],
        }
    }

    /// The result of a condition of the reader in all packets of the writer; none if it varies or is not known.
    pub fn holds(&self, test: &Test) -> Option<bool> {
        match test {
            Test::In { value, intervals } => {
                let numbers = self.numbers(value);
                match sets::meet(&sets::union(numbers.clone()), &sets::union(intervals.clone())).is_empty() {
                    true => Some(false),
                    false => sets::covers(intervals, &numbers).then_some(true),
                }
            }
            Test::Compare { left, op, right } => {
                let (left, right) = (sets::hull(&self.numbers(left))?, sets::hull(&self.numbers(right))?);
                Comparison::over(*op, left, right)
            }
            Test::All(tests) => {
                let all: Vec<_> = tests.iter().map(|test| self.holds(test)).collect();
                if all.contains(&Some(false)) {
                    Some(false)
                } else {
                    all.iter().all(|one| *one == Some(true)).then_some(true)
                }
            }
            Test::Any(tests) => {
                let all: Vec<_> = tests.iter().map(|test| self.holds(test)).collect();
                if all.contains(&Some(true)) {
                    Some(true)
                } else {
                    all.iter().all(|one| *one == Some(false)).then_some(false)
                }
            }
        }
    }
}

fn place(part: &BitsPart) -> (u8, u8, bool) {
    (part.low, part.width, part.signed)
}

fn overlap(one: &BitsPart, two: &BitsPart) -> bool {
    one.low < two.low.saturating_add(two.width) && two.low < one.low.saturating_add(one.width)
}

/// Whether a reader takes each of these numbers for a value of a type.
fn valid(protocol: &Protocol, value: Value, numbers: &[Interval]) -> Result<(), Wrong> {
    match value {
        Value::Bool if !sets::covers(&[Interval::new(0, 1)], numbers) => {
            let numbers = numbers.iter().flat_map(|one| sets::complement(&[Interval::new(0, 1)], *one)).collect();
            Err(Wrong { why: "the reader takes 0 and 1 only".to_owned(), numbers })
        }
        Value::Enum(id) => match protocol.enums.get(id.0) {
            Some(one) if !one.open && !sets::covers(&one.named_codes(), numbers) => {
                let named = one.named_codes();
                let numbers = numbers.iter().flat_map(|numbers| sets::complement(&named, *numbers)).collect();
                Err(Wrong { why: format!("codes without a name in `{}` are rejected", one.name), numbers })
            }
            _ => Ok(()),
        },
        Value::Bits(id) => match protocol.bits.get(id.0) {
            // The parts of the writer's numbers are not known here.
            Some(bits) if !takes_all(protocol, bits) => match numbers {
                [one] if one.min == one.max => {
                    let part = |part: &BitsPart| {
                        let number = part.of(one.min);
                        part.constant.is_none_or(|code| code == number)
                            && valid(protocol, part.value, &[Interval::only(number)]).is_ok()
                    };
                    if bits.parts.iter().all(part) { Ok(()) } else { Err("the reader rejects these bits".into()) }
                }
                _ => Err(format!("`{}` is checked", bits.name).into()),
            },
            _ => Ok(()),
        },
        Value::Int(_) | Value::Bool | Value::Truthy | Value::Quantity(_) | Value::Packed(_) => Ok(()),
    }
}

/// Whether a reader rejects no number of a layout.
fn takes_all(protocol: &Protocol, bits: &Bits) -> bool {
    bits.parts.iter().all(|part| {
        let whole = Interval::of_bits(part.width.into(), part.signed);
        part.constant.is_none() && (part.name.is_none() || valid(protocol, part.value, &[whole]).is_ok())
    })
}

/// Whether each of these raw numbers has the same value to a reader.
fn is_same_quantity(one: &Quantity, two: &Quantity, numbers: &[Interval]) -> bool {
    let kind = |of: &Quantity| (of.number, of.unit.clone(), of.range, of.outside);
    if kind(one) != kind(two) {
        return false;
    }
    let steps = |of: &Quantity| of.to_value.iter().map(|step| normal(*step)).collect::<Vec<_>>();
    if steps(one) == steps(two) {
        return true;
    }
    if numbers.iter().map(|numbers| numbers.count()).fold(0, u128::saturating_add) > MOST_CODES {
        return false;
    }
    let (one, two) = (Arithmetic::new(one), Arithmetic::new(two));
    numbers
        .iter()
        .flat_map(|numbers| numbers.min..=numbers.max)
        .all(|raw| is_same_amount(one.value(raw), two.value(raw)))
}

/// The normal form of a step: a difference as a sum, a division by a power of two as a product. Both forms are exact before
/// they are rounded, so the results are the same.
fn normal(step: Step) -> Step {
    let is_power = |by: Ratio| by.as_whole().is_some_and(|by| u64::try_from(by).is_ok_and(u64::is_power_of_two));
    let same = match step {
        Step::Subtract(by) => by.checked_neg().map(Step::Add),
        Step::Divide(by) => by.checked_recip().filter(|inverse| is_power(by) || is_power(*inverse)).map(Step::Multiply),
        Step::Add(_) | Step::SubtractFrom(_) | Step::Multiply(_) => None,
    };
    same.unwrap_or(step)
}
