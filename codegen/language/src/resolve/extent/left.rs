//! `left()`: the number of bytes remaining in the region.
//!
//! The number is not on the wire and nobody sets it. The writer follows the value, and the lengths of the following
//! fields must prove that a reader decides equally. The check runs when the record is complete.

use crate::ast::{self, ExprKind};
use crate::diagnostic::{Diagnostic, Help};
use crate::layout;
use crate::model::{
    Absent, Arm, Behind, CellId, Code, End, Expr, Extent, Field, FieldId, Input, Interval, LengthRange, Presence,
    Protocol, Record, Tag, Test, Wire, sets,
};
use crate::source::Span;

use crate::resolve::extent::affine;
use crate::resolve::record::builder::Builder;
use crate::resolve::record::places::RecordPlaces;
use crate::resolve::resolver::Resolver;
use crate::resolve::scope::condition::satisfying;
use crate::resolve::scope::known::Fact;

/// All possible numbers of remaining bytes.
const ANY: Interval = Interval::new(0, Expr::MOST);

impl Builder<'_, '_> {
    /// Whether an expression is `left()`.
    pub(in crate::resolve) fn is_left(&self, expr: &ast::Expr) -> bool {
        match &expr.kind {
            ExprKind::Call { function, args } => args.is_empty() && self.resolver.sources.text(function.span) == "left",
            _ => false,
        }
    }

    /// Whether an expression contains `left()`.
    pub(in crate::resolve) fn asks_left(&self, expr: &ast::Expr) -> bool {
        expr.all().into_iter().any(|expr| self.is_left(expr))
    }

    pub(in crate::resolve) fn left_by_itself(&mut self, span: Span) {
        self.complain(
            Diagnostic::new("`left()` decides by itself", span, "asked otherwise")
                .note(
                    "it is compared with numbers (`if left() > 0`), matched (`match left() { .. }`), or less a number",
                )
                .help("nest: put one condition on a group, and the other inside of it"),
        );
    }

    /// `if left() == 2`
    pub(in crate::resolve) fn left_presence(
        &mut self,
        id: FieldId,
        test: &ast::Expr,
        owned: bool,
    ) -> Option<Vec<Fact>> {
        if !owned {
            let title = "nobody can tell whether this is there";
            let wrong = Diagnostic::new(title, test.span, "the writer writes what a value says");
            let has_name = self.frame.fields.get(id.0).is_some_and(|field| field.name.is_some());
            return self.refuse(wrong.help(match has_name {
                true => "let an earlier number say it: `if has_it`, with `has_it: bool`",
                false => "name the field; or skip what is left: `_: bytes[..]`",
            }));
        }
        let lengths = self.lengths(test)?;
        if let Some(field) = self.frame.field(id) {
            field.presence = Presence::Left { lengths, absent: Absent::Nothing };
        }
        // A fact that no other condition implies.
        Some(vec![Fact::Inside(id, usize::MAX)])
    }

    /// The numbers of remaining bytes for which a condition over `left()` holds.
    fn lengths(&mut self, test: &ast::Expr) -> Option<Vec<Interval>> {
        let set = match &test.kind {
            ExprKind::In { value, pattern } if self.is_left(value) => {
                sets::clip(&self.resolver.pattern(pattern, ANY, crate::model::Value::Int(None))?, ANY)
            }
            ExprKind::Compare { first, rest } => {
                let mut set = vec![ANY];
                let mut left: &ast::Expr = first;
                for (op, right) in rest {
                    let (op, number) = match (self.is_left(left), self.is_left(right)) {
                        (true, false) => (*op, right),
                        (false, true) => (op.turned(), left),
                        _ => {
                            self.left_by_itself(test.span);
                            return None;
                        }
                    };
                    if self.asks_left(number) || self.reads_fields(number) {
                        self.left_by_itself(test.span);
                        return None;
                    }
                    let holds = satisfying(op, self.resolver.integer(number)?, ANY);
                    let both = set.iter().flat_map(|one| holds.iter().filter_map(|other| one.meet(*other)));
                    set = sets::union(both.collect());
                    left = right;
                }
                set
            }
            _ => {
                self.left_by_itself(test.span);
                return None;
            }
        };
        let title = match set.as_slice() {
            [] => "this never holds",
            [one] if *one == ANY => "this always holds",
            _ => return Some(set),
        };
        self.refuse(
            Diagnostic::new(title, test.span, "0 bytes and more may be left").help("compare with another number"),
        )
    }

