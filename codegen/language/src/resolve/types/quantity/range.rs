//! `range -90..=90`, and the period of values that wrap, in exact raw numbers.

use super::Choices;
use crate::ast::{self, AlternativeKind, Literal, LiteralKind, OptionKind};
use crate::diagnostic::Diagnostic;
use crate::model::{Code, Interval, Number, Quantity, Ratio, Step, ValueRange};
use crate::quantity::{scale, undone};
use crate::resolve::resolver::Resolver;
use crate::source::Span;

/// The exact bounds of a range.
struct Ends {
    low: Option<Ratio>,
    high: Option<Ratio>,
    inclusive: bool,
    span: Span,
}

impl Resolver<'_> {
    /// Adds the range, if one is declared, and the handling of values outside.
    pub(super) fn with_range(
        &mut self,
        mut quantity: Quantity,
        item: &ast::Quantity,
        choices: &Choices,
    ) -> Option<Quantity> {
        let ends = match &item.options.range {
            Some(pattern) => Some(self.ends(pattern)?),
            None => None,
        };
        if let Some(ends) = &ends {
            let Some(range) = exact_range(&quantity, ends) else {
                return self.refuse(Diagnostic::new("this range cannot be computed exactly", ends.span, "too large"));
            };
            if range.raws.min > range.raws.max {
                let title = "no raw number has a value in this range";
                let label = format!("raw numbers are {}", quantity.raw);
                return self.refuse(Diagnostic::new(title, ends.span, label).other(item.value.span, "their values"));
            }
            quantity.range = Some(range);
        }
        let period = match choices.outside {
            Some((OptionKind::Wrap, span)) => Some(self.period(&quantity, ends.as_ref(), span)?),
            _ => None,
        };
        quantity.outside = choices.outside(period);
        Some(quantity)
    }

    fn ends(&mut self, pattern: &ast::Pattern) -> Option<Ends> {
        let [alternative] = pattern.alternatives.as_slice() else {
            return self.refuse(Diagnostic::new("a range is one range", pattern.span, "not several"));
        };
        let AlternativeKind::Range { low, high, inclusive } = &alternative.kind else {
            let diagnostic = Diagnostic::new("this is not a range", pattern.span, "expected two ends");
            return self.refuse(diagnostic.help("write `range -90..=90`, or `range 0..360` without its end"));
        };
        let low = low.as_ref().map(|literal| self.end(literal));
        let high = high.as_ref().map(|literal| self.end(literal));
        let (low, high) = (low.map_or(Some(None), |end| end.map(Some))?, high.map_or(Some(None), |end| end.map(Some))?);
        if let (Some(low), Some(high)) = (low, high)
            && low.checked_cmp(high).is_none_or(|order| order.is_gt() || (order.is_eq() && !inclusive))
        {
            return self.refuse(Diagnostic::new("this range is empty", pattern.span, "holds no value"));
        }
        Some(Ends { low, high, inclusive: *inclusive, span: pattern.span })
    }

    fn end(&mut self, literal: &Literal) -> Option<Ratio> {
        let ratio = match &literal.kind {
            LiteralKind::Int(code) => Some(Ratio::whole(*code)),
            LiteralKind::Char(code) => Some(Ratio::whole(Code::from(*code))),
            LiteralKind::Float(text) => Ratio::parse(text),
        };
        if ratio.is_none() {
            self.complain(Diagnostic::new("this number is too large or too fine", literal.span, "does not fit"));
        }
        ratio
    }

    /// The number of raw numbers in a period: those of the range, or all.
    fn period(&mut self, quantity: &Quantity, ends: Option<&Ends>, wrap: Span) -> Option<u128> {
        let Some(ends) = ends else { return Some(quantity.raw.count()) };
        let (Some(low), Some(high)) = (ends.low, ends.high) else {
            return self.refuse(
                Diagnostic::new("what wraps needs both ends", ends.span, "one is missing").other(wrap, "wraps"),
            );
        };
        let scale = scale(&quantity.to_value)?;
        if ends.inclusive && scale.as_whole().is_none_or(|scale| scale.unsigned_abs() != 1) {
            let wrong = Diagnostic::new("both ends of this range are the same place", ends.span, "the end is included");
            return self.refuse(wrong.other(wrap, "values wrap around").help("leave the end out: `0..360`"));
        }
        let width = high.checked_sub(low)?.checked_div(scale)?;
        let Some(whole) = width.as_whole() else {
            let label = format!("{} raw numbers wide", width.to_f64().abs());
            let diagnostic = Diagnostic::new("a period is a whole number of raw numbers", ends.span, label);
            return self.refuse(diagnostic.other(wrap, "values wrap around"));
        };
        let period = whole.unsigned_abs().saturating_add(u128::from(ends.inclusive));
        let inside = quantity.range.map_or(quantity.raw, |range| range.raws).count();
        if period > inside {
            let label = format!("{period} raw numbers wide");
            let diagnostic = Diagnostic::new("the wire cannot hold a whole period", ends.span, label);
            return self.refuse(diagnostic.other(wrap, format!("wraps within {}", quantity.raw)));
        }
        Some(period)
    }
}

