//! Restrictions on the elements of lists, which guarantee that every list ends.

use crate::diagnostic::{Diagnostic, Help};
use crate::layout;
use crate::model::{End, Extent, Item, Lengths, Record, RecordId, Wire};
use crate::source::Span;

use crate::resolve::record::builder::Builder;
use crate::resolve::resolver::Resolver;

/// Limit on elements without bytes, including nested ones: the length of a packet does not bound them.
const MOST_EMPTY: i128 = 4096;

impl Builder<'_, '_> {
    pub(in crate::resolve) fn check_list(&mut self, item: &Item, extent: &Extent, span: Span) -> Option<()> {
        let open = match item {
            Item::Scalar { .. } | Item::Float { .. } => None,
            Item::Record { record, .. } => {
                let span = self.resolver.places.get(record.0).and_then(|places| places.open_end);
                span.map(|span| ("an element".to_owned(), span))
            }
            Item::Family { family, .. } => {
                let family = self.resolver.protocol.families.get(family.0)?;
                let open = self.resolver.open_member(family).map(|(name, span)| (format!("`{name}`"), span));
                if open.is_none() && family.open && *extent != Extent::Rest {
                    let title = format!("`{}` keeps unknown messages to the end", family.name);
                    let wrong = Diagnostic::new(title, span, "an unknown one would take all elements after it");
                    return self
                        .refuse(wrong.help("take the rest as a stream, `[..]`, or drop the `..` of the family"));
                }
                open
            }
        };
        // The last element may take the rest, if the list does.
        let open = open.filter(|_| *extent != Extent::Rest || !self.resolver.may_end_a_list(item));
        if let Some((what, at)) = open {
            let rest = self.resolver.sources.rest_in(at);
            let wrong = Diagnostic::new(format!("{what} would take all elements after it"), at, "goes to the end")
                .other(span, "repeated here");
            return self.refuse(match rest {
                Some(rest) => wrong
                    .help(Help::write(rest, "u8").said("count it in a byte in front: `[u8]`"))
                    .help(Help::write(rest, "u16").said("or in two bytes: `[u16]`")),
                None => wrong.help("give it a length"),
            });
        }
        let Some(inside) = self.resolver.elements_of_nothing(item) else { return Some(()) };
        let most = self.most_elements(extent);
        if most.is_none_or(|most| most > MOST_EMPTY) {
            return self.refuse(
                Diagnostic::new("a list that a packet does not bound", span, "its elements may have no bytes")
                    .note("elements without bytes could be repeated for ever")
                    .help(format!("count them with a number of at most {MOST_EMPTY}: `count: u16 where 0..=100`")),
            );
        }
        let all = most.and_then(|most| most.checked_mul(inside.checked_add(1)?));
        if all.is_none_or(|all| all > MOST_EMPTY) {
            let label = format!("each element holds {inside} more, and all may have no bytes");
            return self.refuse(
                Diagnostic::new("lists that a packet does not bound", span, label)
                    .help(format!("have at most {MOST_EMPTY} elements without bytes, those inside of them included")),
            );
        }
        Some(())
    }

    /// The largest count that a list can have, if a count bounds it.
    fn most_elements(&self, extent: &Extent) -> Option<i128> {
        let interval = |cell: crate::model::CellId| self.frame.cells.get(cell.0).map(|cell| cell.interval);
        match extent {
            Extent::Fixed { count, .. } => Some((*count).into()),
            Extent::Prefixed { cell, .. } => interval(*cell).map(|interval| interval.max),
            Extent::Counted(length) => Some(length.over(interval(length.cell)?).max),
            Extent::Until { bound, .. } => bound.map(i128::from),
            Extent::Given(count) => Some(self.interval(count).max),
            Extent::Rest | Extent::AllBut(_) => None,
        }
    }
}

impl Resolver<'_> {
    /// Whether some elements may take the rest, and a writer knows which these are.
    fn may_end_a_list(&self, item: &Item) -> bool {
        let elements: Vec<RecordId> = match item {
            Item::Scalar { .. } | Item::Float { .. } => Vec::new(),
            Item::Record { record, .. } => vec![*record],
            Item::Family { family, .. } => {
                let family = self.protocol.families.get(family.0);
                family.into_iter().flat_map(|family| &family.members).map(|member| member.record).collect()
            }
        };
        !elements.iter().any(|record| self.asks_end_in(*record))
            && !elements.iter().all(|record| self.always_takes_rest(*record))
    }

    /// Whether each value of a record takes the rest, so that a list of them has one element.
    fn always_takes_rest(&self, id: RecordId) -> bool {
        let mut record = self.protocol.records.get(id.0);
        loop {
            let taker = record.and_then(|record| {
                let taker = layout::taker_of_rest(&self.protocol, record, &record.body)?;
                record.fields.get(taker.0).filter(|field| !field.is_optional())
            });
            match taker.map(|field| &field.wire) {
                Some(Wire::Record { record: inner, .. }) => record = self.protocol.records.get(inner.0),
                wire => return matches!(wire.and_then(Wire::extent), Some(Extent::Rest | Extent::AllBut(_))),
            }
        }
    }

    /// The number of elements that a list can have, at any depth, if they are empty.
    fn elements_of_nothing(&self, item: &Item) -> Option<i128> {
        match item {
            Item::Scalar { .. } | Item::Float { .. } | Item::Family { .. } => None,
            Item::Record { record, .. } => {
                let lengths = self.protocol.records.get(record.0)?.lengths;
                let places = self.places.get(record.0)?;
                is_nothing(lengths).then_some(places.elements_of_nothing)
            }
        }
    }

    /// The number of empty elements that an empty record can hold. Counts, terminators, masks and tags have bytes, so
    /// only the schema or the receiver can determine this number.
    pub(in crate::resolve) fn elements_without_bytes(&self, record: &Record) -> i128 {
        let counts = record.fields.iter().map(|field| match &field.wire {
            Wire::List { item, extent } => {
                let Some(inside) = self.elements_of_nothing(item) else { return 0 };
                let most = match extent {
                    Extent::Fixed { count, .. } => Some(*count),
                    Extent::Until { end: End::Left(_), bound, .. } => *bound,
                    Extent::Given(count) => {
                        u64::try_from(layout::expr_interval(&self.protocol, record, count).max.max(0)).ok()
                    }
                    Extent::Until { .. }
                    | Extent::Counted(_)
                    | Extent::Prefixed { .. }
                    | Extent::Rest
                    | Extent::AllBut(_) => None,
                };
                i128::from(most.unwrap_or(0)).saturating_mul(inside.saturating_add(1))
            }
            Wire::Record { record, .. } => self.places.get(record.0).map_or(0, |places| places.elements_of_nothing),
            _ => 0,
        });
        if is_nothing(record.lengths) { counts.fold(0, i128::saturating_add) } else { 0 }
    }
}

/// Whether a length may be zero.
fn is_nothing(lengths: Lengths) -> bool {
    lengths.accepted.min == 0
}
