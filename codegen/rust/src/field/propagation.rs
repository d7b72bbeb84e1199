//! Session state that generated code updates: a stream passes it from message to message, a record from its streams to
//! the code after it.

use super::{slot, unverified, value as number};
use crate::facts::scopes::is_option;
use crate::layout;
use crate::model::{Extent, Family, FamilyMember, FieldId, Item, Param, ParamKind, Wire};
use crate::scope::{Context, Scope};
use crate::text::emitted::Emitted;
use crate::text::tokens::{ToTokens, TokenStream, format_ident, quote};
use crate::text::{int, names};

/// `fn heard(&self, mut known: ToClientKnown) -> ToClientKnown { .. }`: maps the session state before a message to the
/// state after it. `None` if no message updates the state.
pub fn update(context: &Context<'_>, family: &Family, of_view: bool) -> Option<TokenStream> {
    let updates = family.members.iter().filter_map(|member| {
        let updates = updates_by_member(context, family, member, of_view);
        let variant = names::variant_ident(&member.name);
        (!updates.is_empty()).then(|| (quote!(Self::#variant(message)), updates))
    });
    let updates: Vec<(TokenStream, TokenStream)> = updates.collect();
    if updates.is_empty() {
        return None;
    }
    let known = slot::family_known(context, family);
    // A view's own function is called by that of the trait.
    let name = if of_view { format_ident!("after") } else { format_ident!("heard") };
    let only = family.members.len() == 1 && !family.open;
    let updates = updates.into_iter().map(|(message, hear)| {
        if only { quote!(let #message = self; #hear) } else { quote!(if let #message = self { #hear }) }
    });
    Some(quote! {
        #[inline]
        fn #name(&self, mut known: #known) -> #known {
            #(#updates)*
            known
        }
    })
}

/// `known.mode = Some(message.mode());`: updates the session state by `message` of a member, a view or a value.
pub fn updates_by_member(context: &Context<'_>, family: &Family, member: &FamilyMember, of_view: bool) -> TokenStream {
    let updates = family.params.iter().filter_map(|param| {
        let session = &context.protocol.sessions[param.session?.0];
        if member.record != session.message {
            return None;
        }
        let record = &context.protocol.records[session.message.0];
        let cell = &record.cells[session.cell.0];
        let name = names::field_ident(&param.name);
        let value = if of_view {
            let getter = names::getter_ident(&cell.path);
            let message = unverified::looked_at(record, quote!(message));
            quote!(#message.#getter())
        } else {
            let field = names::field_ident(&cell.path);
            quote!(message.#field)
        };
        // The field and the parameter may have different integer types.
        let value = match (param.kind, cell.value) {
            (ParamKind::Int(interval), kind) if kind.is_number() => {
                let root = Scope::root(*context, session.message);
                let (raw, int) =
                    number::to_raw(context.protocol, kind, Emitted::operand(value), root.cell_int(session.cell));
                int::Int::of_interval(interval).convert(raw, int).to_token_stream()
            }
            _ => value,
        };
        Some(quote!(known.#name = Some(#value);))
    });
    updates.collect()
}

/// The function `heard` of a record: the updates by streams in it and in its lists. `None` if there are none.
pub fn update_in_record(scope: &Scope<'_>, known: &TokenStream) -> Option<TokenStream> {
    if !scope.record.params.iter().any(|param| param.session.is_some()) {
        return None;
    }
    let updates = updates(scope, &quote!(self));
    (!updates.is_empty()).then(|| {
        quote! {
            fn heard(&self, mut known: #known) -> #known {
                #updates
                known
            }
        }
    })
}

/// Statements that update the session state from a value; `this` is a struct of the scope.
fn updates(scope: &Scope<'_>, this: &TokenStream) -> TokenStream {
    let fields = scope.body.iter().map(|id| {
        let field = scope.field(*id);
        let name = scope.member(*id);
        let local = scope.locals().ident(field.name.as_deref().unwrap_or_default());
        let optional = is_option(field);
        let value = match layout::bare_element(scope.record) {
            Some(only) if only == *id => quote!((*#this)),
            _ if optional => quote!(#local),
            _ => quote!(#this.#name),
        };
        let updates = updates_by(scope, *id, &value);
        match (updates.is_empty(), optional) {
            (true, _) => TokenStream::new(),
            (false, false) => updates,
            (false, true) => quote!(if let Some(#local) = #this.#name { #updates }),
        }
    });
    quote!(#(#fields)*)
}

/// The updates by one present field.
fn updates_by(scope: &Scope<'_>, id: FieldId, value: &TokenStream) -> TokenStream {
    let (protocol, field) = (scope.protocol(), scope.field(id));
    if !field.wire.tells() {
        return TokenStream::new();
    }
    match &field.wire {
        Wire::List { item: Item::Family { family, .. }, .. } => {
            let family = &protocol.families[family.0];
            propagated(
                scope,
                &family.params,
                &slot::family_known(&scope.context, family),
                |known| quote!(#value.heard(#known)),
            )
        }
        Wire::Record { record, .. } if scope.context.facts.is_lazy(*record) => {
            updates(&Scope::root(scope.context, *record), value)
        }
        Wire::List { item: Item::Record { record, .. }, .. }
        | Wire::Sparse { item: Item::Record { record, .. }, .. }
            if scope.context.facts.is_lazy(*record) =>
        {
            let each = |elements: TokenStream, one: TokenStream| Some((elements, one));
            let elements = match &field.wire {
                Wire::List { item, extent } if layout::is_array_of(protocol, item, extent) => {
                    each(quote!(#value.iter()), quote!(one))
                }
                Wire::List { extent: Extent::Fixed { or_end: false, .. }, .. } => {
                    each(quote!(#value.iter()), quote!(&one))
                }
                Wire::Sparse { .. } => each(quote!(#value.iter().flatten()), quote!(one)),
                _ => None,
            };
            let record = &protocol.records[record.0];
            propagated(scope, &record.params, &slot::record_known(&scope.context, record), |known| match elements {
                Some((elements, one)) => {
                    quote!(#elements.fold(#known, |known, one| ::wireform::Element::heard(#one, known)))
                }
                None => quote!(#value.heard(#known)),
            })
        }
        Wire::Group { .. } => scope.child_of(id).map(|child| updates(&child, value)).unwrap_or_default(),
        Wire::Match { name, arms, tag } => {
            let updates = arms.iter().enumerate().filter_map(|(index, arm)| {
                let (plain, variant) = (names::type_ident(name), names::variant_ident(&arm.name));
                let local = format_ident!("inside");
                let inside = if arm.transparent {
                    updates_by(scope, *arm.body.first()?, &quote!(#local))
                } else {
                    let child = scope.child_of_arm(id, index)?;
                    updates(&child, &quote!(#local))
                };
                let is_stored = arm.transparent && scope.stored_code(tag, arm).is_some();
                let pattern = if is_stored { quote!({ value: #local, .. }) } else { quote!((#local)) };
                (!inside.is_empty()).then(|| quote!(if let #plain::#variant #pattern = #value { #inside }))
            });
            quote!(#(#updates)*)
        }
        _ => TokenStream::new(),
    }
}

/// The updates by messages or elements, of whose parameters only session state matters. `hear` maps the state before
/// them to the state after.
fn propagated(
    scope: &Scope<'_>,
    params: &[Param],
    ty: &TokenStream,
    hear: impl FnOnce(TokenStream) -> TokenStream,
) -> TokenStream {
    let sessions: Vec<_> = params.iter().filter_map(|param| param.session).collect();
    if sessions.is_empty() {
        return TokenStream::new();
    }
    let names: Vec<_> = sessions.iter().map(|id| names::field_ident(&scope.protocol().sessions[id.0].name)).collect();
    let others = (sessions.len() < params.len()).then(|| quote!(, ..::core::default::Default::default()));
    let (known, heard): (Vec<_>, Vec<_>) =
        names.iter().map(|name| (quote!(#name: known.#name), quote!(known.#name = heard.#name;))).unzip();
    let updated = hear(quote!(#ty { #(#known),* #others }));
    quote! {
        let heard = #updated;
        #(#heard)*
    }
}
