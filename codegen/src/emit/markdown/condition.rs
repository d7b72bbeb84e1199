//! Conditions and arithmetic as text: as a schema has them, with the names of what they read.

use super::here::Here;
use super::text;
use crate::model::{
    BitsId, CellId, Code, Comparison, EnumId, Expr, FieldId, Input, Interval, ParamKind, PartOf, Test, Value, Whole,
};

/// What the numbers of an expression are.
#[derive(Clone, Copy)]
enum Kind {
    Bool,
    Enum(EnumId),
    Number,
}

/// A condition, in backticks.
pub(super) fn test(here: &Here<'_>, test: &Test) -> String {
    text::quoted(&inner(here, test, false))
}

/// How much is left, as a condition: `2 bytes are left`, `at least 1 byte is left`.
pub(super) fn left(lengths: &[Interval]) -> String {
    let bytes = |count: Code| text::counted(u64::try_from(count).unwrap_or(0), "byte");
    let are = |count: Code| if count == 1 { "is" } else { "are" };
    let one = |one: &Interval| match (one.min, one.max) {
        (min, max) if max >= Expr::MOST => format!("at least {} {} left", bytes(min), are(min)),
        (0, 0) => "nothing is left".to_owned(),
        (min, max) if min == max => format!("{} {} left", bytes(min), are(min)),
        (0, max) => format!("at most {} {} left", bytes(max), are(max)),
        (min, max) => format!("{min} to {} are left", bytes(max)),
    };
    text::or(&lengths.iter().map(one).collect::<Vec<_>>())
}

/// A number that is worked out, in backticks.
pub(super) fn expr(here: &Here<'_>, expr: &Expr) -> String {
    text::quoted(&value(here, expr, false))
}

/// Where a number comes from, by its name.
pub(super) fn input(here: &Here<'_>, input: Input) -> String {
    match input {
        Input::Cell(id) => cell_name(here, id),
        Input::Param(id) => here.record.params.get(id.0).map(|param| param.name.clone()).unwrap_or_default(),
        Input::Session(id) => {
            let session = here.protocol().sessions.get(id.0);
            format!("session.{}", session.map_or("", |session| &session.name))
        }
        Input::Part(of) => {
            let name = self::input(here, of.whole.input());
            match part(here, of) {
                Some((path, _)) => format!("{name}.{path}"),
                None => format!("{name} >> {} & {}", of.low, Interval::of_bits(u32::from(of.width), false).max),
            }
        }
        Input::Literal(code) => code.to_string(),
        Input::Left => "what is left".to_owned(),
    }
}

/// Codes by which a number chooses, with their names where they have some: `Hold or InstaHold`, `0 to 7`; or letters.
pub(super) fn codes(here: &Here<'_>, of: Input, codes: &[Interval], letters: bool) -> String {
    let kind = kind_of_input(here, of);
    let each = codes.iter().flat_map(|interval| match kind {
        Kind::Number if letters => vec![text::code(interval.min, true)],
        Kind::Number | Kind::Bool | Kind::Enum(_) => {
            names(here, kind, *interval).iter().map(|name| text::quoted(name)).collect()
        }
    });
    text::or(&each.collect::<Vec<_>>())
}

/// Codes by which a number chooses a width: with their names only where these are names of an enum.
pub(super) fn columns(here: &Here<'_>, of: Input, codes: &[Interval]) -> String {
    match kind_of_input(here, of) {
        Kind::Enum(_) => self::codes(here, of, codes, false),
        Kind::Bool | Kind::Number => text::intervals(codes),
    }
}

/// What is known of a parameter or the session, by its name where it has one.
pub(super) fn known(here: &Here<'_>, kind: ParamKind, code: Code) -> String {
    let kind = match kind {
        ParamKind::Bool => Kind::Bool,
        ParamKind::Enum(id) => Kind::Enum(id),
        ParamKind::Int(_) => Kind::Number,
    };
    names(here, kind, Interval::only(code)).join(", ")
}

/// A constant: by its name, where it has one.
pub(super) fn constant(here: &Here<'_>, meaning: Value, code: Code) -> String {
    match kind_of_value(meaning, None) {
        Kind::Number => text::constant(code),
        Kind::Bool | Kind::Enum(_) => named(here, meaning, code),
    }
}

/// A number by its name, where it has one.
pub(super) fn named(here: &Here<'_>, meaning: Value, code: Code) -> String {
    let kind = kind_of_value(meaning, None);
    names(here, kind, Interval::only(code)).join(", ")
}

