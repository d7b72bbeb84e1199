//! Enums: named codes.

use super::newtype::{default_of, format_impl, method};
use super::serde;
use crate::facts::numbers;
use crate::field::on_wire;
use crate::layout::words;
use crate::model::{Enum, EnumCode, Interval, Protocol, sets};
use crate::text::docs::{doc, doc_and, doc_item};
use crate::text::int::Int;
use crate::text::literal::{self, Pattern};
use crate::text::names::{type_ident, variant_ident};
use crate::text::options::Options;
use crate::text::tokens::{Ident, TokenStream, quote};

/// The type of an enum, with its methods and impls.
pub(super) fn enumeration(protocol: &Protocol, this: &Enum, options: &Options) -> TokenStream {
    let int = Int::of_carrier(protocol, this.carrier);
    let ty = type_ident(&this.name);
    let declaration = declaration(protocol, this, int, options);
    let (from_code, code) = (from_code(this, int), code(this, int));
    let is_canonical = this.stores_codes().then(|| is_canonical(this, int)).flatten();
    let (default, display) = (default_impl(this), display(this));
    let serde = serde::of_enum(this, int, options);
    let names = names(this, int);
    quote! {
        #declaration
        impl #ty { #from_code #code #is_canonical }
        #names
        #default
        #display
        #serde
    }
}

