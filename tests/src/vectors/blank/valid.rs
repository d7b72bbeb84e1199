//! Datagrams that are right: read to the values that the line gives, by the interpreter and by generated code, and
//! written back.

use serde_json::{Value as Json, json};
use wireform_build::interpret::Value;

use super::super::line::Line;
use super::super::{both, tally::Tally};
use super::datagram;
use crate::blank::meaning;

pub fn check(line: &Line, tally: &mut Tally) -> Result<(), String> {
    let written = both(&datagram(line), &line.bytes, |value| compare(line, value))?;
    tally.took(&line.bytes, &written, line.is_canonical())
}

fn compare(line: &Line, datagram: &Value) -> Result<(), String> {
    let fields = &line.json["fields"];
    let number = |name: &str| datagram.field(name).and_then(Value::raw).unwrap_or(-1);
    let (ack, history) = (number("ack"), number("history"));
    // The doc comment of the history, as a program would take it.
    let arrived = (0..32).filter(|bit| history >> bit & 1 == 1).map(|bit| (ack - 1 - bit).rem_euclid(1 << 16));
    let acked: Vec<i128> = std::iter::once(ack).chain(arrived).collect();
    let reserved: String = line.bytes[13..16].iter().map(|byte| format!("{byte:02x}")).collect();
    let header = json!({
        "tag": 0xFB1A_B1AF_u32,
        "seq": number("sequence") as i64,
        "ack": ack as i64,
        "hist": history as i64,
        "type": line.bytes[12],
        "reserved": reserved,
        "acked": acked.into_iter().map(|one| one as i64).collect::<Vec<_>>(),
    });
    same("header", &fields["header"], &header)?;
    match datagram.field("payload") {
        Some(payload @ Value::Message { name, .. }) if *name == line.message => {
            same("payload", &fields["payload"], &meaning::payload(name, payload)?)
        }
        other => Err(format!("the payload is {other:?}")),
    }
}

/// Whether ours says all that theirs does. Numbers are those of single precision, in which the game computes; a rotation
/// is a root of a sum, so its last digits are the game's own.
fn same(path: &str, theirs: &Json, ours: &Json) -> Result<(), String> {
    let wrong = || Err(format!("{path}: {theirs} is read as {ours}"));
    match (theirs, ours) {
        (Json::Object(theirs), Json::Object(ours)) => {
            let inner = |name: &str| format!("{path}.{name}");
            theirs.iter().try_for_each(|(name, theirs)| match ours.get(name) {
                Some(ours) => same(&inner(name), theirs, ours),
                None => Err(format!("{} is not known", inner(name))),
            })
        }
        (Json::Array(theirs), Json::Array(our)) if theirs.len() == our.len() => {
            theirs.iter().zip(our).try_for_each(|(theirs, ours)| same(path, theirs, ours))
        }
        (Json::Number(number), Json::Number(our)) if number.is_f64() => match (number.as_f64(), our.as_f64()) {
            (Some(number), Some(our)) if number as f32 == our as f32 => Ok(()),
            (Some(number), Some(our)) if path.contains("semantic.orient") && (number - our).abs() < 1e-6 => Ok(()),
            _ => wrong(),
        },
        // Of the bits that a reader ignores ours knows nothing.
        (Json::String(hex), Json::String(our)) if path.ends_with("orient_raw") => {
            let number = |hex: &str| u64::from_str_radix(hex, 16).unwrap_or(0) & !(3 << 60);
            if number(hex) == number(our) { Ok(()) } else { wrong() }
        }
        _ if theirs == ours => Ok(()),
        _ => wrong(),
    }
}
