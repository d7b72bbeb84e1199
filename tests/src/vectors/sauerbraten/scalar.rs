//! Numbers and texts by themselves: each in a message that holds one.

use wireform::prelude::*;
use wireform_build::interpret::{self, Value, WriteErrorKind};
use wireform_tests::sauerbraten::positions::Pos;

use super::super::line::Line;
use super::super::tally::Tally;
use crate::generated::Generated;
use crate::laws::agreed;
use crate::sauerbraten::targets;
use crate::sauerbraten::versions::Version;

/// A message with a scalar in it.
pub struct Scalar {
    message: Generated,
    /// The bytes before it.
    front: &'static [u8],
    field: &'static str,
    /// The bytes behind it.
    back: &'static [u8],
}

impl Scalar {
    /// An `Int`.
    pub fn int() -> Self {
        Self::new("to_server::Ping", &[30], "millis", &[])
    }

    /// A `Uint`.
    pub fn uint() -> Self {
        Self::new("positions::Pos", &[4], "cn", &[4, 0, 16, 0, 16, 0, 16, 0, 0x90, 0x7E, 90, 0, 0x90, 0x7E])
    }

    /// A text.
    pub fn text() -> Self {
        Self::new("Text", &[5], "text", &[])
    }

    fn new(message: &str, front: &'static [u8], field: &'static str, back: &'static [u8]) -> Self {
        Self { message: targets::named(Version::V260, message), front, field, back }
    }
}

pub fn check(line: &Line, scalar: &Scalar, tally: &mut Tally) -> Result<(), String> {
    let fields = &line.json["fields"];
    let given = value(&fields["value"])?;
    // What a number is read as, where that is another.
    let expected = match fields.get("decoded") {
        Some(decoded) => value(decoded)?,
        None => given.clone(),
    };
    let expected_len = fields["consumed"].as_u64().or(fields["len"].as_u64());
    let len = expected_len.map_or(line.bytes.len(), |len| len as usize);
    let whole = [scalar.front, &line.bytes[..len], scalar.back].concat();
    let followed = [&whole, &line.bytes[len..]].concat();

    let (found, read) = agreed(&scalar.message, &followed).map_err(|error| error.to_string())?;
    if found.value.field(scalar.field) != Some(&expected) || found.bytes != whole {
        return Err(format!("{:?} is read from {} bytes", found.value, found.bytes.len()));
    }
    let written = found.again.map_err(|error| format!("{error:?}"))?;
    tally.took(&whole, &written, line.is_canonical() && given == expected)?;
    if given == expected { Ok(()) } else { beyond(scalar, read, given) }
}

fn value(json: &serde_json::Value) -> Result<Value, String> {
    match (json.as_i64(), json.as_str()) {
        (Some(number), _) => Ok(Value::Int(number.into())),
        (_, Some(text)) => Ok(Value::Text(text.to_owned())),
        _ => Err(format!("{json} is no value")),
    }
}

/// A number that the game writes as another one is not written.
fn beyond(scalar: &Scalar, read: Value, given: Value) -> Result<(), String> {
    let number = given.raw().and_then(|number| i32::try_from(number).ok()).ok_or("no 32 bits")?;
    let Value::Record(mut fields) = read else { return Err(format!("{read:?} is no record")) };
    fields.iter_mut().filter(|(name, _)| name == scalar.field).for_each(|(_, value)| *value = given.clone());
    let (protocol, target) = (scalar.message.protocol, scalar.message.target());
    let error = interpret::write(protocol, target, &Value::Record(fields), &[]).expect_err("no bytes give this number");
    let generated = Pos { cn: number, ..Pos::default() }.write(&mut [0; Pos::MAX_LEN]);
    let generated = generated.expect_err("generated code knows it too");
    if error.kind == WriteErrorKind::Range
        && generated.kind() == wireform::ErrorKind::Unwritable(wireform::Unwritable::Range)
    {
        Ok(())
    } else {
        Err(format!("{error} and {generated}"))
    }
}
