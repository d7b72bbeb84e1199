//! Generic parameters of emitted types: the lifetime of the packet, and the code of a message whose versions differ
//! only in it.

use super::Scope;
use crate::text::emitted::Emitted;
use crate::text::int::Int;
use crate::text::tokens::{TokenStream, quote};

/// The parameters of one type, as declared and as passed.
pub struct Generics {
    /// `<'a, const CODE: i32>`
    pub declared: TokenStream,
    /// `<'a, CODE>`
    pub passed: TokenStream,
    /// `<const CODE: i32>`, for implementations that elide the lifetime.
    pub declared_elided: TokenStream,
    /// `<'_, CODE>`
    pub elided: TokenStream,
}

/// The parameters of a scope's value or view.
pub fn generics(scope: &Scope<'_>, borrows: bool) -> Generics {
    let code = code_param(scope);
    let declared = code.as_ref().map(|ty| quote!(const CODE: #ty));
    let passed = code.as_ref().map(|_| quote!(CODE));
    let list = |life: Option<TokenStream>, code: &Option<TokenStream>| {
        let all: Vec<_> = life.iter().chain(code).collect();
        if all.is_empty() { TokenStream::new() } else { quote!(<#(#all),*>) }
    };
    Generics {
        declared: list(borrows.then(|| quote!('a)), &declared),
        passed: list(borrows.then(|| quote!('a)), &passed),
        declared_elided: list(None, &declared),
        elided: list(borrows.then(|| quote!('_)), &passed),
    }
}

/// The type of the code, if it is a generic parameter.
pub fn code_param(scope: &Scope<'_>) -> Option<TokenStream> {
    let code = scope.record.message_code()?;
    let generic = scope.is_root && scope.context.names.generic.contains(&scope.id);
    generic.then(|| {
        let int = Int::of_scalar(scope.protocol(), code.scalar).ident();
        quote!(#int)
    })
}

/// The code of a message: its number, or the generic parameter.
pub fn code(scope: &Scope<'_>) -> Option<Emitted> {
    let code = scope.record.message_code()?;
    Some(if code_param(scope).is_some() { Emitted::path(quote!(CODE)) } else { Emitted::number(code.code) })
}
