//! What the tests run: code that was generated from schemas, included as any crate includes it.
#![deny(warnings, missing_docs, clippy::all, clippy::pedantic)]

pub use wireform_protocols::{blank, quake2, rcce2, sauerbraten};

/// One schema for each kind of construct.
pub mod features {
    wireform::include_schema!(pub mod bounds);
    wireform::include_schema!(pub mod by);
    wireform::include_schema!(pub mod checked);
    wireform::include_schema!(pub mod checksums);
    wireform::include_schema!(pub mod choices);
    wireform::include_schema!(pub mod counting);
    wireform::include_schema!(pub mod deltas);
    wireform::include_schema!(pub mod ends);
    wireform::include_schema!(pub mod families);
    wireform::include_schema!(pub mod given);
    wireform::include_schema!(pub mod groups);
    wireform::include_schema!(pub mod hooks);
    wireform::include_schema!(pub mod integers);
    wireform::include_schema!(pub mod large);
    wireform::include_schema!(pub mod left);
    wireform::include_schema!(pub mod letters);
    wireform::include_schema!(pub mod lists);
    wireform::include_schema!(pub mod names);
    wireform::include_schema!(pub mod optionals);
    wireform::include_schema!(pub mod packed);
    wireform::include_schema!(pub mod patches);
    wireform::include_schema!(pub mod presence);
    wireform::include_schema!(pub mod quantities);
    wireform::include_schema!(pub mod quiet);
    wireform::include_schema!(pub mod ranges);
    wireform::include_schema!(pub mod regions);
    wireform::include_schema!(pub mod rules);
    wireform::include_schema!(pub mod sessions);
    wireform::include_schema!(pub mod sparse);
    wireform::include_schema!(pub mod states);
    wireform::include_schema!(pub mod text);
    wireform::include_schema!(pub mod values);
    wireform::include_schema!(pub mod varints);
    wireform::include_schema!(pub mod versions);
    wireform::include_schema!(pub mod widths);
}

/// What nobody else sees, and uses nothing of, is as quiet.
mod unseen {
    wireform::include_schema!(mod choices);
    wireform::include_schema!(mod hooks);
    wireform::include_schema!(mod names);
    wireform::include_schema!(pub(super) mod patches);
    wireform::include_schema!(mod sparse);
    wireform::include_schema!(mod states);
    wireform::include_schema!(mod versions);
}