fn inner(here: &Here<'_>, test: &Test, nested: bool) -> String {
    match test {
        Test::In { value: of, intervals } => within(here, of, intervals),
        Test::Compare { left, op, right } => {
            let op = match op {
                Comparison::Equal => "==",
                Comparison::NotEqual => "!=",
                Comparison::Less => "<",
                Comparison::LessOrEqual => "<=",
                Comparison::Greater => ">",
                Comparison::GreaterOrEqual => ">=",
            };
            format!("{} {op} {}", value(here, left, true), value(here, right, true))
        }
        Test::All(tests) => joined(here, tests, " && ", nested),
        Test::Any(tests) => joined(here, tests, " || ", nested),
        Test::Not(test) => format!("!({})", inner(here, test, false)),
    }
}

fn joined(here: &Here<'_>, tests: &[Test], with: &str, nested: bool) -> String {
    let several = tests.len() > 1;
    let each: Vec<String> = tests.iter().map(|test| inner(here, test, several)).collect();
    let all = each.join(with);
    if nested && several { format!("({all})") } else { all }
}

fn within(here: &Here<'_>, of: &Expr, intervals: &[Interval]) -> String {
    let name = value(here, of, true);
    let kind = kind(here, of);
    if let Kind::Bool = kind {
        if intervals.iter().all(|interval| !interval.contains(0)) {
            return name;
        }
        if let [Interval { min: 0, max: 0 }] = intervals {
            return format!("!{name}");
        }
    }
    if let ([one], Some(whole)) = (intervals, reach(here, of)) {
        match (one.min <= whole.min, one.max >= whole.max, one.min, one.max) {
            (true, false, _, -1) => return format!("{name} < 0"),
            (true, false, _, max) if one.count() > 1 => return format!("{name} <= {max}"),
            (false, true, 1, _) => return format!("{name} > 0"),
            (false, true, min, _) if one.count() > 1 => return format!("{name} >= {min}"),
            _ => {}
        }
    }
    let all: Vec<String> = intervals.iter().flat_map(|interval| names(here, kind, *interval)).collect();
    match all.as_slice() {
        [only] if !only.contains("..") => format!("{name} == {only}"),
        all => format!("{name} in {}", all.join(" | ")),
    }
}

/// All that a number can be.
fn reach(here: &Here<'_>, expr: &Expr) -> Option<Interval> {
    match expr {
        Expr::Cell(id) => {
            let cell = here.record.cells.get(id.0)?;
            matches!(cell.value, Value::Int | Value::Quantity(_)).then_some(cell.interval)
        }
        Expr::Param(id) => match here.record.params.get(id.0)?.kind {
            ParamKind::Int(interval) => Some(interval),
            ParamKind::Bool | ParamKind::Enum(_) => None,
        },
        Expr::Literal(_)
        | Expr::Session(_)
        | Expr::Part(_)
        | Expr::Len(_)
        | Expr::Size(_)
        | Expr::Negate(_)
        | Expr::Add(..)
        | Expr::Subtract(..)
        | Expr::Multiply(..)
        | Expr::Divide(..) => None,
    }
}

/// The names of the codes in an interval; or the interval, if some have none.
fn names(here: &Here<'_>, kind: Kind, interval: Interval) -> Vec<String> {
    match kind {
        Kind::Bool if interval.min == interval.max => vec![(interval.min != 0).to_string()],
        Kind::Enum(id) => {
            let codes = here.protocol().enums.get(id.0).map_or(&[][..], |one| &one.codes);
            let inside: Vec<_> = codes.iter().filter(|code| interval.contains(code.written)).collect();
            let all = u128::try_from(inside.len()).is_ok_and(|count| count == interval.count());
            if all { inside.iter().map(|code| code.name.clone()).collect() } else { vec![pattern(interval)] }
        }
        Kind::Bool | Kind::Number => vec![pattern(interval)],
    }
}

/// An interval without the ends that nothing in 64 bits reaches.
fn pattern(interval: Interval) -> String {
    let whole = Interval::of_bits(64, true);
    match (interval.min <= whole.min, interval.max >= whole.max) {
        (true, false) => format!("..={}", interval.max),
        (false, true) => format!("{}..", interval.min),
        (true, true) | (false, false) => interval.to_string(),
    }
}

