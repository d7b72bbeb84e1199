//! Restrictions on the elements of lists, which guarantee that every list ends.

use crate::diagnostic::{Diagnostic, Help};
use crate::layout;
use crate::model::{End, Extent, Item, Lengths, Record, Takes, Wire};
use crate::source::Span;

use crate::resolve::record::builder::Builder;
use crate::resolve::record::places::NoElement;
use crate::resolve::resolver::Resolver;

/// Limit on elements without bytes, including nested ones: the length of a packet does not bound them.
const MOST_EMPTY: i128 = 4096;

/// How the elements of a list extend to the end of the region.
struct OpenElement {
    /// The words for one of them.
    one: String,
    takes: Takes,
    /// The part that extends so; an unknown message has none.
    at: Option<Span>,
    /// The part for which it cannot be in a list that goes to the end.
    not: Option<(Span, NoElement)>,
}

impl Builder<'_, '_> {
    pub(in crate::resolve) fn check_list(&mut self, item: &Item, extent: &Extent, span: Span) -> Option<()> {
        self.check_rest(item, extent, span)?;
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

    /// Rejects elements that extend to the end of the region. Some may take the rest, if the list does: one of these is
    /// the last.
    fn check_rest(&mut self, item: &Item, extent: &Extent, span: Span) -> Option<()> {
        let Some(open) = self.resolver.open_element(item) else { return Some(()) };
        let OpenElement { one, takes, at, not } = open;
        let title = format!("{one} would take all elements after it");
        let would = match at {
            Some(at) => Diagnostic::new(title, at, "goes to the end").other(span, "repeated here"),
            None => Diagnostic::new(title, span, "repeated here"),
        };
        let wrong = match (*extent == Extent::Rest, takes, not) {
            (true, Takes::Sometimes, None) => return Some(()),
            (true, _, Some((at, NoElement::Unseen))) => {
                let title = format!("{one} would take the rest unseen");
                Diagnostic::new(title, at, "no value says whether this is there")
                    .other(span, "repeated here")
                    .help("give it a group, which the value has: `rest: if .. { _: bytes[..] }`")
            }
            (true, _, Some((at, NoElement::Difference))) => {
                Diagnostic::new("differences at the end of a list are not supported yet", at, "may take the rest")
                    .other(span, "repeated here")
                    .help("give its last field a length")
            }
            (_, _, Some((at, NoElement::AsksEnd))) => {
                Diagnostic::new(format!("{one} of a list cannot ask for the end"), at, "asks for it")
                    .other(span, "repeated here")
                    .note("all elements after it are left, too")
                    .help("put each into a region, if its size is known: `[within (u8) ..]`")
            }
            (true, ..) => {
                let title = format!("{one} always takes all that is left");
                let wrong = Diagnostic::new(title, at.unwrap_or(span), "goes to the end");
                self.with_count(wrong.other(span, "so there is one at most"), at).help("or leave the list out")
            }
            (false, Takes::Sometimes, None) => {
                let wrong = self.with_count(would, at);
                wrong.help("or let the list take the rest, `[..]`: its last element may")
            }
            (false, ..) => self.with_count(would, at),
        };
        self.refuse(wrong)
    }

    /// Proposes a count in place of the `..` of an extent.
    fn with_count(&self, wrong: Diagnostic, at: Option<Span>) -> Diagnostic {
        match at.and_then(|at| self.resolver.sources.rest_in(at)) {
            Some(rest) => wrong
                .help(Help::write(rest, "u8").said("count it in a byte in front: `[u8]`"))
                .help(Help::write(rest, "u16").said("or in two bytes: `[u16]`")),
            None if at.is_some() => wrong.help("give it a length"),
            None => wrong.help("drop the `..` of the family, which keeps unknown messages to the end"),
        }
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
    /// Whether an element extends to the end of its region, and the span for which it does: an unknown message has none.
    pub(in crate::resolve) fn end_of(&self, item: &Item) -> Option<Option<Span>> {
        self.open_element(item).map(|open| open.at)
    }

    /// How the elements of a list extend to the end of the region; `None` if none does.
    fn open_element(&self, item: &Item) -> Option<OpenElement> {
        match item {
            Item::Scalar { .. } | Item::Float { .. } => None,
            Item::Record { record, .. } => {
                let (places, record) = (self.places.get(record.0)?, self.protocol.records.get(record.0)?);
                let (one, at) = ("an element".to_owned(), Some(places.open_end?));
                Some(OpenElement { one, takes: record.takes_rest, at, not: places.no_element })
            }
            Item::Family { family, .. } => {
                let family = self.protocol.families.get(family.0)?;
                let member = self.open_member(family);
                let mut members = family.members.iter().filter_map(|member| self.places.get(member.record.0));
                let not = members.find_map(|places| places.no_element);
                let (one, at) = match member {
                    Some((name, at)) => (format!("`{name}`"), Some(at)),
                    None if family.open => (format!("an unknown message of `{}`", family.name), None),
                    None => return None,
                };
                Some(OpenElement { one, takes: family.takes_rest, at, not })
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
