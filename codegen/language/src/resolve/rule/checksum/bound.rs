//! Binding of checksums when their record is complete: where they stand, and the ranges that they cover.

use super::NO_COVER;
use crate::ast::{self, ExprKind};
use crate::diagnostic::{Diagnostic, Edit, Help};
use crate::layout;
use crate::model::{Checksum, Covered, Edge, FieldId, How, Record};
use crate::near;
use crate::source::Span;

use crate::resolve::record::builder::Frame;
use crate::resolve::record::places::RecordPlaces;
use crate::resolve::resolver::Resolver;
use crate::resolve::rule::pending::{PendingCover, PendingHow};

/// The ends of a covered range.
enum Cover {
    All,
    After(FieldId),
    Before(FieldId),
    /// From the first to the second field, both included.
    Span(FieldId, FieldId),
}

impl Cover {
    /// Whether a field of the record, or of a region in it, is covered.
    fn holds(&self, field: FieldId) -> bool {
        match self {
            Self::All => true,
            Self::After(from) => field > *from,
            Self::Before(to) => field < *to,
            Self::Span(first, last) => *first <= field && field <= *last,
        }
    }
}

/// A checksum whose ranges are bound.
struct Bound {
    checksum: Checksum,
    own: FieldId,
    ranges: Vec<Cover>,
}

impl Bound {
    fn holds(&self, field: FieldId) -> bool {
        self.ranges.iter().any(|range| range.holds(field))
    }
}

impl<'a> Resolver<'a> {
    /// Binds the checksums of a record whose lengths are known.
    pub(in crate::resolve) fn checksums(
        &mut self,
        record: &mut Record,
        frame: &Frame<'a>,
        places: &RecordPlaces,
    ) -> Option<()> {
        let mut bound = Vec::new();
        for pending in &frame.checksums {
            let own = record.cells.get(pending.cell.0)?.field;
            let place = places.fields.get(own.0).map_or(places.name, |place| place.name);
            let name = self.sources.text(place).to_owned();
            self.stands_in_no_ended_region(record, own, place)?;
            let at = self.before(record, own);
            let mut ranges = Vec::new();
            let how = match &pending.how {
                PendingHow::Catalogue { check, covers } => {
                    let mut all = Vec::new();
                    for cover in covers {
                        all.push(match cover {
                            PendingCover::Other(covered) => covered.clone(),
                            PendingCover::Range(cover) => {
                                let (range, edges) = self.covered_range(record, frame, cover, (own, &name, false))?;
                                ranges.push(range);
                                Covered::Range(edges)
                            }
                        });
                    }
                    How::Catalogue { check: check.clone(), covers: all }
                }
                PendingHow::Hook { hook, cover, inputs } => {
                    let (range, edges) = self.covered_range(record, frame, cover, (own, &name, true))?;
                    if range.holds(own) {
                        return self.refuse(
                            Diagnostic::new("a hook does not cover its own number", cover.span, "covers it")
                                .other(place, "this number")
                                .note("a function of the program is given bytes of the packet as they are")
                                .help("write `before(..)` or `after(..)`"),
                        );
                    }
                    ranges.push(range);
                    self.stands_still(
                        at,
                        place,
                        ("where this checksum stands varies", "what is around it varies on both sides"),
                    )?;
                    for edge in edges {
                        let varies = ("where this ends varies", "what is around the end varies on both sides");
                        self.stands_still(edge, cover.span, varies)?;
                    }
                    How::Hook { hook: *hook, range: edges, inputs: inputs.clone() }
                }
            };
            let is_own = |range: &Cover| matches!(range, Cover::Span(first, last) if *first == own && *last == own);
            if let (true, Some((first, last))) =
                (ranges.iter().all(is_own), pending.args.first().zip(pending.args.last()))
            {
                let wrong =
                    Diagnostic::new("this covers nothing but itself", first.span.to(last.span), "counts as zero");
                let other = Edit::new(first.span.front(), format!("before({name}), "));
                return self
                    .refuse(wrong.help(Help::new(format!("cover other bytes, too: `before({name})`"), [other])));
            }
            let text = pending.args.first().zip(pending.args.last());
            let text = text.map_or("", |(first, last)| self.sources.text(first.span.to(last.span))).to_owned();
            let covers_itself = ranges.iter().any(|range| range.holds(own));
            bound.push(Bound { checksum: Checksum { cell: pending.cell, how, at, covers_itself, text }, own, ranges });
        }
        record.checksums = self.in_order(bound, places)?;
        Some(())
    }

