//! Code as it is written: `quote!(let #name = #value;)`, as the package of that name has it.
//!
//! What stands between two names becomes one piece of text when the compiler itself is compiled, so that nothing is left
//! to be done for each token.

/// Tokens: `#name` stands for those of a variable, `#(#names),*` for those of each element of one.
macro_rules! quote {
    () => { $crate::emit::rust::tokens::TokenStream::new() };
    ($($token:tt)+) => {{
        let mut tokens = $crate::emit::rust::tokens::TokenStream::new();
        $crate::emit::rust::tokens::quote_into!(tokens [] $($token)+);
        tokens
    }};
}

/// Writes tokens one by one: those that were seen and not written yet stand in brackets.
macro_rules! quote_into {
    ($to:ident []) => {};
    ($to:ident [$($seen:tt)+]) => { $to.write(stringify!($($seen)+)); };

    ($to:ident [] # ( $($inner:tt)+ ) * $($rest:tt)*) => {
        $crate::emit::rust::tokens::quote_each!($to "" [] [$($inner)+] $($inner)+);
        $crate::emit::rust::tokens::quote_into!($to [] $($rest)*);
    };
    ($to:ident [] # ( $($inner:tt)+ ) $between:tt * $($rest:tt)*) => {
        $crate::emit::rust::tokens::quote_each!($to $between [] [$($inner)+] $($inner)+);
        $crate::emit::rust::tokens::quote_into!($to [] $($rest)*);
    };
    ($to:ident [] # $name:ident $($rest:tt)*) => {
        $to.add(&$name);
        $crate::emit::rust::tokens::quote_into!($to [] $($rest)*);
    };
    // What was seen is written before a name, a repetition, and with the bracket that follows.
    ($to:ident [$($seen:tt)+] # ( $($inner:tt)+ ) * $($rest:tt)*) => {
        $to.write(stringify!($($seen)+));
        $crate::emit::rust::tokens::quote_into!($to [] # ( $($inner)+ ) * $($rest)*);
    };
    ($to:ident [$($seen:tt)+] # ( $($inner:tt)+ ) $between:tt * $($rest:tt)*) => {
        $to.write(stringify!($($seen)+));
        $crate::emit::rust::tokens::quote_into!($to [] # ( $($inner)+ ) $between * $($rest)*);
    };
    ($to:ident [$($seen:tt)+] # $name:ident $($rest:tt)*) => {
        $to.write(stringify!($($seen)+));
        $to.add(&$name);
        $crate::emit::rust::tokens::quote_into!($to [] $($rest)*);
    };

    // Nothing is written in these, so they are like one token.
    ($to:ident [$($seen:tt)*] () $($rest:tt)*) => {
        $crate::emit::rust::tokens::quote_into!($to [$($seen)* ()] $($rest)*);
    };
    ($to:ident [$($seen:tt)*] {} $($rest:tt)*) => {
        $crate::emit::rust::tokens::quote_into!($to [$($seen)* {}] $($rest)*);
    };
    ($to:ident [$($seen:tt)*] ($one:ident) $($rest:tt)*) => {
        $crate::emit::rust::tokens::quote_into!($to [$($seen)* ($one)] $($rest)*);
    };
    ($to:ident [$($seen:tt)*] [$one:ident] $($rest:tt)*) => {
        $crate::emit::rust::tokens::quote_into!($to [$($seen)* [$one]] $($rest)*);
    };
    ($to:ident [$($seen:tt)*] [$one:ident = $text:literal] $($rest:tt)*) => {
        $crate::emit::rust::tokens::quote_into!($to [$($seen)* [$one = $text]] $($rest)*);
    };

    ($to:ident [$($seen:tt)*] ( $($inner:tt)* ) $($rest:tt)*) => {
        $to.write(concat!(stringify!($($seen)*), "("));
        $crate::emit::rust::tokens::quote_into!($to [] $($inner)*);
        $to.write(")");
        $crate::emit::rust::tokens::quote_into!($to [] $($rest)*);
    };
    ($to:ident [$($seen:tt)*] [ $($inner:tt)* ] $($rest:tt)*) => {
        $to.write(concat!(stringify!($($seen)*), "["));
        $crate::emit::rust::tokens::quote_into!($to [] $($inner)*);
        $to.write("]");
        $crate::emit::rust::tokens::quote_into!($to [] $($rest)*);
    };
    ($to:ident [$($seen:tt)*] { $($inner:tt)* } $($rest:tt)*) => {
        $to.write(concat!(stringify!($($seen)*), " {"));
        $crate::emit::rust::tokens::quote_into!($to [] $($inner)*);
        $to.write("}");
        $crate::emit::rust::tokens::quote_into!($to [] $($rest)*);
    };
    ($to:ident [$($seen:tt)*] $token:tt $($rest:tt)*) => {
        $crate::emit::rust::tokens::quote_into!($to [$($seen)* $token] $($rest)*);
    };
}

/// Writes the same tokens for each element: looks for the names in them first, which it keeps in brackets.
macro_rules! quote_each {
    ($to:ident $between:tt [$($name:ident)+] [$($inner:tt)+]) => {
        {
            #[allow(unused_imports, reason = "which one is asked for depends on what is repeated")]
            use $crate::emit::rust::tokens::{Each as _, EachIn as _};
            $(let mut $name = $name.each();)+
            let ends = $crate::emit::rust::tokens::GoesOn;
            $(let ends = $name.ends(ends);)+
            let $crate::emit::rust::tokens::Ends = ends;
            let mut is_first = true;
            loop {
                $(let Some($name) = $name.next() else { break };)+
                if !std::mem::take(&mut is_first) {
                    $crate::emit::rust::tokens::quote_each!($to $between);
                }
                $crate::emit::rust::tokens::quote_into!($to [] $($inner)+);
            }
        }
    };
    // Between two elements.
    ($to:ident "") => {};
    ($to:ident $between:tt) => { $to.write(stringify!($between)); };
    ($to:ident $between:tt [$($name:ident)*] $inner:tt # $one:ident $($rest:tt)*) => {
        $crate::emit::rust::tokens::quote_each!($to $between [$($name)* $one] $inner $($rest)*);
    };
    ($to:ident $between:tt $names:tt $inner:tt ( $($deeper:tt)* ) $($rest:tt)*) => {
        $crate::emit::rust::tokens::quote_each!($to $between $names $inner $($deeper)* $($rest)*);
    };
    ($to:ident $between:tt $names:tt $inner:tt [ $($deeper:tt)* ] $($rest:tt)*) => {
        $crate::emit::rust::tokens::quote_each!($to $between $names $inner $($deeper)* $($rest)*);
    };
    ($to:ident $between:tt $names:tt $inner:tt { $($deeper:tt)* } $($rest:tt)*) => {
        $crate::emit::rust::tokens::quote_each!($to $between $names $inner $($deeper)* $($rest)*);
    };
    ($to:ident $between:tt $names:tt $inner:tt $token:tt $($rest:tt)*) => {
        $crate::emit::rust::tokens::quote_each!($to $between $names $inner $($rest)*);
    };
}

/// A name made of others.
macro_rules! format_ident {
    ($($format:tt)+) => { $crate::emit::rust::tokens::Ident::new(format!($($format)+)) };
}

pub(in super::super) use {format_ident, quote, quote_each, quote_into};
