//! Message codes, and the arguments that functions take after all others.

use super::emitted::Emitted;
use super::generics;
use super::scope::{Place, Scope};
use super::slot;
use proc_macro2::Spacing;

use super::tokens::{TokenStream, TokenTree, is_punct, quote};
use crate::model::{Role, Scalar};

/// Writes the code of a message, at the start of its root scope.
pub(super) fn put(scope: &Scope<'_>) -> TokenStream {
    match (&scope.record.role, scope.is_root) {
        (Role::Message { code: Some(code) }, true) => {
            generics::code(scope).map(|number| put_code(&scope.place, code.scalar, &number)).unwrap_or_default()
        }
        _ => TokenStream::new(),
    }
}

/// Writes a code.
pub(super) fn put_code(place: &Place<'_>, scalar: Scalar, code: &Emitted) -> TokenStream {
    match scalar {
        Scalar::Int { .. } => {
            let encoded = slot::encode(code, scalar);
            quote!(out.array(#encoded);)
        }
        Scalar::Varint(id) => {
            let varint = slot::varint_value(place, id);
            quote!(out.varint(#varint, #code);)
        }
    }
}

/// `, known: ToClientKnown`, where the record has parameters.
pub(super) fn known_declared(scope: &Scope<'_>) -> Option<TokenStream> {
    (!scope.record.params.is_empty()).then(|| {
        let known = slot::record_known(&scope.place, scope.record);
        quote!(, known: #known)
    })
}

/// Whether tokens mention a variable. (A module of that name, before `::`, is none, nor is a field after a dot.)
pub(super) fn mentions(tokens: &TokenStream, name: &str) -> bool {
    let mut trees = tokens.clone().into_iter().peekable();
    // Two dots are a range.
    let mut dots = 0_u8;
    while let Some(tree) = trees.next() {
        let found = match &tree {
            TokenTree::Ident(ident) => *ident == name && dots != 1 && !trees.peek().is_some_and(begins_path),
            TokenTree::Group(group) => mentions(&group.stream(), name),
            TokenTree::Punct(_) | TokenTree::Literal(_) => false,
        };
        if found {
            return true;
        }
        dots = if is_punct(&tree, &['.']) { dots.saturating_add(1) } else { 0 };
    }
    false
}

/// Whether a token is the first colon of `::`; that of a field has the spacing `Alone`.
fn begins_path(next: &TokenTree) -> bool {
    matches!(next, TokenTree::Punct(punct) if punct.as_char() == ':' && punct.spacing() == Spacing::Joint)
}