    /// Whether a name in an expression is a field or a parameter.
    fn reads_fields(&self, expr: &ast::Expr) -> bool {
        expr.all().into_iter().any(|expr| matches!(&expr.kind, ExprKind::Path(path) if self.knows(path)))
    }

    /// `left() - 2`, `left() - padding_size`: all but the last bytes. Those behind must take exactly as many, so the number
    /// follows from them, and this is no use of it.
    pub(in crate::resolve) fn all_but(&mut self, count: &ast::Expr) -> Option<Expr> {
        let (mut behind, mut rest): (Vec<&ast::Expr>, _) = (Vec::new(), count);
        while let ExprKind::Binary { op: ast::BinaryOp::Subtract, left, right } = &rest.kind {
            behind.push(right);
            rest = left;
        }
        if !self.is_left(rest) || behind.iter().any(|one| self.asks_left(one)) {
            self.left_by_itself(count.span);
            return None;
        }
        if behind.iter().any(|one| self.reads_fields(one)) {
            let mut sum = Expr::Literal(0);
            for one in behind {
                let number = self.number(one)?;
                sum = Expr::Add(Box::new(sum), Box::new(self.count_of(number)?.expr));
            }
            return match affine(&sum) {
                Some((Some(_), ..)) => Some(simple(sum)),
                _ => self.resolver.not_yet("more than a multiple of one number after `left()` is", count.span),
            };
        }
        let mut sum: Code = 0;
        for one in behind {
            sum = sum.saturating_add(self.resolver.integer(one)?);
        }
        if sum == 0 {
            return self.refuse(
                Diagnostic::new("this is all that is left", count.span, "nothing would follow").help("write `[..]`"),
            );
        }
        self.fixed_count(sum, count.span).map(|behind| Expr::Literal(behind.into()))
    }

    /// `until left() <= 2`
    pub(in crate::resolve) fn until_left(&mut self, test: &ast::Expr) -> Option<End> {
        if !self.asks_left(test) {
            let wrong = Diagnostic::new("what ends the list?", test.span, "no condition over `left()`");
            let is_call = matches!(test.kind, ExprKind::Call { .. });
            let wrong = wrong.knowing(is_call.then_some("left"));
            let word = self.resolver.sources.text(test.span).to_ascii_lowercase();
            let end = ["end", "eof", "eos", "rest", "end()", "eof()"].contains(&word.as_str());
            return self.refuse(match self.resolver.sources.with_word("until", test.span) {
                Some(until) if end => wrong.help(Help::write(until, "..")),
                _ => wrong.help("end it by a field, `until id: -1`, by a number, `until 0`, or by `until left() <= 2`"),
            });
        }
        match self.lengths(test)?.as_slice() {
            [Interval { min: 0, max }] => Some(End::Left(u64::try_from(*max).ok()?)),
            _ => self.refuse(
                Diagnostic::new("this list might go on behind its end", test.span, "leaves out smaller numbers")
                    .note("an element may step over the number")
                    .help("end it when no more than so many bytes are left: `until left() <= 2`"),
            ),
        }
    }

    /// Rejects `left()` as a count of anything but bytes.
    pub(in crate::resolve) fn counts_bytes(&mut self, extent: &Extent, span: Span) -> Option<()> {
        let Extent::AllBut(Behind::Bytes(Expr::Literal(bytes))) = extent else { return Some(()) };
        let wrong = Diagnostic::new("`left()` counts bytes", span, "a number of elements");
        self.refuse(wrong.help(format!("take elements as long as there are some: `until left() <= {bytes}`")))
    }
}

/// Whether a field itself depends on the remaining bytes.
pub(in crate::resolve) fn asks(field: &Field) -> bool {
    decides(field) || matches!(field.wire.extent(), Some(Extent::AllBut(_) | Extent::Until { end: End::Left(_), .. }))
}

/// Whether the number of remaining bytes decides the presence or the form of a field.
pub(in crate::resolve) fn decides(field: &Field) -> bool {
    matches!(field.presence, Presence::Left { .. })
        || field.wire.inputs().iter().any(|(_, input)| *input == Input::Left)
}

