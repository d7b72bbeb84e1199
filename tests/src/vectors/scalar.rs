//! Numbers and texts by themselves.

use wireform_build::interpret::{self, Target, Value, WriteErrorKind};

use super::line::Line;
use super::scope::SCALARS;
use super::tally::Tally;
use crate::generated::Generated;

pub fn check(line: &Line, scalar: &Generated, tally: &mut Tally) -> Result<(), String> {
    let fields = &line.json["fields"];
    let target = interpret::target(&SCALARS, scalar.name).map_err(|error| error.to_string())?;
    let given = value(&fields["value"])?;
    // What a number is read as, where that is another.
    let expected = match fields.get("decoded") {
        Some(decoded) => value(decoded)?,
        None => given.clone(),
    };
    let expected_len = fields["consumed"].as_u64().or(fields["len"].as_u64());
    let len = expected_len.map_or(line.bytes.len(), |len| len as usize);

    let read = interpret::read(&SCALARS, target, &line.bytes, &[]).map_err(|error| error.to_string())?;
    let theirs = (scalar.read)(&line.bytes).map_err(|error| error.to_string())?;
    for (who, value, consumed) in [
        ("interpreter", &read.value, line.bytes.len() - read.rest.len()),
        ("generated code", &theirs.value, theirs.bytes.len()),
    ] {
        if value.field("value") != Some(&expected) || consumed != len {
            return Err(format!("{who} reads {value:?} from {consumed} bytes"));
        }
    }
    tally.read += 1;

    let written = interpret::write(&SCALARS, target, &read.value, &[]).map_err(|error| error.to_string())?;
    if theirs.again.as_ref() != Ok(&written) {
        return Err(format!("{written:02x?} and {:?} are written", theirs.again));
    }
    if written == line.bytes[..len] {
        tally.written += 1;
    } else if line.is_canonical() && given == expected {
        return Err(format!("written as {written:02x?}"));
    } else {
        tally.rewritten += 1;
    }
    if given == expected { Ok(()) } else { beyond(target, &given) }
}

fn value(json: &serde_json::Value) -> Result<Value, String> {
    match (json.as_i64(), json.as_str()) {
        (Some(number), _) => Ok(Value::Int(number.into())),
        (_, Some(text)) => Ok(Value::Text(text.to_owned())),
        _ => Err(format!("{json} is no value")),
    }
}

/// A number that the game writes as another one is not written.
fn beyond(target: Target, given: &Value) -> Result<(), String> {
    let whole = Value::Record(vec![("value".to_owned(), given.clone())]);
    let error = interpret::write(&SCALARS, target, &whole, &[]).expect_err("no bytes give this number");
    let number = given.raw().and_then(|number| i32::try_from(number).ok()).ok_or("no 32 bits")?;
    let generated = wireform_tests::scalars::OneUint { value: number }.write(&mut [0; 8]);
    let generated = generated.expect_err("generated code knows it too");
    if error.kind == WriteErrorKind::Range && generated.kind() == wireform::WriteErrorKind::Range {
        Ok(())
    } else {
        Err(format!("{error} and {generated}"))
    }
}
