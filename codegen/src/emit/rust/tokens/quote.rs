//! Code as it is written: `quote!(let #name = #value;)`, as the package of that name has it.
//!
//! What stands in a `quote!` is one text when the compiler itself is compiled, with all spaces that stand there; where in
//! it the holes are for what has a name is worked out then too ([`Template`](super::Template)). What is left to be done is
//! one call.

/// Tokens: `#name` stands for those of a variable, `#(#names),*` for those of each element of one.
macro_rules! quote {
    () => { $crate::emit::rust::tokens::TokenStream::new() };
    ($($token:tt)+) => { $crate::emit::rust::tokens::quote_holes!([] [$($token)+] $($token)+) };
}

/// Looks through tokens for the holes in them, which it keeps in the first brackets.
macro_rules! quote_holes {
    ([] [$($all:tt)+]) => { $crate::emit::rust::tokens::TokenStream::from(stringify!($($all)+)) };
    ([$($hole:tt)+] [$($all:tt)+]) => {
        $crate::emit::rust::tokens::filled(
            const { &$crate::emit::rust::tokens::Template::of(stringify!($($all)+)) },
            &[$($hole)+],
        )
    };
    ([$($hole:tt)*] $all:tt # ( $($inner:tt)+ ) * $($rest:tt)*) => {
        $crate::emit::rust::tokens::quote_holes!(
            [$($hole)* &$crate::emit::rust::tokens::quote_each!("" [] [$($inner)+] $($inner)+),] $all $($rest)*
        )
    };
    ([$($hole:tt)*] $all:tt # ( $($inner:tt)+ ) $between:tt * $($rest:tt)*) => {
        $crate::emit::rust::tokens::quote_holes!(
            [$($hole)* &$crate::emit::rust::tokens::quote_each!($between [] [$($inner)+] $($inner)+),] $all $($rest)*
        )
    };
    ([$($hole:tt)*] $all:tt # $name:ident $($rest:tt)*) => {
        $crate::emit::rust::tokens::quote_holes!([$($hole)* &$name,] $all $($rest)*)
    };
    ($holes:tt $all:tt ( $($inner:tt)* ) $($rest:tt)*) => {
        $crate::emit::rust::tokens::quote_holes!($holes $all $($inner)* $($rest)*)
    };
    ($holes:tt $all:tt [ $($inner:tt)* ] $($rest:tt)*) => {
        $crate::emit::rust::tokens::quote_holes!($holes $all $($inner)* $($rest)*)
    };
    ($holes:tt $all:tt { $($inner:tt)* } $($rest:tt)*) => {
        $crate::emit::rust::tokens::quote_holes!($holes $all $($inner)* $($rest)*)
    };
    ($holes:tt $all:tt $token:tt $($rest:tt)*) => {
        $crate::emit::rust::tokens::quote_holes!($holes $all $($rest)*)
    };
}

/// The same tokens for each element: looks for the names in them first, which it keeps in brackets.
macro_rules! quote_each {
    ($between:tt [$($name:ident)+] [$($inner:tt)+]) => {{
        #[allow(unused_imports, reason = "which one is asked for depends on what is repeated")]
        use $crate::emit::rust::tokens::{Each as _, EachIn as _};
        $(let mut $name = $name.each();)+
        let ends = $crate::emit::rust::tokens::GoesOn;
        $(let ends = $name.ends(ends);)+
        let $crate::emit::rust::tokens::Ends = ends;
        let mut all = Vec::new();
        loop {
            $(let Some($name) = $name.next() else { break };)+
            all.push($crate::emit::rust::tokens::quote!($($inner)+));
        }
        $crate::emit::rust::tokens::joined(all, $crate::emit::rust::tokens::quote_each!($between))
    }};
    // Between two elements.
    ("") => { "" };
    (,) => { ", " };
    ($between:tt) => { concat!(" ", stringify!($between), " ") };
    ($between:tt [$($name:ident)*] $inner:tt # $one:ident $($rest:tt)*) => {
        $crate::emit::rust::tokens::quote_each!($between [$($name)* $one] $inner $($rest)*)
    };
    ($between:tt $names:tt $inner:tt ( $($deeper:tt)* ) $($rest:tt)*) => {
        $crate::emit::rust::tokens::quote_each!($between $names $inner $($deeper)* $($rest)*)
    };
    ($between:tt $names:tt $inner:tt [ $($deeper:tt)* ] $($rest:tt)*) => {
        $crate::emit::rust::tokens::quote_each!($between $names $inner $($deeper)* $($rest)*)
    };
    ($between:tt $names:tt $inner:tt { $($deeper:tt)* } $($rest:tt)*) => {
        $crate::emit::rust::tokens::quote_each!($between $names $inner $($deeper)* $($rest)*)
    };
    ($between:tt $names:tt $inner:tt $token:tt $($rest:tt)*) => {
        $crate::emit::rust::tokens::quote_each!($between $names $inner $($rest)*)
    };
}

/// A name made of others.
macro_rules! format_ident {
    ($($format:tt)+) => { $crate::emit::rust::tokens::Ident::new(format!($($format)+)) };
}

pub(in super::super) use {format_ident, quote, quote_each, quote_holes};
