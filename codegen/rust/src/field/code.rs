//! Message codes, and the arguments that functions take after all others.

use super::slot;
use crate::model::{FieldId, Role, Scalar};
use crate::scope::{Act, Context, Scope, captures, generics};
use crate::text::emitted::Emitted;
use crate::text::tokens::{TokenStream, quote};

/// Writes the code of a message, at the start of its root scope.
pub fn put(scope: &Scope<'_>) -> TokenStream {
    match (&scope.record.role, scope.is_root) {
        (Role::Message { code: Some(code) }, true) => {
            generics::code(scope).map(|number| put_number(&scope.context, code.scalar, &number)).unwrap_or_default()
        }
        _ => TokenStream::new(),
    }
}

/// `out.array([4]);`, `out.varint(Int, 4);`: writes a number.
pub fn put_number(context: &Context<'_>, scalar: Scalar, number: &Emitted) -> TokenStream {
    match scalar {
        Scalar::Int { .. } => {
            let encoded = slot::encode(number, scalar);
            quote!(out.array(#encoded);)
        }
        Scalar::Varint(id) => {
            let varint = slot::varint_value(context, id);
            quote!(out.varint(#varint, #number);)
        }
    }
}

/// `, front`, where something in a body counts its offset from the front of the record.
pub fn front_passed(scope: &Scope<'_>, body: &[FieldId]) -> Option<TokenStream> {
    scope.record.alignment(body).map(|_| quote!(, front))
}

/// `, front: usize`
pub fn front_declared(scope: &Scope<'_>, body: &[FieldId]) -> Option<TokenStream> {
    front_passed(scope, body).map(|front| quote!(#front: usize))
}

/// `, known`, where the record has parameters.
pub fn known_passed(scope: &Scope<'_>) -> Option<TokenStream> {
    (!scope.record.params.is_empty()).then(|| quote!(, known))
}

/// The arguments of a nested scope's function: `, wide_fall, has_fall_heading, known`.
pub fn child_args(scope: &Scope<'_>, child: &Scope<'_>, act: Act) -> TokenStream {
    let (cells, known) = (captures::passed(scope, child.captured(act)), known_passed(scope));
    let front = front_passed(child, child.outermost);
    quote!(#cells #front #known)
}

/// `, known: ToClientKnown`, where the record has parameters.
pub fn known_declared(scope: &Scope<'_>) -> Option<TokenStream> {
    (!scope.record.params.is_empty()).then(|| {
        let known = slot::record_known(&scope.context, scope.record);
        quote!(, known: #known)
    })
}
