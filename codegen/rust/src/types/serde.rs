//! Support of serde for number types: the runtime has a macro for each kind.

use crate::model::{BitsPart, Enum, Notation, Packed, Quantity, Value};
use crate::text::int::Int;
use crate::text::literal;
use crate::text::names::{joined_ident, part_ident, type_ident, variant_ident};
use crate::text::options::Options;
use crate::text::tokens::{Ident, TokenStream, quote};

/// `::wireform::serde_enum! { Weapon, u8, "Weapon", "fist" Fist, "special" Special(16); other Other }`
pub(super) fn of_enum(this: &Enum, int: Int, options: &Options) -> Option<TokenStream> {
    let (ty, name, int) = (type_ident(&this.name), &this.name, int.ident());
    let names = this.codes.iter().map(|code| {
        let (name, variant) = (&code.name, variant_ident(&code.name));
        let first = code.stores_code().then(|| {
            let first = literal::number(code.written);
            quote!((#first))
        });
        quote!(#name #variant #first)
    });
    let other = this.open.then(|| quote!(; other Other));
    options.serde.then(|| quote!(::wireform::serde_enum! { #ty, #int, #name #(, #names)* #other }))
}

/// `::wireform::serde_quantity! { Cubes, i32, f32, "Cubes", "cubes" }`
pub(super) fn of_quantity(this: &Quantity, int: Int, value: &Ident, options: &Options) -> Option<TokenStream> {
    let (ty, name, int) = (type_ident(&this.name), &this.name, int.ident());
    let unit = this.unit.as_deref().map(|unit| quote!(, #unit));
    options.serde.then(|| quote!(::wireform::serde_quantity! { #ty, #int, #value, #name #unit }))
}

/// `::wireform::serde_bits! { Look, u16, "Look", "yaw" yaw with_yaw plain }`
pub(super) fn of_bits<'a>(
    name: &str,
    int: Int,
    parts: impl Iterator<Item = (&'a str, &'a BitsPart)>,
    options: &Options,
) -> Option<TokenStream> {
    let (ty, int) = (type_ident(name), int.ident());
    let parts = parts.map(|(name, part)| {
        let (getter, setter) = (part_ident(name), joined_ident("with_", name));
        let form = if part.value == Value::Int(Some(Notation::Hex)) { quote!(hex) } else { quote!(plain) };
        quote!(#name #getter #setter #form)
    });
    options.serde.then(|| quote!(::wireform::serde_bits! { #ty, #int, #name #(, #parts)* }))
}

/// `::wireform::serde_packed! { Look, u16, "Look", "yaw" yaw, "pitch" pitch }`
pub(super) fn of_packed(this: &Packed, int: Int, options: &Options) -> Option<TokenStream> {
    let (ty, name, int) = (type_ident(&this.name), &this.name, int.ident());
    let digits = this.digits.iter().map(|digit| {
        let (name, getter) = (&digit.name, part_ident(&digit.name));
        quote!(#name #getter)
    });
    options.serde.then(|| quote!(::wireform::serde_packed! { #ty, #int, #name #(, #digits)* }))
}
