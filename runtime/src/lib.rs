//! The runtime of generated readers and writers.
//!
//! `wireform-build`, a schema compiler, turns the description of a binary protocol into Rust. This crate has everything that
//! is the same for all protocols:
//!
//! - [`Decode`] and [`Encode`], the traits of all views and values, with the functions that they have in common;
//! - [`Error`], the only one, which names message, field and rule, and for bytes the offset;
//! - [`List`], [`Array`], [`Sparse`] and [`Text`], which are yours or a checked part of a packet;
//! - [`Ipv4`], [`FourCc`] and [`Mac`], numbers that people know in another form;
//! - [`Message`], which links the types of one message, for generic code, and `Owned`, for what outlives its packet;
//! - [`Stream`], which reads messages one after the other, and [`Dispatch`], which hands them to a handler;
//! - `Codec`, with the feature `codec`, which reads and writes messages on a connection of tokio;
//! - [`Unverified`], a view whose checksum only your program can verify.
//!
//! Nothing panics, nothing is `unsafe`, and only functions that the features `alloc`, `bytes` and `codec` add allocate. Functions that
//! only generated code calls are public, because they have to be, and hidden from this documentation: they change with the
//! compiler, whose version is the same.
#![no_std]
#![deny(missing_docs)]

#[cfg(feature = "alloc")]
#[doc(hidden)]
pub extern crate alloc;
#[cfg(feature = "codec")]
extern crate std;

mod array;
#[doc(hidden)]
pub mod cast;
mod checksum;
#[cfg(feature = "codec")]
mod codec;
mod decode;
mod encode;
mod ending;
mod error;
mod features;
#[cfg(feature = "serde")]
#[doc(hidden)]
pub mod form;
mod hook;
mod input;
#[doc(hidden)]
pub mod list;
mod message;
mod messages;
mod nested;
#[doc(hidden)]
pub mod notation;
#[doc(hidden)]
pub mod number;
#[doc(hidden)]
pub mod optional;
mod order;
mod output;
#[cfg(feature = "alloc")]
#[doc(hidden)]
pub mod owned;
#[doc(hidden)]
pub mod patch;
#[doc(hidden)]
pub mod sparse;
mod surface;
#[doc(hidden)]
pub mod text;
mod unverified;
#[doc(hidden)]
pub mod varint;
#[doc(hidden)]
pub mod whole;
mod with_hooks;

pub use array::{Array, ArrayIter};
#[cfg(feature = "codec")]
pub use codec::{Codec, TooLong};
pub use decode::{Decode, Hooked};
pub use encode::{Bounded, Encode};
pub use error::{Error, ErrorKind, Fact, FieldPath, Malformed, Unwritable, Words};
pub use hook::NoHooks;
pub use list::{Elements, List, ListIter};
pub use message::{Lent, Message, Owned};
#[cfg(feature = "alloc")]
pub use messages::Rewrite;
pub use messages::{Dispatch, Messages, MessagesIter, Placed, PlacedIter, Stream};
pub use nested::Nested;
#[cfg(feature = "alloc")]
pub use nested::OwnedNested;
pub use notation::{FourCc, Ipv4, Mac};
pub use number::{Be, Le};
pub use sparse::{Sparse, SparseIter};
pub use text::{Byte, Chars, Text, Utf16};
pub use unverified::{Unverified, Verify};
pub use with_hooks::WithHooks;

// What only generated code calls.
#[doc(hidden)]
pub use checksum::{Check, Checksum, Crc, Edge, Internet, Lrc, Piece, Sum, TwoSums, Xor};
#[doc(hidden)]
pub use decode::{Name, member, name_of, uncommon, uncommon_exact};
#[doc(hidden)]
pub use encode::{Named, Outcome, name_of_value};
#[doc(hidden)]
pub use ending::Ending;
#[doc(hidden)]
pub use error::{Fault, Refusal, Refused};
#[doc(hidden)]
pub use hook::{Covered, HookedElement, HookedOutput};
#[doc(hidden)]
pub use input::Input;
#[doc(hidden)]
pub use list::{Element, Lender};
#[doc(hidden)]
pub use messages::{Handled, dispatch, no_message};
#[doc(hidden)]
pub use optional::Optional;
#[doc(hidden)]
pub use output::Output;
#[doc(hidden)]
pub use surface::one_line;
#[doc(hidden)]
pub use varint::{Size, TextUnit, Varint};
#[doc(hidden)]
pub use with_hooks::HookedEncode;

/// The traits of generated types, for `use wireform::prelude::*`.
///
/// `parse`, `parse_exact`, `write` and the fields need no import; `as_bytes`, `encoded_len`, `to_vec`, `append_to`, `put_to`,
/// `rewrite`, `MIN_LEN` and `MAX_LEN` do. (The trait [`Message`] comes without its name, which a schema may have as well.)
pub mod prelude {
    pub use crate::Message as _;
    pub use crate::{Bounded, Decode, Encode, Hooked, Verify};
}

/// Includes what `wireform_build::compile` made of a schema, as a module with the schema's own documentation.
///
/// ```rust,ignore
/// wireform::include_schema!(pub mod sauerbraten); // of the protocol `sauerbraten`
/// wireform::include_schema!(mod q2 = quake2); // of the protocol `quake2`, under another name
/// ```
///
/// The module, public or private, allows every lint of clippy and what rustc may call unused, undocumented or of another
/// style: your lints are for your own code.
#[macro_export]
macro_rules! include_schema {
    ($(#[$meta:meta])* $visibility:vis mod $name:ident) => {
        $crate::include_schema! { $(#[$meta])* $visibility mod $name = $name }
    };
    ($(#[$meta:meta])* $visibility:vis mod $name:ident = $protocol:ident) => {
        $(#[$meta])*
        // Elsewhere it is read by nobody, and a missing build script is one error.
        #[cfg_attr(doc, doc = include_str!(concat!(env!("OUT_DIR"), "/", stringify!($protocol), ".md")))]
        #[allow(
            clippy::all,
            clippy::pedantic,
            clippy::nursery,
            clippy::cargo,
            clippy::restriction,
            unused,
            unused_results,
            variant_size_differences,
            missing_docs,
            missing_debug_implementations,
            nonstandard_style,
            rust_2018_idioms,
            reason = "generated code"
        )]
        $visibility mod $name {
            include!(concat!(
                env!(
                    "OUT_DIR",
                    "`include_schema!` needs a build script, `build.rs`: `fn main() { wireform_build::compile(\"schema/NAME.wire\") }`, \
                    and `wireform-build` in the `build-dependencies`"
                ),
                "/",
                stringify!($protocol),
                ".rs"
            ));
        }
    };
}
