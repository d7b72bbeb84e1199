//! Elements that would end a list.

use super::Putter;
use crate::field::value;
use crate::layout;
use crate::model::{End, Held, Item, Source};
use crate::scope::Scope;
use crate::text::emitted::Emitted;
use crate::text::int::{Int, of_raw, within};
use crate::text::names;
use crate::text::tokens::{TokenStream, quote};

impl Putter<'_, '_> {
    /// The test that `element` is the list's terminator; `None` if no element can be.
    pub(super) fn ends(&self, item: &Item, end: &End) -> Option<TokenStream> {
        let scope = self.scope;
        Some(match (end, item) {
            (End::Value { read, .. }, Item::Scalar { scalar, value }) => {
                let int = Int::of_scalar(scope.protocol(), *scalar);
                let element = match value.held() {
                    Held::Int | Held::Bool => Emitted::operand(quote!(*element)),
                    Held::Type => Emitted::path(quote!(element)),
                };
                let (raw, int) = value::to_number(scope.protocol(), *value, element, int);
                of_raw(&raw, |raw| within(raw, int, read))
            }
            (End::Cell { cell, read, .. }, Item::Record { record, .. }) => {
                let element = Scope::root(scope.context, *record);
                let one = element.cell(*cell);
                // A number that the writer derives is no terminator.
                if let Source::Derived(_) = one.source {
                    return None;
                }
                let number = match layout::bare_element(element.record) {
                    Some(_) => Emitted::operand(quote!((*element))),
                    None => {
                        let name = names::field_ident(one.name());
                        Emitted::path(quote!(element.#name))
                    }
                };
                let (raw, int) = value::to_number(scope.protocol(), one.value, number, element.cell_int(*cell));
                of_raw(&raw, |raw| within(raw, int, read))
            }
            (End::EmptyText { field }, Item::Record { record, .. }) => {
                let element = Scope::root(scope.context, *record);
                if layout::bare_element(element.record).is_some() {
                    return Some(quote!(element.is_empty()));
                }
                let name = element.member(*field);
                quote!(element.#name.is_empty())
            }
            _ => return None,
        })
    }
}