impl Resolver<'_> {
    /// Rejects fields whose presence or length a reader could decide differently from the writer.
    pub(in crate::resolve) fn check_left(&mut self, record: &Record, places: &RecordPlaces) -> Option<()> {
        let mut whole = true;
        for (at, field) in record.fields.iter().enumerate().filter(|(_, field)| asks(field)) {
            let span = places.fields.get(at).map_or(places.name, |place| place.wire);
            whole &= self.presence_told(record, FieldId(at), field, span)
                && self.wire_told(record, FieldId(at), field, span);
        }
        whole.then_some(())
    }

    fn presence_told(&mut self, record: &Record, id: FieldId, field: &Field, span: Span) -> bool {
        let Presence::Left { lengths, .. } = &field.presence else { return true };
        let rest = layout::length_after(&self.protocol, record, id).canonical;
        let own = layout::field_lengths(&self.protocol, record, id).canonical;
        self.told(span, "there", own.plus(rest), |left| sets::covers(lengths, &[left]))
            && self.told(span, "absent", rest, |left| !meets(lengths, left))
    }

    fn wire_told(&mut self, record: &Record, id: FieldId, field: &Field, span: Span) -> bool {
        let all = layout::length_after(&self.protocol, record, id);
        let rest = all.canonical;
        match &field.wire {
            Wire::Chosen { tags, forms, .. } if tags.contains(&Input::Left) => forms.iter().all(|form| {
                let own = layout::form_lengths(&self.protocol, form).canonical;
                let pattern = form.pattern.first().map_or(&[][..], |column| column);
                let what = if form.scalar.is_some() { "in one of these widths" } else { "absent" };
                self.told(span, what, own.plus(rest), |left| sets::covers(pattern, &[left]))
            }),
            Wire::Match { tag: Tag::Input(Input::Left), arms, .. } => arms.iter().all(|arm| {
                let own = layout::region_lengths(&self.protocol, record, &arm.body).canonical;
                let others = arms.iter().filter(|other| other.name != arm.name).flat_map(Arm::codes);
                let others: Vec<Interval> = others.copied().collect();
                self.told(span, &format!("`{}`", arm.name), own.plus(rest), |left| match arm.codes() {
                    [] => !meets(&others, left),
                    codes => sets::covers(codes, &[left]),
                })
            }),
            wire if let Some(Extent::AllBut(Behind::Bytes(Expr::Literal(bytes)))) = wire.extent() => {
                if all.constant().map(Code::from) == Some(*bytes) {
                    return true;
                }
                let title = format!("{bytes} bytes are left out here, but other bytes follow");
                let wrong = Diagnostic::new(title, span, format!("what follows has {}", shown(all.accepted)));
                self.complain(wrong.help("subtract what follows, which must always be of one length"));
                false
            }
            wire if let Some(Extent::AllBut(Behind::Bytes(behind))) = wire.extent() => {
                if affine(behind).is_some_and(|behind| behind_is(&self.protocol, record, id, behind)) {
                    return true;
                }
                let wrong = Diagnostic::new("other bytes follow than are left out here", span, "in some cases");
                let help =
                    "what follows has so many bytes in every case: `payload: bytes[left() - n], padding: bytes[n]`";
                self.complain(wrong.help(help));
                false
            }
            Wire::List { item, extent: Extent::Until { end: End::Left(most), .. } } => {
                let element = layout::element_lengths(&self.protocol, item).canonical;
                let ends = [Interval::new(0, i128::from(*most))];
                let more = LengthRange { max: None, ..element.plus(rest) };
                self.told(span, "at its end", rest, |left| sets::covers(&ends, &[left]))
                    && self.told(span, "before an element", more, |left| !meets(&ends, left))
            }
            _ => true,
        }
    }

    /// Whether a reader decides like the writer, for a number of bytes that may remain.
    fn told(&mut self, span: Span, what: &str, left: LengthRange, fits: impl Fn(Interval) -> bool) -> bool {
        let max = left.max.map_or(Expr::MOST, i128::from).min(Expr::MOST);
        if fits(Interval::new(i128::from(left.min).min(max), max)) {
            return true;
        }
        self.complain(
            Diagnostic::new(
                "a reader could not tell what was written here",
                span,
                format!("{what}: {} left where it begins", shown(left)),
            )
            .note("`left()` stands in no byte: what is written must be as long as the condition says")
            .help("give what follows a length; or nest: what can only follow stands in a group with it"),
        );
        false
    }
}

