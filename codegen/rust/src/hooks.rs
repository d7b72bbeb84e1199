//! Hooks, checksums that the user's program computes: a trait for each, and the argument that passes them to writers.
//!
//! A record with a hook, its own or a nested one, is written through an output that holds the hooks, so a writer
//! without them does not compile. `unverified` has the other direction.

pub mod checksum;
pub mod to_value;
pub mod verify;

use crate::field::params;
use crate::model::{Checksum, Expr, Family, Hook, HookId, Input, Item};
use crate::scope::item_set::ItemSet;
use crate::scope::{Context, Scope, locals};
use crate::text::emitted::Emitted;
use crate::text::int::Int;
use crate::text::literal::hex;
use crate::text::tokens::{Ident, ToTokens, TokenStream, format_ident, quote};
use crate::text::{docs, names};

/// The traits of the hooks of a set.
///
/// ```text
/// pub trait MoveChecksum { fn move_checksum(&self, data: &[u8], sequence: u32) -> u8; }
/// impl<F: Fn(&[u8], u32) -> u8> MoveChecksum for F { .. }
/// ```
pub fn traits(context: &Context<'_>, set: &ItemSet) -> TokenStream {
    set.here(&context.protocol.hooks, &set.same.hooks).map(|(_, hook)| one(context, hook)).collect()
}

fn one(context: &Context<'_>, hook: &Hook) -> TokenStream {
    let (name, function) = (names::type_ident(&hook.name), names::field_ident(&hook.name));
    let doc = docs::doc(&hook.docs, &format!("The checksum `{}`, which your program computes.", hook.name));
    let int = result(hook);
    let result = int.ident();
    let bits = u32::from(hook.bytes).saturating_mul(8);
    let more = if bits < int.bits { format!(" Only its lowest {bits} bits are used.") } else { String::new() };
    let of_function = docs::doc(&[], &format!("Computes the checksum of these bytes.{more}"));
    let inputs = hook.params.iter().map(|param| param.name.as_str());
    let arguments = locals::of_hook([hook.data.as_str()].into_iter().chain(inputs));
    let inputs = hook.params.iter().map(|param| params::param_type(context, param));
    let types: Vec<_> = [quote!(&[u8])].into_iter().chain(inputs).collect();
    let unused = arguments.iter().map(|name| format_ident!("_{}", name.to_string().trim_start_matches("r#")));
    // `?Sized`, so that `dyn Fn` implements it too.
    quote! {
        #doc
        ///
        /// Closures of this signature implement the trait. A type of your own can implement several such traits.
        pub trait #name {
            #of_function
            #[must_use]
            fn #function(&self #(, #arguments: #types)*) -> #result;
        }

        impl<F: ::core::ops::Fn(#(#types),*) -> #result + ?::core::marker::Sized> #name for F {
            #[inline]
            fn #function(&self #(, #arguments: #types)*) -> #result {
                self(#(#arguments),*)
            }
        }

        impl #name for ::wireform::NoHooks {
            #[inline]
            fn #function(&self #(, #unused: #types)*) -> #result {
                0
            }
        }
    }
}

fn result(hook: &Hook) -> Int {
    Int::of_bits(u32::from(hook.bytes).saturating_mul(8), false)
}

/// The hooks of a record, its own and nested ones.
pub fn of_record(scope: &Scope<'_>) -> Vec<HookId> {
    scope.context.facts.hooks().record(scope.id).iter().copied().collect()
}

/// The hooks of a family's messages.
pub fn of_family(context: &Context<'_>, family: &Family) -> Vec<HookId> {
    let members = family.members.iter().flat_map(|member| context.facts.hooks().record(member.record));
    members.copied().collect::<std::collections::BTreeSet<_>>().into_iter().collect()
}

/// Whether the elements of a list have hooks.
pub fn in_item(context: &Context<'_>, item: &Item) -> bool {
    !context.facts.hooks().item(item).is_empty()
}