/// The range with its raw numbers, possibly none. `None` if it cannot be computed.
fn exact_range(quantity: &Quantity, ends: &Ends) -> Option<ValueRange> {
    let raw = quantity.raw;
    let values = (exact_value(&quantity.to_value, raw.min)?, exact_value(&quantity.to_value, raw.max)?);
    let values = if quantity.increasing { values } else { (values.1, values.0) };
    let (low, high) = (ends.low.unwrap_or(values.0), ends.high.unwrap_or(values.1));
    let open_end = ends.high.is_some() && !ends.inclusive;
    let (at_low, at_high) = (exact_raw(&quantity.to_value, low)?, exact_raw(&quantity.to_value, high)?);
    let (first, last) = if quantity.increasing {
        let last = if open_end { ceil(at_high)?.saturating_sub(1) } else { floor(at_high)? };
        (ceil(at_low)?, last)
    } else {
        let first = if open_end { floor(at_high)?.saturating_add(1) } else { ceil(at_high)? };
        (first, floor(at_low)?)
    };
    let raws = Interval::new(first.max(raw.min), last.min(raw.max));
    Some(ValueRange { min: low.to_f64(), max: high.to_f64(), inclusive: !open_end, raws })
}

/// Rounds the bounds of the range to the type of the value.
pub(super) fn rounded(mut quantity: Quantity) -> Quantity {
    if let (Number::F32, Some(range)) = (quantity.number, &mut quantity.range) {
        (range.min, range.max) = (f64::from(range.min as f32), f64::from(range.max as f32));
    }
    quantity
}

/// The exact value of a raw number.
fn exact_value(steps: &[Step], raw: Code) -> Option<Ratio> {
    steps.iter().try_fold(Ratio::whole(raw), |x, step| exactly(*step, x))
}

/// The exact result of one step.
pub(super) fn exactly(step: Step, x: Ratio) -> Option<Ratio> {
    match step {
        Step::Add(by) => x.checked_add(by),
        Step::Subtract(by) => x.checked_sub(by),
        Step::SubtractFrom(by) => by.checked_sub(x),
        Step::Multiply(by) => x.checked_mul(by),
        Step::Divide(by) => x.checked_div(by),
    }
}

/// The exact position of a value among the raw numbers.
fn exact_raw(steps: &[Step], value: Ratio) -> Option<Ratio> {
    steps.iter().rev().try_fold(value, |x, step| exactly(undone(*step), x))
}

fn floor(ratio: Ratio) -> Option<Code> {
    ratio.over.checked_div_euclid(ratio.under)
}

fn ceil(ratio: Ratio) -> Option<Code> {
    ratio.over.checked_neg()?.checked_div_euclid(ratio.under)?.checked_neg()
}
