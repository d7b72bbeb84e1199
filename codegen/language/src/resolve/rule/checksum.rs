//! `checksum: u16 = crc_16_modbus(before(checksum))`: numbers computed from the bytes around them.
//!
//! The covered range is bound when the record is complete: each end must have a fixed distance from the start or the
//! end of the record.

use crate::ast::{self, ExprKind};
use crate::catalogue;
use crate::diagnostic::{Diagnostic, Edit, Help};
use crate::layout;
use crate::model::{Checksum, Demand, Edge, Field, FieldId, Held, How, Presence, Record, Scalar, Source, Wire};
use crate::near::{self, nearest};
use crate::source::{Sources, Span};

use crate::resolve::record::builder::{Builder, Frame};
use crate::resolve::record::field::{Called, Spelled};
use crate::resolve::record::places::RecordPlaces;
use crate::resolve::resolver::Resolver;
use crate::resolve::rule::pending::PendingChecksum;
use crate::resolve::scope::{Entry, Named, ScopeId};

/// Limit on extra bytes. A longer constant is a secret or a table, which needs a hook.
const EXTRA_BYTES: usize = 8;

/// The ends of the covered range.
enum Cover {
    All,
    After(FieldId),
    Before(FieldId),
    /// From the first to the second field, both included.
    Span(FieldId, FieldId),
}

impl Cover {
    /// Whether a field of the record itself is covered.
    fn holds(&self, field: FieldId) -> bool {
        match self {
            Self::All => true,
            Self::After(from) => field > *from,
            Self::Before(to) => field < *to,
            Self::Span(first, last) => *first <= field && field <= *last,
        }
    }
}