/// The hooks of a record itself, each with the index of its checksum.
pub fn own<'s>(scope: &Scope<'s>) -> impl Iterator<Item = (usize, &'s Checksum, &'s Hook, &'s [Input])> {
    let (record, hooks) = (scope.record, &scope.protocol().hooks);
    record.checksums.iter().enumerate().filter_map(|(index, one)| {
        let (hook, inputs) = one.hook()?;
        Some((index, one, hooks.get(hook.0)?, inputs))
    })
}

/// The bounds of a type with these hooks: `super::MoveChecksum + super::Other + ?Sized`.
pub fn bounds(context: &Context<'_>, hooks: &[HookId]) -> TokenStream {
    let all = hooks.iter().map(|id| context.in_root(names::type_ident(&context.protocol.hooks[id.0].name)));
    quote!(#(#all +)* ?::core::marker::Sized)
}

/// The type of a writer's output.
pub fn output(context: &Context<'_>, hooks: &[HookId]) -> TokenStream {
    if hooks.is_empty() {
        return quote!(&mut ::wireform::Output<'_>);
    }
    let bounds = bounds(context, hooks);
    quote!(&mut ::wireform::HookedOutput<'_, impl #bounds>)
}

/// The function of the runtime that counts written bytes.
pub fn measure(hooks: &[HookId]) -> TokenStream {
    if hooks.is_empty() { quote!(::wireform::Output::measure) } else { quote!(::wireform::HookedOutput::measure) }
}

/// `::wireform::HookedOutput::without(out, |out| self.put(out))`: writes an element without its hooks. `one_call`: the
/// body is a single call.
pub fn without(hooks: &[HookId], put: TokenStream, one_call: bool) -> TokenStream {
    match hooks {
        [] => put,
        _ if one_call => quote!(::wireform::HookedOutput::without(out, |out| #put)),
        _ => quote!(::wireform::HookedOutput::without(out, |out| { #put })),
    }
}

/// `u64::from(hooks.move_checksum(covered, sequence))`: the call of a hook with its covered bytes.
pub fn call(hook: &Hook, inputs: &[TokenStream]) -> TokenStream {
    let function = names::field_ident(&hook.name);
    let number = Emitted::operand(quote!(hooks.#function(covered #(, #inputs)*)));
    let int = result(hook);
    let wide = Int::U64.convert(number, int);
    // Rust's integer is wider than a number of 3, 5, 6 or 7 bytes.
    if u32::from(hook.bytes).saturating_mul(8) == int.bits {
        return wide.into_token_stream();
    }
    let mask = hex((1_i128 << u32::from(hook.bytes).saturating_mul(8)).saturating_sub(1));
    quote!(#wide & #mask)
}

/// The inputs of a hook; the record's cells are local variables.
pub fn inputs(scope: &Scope<'_>, hook: &Hook, inputs: &[Input]) -> Vec<TokenStream> {
    let pairs = hook.params.iter().zip(inputs);
    pairs.map(|(param, input)| params::argument(scope, param.kind, &Expr::from(*input)).to_token_stream()).collect()
}

/// `out.hook(start, &Self::CHECKSUM, |hooks, covered| ..);`: writes the number of a hook at its offset.
pub fn put(scope: &Scope<'_>, name: &Ident, hook: &Hook, given: &[Input]) -> TokenStream {
    // Without arguments and conversion, the trait's function needs no closure.
    if given.is_empty() && u32::from(hook.bytes).saturating_mul(8) == Int::U64.bits {
        let hooked = scope.context.in_root(names::type_ident(&hook.name));
        let function = names::field_ident(&hook.name);
        return quote!(out.hook(start, &Self::#name, #hooked::#function););
    }
    let call = call(hook, &inputs(scope, hook, given));
    quote!(out.hook(start, &Self::#name, |hooks, covered| #call);)
}
