//! Delta-encoded states: a type for the state, and the conversion from it to its delta and back.

mod differ;

use super::structs;
use crate::field::slot;
use crate::model::{self, Base, Delta, Field, FieldId, InBase, Item, RecordId, Wire};
use crate::scope::Scope;
use crate::scope::generics::generics;
use crate::text::options::Options;
use crate::text::tokens::{Ident, ToTokens, TokenStream, format_ident, quote};
use crate::text::{docs, literal, names};

/// The states whose deltas a record carries, and those of its groups.
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
pub fn states(scope: &Scope<'_>, options: &Options) -> TokenStream {
    let own = scope.delta.map(|delta| match delta.scope {
        model::DeltaScope::Whole => state(scope, delta, options),
        model::DeltaScope::Part => structs::state(scope, delta, options),
        model::DeltaScope::Like(_) => TokenStream::new(),
    });
    let inside = scope.children().into_iter().map(|child| states(&child, options));
    quote!(#own #(#inside)*)
}

fn state(scope: &Scope<'_>, delta: &Delta, options: &Options) -> TokenStream {
    let (whole, change) = (names::type_ident(&delta.name), names::type_ident(scope.name));
    let generics = generics(scope, scope.borrows());
    let (declared, passed, elided) = (&generics.declared, &generics.passed, &generics.elided);
    // Inherited fields borrow for as long as the base does.
    let of_base = if inherits_borrowed(scope) { passed } else { elided };
    let plain = structs::state(scope, delta, options);
    let (changes, wholes): (Vec<_>, Vec<_>) = fields(scope, &quote!(self)).into_iter().unzip();
    let (to_change, to_whole) = (docs::link(&change), docs::link(&whole));
    let from = docs::doc(&[], &format!("Computes the {to_change} from `base` to this state, bit for bit."));
    let resolve = docs::doc(&[], &format!("Applies this delta to `base`; returns the resulting {to_whole}."));
    quote! {
        #plain

        impl #declared #whole #passed {
            #from
            #[must_use]
            #[inline]
            pub fn delta_from(&self, base: &#whole #elided) -> #change #passed { #change { #(#changes,)* } }

            /// Applies `changes` to `base` one after the other; iterates over the resulting states. The cost of a step
            /// does not depend on the number of earlier changes.
            pub fn follow(
                base: Self,
                changes: impl ::core::iter::IntoIterator<Item = #change #passed>,
            ) -> impl ::core::iter::Iterator<Item = Self> {
                let mut last = base;
                changes.into_iter().map(move |change| { last = change.resolve(&last); last })
            }
        }

        impl #declared #change #passed {
            #resolve
            #[must_use]
            #[inline]
            pub fn resolve(&self, base: &#whole #of_base) -> #whole #passed { #whole { #(#wholes,)* } }
        }
    }
}

/// Whether a state can inherit borrowed data from its base.
fn inherits_borrowed(scope: &Scope<'_>) -> bool {
    scope.body.iter().map(|id| (*id, scope.field(*id))).any(|(id, field)| {
        let inherits = field.inherits().is_some() || field.inherits_places().is_some();
        let inside = match (&field.wire, field.state_inside()) {
            (Wire::Group { delta: Some(_), .. }, _) => {
                scope.child_of(id).is_some_and(|child| inherits_borrowed(&child))
            }
            (_, Some((record, _))) => inherits_borrowed(&Scope::root(scope.context, record)),
            _ => false,
        };
        inside || (inherits && scope.facts.borrows.value(id))
    })
}

/// `pitch: (self.pitch != base.pitch).then_some(self.pitch)` and `pitch: self.pitch.unwrap_or(base.pitch)`: each field
/// in the struct literals of the delta and of the state; `this` is the converted value.
fn fields(scope: &Scope<'_>, this: &TokenStream) -> Vec<(TokenStream, TokenStream)> {
    let pair = |id: FieldId, now: &TokenStream| {
        let field = scope.field(id);
        match (&field.wire, field.state_inside(), field.inherits(), field.inherits_places()) {
            (Wire::Group { name: group, delta: Some(delta), .. }, ..) => Some(part(scope, id, (group, delta), now)),
            (_, Some((_, base)), ..) => Some(inside(scope, id, now, base)),
            (_, _, Some(base), _) => Some(inherited(scope, id, now, base)),
            (Wire::Sparse { item, .. }, _, None, Some(base)) => Some(inherited_places(scope, item, now, base)),
            _ => None,
        }
    };
    let each = scope.members().into_iter().map(|(name, id)| {
        let now = quote!(#this.#name);
        let (change, whole) = id.and_then(|id| pair(id, &now)).unwrap_or((now.clone(), now));
        (quote!(#name: #change), quote!(#name: #whole))
    });
    each.collect()
}

/// The type of a field in a state: an array for a sparse list, the state for a delta.
pub fn type_in_state(scope: &Scope<'_>, id: FieldId) -> TokenStream {
    match &scope.field(id).wire {
        Wire::Sparse { item, count, base: Some(_), .. } => {
            let (element, count) = (slot::item_type(&scope.context, item), literal::length(*count));
            quote!([#element; #count])
        }
        Wire::Group { name, delta: Some(delta), .. } => {
            let (path, life) = (group_in_state(scope, name, delta), slot::lifetime(scope.facts.borrows.value(id)));
            quote!(#path #life)
        }
        Wire::Record { record, from: Some(Base::Inside(_)), .. } => slot::state_type(&scope.context, *record),
        _ => slot::slot(scope, id).plain,
    }
}

/// The path of the type of a group with inherited fields, in a state.
pub(super) fn group_in_state(scope: &Scope<'_>, group: &str, delta: &Delta) -> TokenStream {
    match delta.scope {
        model::DeltaScope::Whole => names::type_ident(group).into_token_stream(),
        model::DeltaScope::Part => names::type_ident(&delta.name).into_token_stream(),
        model::DeltaScope::Like(record) => {
            let record = &scope.protocol().records[record.0];
            scope.context.in_module_of(record, names::type_ident(&record.name))
        }
    }
}

/// `origin: OriginDelta { .. }`, `origin: Origin { .. }`: a group with inherited fields.
fn part(
    scope: &Scope<'_>,
    id: FieldId,
    (group, delta): (&str, &Delta),
    now: &TokenStream,
) -> (TokenStream, TokenStream) {
    let Some(child) = scope.child_of(id) else { return (now.clone(), now.clone()) };
    let (change, whole) = (names::type_ident(child.name), group_in_state(scope, group, delta));
    let (changes, wholes): (Vec<_>, Vec<_>) = fields(&child, now).into_iter().unzip();
    (quote!(#change { #(#changes,)* }), quote!(#whole { #(#wholes,)* }))
}

/// `former.origin.x`: a field of the base, whose variable is `former`.
pub fn in_former(former: &Ident, scope: &Scope<'_>, base: &InBase) -> TokenStream {
    let path = base.names(scope.protocol(), scope.record).into_iter().map(names::field_ident);
    quote!(#former #(.#path)*)
}

fn of_base(scope: &Scope<'_>, base: &InBase) -> TokenStream {
    in_former(&format_ident!("base"), scope, base)
}

/// `self.legs.delta_from(&base.legs)`, `self.legs.resolve(&base.legs)`: a nested state, as a delta against one in the
/// base.
fn inside(scope: &Scope<'_>, id: FieldId, now: &TokenStream, base: &InBase) -> (TokenStream, TokenStream) {
    let (base, field) = (of_base(scope, base), scope.field(id));
    match field.inherits().map(|context| of_base(scope, context)) {
        None if field.is_optional() => {
            (quote!(#now.map(|state| state.delta_from(&#base))), quote!(#now.map(|change| change.resolve(&#base))))
        }
        None => (quote!(#now.delta_from(&#base)), quote!(#now.resolve(&#base))),
        Some(default) => {
            let differs = differ::in_field(scope, id, now, &default);
            (
                quote!((#differs).then(|| #now.delta_from(&#base))),
                quote!(#now.map_or(#default, |change| change.resolve(&#base))),
            )
        }
    }
}

fn inherited(scope: &Scope<'_>, id: FieldId, now: &TokenStream, base: &InBase) -> (TokenStream, TokenStream) {
    let base = of_base(scope, base);
    let differs = differ::in_field(scope, id, now, &base);
    (quote!((#differs).then_some(#now)), quote!(#now.unwrap_or(#base)))
}

/// `::wireform::sparse::difference(&self.stats, &base.stats, |one, other| one != other)`: a sparse list, encoded as the
/// elements that differ.
fn inherited_places(scope: &Scope<'_>, item: &Item, now: &TokenStream, base: &InBase) -> (TokenStream, TokenStream) {
    let base = of_base(scope, base);
    let differ = differ::in_item(&scope.context, item, &quote!(one), &quote!(other));
    (
        quote!(::wireform::sparse::difference(&#now, &#base, |one, other| #differ)),
        quote!(::wireform::sparse::resolve(&#now, &#base)),
    )
}

/// `self.newest.delta_from(&self.previous)`: the value that is written for a record; the delta of a state. (A nested
/// state is already a delta in the value.)
pub fn written_value(scope: &Scope<'_>, record: RecordId, from: Option<&Base>, value: &TokenStream) -> TokenStream {
    match from.and_then(|from| base(scope, record, from)) {
        Some(base) => quote!(#value.delta_from(&#base)),
        None => value.clone(),
    }
}

/// `self.previous`, `super::Command::default()`: the base of a field's delta, as an expression over the record's value.
pub fn base(scope: &Scope<'_>, record: RecordId, from: &Base) -> Option<TokenStream> {
    match from {
        Base::Inside(_) => None,
        Base::Zero => Some(zero(scope, record)),
        Base::Field(id) => {
            let name = scope.member(*id);
            Some(quote!(self.#name))
        }
    }
}

fn zero(scope: &Scope<'_>, record: RecordId) -> TokenStream {
    let target = &scope.protocol().records[record.0];
    let state = scope.context.in_module_of(target, names::type_ident(target.whole_name()));
    quote!(#state::default())
}

/// `self.newest.to_value().resolve(&self.previous())`: the state that results from a delta against `base`.
fn resolved(field: &Field, change: &TokenStream, base: &TokenStream) -> TokenStream {
    if field.is_optional() {
        // The field's own name shadows no other field: the base may be one.
        let name = names::field_ident(field.name.as_deref().unwrap_or_default());
        quote!(#change.map(|#name| #name.to_value().resolve(&#base)))
    } else {
        quote!(#change.to_value().resolve(&#base))
    }
}

/// The number of deltas between the zero state and the state of a field.
fn chain_length(scope: &Scope<'_>, field: &Field) -> usize {
    let before = |field: &&Field| match field.state() {
        Some((_, Base::Field(id))) => Some(scope.field(*id)),
        _ => None,
    };
    std::iter::successors(Some(field), before).count()
}

/// `view.newest().to_value().resolve(&previous)`: the state of a field of the view `this`, from its base, which
/// `at_hand` provides. So reading all states resolves each delta once.
pub fn from_earlier_state(
    scope: &Scope<'_>,
    field: &Field,
    this: &TokenStream,
    at_hand: impl Fn(&Ident) -> TokenStream,
) -> Option<TokenStream> {
    let Some((_, Base::Field(id))) = field.state() else { return None };
    let before = at_hand(&names::field_ident(scope.field(*id).name.as_deref()?));
    let change = names::delta_getter_ident(field.name.as_deref()?);
    Some(resolved(field, &quote!(#this.#change()), &before))
}

/// Whether a field is the base of a later state of the same body.
pub fn is_a_base(scope: &Scope<'_>, id: FieldId) -> bool {
    let later = scope.body.iter().map(|id| scope.field(*id));
    later.into_iter().any(|field| matches!(field.state(), Some((_, Base::Field(base))) if *base == id))
}

/// The getters of a state: the resolved state, and its delta on the wire.
pub fn getters(scope: &Scope<'_>, id: FieldId, stored: &TokenStream) -> Option<TokenStream> {
    let field = scope.field(id);
    let (record, base) = field.state()?;
    let name = field.name.as_deref()?;
    let types = slot::slot(scope, id);
    let (base, against) = match base {
        Base::Zero => (zero(scope, record), "an all-zero state".to_owned()),
        Base::Field(id) => {
            let base = scope.field(*id).name.as_deref().unwrap_or_default();
            let getter = names::getter_ident(base);
            (quote!(self.#getter()), format!("`{base}`"))
        }
        // The base of a nested state is in the base of the outer state.
        Base::Inside(_) => return None,
    };
    let (getter, delta_getter) = (names::getter_ident(name), names::delta_getter_ident(name));
    let chain_length = chain_length(scope, field);
    let cost = format!("Applies a chain of {chain_length} deltas; `to_value` applies each delta once.");
    let cost: &[&str] = if chain_length > 1 { &[&cost] } else { &[] };
    let docs = docs::doc_and(&field.docs, "", cost);
    let delta_docs = docs::doc(&[], &format!("The delta of `{name}` on the wire, against {against}."));
    let returned = resolved(field, stored, &base);
    let option = |ty: &TokenStream| if field.is_optional() { quote!(::core::option::Option<#ty>) } else { ty.clone() };
    let (whole, change) = (option(&types.getter), option(&types.stored));
    let getter = slot::getter(&docs, &getter, &whole, returned);
    let delta_getter = slot::getter(&delta_docs, &delta_getter, &change, stored);
    Some(quote!(#getter #delta_getter))
}
