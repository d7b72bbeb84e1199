//! Lengths of repetitions: elements, prefixed counts, terminators.

use super::field::{ANY, Measure};
use super::scalar::{scalar_interval, scalar_lengths, written_lengths};
use super::written::numbers_of_value;
use crate::model::{
    Cell, Code, End, Expr, Extent, FieldId, Interval, Item, Kept, LengthRange, Lengths, Protocol, Scalar, Wire,
};

/// The length of one element.
pub(super) fn item_lengths(protocol: &Protocol, item: &Item) -> Lengths {
    match item {
        Item::Scalar { scalar, value } => {
            let numbers = numbers_of_value(protocol, *value, scalar_interval(protocol, *scalar));
            written_lengths(protocol, *scalar, &numbers, any_number(protocol, *scalar))
        }
        Item::Float { width, .. } => Lengths::exactly(width.bytes().into()),
        Item::Record { record, .. } => protocol.records.get(record.0).map_or(Lengths::NOTHING, |one| one.lengths),
        Item::Family { family, .. } => protocol.families.get(family.0).map_or(Lengths::NOTHING, |one| one.lengths),
    }
}

pub(super) fn any_number(protocol: &Protocol, scalar: Scalar) -> Lengths {
    scalar_lengths(protocol, scalar, scalar_interval(protocol, scalar))
}

