//! Readers and writers of existing binary protocols, one module for each. A module is present if the feature of its name
//! is on; by default all are. The features `owned`, `patch` and `serde` add parts to each.
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

/// The module of a protocol: as it is checked in, laid out by the compiler that wrote it, or with the further parts that
/// features ask for.
macro_rules! protocol {
    ($feature:literal, $name:ident) => {
        #[cfg(all(feature = $feature, not(generated_here)))]
        #[rustfmt::skip]
        pub mod $name;
        #[cfg(all(feature = $feature, generated_here))]
        wireform::include_schema!(pub mod $name);
    };
}

protocol!("blank", blank);
protocol!("quake2", quake2);
protocol!("rcce2", rcce2);
protocol!("sauerbraten", sauerbraten);