fn value(here: &Here<'_>, expr: &Expr, nested: bool) -> String {
    let two = |left: &Expr, sign: &str, right: &Expr| {
        let text = format!("{} {sign} {}", value(here, left, true), value(here, right, true));
        if nested { format!("({text})") } else { text }
    };
    match expr {
        Expr::Literal(code) => code.to_string(),
        Expr::Cell(id) => cell_name(here, *id),
        Expr::Param(id) => input(here, Input::Param(*id)),
        Expr::Session(id) => input(here, Input::Session(*id)),
        Expr::Part(part) => input(here, Input::Part(*part)),
        Expr::Len(id) => format!("len({})", field_name(here, *id)),
        Expr::Size(id) => format!("size({})", field_name(here, *id)),
        Expr::Negate(of) => format!("-{}", value(here, of, true)),
        Expr::Add(left, right) => two(left, "+", right),
        Expr::Subtract(left, right) => two(left, "-", right),
        Expr::Multiply(left, right) => two(left, "*", right),
        Expr::Divide(left, by) => two(left, "/", &Expr::Literal(*by)),
    }
}

fn cell_name(here: &Here<'_>, id: CellId) -> String {
    here.record.cells.get(id.0).map(|cell| cell.path.clone()).unwrap_or_default()
}

fn field_name(here: &Here<'_>, id: FieldId) -> String {
    here.record.fields.get(id.0).map(|field| field.label.clone()).unwrap_or_default()
}

fn kind(here: &Here<'_>, expr: &Expr) -> Kind {
    match expr {
        Expr::Cell(id) => kind_of_input(here, Input::Cell(*id)),
        Expr::Param(id) => kind_of_input(here, Input::Param(*id)),
        Expr::Session(id) => kind_of_input(here, Input::Session(*id)),
        Expr::Part(part) => kind_of_input(here, Input::Part(*part)),
        Expr::Literal(_)
        | Expr::Len(_)
        | Expr::Size(_)
        | Expr::Negate(_)
        | Expr::Add(..)
        | Expr::Subtract(..)
        | Expr::Multiply(..)
        | Expr::Divide(..) => Kind::Number,
    }
}

fn kind_of_input(here: &Here<'_>, input: Input) -> Kind {
    let of = |kind: Option<ParamKind>| match kind {
        Some(ParamKind::Bool) => Kind::Bool,
        Some(ParamKind::Enum(id)) => Kind::Enum(id),
        Some(ParamKind::Int(_)) | None => Kind::Number,
    };
    match input {
        Input::Cell(id) => {
            here.record.cells.get(id.0).map_or(Kind::Number, |cell| kind_of_value(cell.value, Some(cell.interval)))
        }
        Input::Param(id) => of(here.record.params.get(id.0).map(|param| param.kind)),
        Input::Session(id) => of(here.protocol().sessions.get(id.0).map(|session| session.kind)),
        Input::Part(of) => match part(here, of) {
            Some((_, meaning)) => kind_of_value(meaning, Some(Interval::of_bits(u32::from(of.width), false))),
            None => Kind::Number,
        },
        Input::Literal(_) | Input::Left => Kind::Number,
    }
}

fn kind_of_value(meaning: Value, interval: Option<Interval>) -> Kind {
    match meaning {
        Value::Bool | Value::Truthy => Kind::Bool,
        Value::Int if interval == Some(Interval::new(0, 1)) => Kind::Bool,
        Value::Enum(id) => Kind::Enum(id),
        Value::Int | Value::Bits(_) | Value::Quantity(_) | Value::Packed(_) => Kind::Number,
    }
}

/// The part of a named layout that these bits of a cell are: its path in the layout, and its meaning.
fn part(here: &Here<'_>, part: PartOf) -> Option<(String, Value)> {
    let Whole::Cell(id) = part.whole else { return None };
    let Value::Bits(id) = here.record.cells.get(id.0)?.value else { return None };
    part_of(here, id, part.low, part.width)
}

fn part_of(here: &Here<'_>, id: BitsId, low: u8, width: u8) -> Option<(String, Value)> {
    let bits = here.protocol().bits.get(id.0)?;
    let part = bits.parts.iter().rev().find(|part| part.low <= low)?;
    let name = part.name.clone()?;
    match part.value {
        // Layouts in layouts stand earlier, so this ends.
        Value::Bits(inside) if part.width != width && inside.0 < id.0 => {
            let (path, meaning) = part_of(here, inside, low.checked_sub(part.low)?, width)?;
            Some((format!("{name}.{path}"), meaning))
        }
        meaning => Some((name, meaning)),
    }
}
