//! Named codes.

mod arms;

use super::super::tokens::{Ident, TokenStream, quote};
use super::{derives, repr};
use crate::emit::rust::Options;
use crate::emit::rust::docs::{doc, doc_and};
use crate::emit::rust::int::Int;
use crate::emit::rust::literal::{self, Pattern};
use crate::emit::rust::names::{type_ident, variant_ident};
use crate::emit::rust::table;
use crate::model::{Code, Enum, EnumCode, Interval, Protocol, sets};
use arms::Matching;

/// Everything about an enum.
pub(super) fn enumeration(protocol: &Protocol, this: &Enum, options: &Options) -> TokenStream {
    let int = repr(protocol, this.carrier);
    let ty = type_ident(&this.name);
    let declaration = declaration(protocol, this, int, options);
    let (from_code, code) = (from_code(this, int), code(this, int));
    let is_canonical = this.open.then(|| is_canonical(this, int));
    let (default, display) = (default_impl(this), display(this));
    quote! {
        #declaration
        impl #ty { #from_code #code #is_canonical }
        #default
        #display
    }
}

/// Whether every code of the carrier has a name or is kept: then `from_code` gives no option.
pub(super) fn is_total(this: &Enum) -> bool {
    let named: Vec<Interval> = this.codes.iter().flat_map(|code| code.read.iter().copied()).collect();
    this.open || sets::covers(&named, &[this.interval])
}

/// The name of code 0; without one, the first, unless code 0 means something without a name.
pub(super) fn default_name(this: &Enum) -> Option<&EnumCode> {
    let zero = |code: &&EnumCode| code.read.iter().any(|codes| codes.min <= 0 && 0 <= codes.max);
    this.codes.iter().find(zero).or(this.codes.first().filter(|_| !this.open))
}

