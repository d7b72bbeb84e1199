//! Extents of bytes, text and lists.

mod counts;
mod ends;
mod followed;
pub(super) mod left;
mod list;
mod repeat;
mod sought;
mod sparse;
mod through;

use crate::ast::{self, ExprKind, ExtentKind, UntilEnd, WireKind};
use crate::diagnostic::{Diagnostic, Help};
use crate::layout;
use crate::model::{
    Absent, Behind, Cell, CellId, Code, Demand, Encoding, End, Expr, Extent, Field, FieldId, Interval, Item, Kept,
    Length, Presence, Record, RecordId, Source, Value, Wire, sets,
};
use crate::near::proposal;
use crate::source::Span;

use crate::resolve::ownership::uses::{Read, Use};
use crate::resolve::record::builder::{Builder, Origin};
use crate::resolve::record::field::Called;
use crate::resolve::scope::operand::Operand;

/// Limit on fixed extents: the longest buffer.
pub(super) const LONGEST: Code = u32::MAX as Code;

/// The kind of the repeated elements.
#[derive(Debug, Clone, Copy)]
pub(super) enum Of {
    /// Bytes, or text of bytes.
    Bytes(Option<Encoding>),
    /// Integers of an interval and a value type, including units of text.
    Numbers(Interval, Value),
    /// Records.
    Records(RecordId),
    /// Anything else.
    Others,
}

impl Of {
    pub(super) fn item(item: &Item, interval: Option<Interval>) -> Self {
        match (item, interval) {
            (Item::Scalar { value, .. }, Some(interval)) => Self::Numbers(interval, *value),
            (Item::Record { record, .. }, _) => Self::Records(*record),
            _ => Self::Others,
        }
    }
}

