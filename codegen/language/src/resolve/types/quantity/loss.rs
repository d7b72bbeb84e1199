//! Law 2: raw -> value -> raw is the identity. Up to 65,536 raw numbers are tested; for more, it is proved or denied.

use super::range::exactly;
use super::{Choices, EXACT_IN_F32, EXACT_IN_F64};
use crate::ast;
use crate::diagnostic::Diagnostic;
use crate::model::{Code, Interval, Inverse, Loss, Number, Quantity, Ratio, Rounding, Step};
use crate::quantity::{Arithmetic, constant_of, scale};
use crate::resolve::resolver::Resolver;
use crate::source::Span;

/// Limit on the raw numbers that are tested one by one.
const TRIED: u128 = 1 << 16;

/// Exponent of the finest steps that are proved, near the limit of `f32`.
const FINEST: i32 = -100;

/// The result of the round trip raw -> value -> raw.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Way {
    /// Every raw number is preserved.
    Exact,
    /// Some raw numbers change.
    Drifts {
        /// The number of changed ones.
        count: u64,
        /// The smallest changed one.
        raw: Code,
        /// Its result and its value, as text.
        back: String,
    },
    /// Too many raw numbers to test, and no proof.
    Unproved,
}

impl Way {
    /// Converts to the model's loss.
    pub(super) fn loss(&self) -> Loss {
        match self {
            Self::Exact => Loss::None,
            Self::Drifts { count, .. } => Loss::Counted(*count),
            Self::Unproved => Loss::NotExact,
        }
    }
}

/// Tests or proves the round trip.
pub(super) fn way(quantity: &Quantity) -> Way {
    let inside = quantity.range.map_or(quantity.raw, |range| range.raws);
    if inside.count() <= TRIED {
        return tried(quantity, inside);
    }
    let proved = match (quantity.number, &quantity.to_raw) {
        // Integers with additions and subtractions only.
        (Number::I32 | Number::I64, Inverse::Derived(_)) => true,
        (_, Inverse::Written(..)) => false,
        (Number::F32, Inverse::Derived(rounding)) => {
            no_step_rounds(quantity, inside, EXACT_IN_F32) || within_half(quantity, inside, *rounding)
        }
        (Number::F64, Inverse::Derived(rounding)) => {
            no_step_rounds(quantity, inside, EXACT_IN_F64) || within_half(quantity, inside, *rounding)
        }
    };
    if proved { Way::Exact } else { Way::Unproved }
}

fn tried(quantity: &Quantity, inside: Interval) -> Way {
    let arithmetic = Arithmetic::new(quantity);
    let mut count = 0_u64;
    let mut first = None;
    for raw in inside.min..=inside.max {
        let value = arithmetic.value(raw);
        let back = arithmetic.raw(value);
        if back != Ok(raw) {
            count = count.saturating_add(1);
            first = first.or(Some((raw, value, back)));
        }
    }
    match first {
        None => Way::Exact,
        Some((raw, value, Ok(back))) => Way::Drifts { count, raw, back: format!("is {value}, which is raw {back}") },
        Some((raw, value, Err(_))) => Way::Drifts { count, raw, back: format!("is {value}, which is out of range") },
    }
}

/// Whether no intermediate result is rounded: raw numbers stay multiples of a power of two, with factors up to `most`.
fn no_step_rounds(quantity: &Quantity, inside: Interval, most: i128) -> bool {
    // All results are `integer * 2^exponent`, and lie between the exact values of the ends.
    let mut exponent = 0_i32;
    let mut ends = [Ratio::whole(inside.min), Ratio::whole(inside.max)];
    let holds = |ends: &[Ratio; 2], exponent: i32| {
        ends.iter().all(|end| {
            times_power(*end, exponent.saturating_neg())
                .and_then(Ratio::as_whole)
                .is_some_and(|whole| whole.unsigned_abs() <= most.unsigned_abs())
        })
    };
    if !holds(&ends, exponent) {
        return false;
    }
    for step in &quantity.to_value {
        let (by, scales) = match step {
            Step::Add(by) | Step::Subtract(by) | Step::SubtractFrom(by) => (*by, false),
            Step::Multiply(by) => (*by, true),
            Step::Divide(by) => match by.checked_recip() {
                Some(by) => (by, true),
                None => return false,
            },
        };
        // The lowest bit and the size of a dyadic constant must fit the type.
        let Some((odd, power)) = dyadic(by) else { return false };
        if odd.unsigned_abs() > most.unsigned_abs() {
            return false;
        }
        exponent = if scales { exponent.saturating_add(power) } else { exponent.min(power) };
        let (Some(a), Some(b)) = (exactly(*step, ends[0]), exactly(*step, ends[1])) else { return false };
        ends = [a, b];
        if exponent < FINEST || !holds(&ends, exponent) {
            return false;
        }
    }
    true
}

