//! Runs the engine of the dissector in plain Lua, and compares it with the interpreter and with Rust.
//!
//! The newest installed version of Lua answers all requests; where laws are tried in whole, each version does, and
//! with `WIREFORM_WIRESHARK=required` all of them must be installed.

#[path = "../../codegen/tests/support/random.rs"]
mod random;
#[path = "../../codegen/tests/support/share.rs"]
mod share;
#[path = "engine/support.rs"]
mod support;

#[path = "engine/checks.rs"]
mod checks;
#[path = "engine/codec.rs"]
mod codec;
#[path = "engine/floats.rs"]
mod floats;
#[path = "engine/integers.rs"]
mod integers;
#[path = "engine/kinds.rs"]
mod kinds;
#[path = "engine/texts.rs"]
mod texts;
