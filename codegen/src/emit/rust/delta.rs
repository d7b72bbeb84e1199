//! States that travel as differences: a type for the state, and the way from it to what travels and back.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::generics::generics;
use super::scope::{Place, Scope};
use super::slot;
use super::take::is_optional;
use super::{Options, docs, names, plain};
use crate::layout::{self, Floats};
use crate::model::{self, Base, Delta, Field, FieldId, Item, Record, RecordId, Source, Wire};

/// The states whose differences a record carries, and those of its groups.
///
/// ```text
/// pub struct Command { pub pitch: Angle, .. }
/// impl Command {
///     pub fn delta_from(&self, base: &Command) -> CommandDelta { .. }
/// }
/// impl CommandDelta {
///     pub fn resolve(&self, base: &Command) -> Command { .. }
/// }
/// ```
pub(super) fn states(scope: &Scope<'_>, options: &Options) -> TokenStream {
    let own = scope.delta.map(|delta| match delta.place {
        model::Place::Whole => state(scope, delta, options),
        model::Place::Part => plain::state(scope, delta, options),
        model::Place::Like(_) => TokenStream::new(),
    });
    let inside = scope.children().into_iter().map(|child| states(&child, options));
    quote!(#own #(#inside)*)
}

fn state(scope: &Scope<'_>, delta: &Delta, options: &Options) -> TokenStream {
    let (whole, change) = (names::type_ident(&delta.name), names::type_ident(&scope.name));
    let generics = generics(scope, slot::borrows(scope));
    let (declared, passed, elided) = (&generics.declared, &generics.passed, &generics.elided);
    let plain = plain::state(scope, delta, options);
    let (changes, wholes): (Vec<_>, Vec<_>) = fields(scope, &quote!(self)).into_iter().unzip();
    let (to_change, to_whole) = (docs::link(&change), docs::link(&whole));
    let from = docs::doc(&[], &format!("The {to_change} that makes this of `base`: all that differs, bit for bit."));
    let resolve = docs::doc(&[], &format!("The {to_whole} that is `base` with this."));
    quote! {
        #plain

        impl #declared #whole #passed {
            #from
            #[must_use]
            #[inline]
            pub fn delta_from(&self, base: &#whole #elided) -> #change #passed { #change { #(#changes,)* } }
        }

        impl #declared #change #passed {
            #resolve
            #[must_use]
            #[inline]
            pub fn resolve(&self, base: &#whole #elided) -> #whole #passed { #whole { #(#wholes,)* } }
        }
    }
}

/// Each field of a plain value, in the struct literals of what travels and of the state; `this` is the other of them.
fn fields(scope: &Scope<'_>, this: &TokenStream) -> Vec<(TokenStream, TokenStream)> {
    let same = |name: Ident| (quote!(#name: #this.#name), quote!(#name: #this.#name));
    let each = scope.body.iter().map(|id| scope.field(*id)).flat_map(|field| match &field.wire {
        Wire::Bits { parts, .. } => {
            let set = parts.iter().filter(|part| scope.cell(part.cell).source == Source::User);
            set.filter_map(|part| part.name.as_deref()).map(|name| same(names::field_ident(name))).collect()
        }
        _ if !scope.shows(field) => Vec::new(),
        wire => {
            let name = names::field_ident(field.name.as_deref().unwrap_or_default());
            vec![match (wire, field.inherits(), field.inherits_places()) {
                (Wire::Group { delta: Some(_), .. }, ..) => part(scope, field, &name, this),
                (_, Some(id), _) => inherited(scope, field, &name, this, id),
                (Wire::Sparse { item, .. }, None, Some(id)) => inherited_places(scope, item, &name, this, id),
                _ => same(name),
            }]
        }
    });
    each.collect()
}

/// A group of which parts are inherited.
fn part(scope: &Scope<'_>, field: &Field, name: &Ident, this: &TokenStream) -> (TokenStream, TokenStream) {
    let Some(child) = scope.child_of(field) else { return (quote!(#name), quote!(#name)) };
    let (change, whole) = (names::type_ident(&child.name), without_lifetime(&super::sparse::state_type(scope, field)));
    let (changes, wholes): (Vec<_>, Vec<_>) = fields(&child, &quote!(#this.#name)).into_iter().unzip();
    (quote!(#name: #change { #(#changes,)* }), quote!(#name: #whole { #(#wholes,)* }))
}

/// A type as a struct literal names it.
fn without_lifetime(ty: &TokenStream) -> TokenStream {
    ty.to_string().replace("< 'a >", "").parse().unwrap_or_else(|_| ty.clone())
}

/// A field of the base.
fn of_base(scope: &Scope<'_>, id: FieldId) -> TokenStream {
    let path = scope.record.path_in_state(id).into_iter().map(names::field_ident);
    quote!(base #(.#path)*)
}

fn inherited(
    scope: &Scope<'_>,
    field: &Field,
    name: &Ident,
    this: &TokenStream,
    base: FieldId,
) -> (TokenStream, TokenStream) {
    let (now, base) = (quote!(#this.#name), of_base(scope, base));
    let differs = differ_in_field(&scope.place, scope, field, &now, &base);
    (quote!(#name: (#differs).then_some(#now)), quote!(#name: #now.unwrap_or(#base)))
}

/// A list of which the elements that differ travel.
fn inherited_places(
    scope: &Scope<'_>,
    item: &Item,
    name: &Ident,
    this: &TokenStream,
    base: FieldId,
) -> (TokenStream, TokenStream) {
    let (now, base) = (quote!(#this.#name), of_base(scope, base));
    let differ = match item {
        Item::Scalar { .. } | Item::Family { .. } => quote!(one != other),
        Item::Float { .. } => quote!(one.to_bits() != other.to_bits()),
        Item::Record { record, .. } => {
            let record = &scope.protocol().records[record.0];
            match layout::record_floats(scope.protocol(), record) {
                Floats::None => quote!(one != other),
                Floats::Plain | Floats::Hidden => differ_in(&scope.place, record, &quote!(one), &quote!(other)),
            }
        }
    };
    (
        quote!(#name: ::wireform::sparse::difference(&#now, &#base, |one, other| #differ)),
        quote!(#name: ::wireform::sparse::resolve(&#now, &#base)),
    )
}

/// Whether two values differ in a bit.
fn differ(place: &Place<'_>, record: &Record, wire: &Wire, one: &TokenStream, other: &TokenStream) -> TokenStream {
    if layout::wire_floats(place.protocol, record, wire) == Floats::None {
        return quote!(#one != #other);
    }
    match wire {
        Wire::Float { .. } => quote!(#one.to_bits() != #other.to_bits()),
        Wire::List { item: Item::Float { width, .. }, .. } => {
            let float = slot::float_type(*width);
            quote!(#one.map(#float::to_bits) != #other.map(#float::to_bits))
        }
        Wire::List { item: Item::Record { record, .. }, .. } => {
            let differ = differ_in(place, &place.protocol.records[record.0], &quote!(one), &quote!(other));
            quote!(#one.iter().zip(&#other).any(|(one, other)| #differ))
        }
        Wire::Record { record, .. } => differ_in(place, &place.protocol.records[record.0], one, other),
        _ => quote!(#one != #other),
    }
}

/// Whether two values of a field differ in a bit. Those of a group are compared one by one where they hold floats.
fn differ_in_field(
    place: &Place<'_>,
    scope: &Scope<'_>,
    field: &Field,
    one: &TokenStream,
    other: &TokenStream,
) -> TokenStream {
    match scope.child_of(field) {
        Some(child) if layout::wire_floats(place.protocol, scope.record, &field.wire) != Floats::None => {
            differ_in_scope(place, &child, one, other)
        }
        _ => differ(place, scope.record, &field.wire, one, other),
    }
}

/// Whether the plain values of a record differ in a bit.
fn differ_in(place: &Place<'_>, record: &Record, one: &TokenStream, other: &TokenStream) -> TokenStream {
    let scope = Scope::root(*place, record);
    differ_in_scope(place, &scope, one, other)
}

fn differ_in_scope(place: &Place<'_>, scope: &Scope<'_>, one: &TokenStream, other: &TokenStream) -> TokenStream {
    let mut all = Vec::new();
    for field in scope.body.iter().map(|id| scope.field(*id)) {
        if let Wire::Bits { parts, .. } = &field.wire {
            for part in parts.iter().filter(|part| scope.cell(part.cell).source == Source::User) {
                let name = names::field_ident(part.name.as_deref().unwrap_or_default());
                all.push(quote!(#one.#name != #other.#name));
            }
        } else if scope.shows(field) {
            let name = names::field_ident(field.name.as_deref().unwrap_or_default());
            all.push(differ_in_field(place, scope, field, &quote!(#one.#name), &quote!(#other.#name)));
        }
    }
    quote!(#(#all)||*)
}

/// What travels of a record's plain value: of a state, its difference.
pub(super) fn travelling(scope: &Scope<'_>, record: RecordId, from: Option<Base>, value: &TokenStream) -> TokenStream {
    let Some(base) = from else { return value.clone() };
    let base = match base {
        Base::Zero => zero(scope, record),
        Base::Field(id) => {
            let name = names::field_ident(scope.field(id).name.as_deref().unwrap_or_default());
            quote!(self.#name)
        }
    };
    quote!(#value.delta_from(&#base))
}

fn zero(scope: &Scope<'_>, record: RecordId) -> TokenStream {
    let target = &scope.protocol().records[record.0];
    let (to, name) = (scope.place.path_to(target), names::type_ident(target.whole_name()));
    quote!(#to #name::default())
}

/// The getters of a state: the whole, and what of it stands on the wire.
pub(super) fn getters(scope: &Scope<'_>, field: &Field, kept: &TokenStream) -> Option<TokenStream> {
    let (record, base) = field.state()?;
    let name = field.name.as_deref()?;
    let slot = slot::slot(scope, field);
    let (base, behind) = match base {
        Base::Zero => (zero(scope, record), "a state in which all is zero".to_owned()),
        Base::Field(id) => {
            let base = scope.field(id).name.as_deref().unwrap_or_default();
            let getter = names::getter_ident(base);
            (quote!(self.#getter()), format!("`{base}`"))
        }
    };
    let (whole, change) = (&slot.shown, &slot.kept);
    let (getter, delta_getter) = (names::getter_ident(name), names::delta_getter_ident(name));
    let docs = docs::doc(&field.docs, &format!("`{name}`"));
    let delta_docs = docs::doc(&[], &format!("What of `{name}` stands on the wire: how it differs from {behind}."));
    let (whole, change, shown) = if is_optional(field) {
        let option = |ty: &TokenStream| quote!(::core::option::Option<#ty>);
        (option(whole), option(change), quote!(#kept.map(|delta| delta.to_value().resolve(&#base))))
    } else {
        (whole.clone(), change.clone(), quote!(#kept.to_value().resolve(&#base)))
    };
    Some(quote! {
        #docs
        #[must_use]
        #[inline]
        pub fn #getter(&self) -> #whole { #shown }
        #delta_docs
        #[must_use]
        #[inline]
        pub fn #delta_getter(&self) -> #change { #kept }
    })
}
