//! JSON there and back.

mod numbers;
mod types;
mod values;

use wireform_build::interpret::{Value, write};
use wireform_build::model::Protocol;

use super::{Json, from_json, text, to_json};
use crate::bytes::{from_dec, to_hex};
use crate::support::{Random, compile, hex, read_as, schema, write_as};
use crate::target::target;

/// Parses JSON that is right.
fn parse(text: &str) -> Json {
    super::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}
