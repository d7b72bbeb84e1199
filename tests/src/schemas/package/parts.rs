//! The functions that ask layouts of bits and packed numbers: with another part, and from their digits.

use wireform_build::model::{Bits, Notation, Packed, Protocol, Value};
use wireform_build::names;

use crate::crates::ident;
use crate::schemas::parts::named;

/// The function that makes a layout of a number, and gives it each of its parts anew.
pub fn bits(name: &str, (protocol, path): (&Protocol, &str), bits: &Bits) -> String {
    let parts = named(bits).map(|(part, one)| {
        let (getter, setter) = (ident(&names::part_name(part)), format!("with_{}", names::field_name(part)));
        format!("{getter} {setter} |number| {};", made(protocol, path, one.value))
    });
    let (of, parts) = (format!("{path}::{}", names::type_name(&bits.name)), parts.collect::<Vec<_>>().join(" "));
    function(name, &format!("bits!({of}, known, {parts})"))
}

/// The function that makes a packed number of the digits of a raw number, and of others.
pub fn packed(name: &str, path: &str, packed: &Packed) -> String {
    let digits: Vec<String> = packed.digits.iter().map(|digit| ident(&names::part_name(&digit.name))).collect();
    let of = format!("{path}::{}", names::type_name(&packed.name));
    function(name, &format!("packed!({of}, known, {})", digits.join(" ")))
}

fn function(name: &str, asks: &str) -> String {
    format!("fn {name}(bytes: &[u8], known: &[Option<i128>]) -> String {{\n    {asks}\n}}")
}

/// What makes a value of a number.
fn made(protocol: &Protocol, path: &str, value: Value) -> String {
    let of = |name: &str| format!("{path}::{}", names::type_name(name));
    let by = |of: &str, function: &str| {
        format!("i128::try_into(number).ok().and_then(|number| Option::<{of}>::from({of}::{function}(number)))")
    };
    match value {
        Value::Int(notation) => match notation.and_then(noted) {
            Some(of) => format!("i128::try_into(number).ok().and_then(|number| {of}(number).ok())"),
            None => "i128::try_into(number).ok()".to_owned(),
        },
        Value::Bool | Value::Truthy => "Some(number != 0)".to_owned(),
        Value::Enum(id) => by(&of(&protocol.enums[id.0].name), "from_code"),
        Value::Bits(id) => by(&of(&protocol.bits[id.0].name), "from_raw"),
        Value::Quantity(id) => by(&of(&protocol.quantities[id.0].name), "from_raw"),
        Value::Packed(id) => by(&of(&protocol.packed[id.0].name), "from_raw"),
    }
}

/// The conversion of a number to the type of the runtime for a notation.
pub fn noted(notation: Notation) -> Option<String> {
    let raw = if notation.bits()? > 32 { "u64" } else { "u32" };
    Some(format!("<::wireform::{} as ::core::convert::TryFrom<{raw}>>::try_from", notation.rust_type()?))
}
