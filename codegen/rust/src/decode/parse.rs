//! The public readers of a record: a macro of the runtime, with the properties in which records differ.

use super::take::{self, Taker};
use crate::field::{slot, unverified};
use crate::hooks::to_value;
use crate::model::{Lengths, Record, Scalar, Wire};
use crate::scope::{Context, Scope, generics};
use crate::text::emitted::Emitted;
use crate::text::int::Int;
use crate::text::tokens::{Ident, TokenStream, format_ident, quote};
use crate::text::{literal, names};

/// `::wireform::view! { ActorGoneView, "ActorGone", 3.., to_value, at_least 3, code [13] }`: the readers of a root
/// view, which takes `steps` steps.
pub fn readers(scope: &Scope<'_>, has_common: bool, steps: usize) -> TokenStream {
    let record = scope.record;
    let view = names::view_ident(scope.name);
    let code_param = generics::code_param(scope).map(|ty| quote!(<CODE: #ty>));
    let (name, min) = (&record.name, literal::length(record.lengths.accepted.min));
    let to_value = to_value::of_scope(scope);
    let at_least = if has_common { None } else { at_least(record, steps) };
    let code = record.message_code().zip(generics::code(scope)).map(|(code, number)| match code.scalar {
        Scalar::Varint(id) => {
            let varint = slot::varint_type(&scope.context, id);
            quote!(, varint #varint = #number)
        }
        Scalar::Int { .. } => {
            let bytes = slot::encode(&number, code.scalar);
            quote!(, code #bytes)
        }
    });
    let hooked = unverified::is_unverified(record).then(|| quote!(hooked));
    // The fast path rejects uncommon shapes; the cold path that builds the error reads all valid ones.
    let quick = has_common.then(|| quote!(, quick take_common));
    let inline = inline(record.fields.iter().any(|field| matches!(field.wire, Wire::Family { .. })));
    let known = known(scope);
    quote! {
        ::wireform::view! { #hooked #inline #view #code_param, #name, #min.., #to_value #at_least #code #quick #known }
    }
}

/// The parameters of a record as an argument of the runtime's macros: `; known: ToClientKnown`.
pub fn known(scope: &Scope<'_>) -> Option<TokenStream> {
    (!scope.record.params.is_empty()).then(|| {
        let known = slot::record_known(&scope.context, scope.record);
        quote!(; known: #known)
    })
}

/// `<AnglesView<'_> as ::wireform::Decode>::take(input, ())`: reads another record.
pub fn take(context: &Context<'_>, record: &Record, input: &Ident, known: Option<TokenStream>) -> TokenStream {
    let view = context.in_module_of(record, names::view_ident(&record.name));
    let of = if unverified::is_unverified(record) { quote!(Hooked) } else { quote!(Decode) };
    let known = known.unwrap_or_else(|| quote!(()));
    quote!(<#view<'_> as ::wireform::#of>::take(#input, #known))
}

/// `TagView::pass_body(input, known)`: reads another record without a view of it. A record with checksums is told its `start`.
pub fn pass(
    context: &Context<'_>,
    record: &Record,
    (start, input): (&TokenStream, &Ident),
    known: Option<TokenStream>,
) -> TokenStream {
    let view = context.in_module_of(record, names::view_ident(&record.name));
    let (start, known) = (is_told_start(record).then(|| quote!(#start,)), known.map(|known| quote!(, #known)));
    quote!(#view::pass_body(#start #input #known))
}

/// Whether a reader without a view needs to know where the record begins.
pub fn is_told_start(record: &Record) -> bool {
    !record.checksums.is_empty()
}

/// `, at_least 3`: a single bounds check for the minimum length, for a record that is read in several steps.
fn at_least(record: &Record, steps: usize) -> Option<TokenStream> {
    let steps = steps + usize::from(record.message_code().is_some());
    let fewest = record.lengths.accepted.min;
    (steps > 1 && fewest > 1).then(|| {
        let fewest = literal::length(fewest);
        quote!(, at_least #fewest)
    })
}

/// `#[inline]` for a reader of whole packets, unless it distinguishes many messages and is too large. Out of line it
/// constructs the view in the caller's memory, and inlines its callees.
pub fn inline(is_large: bool) -> Option<TokenStream> {
    (!is_large).then(|| quote!(#[inline]))
}

/// `if front.single(Int)? != 4 { return Err(::wireform::Refused::rarely()); }`: reads the code of a message in its
/// shortest form, and rejects any other.
pub fn code_check(taker: &Taker<'_, '_>) -> TokenStream {
    let scope = taker.scope;
    let Some(code) = scope.record.message_code() else { return TokenStream::new() };
    let (read, code) = (taker.number(code.scalar, &quote!(&"code")), generics::code(scope));
    quote! {
        if #read != #code {
            return Err(::wireform::Refused::rarely());
        }
    }
}

/// The size of a code in its shortest form.
pub fn code_size(scalar: Scalar) -> usize {
    match scalar {
        Scalar::Int { bytes, .. } => usize::from(bytes),
        Scalar::Varint(_) => 1,
    }
}

/// `input.varint(Int, &"code")?`: reads the code before a message, as a number.
pub fn read_code(context: &Context<'_>, scalar: Scalar) -> Emitted {
    take::number(context, &format_ident!("input"), scalar, &quote!(&"code"))
}

/// `pub const CODE: u8 = 4;`: the code of a value type.
pub fn code_constant(scope: &Scope<'_>) -> Option<TokenStream> {
    let code = scope.record.message_code()?;
    let (ty, number) = (Int::of_scalar(scope.protocol(), code.scalar).ident(), generics::code(scope));
    Some(quote! {
        /// The message's code.
        pub const CODE: #ty = #number;
    })
}

/// The maximum length as an argument of the runtime's macros: `, max 28`.
pub fn max(lengths: Lengths) -> Option<TokenStream> {
    literal::longest(lengths.canonical.max).map(|max| quote!(, max #max))
}
