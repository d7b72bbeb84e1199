//! Quantities: numbers with a scale, an offset, a unit.
//!
//! The expression becomes a linear sequence of steps, computed as written. The float or integer type of the value is
//! chosen here, and law 2 is checked: every raw number must survive the round trip, or the declaration says `lossy`.

mod loss;
mod options;
mod range;
mod steps;

use crate::ast;
use crate::diagnostic::Diagnostic;
use crate::model::{FloatWidth, Interval, Inverse, Loss, Number, Quantity, QuantityId, Ratio, Rounding, Step};
use crate::quantity::scale;
use crate::resolve::resolver::{Resolver, ScalarType, docs};
use loss::Way;
pub(in crate::resolve) use options::Choices;

/// The end of the raw numbers that each float type represents exactly.
const EXACT_IN_F32: i128 = 1 << 24;
const EXACT_IN_F64: i128 = 1 << 53;

impl Resolver<'_> {
    pub(in crate::resolve) fn bind_quantity(&mut self, item: &ast::Quantity) -> Option<QuantityId> {
        let on = self.quantity_wire(&item.wire);
        let steps = self.steps(&item.value, "raw");
        let written = item.inverse.as_ref().map(|(rounding, expr)| (*rounding, self.steps(expr, "value")));
        let choices = self.choices(&item.options, true);
        let (on, steps, choices) = (on?, steps?, choices?);
        let to_raw = match written {
            None => Inverse::Derived(choices.rounding.map_or(Rounding::Nearest, |(rounding, _)| rounding)),
            Some((rounding, steps)) => {
                if let Some((_, span)) = choices.rounding {
                    let wrong = Diagnostic::new("the rounding is said twice", span, "again here");
                    return self.refuse(wrong.other(item.inverse.as_ref()?.1.span, "the way back says how it rounds"));
                }
                Inverse::Written(steps?, rounding)
            }
        };
        let Some(scale) = scale(&steps) else {
            return self.refuse(Diagnostic::new(
                "this arithmetic cannot be computed exactly",
                item.value.span,
                "too large",
            ));
        };
        let quantity = Quantity {
            name: item.name.text.clone(),
            docs: docs(&item.docs),
            carrier: on.carrier,
            raw: on.interval,
            number: Number::F64,
            unit: item.options.unit.as_ref().map(|unit| unit.text.clone()),
            to_value: steps,
            to_raw,
            range: None,
            outside: choices.outside(None),
            increasing: scale.over > 0,
            loss: Loss::None,
            text: self.sources.text(item.value.span).to_owned(),
        };
        let quantity = self.with_range(quantity, item, &choices)?;
        let quantity = self.with_number(quantity, item, &choices)?;
        let id = QuantityId(self.protocol.quantities.len());
        self.protocol.quantities.push(quantity);
        Some(id)
    }

    fn quantity_wire(&mut self, wire: &ast::Wire) -> Option<ScalarType> {
        if let ast::WireKind::Int(ast::WireInt { kind: ast::NumberKind::Float, span, .. }) = wire.kind {
            return self.not_yet("quantities over IEEE numbers are", span);
        }
        let on = self.carrier_type(wire)?;
        self.bare(on, wire.span, "a quantity needs a wire without a meaning of its own")
    }

    /// Chooses the type of the value, and proves or counts the loss of the round trip.
    fn with_number(&mut self, quantity: Quantity, item: &ast::Quantity, choices: &Choices) -> Option<Quantity> {
        let numbers = self.numbers(&quantity, item, choices)?;
        let mut first: Option<(Quantity, Way)> = None;
        for number in numbers {
            let tried = range::rounded(Quantity { number, ..quantity.clone() });
            let way = loss::way(&tried);
            if way == Way::Exact {
                if let (Some(span), None) = (choices.lossy, &first) {
                    let title = format!("`{}` loses nothing", tried.name);
                    let diagnostic = Diagnostic::new(title, span, "every raw number comes back from its value");
                    return self.refuse(diagnostic.help("remove `lossy`"));
                }
                if choices.lossy.is_none() {
                    return Some(tried);
                }
            }
            first = first.or(Some((tried, way)));
        }
        let (mut quantity, way) = first?;
        if choices.lossy.is_none() {
            self.loses(&quantity, way, item, choices);
            return None;
        }
        quantity.loss = way.loss();
        Some(quantity)
    }

    /// The candidate types of the value, the preferred one first.
    fn numbers(&mut self, quantity: &Quantity, item: &ast::Quantity, choices: &Choices) -> Option<Vec<Number>> {
        match item.number {
            Some((FloatWidth::F32, _)) => return Some(vec![Number::F32]),
            Some((FloatWidth::F64, _)) => return Some(vec![Number::F64]),
            None => {}
        }
        let Quantity { raw, to_value, .. } = quantity;
        let written = match &quantity.to_raw {
            Inverse::Written(steps, _) => steps.as_slice(),
            Inverse::Derived(_) => &[],
        };
        if to_value.iter().chain(written).all(|step| whole_step(*step).is_some()) {
            let hull = whole_hull(*raw, to_value);
            let number = [(Number::I32, 32), (Number::I64, 64)].into_iter();
            let number = number.filter(|(_, bits)| hull.within(Interval::of_bits(*bits, true))).map(|(n, _)| n).next();
            if number.is_none() {
                let title = format!("the values of `{}` need more than 64 bits", item.name.text);
                let label = format!("from {} to {}", hull.min, hull.max);
                self.complain(Diagnostic::new(title, item.value.span, label).help("say `as f64` and `lossy`"));
            }
            return number.map(|number| vec![number]);
        }
        let exact = |most: i128| raw.within(Interval::new(-most, most));
        match (exact(EXACT_IN_F32), exact(EXACT_IN_F64) || choices.lossy.is_some()) {
            (true, _) => Some(vec![Number::F32, Number::F64]),
            (false, true) => Some(vec![Number::F64]),
            (false, false) => {
                let title = format!("no float holds all raw numbers of `{}`", item.name.text);
                let diagnostic = Diagnostic::new(title, item.wire.span, format!("holds {raw}"));
                let note = "`f64` holds whole numbers to 2^53 exactly";
                self.refuse(diagnostic.note(note).help("say `lossy`: values are near, raw numbers stay exact"))
            }
        }
    }
}

/// An integer step: `+ k`, `- k`, `k - x`, as the image of zero and whether the sign changes.
fn whole_step(step: Step) -> Option<(i128, bool)> {
    let (by, turns): (Ratio, bool) = match step {
        Step::Add(by) => (by, false),
        Step::Subtract(by) => (by.checked_neg()?, false),
        Step::SubtractFrom(by) => (by, true),
        Step::Multiply(_) | Step::Divide(_) => return None,
    };
    by.as_whole().map(|by| (by, turns))
}

/// The interval of all intermediate results.
fn whole_hull(raw: Interval, steps: &[Step]) -> Interval {
    let (mut hull, mut now) = (raw, raw);
    for (by, turns) in steps.iter().filter_map(|step| whole_step(*step)) {
        let (min, max) = if turns { (now.max.saturating_neg(), now.min.saturating_neg()) } else { (now.min, now.max) };
        now = Interval::new(min.saturating_add(by), max.saturating_add(by));
        hull = hull.hull(now);
    }
    hull
}
