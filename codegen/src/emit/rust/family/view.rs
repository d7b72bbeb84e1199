//! Views of families: the enum of a family's messages, and the stream of them.

use super::{known_of, member_known, split};
use crate::emit::rust::decode::parse;
use crate::emit::rust::field::slot::{self, lifetime};
use crate::emit::rust::field::{propagation, unverified};
use crate::emit::rust::hooks::{to_value, verify};
use crate::emit::rust::scope::Context;
use crate::emit::rust::text::int::Int;
use crate::emit::rust::text::literal::number;
use crate::emit::rust::text::tokens::{TokenStream, quote};
use crate::emit::rust::text::{docs, names};
use crate::model::Family;

pub(super) fn view(context: &Context<'_>, family: &Family) -> TokenStream {
    let (owned, view, stream) =
        (names::type_ident(&family.name), names::view_ident(&family.name), names::stream_ident(&family.name));
    let value_life = lifetime(context.facts.borrows_of_family(family));
    let (known_declared, known_passed) = known_of(context, family);
    let known_ty = slot::family_known(context, family);
    let code_type = Int::of_codes(context.protocol, family).ident();
    let text = &family.name;
    let mut variants = Vec::new();
    let (mut takes, mut bytes, mut values) = (Vec::new(), Vec::new(), Vec::new());
    let other;
    for member in &family.members {
        let record = &context.protocol.records[member.record.0];
        let (variant, to, member_view) =
            (names::variant_ident(&member.name), context.path_to(record), names::view_ident(&record.name));
        let docs = docs::doc(&record.docs, &format!("`{}`", member.name));
        let known = member_known(context, family, member).map(|known| quote!(, #known));
        let (text, code) = (&member.name, number(member.code));
        let viewed = unverified::view_type(record, quote!(#to #member_view<'a>));
        variants.push(quote!(#docs #variant(#viewed),));
        let reader = match known.is_none() {
            true => quote!(#to #member_view::take_body),
            false => quote!(move |start, input| #to #member_view::take_body(start, input #known)),
        };
        let made = match unverified::is_unverified(record) {
            true => quote!(|message| Self::#variant(::wireform::Unverified::new(message))),
            false => quote!(Self::#variant),
        };
        // A message without fields is always valid.
        let take = match record.body.is_empty() {
            true => quote!(#to #member_view::take_body(start, input #known).map(#made)),
            false => quote!(::wireform::whole::member(start, input, #text, #reader, #reader).map(#made)),
        };
        takes.push((code, take));
        let (looked_at, to_value) =
            (unverified::looked_at(record, quote!(message)), to_value::of_record(context, member.record));
        bytes.push(quote!(Self::#variant(message) => #looked_at.as_bytes(),));
        values.push(quote!(Self::#variant(message) => #owned::#variant(#looked_at.#to_value()),));
    }
    if family.open {
        let in_front = family.carrier.is_some();
        let body_doc = if in_front { " The bytes after the code." } else { " Its bytes." };
        let whole = in_front.then(|| {
            quote! {
                #[doc = " The code and the bytes after it."]
                bytes: &'a [u8],
            }
        });
        variants.push(quote! {
            /// A message whose code is not in the schema. It takes all remaining bytes.
            Unknown {
                #[doc = " Its code."]
                code: #code_type,
                #[doc = #body_doc]
                body: &'a [u8],
                #whole
            },
        });
        let since = in_front.then(|| quote!(, bytes: input.since(start)));
        let unknown = quote!(Ok(Self::Unknown { code, body #since }));
        other = quote! {
            let body = input.take_rest();
            #unknown
        };
        bytes.push(if in_front {
            quote!(Self::Unknown { bytes, .. } => bytes,)
        } else {
            quote!(Self::Unknown { body, .. } => body,)
        });
        let rest = in_front.then(|| quote!(, ..));
        values.push(quote!(Self::Unknown { code, body #rest } => #owned::Unknown { code, body },));
    } else {
        other = quote!(Err(::wireform::Malformed::Code.at::<E>(&"code", start.offset()).in_message(#text)));
    }
    // The code is read here, or passed by the caller that read it.
    let (code_declared, code_passed) = match family.carrier {
        Some(_) => (None, None),
        None => (Some(quote!(code: #code_type,)), Some(quote!(code,))),
    };
    let read_code = family.carrier.map(|carrier| parse::read_code(context, carrier));
    let take_code =
        read_code.as_ref().map(|_| quote!(let code = Self::code(input).map_err(|error| error.in_message(#text))?;));
    let code_reader = read_code.map(|read_code| {
        quote! {
            #[inline]
            fn code<E: ::wireform::Refusal>(input: &mut ::wireform::Input<'a, E>) -> ::core::result::Result<#code_type, E> {
                let code = #read_code;
                Ok(code)
            }
        }
    });
    let doc = docs::doc(&[], &format!("A validated view of a message of the family {}.", docs::link(&owned)));
    let stream_doc = docs::doc(
        &[],
        &format!("A lazy iterator over the messages of a packet. It parses each [`{view}`] when it reaches it."),
    );
    let only = match takes.as_slice() {
        [] => Some(other.clone()),
        [(code, take)] => Some(quote!(if code == #code { #take } else { #other })),
        _ => None,
    };
    let takes: Vec<_> = takes.into_iter().map(|(code, take)| quote!(#code => #take,)).collect();
    let last_take = if family.open { quote!(_ => { #other }) } else { quote!(_ => #other,) };
    let whole_take = match code_passed.is_none() && known_passed.is_none() {
        true => quote!(Self::take),
        false => quote!(|input| Self::take(#code_passed input #known_passed)),
    };
    let takes = split::split(
        "take",
        &quote!(code),
        &takes,
        Some(last_take),
        |next| quote!(Self::#next(code, start, input #known_passed)),
        |name, body| {
            quote! {
                #[inline]
                fn #name<E: ::wireform::Refusal>(
                    code: #code_type,
                    start: ::wireform::Input<'a, E>,
                    input: &mut ::wireform::Input<'a, E>
                    #known_declared
                ) -> ::core::result::Result<Self, E> {
                    #body
                }
            }
        },
    );
    let (first_takes, other_takes) = (takes.first, takes.others);
    let take = only.unwrap_or(first_takes);
    let verify = verify::of_family(context, family);
    let to_value = to_value::of_family(context, family);
    let to_value_doc = to_value::doc(&to_value);
    let heard = propagation::update(context, family, true);
    let known_type_arg = (!family.params.is_empty()).then(|| quote!(, #known_ty));
    let streamed = family.carrier.is_some();
    let stream = streamed.then(|| {
        quote! {
            #stream_doc
            pub type #stream<'a> = ::wireform::Stream<'a, #view<'a> #known_type_arg>;
        }
    });
    let message = streamed.then(|| {
        quote! {
            impl<'a> ::wireform::Message<'a, #known_ty> for #view<'a> {
                #[inline]
                fn take<E: ::wireform::Refusal>(input: &mut ::wireform::Input<'a, E>, known: #known_ty) -> ::core::result::Result<Self, E> {
                    Self::take(input #known_passed)
                }

                #heard
            }
        }
    });
    let inline = parse::inline(family.members.len() > 1);
    quote! {
        #doc
        #[derive(Clone, Copy)]
        pub enum #view<'a> { #(#variants)* }

        #stream

        impl<'a> #view<'a> {
            /// Parses a message from the start of `bytes`; returns its view and the rest.
            ///
            /// # Errors
            /// The first missing or malformed field, in wire order.
            #inline
            pub fn parse(#code_declared bytes: &'a [u8] #known_declared) -> ::core::result::Result<(Self, &'a [u8]), ::wireform::ParseError> {
                ::wireform::whole::parse_member(bytes, #whole_take, #whole_take)
            }

            /// Parses a message from all of `bytes`.
            ///
            /// # Errors
            /// The first missing or malformed field, in wire order, or trailing bytes.
            #inline
            pub fn parse_exact(#code_declared bytes: &'a [u8] #known_declared) -> ::core::result::Result<Self, ::wireform::ParseError> {
                ::wireform::whole::parse_member_exact(bytes, #text, #whole_take, #whole_take)
            }

            /// The bytes from which the message was parsed.
            #[must_use]
            #[inline]
            pub fn as_bytes(&self) -> &'a [u8] {
                match *self { #(#bytes)* }
            }

            #to_value_doc
            #[must_use]
            #[inline]
            pub fn #to_value(self) -> #owned #value_life {
                match self { #(#values)* }
            }

            #[inline]
            fn take<E: ::wireform::Refusal>(#code_declared input: &mut ::wireform::Input<'a, E> #known_declared) -> ::core::result::Result<Self, E> {
                let start = *input;
                #take_code
                #take
            }

            #other_takes

            #code_reader
        }

        #message

        #verify

        impl ::core::fmt::Debug for #view<'_> {
            #[inline]
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                self.#to_value().fmt(f)
            }
        }
    }
}
