//! Conditions and arithmetic as text: as a schema has them, with the names of what they read.

mod kind;

use crate::here::Here;
use crate::layout;
use crate::model::{CellId, Code, Comparison, EnumId, Expr, Held, Input, Interval, ParamKind, Test, Value, Wire, sets};
use crate::text;
use kind::{intervals, number, of_expr, part};
pub(crate) use kind::{meaning as meaning_of, of_param};

/// A condition in words: `` `wide_x` is set ``, `` `mode` is `Hold` or `InstaHold` ``.
pub(crate) fn test(here: &Here<'_>, test: &Test) -> String {
    inner(here, test, false)
}

/// The valid numbers of a field's own rule, if the rule names nothing else: `0 to 1023`.
pub(crate) fn own_numbers(here: &Here<'_>, test: &Test, own: CellId) -> Option<String> {
    let of = &Expr::Cell(own);
    let numbers = |test: &Test| match test {
        Test::In { value, intervals } if value == of => Some(intervals.clone()),
        Test::In { .. } | Test::Compare { .. } | Test::All(_) | Test::Any(_) => None,
    };
    let intervals = match test {
        Test::Any(tests) => sets::union(tests.iter().map(numbers).collect::<Option<Vec<_>>>()?.concat()),
        test => numbers(test)?,
    };
    let words = within(here, of, &intervals);
    let raw = if is_plain(here, of) { "" } else { "raw number " };
    let by_name = words.strip_prefix(&format!("{} is ", text::quoted(&meaning(here, of)))).map(str::to_owned);
    by_name.or_else(|| {
        words.strip_prefix(&format!("{} is ", text::quoted(&value(here, of, false)))).map(|rest| format!("{raw}{rest}"))
    })
}

/// How much remains, as a condition: `2 bytes remain`, `at least 1 byte remains`.
pub(crate) fn left(lengths: &[Interval]) -> String {
    let bytes = |count: Code| text::counted(u64::try_from(count).unwrap_or(0), "byte");
    let remain = |count: Code| if count == 1 { "remains" } else { "remain" };
    let one = |one: &Interval| match (one.min, one.max) {
        (min, max) if max >= Expr::MOST => format!("at least {} {}", bytes(min), remain(min)),
        (0, 0) => "nothing remains".to_owned(),
        (min, max) if min == max => format!("{} {}", bytes(min), remain(min)),
        (0, max) => format!("at most {} {}", bytes(max), remain(max)),
        (min, max) => format!("{min} to {} remain", bytes(max)),
    };
    text::or(&lengths.iter().map(one).collect::<Vec<_>>())
}

/// A number that is worked out, in backticks.
pub(crate) fn expr(here: &Here<'_>, expr: &Expr) -> String {
    text::quoted(&value(here, expr, false))
}

/// Where a number comes from, by its name in backticks.
pub(crate) fn subject(here: &Here<'_>, input: Input) -> String {
    text::quoted(&self::input(here, input))
}

