//! JSON of shapes without the codes that they store, and of those without fields as objects.

use std::collections::HashSet;

use serde_json::{Value as Json, json};
use wireform_build::interpret::Value;
use wireform_build::model::{Protocol, Wire};

/// The name of each shape that stores its code, and of that field.
pub fn stored_codes(protocol: &Protocol) -> HashSet<(String, String)> {
    let fields = protocol.records.iter().flat_map(|record| record.fields.iter().map(move |field| (record, field)));
    let stored = fields.flat_map(|(record, field)| {
        let (tag, arms) = match &field.wire {
            Wire::Match { tag, arms, .. } => (Some(tag), arms.as_slice()),
            _ => (None, &[][..]),
        };
        arms.iter().filter_map(move |arm| Some((arm.name.clone(), record.stored_code(tag?, arm)?.0.to_owned())))
    });
    stored.collect()
}

/// The JSON of a value, with each of its shapes leaner.
pub fn lean(stored: &HashSet<(String, String)>, value: &Value, json: Json) -> Json {
    let inside = |fields: &[(String, Value)], json: Json| {
        let of = |key: &str| fields.iter().find(|(name, _)| name == key).map(|(_, value)| value);
        match json {
            Json::Object(object) if object.keys().all(|key| of(key).is_some()) => {
                let each = object.into_iter().map(|(key, json)| {
                    let json = lean(stored, of(&key).expect("it is there"), json);
                    (key, json)
                });
                each.collect::<serde_json::Map<_, _>>().into()
            }
            // The shape's only value.
            json => match fields {
                [(_, value)] => lean(stored, value, json),
                _ => json,
            },
        }
    };
    match (value, json) {
        (Value::List(values), Json::Array(list)) => {
            values.iter().zip(list).map(|(value, json)| lean(stored, value, json)).collect()
        }
        (Value::Record(fields), json) => inside(fields, json),
        (Value::Arm { name, .. }, Json::String(_)) => json!({ name.as_str(): {} }),
        (Value::Message { name, fields } | Value::Arm { name, fields }, mut json) => {
            if let Json::Object(object) = &mut json[name] {
                object.retain(|key, _| !stored.contains(&(name.clone(), key.clone())));
            }
            json[name] = inside(fields, json[name].take());
            json
        }
        (_, json) => json,
    }
}