    /// The range that an argument denotes, and its edges.
    fn covered_range(
        &mut self,
        record: &Record,
        frame: &Frame<'a>,
        cover: &ast::Expr,
        (own, name, is_hook): (FieldId, &str, bool),
    ) -> Option<(Cover, [Edge; 2])> {
        let range = self.cover(record, frame, cover, name)?;
        if let Cover::After(last) | Cover::Span(_, last) = range
            && record.ended_regions().any(|inside| inside.last() == Some(&last))
        {
            return self.not_yet("a covered range that begins or ends where a region is `until` an end is", cover.span);
        }
        let edges = match range {
            Cover::All => [Edge::Start(0), Edge::End(0)],
            Cover::After(field) => [self.behind(record, field), Edge::End(0)],
            Cover::Before(field) => [Edge::Start(0), self.before(record, field)],
            Cover::Span(first, last) => [self.before(record, first), self.behind(record, last)],
        };
        if !covers_nothing(record, edges) {
            return Some((range, edges));
        }
        let [before, after] = [layout::place_of, layout::length_after].map(|side| side(&self.protocol, record, own));
        let others = [
            (before.accepted.max != Some(0), format!("before({name})")),
            (after.accepted.max != Some(0), format!("after({name})")),
            (!is_hook, "all".to_owned()),
        ];
        let wrong = Diagnostic::new("this covers nothing", cover.span, "no byte lies there, whatever the packet");
        let other = others.into_iter().find_map(|(is_some, other)| is_some.then_some(other));
        self.refuse(wrong.help(match other {
            Some(other) => format!("cover other bytes: `{other}`"),
            None => "let it stand beside the bytes that it is made of".to_owned(),
        }))
    }

    /// Rejects a checksum in a region up to an end, which is looked for before the checksum is written.
    fn stands_in_no_ended_region(&mut self, record: &Record, own: FieldId, place: Span) -> Option<()> {
        if !record.ended_regions().any(|inside| inside.contains(&own)) {
            return Some(());
        }
        let wrong = Diagnostic::new("a checksum in a region `until` an end", place, "its bytes could be the end");
        self.refuse(wrong.help("make a struct of the fields in the region: it is written with its checksum"))
    }

    /// Rejects an edge of a hook with a fixed distance from neither the start nor the end.
    fn stands_still(&mut self, edge: Edge, span: Span, (title, label): (&str, &str)) -> Option<()> {
        let Edge::Field(_) = edge else { return Some(()) };
        let wrong = Diagnostic::new(title, span, label);
        let wrong =
            wrong.note("the bytes of a hook have a fixed distance from the start or from the end of their record");
        let wrong = wrong.help("make a struct of the covered bytes and the checksum, if they are whole fields");
        self.refuse(wrong.help("or declare a plain number, `sum: u32`, which your program computes"))
    }

    /// The cover that the fields of an expression denote.
    fn cover(&mut self, record: &Record, frame: &Frame<'a>, cover: &ast::Expr, own: &str) -> Option<Cover> {
        let word = |path: &ast::Path| self.sources.text(path.span).to_owned();
        match &cover.kind {
            ExprKind::Path(path) if word(path) == "all" => Some(Cover::All),
            ExprKind::Path(_) => {
                let field = self.covered(record, frame, cover)?;
                Some(Cover::Span(field, field))
            }
            ExprKind::Call { function, args } => {
                let word = word(function);
                match (word.as_str(), args.as_slice()) {
                    ("after", [one]) => Some(Cover::After(self.covered(record, frame, one)?)),
                    ("before", [one]) => Some(Cover::Before(self.covered(record, frame, one)?)),
                    ("span", [ast::Expr { kind: ExprKind::Range { low, high, inclusive: true }, span }]) => {
                        let (first, last) = (self.covered(record, frame, low)?, self.covered(record, frame, high)?);
                        if first > last {
                            let wrong = Diagnostic::new("this span ends before it begins", *span, "covers nothing");
                            return self.refuse(wrong.help("name the fields in the order in which they stand"));
                        }
                        Some(Cover::Span(first, last))
                    }
                    _ => self.no_cover(frame, cover, own),
                }
            }
            _ => self.no_cover(frame, cover, own),
        }
    }

