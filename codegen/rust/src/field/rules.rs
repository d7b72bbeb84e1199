//! Rules about floats and lists as Rust, the amounts that rules use, and the error of every rule. Rules about numbers are
//! in `expr`.

use super::slot::float_width;
use super::{expr, value};
use crate::layout;
use crate::model::{CellId, Content, Expr, Field, FieldId, Input, Item, Rule, Wire};
use crate::scope::Scope;
use crate::scope::locals::Companion;
use crate::text::emitted::Emitted;
use crate::text::int::Int;
use crate::text::tokens::{TokenStream, format_ident, quote};
use crate::text::{condition, literal, names};

/// A bound, and whether it is inclusive.
type End = Option<(f64, bool)>;

/// `x >= 0.0 && x < 1.0`, `(0.0..=1.0).contains(&x)`: whether a float is within the bounds; NaN never is.
pub fn float_fine(field: &Field, float: &TokenStream, low: End, high: End) -> Emitted {
    if let Some(range) = range(field, low, high) {
        return Emitted::operand(quote!(#range.contains(&#float)));
    }
    condition::all(bounds(field, float, (low, high), false))
}

/// Whether the float of a field is outside of the bounds.
pub fn float_broken(field: &Field, float: &TokenStream, low: End, high: End) -> Emitted {
    if let Some(range) = range(field, low, high) {
        return Emitted::operand(quote!(!#range.contains(&#float)));
    }
    let is_nan = Emitted::operand(quote!(#float.is_nan()));
    condition::any([is_nan].into_iter().chain(bounds(field, float, (low, high), true)))
}

/// The tests that each bound holds, or that it is broken.
fn bounds(field: &Field, float: &TokenStream, (low, high): (End, End), broken: bool) -> impl Iterator<Item = Emitted> {
    let test = move |(value, belongs): (f64, bool), is_low: bool| {
        let end = literal::float(value, float_width(field));
        Emitted::comparison(match (is_low != broken, belongs != broken) {
            (true, true) => quote!(#float >= #end),
            (true, false) => quote!(#float > #end),
            (false, true) => quote!(#float <= #end),
            (false, false) => quote!(#float < #end),
        })
    };
    let (low, high) = (low.map(|end| test(end, true)), high.map(|end| test(end, false)));
    low.into_iter().chain(high)
}

/// `(-1.0..=1.0)`, a test of which names the float once; `None` if there is one bound only, or the lower one is exclusive.
pub fn range(field: &Field, low: End, high: End) -> Option<TokenStream> {
    let end = |value: f64| literal::float(value, float_width(field));
    let (Some((low, true)), Some((high, belongs))) = (low, high) else { return None };
    let (low, high) = (end(low), end(high));
    Some(if belongs { quote!((#low..=#high)) } else { quote!((#low..#high)) })
}

/// `::wireform::Malformed::Rule(&"..=472").found(&"size", size_at, size)`: the error of a reader for a broken rule of a
/// field.
pub fn broken(scope: &Scope<'_>, id: FieldId, text: &str, path: &TokenStream, at: &TokenStream) -> TokenStream {
    match told(scope, id) {
        Some(found) => quote!(::wireform::Malformed::rule(&#text).found(#path, #at, #found)),
        None => quote!(::wireform::Malformed::rule(&#text).at(#path, #at)),
    }
}

/// The number or the length of a field that an error shows for a broken rule.
pub fn told(scope: &Scope<'_>, id: FieldId) -> Option<Emitted> {
    scope.record.told_by_rule(id).map(|told| match told {
        Expr::Cell(cell) => {
            let (number, _) = expr::input(scope, Input::Cell(cell));
            Emitted::operand(value::fact(scope.cell(cell).value, &number))
        }
        Expr::Part(part) => expr::input(scope, Input::Part(part)).0,
        amount => expr::amount(scope, &amount),
    })
}

/// `!::wireform::list::ascends(entities.into_iter().map(|element| element.id))`: whether the elements of a list do not
/// ascend; `list` is its variable, an option if the field is optional.
pub fn descends(scope: &Scope<'_>, field: &Field, cell: Option<CellId>, list: &TokenStream) -> Emitted {
    let numbers = |list: TokenStream| {
        let number = number_of_element(scope, field, cell);
        if let Emitted::Variable(_) = number { list } else { quote!(#list.into_iter().map(|element| #number)) }
    };
    let ascends = |list: TokenStream| {
        let numbers = numbers(list);
        quote!(!::wireform::list::ascends(#numbers))
    };
    Emitted::operand(if field.is_optional() {
        let broken = ascends(quote!(list));
        quote!(#list.is_some_and(|list| #broken))
    } else {
        ascends(list.clone())
    })
}

fn number_of_element(scope: &Scope<'_>, field: &Field, cell: Option<CellId>) -> Emitted {
    match (&field.wire, cell) {
        (Wire::List { item: Item::Scalar { scalar, value }, .. }, _) => {
            let int = Int::of_scalar(scope.protocol(), *scalar);
            value::to_raw(scope.protocol(), *value, Emitted::Variable(format_ident!("element")), int).0
        }
        (Wire::List { item: Item::Record { record, .. }, .. }, Some(cell)) => {
            let element = Scope::root(scope.context, *record);
            let one = element.cell(cell);
            let number = match layout::bare_element(element.record) {
                Some(_) => Emitted::Variable(format_ident!("element")),
                None => {
                    let path = one.path.split('.').map(names::field_ident);
                    Emitted::path(quote!(element #(.#path)*))
                }
            };
            value::to_raw(scope.protocol(), one.value, number, element.cell_int(cell)).0
        }
        _ => Emitted::Variable(format_ident!("element")),
    }
}

/// `let names_len = names.len();` for all lengths that these rules use; `of` gives the variable of a field.
pub fn lens<'r>(
    scope: &Scope<'_>,
    rules: impl Iterator<Item = &'r Rule>,
    of: impl Fn(FieldId) -> TokenStream,
) -> TokenStream {
    each(rules, Rule::counted)
        .into_iter()
        .map(|id| {
            let (field, list) = (scope.field(id), of(id));
            let name = scope.companion(id, Companion::Len);
            let function = match &field.wire {
                Wire::Octets { content: Content::Free, .. } => quote!(<[u8]>::len),
                Wire::Octets { content: Content::Text(text), .. } if text.is_str() => quote!(str::len),
                _ => quote!(|list| list.len()),
            };
            if field.is_optional() {
                quote!(let #name = #list.map_or(0, #function);)
            } else {
                quote!(let #name = #list.len();)
            }
        })
        .collect()
}

/// The fields whose sizes these rules use, each once.
pub fn measured<'r>(rules: impl Iterator<Item = &'r Rule>) -> Vec<FieldId> {
    each(rules, Rule::measured)
}

fn each<'r>(rules: impl Iterator<Item = &'r Rule>, what: impl Fn(&Rule) -> Vec<FieldId>) -> Vec<FieldId> {
    let mut all: Vec<FieldId> = rules.flat_map(what).collect();
    all.sort_unstable();
    all.dedup();
    all
}
