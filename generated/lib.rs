//! Readers and writers of existing binary protocols, one module for each. A module is present if the feature of its name
//! is on; by default all are.
//!
//! Every module is generated from the schema of the same name, whose text is in [`schema`]; see its documentation for the
//! messages.
//!
//! ```
//! use wireform::prelude::*;
//! use wireform_protocols::sauerbraten::positions::{Teleport, TeleportView};
//!
//! let mut buffer = [0; Teleport::MAX_LEN];
//! let len = Teleport { cn: 3, teleport: 25, destination: 26 }.write(&mut buffer)?;
//! let (teleport, rest) = TeleportView::parse(&buffer[..len])?;
//! assert_eq!((teleport.cn(), teleport.as_bytes(), rest.len()), (3, &[28, 3, 25, 26][..], 0));
//! assert_eq!(teleport.to_string(), "Teleport { cn: 3, teleport: 25, destination: 26 }");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![no_std]

#[doc(inline)]
pub use wireform_schemas as schema;

// Laid out by the compiler that wrote it.
#[cfg(feature = "blank")]
#[rustfmt::skip]
pub mod blank;
#[cfg(feature = "quake2")]
#[rustfmt::skip]
pub mod quake2;
#[cfg(feature = "rcce2")]
#[rustfmt::skip]
pub mod rcce2;
#[cfg(feature = "sauerbraten")]
#[rustfmt::skip]
pub mod sauerbraten;
