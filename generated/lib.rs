//! Readers and writers of binary protocols that exist, a module each.
//!
//! Every module is generated from the schema of the same name; see its documentation for the messages.
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
