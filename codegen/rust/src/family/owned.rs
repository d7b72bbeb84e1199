//! The owned enum of a family whose value borrows.

use crate::family::{has_floats, unknown};
use crate::field::{serde, slot};
use crate::hooks::{self, to_value};
use crate::model::{FamilyId, FamilyMember};
use crate::scope::Context;
use crate::text::options::Options;
use crate::text::tokens::{TokenStream, quote};
use crate::text::{docs, names};
use crate::values::form::Form;
use crate::values::owned;

/// `pub enum ToClient { Text(Text), .. }` in the module `owned`; nothing if the value type borrows nothing.
pub fn family(context: &Context<'_>, id: FamilyId, options: &Options) -> TokenStream {
    let family = &context.protocol.families[id.0];
    if !context.facts.borrows_of_family(family) {
        return TokenStream::new();
    }
    let name = names::type_ident(&family.name);
    let plain = owned::path(context, &name);
    let docs = docs::doc(&family.docs, &format!("A message of the family `{}`.", family.name));
    let (derived, extra) = (Form::Owned.derived(false), options.derives_of_owned(|| has_floats(context, family)));
    let (serde, serde_attribute) = (serde::derives(false, options), serde::of_enum(options));
    let fails = !context.facts.streams().family(id).is_empty();
    let of_member = |member: &FamilyMember| match context.facts.borrows(member.record) {
        false => slot::record_type(context, member.record),
        true => {
            let record = &context.protocol.records[member.record.0];
            context.in_module_of(record, names::type_ident(&record.name))
        }
    };
    let members = family.members.iter().map(|member| {
        let (variant, ty) = (names::variant_ident(&member.name), of_member(member));
        quote!(#variant(#ty))
    });
    let members = quote!(::wireform::owned_members! { #name, #(#members),* });
    let variants = family.members.iter().map(|member| {
        let record = &context.protocol.records[member.record.0];
        let (variant, docs) = (names::variant_ident(&member.name), docs::summary(&record.docs));
        let ty = of_member(member);
        let serde = serde::of_variant(&member.name, &variant, options);
        quote!(#docs #serde #variant(#ty),)
    });
    let unknown = unknown(context, family, &quote!(::wireform::alloc::vec::Vec<u8>), options);
    let lent = family.members.iter().map(|member| {
        let variant = names::variant_ident(&member.name);
        let value = if context.facts.borrows(member.record) { quote!(message.as_value()) } else { quote!(*message) };
        quote!(Self::#variant(message) => #plain::#variant(#value),)
    });
    let owns = family.members.iter().map(|member| {
        let (variant, value) = (names::variant_ident(&member.name), own(context, member));
        quote!(#plain::#variant(message) => Self::#variant(#value),)
    });
    let (lent_unknown, owned_unknown) = match family.open {
        true => (
            Some(quote!(Self::Unknown { code, body } => #plain::Unknown { code: *code, body: body.as_slice() },)),
            Some(quote!(#plain::Unknown { code, body } => Self::Unknown { code, body: body.to_vec() },)),
        ),
        false => (None, None),
    };
    let conversion = owned::conversion(
        (&TokenStream::new(), &quote!(#name), &quote!(#plain<'_>)),
        &TokenStream::new(),
        &quote!(match value { #(#owns)* #owned_unknown }),
        fails,
    );
    let default = match family.members.first() {
        Some(member) => {
            let variant = names::variant_ident(&member.name);
            quote!(Self::#variant(::core::default::Default::default()))
        }
        None => quote!(Self::Unknown { code: 0, body: ::core::default::Default::default() }),
    };
    let view = (to_value::of_family(context, family) == "to_value").then(|| {
        let view = owned::path(context, &names::view_ident(&family.name));
        quote!(, view #view)
    });
    let is_message = family.carrier.is_some() && hooks::of_family(context, family).is_empty();
    let known = (is_message && !family.params.is_empty()).then(|| slot::family_known(context, family));
    let ordered = !has_floats(context, family);
    let surface = owned::surface_of((&name, None, &plain), view, (fails, ordered), is_message.then_some(known));
    let open = options.of_families();
    quote! {
        #docs
        #[derive(#derived #extra #serde)]
        #serde_attribute
        #open
        pub enum #name { #(#variants)* #unknown }

        impl #name {
            /// The plain value, which borrows from this one.
            #[must_use]
            pub fn as_value(&self) -> #plain<'_> {
                match self { #(#lent)* #lent_unknown }
            }
        }

        impl ::core::default::Default for #name {
            fn default() -> Self { #default }
        }

        #conversion

        #surface

        #members
    }
}

/// The owned form of a member.
fn own(context: &Context<'_>, member: &FamilyMember) -> TokenStream {
    let fails = !context.facts.streams().record(member.record).is_empty();
    match (context.facts.borrows(member.record), fails) {
        (false, _) => quote!(message),
        (true, false) => quote!(message.into_owned()),
        (true, true) => quote!(message.into_owned()?),
    }
}
