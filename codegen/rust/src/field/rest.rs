//! Tests whether a value takes all that is left of its region.

use super::slot;
use crate::facts::scopes::is_option;
use crate::layout;
use crate::model::{Extent, FamilyId, FieldId, Item, Node, Takes, Wire};
use crate::scope::{Context, Scope};
use crate::text::names;
use crate::text::tokens::{Ident, TokenStream, format_ident, quote};

/// `Packet::takes_rest`: whether an element of a list takes the rest; `None` if none does.
pub fn taken_by(scope: &Scope<'_>, item: &Item, extent: &Extent) -> Option<TokenStream> {
    let (context, node) = (scope.context, item.holds().filter(|_| *extent == Extent::Rest)?);
    match (layout::node_takes_rest(context.protocol, node), node) {
        (Takes::Never, _) => None,
        (Takes::Sometimes, Node::Record(record)) => {
            let element = Scope::seen_from(context, record);
            Some(match layout::bare_element(element.record) {
                Some(only) => {
                    let test = of_field(&element, only, &quote!(element));
                    quote!(|element| #test)
                }
                None => {
                    let path = context.in_module_of(element.record, names::type_ident(element.name));
                    quote!(#path::takes_rest)
                }
            })
        }
        (Takes::Sometimes, Node::Family(family)) => {
            let path = slot::family_path(&context, &context.protocol.families[family.0]);
            Some(quote!(#path::takes_rest))
        }
        (Takes::Always, _) => Some(quote!(|_| true)),
    }
}

/// `fn takes_rest(&self) -> bool { .. }` of a record, if a writer asks for it.
pub fn of_record(scope: &Scope<'_>) -> Option<TokenStream> {
    let is_bare = layout::bare_element(scope.record).is_some();
    if is_bare || !scope.context.facts.is_asked_for_rest(Node::Record(scope.id)) {
        return None;
    }
    let (visible, test) = (scope.visibility(), of_body(scope, &scope.record.body, &quote!(self)));
    Some(function(visible, &test))
}

/// `fn takes_rest(&self) -> bool { .. }` of a family, if a writer asks for it.
pub fn of_family(context: &Context<'_>, id: FamilyId) -> Option<TokenStream> {
    let family = &context.protocol.families[id.0];
    if !context.facts.is_asked_for_rest(Node::Family(id)) {
        return None;
    }
    let members = family.members.iter().map(|member| {
        let variant = names::variant_ident(&member.name);
        let variant = quote!(Self::#variant);
        (variant, quote!((inside)), context.protocol.records[member.record.0].takes_rest, quote!(inside.takes_rest()))
    });
    let unknown = family.open.then(|| (quote!(Self::Unknown), TokenStream::new(), Takes::Always, TokenStream::new()));
    Some(function(None, &of_variants(&quote!(self), members.chain(unknown))))
}

fn function(visible: Option<TokenStream>, test: &TokenStream) -> TokenStream {
    quote! {
        /// Whether it takes all that is left of its region.
        #[inline]
        #visible fn takes_rest(&self) -> bool {
            #test
        }
    }
}

/// A test of an enum: which values of its variants take the rest. Each has its path, the pattern that binds its value, and
/// a test of that.
fn of_variants(
    place: &TokenStream,
    variants: impl Iterator<Item = (TokenStream, TokenStream, Takes, TokenStream)>,
) -> TokenStream {
    let (mut whole, mut tested, mut others) = (Vec::new(), Vec::new(), None);
    for (path, bound, takes, test) in variants {
        match takes {
            Takes::Never => others = Some(quote!(_ => false,)),
            Takes::Always => whole.push(quote!(#path { .. })),
            Takes::Sometimes => tested.push(quote!(#path #bound => #test,)),
        }
    }
    if tested.is_empty() {
        return quote!(::core::matches!(#place, #(#whole)|*));
    }
    let whole = (!whole.is_empty()).then(|| quote!(#(#whole)|* => true,));
    quote!(match #place { #whole #(#tested)* #others })
}

/// A test of a body of which some values take the rest, in the struct `this`.
fn of_body(scope: &Scope<'_>, body: &[FieldId], this: &TokenStream) -> TokenStream {
    let Some(id) = layout::taker_of_rest(scope.protocol(), scope.record, body) else { return quote!(false) };
    let (field, name) = (scope.field(id), scope.member(id));
    let place = quote!(#this.#name);
    if !is_option(field) {
        return of_field(scope, id, &place);
    }
    match layout::field_takes_rest(scope.protocol(), scope.record, id) {
        Takes::Always => quote!(#place.is_some()),
        Takes::Never | Takes::Sometimes => {
            let local: Ident = scope.locals().ident(field.name.as_deref().unwrap_or_default());
            let test = of_field(scope, id, &quote!(#local));
            quote!(#place.is_some_and(|#local| #test))
        }
    }
}

/// A test of a present field, of which some values take the rest.
fn of_field(scope: &Scope<'_>, id: FieldId, value: &TokenStream) -> TokenStream {
    match &scope.field(id).wire {
        Wire::Group { body, .. } => match scope.child_of(id) {
            Some(child) => of_body(&child, body, value),
            None => quote!(false),
        },
        Wire::Match { name, arms, tag } => {
            let path = scope.context.in_module_of(scope.record, names::type_ident(name));
            let local = format_ident!("inside");
            let variants = arms.iter().enumerate().map(|(index, arm)| {
                let variant = names::variant_ident(&arm.name);
                let takes = layout::body_takes_rest(scope.protocol(), scope.record, &arm.body);
                let test = match (arm.body.as_slice(), scope.child_of_arm(id, index)) {
                    _ if takes != Takes::Sometimes => TokenStream::new(),
                    ([only], _) if arm.transparent => of_field(scope, *only, &quote!(#local)),
                    (body, Some(child)) => of_body(&child, body, &quote!(#local)),
                    (_, None) => quote!(false),
                };
                let is_stored = arm.transparent && scope.stored_code(tag, arm).is_some();
                let bound = if is_stored { quote!({ value: #local, .. }) } else { quote!((#local)) };
                (quote!(#path::#variant), bound, takes, test)
            });
            of_variants(value, variants)
        }
        _ => quote!(#value.takes_rest()),
    }
}