/// `cell * times + plus`; a constant has no cell.
type Affine = (Option<CellId>, Code, Code);

/// Whether the fields behind one have exactly so many bytes: those that are counted by the number, or there if it is 1, and
/// others of constant size.
fn behind_is(protocol: &Protocol, record: &Record, id: FieldId, behind: Affine) -> bool {
    let mut found: Option<Affine> = Some((None, 0, 0));
    for next in behind_in_region(record, id).into_iter().filter_map(|id| record.fields.get(id.0)) {
        let constant = layout::fixed_size(protocol, &next.wire).map(|bytes| (None, 0, Code::from(bytes)));
        let own = match next.wire.extent() {
            _ if next.presence != Presence::Always => constant.and_then(|(_, _, bytes)| by_flag(record, next, bytes)),
            Some(Extent::Counted(length)) => {
                in_bytes(protocol, &next.wire, (Some(length.cell), length.times, length.plus))
            }
            Some(Extent::Given(count)) => affine(count).and_then(|count| in_bytes(protocol, &next.wire, count)),
            _ => constant,
        };
        found = found.zip(own).and_then(|((cell, times, plus), (other, more_times, more))| {
            let is_one = cell.is_none() || other.is_none() || cell == other;
            is_one.then(|| (cell.or(other), times.saturating_add(more_times), plus.saturating_add(more)))
        });
    }
    found == Some(behind)
}

/// So many bytes if a number is 1, or if it is 0, and none if it is the other.
fn by_flag(record: &Record, field: &Field, bytes: Code) -> Option<Affine> {
    let Test::In { value: Expr::Cell(cell), intervals } = field.presence.test()? else { return None };
    let bit = Interval::new(0, 1);
    let is_bit = record.cells.get(cell.0)?.interval.within(bit);
    match sets::clip(intervals, bit).as_slice() {
        [only] if is_bit && *only == Interval::only(1) => Some((Some(*cell), bytes, 0)),
        [only] if is_bit && *only == Interval::only(0) => Some((Some(*cell), bytes.saturating_neg(), bytes)),
        _ => None,
    }
}

/// The fields behind one, up to the end of its region.
fn behind_in_region(record: &Record, id: FieldId) -> Vec<FieldId> {
    let inner = (0..).map(FieldId).zip(&record.fields).flat_map(|(owner, field)| {
        let is_region = matches!(field.wire, Wire::Within { .. });
        field.wire.bodies().into_iter().map(move |body| (Some(owner).filter(|_| !is_region), body))
    });
    let mut bodies = inner.chain([(None, record.body.as_slice())]);
    let Some((owner, body)) = bodies.find(|(_, body)| body.contains(&id)) else { return Vec::new() };
    let mut behind: Vec<FieldId> = body.iter().copied().skip_while(|next| *next != id).skip(1).collect();
    behind.extend(owner.into_iter().flat_map(|owner| behind_in_region(record, owner)));
    behind
}

/// The bytes of a field that has so many elements.
pub(in crate::resolve) fn in_bytes(protocol: &Protocol, wire: &Wire, (cell, times, plus): Affine) -> Option<Affine> {
    let each: Code = match wire {
        Wire::Octets { content, .. } => layout::scalar_lengths(protocol, content.unit(), ANY).constant()?,
        Wire::Padding { .. } | Wire::Within { .. } => 1,
        Wire::List { item, .. } => layout::element_lengths(protocol, item).constant()?,
        _ => return None,
    }
    .into();
    Some((cell, times.saturating_mul(each), plus.saturating_mul(each)))
}

/// An expression without the zero in front of its sum.
fn simple(expr: Expr) -> Expr {
    match expr {
        Expr::Add(zero, only) if *zero == Expr::Literal(0) => *only,
        Expr::Add(left, right) => Expr::Add(Box::new(simple(*left)), right),
        other => other,
    }
}

fn meets(set: &[Interval], left: Interval) -> bool {
    sets::common(set, &[left]).is_some()
}

/// `2 bytes`, `2 to 4 bytes`.
fn shown(range: LengthRange) -> String {
    match range.max {
        Some(1) if range.min == 1 => "1 byte".to_owned(),
        Some(max) if max == range.min => format!("{max} bytes"),
        Some(max) => format!("{} to {max} bytes", range.min),
        None => format!("{} and more bytes", range.min),
    }
}