impl<'a> Builder<'_, 'a> {
    /// Binds a field whose value is a call.
    pub(in crate::resolve) fn computed(
        &mut self,
        called: Called<'a>,
        spelled: &Spelled<'a>,
        call: (&'a ast::Expr, &'a ast::Path, &'a [ast::Expr]),
    ) -> Option<(Wire, Entry)> {
        let (whole, function, args) = call;
        let name = self.resolver.sources.text(function.span).to_owned();
        let named = ast::Name { text: name.clone(), span: function.span };
        let how = self.check_named(&named, called.name, spelled.wire, call)?;
        let is_hook = matches!(how, How::Hook { .. });
        let Some((cover, inputs)) = args.split_first() else {
            let help = self.resolver.covering(&name, called.name, call);
            let title = format!("`{name}()` is computed from bytes of this record");
            return self.refuse(Diagnostic::new(title, whole.span, "covers nothing").help(help));
        };
        if !inputs.is_empty() && args.iter().all(|arg| is_field(self.resolver.sources, arg)) {
            let help = self.resolver.covering(&name, called.name, call);
            return self.refuse(Diagnostic::new(NO_COVER, cover.span, "one field of several").help(help));
        }
        let how = match how {
            How::Crc { crc, .. } => How::Crc { crc, extra: self.extra_bytes(&name, inputs)? },
            How::Hook { hook, .. } => self.hook_call(called.id, hook, (whole, function, cover), inputs)?,
        };
        let demand = if is_hook { Demand::Hook } else { Demand::Checksum };
        let (wire, _) = self.scalar(called, spelled, Source::Derived(demand))?;
        let Wire::Scalar { scalar, cell } = wire else { return None };
        let found = self.frame.cells.get(cell.0)?;
        let bits = match &how {
            How::Crc { crc, .. } => u32::from(crc.width),
            How::Hook { hook, .. } => u32::from(self.resolver.protocol.hooks.get(hook.0)?.bytes).saturating_mul(8),
        };
        let fits = match scalar {
            Scalar::Int { bytes, signed, .. } if !signed && found.value.held() == Held::Int => {
                u32::from(bytes).saturating_mul(8) >= bits
            }
            Scalar::Int { .. } | Scalar::Varint(_) => false,
        };
        if !fits {
            let whole = bits.div_ceil(8).saturating_mul(8);
            return self.refuse(
                Diagnostic::new(format!("this cannot hold a `{name}`"), spelled.wire.span, "its wire")
                    .other(function.span, format!("a number of {bits} bits"))
                    .help(
                        Help::write(spelled.wire.span, format!("u{whole}"))
                            .said(format!("take a `u{whole}`, without a meaning of its own")),
                    ),
            );
        }
        let inside = self.frame.at != ScopeId::default();
        let conditional = self.frame.fields.get(called.id.0).is_some_and(|field| field.presence != Presence::Always);
        if inside || conditional || spelled.rule.is_some() {
            let label = match (inside, conditional) {
                (true, _) => "stands in a group",
                (false, true) => "is not always there",
                (false, false) => "has a rule",
            };
            let wrong = Diagnostic::new("a checksum stands in its record as it is", called.span, label);
            return self.refuse(wrong.help("move it out, or make a struct of what it belongs to"));
        }
        self.frame.checksums.push(PendingChecksum { cell, how, cover });
        Some((wire, Entry::Other("a checksum")))
    }

    /// A check of the catalogue or a hook, without arguments yet.
    fn check_named(&mut self, name: &ast::Name, own: &str, wire: &ast::Wire, call: Call<'a>) -> Option<How> {
        if let Some(crc) = catalogue::check(&name.text) {
            return Some(How::Crc { crc, extra: Vec::new() });
        }
        match self.resolver.hook(name) {
            Some(Some(hook)) => Some(How::Hook { hook, inputs: Vec::new() }),
            Some(None) => None,
            None => {
                self.unknown_check(&name.text, own, wire, call);
                None
            }
        }
    }

    /// The extra bytes of a check: `50` in `crc_16_mcrf4xx(before(checksum), 50)`.
    fn extra_bytes(&mut self, check: &str, extra: &[ast::Expr]) -> Option<Vec<u8>> {
        if let Some((first, last)) = extra.get(EXTRA_BYTES..).and_then(|beyond| beyond.first().zip(beyond.last())) {
            let title = format!("`{check}()` takes at most {EXTRA_BYTES} extra bytes");
            return self.refuse(
                Diagnostic::new(title, first.span.to(last.span), format!("{} given", extra.len()))
                    .help("declare a function of the program in its place: `hook name(data: bytes) -> u8;`"),
            );
        }
        let bytes: Vec<Option<u8>> = extra.iter().map(|byte| self.extra_byte(byte)).collect();
        bytes.into_iter().collect()
    }

    fn extra_byte(&mut self, byte: &ast::Expr) -> Option<u8> {
        let is_number = match &byte.kind {
            ExprKind::Path(path) => !self.resolver.sources.text(path.span).starts_with(char::is_lowercase),
            ExprKind::Call { .. } | ExprKind::Text(_) => false,
            _ => true,
        };
        if !is_number {
            let wrong = Diagnostic::new("an extra byte of a checksum is a constant number", byte.span, "not one");
            let wrong = wrong.help("write a number from 0 to 255, or a `const` of the schema");
            let hook = "or declare a hook, which may have parameters: `hook name(data: bytes, n: u8) -> u8;`";
            return self.refuse(wrong.help(hook));
        }
        let number = self.resolver.integer(byte)?;
        let found = u8::try_from(number).ok();
        if found.is_none() {
            let wrong = Diagnostic::new(format!("{number} is no byte"), byte.span, "outside of 0..=255");
            self.complain(wrong.help("write each byte by itself, without a sign: a number from 0 to 255"));
        }
        found
    }

    fn unknown_check(&mut self, name: &str, own: &str, wire: &ast::Wire, call: Call<'a>) {
        let (whole, function, args) = call;
        if self.may_lack(name) {
            return;
        }
        if near::COUNTS.contains(&name) {
            let title = format!("the writer works `{own}` out by itself");
            let clause = Span { start: wire.span.end, ..whole.span };
            let help = self.counts_what_follows(own, clause, name, args);
            self.complain(Diagnostic::new(title, clause, "no checksum").help_if(help).note(
                "a number is a count or a size if a later field names it: `items: [u16; n]`, `within (n) { .. }`",
            ));
            return;
        }
        let hooks = self.resolver.hooks.iter().map(|hook| hook.name.text.clone());
        let known: Vec<String> = hooks.chain(catalogue::names()).collect();
        let wrong = Diagnostic::new(format!("there is no checksum `{name}`"), function.span, "not in the catalogue");
        let mut meant = catalogue::meant(name);
        if meant.is_empty() {
            meant.extend(nearest(name, known.iter().map(String::as_str)).map(str::to_owned));
        }
        let help = format!("the example has the checksum of other bytes, or another than `{}`", meant.join("`, `"));
        let note = match meant.len() {
            0 => "the catalogue has cyclic redundancy checks; your program supplies all others",
            1 => "checksums have their names from the catalogue of parametrised CRC algorithms, in lowercase",
            _ => "several programs call different checksums so",
        };
        let wrong =
            meant.iter().fold(wrong.note(note), |wrong, one| wrong.help(self.resolver.covering(one, own, call)));
        let number = match &wire.kind {
            ast::WireKind::Int(number) => (number.bits.is_multiple_of(8)).then(|| format!("u{}", number.bits)),
            ast::WireKind::Bytes { .. } | ast::WireKind::List { .. } => None,
            _ => Some("u32".to_owned()),
        };
        self.complain(match number {
            // A renamed check has the right parameters, so the extra bytes are wrong.
            _ if !meant.is_empty() => wrong.help_if((!catalogue::meant(name).is_empty()).then_some(help)),
            Some(number) => {
                let hook = format!("hook {name}(data: bytes) -> {number};");
                let end = self.resolver.sources.end(function.span.file);
                let covering = self.resolver.covering(name, own, call);
                let mut edits = vec![Edit::new(end, format!("\n{hook}\n"))];
                let called = covering.edits.first().filter(|edit| edit.text != name);
                let called = called.map_or(String::new(), |edit| format!(", called as `{}`", edit.text));
                edits.extend(covering.edits);
                wrong.help(Help::new(format!("declare it as a function of your program: `{hook}`{called}"), edits))
            }
            None => wrong.help("a function of the program gives at most 8 bytes: leave it out, and compare them there"),
        });
    }
}

