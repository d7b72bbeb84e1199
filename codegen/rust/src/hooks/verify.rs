//! Verification of hooks by the reader: the getters that return `Unverified`, and the implementations of `Verify`.

use super::{call, checksum, inputs, own};
use crate::field::unverified::{in_field, is_unverified};
use crate::field::{params, slot};
use crate::hooks;
use crate::model::{Family, FieldId, Hook, HookId, Input, Wire};
use crate::scope::generics::{code_param, generics};
use crate::scope::{Context, Scope};
use crate::text::emitted::Emitted;
use crate::text::names;
use crate::text::tokens::{Literal, TokenStream, quote};

/// `::wireform::Unverified::inside(self.inner, &"Packet", &"inner")`: the result of a getter.
pub fn wrap(scope: &Scope<'_>, id: FieldId, value: &TokenStream) -> TokenStream {
    if !in_field(&scope.context, scope.field(id)) {
        return value.clone();
    }
    let (record, path) = (&scope.record.name, scope.path(id));
    let value = slot::getter_value(scope.field(id), Emitted::operand(value.clone()));
    quote!(::wireform::Unverified::inside(#value, &#record, &#path))
}

/// `pub fn inner(&self) -> ::wireform::Unverified<InnerView<'a>> { .. }`: the getter of an unverified field.
/// (`Unverified` is `#[must_use]` itself.)
pub fn getter(scope: &Scope<'_>, id: FieldId, docs: &TokenStream, stored: &TokenStream) -> TokenStream {
    let field = scope.field(id);
    let (name, ty) = (names::getter_ident(field.name.as_deref().unwrap_or_default()), slot::slot(scope, id).getter);
    if field.is_optional() {
        let returned = wrap(scope, id, &quote!(kept));
        let ty = quote!(::core::option::Option<#ty>);
        return slot::getter(docs, &name, &ty, quote!(#stored.map(|kept| #returned)));
    }
    slot::getter(docs, &name, &ty, wrap(scope, id, stored))
}

/// `start: usize, inputs: u32,`: the fields that a view needs for its verification: its offset, and the inputs of its
/// hooks.
pub fn fields(scope: &Scope<'_>) -> TokenStream {
    let types = |hook: &Hook, _: &[Input]| {
        let types = hook.params.iter().map(|param| params::param_type(&scope.context, param));
        types.collect()
    };
    needed(scope, &quote!(usize), types)
}

/// The initialisers of these fields.
pub fn inits(scope: &Scope<'_>) -> TokenStream {
    needed(scope, &quote!(start.offset()), |hook, given| inputs(scope, hook, given))
}

/// The field for the offset, and that for the arguments of all hooks, with their types or values.
fn needed(scope: &Scope<'_>, start: &TokenStream, each: impl Fn(&Hook, &[Input]) -> Vec<TokenStream>) -> TokenStream {
    if !scope.is_root || !is_unverified(scope.record) {
        return TokenStream::new();
    }
    let all: Vec<_> = own(scope).flat_map(|(_, _, hook, given)| each(hook, given)).collect();
    match all.as_slice() {
        [] => quote!(start: #start,),
        [only] => quote!(start: #start, inputs: #only,),
        all => quote!(start: #start, inputs: (#(#all),*),),
    }
}

/// The verification of a view, nested values first.
///
/// ```text
/// impl<H: MoveChecksum + ?Sized> ::wireform::Verify<H> for MoveView<'_> { .. }
/// ```
pub fn of_view(scope: &Scope<'_>) -> TokenStream {
    let mut all: Vec<Comparison> = scope.body.iter().filter_map(|id| inside(scope, *id)).collect();
    if scope.is_root {
        all.extend(own_checks(scope));
    }
    let message = scope.is_root.then_some(&scope.record.name);
    let mut statements: Vec<TokenStream> = all.iter().map(|one| one.with_location(message)).collect();
    let Some(last) = statements.pop() else { return TokenStream::new() };
    let bounds = hooks::bounds(&scope.context, &hooks::of_record(scope));
    let view = names::view_ident(scope.name);
    let passed = generics(scope, scope.view_borrows()).elided;
    let declared = match code_param(scope) {
        Some(ty) => quote!(<H: #bounds, const CODE: #ty>),
        None => quote!(<H: #bounds>),
    };
    verify(&declared, &quote!(#view #passed), &quote!(#(#statements?;)* #last))
}

/// A call that verifies a value, and the field of the record that contains it.
struct Comparison {
    call: TokenStream,
    path: Option<String>,
}

impl Comparison {
    /// The call, which adds the location to its error.
    fn with_location(&self, message: Option<&String>) -> TokenStream {
        let (call, inside) = (&self.call, self.path.as_ref().map(|path| quote!(.inside(&#path))));
        let message = message.map(|message| quote!(.in_message(&#message)));
        if inside.is_none() && message.is_none() {
            return call.clone();
        }
        quote!(#call.map_err(|error| error #inside #message))
    }
}

fn verify(declared: &TokenStream, view: &TokenStream, body: &TokenStream) -> TokenStream {
    quote! {
        impl #declared ::wireform::Verify<H> for #view {
            #[inline]
            fn verify(&self, hooks: &H) -> ::core::result::Result<(), ::wireform::Error> { #body }
        }
    }
}

/// `Move::CHECKSUM.check(self.bytes, self.start, &"checksum", |covered| ..)`
fn own_checks(scope: &Scope<'_>) -> Vec<Comparison> {
    let plain = names::type_ident(scope.name);
    let code = code_param(scope).map(|_| quote!(::<CODE>));
    let all = own(scope).map(|(.., hook, _)| hook.params.len()).sum::<usize>();
    let mut before: usize = 0;
    let mut checks = Vec::new();
    for (index, one, hook, _) in own(scope) {
        let given: Vec<TokenStream> = (before..before.saturating_add(hook.params.len()))
            .map(|at| {
                let at = Literal::usize_unsuffixed(at);
                if all == 1 { quote!(self.inputs) } else { quote!(self.inputs.#at) }
            })
            .collect();
        before = before.saturating_add(hook.params.len());
        let (name, path) = (checksum::name(index), scope.path(scope.cell(one.cell).field));
        let call = call(hook, &given);
        checks.push((one.cell, quote!(#plain #code::#name.check(self.bytes, self.start, &#path, |covered| #call))));
    }
    // Errors are reported in wire order.
    checks.sort_by_key(|(cell, _)| *cell);
    checks.into_iter().map(|(_, call)| Comparison { call, path: None }).collect()
}

/// `::wireform::Verify::verify(&self.inner(), hooks)`: the verification of a field's contents.
fn inside(scope: &Scope<'_>, id: FieldId) -> Option<Comparison> {
    let field = scope.field(id);
    let getter = names::getter_ident(field.name.as_deref()?);
    let has = match &field.wire {
        Wire::Group { .. } => scope.is_public(id) && has_hooks(&scope.child_of(id)?),
        Wire::Match { .. } => choice_has_hooks(scope, id),
        wire => !scope.context.facts.hooks().wire(wire).is_empty(),
    };
    // Errors in groups and shapes have a path in the record already.
    let path = (!matches!(field.wire, Wire::Group { .. } | Wire::Match { .. })).then(|| scope.path(id));
    has.then(|| Comparison { call: quote!(::wireform::Verify::verify(&self.#getter(), hooks)), path })
}

/// Whether a group or an arm contains a hook.
pub(super) fn has_hooks(scope: &Scope<'_>) -> bool {
    scope.body.iter().any(|id| inside(scope, *id).is_some())
}

pub(super) fn choice_has_hooks(scope: &Scope<'_>, id: FieldId) -> bool {
    let Wire::Match { arms, .. } = &scope.field(id).wire else { return false };
    let mut transparent = arms.iter().filter(|arm| arm.transparent).flat_map(|arm| &arm.body);
    scope.children_of(id).iter().any(has_hooks)
        || transparent.any(|id| !scope.context.facts.hooks().wire(&scope.field(*id).wire).is_empty())
}

/// `match self { Self::Inner(value) => ::wireform::Verify::verify(value, hooks), _ => Ok(()), }`: the verification of a
/// choice.
pub fn of_choice(scope: &Scope<'_>, id: FieldId, view_life: &TokenStream) -> TokenStream {
    let Wire::Match { name, tag, arms } = &scope.field(id).wire else { return TokenStream::new() };
    if !choice_has_hooks(scope, id) {
        return TokenStream::new();
    }
    let shapes = arms.len();
    let arms: Vec<TokenStream> = arms
        .iter()
        .enumerate()
        .filter_map(|(index, arm)| {
            let variant = names::variant_ident(&arm.name);
            let is_stored = arm.transparent && scope.stored_code(tag, arm).is_some();
            let pattern = if is_stored { quote!({ value, .. }) } else { quote!((value)) };
            let path = arm.body.first().filter(|_| arm.transparent).map(|id| scope.path(*id));
            let has = match arm.body.first().filter(|_| arm.transparent) {
                Some(id) => !scope.context.facts.hooks().wire(&scope.field(*id).wire).is_empty(),
                None => scope.child_of_arm(id, index).as_ref().is_some_and(has_hooks),
            };
            let call = quote!(::wireform::Verify::verify(value, hooks));
            let verify = has.then(|| Comparison { call, path }.with_location(None));
            verify.map(|body| quote!(Self::#variant #pattern => #body,))
        })
        .collect();
    let (bounds, view) = (hooks::bounds(&scope.context, &hooks::of_record(scope)), names::view_ident(name));
    let life = slot::elided(view_life);
    of_variants(&bounds, &quote!(#view #life), &arms, arms.len() < shapes)
}

/// The verification of an enum.
fn of_variants(bounds: &TokenStream, view: &TokenStream, arms: &[TokenStream], has_others: bool) -> TokenStream {
    let others = has_others.then(|| quote!(_ => Ok(()),));
    verify(&quote!(<H: #bounds>), view, &quote!(match self { #(#arms)* #others }))
}

/// `Self::Move(message) => ::wireform::Verify::verify(message, hooks)..`: the verification of a family.
pub fn of_family(context: &Context<'_>, family: &Family) -> TokenStream {
    let hooks = hooks::of_family(context, family);
    if hooks.is_empty() {
        return TokenStream::new();
    }
    let (hooked, others): (Vec<_>, Vec<_>) =
        family.members.iter().partition(|member| !context.facts.hooks().record(member.record).is_empty());
    let arms = hooked.into_iter().map(|member| {
        let (variant, text) = (names::variant_ident(&member.name), &member.name);
        quote! {
            Self::#variant(message) =>
                ::wireform::Verify::verify(message, hooks).map_err(|error| error.in_member(&#text)),
        }
    });
    let arms: Vec<TokenStream> = arms.collect();
    let has_others = family.open || !others.is_empty();
    let (bounds, view) = (hooks::bounds(context, &hooks), names::view_ident(&family.name));
    of_variants(&bounds, &quote!(#view<'_>), &arms, has_others)
}

/// An element type of lists, as it is written and verified there.
pub struct Element<'t> {
    pub ty: &'t TokenStream,
    pub borrows: bool,
    /// The type of its parameters.
    pub known: &'t TokenStream,
    /// The expression that reads its view from `input`.
    pub take: TokenStream,
    /// The statements that write it to `out`.
    pub put: &'t TokenStream,
}

impl Element<'_> {
    /// `fn put_hooked(..)` and `fn verify(..)`: the implementation of `HookedElement`.
    pub fn hooked(&self, context: &Context<'_>, hooks: &[HookId]) -> TokenStream {
        if hooks.is_empty() {
            return TokenStream::new();
        }
        let Self { ty, borrows, known, take, put } = self;
        let bounds = hooks::bounds(context, hooks);
        let (declared, life) =
            if *borrows { (quote!(<'a, H: #bounds>), quote!('a)) } else { (quote!(<H: #bounds>), quote!('_)) };
        quote! {
            impl #declared ::wireform::HookedElement<#life, #known, H> for #ty {
                #[inline]
                fn put_hooked(&self, out: &mut ::wireform::HookedOutput<'_, H>, known: #known) -> ::core::result::Result<(), ::wireform::Error> {
                    #put
                }

                #[inline]
                fn verify(
                    input: &mut ::wireform::Input<#life>,
                    known: #known,
                    hooks: &H
                ) -> ::core::result::Result<(), ::wireform::Error> {
                    ::wireform::Verify::verify(&#take, hooks)
                }
            }
        }
    }
}
