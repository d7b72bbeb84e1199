//! Families, messages distinguished by a code: an enum of values, one of views, and a stream and a handler if the
//! code comes first.

mod handler;
pub mod owned;
mod pass;
mod split;
mod view;

use crate::decode::parse;
use crate::facts::Checked;
use crate::field::slot::{self, lifetime};
use crate::field::{code, params, propagation, rest, serde, sessions, value};
use crate::hooks::{self, verify};
use crate::layout::{self, Floats};
use crate::model::{Family, FamilyId, FamilyMember, Input, Interval, Node, ParamKind, Record, Value, sets};
use crate::scope::Context;
use crate::text::emitted::Emitted;
use crate::text::int::{self, Int};
use crate::text::literal::number;
use crate::text::options::Options;
use crate::text::tokens::{Ident, ToTokens, TokenStream, quote};
use crate::text::{condition, docs, names};
use crate::values;

/// `pub enum ToClient { Pos(Pos), .. }`, `pub enum ToClientView<'a> { .. }`: the types of a family.
pub fn family(context: &Context<'_>, id: FamilyId, options: &Options) -> TokenStream {
    let family = &context.protocol.families[id.0];
    let known = params::known(context, &family.name, &family.params, options);
    let (plain, view) = (plain(context, id, family, options), view::view(context, family, options));
    let handler = handler::handler(context, family);
    quote!(#plain #known #view #handler)
}

/// Whether a message of a family holds a float.
fn has_floats(context: &Context<'_>, family: &Family) -> bool {
    let records = family.members.iter().map(|member| &context.protocol.records[member.record.0]);
    records.into_iter().any(|record| layout::record_floats(context.protocol, record, false) != Floats::None)
}

/// `impl ::core::convert::From<ToClientKnown> for DemoKnown { .. }`: the conversion from the state of a stream to the
/// parameters of a record.
pub fn conversion(context: &Context<'_>, family: &Family, record: &Record) -> TokenStream {
    let (from, to) = (slot::family_known(context, family), slot::record_known(context, record));
    let fields: Vec<_> = record.params.iter().map(|param| names::field_ident(&param.name)).collect();
    quote! {
        impl ::core::convert::From<#from> for #to {
            #[inline]
            fn from(known: #from) -> Self { Self { #(#fields: known.#fields),* } }
        }
    }
}

fn known_of(context: &Context<'_>, family: &Family) -> (Option<TokenStream>, Option<TokenStream>) {
    if family.params.is_empty() {
        return (None, None);
    }
    let known = slot::family_known(context, family);
    (Some(quote!(, known: #known)), Some(quote!(, known)))
}

/// The `known` argument of a member's functions, from that of the family; `None` if the member has no parameters.
fn member_known(context: &Context<'_>, family: &Family, member: &FamilyMember) -> Option<TokenStream> {
    let record = &context.protocol.records[member.record.0];
    if record.params.is_empty() {
        return None;
    }
    let ty = slot::record_known(context, record);
    let fields = record.params.iter().zip(&member.args).map(|(param, arg)| {
        let name = names::field_ident(&param.name);
        let value = match arg {
            Input::Param(id) => {
                let from = names::field_ident(&family.params[id.0].name);
                quote!(known.#from)
            }
            Input::Literal(code) => match param.kind {
                ParamKind::Bool => Emitted::Flag(*code != 0).to_token_stream(),
                ParamKind::Int(_) => number(*code),
                ParamKind::Enum(id) => {
                    let value = Value::Enum(id);
                    value::literal(context, value, Int::I64, *code).to_token_stream()
                }
            },
            Input::Session(id) => sessions::known(context.protocol, *id),
            Input::Cell(_) | Input::Part(_) | Input::Left => {
                quote!(::core::default::Default::default())
            }
        };
        quote!(#name: #value)
    });
    Some(quote!(#ty { #(#fields),* }))
}

fn plain(context: &Context<'_>, id: FamilyId, family: &Family, options: &Options) -> TokenStream {
    let (name, life) = (names::type_ident(&family.name), lifetime(context.facts.borrows_of_family(family)));
    let elided = slot::elided(&life);
    let docs = docs::doc(&family.docs, &format!("A message of the family `{}`.", family.name));
    let extra = options.derives(|| has_floats(context, family));
    let (serde, serde_attribute) = (serde::derives(!life.is_empty(), options), serde::of_enum(options));
    let code_int = Int::of_codes(context.protocol, family);
    let code_type = code_int.ident();
    let (known_declared, known_passed) = known_of(context, family);
    let mut variants = Vec::new();
    let mut puts = Vec::new();
    for member in &family.members {
        let record = &context.protocol.records[member.record.0];
        let (variant, ty) = (names::variant_ident(&member.name), slot::record_type(context, member.record));
        let docs = docs::summary(&record.docs);
        let known = member_known(context, family, member);
        let text = &member.name;
        let serde = serde::of_variant(&member.name, &variant, options);
        variants.push(quote!(#docs #serde #variant(#ty),));
        let further = known.as_ref().map(|known| quote!(, #known));
        let put = quote!(message.put(out #further));
        let named = quote!(.map_err(|error| error.in_member(&#text))?);
        let put = match context.facts.checked(member.record) {
            Checked::Never => quote!(#put;),
            Checked::Before => quote!(message.check(#known) #named; #put;),
            Checked::AsWritten => quote!(#put #named;),
        };
        puts.push(quote!(Self::#variant(message) => { #put }));
    }
    let text = &family.name;
    if family.open {
        variants.extend(unknown(context, family, &quote!(&'a [u8]), options));
        let code = Emitted::path(quote!(code));
        let put_code = family.carrier.map(|carrier| code::put_number(context, carrier, &code));
        puts.push(unknown_refused(context, family));
        let code = if put_code.is_some() { quote!(code,) } else { TokenStream::new() };
        let rest = put_code.is_none().then(|| quote!(, ..));
        puts.push(quote!(&Self::Unknown { #code body #rest } => { #put_code out.bytes(body); }));
    }
    let (default, names_life) = match family.members.iter().find(|member| !member.name.is_empty()) {
        Some(member) => {
            let variant = names::variant_ident(&member.name);
            let ty = slot::record_type(context, member.record);
            let default = quote!(Self::#variant(<#ty as ::core::default::Default>::default()));
            (default, context.facts.borrows(member.record))
        }
        None => (quote!(Self::Unknown { code: 0, body: &[] }), false),
    };
    let (default_life, default_own) = slot::lives(&life, names_life);
    let members = family.members.iter().map(|member| {
        let (variant, ty) = (names::variant_ident(&member.name), slot::record_type(context, member.record));
        quote!(#variant(#ty))
    });
    let unknown = family.open.then(|| quote!(; Unknown));
    let members = quote!(::wireform::members! { #name #life, #(#members),* #unknown });
    let hooks = hooks::of_family(context, family);
    let output = hooks::output(context, &hooks);
    let heard = propagation::update(context, family, false);
    let takes_rest = rest::of_family(context, id);
    let fails = context.facts.family_rejects(id);
    // The last function of a split has no arms for the messages of the others.
    let last = split::is_split(puts.len()).then(|| quote!(_ => {}));
    let put_result = fails.then(|| quote!(-> ::core::result::Result<(), ::wireform::Error>));
    let (fine, question) = (fails.then(|| quote!(Ok(()))), fails.then(|| quote!(?)));
    let puts = split::split(
        "put",
        &quote!(self),
        &puts,
        last,
        |next| quote!(self.#next(out #known_passed) #question),
        |name, body| quote!(#[inline] fn #name(&self, out: #output #known_declared) #put_result { #body #fine }),
    );
    let (put_body, other_puts) = (puts.first, puts.others);
    let put_body = quote!(#put_body #fine);
    let known_ty = slot::family_known(context, family);
    let element_more = known_passed.clone();
    let view_ident = names::view_ident(&family.name);
    let element_life = if life.is_empty() { quote!('_) } else { quote!('a) };
    let put = quote!(self.put(out #element_more));
    let put = if fails { put } else { quote!(#put; Ok(())) };
    let hooked = verify::Element {
        ty: &quote!(#name #life),
        borrows: !life.is_empty(),
        known: &known_ty,
        take: quote!(#view_ident::take(input #element_more)?),
        put: &put,
    };
    let (hooked, element_put) = (hooked.hooked(context, &hooks), hooks::without(&hooks, put, fails));
    let to_value = hooks::to_value::of_family(context, family);
    let code = family.carrier.is_none().then(|| code(family, &code_type));
    let max = parse::max(family.lengths);
    let known = (!family.params.is_empty()).then(|| quote!(; known: #known_ty));
    let message = (family.carrier.is_some() && hooks.is_empty()).then(|| {
        let kept = (options.owned && life.is_empty()).then(|| quote!(, kept));
        quote!(::wireform::message! { #name #life, #view_ident #kept })
    });
    let lent = (options.owned && !life.is_empty())
        .then(|| values::owned::lent_element(context, &family.name, &quote!(owned.as_value())));
    // Without a code before the message neither a list nor a stream can read it.
    let pass = context.facts.is_recursive(Node::Family(id)).then(|| {
        quote! {
            #[inline]
            fn pass<E: ::wireform::Refusal>(input: &mut ::wireform::Input<#element_life, E>, known: #known_ty) -> ::core::result::Result<#known_ty, E> {
                #view_ident::pass_body(input #element_more).map(|()| known)
            }
        }
    });
    let element = family.carrier.is_some().then(|| {
        quote! {
            impl #life ::wireform::Element<#element_life, #known_ty> for #name #life {
                #[inline]
                fn take<E: ::wireform::Refusal>(input: &mut ::wireform::Input<#element_life, E>, known: #known_ty) -> ::core::result::Result<Self, E> {
                    #view_ident::take(input #element_more).map(#view_ident::#to_value)
                }

                #pass

                #[inline]
                fn put(&self, out: &mut ::wireform::Output<'_>, known: #known_ty) -> ::core::result::Result<(), ::wireform::Error> {
                    #element_put
                }

                #lent

                #heard
            }

            #hooked
        }
    });
    let hooked = (!hooks.is_empty()).then(|| {
        let bounds = hooks::bounds(context, &hooks);
        quote!(hooked [#bounds])
    });
    let open = options.of_families();
    let public = quote!(::wireform::value! { #hooked #name #elided, #text #max, family true #known });
    quote! {
        #docs
        #[derive(Clone, Copy, PartialEq #extra #serde)]
        #serde_attribute
        #open
        pub enum #name #life { #(#variants)* }

        impl #name #elided {
            #code

            #[inline]
            fn put(&self, out: #output #known_declared) #put_result {
                #put_body
            }

            #other_puts

            #takes_rest
        }

        impl #default_life ::core::default::Default for #name #default_own {
            fn default() -> Self { #default }
        }

        #public

        #message

        #element

        #members
    }
}

/// The variant of an unknown message, with bytes of this type.
fn unknown(context: &Context<'_>, family: &Family, bytes: &TokenStream, options: &Options) -> Option<TokenStream> {
    let code = Int::of_codes(context.protocol, family).ident();
    let doc = if family.carrier.is_some() { " The bytes after the code." } else { " Its bytes." };
    let serde = serde::of_body(options);
    family.open.then(|| {
        quote! {
            /// A message whose code is not in the schema.
            Unknown {
                #[doc = " Its code."]
                code: #code,
                #[doc = #doc]
                #serde
                body: #bytes,
            },
        }
    })
}

/// The arm that rejects an unknown message whose code is a known one or out of range.
fn unknown_refused(context: &Context<'_>, family: &Family) -> TokenStream {
    let (text, code_int) = (&family.name, Int::of_codes(context.protocol, family));
    let code = Emitted::path(quote!(code));
    let wrong =
        condition::any([int::within(&code, code_int, &codes(family)), int::outside(&code, code_int, &[family.codes])]);
    if wrong.is(false) {
        return TokenStream::new();
    }
    quote! {
        &Self::Unknown { code, .. } if #wrong => {
            return Err(::wireform::Unwritable::Range.found(&"code", code).in_message(&#text));
        }
    }
}

fn codes(family: &Family) -> Vec<Interval> {
    sets::union(family.members.iter().map(|member| Interval::only(member.code)).collect())
}

/// The getter of a message's code, for families whose code is a separate field.
fn code(family: &Family, code_type: &Ident) -> TokenStream {
    let mut arms: Vec<_> = family
        .members
        .iter()
        .map(|member| {
            let (variant, code) = (names::variant_ident(&member.name), number(member.code));
            quote!(Self::#variant(_) => #code,)
        })
        .collect();
    if family.open {
        arms.push(quote!(Self::Unknown { code, .. } => code,));
    }
    quote! {
        /// The message's code, which the enclosing record carries.
        #[must_use]
        #[inline]
        pub fn code(&self) -> #code_type {
            match *self { #(#arms)* }
        }
    }
}
