//! The generated code that the tests run.
#![deny(warnings)]

pub use wireform_shipped_tests::{blank, quake2, rcce2, sauerbraten};

wireform::include_schema!(pub mod nests);
wireform::include_schema!(pub mod look);
wireform::include_schema!(pub mod shop);
wireform::include_schema!(pub mod walk);

/// Includes schemas as `wireform::include_schema!` does, without its `allow`: rustc's default lints find nothing but
/// unused variables.
macro_rules! without_allow {
    ($($name:ident)+) => {
        $(
            #[doc = include_str!(concat!(env!("OUT_DIR"), "/", stringify!($name), ".md"))]
            pub mod $name {
                include!(concat!(env!("OUT_DIR"), "/", stringify!($name), ".rs"));
            }
        )+
    };
}

/// One schema for each kind of construct.
#[allow(clippy::all, unused_variables, missing_docs, reason = "generated code")]
pub mod features {
    without_allow! {
        aliases aligning bounds by chains checked checksums choices counting deltas endings ends families filling given groups hooks
        inside integers joined large lasting
        left lists names nested notations optionals overflows packed patches presence quantities ranges regions rules
        sessions sparse states sums text trailers uses values varints versions widths
    }
}

/// Private modules that nothing uses, as any crate includes them: the macro's `allow` silences the lints that are denied.
#[deny(clippy::pedantic, clippy::nursery, unused_results, variant_size_differences)]
mod unused {
    wireform::include_schema!(mod hooks);
    wireform::include_schema!(mod names);
    wireform::include_schema!(pub(super) mod patches);
    wireform::include_schema!(pub mod versions);
}