/// `::wireform::names! { ArmourType, [Blue, Green, Yellow], code i32; open }`: `ALL` and `FromStr`, unless a name stores a range
/// of codes; the conversions from and to a code; and the expected code of non-canonical values.
fn names(this: &Enum, int: Int) -> TokenStream {
    let (ranges, names): (Vec<_>, Vec<_>) = this.codes.iter().partition(|code| code.stores_code());
    let (ty, names) = (type_ident(&this.name), names.into_iter().map(|code| variant_ident(&code.name)));
    let has_ranges = !ranges.is_empty();
    let ranges = ranges.into_iter().map(|code| {
        let (name, codes) = (variant_ident(&code.name), words::numbers(&code.read));
        quote!(#name = #codes)
    });
    let ranges = has_ranges.then(|| quote!(, ranges [#(#ranges),*]));
    let fails = (!numbers::has_all_names(this)).then(|| {
        let (text, expected) = (&this.name, words::names(this));
        quote!(, fails #text, #expected)
    });
    // Numbers beyond the carrier have no name.
    let of_all = match (this.open, fails.is_none() && numbers::has_names(this, int.interval())) {
        (true, _) => Some(quote!(; open)),
        (false, true) => Some(quote!(; all)),
        (false, false) => None,
    };
    let repr = int.ident();
    quote!(::wireform::names! { #ty, [#(#names),*] #ranges, code #repr #fails #of_all })
}

/// The value of a name with its first code: `Self::Rifle`, `Self::Special(16)`.
fn first_value(code: &EnumCode) -> TokenStream {
    let (name, written) = (variant_ident(&code.name), literal::number(code.written));
    if code.stores_code() { quote!(Self::#name(#written)) } else { quote!(Self::#name) }
}

/// ```text
/// #[repr(u8)]
/// pub enum Side {
///     #[default]
///     Left = 0,
/// }
/// ```
///
/// An open enum has a last variant `Other(u8)` and no discriminants; a name with a range of codes stores the code.
fn declaration(protocol: &Protocol, this: &Enum, int: Int, options: &Options) -> TokenStream {
    let (ty, repr) = (type_ident(&this.name), int.ident());
    let on = on_wire::number(protocol, this.carrier);
    let docs = doc_item(&this.docs, &ty, "", &[&on]);
    // `Default` is derived for a unit variant.
    let default = this.default_name().filter(|code| !code.stores_code());
    let stores_codes = this.stores_codes();
    let always = ["Debug", "Clone", "Copy", "PartialEq", "Eq", "Hash"];
    let always = always.into_iter().chain(default.map(|_| "Default"));
    let always: Vec<_> = always.collect();
    let derives = options.derives_of_type(&always);
    let variants = this.codes.iter().map(|code| {
        let name = variant_ident(&code.name);
        let docs = doc_item(&code.docs, &name, &codes_in_words(code), &[]);
        let mark = default.is_some_and(|default| default.name == code.name).then(|| quote!(#[default]));
        let number = (!stores_codes).then(|| {
            let written = literal::number(code.written);
            quote!(= #written)
        });
        let number = if code.stores_code() { Some(quote!((#repr))) } else { number };
        quote!(#docs #mark #name #number,)
    });
    let other = this.open.then(|| quote!(#[doc = " A code without a name."] Other(#repr),));
    let repr = (!stores_codes).then(|| quote!(#[repr(#repr)]));
    quote! {
        #docs
        #derives
        #repr
        pub enum #ty { #(#variants)* #other }
    }
}

/// `Code 3; the reader also accepts 2.`, `The codes 16..=31.`
fn codes_in_words(code: &EnumCode) -> String {
    if let Some(codes) = numbers::stored(code) {
        let codes: Vec<String> = codes.iter().map(Interval::to_string).collect();
        return format!("The codes {}.", codes.join(", "));
    }
    let other = |codes: &Interval| *codes != Interval { min: code.written, max: code.written };
    let others: Vec<String> = code.read.iter().filter(|codes| other(codes)).map(Interval::to_string).collect();
    match others.as_slice() {
        [] => format!("Code {}.", code.written),
        [only] if !only.contains("..") => format!("Code {}; the reader also accepts {only}.", code.written),
        _ => format!("Code {}; the reader also accepts {}.", code.written, others.join(", ")),
    }
}

/// ```text
/// pub const fn from_code(code: i32) -> Self {
///     match code {
///         0 => Self::Fist,
///         16..=31 => Self::Special(code),
///         _ => Self::Other(code),
///     }
/// }
/// ```
fn from_code(this: &Enum, int: Int) -> TokenStream {
    let (repr, total) = (int.ident(), numbers::has_all_names(this));
    let default = this.default_name();
    let arms: Vec<_> = this.codes.iter().map(|code| (code, literal::pattern(&code.read, int))).collect();
    let read: Vec<Interval> = arms.iter().flat_map(|(code, _)| code.read.iter().copied()).collect();
    let complete = matches!(literal::pattern(&read, int), Pattern::Everything);
    // The Rust type is wider than the carrier: codes beyond that are never read, and become the default.
    let spare = total && !this.open && !complete;
    let some = |value: TokenStream| if total { value } else { quote!(Some(#value)) };
    let arms = arms.into_iter().filter_map(|(code, pattern)| {
        let name = variant_ident(&code.name);
        let value = some(if code.stores_code() { quote!(Self::#name(code)) } else { quote!(Self::#name) });
        let is_rest = !code.stores_code() && default.is_some_and(|default| default.name == code.name);
        match pattern {
            Pattern::Some(_) if spare && is_rest => None,
            Pattern::Some(pattern) => Some((pattern, value)),
            Pattern::Everything => Some((quote!(_), value)),
            Pattern::Nothing => None,
        }
    });
    let rest = match default {
        _ if complete => None,
        _ if this.open => Some(quote!(Self::Other(code))),
        Some(default) if spare => Some(some(first_value(default))),
        _ => Some(quote!(None)),
    };
    let (gives, words) = if total {
        (quote!(Self), "Converts from a code.")
    } else {
        (quote!(::core::option::Option<Self>), "Converts from a code; `None` if it has no name.")
    };
    let beyond = default.filter(|_| spare).map(|default| {
        let name = variant_ident(&default.name);
        format!("The wire holds `{}`; all other codes become [`{name}`](Self::{name}).", this.interval)
    });
    let docs = doc_and(&[], words, &beyond.iter().map(String::as_str).collect::<Vec<_>>());
    let arms: Vec<_> = arms.chain(rest.map(|rest| (quote!(_), rest))).collect();
    let body = match arms.as_slice() {
        [(_, only)] => only.clone(),
        arms => {
            let arms = arms.iter().map(|(pattern, value)| quote!(#pattern => #value,));
            quote!(match code { #(#arms)* })
        }
    };
    method(&docs, quote!(from_code), &quote!(code: #repr), gives, &body)
}

/// ```text
/// pub const fn code(self) -> i32 {
///     match self {
///         Self::Fist => 0,
///         Self::Special(code) | Self::Other(code) => code,
///     }
/// }
/// ```
///
/// `self as u8` if no value stores its code.
fn code(this: &Enum, int: Int) -> TokenStream {
    let repr = int.ident();
    let body = if this.stores_codes() {
        let (stored, named): (Vec<_>, Vec<_>) = this.codes.iter().partition(|code| code.stores_code());
        let named = named.into_iter().map(|code| {
            let (name, code) = (variant_ident(&code.name), literal::number(code.written));
            quote!(Self::#name => #code,)
        });
        let stored = stored.into_iter().map(|code| {
            let name = variant_ident(&code.name);
            quote!(Self::#name(code))
        });
        let stored = stored.chain(this.open.then(|| quote!(Self::Other(code))));
        quote!(match self { #(#stored)|* => code, #(#named)* })
    } else {
        quote!(self as #repr)
    };
    method(&doc(&[], "The code that a writer writes."), quote!(code), &quote!(self), repr, &body)
}

/// ```text
/// pub const fn is_canonical(self) -> bool {
///     !matches!(self, Self::Special(0..=15 | 32..) | Self::Other(0..=6))
/// }
/// ```
///
/// `None` if every code that can be stored belongs to its name.
fn is_canonical(this: &Enum, int: Int) -> Option<TokenStream> {
    let wrong = |name: Ident, codes: &[Interval]| match literal::pattern(codes, int) {
        Pattern::Some(codes) => Some(quote!(Self::#name(#codes))),
        Pattern::Everything => Some(quote!(Self::#name(_))),
        Pattern::Nothing => None,
    };
    let stored = this.codes.iter().filter_map(|code| {
        let others = sets::complement(numbers::stored(code)?, int.interval());
        wrong(variant_ident(&code.name), &others)
    });
    let other = this.open.then(|| wrong(variant_ident("Other"), &this.named_codes())).flatten();
    let wrong: Vec<TokenStream> = stored.chain(other).collect();
    let test = match wrong.as_slice() {
        // Every value of an open enum without names stores a code without a name.
        [] if this.open && this.codes.is_empty() => quote!(::core::matches!(self, Self::Other(_))),
        [] => return None,
        wrong => quote!(!::core::matches!(self, #(#wrong)|*)),
    };
    let words = match (this.open, this.codes.iter().any(EnumCode::stores_code)) {
        (true, false) => "Whether `Other` holds a code without a name. Writers reject other values.",
        (true, true) => {
            "Whether a name holds one of its own codes, and `Other` a code without a name. Writers reject other values."
        }
        (false, _) => "Whether a name holds one of its own codes. Writers reject other values.",
    };
    Some(method(&doc(&[], words), quote!(is_canonical), &quote!(self), quote!(bool), &test))
}

/// `impl Default` if it is not derived: the default name with its first code, or `Other(0)` if no name is the default.
fn default_impl(this: &Enum) -> TokenStream {
    let ty = type_ident(&this.name);
    let value = match this.default_name() {
        Some(code) if code.stores_code() => first_value(code),
        None if this.open => {
            let zero = literal::number(this.interval.min.max(0).min(this.interval.max));
            quote!(Self::Other(#zero))
        }
        Some(_) | None => return TokenStream::new(),
    };
    default_of(&ty, &value)
}

/// `impl Display`: the name; `Special(17)` with a stored code, `Other(7)` without a name.
fn display(this: &Enum) -> TokenStream {
    format_impl("Display", &type_ident(&this.name), &quote!(::core::fmt::Debug::fmt(self, f)))
}
