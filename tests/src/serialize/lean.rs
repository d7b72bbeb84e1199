//! JSON of shapes without the codes that they store, and of those without fields as objects; and of values without a field.

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

/// The JSON of a value, each time without another field, however deep it is. Of a list, the first elements are tried.
pub fn without_one(value: &Value, json: &Json) -> Vec<Json> {
    match (value, json) {
        (Value::List(values), Json::Array(list)) => {
            let each = values.iter().zip(list).enumerate().take(2);
            let changed = each.flat_map(|(at, (value, inner))| {
                without_one(value, inner).into_iter().map(move |inner| (at, inner)).collect::<Vec<_>>()
            });
            changed.map(|(at, inner)| replaced(json, |all| all[at] = inner)).collect()
        }
        (Value::Record(fields), json) => without_field(fields, json),
        (Value::Message { name, fields } | Value::Arm { name, fields }, Json::Object(object)) => {
            let inner = &object[name];
            without_field(fields, inner).into_iter().map(|inner| json!({ name.as_str(): inner })).collect()
        }
        _ => Vec::new(),
    }
}

fn without_field(fields: &[(String, Value)], json: &Json) -> Vec<Json> {
    let of = |key: &str| fields.iter().find(|(name, _)| name == key).map(|(_, value)| value);
    match (json, fields) {
        (Json::Object(object), _) if object.keys().any(|key| of(key).is_some()) => {
            let fields = object.iter().flat_map(|(key, inner)| {
                let without = replaced(json, |all| drop(all.as_object_mut().expect("an object").remove(key)));
                let inside = of(key).map(|value| without_one(value, inner)).unwrap_or_default();
                [without].into_iter().chain(inside.into_iter().map(move |inner| replaced(json, |all| all[key] = inner)))
            });
            fields.collect()
        }
        // The only value of a shape or an element.
        (json, [(_, value)]) => without_one(value, json),
        _ => Vec::new(),
    }
}

fn replaced(json: &Json, change: impl FnOnce(&mut Json)) -> Json {
    let mut json = json.clone();
    change(&mut json);
    json
}
