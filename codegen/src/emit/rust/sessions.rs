//! Values of the session as parameters: in generated code whatever needs one is handed it, like everything else that
//! the bytes do not say. It is an `Option`, unknown at the beginning, and a stream sets it when the message passes.

use std::collections::BTreeSet;

use super::scope::{Place, Scope};
use super::tokens::{TokenStream, format_ident, quote};
use super::{names, slot, take};
use crate::layout;
use crate::model::{
    Extent, Family, FamilyId, Field, Input, Item, Param, ParamKind, Protocol, RecordId, Schema, Session, SessionId,
    Value, Wire,
};

/// The same schema with the session's values passed: every record and family that needs one, itself or inside, has a
/// parameter for it, behind its own.
pub(super) fn passed(schema: &Schema) -> Schema {
    Schema { first: pass(&schema.first), later: schema.later.iter().map(pass).collect() }
}

fn pass(protocol: &Protocol) -> Protocol {
    let mut protocol = protocol.clone();
    let needs = layout::sessions_inside(&protocol);
    let sessions = protocol.sessions.clone();
    let params = |ids: &BTreeSet<SessionId>| -> Vec<Param> {
        ids.iter().filter_map(|id| Some(param(sessions.get(id.0)?, *id))).collect()
    };
    for (id, record) in protocol.records.iter_mut().enumerate() {
        for field in &mut record.fields {
            let passed = needs.wire(&field.wire).iter().copied().map(Input::Session);
            match &mut field.wire {
                Wire::Record { args, .. }
                | Wire::Family { args, .. }
                | Wire::List { item: Item::Record { args, .. } | Item::Family { args, .. }, .. }
                | Wire::Sparse { item: Item::Record { args, .. } | Item::Family { args, .. }, .. } => {
                    args.extend(passed);
                }
                _ => {}
            }
        }
        record.params.extend(params(needs.record(RecordId(id))));
    }
    for (id, family) in protocol.families.iter_mut().enumerate() {
        for member in &mut family.members {
            member.args.extend(needs.record(member.record).iter().copied().map(Input::Session));
        }
        family.params.extend(params(needs.family(FamilyId(id))));
    }
    protocol
}

fn param(session: &Session, id: SessionId) -> Param {
    Param { name: session.name.clone(), docs: session.docs.clone(), kind: session.kind, session: Some(id) }
}

