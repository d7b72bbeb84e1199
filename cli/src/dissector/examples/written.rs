//! Packets that a writer makes of an example, with another message in place of its own: codes, lengths and checksums before
//! and behind the message become those of the new one.

use wireform_build::interpret::Value;

/// The values that a packet has with this message in place of one of its own, each once. A list of messages has only it.
pub fn with_message(packet: &Value, message: &Value) -> Vec<Value> {
    match packet {
        Value::Message { name, fields } => {
            let inner = with_fields(fields, message).into_iter();
            let inner = inner.map(|fields| Value::Message { name: name.clone(), fields });
            std::iter::once(message.clone()).chain(inner).collect()
        }
        Value::Arm { name, fields } => {
            let inner = with_fields(fields, message).into_iter();
            inner.map(|fields| Value::Arm { name: name.clone(), fields }).collect()
        }
        Value::Record(fields) => with_fields(fields, message).into_iter().map(Value::Record).collect(),
        Value::List(all) => {
            let first = all.first().map(|first| with_message(first, message)).unwrap_or_default();
            first.into_iter().map(|one| Value::List(vec![one])).collect()
        }
        _ => Vec::new(),
    }
}

/// The same of fields.
fn with_fields(fields: &[(String, Value)], message: &Value) -> Vec<Vec<(String, Value)>> {
    let mut all = Vec::new();
    for (index, (_, value)) in fields.iter().enumerate() {
        for new in with_message(value, message) {
            let mut fields = fields.to_vec();
            if let Some((_, value)) = fields.get_mut(index) {
                *value = new;
            }
            all.push(fields);
        }
    }
    all
}