/// Where a number comes from, by its name.
pub(crate) fn input(here: &Here<'_>, input: Input) -> String {
    match input {
        Input::Cell(id) => cell_name(here, id),
        Input::Param(id) => here.record.params[id.0].name.clone(),
        Input::Session(id) => format!("session.{}", here.protocol().sessions[id.0].name),
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

/// Whether an input is one bit without a name for its numbers.
pub(crate) fn is_flag(here: &Here<'_>, input: Input) -> bool {
    matches!(input, Input::Cell(id) if here.is_bit(id)) && !matches!(meaning_of(here, input), Value::Enum(_))
}

/// Codes by which a number chooses, with their names where they have some: `Hold or InstaHold`, `0 to 7`; or letters.
pub(crate) fn codes(here: &Here<'_>, of: Input, codes: &[Interval], letters: bool) -> String {
    let each: Vec<String> = match meaning_of(here, of) {
        Value::Enum(id) => named_codes(here, id, codes).iter().map(|name| text::quoted(name)).collect(),
        value @ Value::Int(Some(_)) => vec![intervals(value, codes)],
        value if letters && value.held() != Held::Bool => codes.iter().map(|one| text::code(one.min, true)).collect(),
        value => codes.iter().flat_map(|one| names(here, value, *one)).map(|name| text::quoted(&name)).collect(),
    };
    text::or(&each)
}

/// Codes by which a number chooses a width: with their names only where these are names of an enum.
pub(crate) fn columns(here: &Here<'_>, of: Input, codes: &[Interval]) -> String {
    match meaning_of(here, of) {
        Value::Enum(_) => self::codes(here, of, codes, false),
        value => intervals(value, codes),
    }
}

/// A value of a parameter or of the session, by its name where it has one.
pub(crate) fn known(here: &Here<'_>, kind: ParamKind, code: Code) -> String {
    named(here, of_param(kind), code)
}

/// A constant: by its name, where it has one.
pub(crate) fn constant(here: &Here<'_>, meaning: Value, code: Code) -> String {
    match meaning {
        Value::Bool | Value::Truthy | Value::Enum(_) => named(here, meaning, code),
        _ => text::constant_of(meaning, code),
    }
}

/// A number by its name, where it has one.
pub(crate) fn named(here: &Here<'_>, meaning: Value, code: Code) -> String {
    names(here, meaning, Interval::only(code)).join(", ")
}

fn inner(here: &Here<'_>, test: &Test, nested: bool) -> String {
    match test {
        Test::In { value: of, intervals } => within(here, of, intervals),
        Test::Compare { left, op, right } => {
            let op = match op {
                Comparison::Equal => "equals",
                Comparison::NotEqual => "differs from",
                Comparison::Less => "is below",
                Comparison::LessOrEqual => "is at most",
                Comparison::Greater => "is above",
                Comparison::GreaterOrEqual => "is at least",
            };
            let side = |of: &Expr| match of {
                Expr::Literal(code) => text::number(*code),
                _ => text::quoted(&value(here, of, false)),
            };
            format!("{} {op} {}", side(left), side(right))
        }
        Test::All(tests) => joined(here, tests, "and", nested),
        Test::Any(tests) => joined(here, tests, "or", nested),
    }
}

fn joined(here: &Here<'_>, tests: &[Test], with: &str, nested: bool) -> String {
    let several = tests.len() > 1;
    let each: Vec<String> = tests.iter().map(|test| inner(here, test, several)).collect();
    let all = each.join(&format!(" {with} "));
    if nested && several { format!("({all})") } else { all }
}

fn within(here: &Here<'_>, of: &Expr, intervals: &[Interval]) -> String {
    let whole = layout::expr_interval(here.protocol(), here.record, of);
    // An end may stand for all beyond it. Of a number that was narrowed later there may be nothing left.
    let inside = sets::clip(intervals, whole);
    let intervals = if inside.is_empty() { intervals } else { &inside };
    let but = sets::complement(intervals, whole);
    let subject = || of.as_input().map_or_else(|| text::quoted(&value(here, of, false)), |input| subject(here, input));
    let named = subject();
    let meant = of_expr(here, of);
    match meant {
        Value::Bool | Value::Truthy if but == [Interval::only(0)] => {
            return format!("{named} is {}", if is_bit(here, of) { "set" } else { "true" });
        }
        Value::Bool | Value::Truthy if intervals == [Interval::only(0)] => {
            return format!("{named} is {}", if is_bit(here, of) { "not set" } else { "false" });
        }
        Value::Enum(id) => {
            let (names, rest) = all_of(here, id, &but, whole);
            if let ([name], []) = (names.as_slice(), rest.as_slice()) {
                return format!("{named} is not {}", text::quoted(name));
            }
            let (names, rest) = all_of(here, id, intervals, whole);
            // One stretch of numbers that begins or ends among names is about the numbers.
            if !names.is_empty() && (rest.is_empty() || intervals.len() > 1) {
                let all =
                    names.iter().map(|name| text::quoted(name)).chain(rest.iter().map(|one| text::interval(*one)));
                return format!("{named} is {}", text::or(&all.collect::<Vec<_>>()));
            }
        }
        // Any number but zero is true, so another condition asks for the number.
        _ => {}
    }
    let name = if is_plain(here, of) { named } else { text::quoted(&value(here, of, false)) };
    if let [one] = intervals {
        let several = one.count() > 1;
        match (one.min <= whole.min, one.max >= whole.max, one.min, one.max) {
            (true, false, _, -1) => return format!("{name} is negative"),
            (true, false, _, max) if several => return format!("{name} is at most {}", number(meant, max)),
            (false, true, min, _) if several => return format!("{name} is at least {}", number(meant, min)),
            _ => {}
        }
    }
    // One of two numbers is named, not the other one.
    let is_one = matches!(intervals, [one] if one.count() == 1);
    if let [but] = but.as_slice()
        && but.count() == 1
        && !is_one
    {
        return format!("{name} is not {}", number(meant, but.min));
    }
    format!("{name} is {}", self::intervals(meant, intervals))
}

/// Whether a number is a single bit of a carrier.
fn is_bit(here: &Here<'_>, of: &Expr) -> bool {
    match of.as_input() {
        Some(Input::Cell(id)) => here.is_bit(id),
        Some(Input::Part(of)) => of.width == 1,
        _ => false,
    }
}

/// The names of the codes in an interval; or the interval, if some have none.
fn names(here: &Here<'_>, of: Value, interval: Interval) -> Vec<String> {
    match of {
        Value::Bool | Value::Truthy if interval.min == interval.max => vec![(interval.min != 0).to_string()],
        Value::Enum(id) => {
            let codes = &here.protocol().enums[id.0].codes;
            let inside: Vec<_> = codes.iter().filter(|code| interval.contains(code.written)).collect();
            let all = u128::try_from(inside.len()).is_ok_and(|count| count == interval.count());
            if all { inside.iter().map(|code| code.name.clone()).collect() } else { vec![interval.to_string()] }
        }
        Value::Int(Some(notation)) if interval.min == interval.max => vec![notation.shown(interval.min)],
        _ => vec![interval.to_string()],
    }
}

/// Codes by the names that have them; stretches of which some have none are numbers.
fn named_codes(here: &Here<'_>, id: EnumId, codes: &[Interval]) -> Vec<String> {
    let whole = Interval::new(Code::MIN, Code::MAX);
    let (_, unnamed) = all_of(here, id, codes, whole);
    let is_named = |one: &Interval| unnamed.iter().all(|other| one.meet(*other).is_none());
    let (named, stretches): (Vec<Interval>, Vec<Interval>) = codes.iter().copied().partition(is_named);
    let (names, rest) = all_of(here, id, &named, whole);
    names.into_iter().chain(rest.iter().chain(&stretches).map(Interval::to_string)).collect()
}

/// The names of which a set has all codes, and what else is in it.
fn all_of(here: &Here<'_>, id: EnumId, set: &[Interval], whole: Interval) -> (Vec<String>, Vec<Interval>) {
    let (mut names, mut rest) = (Vec::new(), set.to_vec());
    for code in &here.protocol().enums[id.0].codes {
        let read = sets::clip(&code.read, whole);
        if !read.is_empty() && sets::covers(set, &read) {
            names.push(code.name.clone());
            rest = rest.into_iter().flat_map(|one| sets::complement(&read, one)).collect();
        }
    }
    (names, rest)
}

fn value(here: &Here<'_>, expr: &Expr, nested: bool) -> String {
    let two = |left: &Expr, sign: &str, right: &Expr| {
        let text = format!("{} {sign} {}", value(here, left, true), value(here, right, true));
        if nested { format!("({text})") } else { text }
    };
    match expr {
        Expr::Literal(code) => code.to_string(),
        Expr::Cell(_) | Expr::Param(_) | Expr::Session(_) | Expr::Part(_) => {
            let name = meaning(here, expr);
            if is_plain(here, expr) { name } else { format!("{name}.raw") }
        }
        Expr::Len(id) => format!("len({})", here.record.fields[id.0].label),
        Expr::Size(id) => format!("size({})", here.record.fields[id.0].label),
        Expr::Negate(of) => format!("-{}", value(here, of, true)),
        Expr::Add(left, right) => two(left, "+", right),
        Expr::Subtract(left, right) => two(left, "-", right),
        Expr::Multiply(left, right) => two(left, "*", right),
        Expr::Divide(left, by) => two(left, "/", &Expr::Literal(*by)),
        Expr::Remainder(left, by) => two(left, "%", &Expr::Literal(*by)),
    }
}

/// The name of a number, which stands for what it means.
fn meaning(here: &Here<'_>, expr: &Expr) -> String {
    expr.as_input().map_or_else(|| value(here, expr, true), |number| input(here, number))
}

/// Whether a number means nothing but itself.
fn is_plain(here: &Here<'_>, expr: &Expr) -> bool {
    expr.as_input().is_none_or(|input| meaning_of(here, input).is_number())
}

/// The path of a number as the table has it, with the names of the shapes around it.
fn cell_name(here: &Here<'_>, id: CellId) -> String {
    let cell = &here.record.cells[id.0];
    let field = &here.record.fields[cell.field.0];
    match (&field.wire, field.parent) {
        (Wire::Scalar { .. } | Wire::Chosen { .. }, _) => here.path(cell.field),
        (Wire::Bits { .. }, Some(parent)) => {
            let part = cell.path.rsplit('.').next().unwrap_or_default();
            let whole = here.path(cell.field);
            let around = whole.rsplit_once('.').map_or_else(|| here.path(parent), |(around, _)| around.to_owned());
            if cell.path.contains('.') { format!("{around}.{part}") } else { part.to_owned() }
        }
        _ => cell.path.clone(),
    }
}

#[cfg(test)]
mod tests;
