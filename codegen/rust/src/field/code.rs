//! Message codes, and the arguments that functions take after all others.

use super::slot;
use crate::model::{FieldId, Scalar};
use crate::scope::locals::Companion;
use crate::scope::{Act, Context, Scope, captures, generics};
use crate::text::emitted::Emitted;
use crate::text::tokens::{Ident, TokenStream, quote};

/// Writes the code of a message, at the start of its root scope.
pub fn put(scope: &Scope<'_>) -> TokenStream {
    let code = scope.record.message_code().filter(|_| scope.is_root).zip(generics::code(scope));
    code.map(|(code, number)| put_number(&scope.context, code.scalar, &number)).unwrap_or_default()
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

/// `let x_at = out.len();`, in a region `*x_at = out.len();`: remembers the offset of the next field, if a checksum
/// needs it.
pub fn marked(scope: &Scope<'_>, id: FieldId) -> Option<TokenStream> {
    let at = scope.companion(id, Companion::At);
    let target = if scope.record.body.contains(&id) { quote!(let #at) } else { quote!(*#at) };
    scope.record.is_marked(id).then(|| quote!(#target = out.len();))
}

/// The offsets of marked fields, and the sizes that are used later, in a region's body and in the regions in it.
fn marks_of(scope: &Scope<'_>, body: &[FieldId]) -> Vec<Ident> {
    let of = |id: FieldId| {
        let at = scope.record.is_marked(id).then(|| scope.companion(id, Companion::At));
        let is_measured = scope.is_measured(id) || scope.late_size(id).is_some();
        at.into_iter().chain(is_measured.then(|| scope.size_of(id)))
    };
    scope.record.scope(body).into_iter().flat_map(of).collect()
}

/// `*x_at = out.len().wrapping_sub(*x_at);`: counts the offsets of a region's marked fields from its end, and back again.
pub fn turned(scope: &Scope<'_>, body: &[FieldId]) -> TokenStream {
    let marked = scope.record.scope(body).into_iter().filter(|id| scope.record.is_marked(*id));
    let marks = marked.map(|id| scope.companion(id, Companion::At));
    marks.map(|at| quote!(*#at = out.len().wrapping_sub(*#at);)).collect()
}

/// `let x_at = &mut 0_usize;`: the variables that the functions of regions store.
pub fn marks(scope: &Scope<'_>) -> TokenStream {
    let inside: Vec<FieldId> = scope.body.iter().copied().filter(|id| !scope.outermost.contains(id)).collect();
    let mut marks = marks_of(scope, &inside);
    marks.dedup();
    quote!(#(let #marks = &mut 0_usize;)*)
}

/// `let x_size = out.len(); .. let x_size = out.len().wrapping_sub(x_size);`, in a region `*x_size = ..`: remembers the
/// size of a field that a rule uses, or that is written before the field.
pub fn measured(scope: &Scope<'_>, id: FieldId, put: TokenStream) -> Vec<TokenStream> {
    let size = scope.size_of(id);
    if scope.outermost.contains(&id) {
        return vec![quote!(let #size = out.len();), put, quote!(let #size = out.len().wrapping_sub(#size);)];
    }
    vec![quote!(*#size = out.len();), put, quote!(*#size = out.len().wrapping_sub(*#size);)]
}

/// `, x_at`: the variables that the function of a region stores; `, &mut 0` where they are not needed.
pub fn marks_passed(scope: &Scope<'_>, body: &[FieldId], are_kept: bool) -> TokenStream {
    let marks = marks_of(scope, body);
    if are_kept { quote!(#(, #marks)*) } else { marks.iter().map(|_| quote!(, &mut 0)).collect() }
}

/// `, x_at: &mut usize`
pub fn marks_declared(scope: &Scope<'_>, body: &[FieldId]) -> TokenStream {
    let marks = marks_of(scope, body);
    quote!(#(, #marks: &mut usize)*)
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
