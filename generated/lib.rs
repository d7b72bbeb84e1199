//! Readers and writers of existing binary protocols, one module for each.
//!
//! Every module is generated from the schema of the same name; see its documentation for the messages.
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

// Laid out by the compiler that wrote it.
#[rustfmt::skip]
pub mod blank;
#[rustfmt::skip]
pub mod quake2;
#[rustfmt::skip]
pub mod rcce2;
#[rustfmt::skip]
pub mod sauerbraten;