impl<'a> Builder<'_, 'a> {
    /// An extent, with the count that it derives or reads.
    pub(super) fn extent(&mut self, called: Called<'a>, extent: &'a ast::Extent, of: Of) -> Option<Extent> {
        match &extent.kind {
            ExtentKind::Rest => Some(Extent::Rest),
            ExtentKind::Until { word, at, end, or_end, bound } => {
                let kept = self.kept(*word, *at)?;
                let end = self.until_end(end, kept, of)?;
                let bound = match bound {
                    Some(bound) => Some(self.bound(bound, &end, kept)?),
                    None => None,
                };
                Some(Extent::Until { end, kept, or_end: or_end.is_some(), bound })
            }
            ExtentKind::Count { count, or_end } => {
                if let Some(wire) = self.wire_in_front(count) {
                    if let Some(span) = or_end {
                        return self.no_or_end(*span);
                    }
                    return self.prefixed(called, &wire);
                }
                if self.asks_left(count) {
                    return match or_end {
                        Some(span) => self.no_or_end(*span),
                        None => self.all_but(count).map(|count| Extent::AllBut(Behind::Bytes(count))),
                    };
                }
                let number = self.number(count)?;
                match (number.constant(), or_end) {
                    (Some(code), or_end) => {
                        let count = self.fixed_count(code, count.span)?;
                        Some(Extent::Fixed { count, or_end: or_end.is_some() })
                    }
                    (None, Some(span)) => self.no_or_end(*span),
                    (None, None) => self.counted(called.id, number),
                }
            }
        }
    }

    fn no_or_end<T>(&mut self, span: Span) -> Option<T> {
        let wrong = Diagnostic::new("`or end` after a count that varies", span, "the count says where it ends already");
        self.refuse(wrong.help("write the size of the whole area: `[32 or end]`"))
    }

    pub(super) fn fixed_count(&mut self, code: Code, span: Span) -> Option<u64> {
        if !(0..=LONGEST).contains(&code) {
            let label = if code < 0 { "less than nothing" } else { "longer than any packet" };
            return self.refuse(Diagnostic::new(format!("{code} is no length"), span, label));
        }
        u64::try_from(code).ok()
    }

    /// `[Hit; Int]`, `latin1[u8]`: a wire in place of a count. Fields, parameters and constants take precedence.
    pub(super) fn wire_in_front(&self, count: &ast::Expr) -> Option<ast::Wire> {
        let ExprKind::Path(path) = &count.kind else { return None };
        let name = path.word()?;
        if self.knows(path) || self.resolver.is_constant(path) {
            return None;
        }
        let kind = match ast::WireInt::named(&name.text, name.span) {
            Some(int) => WireKind::Int(int),
            None if name.text == "bool" => WireKind::Bool,
            None if self.resolver.items.contains_key(name.text.as_str()) => {
                WireKind::Named { name: name.clone(), args: Vec::new() }
            }
            None => return None,
        };
        Some(ast::Wire { kind, span: count.span })
    }

    /// A count directly before the elements, derived from the field.
    fn prefixed(&mut self, called: Called<'a>, wire: &ast::Wire) -> Option<Extent> {
        let (scalar, numbers) = self.resolver.plain_number(wire, "a count")?;
        // A negative count is rejected by the reader, so the interval excludes it.
        let Some(interval) = numbers.meet(Interval::new(0, Code::MAX)) else {
            return self.refuse(Diagnostic::new("this holds no count", wire.span, "only negative numbers"));
        };
        let named = (called.id, format!("{}.count", self.frame.path(called.name)));
        let source = Source::Derived(Demand::Count { fields: vec![called.id], times: 1, plus: 0 });
        let cell = self.frame.add_cell(named, (interval, Value::Int(None)), source, Origin::of(wire.span));
        Some(Extent::Prefixed { scalar, cell })
    }

    /// A count from an earlier cell, possibly scaled, or from parameters only.
    fn counted(&mut self, id: FieldId, number: Operand) -> Option<Extent> {
        let number = self.count_of(number)?;
        if number.reads.is_empty() {
            return Some(Extent::Given(number.expr));
        }
        let span = number.span;
        if let Some((Some(cell), times, plus)) = affine(&number.expr).filter(|(_, times, _)| *times != 0) {
            self.frame.uses.push(Use::Count { cell, field: id, times, plus, written: number.expr, span });
            return Some(Extent::Counted(Length { cell, times, plus }));
        }
        for Read { cell, .. } in number.reads {
            self.frame.uses.push(Use::Computed { cell, field: id, written: number.expr.clone(), span });
        }
        Some(Extent::Given(number.expr))
    }

    /// A plain number that can be a length.
    pub(super) fn count_of(&mut self, number: Operand) -> Option<Operand> {
        let number = self.plain_count(number)?;
        if number.interval.max < 0 {
            let label = format!("lies in {}", number.interval);
            return self.refuse(Diagnostic::new("this length is always negative", number.span, label));
        }
        Some(number)
    }

    fn plain_count(&mut self, number: Operand) -> Option<Operand> {
        match number.value {
            // A count without arithmetic may be as large as its wire allows.
            Value::Int(_) if matches!(number.expr, Expr::Cell(_)) => Some(number),
            Value::Int(_) => self.fitting(number),
            other => {
                let meaning = self.resolver.value_name(other);
                let name = self.resolver.sources.text(number.span).to_owned();
                let wrong = Diagnostic::new("a count is a plain number", number.span, format!("this is {meaning}"));
                self.refuse(wrong.help(Help::write(number.span, format!("{name}.raw"))))
            }
        }
    }

    fn until_end(&mut self, end: &'a UntilEnd, kept: Kept, of: Of) -> Option<End> {
        match (end, of) {
            (end, Of::Bytes(encoding)) => self.sought(end, encoding, kept),
            (end, _) if kept != Kept::No => self.list_end(end, kept, of),
            (UntilEnd::Expr(expr), _) => self.until_left(expr),
            (UntilEnd::Pattern(pattern), Of::Records(record)) => {
                let cells = self.resolver.protocol.records.get(record.0).map(|record| record.cells.as_slice());
                let mut cells = cells.unwrap_or_default().iter();
                let first = cells.find(|cell| !cell.path.contains('.')).map(|cell| cell.path.clone());
                let title = "which field of the element ends the list?";
                self.which_field(pattern, kept, title, first.ok_or("none of them is a number by itself: give a count"))
            }
            (UntilEnd::Field { path, pattern }, Of::Records(record)) => {
                self.until_field(record, &path.dotted(), pattern)
            }
            (end, Of::Numbers(..) | Of::Others) => self.list_end(end, kept, of),
        }
    }

    /// Asks for the name of the field of an element that the pattern is about, and proposes the first.
    pub(super) fn which_field<T>(
        &mut self,
        pattern: &ast::Pattern,
        kept: Kept,
        title: &str,
        first: Result<String, &'static str>,
    ) -> Option<T> {
        let wrong = Diagnostic::new(title, pattern.span, "elements have fields");
        self.refuse(wrong.help(match first {
            Ok(name) => {
                let named = format!("{name}: {}", self.resolver.sources.text(pattern.span));
                Help::write(pattern.span, &named).said(format!("name it: `{} {named}`", kept.word()))
            }
            Err(none) => none.into(),
        }))
    }

    fn until_field(&mut self, id: RecordId, name: &ast::Name, pattern: &ast::Pattern) -> Option<End> {
        let record = self.resolver.protocol.records.get(id.0)?.clone();
        let cell = record.cell_at(&name.text);
        let text = record.body.iter().copied().find(|field| {
            let is_it = |f: &Field| f.name.as_ref() == Some(&name.text) && f.wire.text().is_some();
            record.fields.get(field.0).is_some_and(is_it)
        });
        let places = self.resolver.places.get(id.0);
        let declared = places.and_then(|places| cell.map_or_else(|| places.field(text?), |cell| places.cell(cell)));
        self.resolver.note_if(name, declared);
        let (field, end) = match (cell, text) {
            (Some(cell), _) => {
                let found = record.cells.get(cell.0)?;
                self.ends_alone(&record, found, name, pattern)?;
                let codes = match (counted(found), record.fields.get(found.field.0).map(|field| &field.wire)) {
                    // The wire can also hold numbers that are no counts.
                    (Some(_), Some(Wire::Scalar { scalar, .. })) => {
                        let all = layout::scalar_interval(&self.resolver.protocol, *scalar);
                        self.resolver.codes(pattern, all, found.value)?
                    }
                    _ => self.resolver.codes(pattern, found.interval, found.value)?,
                };
                self.chosen_by_value(found.value, found.interval, std::slice::from_ref(&codes.read), pattern.span)?;
                self.some_go_on(&codes.read, found.interval, pattern.span)?;
                if let Some(code) = counted(found).and_then(|counts| sets::common(&codes.read, &[counts]))
                    && !shows_its_length(&record, found)
                {
                    let title = format!("an element with {code} would end the list");
                    let wrong = Diagnostic::new(title, pattern.span, "such elements are written");
                    let wrong = wrong.note(format!("the writer sets `{}` by what the element holds", name.text));
                    return self.refuse(wrong.help(match found.interval.min < 0 {
                        true => "end the list by a number that no element has: `-1`",
                        false => "let it count one field that each element has: `{ size: u8, data: bytes[size] }`",
                    }));
                }
                let rule = record.fields.get(found.field.0).and_then(|field| field.rule.as_ref());
                if let Some(Absent::Raw(repair)) = rule.and_then(|rule| rule.repair.as_ref())
                    && codes.read.iter().any(|ends| ends.contains(*repair))
                {
                    return self.refuse(
                        Diagnostic::new(
                            format!("an element whose `{}` is repaired would end the list", name.text),
                            pattern.span,
                            format!("{repair} ends it, and is read of what breaks the rule of `{}`", name.text),
                        )
                        .help("repair with a number that ends no list, or drop the `else`"),
                    );
                }
                (found.field, End::Cell { cell, read: codes.read, written: codes.written })
            }
            (None, Some(field)) if let Some(kept) = end_of(&record, field).filter(|kept| *kept != Kept::No) => {
                let title = format!("`{}` cannot end the list", name.text);
                let label = format!("its end, `{}`, is no terminator", kept.word());
                return self
                    .refuse(Diagnostic::new(title, name.span, label).help("end that text by `until`, or by a count"));
            }
            (None, Some(field)) if is_empty_text(pattern) => (field, End::EmptyText { field }),
            (None, Some(_)) => {
                let wrong = Diagnostic::new("only empty text ends a list", pattern.span, "not empty text");
                return self.refuse(wrong.help(Help::write(pattern.span, "\"\"")));
            }
            (None, None) => {
                let names = record.fields.iter().filter_map(|field| field.name.as_deref());
                let title = format!("the elements have no number or text `{}`", name.text);
                let help = proposal(name.span, &name.text, names.clone());
                return self.refuse(Diagnostic::new(title, name.span, "not known there").help_if(help).knowing(names));
            }
        };
        self.ends_plainly(&record, field, &end, name)?;
        Some(end)
    }
}

