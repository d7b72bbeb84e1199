//! Session state that generated code reads: a parameter, which is an `Option`, unset at the beginning.

use crate::model::{Protocol, SessionId};
use crate::scope::Scope;
use crate::text::names;
use crate::text::tokens::{TokenStream, quote};

/// The parameter of a session state: `known.mode`.
pub fn known(protocol: &Protocol, id: SessionId) -> TokenStream {
    let name = names::field_ident(&protocol.sessions[id.0].name);
    quote!(known.#name)
}

/// `if known.mode.is_none() { return Err(..); }`: fails if a needed session state is unset, with the error of `refuse`.
pub fn demand(scope: &Scope<'_>, needs: Vec<SessionId>, refuse: impl Fn(&str) -> TokenStream) -> TokenStream {
    let demands = needs.into_iter().map(|id| {
        let (known, error) = (known(scope.protocol(), id), refuse(&scope.protocol().sessions[id.0].name));
        quote!(if #known.is_none() { return Err(#error); })
    });
    quote!(#(#demands)*)
}
