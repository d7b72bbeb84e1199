//! Conversions between the plain and the owned form of one field: `lend` borrows the plain form from the owned one,
//! `own` copies in the other direction.

use crate::layout;
use crate::model::{Content, Extent, FieldId, Item, Wire};
use crate::scope::{Context, Scope};
use crate::text::tokens::{TokenStream, quote};

/// Whether the conversion to the owned form can fail: messages of a stream in it may be malformed.
pub fn is_fallible(scope: &Scope<'_>, id: FieldId) -> bool {
    let any_in = |body: &[FieldId]| scope.record.scope(body).into_iter().any(|id| is_fallible(scope, id));
    match &scope.field(id).wire {
        Wire::List { item: Item::Family { .. }, extent: Extent::Rest } => true,
        wire @ (Wire::Group { .. } | Wire::Match { .. }) => wire.bodies().into_iter().any(any_in),
        wire => !scope.context.facts.streams().wire(wire).is_empty(),
    }
}

/// `text.as_str()`, `::wireform::List::lent(hits, hits.len())`: the plain form of a present field that borrows; `owned`
/// is a reference.
pub fn lend(scope: &Scope<'_>, id: FieldId, whole: bool, owned: &TokenStream) -> TokenStream {
    let (context, protocol) = (&scope.context, scope.protocol());
    match &scope.field(id).wire {
        Wire::Octets { content: Content::Text(text), .. } if text.is_str() => quote!(#owned.as_str()),
        Wire::Octets { content: Content::Text(_), .. } => quote!(::wireform::Text::from(#owned.as_str())),
        Wire::Octets { extent: Extent::Fixed { or_end: false, .. }, content: Content::Free } => quote!(&**#owned),
        Wire::Octets { content: Content::Free, .. } => quote!(#owned.as_slice()),
        Wire::List { item: Item::Family { family, .. }, extent: Extent::Rest } => {
            match context.facts.borrows_of_family(&protocol.families[family.0]) {
                true => quote!(::wireform::Messages::lent(#owned, #owned.len())),
                false => quote!(::wireform::Messages::from(#owned.as_slice())),
            }
        }
        Wire::List { item, extent } => {
            let borrows = context.facts.borrows_of_item(protocol, item);
            let is_fixed = matches!(extent, Extent::Fixed { or_end: false, .. });
            match (is_fixed, borrows) {
                (true, _) if layout::is_array_of(protocol, item, extent) => {
                    let element = lend_item(context, item, &quote!(one));
                    quote!(#owned.each_ref().map(|one| #element))
                }
                (true, true) => quote!(::wireform::Array::lent(&**#owned)),
                (true, false) => quote!(::wireform::Array::from(&**#owned)),
                (false, true) => quote!(::wireform::List::lent(#owned, #owned.len())),
                (false, false) => quote!(::wireform::List::from(#owned.as_slice())),
            }
        }
        Wire::Nested { part, args } => match protocol.nested_item(*part, args) {
            Some(item) if context.facts.borrows_of_item(protocol, &item) => quote!(::wireform::Nested::lent(#owned)),
            _ => quote!(#owned.as_value()),
        },
        Wire::Sparse { item, base, .. } => {
            let element = lend_item(context, item, &quote!(one));
            match whole && base.is_some() {
                true => quote!(#owned.each_ref().map(|one| #element)),
                false => quote!(#owned.each_ref().map(|one| one.as_ref().map(|one| #element))),
            }
        }
        _ => quote!(#owned.as_value()),
    }
}

/// The plain form of an element; `owned` is a reference.
pub fn lend_item(context: &Context<'_>, item: &Item, owned: &TokenStream) -> TokenStream {
    match item {
        _ if !context.facts.borrows_of_item(context.protocol, item) => quote!(*#owned),
        Item::Record { record: id, .. } => match layout::bare_element(&context.protocol.records[id.0]) {
            Some(only) => lend(&Scope::seen_from(*context, *id), only, false, owned),
            None => quote!(#owned.as_value()),
        },
        _ => quote!(#owned.as_value()),
    }
}

/// `::wireform::alloc::string::String::from(text)`, `data.to_vec()`: the owned form of a present field that borrows;
/// with a `?` if it can fail.
pub fn own(scope: &Scope<'_>, id: FieldId, whole: bool, plain: &TokenStream) -> TokenStream {
    let context = &scope.context;
    let wire = &scope.field(id).wire;
    let fails = is_fallible(scope, id);
    match wire {
        Wire::Octets { content: Content::Text(text), .. } if text.is_str() => {
            quote!(::wireform::alloc::string::String::from(#plain))
        }
        Wire::Octets { content: Content::Text(_), .. } => quote!(::wireform::owned::text(#plain)),
        Wire::Octets { extent: Extent::Fixed { or_end: false, .. }, content: Content::Free } => {
            quote!(::wireform::alloc::boxed::Box::new(*#plain))
        }
        Wire::Octets { content: Content::Free, .. } => quote!(#plain.to_vec()),
        Wire::List { item: item @ Item::Family { .. }, extent: Extent::Rest } => {
            let message = own_item(context, item, &quote!(one?));
            collected(&quote!(#plain.iter()), &message, true)
        }
        Wire::List { item, extent } => {
            let element = own_item(context, item, &quote!(one));
            let is_fixed = matches!(extent, Extent::Fixed { or_end: false, .. });
            match (is_fixed, fails) {
                (true, _) if layout::is_array_of(context.protocol, item, extent) => array(plain, &element, fails),
                (true, false) => quote!(::wireform::owned::row(#plain.iter().map(|one| #element))),
                (true, true) => {
                    let all = collected(&quote!(#plain.iter()), &element, true);
                    quote!(::wireform::owned::row(#all.into_iter()))
                }
                (false, _) => collected(&quote!(#plain.iter()), &element, fails),
            }
        }
        Wire::Nested { part, args } => {
            let item = context.protocol.nested_item(*part, args);
            let inside = item.map(|item| own_item(context, &item, &quote!(one)));
            quote!(#plain.get().into_iter().map(|one| #inside).collect())
        }
        Wire::Sparse { item, base, .. } => {
            let element = own_item(context, item, &quote!(one));
            // A `?` in the closure of an option would return from that closure only.
            let element = match whole && base.is_some() {
                true => element,
                false => quote!(match one { Some(one) => Some(#element), None => None }),
            };
            array(plain, &element, fails)
        }
        _ => into_owned(plain, fails),
    }
}

/// `stats.map(|one| ..)`: the converted elements of an array.
fn array(plain: &TokenStream, element: &TokenStream, fails: bool) -> TokenStream {
    if !fails {
        return quote!(#plain.map(|one| #element));
    }
    let all = collected(&quote!(#plain.into_iter()), element, true);
    quote!(::wireform::owned::array(#all))
}

/// `hits.iter().map(|one| ..).collect()`: the converted elements of an iterator.
fn collected(all: &TokenStream, element: &TokenStream, fails: bool) -> TokenStream {
    match fails {
        false => quote!(#all.map(|one| #element).collect()),
        true => quote! {
            #all.map(|one| -> ::core::result::Result<_, ::wireform::Error> { Ok(#element) })
                .collect::<::core::result::Result<::wireform::alloc::vec::Vec<_>, _>>()?
        },
    }
}

/// The owned form of an element; with a `?` if it can fail.
fn own_item(context: &Context<'_>, item: &Item, plain: &TokenStream) -> TokenStream {
    let protocol = context.protocol;
    if !context.facts.borrows_of_item(protocol, item) {
        return plain.clone();
    }
    if let Item::Record { record: id, .. } = item
        && let Some(only) = layout::bare_element(&protocol.records[id.0])
    {
        return own(&Scope::seen_from(*context, *id), only, false, plain);
    }
    into_owned(plain, !context.facts.streams().item(item).is_empty())
}

fn into_owned(plain: &TokenStream, fails: bool) -> TokenStream {
    let fails = fails.then(|| quote!(?));
    quote!(#plain.into_owned() #fails)
}
