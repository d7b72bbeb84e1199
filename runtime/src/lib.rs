//! What generated readers and writers stand on.
//!
//! A schema compiler, `wireform-build`, turns the description of a binary protocol into Rust. What can be said once
//! for all protocols is said here: the cursor that reads ([`Input`]) and the one that writes ([`Output`]), errors
//! that name message, field and offset ([`ParseError`], [`WriteError`]), lists and text that are either the user's
//! or a checked stretch of a packet ([`List`], [`Text`]), and lazy streams of messages ([`Stream`]).
//!
//! Nothing here panics, nothing is `unsafe`, and nothing allocates but `to_vec` and `append_to` of [`Encode`], which the feature `alloc` adds.
//!
//! What only generated code calls is public, because it has to be, and hidden from this documentation: it changes with the
//! compiler, whose version is the same.
#![no_std]
#![deny(missing_docs)]

#[cfg(feature = "alloc")]
extern crate alloc;

mod array;
#[doc(hidden)]
pub mod cast;
mod checksum;
mod decode;
mod encode;
mod error;
mod hook;
mod input;
#[doc(hidden)]
pub mod list;
mod messages;
#[doc(hidden)]
pub mod number;
#[doc(hidden)]
pub mod optional;
mod output;
#[doc(hidden)]
pub mod patch;
#[cfg(feature = "serde")]
mod serialize;
#[doc(hidden)]
pub mod sparse;
mod surface;
#[doc(hidden)]
pub mod text;
mod unverified;
mod varint;
#[doc(hidden)]
pub mod whole;

pub use array::{Array, ArrayIter};
pub use checksum::{Checksum, Crc, Edge};
pub use decode::{Decode, Hooked};
#[doc(hidden)]
pub use decode::{Name, member, name_of, uncommon, uncommon_exact};
#[doc(hidden)]
pub use encode::Outcome;
pub use encode::{Bounded, Encode};
pub use error::{
    Fault, FieldPath, Malformed, OutOfRange, ParseError, ParseErrorKind, Refusal, Refused, WriteError, WriteErrorKind,
};
pub use hook::{Covered, HookedElement, HookedOutput, NoHooks};
pub use input::Input;
pub use list::{Element, Elements, List, ListIter};
pub use messages::{Messages, MessagesIter, Stream};
pub use number::{Be, Le};
pub use optional::Optional;
pub use output::Output;
#[cfg(feature = "serde")]
#[doc(hidden)]
pub use serialize::{LongArray, serialize_array};
pub use sparse::{Sparse, SparseIter};
pub use text::{Byte, Chars, Text};
pub use unverified::{Unverified, Verify};
pub use varint::{TextUnit, Varint};

/// The traits of generated types, for `use wireform::prelude::*`.
///
/// `parse`, `parse_exact`, `write` and the fields need no import; `as_bytes`, `encoded_len`, `to_vec`, `append_to`, `put_to`,
/// `MIN_LEN` and `MAX_LEN` do.
pub mod prelude {
    pub use crate::{Bounded, Decode, Encode, Hooked, Verify};
}

/// Includes what `wireform_build::compile` made of a schema, as a module with the schema's own documentation.
///
/// ```rust,ignore
/// wireform::include_schema!(pub mod sauerbraten);
/// ```
///
/// The module, public or private, allows every lint of clippy and what rustc may call unused, undocumented or of another
/// style: your lints are for your own code.
#[macro_export]
macro_rules! include_schema {
    ($(#[$meta:meta])* $visibility:vis mod $name:ident) => {
        $(#[$meta])*
        #[doc = include_str!(concat!(env!("OUT_DIR"), "/", stringify!($name), ".md"))]
        #[allow(
            clippy::all,
            clippy::pedantic,
            clippy::nursery,
            clippy::cargo,
            clippy::restriction,
            unused,
            missing_docs,
            missing_debug_implementations,
            nonstandard_style,
            rust_2018_idioms,
            reason = "generated code"
        )]
        $visibility mod $name {
            include!(concat!(env!("OUT_DIR"), "/", stringify!($name), ".rs"));
        }
    };
}
