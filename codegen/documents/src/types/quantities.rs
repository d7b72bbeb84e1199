//! Quantities: unit, range, resolution, rounding, and what happens outside.

use super::super::block::{Block, Row, table};
use super::super::book::Book;
use super::super::here::of_carrier;
use super::super::text as words;
use crate::model::{Code, Interval, Inverse, Loss, Number, Outside, Quantity, Ratio, Rounding};
use crate::quantity::{scale, value};

pub(in super::super) fn body(book: &Book<'_>, quantity: &Quantity) -> Vec<Block> {
    let step = resolution(quantity);
    let rounding = match &quantity.to_raw {
        Inverse::Derived(rounding) | Inverse::Written(_, rounding) => *rounding,
    };
    let row = |name: &str, said: String| Row::new(name, [name.to_owned(), said]);
    let whole = matches!(quantity.number, Number::I32 | Number::I64) && step == Some(Ratio::whole(1));
    let mut rows =
        vec![row("on the wire", of_carrier(book, quantity.carrier)), row("meaning", words::quoted(&quantity.text))];
    rows.extend(quantity.unit.as_deref().map(|unit| row("unit", words::unit(unit))));
    rows.push(row("range", range(quantity)));
    if let Some(step) = step {
        rows.push(row("resolution", ratio(step)));
        rows.push(row("rounding", if whole { "none is needed".to_owned() } else { rounded(rounding, step) }));
    }
    rows.push(row("outside", outside(quantity)));
    match quantity.loss {
        Loss::None => {}
        Loss::Counted(count) => rows.push(row("lossy", format!("{count} raw numbers come back as others"))),
        Loss::NotExact => rows.push(row("lossy", "not every raw number comes back as itself".to_owned())),
    }
    table("facts", &["property", "value"], rows).into_iter().collect()
}

/// The quantity in a line: `raw / 255`, from 0 to 1 in steps of 1/255.
pub(in super::super) fn summary(quantity: &Quantity) -> String {
    let unit = quantity.unit.as_deref().map(|unit| format!(" {}", words::unit(unit))).unwrap_or_default();
    let steps = resolution(quantity).filter(|step| *step != Ratio::whole(1)).map(ratio);
    let steps = steps.map(|step| format!(" in steps of {step}")).unwrap_or_default();
    format!("{}, from {}{unit}{steps}", words::quoted(&quantity.text), range(quantity))
}

/// The distance of two values whose raw numbers follow each other.
fn resolution(quantity: &Quantity) -> Option<Ratio> {
    scale(&quantity.to_value).map(|scale| if scale.over < 0 { scale.checked_neg().unwrap_or(scale) } else { scale })
}

fn range(quantity: &Quantity) -> String {
    let amount = |value: f64| match quantity.number {
        // A number that is no short fraction has no more digits than its type.
        Number::F32 if float(value).split_once('.').is_some_and(|(_, places)| places.len() > PLACES) => {
            float(value as f32)
        }
        Number::F32 | Number::F64 | Number::I32 | Number::I64 => float(value),
    };
    if let Some(range) = quantity.range {
        let end = if range.inclusive { "" } else { " (less than that)" };
        return format!("{} to {}{end}", amount(range.min), amount(range.max));
    }
    let Interval { min, max } = quantity.raw;
    let (one, other) = (value(quantity, min).to_f64(), value(quantity, max).to_f64());
    format!("{} to {}", amount(one.min(other)), amount(one.max(other)))
}

/// Decimal places of a short fraction.
const PLACES: usize = 6;

fn float(value: impl std::fmt::Display) -> String {
    value.to_string().replace('-', "−")
}

/// A number of which nobody needs more than six digits.
fn about(value: f64) -> String {
    let short: f64 = format!("{value:.5e}").parse().unwrap_or(value);
    if short == value { float(value) } else { format!("about {}", float(short)) }
}

/// `1/16 (0.0625)`; nobody wants to see a fraction of large numbers.
fn ratio(ratio: Ratio) -> String {
    match ratio.as_whole() {
        Some(whole) => whole.to_string(),
        None if ratio.under > LARGEST => about(ratio.to_f64()),
        None => format!("{}/{} ({})", ratio.over, ratio.under, about(ratio.to_f64())),
    }
}

/// A number below a fraction's line is no larger.
const LARGEST: Code = 1 << 20;

fn rounded(rounding: Rounding, step: Ratio) -> String {
    let size = step.to_f64();
    let less = |size| format!("less than {} off", about(size)).replace("than about", "than");
    match rounding {
        Rounding::Nearest => format!("to the nearest: at most {} off", about(size / 2.)).replace("most about", "most"),
        Rounding::Trunc => format!("toward zero, of the raw number: {}", less(size)),
        Rounding::Floor => format!("down, of the raw number: {}", less(size)),
    }
}

fn outside(quantity: &Quantity) -> String {
    let stated = quantity.range.is_some();
    match quantity.outside {
        Outside::Refuse if stated => "refused when writing; what was read is taken as it is".to_owned(),
        Outside::Refuse => "refused when writing".to_owned(),
        Outside::Clamp if stated => "the nearest end, when writing and when reading".to_owned(),
        Outside::Clamp => "the nearest end, when writing".to_owned(),
        Outside::Wrap { period } => format!("goes around: modulo {period} raw numbers"),
    }
}
