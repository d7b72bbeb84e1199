//! Message codes, and the arguments that functions take after all others.

use super::emitted::Emitted;
use super::generics;
use super::scope::{Place, Scope};
use super::slot;

use super::tokens::{TokenStream, quote};
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