/// Decomposes a number into `odd * 2^power`; zero is `0 * 2^0`.
fn dyadic(ratio: Ratio) -> Option<(i128, i32)> {
    if !ratio.under.unsigned_abs().is_power_of_two() {
        return None;
    }
    if ratio.over == 0 {
        return Some((0, 0));
    }
    let (up, down) = (ratio.over.trailing_zeros(), ratio.under.trailing_zeros());
    let power = i32::try_from(up).ok()?.checked_sub(i32::try_from(down).ok()?)?;
    Some((ratio.over.checked_shr(up)?, power))
}

fn times_power(ratio: Ratio, exponent: i32) -> Option<Ratio> {
    let power = Ratio::whole(1_i128.checked_shl(exponent.unsigned_abs()).filter(|power| *power > 0)?);
    if exponent < 0 { ratio.checked_div(power) } else { ratio.checked_mul(power) }
}

/// Whether the total error, in raw numbers, stays below a half: then rounding restores the raw number.
fn within_half(quantity: &Quantity, inside: Interval, rounding: Rounding) -> bool {
    if rounding != Rounding::Nearest {
        return false;
    }
    let unit = if quantity.number == Number::F32 { 2_f64.powi(-24) } else { 2_f64.powi(-53) };
    let inverse_unit = 2_f64.powi(-53);
    let mut scale_to_here = Ratio::whole(1);
    let mut ends = [Ratio::whole(inside.min), Ratio::whole(inside.max)];
    let largest = |ends: &[Ratio; 2]| ends[0].to_f64().abs().max(ends[1].to_f64().abs());
    let most = if quantity.number == Number::F32 { EXACT_IN_F32 } else { EXACT_IN_F64 };
    // The conversion of the raw number, if the type cannot represent it.
    let mut error = if largest(&ends) > most as f64 { unit * largest(&ends) } else { 0. };
    for step in &quantity.to_value {
        let before = largest(&ends) / scale_to_here.to_f64().abs();
        let (Some(a), Some(b)) = (exactly(*step, ends[0]), exactly(*step, ends[1])) else { return false };
        ends = [a, b];
        let scale = scale(std::slice::from_ref(step)).and_then(|by| scale_to_here.checked_mul(by));
        let Some(scale) = scale else { return false };
        scale_to_here = scale;
        if scale_to_here.to_f64().abs() < 2_f64.powi(FINEST) {
            return false;
        }
        // Forward the constant and the result are rounded; backward the result.
        let size = largest(&ends).max(constant_of(*step).to_f64().abs());
        let there = unit * largest(&ends) + constant_error(quantity.number, *step) * size;
        error += there / scale_to_here.to_f64().abs() + inverse_unit * before;
    }
    error < 0.5
}

/// The relative error of a step's constant in the value's type.
fn constant_error(number: Number, step: Step) -> f64 {
    let by = constant_of(step);
    let exact = by.to_f64();
    let fine = if dyadic(by).is_some_and(|(odd, _)| odd.unsigned_abs() <= EXACT_IN_F64.unsigned_abs()) {
        0.
    } else {
        2_f64.powi(-53)
    };
    if number == Number::F32 && exact != 0. { ((f64::from(by.to_f32()) - exact) / exact).abs() + fine } else { fine }
}

impl Resolver<'_> {
    /// Reports the loss of a quantity that is not declared `lossy`.
    pub(super) fn loses(&mut self, quantity: &Quantity, way: Way, item: &ast::Quantity, choices: &Choices) {
        let inside = quantity.range.map_or(quantity.raw, |range| range.raws);
        let back = item.inverse.as_ref().map(|(_, expr)| expr.span).or(choices.rounding.map(|(_, span)| span));
        let at: Span = back.unwrap_or(item.value.span);
        let mut diagnostic = match way {
            Way::Exact => return,
            Way::Drifts { count, raw, back } => {
                let total = inside.count();
                let title = format!("{count} of {total} raw numbers of `{}` come back as others", quantity.name);
                Diagnostic::new(title, at, format!("raw {raw} {back}"))
            }
            Way::Unproved => {
                let title = format!("`{}` may lose raw numbers on the way back from their values", quantity.name);
                Diagnostic::new(title, at, format!("cannot be proved for all of {inside}"))
            }
        };
        if back.is_some() {
            diagnostic = diagnostic.other(item.value.span, "the way from raw numbers to values");
        }
        let nearest = Quantity { to_raw: Inverse::Derived(Rounding::Nearest), ..quantity.clone() };
        let double = Quantity { number: Number::F64, ..quantity.clone() };
        if quantity.to_raw != nearest.to_raw && self::way(&nearest) == Way::Exact {
            let what = if item.inverse.is_some() { "the way back" } else { "the rounding" };
            diagnostic = diagnostic.help(format!("leave out {what}: the nearest raw number is always the right one"));
        } else if item.number.is_some() && quantity.number == Number::F32 && self::way(&double) == Way::Exact {
            diagnostic = diagnostic.help("compute `as f64`");
        }
        self.complain(diagnostic.help("say `lossy` if the protocol's own programs lose them too"));
    }
}