impl Builder<'_, '_> {
    /// Rejects a terminator by a part whose carrier holds numbers of the user's, which nobody would see.
    fn ends_alone(&mut self, record: &Record, part: &Cell, name: &ast::Name, pattern: &ast::Pattern) -> Option<()> {
        let Some(Wire::Bits { parts, .. }) = record.fields.get(part.field.0).map(|field| &field.wire) else {
            return Some(());
        };
        let others = parts.iter().filter_map(|one| record.cells.get(one.cell.0)).filter(|one| one.path != part.path);
        let Some(other) = others.into_iter().find(|one| one.source == Source::User) else { return Some(()) };
        let title = format!("the last `{}` would be lost", other.name());
        let wrong = Diagnostic::new(title, name.span, "a terminator is no element");
        let through = format!("`through {}: {}`", name.text, self.resolver.sources.text(pattern.span));
        self.refuse(wrong.help(format!("let it be the last element: {through}")))
    }

    /// The fields before the one that ends the list must be plain: the last element has zeros there.
    fn ends_plainly(&mut self, record: &Record, telling: FieldId, end: &End, name: &ast::Name) -> Option<()> {
        let upto = record.fields.get(telling.0)?;
        let always = upto.presence == Presence::Always && upto.parent.is_none();
        let plain = |field: &Field| {
            // The fields of a group are among those of the record.
            let is_simple = field.wire.is_simple() || matches!(field.wire, Wire::Group { .. });
            field.presence == Presence::Always && is_simple
        };
        let note = "the last element is read up to this field, and written with zeros before it";
        let wrong = |title: String, label: &str| Diagnostic::new(title, name.span, label).note(note);
        let title = format!("`{}` cannot end the list", name.text);
        if !always || !record.fields.iter().take(telling.0).all(plain) {
            let label = if always { "something before it varies" } else { "not there in every element" };
            return self.refuse(wrong(title, label));
        }
        let upto = record.fields.iter().enumerate().take(telling.0.saturating_add(1));
        let mut chosen = upto.filter(|(_, field)| matches!(field.wire, Wire::Chosen { .. }));
        if let Some((at, field)) = chosen.find(|(at, _)| record.form_of_end(FieldId(*at)).is_none()) {
            let label = if at == telling.0 {
                "nothing says how wide it is there".to_owned()
            } else {
                format!("nothing says how wide `{}` is before it", field.label)
            };
            return self.refuse(wrong(title, &label).help("let a number in the element itself choose the width"));
        }
        if let End::Cell { written, .. } = end
            && !record.form_of_end(telling).is_none_or(|form| form.interval.contains(*written))
        {
            let wrong =
                wrong(format!("`{}` is no place for {written}", name.text), "too narrow where its tags are zero");
            let help = format!("check the number that ends the list: {written} has no bytes in this width");
            return self.refuse(wrong.help(help));
        }
        Some(())
    }
}

