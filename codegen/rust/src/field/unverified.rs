//! Views with checksums that only the program can verify: readers return them as `Unverified`.

use crate::model::{Extent, Field, Item, Record, Wire};
use crate::scope::Context;
use crate::text::tokens::{TokenStream, quote};

/// Whether a record has a hook of its own: its view is returned as `Unverified`.
pub fn is_unverified(record: &Record) -> bool {
    record.checksums.iter().any(|one| one.hook().is_some())
}

/// Whether a getter returns `Unverified`: for a record with a hook of its own, or for a list with hooks, whose elements
/// are values.
pub fn in_field(context: &Context<'_>, field: &Field) -> bool {
    match &field.wire {
        Wire::Record { record, .. } => is_unverified(&context.protocol.records[record.0]),
        Wire::List { item: Item::Family { .. }, extent: Extent::Rest } => false,
        Wire::List { item, .. } => !context.facts.hooks().item(item).is_empty(),
        _ => false,
    }
}

/// `::wireform::Unverified<MoveView<'a>>`: the type that a getter returns.
pub fn wrapped(context: &Context<'_>, field: &Field, ty: TokenStream) -> TokenStream {
    if in_field(context, field) { quote!(::wireform::Unverified<#ty>) } else { ty }
}

/// A record's view, as `Unverified` if it has a hook.
pub fn view_type(record: &Record, view: TokenStream) -> TokenStream {
    if is_unverified(record) { quote!(::wireform::Unverified<#view>) } else { view }
}

/// `message.without_verifying()`: the view, verified or not.
pub fn looked_at(record: &Record, view: TokenStream) -> TokenStream {
    if is_unverified(record) { quote!(#view.without_verifying()) } else { view }
}