/// ```text
/// #[repr(u8)]
/// pub enum Side {
///     #[default]
///     Left = 0,
/// }
/// ```
///
/// An open enum has no numbers here, but a last variant `Other(u8)`.
fn declaration(protocol: &Protocol, this: &Enum, int: Int, options: &Options) -> TokenStream {
    let (ty, repr) = (type_ident(&this.name), int.ident());
    let on = table::on_the_wire(protocol, this.carrier);
    let docs = doc_and(&this.docs, "Named codes.", &[&on]);
    let default = default_name(this);
    let always = ["Debug", "Clone", "Copy", "PartialEq", "Eq", "Hash"];
    let always = always.into_iter().chain(default.map(|_| "Default"));
    let always: Vec<_> = always.chain(options.serde.then_some("::serde::Deserialize")).collect();
    let derives = derives(&always, options);
    let variants = this.codes.iter().map(|code| {
        let (name, docs) = (variant_ident(&code.name), doc(&code.docs, &codes_in_words(code)));
        let mark = default.is_some_and(|default| default.name == code.name).then(|| quote!(#[default]));
        let number = (!this.open).then(|| {
            let written = literal::whole(code.written);
            quote!(= #written)
        });
        quote!(#docs #mark #name #number,)
    });
    let other = this.open.then(|| quote!(#[doc = " A code without a name."] Other(#repr),));
    let repr = (!this.open).then(|| quote!(#[repr(#repr)]));
    quote! {
        #docs
        #derives
        #repr
        pub enum #ty { #(#variants)* #other }
    }
}

/// `Code 3; 2 is read as this too.`
fn codes_in_words(code: &EnumCode) -> String {
    let other = |codes: &Interval| *codes != Interval { min: code.written, max: code.written };
    let others: Vec<String> = code.read.iter().filter(|codes| other(codes)).map(Interval::to_string).collect();
    match others.as_slice() {
        [] => format!("Code {}.", code.written),
        [only] if !only.contains("..") => format!("Code {}; {only} is read as this too.", code.written),
        _ => format!("Code {}; {} are read as this too.", code.written, others.join(", ")),
    }
}

/// ```text
/// pub const fn from_code(code: i32) -> Self {
///     match code {
///         0 => Self::Fist,
///         _ => Self::Other(code),
///     }
/// }
/// ```
fn from_code(this: &Enum, int: Int) -> TokenStream {
    let (repr, total) = (int.ident(), is_total(this));
    let default = default_name(this);
    let arms: Vec<_> = this.codes.iter().map(|code| (code, literal::pattern(&code.read, int))).collect();
    let read: Vec<Interval> = arms.iter().flat_map(|(code, _)| code.read.iter().copied()).collect();
    let complete = matches!(literal::pattern(&read, int), Pattern::Everything);
    // A type of more numbers than the carrier: those beyond are never read, and mean the default.
    let spare = total && !this.open && !complete;
    let arms = arms.into_iter().filter_map(|(code, pattern)| {
        let value = some(variant_ident(&code.name), total);
        match pattern {
            Pattern::Some(_) if spare && default.is_some_and(|default| default.name == code.name) => None,
            Pattern::Some(pattern) => Some((pattern, value)),
            Pattern::Everything => Some((quote!(_), value)),
            Pattern::Nothing => None,
        }
    });
    let rest = match default {
        _ if complete => None,
        _ if this.open => Some(quote!(Self::Other(code))),
        Some(default) if spare => Some(some(variant_ident(&default.name), total)),
        _ => Some(quote!(None)),
    };
    let (gives, words) = if total {
        (quote!(Self), "What a code stands for.")
    } else {
        (quote!(::core::option::Option<Self>), "What a code stands for; `None` if it has no name.")
    };
    let beyond = default.filter(|_| spare).map(|default| {
        let name = variant_ident(&default.name);
        format!("The wire holds `{}`; what lies beyond gives [`{name}`](Self::{name}).", this.interval)
    });
    let docs = doc_and(&[], words, &beyond.iter().map(String::as_str).collect::<Vec<_>>());
    let arms: Vec<_> = arms.chain(rest.map(|rest| (quote!(_), rest))).collect();
    let (argument, body, more) = match (arms.as_slice(), this.codes.is_empty()) {
        ([(_, only)], named_nothing) => {
            (if named_nothing { quote!(code) } else { quote!(_code) }, only.clone(), Vec::new())
        }
        _ => {
            let (argument, receiver, passed) = (quote!(code: #repr), quote!(Self::), quote!(code));
            let (subject, gives) = (passed.clone(), gives.clone());
            let (body, more) = Matching { name: "from_code", argument, receiver, passed, subject, gives, arms }.split();
            (quote!(code), body, more)
        }
    };
    quote! {
        #docs
        #[must_use]
        #[inline]
        pub const fn from_code(#argument: #repr) -> #gives {
            #body
        }

        #(#more)*
    }
}

fn some(name: Ident, total: bool) -> TokenStream {
    if total { quote!(Self::#name) } else { quote!(Some(Self::#name)) }
}

/// ```text
/// pub const fn code(self) -> i32 {
///     match self {
///         Self::Fist => 0,
///         Self::Other(code) => code,
///     }
/// }
/// ```
///
/// Without `Other` it is `self as u8`.
fn code(this: &Enum, int: Int) -> TokenStream {
    let repr = int.ident();
    let (body, more) = if this.open {
        let other = (quote!(Self::Other(code)), quote!(code));
        let named = this.codes.iter().map(|code| {
            let (name, code) = (variant_ident(&code.name), literal::whole(code.written));
            (quote!(Self::#name), code)
        });
        let arms = std::iter::once(other).chain(named).collect();
        let (argument, receiver, passed) = (quote!(self), quote!(self.), TokenStream::new());
        let (subject, gives) = (quote!(self), quote!(#repr));
        Matching { name: "code", argument, receiver, passed, subject, gives, arms }.split()
    } else {
        (quote!(self as #repr), Vec::new())
    };
    quote! {
        /// The code that is written.
        #[must_use]
        #[inline]
        pub const fn code(self) -> #repr {
            #body
        }

        #(#more)*
    }
}

/// ```text
/// pub const fn is_canonical(self) -> bool {
///     !matches!(self, Self::Other(0..=6))
/// }
/// ```
fn is_canonical(this: &Enum, int: Int) -> TokenStream {
    let named: Vec<Interval> = this.codes.iter().flat_map(|code| code.read.iter().copied()).collect();
    let test = match literal::pattern(&named, int) {
        Pattern::Some(named) => quote!(!::core::matches!(self, Self::Other(#named))),
        Pattern::Everything => quote!(!::core::matches!(self, Self::Other(_))),
        Pattern::Nothing => quote!(::core::matches!(self, Self::Other(_))),
    };
    quote! {
        /// Whether `Other` holds no code that has a name: such a value is never read, and not written.
        #[must_use]
        #[inline]
        pub const fn is_canonical(self) -> bool {
            #test
        }
    }
}

/// Without a name to be the default, code 0 is.
fn default_impl(this: &Enum) -> TokenStream {
    let ty = type_ident(&this.name);
    if default_name(this).is_some() || !this.open {
        return TokenStream::new();
    }
    let zero = literal::whole(this.interval.min.max(0).min(this.interval.max));
    quote! {
        impl ::core::default::Default for #ty {
            fn default() -> Self {
                Self::Other(#zero)
            }
        }
    }
}

/// `impl Display`: the name; `Other(7)` without one.
fn display(this: &Enum) -> TokenStream {
    let ty = type_ident(&this.name);
    quote! {
        impl ::core::fmt::Display for #ty {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                ::core::fmt::Debug::fmt(self, f)
            }
        }
    }
}

/// The codes that are written, for what must hold them.
pub(super) fn written(this: &Enum) -> Vec<Code> {
    this.codes.iter().map(|code| code.written).collect()
}
