//! Named bit layouts: a type over the carrier's number, with a getter and a `with_` method for each part.
//!
//! Constructors drop reserved bits, so that equal values have equal bytes. All other bits are stored: `is_valid` is
//! whether a reader accepts them, and no getter fails.

mod part;

use super::newtype::{call, declaration, default_of, format_impl, method, raw};
use super::serde;
use crate::field::on_wire;
use crate::model::{Bits, BitsPart, Code, Notation, Protocol, Value};
use crate::text::docs::{doc, doc_and, doc_item};
use crate::text::int::Int;
use crate::text::literal;
use crate::text::names::{part_ident, type_ident};
use crate::text::options::Options;
use crate::text::tokens::{TokenStream, quote};

/// A layout, and the unsigned type of its number.
#[derive(Debug, Clone, Copy)]
struct Layout<'a> {
    protocol: &'a Protocol,
    this: &'a Bits,
    int: Int,
}

/// The type of a layout, with its methods and impls.
pub(super) fn layout(protocol: &Protocol, this: &Bits, options: &Options) -> TokenStream {
    let layout = Layout { protocol, this, int: Int { signed: false, ..Int::of_carrier(protocol, this.carrier) } };
    let ty = type_ident(&this.name);
    let declaration = layout.declaration(options);
    let (from_raw, raw, is_valid) = (layout.make(), raw(layout.int), layout.is_valid());
    let parts = layout.named().map(|(name, one)| {
        let (getter, setter) = (layout.getter(name, one), layout.setter(name, one));
        quote!(#getter #setter)
    });
    let (default, debug) = (layout.default_impl(), layout.debug());
    let serde = serde::of_bits(&this.name, layout.int, layout.named(), options);
    quote! {
        #declaration
        impl #ty { #from_raw #raw #is_valid #(#parts)* }
        #default
        #debug
        #serde
    }
}

impl<'a> Layout<'a> {
    /// The public parts, which have a name and are not constant.
    fn named(self) -> impl Iterator<Item = (&'a str, &'a BitsPart)> {
        let parts = self.this.parts.iter().filter(|part| part.constant.is_none());
        parts.filter_map(|part| part.name.as_deref().map(|name| (name, part)))
    }

    /// The bits of the carrier that are not reserved.
    fn meant(self) -> Code {
        part::meant(self.protocol, self.this)
    }

    /// The number of the default value: zero, with the constants and the defaults of the parts.
    fn default_raw(self) -> Code {
        self.this.parts.iter().fold(0, |raw, part| raw | part::default_bits(self.protocol, part))
    }

    /// ```text
    /// pub struct PlayerState {
    ///     raw: u8,
    /// }
    /// ```
    fn declaration(self, options: &Options) -> TokenStream {
        let docs = doc_item(
            &self.this.docs,
            &type_ident(&self.this.name),
            "A bit layout.",
            &[&on_wire::number(self.protocol, self.this.carrier)],
        );
        let default = (self.default_raw() == 0).then_some("Default");
        declaration(&docs, &type_ident(&self.this.name), self.int, default, options)
    }

    /// ```text
    /// pub const fn from_raw(raw: u8) -> Self {
    ///     Self { raw: raw & 0x7F }
    /// }
    /// ```
    fn make(self) -> TokenStream {
        let (int, meant, filled) = (self.int.ident(), self.meant(), part::filled(self.protocol, self.this));
        let is_all = meant == self.int.interval().max;
        let docs = doc_and(
            &[],
            "Converts from the number on the wire.",
            match filled {
                _ if is_all => &[],
                0 => &["Reserved bits are dropped."],
                _ => &["Reserved bits are as they are written."],
            },
        );
        let (mask, fill) = (literal::hex(meant), literal::hex(filled));
        let (raw, value) = match (meant, filled) {
            _ if is_all => (quote!(raw), quote!(Self { raw })),
            (0, 0) => (quote!(_raw), quote!(Self { raw: 0 })),
            (0, _) => (quote!(_raw), quote!(Self { raw: #fill })),
            (_, 0) => (quote!(raw), quote!(Self { raw: raw & #mask })),
            (_, _) => (quote!(raw), quote!(Self { raw: raw & #mask | #fill })),
        };
        method(&docs, quote!(from_raw), &quote!(#raw: #int), quote!(Self), &value)
    }

    /// ```text
    /// pub const fn is_valid(self) -> bool {
    ///     Move::from_code((self.raw >> 4) & 3).is_some()
    /// }
    /// ```
    fn is_valid(self) -> Option<TokenStream> {
        let tests: Vec<_> = self.this.parts.iter().filter_map(|part| self.valid(part)).collect();
        let docs = doc(&[], "Whether every bit field is valid. Readers and writers reject other values.");
        (!tests.is_empty()).then(|| method(&docs, quote!(is_valid), &quote!(self), quote!(bool), &quote!(#(#tests)&&*)))
    }

    /// `impl Default` if the default is not zero.
    fn default_impl(self) -> Option<TokenStream> {
        let (ty, raw) = (type_ident(&self.this.name), self.default_raw());
        let number = literal::hex(raw);
        (raw != 0).then(|| default_of(&ty, &quote!(Self { raw: #number })))
    }

    /// ```text
    /// f.debug_struct("PlayerState").field("move", &self.r#move()).finish()
    /// ```
    fn debug(self) -> TokenStream {
        let (ty, name) = (type_ident(&self.this.name), &self.this.name);
        let parts = self.named().map(|(name, part)| {
            let value = call(&part_ident(name));
            let is_hex = part.value == Value::Int(Some(Notation::Hex));
            let value = if is_hex { quote!(::wireform::notation::Hex(#value)) } else { value };
            quote!(.field(#name, &#value))
        });
        format_impl("Debug", &ty, &quote!(f.debug_struct(#name) #(#parts)* .finish()))
    }
}
