//! Fields on their way from the names of a schema to those of a sheet.

use std::collections::HashMap;

use serde_json::{Map, Value as Json};
use wireform_build::model::Code;

use crate::plain::{CODE, int};

/// The numbers of a packet that are no values, by their paths.
pub type Derived = HashMap<String, Code>;

/// The fields of a record. What no adapter takes stays as it is, so nothing that was read is left out of the comparison.
#[derive(Clone, Default)]
pub struct Fields {
    values: Map<String, Json>,
    derived: Derived,
    packet: Vec<u8>,
}

impl Fields {
    /// Those of an object; none of anything else.
    pub fn of(json: Json) -> Self {
        match json {
            Json::Object(values) => Self { values, ..Self::default() },
            _ => Self::default(),
        }
    }

    /// The same, with the numbers of the packet that are no values.
    pub fn with_derived(self, derived: Derived) -> Self {
        Self { derived, ..self }
    }

    /// The same, with the bytes of the packet.
    pub fn with_packet(self, packet: &[u8]) -> Self {
        Self { packet: packet.to_vec(), ..self }
    }

    /// The bytes of the packet. Only pointers of DNS lead to them.
    pub fn packet(&self) -> &[u8] {
        &self.packet
    }

    /// A number of the packet that is no value, by its path in it: a size, a checksum.
    pub fn derived(&self, path: &str) -> Json {
        self.derived.get(path).map_or(Json::Null, |raw| int(*raw))
    }

    /// Those of a record that is taken out.
    pub fn inside(&mut self, name: &str) -> Self {
        Self::of(self.take(name))
    }

    /// Takes a field out. One that is not there is null, like one that is absent.
    pub fn take(&mut self, name: &str) -> Json {
        self.values.remove(name).unwrap_or_default()
    }

    /// Takes out a number; 0, if it is absent.
    pub fn number(&mut self, name: &str) -> i64 {
        self.take(name).as_i64().unwrap_or_default()
    }

    /// Takes out the code of a message.
    pub fn code(&mut self) -> Json {
        self.take(CODE)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The value of a field.
    pub fn get(&self, name: &str) -> &Json {
        self.values.get(name).unwrap_or(&Json::Null)
    }

    /// Adds a field.
    pub fn put(&mut self, name: &str, value: impl Into<Json>) {
        self.values.insert(name.to_owned(), value.into());
    }

    /// Gives a field another name, if it is there.
    pub fn rename(&mut self, from: &str, to: &str) {
        if let Some(value) = self.values.remove(from) {
            self.put(to, value);
        }
    }

    /// Changes the value of a field.
    pub fn change(&mut self, name: &str, change: impl Fn(Json) -> Json) {
        let value = self.take(name);
        self.put(name, change(value));
    }

    /// Takes a group apart: its fields stand beside the others, and those of an absent group are null. Pairs have the name in
    /// the group and the one beside the others.
    pub fn spread(&mut self, group: &str, names: &[(&str, &str)]) {
        let mut inner = self.inside(group);
        for (from, to) in names {
            self.put(to, inner.take(from));
        }
        self.values.extend(inner.values);
    }

    /// Puts all of them beside others.
    pub fn beside(self, others: &mut Self) {
        others.values.extend(self.values);
    }

    /// The value of the only one.
    pub fn only(self) -> Json {
        self.values.into_iter().next().map(|(_, value)| value).unwrap_or_default()
    }

    /// All of them.
    pub fn json(self) -> Json {
        self.values.into()
    }
}

/// A number as the character with that code.
pub fn character(json: Json) -> Json {
    let code = json.as_u64().and_then(|code| u8::try_from(code).ok());
    code.map_or(json, |code| char::from(code).to_string().into())
}

/// A number in hexadecimal, `"0xff"`, as a number.
pub fn from_hex(json: Json) -> Json {
    let number = json.as_str().and_then(|text| u64::from_str_radix(text.strip_prefix("0x")?, 16).ok());
    number.map_or(json, Json::from)
}

/// Changes each element of a list; what is absent stays so.
pub fn each(list: Json, change: impl FnMut(Json) -> Json) -> Json {
    match list {
        Json::Array(list) => list.into_iter().map(change).collect(),
        other => other,
    }
}

/// The length of text, in bytes.
pub fn text_length(text: &Json) -> usize {
    text.as_str().map_or(0, str::len)
}

/// The number of bytes in hexadecimal.
pub fn bytes_length(hex: &Json) -> usize {
    text_length(hex) / 2
}

/// The number of elements.
pub fn list_length(list: &Json) -> usize {
    list.as_array().map_or(0, Vec::len)
}