/// Whether the value of an element shows a number that the writer derives: as the length of one field of each element.
pub(super) fn shows_its_length(record: &Record, cell: &Cell) -> bool {
    let Source::Derived(Demand::Count { fields, .. }) = &cell.source else { return false };
    let [only] = fields.as_slice() else { return false };
    record.fields.get(only.0).is_some_and(|field| {
        let is_plain = matches!(field.wire, Wire::Octets { .. } | Wire::List { .. });
        is_plain && field.name.is_some() && field.presence == Presence::Always && field.parent.is_none()
    })
}

/// The derived interval of a cell that is a count or a mask.
fn counted(cell: &Cell) -> Option<Interval> {
    let (times, plus) = match &cell.source {
        // Any combination of places may be present.
        Source::Derived(Demand::Mask { .. }) => return Some(cell.interval),
        Source::Derived(Demand::Count { times, plus, .. }) => (times, plus),
        _ => return None,
    };
    let none = plus.checked_neg()?.checked_div_euclid(*times)?;
    let (least, most) = if *times > 0 { (none, Code::MAX) } else { (Code::MIN, none) };
    Some(cell.interval.meet(Interval::new(least, most)).unwrap_or(Interval::only(none)))
}

/// Decomposes an expression into `cell * times + plus`; a constant has no cell.
pub(super) fn affine(expr: &Expr) -> Option<(Option<CellId>, Code, Code)> {
    match expr {
        Expr::Literal(code) => Some((None, 0, *code)),
        Expr::Cell(cell) => Some((Some(*cell), 1, 0)),
        Expr::Param(_)
        | Expr::Session(_)
        | Expr::Part(_)
        | Expr::Len(_)
        | Expr::Size(_)
        | Expr::Divide(..)
        | Expr::Remainder(..) => None,
        Expr::Negate(inner) => {
            let (cell, times, plus) = affine(inner)?;
            Some((cell, times.checked_neg()?, plus.checked_neg()?))
        }
        Expr::Add(left, right) | Expr::Subtract(left, right) => {
            let (left, right) = (affine(left)?, affine(right)?);
            let cell = match (left.0, right.0) {
                (Some(_), Some(_)) => return None,
                (one, other) => one.or(other),
            };
            let of = if matches!(expr, Expr::Subtract(..)) { Code::checked_sub } else { Code::checked_add };
            Some((cell, of(left.1, right.1)?, of(left.2, right.2)?))
        }
        Expr::Multiply(left, right) => {
            let ((cell, times, plus), by) = match (affine(left)?, affine(right)?) {
                ((None, _, by), other) | (other, (None, _, by)) => (other, by),
                _ => return None,
            };
            Some((cell, times.checked_mul(by)?, plus.checked_mul(by)?))
        }
    }
}

/// The treatment of the end of a text that has one.
fn end_of(record: &Record, text: FieldId) -> Option<Kept> {
    match record.fields.get(text.0)?.wire.extent()? {
        Extent::Until { kept, .. } => Some(*kept),
        _ => None,
    }
}

fn is_empty_text(pattern: &ast::Pattern) -> bool {
    match pattern.alternatives.as_slice() {
        [only] => matches!(&only.kind, ast::AlternativeKind::Text(text) if text.is_empty()),
        _ => false,
    }
}
