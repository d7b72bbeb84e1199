//! Varints by forms: constant bits that say which form it is, and a number; or an unmarked byte.
//!
//! The writer takes the first form that holds the number; the reader goes by the bytes from the first on. So no bytes begin
//! two forms, the unmarked byte never equals a marker, and every decoded number can be encoded.

use super::Held;
use super::bits::{Rows, span_of_bits};
use crate::ast;
use crate::diagnostic::Diagnostic;
use crate::model::{Interval, Pieces, Value, sets};
use crate::resolve::resolver::Resolver;
use crate::resolve::types::count;
use crate::source::Span;

/// A form with its spans.
struct Form<'f> {
    written: &'f ast::VarintForm,
    values: Interval,
    rows: Rows,
    /// The numbers that its bytes can encode, without those of markers.
    readable: Vec<Interval>,
}

impl Form<'_> {
    fn rows(&self) -> impl Iterator<Item = &Pieces> {
        self.rows.all.iter().chain(&self.rows.only_read)
    }

    fn is_bare(&self) -> bool {
        self.rows().any(|row| !row.is_marked())
    }

    fn length(&self) -> u64 {
        self.rows().map(Pieces::size).max().unwrap_or(0)
    }
}

impl Resolver<'_> {
    /// The forms, and all numbers that they write.
    pub(super) fn varint_forms(
        &mut self,
        item: &ast::Varint,
        forms: &[ast::VarintForm],
        held: Held,
    ) -> Option<(Interval, Vec<Pieces>)> {
        let all: Vec<_> = forms.iter().map(|form| self.varint_form(form, held)).collect();
        let mut all = all.into_iter().collect::<Option<Vec<_>>>()?;
        if self.is_unread(item.span) {
            return None;
        }
        self.markers(&mut all)?;
        self.order_of_forms(&all)?;
        let interval = self.written_by_forms(item, &all, held)?;
        for form in &all {
            self.form_reads(item, form, interval, held)?;
        }
        let (written, only_read): (Vec<_>, Vec<_>) =
            all.into_iter().map(|form| (form.rows.all, form.rows.only_read)).unzip();
        // Those in front write all numbers, so that the last are never written.
        Some((interval, written.into_iter().chain(only_read).flatten().collect()))
    }

    fn varint_form<'f>(&mut self, written: &'f ast::VarintForm, held: Held) -> Option<Form<'f>> {
        let values = match self.pattern(&written.pattern, held.interval, Value::Int(None))?.as_slice() {
            [values] => *values,
            _ => {
                let diagnostic = Diagnostic::new("a form writes one range of numbers", written.pattern.span, "several");
                return self.refuse(diagnostic.help("give each range a form of its own"));
            }
        };
        let rows = self.rows_of_form(written, values)?;
        let readable = sets::union(rows.all.iter().chain(&rows.only_read).map(|row| row.held).collect());
        Some(Form { written, values, rows, readable })
    }

    /// Requires that a reader can tell the forms apart, and at most one unmarked byte, never written as a marker.
    fn markers(&mut self, all: &mut [Form<'_>]) -> Option<()> {
        for (index, form) in all.iter().enumerate() {
            for earlier in all.get(..=index).unwrap_or_default() {
                let is_bare = form.is_bare() && earlier.is_bare();
                let mut pairs = form.rows().flat_map(|one| earlier.rows().map(move |two| (one, two)));
                let byte = pairs.find_map(|(one, two)| (!std::ptr::eq(one, two)).then(|| clash(one, two)).flatten());
                let title = match byte {
                    _ if is_bare && !std::ptr::eq(form, earlier) => "two forms are a bare byte".to_owned(),
                    Some(byte) => format!("two forms begin with {byte:#04x}"),
                    None => continue,
                };
                let (mine, marker) = (form.written.span, marker_of(earlier.written));
                let diagnostic = Diagnostic::new(title, mine, "a reader could not tell this one");
                return self.refuse(diagnostic.other(marker, "from this one"));
            }
        }
        let marked: Vec<(Pieces, Span)> = all
            .iter()
            .flat_map(|form| form.rows().map(|row| (row.clone(), marker_of(form.written))))
            .filter(|(row, _)| row.is_marked())
            .collect();
        let Some(bare) = all.iter_mut().find(|form| form.is_bare()) else { return Some(()) };
        let signed = bare.rows.all.iter().any(|row| row.signed);
        for byte in 0..=u8::MAX {
            let Some((_, span)) = marked.iter().find(|(row, _)| row.begins(&[byte])) else { continue };
            let number = if signed { i128::from(byte.cast_signed()) } else { i128::from(byte) };
            bare.readable = sets::without(&bare.readable, Interval::only(number));
            if bare.values.contains(number) {
                let title = format!("{number} as a bare byte is the marker {byte:#04x}");
                let diagnostic = Diagnostic::new(title, bare.written.pattern.span, format!("contains {number}"));
                return self
                    .refuse(diagnostic.other(*span, "the marker").help(format!("leave {number} to another form")));
            }
        }
        Some(())
    }

    /// Requires that each form adds numbers and holds them; a form that adds none is overlong.
    fn order_of_forms(&mut self, all: &[Form<'_>]) -> Option<()> {
        let mut earlier: Vec<(Interval, u64, Span)> = Vec::new();
        // All that no earlier form writes.
        let mut left = vec![Interval::ANYTHING];
        for form in all {
            let new: Vec<Interval> = left.iter().filter_map(|left| left.meet(form.values)).collect();
            left = sets::without(&left, form.values);
            if new.is_empty()
                && earlier
                    .iter()
                    .any(|(values, other, _)| *other >= form.length() && values.meet(form.values).is_some())
            {
                let label = "earlier forms write all of its numbers, in no fewer bytes";
                let mut diagnostic = Diagnostic::new("this form is never written", form.written.span, label);
                for (values, _, span) in &earlier {
                    if values.meet(form.values).is_some() {
                        diagnostic = diagnostic.other(*span, format!("writes {values}"));
                    }
                }
                return self.refuse(diagnostic.help("put it in front of them, or remove it"));
            }
            let holds = form.rows().map(|row| row.held).reduce(Interval::hull).unwrap_or(Interval::ANYTHING);
            if let Some(too_large) = new.iter().find(|new| !form.readable.iter().any(|held| new.within(*held))) {
                let title = format!("{too_large} does not fit in this form");
                let diagnostic = Diagnostic::new(title, number_of(form.written), format!("holds {holds}"));
                let is_inverted = form.written.bits.iter().any(|bits| bits.inverted.is_some()) && too_large.min >= 0;
                let help = is_inverted.then(|| "an inverted number is below 0: the varint is a signed one".to_owned());
                return self.refuse(diagnostic.other(form.written.pattern.span, "is to write these").help_if(help));
            }
            earlier.push((form.values, form.length(), form.written.span));
        }
        Some(())
    }

    /// All written numbers; they must form one interval.
    fn written_by_forms(&mut self, item: &ast::Varint, all: &[Form<'_>], held: Held) -> Option<Interval> {
        let hull = all.iter().map(|form| form.values).reduce(Interval::hull);
        let Some(hull) = hull else {
            let title = format!("`{}` has no forms", item.name.text);
            return self.refuse(Diagnostic::new(title, item.name.span, "nothing could be written"));
        };
        let gaps = all.iter().fold(vec![hull], |left, form| sets::without(&left, form.values));
        if let Some(gap) = gaps.first() {
            let title = format!("no form writes {gap}");
            let diagnostic = Diagnostic::new(title, item.name.span, "between others that are written");
            let diagnostic = diagnostic.other(held.span, format!("holds {}", held.interval));
            let is_last = gap.max >= all.last().map_or(gap.max, |last| last.values.min);
            return self.refuse(diagnostic.help(match is_last {
                true => "let the last form write `..`: all that is left",
                false => "let a form that holds these numbers write them, too",
            }));
        }
        Some(hull)
    }

    /// Requires that all numbers of a form are in the varint's range and written by some form, unless the varint wraps.
    fn form_reads(&mut self, item: &ast::Varint, form: &Form<'_>, interval: Interval, held: Held) -> Option<()> {
        if item.wrap.is_some() {
            if interval == held.interval {
                return Some(());
            }
            let title = format!("`wrap` gives any of {}, the forms write {interval}", held.interval);
            let diagnostic = Diagnostic::new(title, item.name.span, "could be read and not written");
            return self.refuse(diagnostic.help("let the last form write `..`: all that is left"));
        }
        let beyond = form.readable.iter().find(|readable| !readable.within(interval));
        let Some(beyond) = beyond else { return Some(()) };
        let within_number = beyond.within(held.interval);
        let (title, other) = if within_number {
            (
                format!("this form reads numbers of {beyond} that no form writes"),
                (item.name.span, format!("writes {interval}")),
            )
        } else {
            (
                format!("this form reads numbers that {} do not hold", bits(held)),
                (held.span, format!("holds {}", held.interval)),
            )
        };
        let diagnostic = Diagnostic::new(title, number_of(form.written), format!("holds {beyond}"));
        let help = if within_number {
            "let the last form write `..`: all that is left"
        } else {
            "say `wrap` if the low bits are the number, or use a narrower form"
        };
        self.refuse(diagnostic.other(other.0, other.1).help(help))
    }
}

fn bits(held: Held) -> String {
    count(held.bits.into(), "bit", "bits")
}

/// A first byte, or a later one, at which two forms cannot be told apart; `None` if their bits always tell.
fn clash(one: &Pieces, two: &Pieces) -> Option<u8> {
    if !one.is_marked() || !two.is_marked() {
        return None;
    }
    for (one, two) in one.bytes.iter().zip(&two.bytes) {
        if one.contradicts(two) {
            return None;
        }
        if (one.mask, one.constant) != (two.mask, two.constant) {
            return Some(one.constant | two.constant);
        }
    }
    one.bytes.first().map(|first| first.constant)
}

/// The marker of a form, or all of it if it has none.
fn marker_of(written: &ast::VarintForm) -> Span {
    match written.bits.as_slice() {
        [first, _, ..] if matches!(first.kind, ast::FormBitsKind::Constant { .. }) => first.span,
        _ => written.span,
    }
}

/// The number of a form.
fn number_of(written: &ast::VarintForm) -> Span {
    match written.bits.last() {
        Some(last) if matches!(last.kind, ast::FormBitsKind::Number(_)) => last.span,
        _ => span_of_bits(written),
    }
}
