//! The fields that a line gives, and those that were read.

use serde_json::Value as Json;

use crate::why::Why;

/// The first field that is not the same, with both values: `players[0].name: expected "a", found "b"`. Neither side may
/// have a field that the other lacks.
pub fn difference(expected: &Json, found: &Json) -> Option<Why> {
    at("", expected, found)
}

fn at(path: &str, expected: &Json, found: &Json) -> Option<Why> {
    match (expected, found) {
        (Json::Object(all), Json::Object(others)) => {
            let lacking = others.iter().filter(|(key, _)| !all.contains_key(*key));
            let extra = lacking.map(|(key, value)| Why::differs(&inside(path, key), "nothing", value));
            let known = all.iter().filter_map(|(key, value)| {
                let path = inside(path, key);
                match others.get(key) {
                    Some(other) => at(&path, value, other),
                    None => Some(Why::differs(&path, value, "nothing")),
                }
            });
            known.chain(extra).next()
        }
        (Json::Array(all), Json::Array(others)) if all.len() == others.len() => {
            let mut pairs = all.iter().zip(others).enumerate();
            pairs.find_map(|(index, (one, other))| at(&format!("{path}[{index}]"), one, other))
        }
        (Json::Array(all), Json::Array(others)) => {
            Some(Why::differs(path, format!("{} elements", all.len()), others.len()))
        }
        _ => (!is_same(expected, found)).then(|| Why::differs(path, expected, found)),
    }
}

fn inside(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") }
}

/// Whole numbers by their value, others bit for bit, so that -0.0 is not 0.0. The sheets write a bool as 0 or 1, or as a
/// bool.
fn is_same(expected: &Json, found: &Json) -> bool {
    let whole = |json: &Json| json.as_bool().map(i128::from).or_else(|| json.as_number()?.as_i128());
    let bits = |json: &Json| json.as_number()?.as_f64().map(f64::to_bits);
    match (whole(expected), whole(found)) {
        (Some(one), Some(other)) => one == other,
        _ if expected.is_number() && found.is_number() => bits(expected) == bits(found),
        _ => expected == found,
    }
}