/// The parameter of a session's value: `known.mode`.
pub(super) fn known(protocol: &Protocol, id: SessionId) -> TokenStream {
    let name = names::field_ident(&protocol.sessions[id.0].name);
    quote!(known.#name)
}

/// What a reader or writer does where values of the session are needed: `refuse` gives the error of one that nobody has
/// said.
pub(super) fn demand(scope: &Scope<'_>, needs: Vec<SessionId>, refuse: impl Fn(&str) -> TokenStream) -> TokenStream {
    let demands = needs.into_iter().map(|id| {
        let (known, error) = (known(scope.protocol(), id), refuse(&scope.protocol().sessions[id.0].name));
        quote!(if #known.is_none() { return Err(#error); })
    });
    quote!(#(#demands)*)
}

/// What the messages of a family say for those behind them in a stream: the inside of `heard`, a function from what was
/// known to what is known then. Nothing if that is never anything new.
pub(super) fn heard(place: &Place<'_>, family: &Family, of_view: bool) -> Option<TokenStream> {
    let told: Vec<(TokenStream, TokenStream)> = family
        .params
        .iter()
        .filter_map(|param| {
            let session = &place.protocol.sessions[param.session?.0];
            let member = family.members.iter().find(|member| member.record == session.message)?;
            let record = &place.protocol.records[session.message.0];
            let cell = &record.cells[session.cell.0];
            let (variant, name) = (names::variant_ident(&member.name), names::field_ident(&param.name));
            let value = if of_view {
                let getter = names::getter_ident(&cell.path);
                let message = super::hooks::unverified::looked_at(record, quote!(message));
                quote!(#message.#getter())
            } else {
                let field = names::field_ident(&cell.path);
                quote!(message.#field)
            };
            // An integer may be kept in another type than the parameter has.
            let value = match (param.kind, cell.value) {
                (ParamKind::Int(interval), Value::Int) => {
                    let root = Scope::root(*place, record);
                    super::int::Int::of_interval(interval).convert(value, root.cell_int(session.cell))
                }
                _ => value,
            };
            Some((quote!(Self::#variant(message)), quote!(known.#name = Some(#value);)))
        })
        .collect();
    if told.is_empty() {
        return None;
    }
    let known = slot::family_known(place, family);
    let only = family.members.len() == 1 && !family.open;
    let told = told.into_iter().map(|(message, hear)| {
        if only { quote!(let #message = self; #hear) } else { quote!(if let #message = self { #hear }) }
    });
    Some(quote! {
        #[inline]
        fn heard(&self, mut known: #known) -> #known {
            #(#told)*
            known
        }
    })
}

/// What the streams in a record, and in its lists, say for what follows the record: `heard`, nothing if there are none.
pub(super) fn heard_in_record(scope: &Scope<'_>, known: &TokenStream) -> Option<TokenStream> {
    if !scope.record.params.iter().any(|param| param.session.is_some()) {
        return None;
    }
    let told = told(scope, &quote!(self));
    (!told.is_empty()).then(|| {
        quote! {
            fn heard(&self, mut known: #known) -> #known {
                #told
                known
            }
        }
    })
}

/// Statements that take note of what is said in a plain value: `this` is a struct of the scope.
fn told(scope: &Scope<'_>, this: &TokenStream) -> TokenStream {
    let fields = scope.body.iter().map(|id| {
        let field = scope.field(*id);
        let name = names::field_ident(field.name.as_deref().unwrap_or_default());
        let local = scope.locals().ident(field.name.as_deref().unwrap_or_default());
        let optional = take::is_optional(field) && slot::absent_value(scope, field).is_none();
        let value = if optional { quote!(#local) } else { quote!(#this.#name) };
        let told = told_by(scope, field, &value);
        match (told.is_empty(), optional) {
            (true, _) => TokenStream::new(),
            (false, false) => told,
            (false, true) => quote!(if let Some(#local) = #this.#name { #told }),
        }
    });
    quote!(#(#fields)*)
}

/// The same of one field that is there.
fn told_by(scope: &Scope<'_>, field: &Field, value: &TokenStream) -> TokenStream {
    let protocol = scope.protocol();
    if !field.wire.tells() {
        return TokenStream::new();
    }
    match &field.wire {
        Wire::List { item: Item::Family { family, .. }, .. } => {
            let family = &protocol.families[family.0];
            handed_on(
                scope,
                &family.params,
                &slot::family_known(&scope.place, family),
                |known| quote!(#value.heard(#known)),
            )
        }
        Wire::Record { record, .. } if scope.place.facts.is_lazy(*record) => {
            told(&Scope::root(scope.place, &protocol.records[record.0]), value)
        }
        Wire::List { item: Item::Record { record, .. }, .. }
        | Wire::Sparse { item: Item::Record { record, .. }, .. }
            if scope.place.facts.is_lazy(*record) =>
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
            handed_on(scope, &record.params, &slot::record_known(&scope.place, record), |known| match elements {
                Some((elements, one)) => {
                    quote!(#elements.fold(#known, |known, one| ::wireform::Element::heard(#one, known)))
                }
                None => quote!(#value.heard(#known)),
            })
        }
        Wire::Group { .. } => scope.child_of(field).map(|child| told(&child, value)).unwrap_or_default(),
        Wire::Match { name, arms, tag } => {
            let told = arms.iter().filter_map(|arm| {
                let (plain, variant) = (names::type_ident(name), names::variant_ident(&arm.name));
                let local = format_ident!("inside");
                let inside = if arm.transparent {
                    told_by(scope, scope.field(*arm.body.first()?), &quote!(#local))
                } else {
                    let child = scope
                        .children_of_field(field)
                        .into_iter()
                        .find(|child| child.name == format!("{name}{}", arm.name))?;
                    self::told(&child, &quote!(#local))
                };
                let keeps = arm.transparent && scope.kept_code(tag, arm).is_some();
                let pattern = if keeps { quote!({ value: #local, .. }) } else { quote!((#local)) };
                (!inside.is_empty()).then(|| quote!(if let #plain::#variant #pattern = #value { #inside }))
            });
            quote!(#(#told)*)
        }
        _ => TokenStream::new(),
    }
}

/// What messages or elements say: of what they are told only the session's values count. `hear` makes of what is known
/// in front of them what is known behind.
fn handed_on(
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
    let behind = hear(quote!(#ty { #(#known),* #others }));
    quote! {
        let heard = #behind;
        #(#heard)*
    }
}
