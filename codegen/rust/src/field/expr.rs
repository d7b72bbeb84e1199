//! Conditions and arithmetic over cells and parameters, as Rust.

use super::sessions;
use crate::model::{Comparison, Expr, Input, Interval, Length, ParamKind, PartOf, Test, sets};
use crate::scope::Scope;
use crate::scope::locals::Companion;
use crate::text::emitted::{Binding, Emitted};
use crate::text::int::{Int, among, within};
use crate::text::literal::{number, typed};
use crate::text::tokens::{TokenStream, quote};
use crate::text::{condition, names};
use std::collections::HashMap;

/// The type of lengths and sizes, remaining bytes included: a `usize`.
pub const LEFT: Int = Int::U64;

/// `kind == 3 && known.is_self`: whether a test holds; cells are local variables, parameters are fields of `known`.
pub fn test(scope: &Scope<'_>, whole: &Test) -> Emitted {
    tested(scope, whole, true)
}

/// The negation, moved into the operands: without a `!` before the whole.
pub fn negated(scope: &Scope<'_>, whole: &Test) -> Emitted {
    tested(scope, whole, false)
}

/// Whether a test holds, or whether it does not.
fn tested(scope: &Scope<'_>, whole: &Test, holds: bool) -> Emitted {
    match whole {
        Test::In { value, intervals } => is_in(number_or_flag(scope, value), &open(value, intervals), holds),
        Test::Compare { left, op, right } => {
            let (left, right) = compared(scope, left, right);
            let op = match if holds { *op } else { op.opposite() } {
                Comparison::Equal => quote!(==),
                Comparison::NotEqual => quote!(!=),
                Comparison::Less => quote!(<),
                Comparison::LessOrEqual => quote!(<=),
                Comparison::Greater => quote!(>),
                Comparison::GreaterOrEqual => quote!(>=),
            };
            Emitted::comparison(quote!(#left #op #right))
        }
        Test::All(_) | Test::Any(_) => match parts(whole).as_slice() {
            [only] => tested(scope, only, holds),
            parts => {
                let tests = parts.iter().map(|one| tested(scope, one, holds));
                if matches!(whole, Test::All(_)) == holds { condition::all(tests) } else { condition::any(tests) }
            }
        },
    }
}

/// The operands of a conjunction or disjunction; tests of the same number are merged.
fn parts(whole: &Test) -> Vec<Test> {
    let all = matches!(whole, Test::All(_));
    let (mut found, mut flat): (Vec<Test>, Vec<&Test>) = (Vec::new(), Vec::new());
    operands(whole, all, &mut flat);
    let mut places = HashMap::new();
    for one in flat {
        let Test::In { value, intervals: more } = one else {
            found.push(one.clone());
            continue;
        };
        let at = *places.entry(value).or_insert(found.len());
        match found.get_mut(at) {
            Some(Test::In { intervals, .. }) if all => {
                *intervals = sets::meet(&sets::union(intervals.clone()), &sets::union(more.clone()));
            }
            Some(Test::In { intervals, .. }) => intervals.extend(more),
            _ => found.push(one.clone()),
        }
    }
    if !all {
        for one in &mut found {
            if let Test::In { intervals, .. } = one {
                *intervals = sets::union(std::mem::take(intervals));
            }
        }
    }
    found
}

/// The operands before merging.
fn operands<'t>(whole: &'t Test, all: bool, flat: &mut Vec<&'t Test>) {
    match whole {
        Test::All(tests) if all => tests.iter().for_each(|one| operands(one, all, flat)),
        Test::Any(tests) if !all => tests.iter().for_each(|one| operands(one, all, flat)),
        _ => flat.push(whole),
    }
}

fn holds(intervals: &[Interval], code: i128) -> bool {
    intervals.iter().any(|one| one.min <= code && code <= one.max)
}

/// The variable for a field's length or size.
pub(super) fn amount(scope: &Scope<'_>, what: &Expr) -> Emitted {
    let (id, what) = match what {
        Expr::Len(id) => (*id, Companion::Len),
        Expr::Size(id) => (*id, Companion::Size),
        _ => return Emitted::number(0),
    };
    Emitted::Variable(scope.companion(id, what))
}

/// The intervals, without an upper end where they reach the largest counted amount.
fn open(what: &Expr, intervals: &[Interval]) -> Vec<Interval> {
    match what {
        Expr::Len(_) | Expr::Size(_) => open_amounts(intervals),
        _ => intervals.to_vec(),
    }
}

fn open_amounts(intervals: &[Interval]) -> Vec<Interval> {
    let end = |max| if max >= Expr::MOST { i128::from(u64::MAX) } else { max };
    intervals.iter().map(|one| Interval { max: end(one.max), ..*one }).collect()
}

/// Whether `left`, the number of remaining bytes, is one of these lengths.
pub fn left_in(left: &Emitted, lengths: &[Interval]) -> Emitted {
    within(left, LEFT, &open_amounts(lengths))
}

/// Whether an operand is in one of the intervals, or, not `inside`, in none.
fn is_in(operand: Operand, intervals: &[Interval], inside: bool) -> Emitted {
    match operand {
        Operand::Flag(flag) => of_flag(flag, holds(intervals, 0) == inside, holds(intervals, 1) == inside),
        Operand::Number(number, int) => among(&number, int, intervals, inside),
    }
}

enum Operand {
    Flag(Emitted),
    Number(Emitted, Int),
}

impl Operand {
    /// The number, of a flag 0 or 1, and its type.
    fn number(self) -> (Emitted, Int) {
        match self {
            Self::Flag(flag) => (Emitted::operand(quote!(u8::from(#flag))), Int::U8),
            Self::Number(number, int) => (number, int),
        }
    }
}

fn number_or_flag(scope: &Scope<'_>, what: &Expr) -> Operand {
    match (what, what.as_input()) {
        (Expr::Len(_) | Expr::Size(_), _) => Operand::Number(amount(scope, what), LEFT),
        (_, Some(input)) => operand(scope, input),
        (_, None) => Operand::Number(expr(scope, what), Int::I64),
    }
}

/// An input: a flag, or a number and its type.
fn operand(scope: &Scope<'_>, input: Input) -> Operand {
    match input {
        Input::Cell(cell) if scope.is_flag(cell) => Operand::Flag(Emitted::Variable(scope.local(cell))),
        Input::Cell(cell) => Operand::Number(Emitted::Variable(scope.local(cell)), scope.cell_int(cell)),
        Input::Param(id) => {
            let param = &scope.record.params[id.0];
            let name = names::field_ident(&param.name);
            known(scope, Emitted::path(quote!(known.#name)), param.kind)
        }
        // It was checked to be set.
        Input::Session(id) => {
            let value = sessions::known(scope.protocol(), id);
            known(scope, Emitted::operand(quote!(#value.unwrap_or_default())), scope.protocol().sessions[id.0].kind)
        }
        Input::Part(of) => Operand::Number(part(scope, of), Int::I64),
        Input::Literal(code) => Operand::Number(Emitted::number(code), Int::of_interval(Interval::only(code))),
        Input::Left => Operand::Number(Emitted::path(quote!(left)), LEFT),
    }
}

/// A parameter or a session state.
fn known(scope: &Scope<'_>, value: Emitted, kind: ParamKind) -> Operand {
    match kind {
        ParamKind::Bool => Operand::Flag(value),
        ParamKind::Int(interval) => Operand::Number(value, Int::of_interval(interval)),
        ParamKind::Enum(_) => {
            Operand::Number(Emitted::operand(quote!(#value.code())), Int::of_param(scope.protocol(), kind))
        }
    }
}

/// A test of a flag that holds for false, for true, for both or for neither.
fn of_flag(flag: Emitted, of_false: bool, of_true: bool) -> Emitted {
    match (of_false, of_true) {
        (false, true) => flag,
        (true, false) => condition::not(&flag),
        (always, _) => Emitted::Flag(always),
    }
}

/// Whether an input lies in one of the intervals.
pub fn input_in(scope: &Scope<'_>, input: Input, intervals: &[Interval]) -> Emitted {
    match input {
        Input::Left => left_in(&Emitted::path(quote!(left)), intervals),
        Input::Literal(code) => Emitted::Flag(holds(intervals, code)),
        _ => is_in(operand(scope, input), intervals, true),
    }
}

/// The numbers that a pattern asks of tags, except of those of which any number matches.
pub fn asked<'p>(
    scope: &Scope<'_>,
    tags: &[Input],
    pattern: &'p [Vec<Interval>],
) -> impl Iterator<Item = (Input, &'p [Interval])> {
    let may_fail = |tag, codes: &[_]| !codes.is_empty() && !is_always_in(scope, tag, codes);
    let each = tags.iter().zip(pattern).map(|(tag, codes)| (*tag, codes.as_slice()));
    each.filter(move |(tag, codes)| may_fail(*tag, codes))
}

/// Whether tags match one of some patterns.
pub fn matches(scope: &Scope<'_>, tags: &[Input], patterns: &[Vec<Vec<Interval>>]) -> Emitted {
    let test = |(tag, codes)| input_in(scope, tag, codes);
    condition::any(patterns.iter().map(|pattern| condition::all(asked(scope, tags, pattern).map(test))))
}

/// Whether the intervals cover the type of an input, so that no test is needed.
pub fn is_always_in(scope: &Scope<'_>, input: Input, intervals: &[Interval]) -> bool {
    match input {
        Input::Literal(code) => holds(intervals, code),
        Input::Left => sets::covers(&open_amounts(intervals), &[LEFT.interval()]),
        _ => match operand(scope, input) {
            Operand::Flag(_) => sets::covers(intervals, &[Interval::new(0, 1)]),
            Operand::Number(_, int) => sets::covers(intervals, &[int.interval()]),
        },
    }
}

/// The raw number of an input, and its type.
pub fn input(scope: &Scope<'_>, input: Input) -> (Emitted, Int) {
    operand(scope, input).number()
}

/// Like [`input`], of something computed as an `i64`.
pub fn raw(scope: &Scope<'_>, what: &Expr) -> (Emitted, Int) {
    number_or_flag(scope, what).number()
}

/// The operands of a comparison: unconverted if they have the same type, else as `i64`.
fn compared(scope: &Scope<'_>, left: &Expr, right: &Expr) -> (Emitted, Emitted) {
    let is_amount = |what: &Expr| matches!(what, Expr::Len(_) | Expr::Size(_));
    if let (Some((one, of)), Some((other, to))) = (as_it_is(scope, left), as_it_is(scope, right))
        && of == to
        && is_amount(left) == is_amount(right)
    {
        return (one, other);
    }
    (expr(scope, left), expr(scope, right))
}

/// An operand that is neither computed nor a flag, and its type.
fn as_it_is(scope: &Scope<'_>, what: &Expr) -> Option<(Emitted, Int)> {
    let is_operand = matches!(what, Expr::Cell(_) | Expr::Param(_) | Expr::Session(_) | Expr::Len(_) | Expr::Size(_));
    match number_or_flag(scope, what) {
        Operand::Number(number, int) if is_operand => Some((number, int)),
        Operand::Number(..) | Operand::Flag(_) => None,
    }
}

/// A count: an unconverted number, or an expression of type `i64`.
pub fn count(scope: &Scope<'_>, what: &Expr) -> (Emitted, Int) {
    as_it_is(scope, what).unwrap_or_else(|| (expr(scope, what), Int::I64))
}

/// `i64::from(words).wrapping_mul(4)`: the amount of a count: its cell, or a multiple of it as an `i64`.
pub fn counted(scope: &Scope<'_>, length: &Length) -> (Emitted, Int) {
    let (cell, int) = input(scope, Input::Cell(length.cell));
    if length.times == 1 && length.plus == 0 {
        return (cell, int);
    }
    let (cell, times, plus) = (Int::I64.convert(cell, int), number(length.times), number(length.plus));
    (Emitted::operand(quote!((#cell).wrapping_mul(#times).wrapping_add(#plus))), Int::I64)
}

/// `i64::from(a).wrapping_sub(2)`: an expression of type `i64`. The resolver proved that no step overflows.
pub fn expr(scope: &Scope<'_>, what: &Expr) -> Emitted {
    match what {
        Expr::Literal(code) => Emitted::number(*code),
        Expr::Cell(cell) => wide(scope, Input::Cell(*cell)),
        Expr::Param(id) => wide(scope, Input::Param(*id)),
        Expr::Session(id) => wide(scope, Input::Session(*id)),
        Expr::Len(_) | Expr::Size(_) => {
            let amount = amount(scope, what);
            Emitted::operand(quote!(::wireform::cast::usize_to_i64(#amount)))
        }
        Expr::Part(of) => part(scope, *of),
        Expr::Negate(inner) => {
            let inner = receiver(scope, inner);
            Emitted::operand(quote!(#inner.wrapping_neg()))
        }
        Expr::Add(left, right) => call(scope, left, quote!(wrapping_add), right),
        Expr::Subtract(left, right) => call(scope, left, quote!(wrapping_sub), right),
        Expr::Multiply(left, right) => call(scope, left, quote!(wrapping_mul), right),
        Expr::Divide(inner, by) => {
            let (inner, by) = (receiver(scope, inner), number(*by));
            Emitted::operand(quote!(#inner.wrapping_div_euclid(#by)))
        }
        Expr::Remainder(inner, by) => {
            let (inner, by) = (receiver(scope, inner), number(*by));
            Emitted::operand(quote!(#inner.wrapping_rem_euclid(#by)))
        }
    }
}

/// An input as `i64`.
fn wide(scope: &Scope<'_>, of: Input) -> Emitted {
    let (number, int) = input(scope, of);
    Int::I64.convert(number, int)
}

/// `::wireform::number::part(orientation, 20, 20).cast_signed()`: a part of a named layout, as `i64`.
fn part(scope: &Scope<'_>, PartOf { whole, low, width, signed }: PartOf) -> Emitted {
    let (tokens, int) = input(scope, whole.input());
    let wide = Int::U64;
    let unsigned = Int { signed: false, ..int };
    let tokens = if int.signed { Emitted::operand(quote!(#tokens.cast_unsigned())) } else { tokens };
    let tokens = wide.convert(tokens, unsigned);
    let (low, width) = (number(i128::from(low)), number(i128::from(width)));
    Emitted::operand(if signed {
        quote!(::wireform::number::signed_part(#tokens, #low, #width))
    } else {
        quote!(::wireform::number::part(#tokens, #low, #width).cast_signed())
    })
}

fn call(scope: &Scope<'_>, left: &Expr, function: TokenStream, right: &Expr) -> Emitted {
    let (left, right) = (receiver(scope, left), expr(scope, right));
    Emitted::operand(quote!(#left.#function(#right)))
}

/// An expression as the receiver of a method: a literal has its type as a suffix, all others are names or calls.
fn receiver(scope: &Scope<'_>, what: &Expr) -> TokenStream {
    match what {
        Expr::Literal(code) if *code < 0 => {
            let literal = typed(*code, Int::I64);
            quote!((#literal))
        }
        Expr::Literal(code) => typed(*code, Int::I64),
        _ => expr(scope, what).within(Binding::Operand),
    }
}
