//! Handlers of families: a trait with one method for each message, and the reader that hands each message to its method.

use super::{known_of, split, view};
use crate::field::{propagation, slot, unverified};
use crate::layout::words;
use crate::model::Family;
use crate::scope::Context;
use crate::text::int::Int;
use crate::text::literal::number;
use crate::text::tokens::{TokenStream, quote};
use crate::text::{docs, names};

/// The handler of a family with codes before its messages; a family without them has no stream to dispatch.
///
/// ```text
/// pub trait ToServerHandler<'a> { ::wireform::handler! { ToServerView, connect Connect(ConnectView<'a>), .. } }
/// match code { 0 => Ok(handler.connect(::wireform::member(start, input, &"Connect", ())?)), .. }
/// ```
pub(super) fn handler(context: &Context<'_>, family: &Family) -> TokenStream {
    if family.carrier.is_none() {
        return TokenStream::new();
    }
    let (view, handler) = (names::view_ident(&family.name), names::handler_ident(&family.name));
    let (text, known_ty) = (&family.name, slot::family_known(context, family));
    let code_type = Int::of_codes(context.protocol, family).ident();
    let (mut methods, mut arms) = (Vec::new(), Vec::new());
    for member in &family.members {
        let record = &context.protocol.records[member.record.0];
        let (variant, method) = (names::variant_ident(&member.name), names::handler_method_ident(&member.name));
        let code = number(member.code);
        let viewed = context.in_module_of(record, names::view_ident(&record.name));
        let viewed = unverified::view_type(record, quote!(#viewed<'a>));
        methods.push(quote!(#method #variant(#viewed)));
        let take = view::take_member(context, family, member);
        let told = propagation::updates_by_member(context, family, member, true);
        let hand_over = if told.is_empty() {
            quote!(Ok(handler.#method(#take?)))
        } else {
            quote!({ let message: #viewed = #take?; #told Ok(handler.#method(message)) })
        };
        arms.push((code, hand_over));
    }
    let other = if family.open {
        quote! {
            let body = input.take_rest();
            Ok(handler.other(Self::Unknown { code, body, bytes: input.since(start) }))
        }
    } else {
        let expected = words::codes(family);
        quote!(::wireform::no_message(&#text, start, &#expected, code))
    };
    let only = match arms.as_slice() {
        [] => Some(other.clone()),
        [(code, hand_over)] => Some(quote!(if code == #code { #hand_over } else { #other })),
        _ => None,
    };
    let arms: Vec<_> = arms.into_iter().map(|(code, hand_over)| quote!(#code => #hand_over,)).collect();
    let (_, known_passed) = known_of(context, family);
    let known = (!family.params.is_empty()).then(|| quote!(known: &mut #known_ty,));
    let generics = quote!(<H: #handler<'a> + ?::core::marker::Sized>);
    let arms = split::split(
        "hand_over",
        &quote!(code),
        &arms,
        Some(if family.open { quote!(_ => { #other }) } else { quote!(_ => #other,) }),
        |next| quote!(Self::#next(code, start, input #known_passed, handler)),
        |name, body| {
            quote! {
                #[inline]
                fn #name #generics(
                    code: #code_type,
                    start: ::wireform::Input<'a>,
                    input: &mut ::wireform::Input<'a>,
                    #known
                    handler: &mut H,
                ) -> ::wireform::Handled<H::Error> {
                    #body
                }
            }
        },
    );
    let (first, others) = (arms.first, arms.others);
    let hand_over = only.unwrap_or(first);
    let about = docs::doc(
        &[],
        &format!(
            "One method for each message of {}. [`{view}::dispatch`] and `dispatch` of a stream call them.",
            docs::link(&names::type_ident(&family.name))
        ),
    );
    let for_macro = (!family.params.is_empty()).then(|| quote!(; known: #known_ty));
    quote! {
        #about
        pub trait #handler<'a> {
            ::wireform::handler! { #view #(, #methods)* }
        }

        impl<'a> #view<'a> {
            #[inline]
            fn hand_over #generics(
                input: &mut ::wireform::Input<'a>,
                #known
                handler: &mut H,
            ) -> ::wireform::Handled<H::Error> {
                let start = *input;
                handler.at(start.offset());
                let code = Self::code(input).map_err(|error| error.in_message(&#text))?;
                #hand_over
            }

            #others
        }

        ::wireform::dispatch! { #view to #handler #for_macro }
    }
}
