//! Lists: lengths, elements, and what would end them.

use super::super::int::{Int, within};
use super::super::scope::Scope;
use super::super::slot::item_params;
use super::super::tokens::{TokenStream, quote};
use super::super::{names, value};
use super::{Checker, FieldPath};
use crate::layout;
use crate::model::{End, Extent, FieldId, Item, Source};

impl Checker<'_, '_> {
    pub(super) fn list(
        &self,
        item: &Item,
        extent: &Extent,
        shown: &TokenStream,
        path: &FieldPath,
        id: FieldId,
    ) -> TokenStream {
        let params = item_params(self.scope, item);
        match extent {
            _ if layout::is_array(extent) => {
                return quote!(::wireform::list::check_array(&#shown, #params, #path)?;);
            }
            Extent::Fixed { or_end: false, .. } => return quote!(#shown.check(#params, #path)?;),
            Extent::Rest if matches!(item, Item::Family { .. }) => return quote!(#shown.check(#params, #path)?;),
            _ => {}
        }
        let length = self.length(extent, &quote!(#shown.len()), path, id);
        let sentinel = match extent {
            Extent::Until { end, .. } => self.sentinel(item, end, shown, path),
            _ => TokenStream::new(),
        };
        quote!(#length #shown.check(#params, #path)?; #sentinel)
    }

    /// No element may be what ends the list.
    pub(super) fn sentinel(&self, item: &Item, end: &End, shown: &TokenStream, path: &FieldPath) -> TokenStream {
        let scope = self.scope;
        let refuse = self.refuse(path, quote!(Sentinel));
        let ends = match (end, item) {
            (End::Value { read, .. }, Item::Scalar { scalar, value }) => {
                let int = Int::of_scalar(scope.protocol(), *scalar);
                let (raw, int) = value::to_number(scope.protocol(), *value, quote!(element), int);
                let ends = within(&quote!(raw), int, read);
                quote!({ let raw = #raw; #ends })
            }
            (End::Cell { cell, read, .. }, Item::Record { record, .. }) => {
                let element = Scope::root(scope.place, &scope.protocol().records[record.0]);
                let one = element.cell(*cell);
                // What the writer works out is no terminator.
                if let Source::Derived(_) = one.source {
                    return TokenStream::new();
                }
                let path = &one.path;
                let name = names::field_ident(path.rsplit('.').next().unwrap_or(path));
                let (raw, int) =
                    value::to_number(scope.protocol(), one.value, quote!(element.#name), element.cell_int(*cell));
                let ends = within(&quote!(raw), int, read);
                quote!({ let raw = #raw; #ends })
            }
            (End::EmptyText { field }, Item::Record { record, .. }) => {
                let element = Scope::root(scope.place, &scope.protocol().records[record.0]);
                let name = names::field_ident(element.field(*field).name.as_deref().unwrap_or_default());
                quote!(element.#name.is_empty())
            }
            _ => return TokenStream::new(),
        };
        quote!(if #shown.iter().any(|element| #ends) { #refuse })
    }
}
