//! The form that plain values have for serde. Where people read the format, it is that of the JSON of the command
//! `wireform`: raw number and meaning of a quantity, parts of bits, names, hex digits. Elsewhere it is the numbers of the wire.
//!
//! Structs, shapes and families derive serde's traits, with [`number`], [`hex`], [`bytes`] or [`array`](mod@array) for fields
//! that serde alone would write otherwise. Types over one number get them from a macro for each kind: [`quantity`], [`parts`],
//! [`named`].

mod code;
mod fields;
mod float;
mod key;
mod lists;
pub mod named;
mod nested;
mod notation;
mod octets;
pub mod parts;
pub mod quantity;
mod sequences;
mod settled;
mod shape;
mod view;

pub use code::{code, float};
pub use fields::{Bytes, Each, Hex, Number, Of, OfElements, Read, Shown, Write, array, bytes, hex, number};
pub use named::Named;
pub use parts::Parts;
pub use quantity::Quantity;
pub use settled::{Settled, narrowed, settled};
pub use shape::Shape;

/// The macros name it.
pub use serde;
