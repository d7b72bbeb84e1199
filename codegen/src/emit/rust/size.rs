//! How large a plain value is at most: what is small is handed over by value, what is large by reference, as clippy
//! asks.

use proc_macro2::TokenStream;
use quote::quote;

use super::int::Int;
use super::scope::Scope;
use super::take::is_optional;
use super::{slot, value};
use crate::model::{CellId, Encoding, Extent, Field, FieldId, Item, Source, Value, Wire};

/// Values to this size are handed over by value.
const SMALL: u64 = 192;

/// `self`, or `&self`.
pub(super) fn receiver(scope: &Scope<'_>) -> TokenStream {
    if of_scope(scope) <= SMALL { quote!(self) } else { quote!(&self) }
}

/// `self` of a choice's functions, as they declare it: by value or by reference.
pub(super) fn choice_receiver(scope: &Scope<'_>, id: FieldId) -> TokenStream {
    if of_field(scope, scope.field(id)) <= SMALL { quote!(self) } else { quote!(&self) }
}

/// The choice itself, in its functions.
pub(super) fn this_choice(scope: &Scope<'_>, id: FieldId) -> TokenStream {
    if of_field(scope, scope.field(id)) <= SMALL { quote!(self) } else { quote!(*self) }
}

fn of_scope(scope: &Scope<'_>) -> u64 {
    let code = scope.code.as_ref().map_or(0, |_| 8);
    scope.body.iter().fold(code, |sum: u64, id| sum.saturating_add(of_field(scope, scope.field(*id))))
}

/// At most so many bytes, padding and the mark of an option included.
fn of_field(scope: &Scope<'_>, field: &Field) -> u64 {
    if !scope.shows(field) && !matches!(field.wire, Wire::Bits { .. }) {
        return 0;
    }
    let option = if is_optional(field) { 8 } else { 0 };
    let size: u64 = match &field.wire {
        Wire::Scalar { cell, .. } | Wire::Chosen { cell, .. } => of_cell(scope, *cell),
        Wire::Float { width, .. } => slot::float_bytes(*width),
        Wire::Bits { parts, .. } => {
            let shown = parts.iter().filter(|part| scope.cell(part.cell).source == Source::User);
            shown.map(|part| of_cell(scope, part.cell)).sum()
        }
        Wire::Padding { .. } | Wire::Magic(_) => 0,
        Wire::Bytes(Extent::Fixed { count, or_end: false }) => *count,
        Wire::Bytes(_) => 16,
        Wire::Text { encoding: Encoding::Utf8 | Encoding::Ascii, unit: None, .. } => 16,
        Wire::Text { .. } => 48,
        Wire::Group { .. } => scope.child_of(field).map_or(0, |child| of_scope(&child)),
        Wire::Match { .. } => {
            let nested = scope.children_of_field(field).iter().map(of_scope).max().unwrap_or(0);
            nested.saturating_add(64)
        }
        Wire::Record { record, .. } => of_scope(&Scope::root(scope.place, &scope.protocol().records[record.0])),
        Wire::Family { .. } => u64::MAX,
        Wire::List { item, extent: Extent::Fixed { count, or_end: false } } => {
            of_item(scope, item).saturating_mul(*count)
        }
        Wire::List { .. } => 64,
    };
    size.div_ceil(8).saturating_mul(8).saturating_add(option)
}

fn of_cell(scope: &Scope<'_>, cell: CellId) -> u64 {
    of_value(scope, scope.cell(cell).value, scope.cell_int(cell))
}

fn of_value(scope: &Scope<'_>, of: Value, int: Int) -> u64 {
    let bytes = u64::from(value::repr(scope.protocol(), of).unwrap_or(int).bits / 8);
    // An open enum keeps a code beside its mark.
    if matches!(of, Value::Enum(_)) { bytes.saturating_mul(2) } else { bytes }
}

fn of_item(scope: &Scope<'_>, item: &Item) -> u64 {
    match item {
        Item::Scalar { scalar, value } => of_value(scope, *value, Int::of_scalar(scope.protocol(), *scalar)),
        Item::Float { width, .. } => slot::float_bytes(*width),
        Item::Record { record, .. } => of_scope(&Scope::root(scope.place, &scope.protocol().records[record.0])),
        Item::Family { .. } => u64::MAX,
    }
}
