//! Views of families: the enum of a family's messages, and the stream of them.

use super::{known_of, member_known, pass, split};
use crate::decode::parse;
use crate::field::slot::{self, lifetime};
use crate::field::{propagation, serde, unverified};
use crate::hooks::{to_value, verify};
use crate::layout::words;
use crate::model::{Family, FamilyMember};
use crate::scope::Context;
use crate::text::int::Int;
use crate::text::literal::{self, number};
use crate::text::options::Options;
use crate::text::tokens::{TokenStream, quote};
use crate::text::{docs, names};

/// `::wireform::member(start, input, &"Connect", ())`: reads a message after its code.
pub(super) fn take_member(context: &Context<'_>, family: &Family, member: &FamilyMember) -> TokenStream {
    let record = &context.protocol.records[member.record.0];
    let (text, known) = (&member.name, member_known(context, family, member));
    // A message without fields is always valid.
    if record.body.is_empty() && !unverified::is_unverified(record) {
        let view = context.in_module_of(record, names::view_ident(&record.name));
        let further = known.map(|known| quote!(, #known));
        return quote!(#view::take_body(start, input #further));
    }
    let known = known.unwrap_or_else(|| quote!(()));
    quote!(::wireform::member(start, input, &#text, #known))
}

/// `pub enum ToClientView<'a> { Pos(PosView<'a>), .. }` with its readers, and `ToClientStream<'a>`.
pub(super) fn view(context: &Context<'_>, family: &Family, options: &Options) -> TokenStream {
    let (plain, view, stream) =
        (names::type_ident(&family.name), names::view_ident(&family.name), names::stream_ident(&family.name));
    let value_life = lifetime(context.facts.borrows_of_family(family));
    let (known_declared, known_passed) = known_of(context, family);
    let known_ty = slot::family_known(context, family);
    let code_type = Int::of_codes(context.protocol, family).ident();
    let text = &family.name;
    let mut variants = Vec::new();
    let (mut takes, mut names_of, mut values) = (Vec::new(), Vec::new(), Vec::new());
    let mut unknown_bytes = None;
    let other;
    for member in &family.members {
        let record = &context.protocol.records[member.record.0];
        let member_view = context.in_module_of(record, names::view_ident(&record.name));
        let variant = names::variant_ident(&member.name);
        let docs = docs::summary(&record.docs);
        let (take, code) = (take_member(context, family, member), number(member.code));
        let viewed = unverified::view_type(record, quote!(#member_view<'a>));
        variants.push(quote!(#docs #variant(#viewed),));
        names_of.push(quote!(#variant(#viewed)));
        takes.push((code, quote!(#take.map(Self::#variant))));
        let (looked_at, to_value) =
            (unverified::looked_at(record, quote!(message)), to_value::of_record(context, member.record));
        values.push(quote!(Self::#variant(message) => #plain::#variant(#looked_at.#to_value()),));
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
        unknown_bytes = Some(if in_front { quote!(, unknown bytes) } else { quote!(, unknown body) });
        let rest = in_front.then(|| quote!(, ..));
        values.push(quote!(Self::Unknown { code, body #rest } => #plain::Unknown { code, body },));
    } else {
        let expected = words::codes(family);
        other = quote!(Err(E::no_message(&#text, start.offset(), &#expected, code)));
    }
    // The code is read first, or passed by the caller that read it, before the parameters.
    let (given, unpacked) = match (family.carrier, family.params.is_empty()) {
        (Some(_), true) => (None, None),
        (Some(_), false) => (Some(quote!(known: #known_ty)), None),
        (None, true) => (Some(quote!(code: #code_type)), None),
        (None, false) => (Some(quote!(given: (#code_type, #known_ty))), Some(quote!(let (code, known) = given;))),
    };
    let given_declared = given.as_ref().map(|given| quote!(, #given));
    let given = given.map(|given| quote!(; #given));
    let read_code = family.carrier.map(|carrier| parse::read_code(context, carrier));
    let take_code =
        read_code.as_ref().map(|_| quote!(let code = Self::code(input).map_err(|error| error.in_message(&#text))?;));
    let code_reader = read_code.map(|read_code| {
        quote! {
            #[inline]
            fn code<E: ::wireform::Refusal>(input: &mut ::wireform::Input<'a, E>) -> ::core::result::Result<#code_type, E> {
                let code = #read_code;
                Ok(code)
            }
        }
    });
    let doc = docs::doc(&[], &format!("Reads {}: any message of the family.", docs::link(&plain)));
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
    let pass = pass::function(context, family);
    let inline = parse::inline(family.members.len() > 1);
    let min = literal::length(family.lengths.accepted.min);
    let serde = serde::of_view(&TokenStream::new(), &quote!(#view<'_>), &to_value, options);
    let open = options.of_families();
    let hears = heard.as_ref().map(|_| quote!(, session after));
    quote! {
        #doc
        #[derive(Clone, Copy)]
        #open
        pub enum #view<'a> { #(#variants)* }

        #stream

        impl<'a> #view<'a> {
            #to_value_doc
            #[must_use]
            #[inline]
            pub fn #to_value(self) -> #plain #value_life {
                match self { #(#values)* }
            }

            #[inline]
            fn take<E: ::wireform::Refusal>(input: &mut ::wireform::Input<'a, E> #given_declared) -> ::core::result::Result<Self, E> {
                let start = *input;
                #unpacked
                #take_code
                #take
            }

            #other_takes

            #pass

            #code_reader

            #heard
        }

        ::wireform::family_view! {
            #inline #view, #text, #min.., #to_value, [#(#names_of),*] #unknown_bytes #hears #given
        }

        #serde

        #verify
    }
}
