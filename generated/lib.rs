//! Readers and writers of binary protocols that exist, a module each.
//!
//! Every module is generated from the schema of the same name; see its documentation for the messages.
#![no_std]
#![deny(warnings, missing_docs, clippy::all, clippy::pedantic)]

// Laid out by the compiler that wrote it.
#[rustfmt::skip]
pub mod blank;
#[rustfmt::skip]
// Of its families one message is far larger than the others, and without an allocator none can be boxed. The flags of an
// entity are 24, each derived by a line or more.
pub mod quake2;
#[rustfmt::skip]
pub mod rcce2;
#[rustfmt::skip]
pub mod sauerbraten;
