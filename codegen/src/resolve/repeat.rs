//! Lists: what may be an element, and that every list ends.

use crate::diagnostic::Diagnostic;
use crate::model::{Extent, Interval, Item};
use crate::source::Span;

use super::frame::Builder;

/// Elements without bytes are not bounded by a packet's length; so many of them do no harm.
const MOST_EMPTY: i128 = 4096;

impl Builder<'_, '_> {
    pub(super) fn check_list(&mut self, item: &Item, extent: &Extent, span: Span) -> Option<()> {
        let stream = matches!((item, extent), (Item::Family { .. }, Extent::Rest));
        let open = match item {
            Item::Scalar { .. } | Item::Float { .. } => None,
            Item::Record { record, .. } => {
                let places = self.resolver.places.get(record.0);
                places.and_then(|places| places.open_end).map(|span| ("an element".to_owned(), span))
            }
            Item::Family { family, .. } => {
                let family = self.resolver.protocol.families.get(family.0)?;
                let open = self.resolver.open_member(family).map(|(name, span)| (format!("`{name}`"), span));
                if open.is_none() && family.open && !stream {
                    let title = format!("`{}` keeps unknown messages to the end", family.name);
                    self.complain(
                        Diagnostic::new(title, span, "an unknown one would take all elements after it")
                            .help("take the rest as a stream, `[..]`, or drop the `..` of the family"),
                    );
                    return None;
                }
                open
            }
        };
        if let Some((what, at)) = open {
            self.complain(
                Diagnostic::new(format!("{what} would take all elements after it"), at, "goes to the end")
                    .other(span, "repeated here")
                    .help("give it a length"),
            );
            return None;
        }
        let empty = match item {
            Item::Scalar { .. } | Item::Float { .. } | Item::Family { .. } => false,
            Item::Record { record, .. } => {
                self.resolver.protocol.records.get(record.0).is_some_and(|record| record.lengths.accepted.min == 0)
            }
        };
        if empty && self.most_elements(extent).is_none_or(|most| most > MOST_EMPTY) {
            self.complain(
                Diagnostic::new("a list that a packet does not bound", span, "its elements may have no bytes")
                    .note("elements without bytes could be repeated for ever")
                    .help(format!("count them with a number of at most {MOST_EMPTY}: `count: u16 where 0..=100`")),
            );
            return None;
        }
        Some(())
    }

    /// The largest count that a list can have, if a count bounds it.
    fn most_elements(&self, extent: &Extent) -> Option<i128> {
        let interval = |cell: crate::model::CellId| self.frame.cells.get(cell.0).map(|cell| cell.interval);
        match extent {
            Extent::Fixed { count, .. } => Some((*count).into()),
            Extent::Prefixed { cell, .. } => interval(*cell).map(|interval| interval.max),
            Extent::Counted(length) => {
                let Interval { min, max } = interval(length.cell)?;
                let at = |code: i128| code.checked_mul(length.times)?.checked_add(length.plus);
                Some(at(min)?.max(at(max)?))
            }
            Extent::Until { bound, .. } => bound.map(i128::from),
            Extent::Given(_) | Extent::Rest | Extent::AllBut(_) => None,
        }
    }
}
