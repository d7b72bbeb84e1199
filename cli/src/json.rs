//! JSON as it was parsed, as the interpreter takes it.

use serde_json::Value;
use wireform_build::interpret::Float;
use wireform_build::interpret::json::Json;

/// The same piece of JSON.
pub fn json(value: &Value) -> Json {
    match value {
        Value::Null => Json::Null,
        Value::Bool(yes) => Json::Bool(*yes),
        Value::Number(number) => {
            let whole = number.as_i64().map(i128::from).or(number.as_u64().map(i128::from));
            whole.map_or_else(|| Json::Float(Float::F64(number.as_f64().unwrap_or(f64::NAN))), Json::Int)
        }
        Value::String(text) => Json::Text(text.clone()),
        Value::Array(list) => Json::List(list.iter().map(json).collect()),
        Value::Object(fields) => Json::Object(fields.iter().map(|(name, value)| (name.clone(), json(value))).collect()),
    }
}
