//! Varints by forms: a marker byte and a number, or an unmarked byte.
//!
//! The writer takes the first form that holds the number; the reader decides by the first byte. So markers differ, the
//! unmarked byte never equals a marker, and every decoded number can be encoded.

use super::Held;
use crate::ast;
use crate::diagnostic::Diagnostic;
use crate::model::{Carrier, Interval, Scalar, Value, VarintForm, sets};
use crate::resolve::resolver::Resolver;
use crate::resolve::types::count;
use crate::source::Span;

/// A form with its spans.
struct Form<'f> {
    written: &'f ast::VarintForm,
    form: VarintForm,
    /// The numbers that its bytes can encode, without those of markers.
    readable: Vec<Interval>,
}

impl Form<'_> {
    fn length(&self) -> u8 {
        self.form.bytes.saturating_add(u8::from(self.form.marker.is_some()))
    }
}

impl Resolver<'_> {
    /// The forms, and all numbers that they write.
    pub(super) fn varint_forms(
        &mut self,
        item: &ast::Varint,
        forms: &[ast::VarintForm],
        held: Held,
    ) -> Option<(Interval, Vec<VarintForm>)> {
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
        Some((interval, all.into_iter().map(|form| form.form).collect()))
    }

    fn varint_form<'f>(&mut self, written: &'f ast::VarintForm, held: Held) -> Option<Form<'f>> {
        let values = match self.pattern(&written.pattern, held.interval, Value::Int(None))?.as_slice() {
            [values] => *values,
            _ => {
                let diagnostic = Diagnostic::new("a form writes one range of numbers", written.pattern.span, "several");
                return self.refuse(diagnostic.help("give each range a form of its own"));
            }
        };
        let wire = self.wire_int(&written.wire)?;
        let Carrier::Scalar(Scalar::Int { bytes, signed, order }) = wire.carrier else {
            return self.refuse(Diagnostic::new("a form is made of whole bytes", written.wire.span, "not whole bytes"));
        };
        let marker = match written.marker {
            None if bytes != 1 => {
                let diagnostic = Diagnostic::new("a form without a marker is a single byte", written.wire.span, "");
                return self.refuse(diagnostic.help("put a marker in front: `0x80 i16`"));
            }
            None => None,
            Some((marker, span)) => match u8::try_from(marker) {
                Ok(marker) => Some(marker),
                Err(_) => return self.refuse(Diagnostic::new("a marker is one byte", span, "0 to 255")),
            },
        };
        let form = VarintForm { values, marker, bytes, signed, order };
        Some(Form { written, form, readable: vec![wire.interval] })
    }

    /// Requires distinct markers, and at most one unmarked byte, never written as a marker.
    fn markers(&mut self, all: &mut [Form<'_>]) -> Option<()> {
        let mut bare: Option<Span> = None;
        let mut markers: Vec<(u8, Span)> = Vec::new();
        for form in all.iter() {
            let span = form.written.span;
            let earlier = match form.form.marker {
                None => bare.replace(span).map(|first| ("two forms are a bare byte".to_owned(), first)),
                Some(marker) => {
                    let first = markers.iter().find(|(other, _)| *other == marker).map(|(_, first)| *first);
                    markers.push((marker, form.written.marker.map_or(span, |(_, span)| span)));
                    first.map(|first| (format!("two forms begin with {marker:#04x}"), first))
                }
            };
            if let Some((title, first)) = earlier {
                let diagnostic = Diagnostic::new(title, span, "a reader could not tell this one");
                return self.refuse(diagnostic.other(first, "from this one"));
            }
        }
        let Some(bare) = all.iter_mut().find(|form| form.form.marker.is_none()) else { return Some(()) };
        for (marker, span) in markers {
            let number = if bare.form.signed { i128::from(marker.cast_signed()) } else { i128::from(marker) };
            bare.readable = sets::without(&bare.readable, Interval::only(number));
            if bare.form.values.contains(number) {
                let title = format!("{number} as a bare byte is the marker {marker:#04x}");
                let diagnostic = Diagnostic::new(title, bare.written.pattern.span, format!("contains {number}"));
                return self
                    .refuse(diagnostic.other(span, "the marker").help(format!("leave {number} to another form")));
            }
        }
        Some(())
    }

    /// Requires that each form adds numbers and holds them; a form that adds none is overlong.
    fn order_of_forms(&mut self, all: &[Form<'_>]) -> Option<()> {
        let mut earlier: Vec<(Interval, u8, Span)> = Vec::new();
        // All that no earlier form writes.
        let mut left = vec![Interval::ANYTHING];
        for form in all {
            let new: Vec<Interval> = left.iter().filter_map(|left| left.meet(form.form.values)).collect();
            left = sets::without(&left, form.form.values);
            if new.is_empty()
                && earlier
                    .iter()
                    .any(|(values, other, _)| *other >= form.length() && values.meet(form.form.values).is_some())
            {
                let label = "earlier forms write all of its numbers, in no fewer bytes";
                let mut diagnostic = Diagnostic::new("this form is never written", form.written.span, label);
                for (values, _, span) in &earlier {
                    if values.meet(form.form.values).is_some() {
                        diagnostic = diagnostic.other(*span, format!("writes {values}"));
                    }
                }
                return self.refuse(diagnostic.help("put it in front of them, or remove it"));
            }
            if let Some(too_large) = new.iter().find(|new| !form.readable.iter().any(|held| new.within(*held))) {
                let title = format!("{too_large} does not fit in this form");
                let bits = Interval::of_bits(u32::from(form.form.bytes).saturating_mul(8), form.form.signed);
                let diagnostic = Diagnostic::new(title, form.written.wire.span, format!("holds {bits}"));
                return self.refuse(diagnostic.other(form.written.pattern.span, "is to write these"));
            }
            earlier.push((form.form.values, form.length(), form.written.span));
        }
        Some(())
    }

    /// All written numbers; they must form one interval.
    fn written_by_forms(&mut self, item: &ast::Varint, all: &[Form<'_>], held: Held) -> Option<Interval> {
        let hull = all.iter().map(|form| form.form.values).reduce(Interval::hull);
        let Some(hull) = hull else {
            let title = format!("`{}` has no forms", item.name.text);
            return self.refuse(Diagnostic::new(title, item.name.span, "nothing could be written"));
        };
        let gaps = all.iter().fold(vec![hull], |left, form| sets::without(&left, form.form.values));
        if let Some(gap) = gaps.first() {
            let title = format!("no form writes {gap}");
            let diagnostic = Diagnostic::new(title, item.name.span, "between others that are written");
            let diagnostic = diagnostic.other(held.span, format!("holds {}", held.interval));
            return self.refuse(diagnostic.help("let the last form write `..`: all that is left"));
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
        let diagnostic = Diagnostic::new(title, form.written.wire.span, format!("holds {beyond}"));
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