    fn no_cover(&mut self, frame: &Frame<'a>, cover: &ast::Expr, own: &str) -> Option<Cover> {
        let fields = frame.scopes.first().map(|scope| scope.names.iter().map(|named| named.name));
        let known = ["after", "before", "span", "all"].into_iter().chain(fields.into_iter().flatten());
        let wrong = Diagnostic::new(NO_COVER, cover.span, "not understood").knowing(known);
        let meant = self.covered_by(own, std::slice::from_ref(cover));
        let meant = meant.filter(|meant| *meant != self.sources.text(cover.span));
        self.refuse(match meant {
            Some(meant) => wrong.help(Help::write(cover.span, meant)),
            None => wrong.help("write `all`, `before(x)`, `after(x)` or `span(a..=b)`, with fields of this record"),
        })
    }

    /// A field of the record, or of a region in it.
    fn covered(&mut self, record: &Record, frame: &Frame<'a>, name: &ast::Expr) -> Option<FieldId> {
        let text = self.sources.text(name.span).to_owned();
        let names = frame.scopes.first().map(|scope| scope.names.as_slice()).unwrap_or_default();
        let named = names.iter().find(|named| named.name == text);
        let found = named.and_then(|named| named.field);
        let use_of = ast::Name { text: text.clone(), span: name.span };
        self.note_if(&use_of, named.map(|named| named.span));
        if let Some(id) = found.filter(|id| record.scope(&record.body).contains(id)) {
            return Some(id);
        }
        let title = format!("`{text}` is no field of this record itself");
        let wrong = Diagnostic::new(title, name.span, "begins or ends what is covered");
        if named.is_some_and(|named| named.field.is_none()) {
            return self.refuse(wrong.help(
                "a part of bits has no bytes of its own: cover its carrier by `before(..)`, `after(..)` or `span(..)`",
            ));
        }
        let fields = names.iter().filter(|named| named.field.is_some()).map(|named| named.name);
        let help = near::proposal(name.span, &text, fields.clone());
        self.refuse(
            wrong
                .knowing(fields)
                .knowing(["all"])
                .help(help.unwrap_or_else(|| "name a field that stands in no group".into())),
        )
    }

    /// The edge before a field.
    fn before(&self, record: &Record, field: FieldId) -> Edge {
        let start = layout::place_of(&self.protocol, record, field).constant().map(Edge::Start);
        start.or_else(|| self.distance_to_end(record, field)).unwrap_or(Edge::Field(field))
    }

    /// The edge after a field: before the next one, also behind the region that it ends.
    fn behind(&self, record: &Record, field: FieldId) -> Edge {
        // In the order of the bytes: a region in front of a trailer is declared by nobody, and has the last id.
        let (all, own) = (record.scope(&record.body), record.scope(&[field]));
        let mut behind = all.iter().skip_while(|id| **id != field).skip_while(|id| own.contains(id));
        behind.next().map_or(Edge::End(0), |next| self.before(record, *next))
    }

    /// The distance from the end, if all following fields have a fixed length.
    fn distance_to_end(&self, record: &Record, field: FieldId) -> Option<Edge> {
        let at = record.body.iter().position(|id| *id == field)?;
        let rest = record.body.get(at..).unwrap_or_default();
        layout::region_lengths(&self.protocol, record, rest).constant().map(Edge::End)
    }

    /// Orders checksums: a covered one is written before the one that covers it.
    fn in_order(&mut self, mut left: Vec<Bound>, places: &RecordPlaces) -> Option<Vec<Checksum>> {
        let mut ordered = Vec::new();
        while !left.is_empty() {
            let covers = |one: &Bound, other: &Bound| other.own != one.own && one.holds(other.own);
            let free = left.iter().position(|one| !left.iter().any(|other| covers(one, other)));
            let Some(free) = free else {
                let mut spans = left.iter().filter_map(|one| places.fields.get(one.own.0)).map(|place| place.name);
                let (one, other) = (spans.next()?, spans.next()?);
                let wrong = Diagnostic::new("two checksums cover each other", other, "covers the other one");
                let wrong = wrong.other(one, "which covers this one");
                return self.refuse(wrong.help("let one of them end before the other"));
            };
            ordered.push(left.remove(free).checksum);
        }
        Some(ordered)
    }
}

/// Whether two edges never have a byte between them.
fn covers_nothing(record: &Record, edges: [Edge; 2]) -> bool {
    match edges {
        [Edge::Start(from), Edge::Start(to)] | [Edge::End(to), Edge::End(from)] => to <= from,
        [Edge::Start(from), Edge::End(to)] => {
            record.lengths.accepted.max.is_some_and(|most| most <= from.saturating_add(to))
        }
        [Edge::End(_), Edge::Start(_)] => false,
        [from, to] => from == to,
    }
}