impl Measure<'_> {
    /// The length of all elements, with their count or terminator, given that of one and the range of their number.
    pub(super) fn repeated(&self, element: Lengths, extent: &Extent, of: Terminated<'_>, lens: Interval) -> Lengths {
        let possible = |count: Interval| count.meet(lens).unwrap_or(count);
        match extent {
            Extent::Fixed { count, or_end } => {
                let all = element.times(Interval::only(Code::from(*count)));
                if *or_end { Lengths { accepted: all.or_nothing().accepted, ..all } } else { all }
            }
            Extent::Counted(length) => {
                let scaled = Expr::Multiply(Box::new(Expr::Cell(length.cell)), Box::new(Expr::Literal(length.times)));
                let count = Expr::Add(Box::new(scaled), Box::new(Expr::Literal(length.plus)));
                element.times(possible(self.expr(&count)))
            }
            Extent::Given(count) => element.times(possible(self.expr(count))),
            Extent::Prefixed { scalar, cell } => {
                let count = possible(self.cell(*cell));
                scalar_lengths(self.protocol, *scalar, count).plus(element.times(count))
            }
            Extent::Until { end, kept: Kept::Yes, or_end, bound } => {
                // The end is among the elements.
                let least = if *or_end { 0 } else { shortest(end) };
                element.times(possible(Interval::new(least, bound.map_or(Code::MAX, Code::from).max(least))))
            }
            Extent::Until { kept: Kept::Left, bound, .. } => {
                element.times(possible(Interval::new(0, bound.map_or(Code::MAX, Code::from))))
            }
            Extent::Until { end, kept: Kept::No, or_end, bound } => {
                let most = bound.map_or(Code::MAX, Code::from);
                let content = element.times(possible(Interval::new(0, most)));
                let terminator = self.terminator(end, of);
                let whole = content.plus(terminator);
                if !or_end {
                    return whole;
                }
                // At the bound, content is written without a terminator.
                let shorter = Interval::new(0, most.saturating_sub(1)).meet(lens);
                let shorter = shorter.map(|count| element.times(count).plus(terminator));
                let full = Interval::only(most).meet(lens).map(|count| element.times(count));
                let canonical = shorter.into_iter().chain(full).reduce(Lengths::hull).unwrap_or(whole).canonical;
                Lengths { accepted: whole.or_nothing().accepted, canonical }
            }
            Extent::Rest | Extent::AllBut(_) if lens.max >= Expr::MOST => Lengths::both(LengthRange::ANY),
            Extent::Rest | Extent::AllBut(_) => element.times(lens),
        }
    }

    /// The length of a region: within the range of its size and of its fields.
    pub(super) fn region(&self, extent: &Extent, body: &[FieldId]) -> Lengths {
        if let Extent::Until { end, or_end, .. } = extent {
            let (content, terminator) = (self.body(body), self.terminator(end, Terminated::Text(Scalar::BYTE)));
            let whole = content.plus(terminator);
            return if *or_end { Lengths { canonical: whole.canonical, ..whole.hull(content) } } else { whole };
        }
        let size = match extent.prefix() {
            Some((_, cell)) => Lengths::exactly(1).times(self.cell(cell)),
            None => self.repeated(Lengths::exactly(1), extent, Terminated::Text(Scalar::BYTE), ANY),
        };
        self.prefixed_size(extent).plus(self.body(body).meet(size))
    }

    /// The length of a region's prefixed size.
    pub(super) fn prefixed_size(&self, extent: &Extent) -> Lengths {
        let of = |(scalar, cell)| scalar_lengths(self.protocol, scalar, self.cell(cell));
        extent.prefix().map_or(Lengths::NOTHING, of)
    }

    fn terminator(&self, end: &End, of: Terminated<'_>) -> Lengths {
        match (end, of) {
            (End::Left(_) | End::Begins { .. }, _) => Lengths::NOTHING,
            (End::Value { read, written }, Terminated::Numbers(scalar)) => self.end_number(scalar, read, *written),
            // Another number may be the same character, so it terminates too.
            (End::Value { written, .. }, Terminated::Text(scalar)) => {
                let all = scalar_interval(self.protocol, scalar);
                self.end_number(scalar, &[all], *written)
            }
            (End::Value { .. }, Terminated::Items(_)) => Lengths::exactly(1),
            (End::Texts { read, texts, written }, _) => {
                let bytes = |count: usize| Lengths::exactly(u64::try_from(count).unwrap_or(u64::MAX));
                let byte = (!read.is_empty()).then(|| bytes(1));
                let all = byte.into_iter().chain(texts.iter().map(|text| bytes(text.len())));
                let written = bytes(written.len());
                Lengths { accepted: all.fold(written, Lengths::hull).accepted, ..written }
            }
            (_, Terminated::Items(Item::Record { record, .. })) => {
                let Some(record) = self.protocol.records.get(record.0) else { return Lengths::NOTHING };
                let Some(id) = end.field(record) else { return Lengths::NOTHING };
                let measure = Measure::of(self.protocol, record);
                let last = match (end, record.fields.get(id.0).map(|field| &field.wire)) {
                    (End::Cell { read, written, .. }, Some(Wire::Scalar { scalar, .. })) => {
                        self.end_number(*scalar, read, *written)
                    }
                    (_, Some(wire)) => measure.empty(wire),
                    (_, None) => Lengths::NOTHING,
                };
                measure.zeros_before(id).plus(last)
            }
            (End::Cell { .. } | End::EmptyText { .. }, _) => Lengths::NOTHING,
        }
    }

    fn end_number(&self, scalar: Scalar, read: &[Interval], written: Code) -> Lengths {
        let written = scalar_lengths(self.protocol, scalar, Interval::only(written));
        let read = read.iter().map(|interval| scalar_lengths(self.protocol, scalar, *interval));
        let accepted = read.fold(written, Lengths::hull).accepted;
        Lengths { accepted, ..written }
    }

    /// The length of the fields before the one that terminates a list: a reader accepts any number, a writer makes that
    /// of a terminator.
    fn zeros_before(&self, field: FieldId) -> Lengths {
        let before = self.record.body.iter().take_while(|id| **id != field);
        let lengths = before.filter_map(|id| self.record.fields.get(id.0)).map(|field| match &field.wire {
            Wire::Scalar { scalar, cell } => {
                let written = self.record.cells.get(cell.0).map_or(0, Cell::at_the_end);
                let accepted = any_number(self.protocol, *scalar).accepted;
                Lengths { accepted, ..scalar_lengths(self.protocol, *scalar, Interval::only(written)) }
            }
            wire => self.wire(wire),
        });
        lengths.fold(Lengths::NOTHING, Lengths::plus)
    }

    /// The length of empty text.
    fn empty(&self, wire: &Wire) -> Lengths {
        match wire {
            Wire::Octets { extent: Extent::Until { end, or_end: false, .. }, content } => {
                self.terminator(end, Terminated::Text(content.unit()))
            }
            Wire::Octets { extent: Extent::Prefixed { scalar, .. }, .. } => {
                scalar_lengths(self.protocol, *scalar, Interval::only(0))
            }
            other => self.wire(other),
        }
    }
}

/// The number of bytes of the shortest end of bytes or text; of elements, one ends a list.
fn shortest(end: &End) -> Code {
    if let End::Cell { .. } = end {
        return 1;
    }
    let (bytes, texts) = end.sought();
    let byte = (!bytes.is_empty()).then_some(1);
    byte.into_iter().chain(texts.iter().map(Vec::len)).min().and_then(|least| Code::try_from(least).ok()).unwrap_or(0)
}

/// The kind of sequence that a terminator ends.
#[derive(Clone, Copy)]
pub(super) enum Terminated<'a> {
    /// Integers.
    Numbers(Scalar),
    /// Bytes, or the units of text.
    Text(Scalar),
    /// Elements of a list that are not integers.
    Items(&'a Item),
}
