//! Writers of short records: into an array of their maximum length, so that no write needs a bounds check.

use super::over;
use crate::facts::scopes::is_any_public;
use crate::facts::sizes;
use crate::hooks;
use crate::scope::Scope;
use crate::text::literal;
use crate::text::tokens::{TokenStream, quote};

/// The maximum length of a record that is written this way; `None` for any other.
pub fn most(scope: &Scope<'_>) -> Option<u64> {
    let (facts, record) = (scope.context.facts, scope.record);
    let free = scope.is_root
        && record.params.is_empty()
        && hooks::of_record(scope).is_empty()
        && is_any_public(record, scope.body);
    let in_steps = facts.is_in_steps(scope.id) && facts.array_size(scope.id).is_none();
    let most = record.lengths.canonical.max.filter(|most| *most <= sizes::MOST_BYTES)?;
    let pays_off = || record.body.len() > 1 && !sizes::is_varints(scope.protocol(), scope.id);
    (free && in_steps && pays_off()).then_some(most)
}

/// `put`, which takes a window of the output, and `put_into`, which writes into it, with a fast path for the common
/// shape. If `put_into` takes a base ([`over`]), `put` passes the zero state.
///
/// ```text
/// fn put(&self, out: &mut Output<'_>) { out.window(|place| self.put_into(place)); }
/// fn put_into(&self, place: &mut [u8; 12]) -> usize { .. }
/// ```
pub(super) fn functions(
    scope: &Scope<'_>,
    visible: Option<&TokenStream>,
    most: u64,
    common: Option<&TokenStream>,
    body: &TokenStream,
) -> TokenStream {
    let most = literal::length(most);
    let all = quote!(let out = &mut ::wireform::Output::new(place); #body out.len());
    let (first, uncommon) = match common {
        None => (&all, None),
        Some(common) => {
            let uncommon = quote! {
                #[inline(never)]
                fn put_uncommon(&self, place: &mut [u8; #most]) -> usize { #all }
            };
            (common, Some(uncommon))
        }
    };
    let zero = zero(scope);
    let former = over::base(scope).map(|base| quote!(former: #base,));
    let visible_into = visible.filter(|_| former.is_some());
    quote! {
        #[inline]
        #visible fn put(&self, out: &mut ::wireform::Output<'_>) {
            out.window(|place| self.put_into(#zero place));
        }

        #[inline]
        #visible_into fn put_into(&self, #former place: &mut [u8; #most]) -> usize { #first }

        #uncommon
    }
}

/// `&Command::default(),`: the argument of `put_into` before the window, if there is one: the zero state.
pub fn zero(scope: &Scope<'_>) -> Option<TokenStream> {
    over::name(scope).map(|name| quote!(&#name::default(),))
}