/// A call as a value: the expression, the function, its arguments.
type Call<'a> = (&'a ast::Expr, &'a ast::Path, &'a [ast::Expr]);

const NO_COVER: &str = "this does not say what is covered";

/// Whether an argument can only be a field.
fn is_field(sources: &Sources, arg: &ast::Expr) -> bool {
    matches!(&arg.kind, ExprKind::Path(path) if {
        let name = sources.text(path.span);
        name != "all" && name.starts_with(char::is_lowercase)
    })
}

impl Resolver<'_> {
    /// Proposes the call of a checksum with the probable meaning of its arguments.
    pub(in crate::resolve) fn covering(&self, check: &str, own: &str, (whole, function, args): Call<'_>) -> Help {
        let cover = self.covered_by(own, args);
        if args.first().is_some_and(|first| Some(self.sources.text(first.span)) == cover.as_deref()) {
            return Help::asks(function.span, check);
        }
        let cover = cover.unwrap_or_else(|| format!("before({own})"));
        Help::write(whole.span, format!("{check}({cover})"))
    }

    /// The proposed cover: `span(kind..=data)` for `kind, data`.
    fn covered_by(&self, own: &str, args: &[ast::Expr]) -> Option<String> {
        let text = |arg: &ast::Expr| self.sources.text(arg.span).to_owned();
        let [first, .., last] = args else {
            let only = args.first()?;
            return match &only.kind {
                ExprKind::Call { function, args } if self.sources.text(function.span) == "span" => {
                    self.covered_by(own, args)
                }
                ExprKind::Range { low, high, .. } => self.covered_by(own, &[(**low).clone(), (**high).clone()]),
                _ if is_field(self.sources, only) => Some(format!("span({0}..={0})", text(only))),
                _ => Some(text(only)),
            };
        };
        Some(match (args.iter().all(|arg| is_field(self.sources, arg)), text(last) == own) {
            (false, _) => text(first),
            (true, true) => format!("before({own})"),
            (true, false) => format!("span({}..={})", text(first), text(last)),
        })
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
            let span = pending.cover.span;
            let name = places.fields.get(own.0).map_or("", |place| self.sources.text(place.name)).to_owned();
            let cover = self.cover(record, frame, pending.cover, &name)?;
            let Some(at) = self.before(record, own) else {
                let place = places.fields.get(own.0).map_or(places.name, |place| place.name);
                self.varies("where this checksum stands varies", place, "what is around it varies on both sides");
                return None;
            };
            let (from, to) = match cover {
                Cover::All => (Some(Edge::Start(0)), Some(Edge::End(0))),
                Cover::After(field) => (self.behind(record, field), Some(Edge::End(0))),
                Cover::Before(field) => (Some(Edge::Start(0)), self.before(record, field)),
                Cover::Span(first, last) => (self.before(record, first), self.behind(record, last)),
            };
            let (Some(from), Some(to)) = (from, to) else {
                self.varies("where this ends varies", span, "what is around the end varies on both sides");
                return None;
            };
            if matches!(pending.how, How::Hook { .. }) && cover.holds(own) {
                return self.refuse(
                    Diagnostic::new("a hook does not cover its own number", span, "covers it")
                        .other(places.fields.get(own.0).map_or(places.name, |place| place.name), "this number")
                        .note("a function of the program is given bytes of the packet as they are")
                        .help("write `before(..)` or `after(..)`"),
                );
            }
            if covers_nothing(record, from, to) {
                let [before, after] =
                    [layout::place_of, layout::length_after].map(|side| side(&self.protocol, record, own));
                let others = [
                    (before.accepted.max != Some(0), format!("before({name})")),
                    (after.accepted.max != Some(0), format!("after({name})")),
                    (matches!(pending.how, How::Crc { .. }), "all".to_owned()),
                ];
                let wrong = Diagnostic::new("this covers nothing", span, "no byte lies there, whatever the packet");
                let other = others.into_iter().find_map(|(is_some, other)| is_some.then_some(other));
                return self.refuse(wrong.help(match other {
                    Some(other) => format!("cover other bytes: `{other}`"),
                    None => "let it stand beside the bytes that it is made of".to_owned(),
                }));
            }
            let text = self.sources.text(span).to_owned();
            bound.push((Checksum { cell: pending.cell, how: pending.how.clone(), at, from, to, text }, own, cover));
        }
        record.checksums = self.in_order(bound, places)?;
        Some(())
    }

    /// Reports an end with a fixed distance from neither the start nor the end.
    fn varies(&mut self, title: &str, span: Span, label: &str) {
        let wrong = Diagnostic::new(title, span, label);
        let wrong = wrong.note("it must have a fixed distance from the start or from the end of its record");
        let wrong = wrong.help("make a struct of the covered bytes and the checksum, if they are whole fields");
        self.complain(wrong.help("or declare a plain number, `sum: u32`, which your program computes"));
    }

    /// The cover that the fields of an expression denote.
    fn cover(&mut self, record: &Record, frame: &Frame<'a>, cover: &ast::Expr, own: &str) -> Option<Cover> {
        let word = |path: &ast::Path| self.sources.text(path.span).to_owned();
        let front = (cover, own);
        match &cover.kind {
            ExprKind::Path(path) if word(path) == "all" => Some(Cover::All),
            ExprKind::Call { function, args } => {
                let word = word(function);
                match (word.as_str(), args.as_slice()) {
                    ("after", [one]) => Some(Cover::After(self.covered(record, frame, one, front)?)),
                    ("before", [one]) => Some(Cover::Before(self.covered(record, frame, one, front)?)),
                    ("span", [ast::Expr { kind: ExprKind::Range { low, high, inclusive: true }, span }]) => {
                        let (first, last) =
                            (self.covered(record, frame, low, front)?, self.covered(record, frame, high, front)?);
                        if first > last {
                            let wrong = Diagnostic::new("this span ends before it begins", *span, "covers nothing");
                            return self.refuse(wrong.help("name the fields in the order in which they stand"));
                        }
                        Some(Cover::Span(first, last))
                    }
                    _ => self.no_cover(cover, own),
                }
            }
            _ => self.no_cover(cover, own),
        }
    }

    fn no_cover(&mut self, cover: &ast::Expr, own: &str) -> Option<Cover> {
        let wrong = Diagnostic::new(NO_COVER, cover.span, "not understood");
        let meant = self.covered_by(own, std::slice::from_ref(cover));
        let meant = meant.filter(|meant| *meant != self.sources.text(cover.span));
        self.refuse(match meant {
            Some(meant) => wrong.help(Help::write(cover.span, meant)),
            None => wrong.help("write `all`, `before(x)`, `after(x)` or `span(a..=b)`, with fields of this record"),
        })
    }

    /// A field of the record itself.
    fn covered(
        &mut self,
        record: &Record,
        frame: &Frame<'a>,
        name: &ast::Expr,
        front: (&ast::Expr, &str),
    ) -> Option<FieldId> {
        let text = self.sources.text(name.span).to_owned();
        let names = frame.scopes.first().map(|scope| scope.names.as_slice()).unwrap_or_default();
        let named = names.iter().find(|named| named.name == text);
        let found = named.and_then(|named| named.field);
        let use_of = ast::Name { text: text.clone(), span: name.span };
        self.note_if(&use_of, named.map(|named| named.span));
        if let Some(id) = found.filter(|id| record.body.contains(id)) {
            return Some(id);
        }
        let title = format!("`{text}` is no field of this record itself");
        let wrong = Diagnostic::new(title, name.span, "begins or ends what is covered");
        let in_region = |field: &Field| matches!(&field.wire, Wire::Within { body, .. } if found.is_some_and(|id| record.scope(body).contains(&id)));
        if record.fields.iter().any(in_region) {
            return self.refuse(
                wrong
                    .note(
                        "a checksum is found by its distance from an end of its record, and a region may end elsewhere",
                    )
                    .help_if(self.since_the_front(record, names, front))
                    .help("let the checksum stand in the region, or cover only what stands outside of it"),
            );
        }
        let fields = names.iter().filter(|named| named.field.is_some()).map(|named| named.name);
        let help = near::proposal(name.span, &text, fields);
        self.refuse(wrong.help(help.unwrap_or_else(|| "name a field that stands in no group and no region".into())))
    }

    /// An equivalent span that begins with the first field.
    fn since_the_front(&self, record: &Record, names: &[Named<'_>], (cover, own): (&ast::Expr, &str)) -> Option<Help> {
        let ExprKind::Call { args, .. } = &cover.kind else { return None };
        let ExprKind::Range { low, .. } = &args.first()?.kind else { return None };
        let first = names.iter().find(|named| named.field == record.body.first().copied())?;
        (first.name == self.sources.text(low.span)).then(|| Help::write(cover.span, format!("before({own})")))
    }

    /// The edge before a field.
    fn before(&self, record: &Record, field: FieldId) -> Option<Edge> {
        let start = layout::place_of(&self.protocol, record, field).constant().map(Edge::Start);
        start.or_else(|| self.distance_to_end(record, field))
    }

    /// The edge after a field.
    fn behind(&self, record: &Record, field: FieldId) -> Option<Edge> {
        let next = record.body.iter().skip_while(|id| **id != field).nth(1);
        match next {
            Some(next) => self.before(record, *next),
            None => Some(Edge::End(0)),
        }
    }

    /// The distance from the end, if all following fields have a fixed length.
    fn distance_to_end(&self, record: &Record, field: FieldId) -> Option<Edge> {
        let at = record.body.iter().position(|id| *id == field)?;
        let rest = record.body.get(at..).unwrap_or_default();
        layout::region_lengths(&self.protocol, record, rest).constant().map(Edge::End)
    }

    /// Orders checksums: a covered one is written before the one that covers it.
    fn in_order(&mut self, mut left: Vec<(Checksum, FieldId, Cover)>, places: &RecordPlaces) -> Option<Vec<Checksum>> {
        let mut ordered = Vec::new();
        while !left.is_empty() {
            let free = left
                .iter()
                .position(|(_, own, cover)| left.iter().all(|(_, other, _)| other == own || !cover.holds(*other)));
            let Some(free) = free else {
                let mut spans = left.iter().filter_map(|(_, own, _)| places.fields.get(own.0)).map(|place| place.name);
                let (one, other) = (spans.next()?, spans.next()?);
                let wrong = Diagnostic::new("two checksums cover each other", other, "covers the other one");
                let wrong = wrong.other(one, "which covers this one");
                return self.refuse(wrong.help("let one of them end before the other"));
            };
            ordered.push(left.remove(free).0);
        }
        Some(ordered)
    }
}

/// Whether two edges never have a byte between them.
fn covers_nothing(record: &Record, from: Edge, to: Edge) -> bool {
    match (from, to) {
        (Edge::Start(from), Edge::Start(to)) | (Edge::End(to), Edge::End(from)) => to <= from,
        (Edge::Start(from), Edge::End(to)) => {
            record.lengths.accepted.max.is_some_and(|most| most <= from.saturating_add(to))
        }
        (Edge::End(_), Edge::Start(_)) => false,
    }
}
