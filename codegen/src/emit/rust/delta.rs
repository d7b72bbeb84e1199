//! States that travel as differences: a type for the state, and the way from it to what travels and back.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::generics::generics;
use super::scope::{Place, Scope};
use super::slot;
use super::take::is_optional;
use super::{Options, docs, names, plain};
use crate::layout::{self, Floats};
use crate::model::{Base, Field, Item, Record, RecordId, Source, Wire};

/// The state whose differences a record carries.
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
pub(super) fn state(scope: &Scope<'_>, options: &Options) -> TokenStream {
    let Some(delta) = scope.record.delta.as_ref().filter(|_| scope.is_root) else { return TokenStream::new() };
    let (whole, change) = (names::type_ident(&delta.name), names::type_ident(&scope.name));
    let generics = generics(scope, slot::borrows(scope));
    let (declared, passed, elided) = (&generics.declared, &generics.passed, &generics.elided);
    let plain = plain::state(scope, delta, options);
    let (changes, wholes): (Vec<_>, Vec<_>) = fields(scope).unzip();
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

/// Each field of the plain value, in the struct literals of what travels and of the state.
fn fields<'s>(scope: &'s Scope<'_>) -> impl Iterator<Item = (TokenStream, TokenStream)> + 's {
    let same = |name: Ident| (quote!(#name: self.#name), quote!(#name: self.#name));
    let shown = scope.body.iter().map(|id| scope.field(*id)).flat_map(move |field| match &field.wire {
        Wire::Bits { parts, .. } => {
            let set = parts.iter().filter(|part| scope.cell(part.cell).source == Source::User);
            set.filter_map(|part| part.name.as_deref()).map(|name| same(names::field_ident(name))).collect()
        }
        _ if !scope.shows(field) => Vec::new(),
        _ => {
            let name = names::field_ident(field.name.as_deref().unwrap_or_default());
            vec![match (field.inherits(), field.inherits_places()) {
                (Some(id), _) => inherited(scope, field, &name, scope.field(id)),
                (None, Some(id)) => inherited_places(scope, field, &name, scope.field(id)),
                (None, None) => same(name),
            }]
        }
    });
    shown.collect::<Vec<_>>().into_iter()
}

fn inherited(scope: &Scope<'_>, field: &Field, name: &Ident, base: &Field) -> (TokenStream, TokenStream) {
    let base = names::field_ident(base.name.as_deref().unwrap_or_default());
    let differs = differ_in_field(&scope.place, scope, field, &quote!(self.#name), &quote!(base.#base));
    (quote!(#name: (#differs).then_some(self.#name)), quote!(#name: self.#name.unwrap_or(base.#base)))
}

/// A list of which the elements that differ travel.
fn inherited_places(scope: &Scope<'_>, field: &Field, name: &Ident, base: &Field) -> (TokenStream, TokenStream) {
    let base = names::field_ident(base.name.as_deref().unwrap_or_default());
    let Wire::Sparse { item, .. } = &field.wire else { return (quote!(#name), quote!(#name)) };
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
        quote!(#name: ::wireform::sparse::difference(&self.#name, &base.#base, |one, other| #differ)),
        quote!(#name: ::wireform::sparse::resolve(&self.#name, &base.#base)),
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
