//! Session state that generated code reads: a parameter, which is an `Option`, unset at the beginning.

use super::names;
use super::scope::Scope;
use super::tokens::{TokenStream, quote};
use crate::model::{Protocol, SessionId};

/// The parameter of a session state: `known.mode`.
pub(super) fn known(protocol: &Protocol, id: SessionId) -> TokenStream {
    let name = names::field_ident(&protocol.sessions[id.0].name);
    quote!(known.#name)
}

/// Statements that fail if a needed session state is unset, with the error that `refuse` gives.
pub(super) fn demand(scope: &Scope<'_>, needs: Vec<SessionId>, refuse: impl Fn(&str) -> TokenStream) -> TokenStream {
    let demands = needs.into_iter().map(|id| {
        let (known, error) = (known(scope.protocol(), id), refuse(&scope.protocol().sessions[id.0].name));
        quote!(if #known.is_none() { return Err(#error); })
    });
    quote!(#(#demands)*)
}
