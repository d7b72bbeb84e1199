//! JSON of owned values: it is that of the command, which reads it as the same packet.

use std::cell::Cell;

use serde_json::Value as Json;
use wireform_build::interpret::{Target, Value};
use wireform_build::model::Protocol;
use wireform_cli::json::{from_json, to_json};

use super::Refused;

thread_local! {
    static COMPARED: Cell<usize> = const { Cell::new(0) };
}

/// How many values this thread has compared.
pub fn count() -> usize {
    COMPARED.get()
}

/// Compares the JSON of an owned value with the command's of what the interpreter reads; and what the command writes of it
/// with what the owned value is written as.
pub fn compare(
    protocol: &Protocol,
    target: Target,
    interpreted: &Value,
    (json, again): (&Json, &Result<Vec<u8>, Refused>),
    write: impl FnOnce(&Value) -> Result<Vec<u8>, Refused>,
) -> Result<(), String> {
    let theirs = to_json(protocol, target, interpreted);
    if *json != theirs {
        return Err(format!("the JSON of the owned value is {json}, that of the command {theirs}"));
    }
    let value = from_json(protocol, target, json).map_err(|error| format!("the command refuses {json}: {error}"))?;
    let written = write(&value);
    if written != *again {
        return Err(format!("the command writes {json} as {written:02x?}, not as {again:02x?}"));
    }
    COMPARED.set(COMPARED.get() + 1);
    Ok(())
}
