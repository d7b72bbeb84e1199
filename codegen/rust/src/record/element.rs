//! Implementations of `Element`, for records and for value types with a wire encoding.

use crate::decode::{parse, take};
use crate::encode::check::FieldPath;
use crate::encode::put;
use crate::facts::{Checked, numbers};
use crate::field::{code, propagation, slot, value};
use crate::hooks::{self, to_value, verify};
use crate::layout;
use crate::model::{Held, Interval, Item, Node, Scalar, Value};
use crate::scope::item_set::ItemSet;
use crate::scope::{Context, Scope};
use crate::text::emitted::Emitted;
use crate::text::int::Int;
use crate::text::options::Options;
use crate::text::tokens::{TokenStream, format_ident, quote};
use crate::text::{literal, names};
use crate::values::{debug, owned};

/// The implementations for value types, which are in the protocol's module.
pub fn of_values(context: &Context<'_>, set: &ItemSet) -> Vec<TokenStream> {
    set.items
        .iter()
        .filter_map(|item| match item {
            Item::Scalar { scalar: Scalar::Int { .. }, value: Value::Int(_) | Value::Bool } => None,
            Item::Scalar { scalar, value } => Some(of_value(context, *scalar, *value)),
            Item::Float { .. } | Item::Record { .. } | Item::Family { .. } => None,
        })
        .collect()
}

/// `impl ::wireform::Element<'_, Int> for Gun { .. }`: the implementation for a value type in one encoding.
fn of_value(context: &Context<'_>, scalar: Scalar, of: Value) -> TokenStream {
    let int = Int::of_scalar(context.protocol, scalar);
    let ty = value::value_type(context, of, int);
    let marker = slot::scalar_marker(context, scalar);
    let number = take::number(context, &format_ident!("input"), scalar, &quote!(&""));
    let whole = layout::scalar_interval(context.protocol, scalar);
    let refused = value::refused(context, of, &Emitted::path(quote!(raw)), int, whole).map(|rejection| {
        let (test, error) = (&rejection.test, rejection.error(&quote!(&""), &quote!(at), &quote!(raw)));
        quote!(if #test { return Err(#error); })
    });
    let at = refused.is_some().then(|| quote!(let at = input.offset();));
    let returned = value::from_raw(context, of, Emitted::path(quote!(raw)), int);
    let (raw, from) = value::to_written(context.protocol, scalar, of, this(of), int);
    let raw = int.convert(raw, from);
    let check = checks(context, of, int, whole);
    let put = code::put_number(context, scalar, &raw);
    quote! {
        impl ::wireform::Element<'_, #marker> for #ty {
            #[inline]
            fn take<E: ::wireform::Refusal>(input: &mut ::wireform::Input<'_, E>, _as: #marker) -> ::core::result::Result<Self, E> {
                #at
                let raw = #number;
                #refused
                Ok(#returned)
            }

            #[inline]
            fn put(&self, out: &mut ::wireform::Output<'_>, _as: #marker) -> ::core::result::Result<(), ::wireform::Error> {
                #check
                #put
                Ok(())
            }
        }
    }
}

/// The element, as the receiver of a method or as a number.
fn this(of: Value) -> Emitted {
    match of.held() {
        Held::Int | Held::Bool => Emitted::operand(quote!(*self)),
        Held::Type => Emitted::path(quote!(self)),
    }
}

fn checks(context: &Context<'_>, of: Value, int: Int, whole: Interval) -> TokenStream {
    let (raw, from) = value::to_number(context.protocol, of, this(of), int);
    let (path, fits) = (FieldPath::none(), numbers::possible(context.protocol, of, from).within(whole));
    let range = (!fits).then(|| path.refuse_outside(context.protocol, of, &raw, from, &[whole]));
    let may_be_invalid = numbers::has_invalid(context.protocol, of, &[Interval::ANYTHING]);
    let invalid = may_be_invalid.then(|| path.refuse_invalid(of, &quote!(self), &raw));
    quote!(#range #invalid)
}

/// `impl ::wireform::Element<'_, ()> for BasePlace { .. }`: the implementation for a record.
pub fn of_record(scope: &Scope<'_>, options: &Options) -> TokenStream {
    let context = &scope.context;
    let ty = slot::element_type(context, scope.id);
    let bare =
        layout::bare_element(scope.record).and_then(|id| scope.field(id).name.as_deref()).map(names::field_ident);
    let known = slot::record_known(context, scope.record);
    let view = names::view_ident(scope.name);
    let borrows = scope.borrows();
    let (impl_life, life) = if borrows { (quote!(<'a>), quote!('a)) } else { (TokenStream::new(), quote!('_)) };
    let has = !scope.record.params.is_empty();
    let (name, more) = if has { (quote!(known), quote!(, known)) } else { (quote!(_known), TokenStream::new()) };
    let to_value = to_value::of_scope(scope);
    let taken = parse::take(context, scope.record, &format_ident!("input"), has.then(|| quote!(known)));
    let take = match &bare {
        Some(only) => quote!(#taken.map(|view| view.#to_value().#only)),
        None => quote!(#taken.map(#view::#to_value)),
    };
    let heard = propagation::update_in_record(scope, &known);
    let size = scope.context.facts.infallible_size(scope.id).map(|size| {
        let size = literal::length(size);
        quote!(
            const SIZE: ::core::option::Option<usize> = Some(#size);
        )
    });
    // Session state is read from values, and fixed-size elements are rarely skipped one by one.
    let pass = (heard.is_none() && size.is_none()).then(|| {
        let (name, updated) = if has { (quote!(known), quote!(known)) } else { (quote!(same), quote!(same)) };
        let input = format_ident!("input");
        let passed = match context.facts.is_recursive(Node::Record(scope.id)) {
            true => {
                let known = has.then(|| quote!(known));
                let passed = parse::pass(context, scope.record, (&quote!(*input), &input), known);
                quote!(#passed.map(|()| #updated))
            }
            false => quote!(#taken?; Ok(#updated)),
        };
        quote! {
            #[inline]
            fn pass<E: ::wireform::Refusal>(input: &mut ::wireform::Input<#life, E>, #name: #known) -> ::core::result::Result<#known, E> {
                #passed
            }
        }
    });
    let (whole, made) = match &bare {
        Some(only) => {
            let element = names::type_ident(scope.name);
            (quote!(whole), Some(quote!(let whole = #element { #only: *self };)))
        }
        None => (quote!(self), None),
    };
    let passed = has.then(|| quote!(known));
    let put = put::whole(context, scope.id, &quote!(#whole.put(out #more)), &quote!(#whole.check(#passed)));
    let put = quote!(#made #put);
    let lent = owned::lent_record(scope, options);
    let print = debug::element(scope);
    let hooks = hooks::of_record(scope);
    let hooked = verify::Element { ty: &ty, borrows, known: &known, take: quote!(#taken?), put: &put };
    let one_call = bare.is_none() && context.facts.checked(scope.id) == Checked::AsWritten;
    let (hooked, element_put) = (hooked.hooked(context, &hooks), hooks::without(&hooks, put, one_call));
    quote! {
        impl #impl_life ::wireform::Element<#life, #known> for #ty {
            #size

            #[inline]
            fn take<E: ::wireform::Refusal>(input: &mut ::wireform::Input<#life, E>, #name: #known) -> ::core::result::Result<Self, E> {
                #take
            }

            #pass

            #lent

            #[inline]
            fn put(&self, out: &mut ::wireform::Output<'_>, #name: #known) -> ::core::result::Result<(), ::wireform::Error> {
                #element_put
            }

            #print

            #heard
        }

        #hooked
    }
}
