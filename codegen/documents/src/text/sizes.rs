//! Sizes in words: `2`, `2 or 3`, `1, 3 or 5`, `1 to 4`, `3 or more`. Where few sizes exist, exactly these are named.

use crate::here::Here;
use crate::layout::{self, Spans};
use crate::lengths;
use crate::model::{
    Arm, FieldId, Interval, LengthRange, MessageCode, Node, Presence, Protocol, Record, RecordId, Scalar, Tag, Wire,
};
use crate::text;

/// So many sizes are named one by one; of more the smallest and the largest are.
const MOST: usize = 4;

/// The sizes of something; `None`: too many, or without a bound.
type Sizes = Option<Vec<u64>>;

/// The sizes of all records of a protocol, each measured once, however often others have it.
pub(crate) struct Records(Vec<Sizes>);

impl Records {
    pub(crate) fn of(protocol: &Protocol) -> Self {
        let mut all = Self(vec![None; protocol.records.len()]);
        // The parts of a record are earlier in this order.
        for node in &protocol.order {
            if let Node::Record(id) = node {
                let record = &protocol.records[id.0];
                let spans = Spans::of(protocol, record);
                all.0[id.0] = Measure { protocol, record, records: &all, spans: &spans }.record();
            }
        }
        all
    }

    /// The sizes of a whole record, as a writer makes them.
    pub(crate) fn words(&self, id: RecordId, record: &Record) -> String {
        words(self.0[id.0].clone(), record.lengths.canonical)
    }
}

/// The sizes of a field where it is present, as a writer makes them.
pub(crate) fn of_field(here: &Here<'_>, spans: &Spans<'_>, id: FieldId) -> String {
    words(Measure::of(here, spans).present(id), spans.length(id).canonical)
}

/// The sizes of the code of a message.
pub(crate) fn of_code(protocol: &Protocol, code: MessageCode) -> String {
    of_numbers(protocol, code.scalar, &[Interval::only(code.code)])
}

/// The sizes of the code before the shapes of a field.
pub(crate) fn of_tag(here: &Here<'_>, tag: &Tag, scalar: Scalar, arms: &[Arm]) -> String {
    let codes = arms.iter().flat_map(|arm| layout::written_codes(here.protocol(), here.record, tag, arm, arms));
    of_numbers(here.protocol(), scalar, &codes.collect::<Vec<_>>())
}

fn of_numbers(protocol: &Protocol, scalar: Scalar, numbers: &[Interval]) -> String {
    let lengths = numbers.iter().map(|one| layout::scalar_lengths(protocol, scalar, *one).canonical);
    let range = lengths.reduce(LengthRange::hull).unwrap_or(LengthRange::exactly(0));
    words(scalar_sizes(protocol, scalar, numbers), range)
}

/// The sizes of the fields of a shape.
pub(crate) fn of_body(here: &Here<'_>, spans: &Spans<'_>, body: &[FieldId], range: LengthRange) -> String {
    words(Measure::of(here, spans).fields(body), range)
}

fn words(sizes: Sizes, range: LengthRange) -> String {
    // Rules make some of them impossible.
    let fits = |size: &u64| *size >= range.min && range.max.is_none_or(|max| *size <= max);
    let sizes: Vec<u64> = sizes.unwrap_or_default().into_iter().filter(fits).collect();
    let is_run =
        sizes.len() > 2 && sizes.windows(2).all(|two| matches!(two, [one, next] if one.checked_add(1) == Some(*next)));
    match (sizes.first(), sizes.last()) {
        (Some(min), Some(max)) if is_run => return lengths::range(LengthRange { min: *min, max: Some(*max) }),
        (Some(_), Some(_)) => {}
        (None, _) | (_, None) => return lengths::range(range),
    }
    text::or(&sizes.iter().map(u64::to_string).collect::<Vec<_>>())
}

/// A record that is measured, and the records before it.
struct Measure<'m> {
    protocol: &'m Protocol,
    record: &'m Record,
    records: &'m Records,
    spans: &'m Spans<'m>,
}

impl<'m> Measure<'m> {
    fn of(here: &Here<'m>, spans: &'m Spans<'m>) -> Self {
        Self { protocol: here.protocol(), record: here.record, records: &here.book.sizes, spans }
    }

    fn record(&self) -> Sizes {
        let code = match self.record.message_code() {
            Some(code) => scalar_sizes(self.protocol, code.scalar, &[Interval::only(code.code)])?,
            None => vec![0],
        };
        sum(code, self.fields(&self.record.body)?)
    }

    fn fields(&self, body: &[FieldId]) -> Sizes {
        body.iter().try_fold(vec![0], |all, id| {
            let own = self.present(*id)?;
            let field = &self.record.fields[id.0];
            let absent = matches!(field.presence, Presence::When { .. } | Presence::Left { .. });
            let absent = absent || field.wire.may_lack_bytes();
            sum(all, if absent { union(own, vec![0])? } else { own })
        })
    }

    /// The sizes of a field where it is present.
    fn present(&self, id: FieldId) -> Sizes {
        let (protocol, record) = (self.protocol, self.record);
        match &record.fields[id.0].wire {
            Wire::Scalar { scalar, .. } | Wire::Bits { carrier: scalar, .. } => {
                scalar_sizes(protocol, *scalar, &layout::written_numbers(protocol, record, id))
            }
            Wire::Chosen { .. } => {
                let forms = layout::written_forms(protocol, record, id).into_iter();
                let mut sizes = forms.map(|(scalar, numbers)| scalar_sizes(protocol, scalar, &numbers));
                sizes.try_fold(Vec::new(), |all, one| union(all, one?))
            }
            Wire::Group { body, delta: None, .. } => self.fields(body),
            Wire::Match { tag, arms, .. } => {
                let mut arms = arms.iter().map(|arm| {
                    let code = match tag {
                        Tag::InPlace { scalar, .. } => {
                            scalar_sizes(protocol, *scalar, &layout::written_codes(protocol, record, tag, arm, arms))?
                        }
                        Tag::Input(_) | Tag::Tuple(_) => vec![0],
                    };
                    sum(code, self.fields(&arm.body)?)
                });
                arms.try_fold(Vec::new(), |all, one| union(all, one?))
            }
            Wire::Record { record, from: None, .. } => self.records.0[record.0].clone(),
            _ => {
                let range = self.spans.length(id).canonical;
                range.max.filter(|max| *max == range.min).map(|size| vec![size])
            }
        }
    }
}

/// The sizes of these numbers, each in the form that a writer makes.
fn scalar_sizes(protocol: &Protocol, scalar: Scalar, numbers: &[Interval]) -> Sizes {
    union(Vec::new(), numbers.iter().flat_map(|one| layout::scalar_sizes(protocol, scalar, *one)).collect())
}

fn union(mut one: Vec<u64>, other: Vec<u64>) -> Sizes {
    one.extend(other);
    one.sort_unstable();
    one.dedup();
    (one.len() <= MOST).then_some(one)
}

fn sum(one: Vec<u64>, other: Vec<u64>) -> Sizes {
    let all = one.iter().flat_map(|one| other.iter().map(|other| one.saturating_add(*other)));
    union(Vec::new(), all.collect())
}
