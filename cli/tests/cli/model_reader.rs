//! A reader of packets that knows nothing but the model as JSON. It proves that the form holds what a reader needs: for the
//! examples of some specimens, it agrees with `wireform read --json`.

use std::collections::HashMap;

use serde_json::{Map, Value as Json, json};

use crate::model::model;
use crate::repository::root;
use crate::support::Folder;

/// The raw numbers of a record by their paths.
type Numbers = HashMap<String, i64>;

struct Reader<'m> {
    /// The model of a version.
    model: &'m Json,
    bytes: &'m [u8],
}

fn text<'m>(piece: &'m Json, key: &str) -> &'m str {
    piece[key].as_str().unwrap_or_else(|| panic!("{piece} has no `{key}`"))
}

fn int(piece: &Json) -> i64 {
    piece.as_i64().unwrap_or_else(|| panic!("{piece} is no whole number"))
}

fn list(piece: &Json) -> &[Json] {
    piece.as_array().map_or(&[], Vec::as_slice)
}

/// The low bits of a number, in two's complement if it is signed.
fn bits(number: i64, width: u32, signed: &Json) -> i64 {
    let low = number & ((1 << width) - 1);
    if *signed == true && low >> (width - 1) == 1 { low - (1 << width) } else { low }
}

fn is_in(number: i64, set: &Json) -> bool {
    list(set).iter().any(|interval| (int(&interval[0])..=int(&interval[1])).contains(&number))
}

impl<'m> Reader<'m> {
    fn item(&self, kind: &str, name: &str) -> &'m Json {
        list(&self.model[kind]).iter().find(|item| item["name"] == name).unwrap_or_else(|| panic!("no {kind} {name}"))
    }

    fn take(&mut self, count: usize) -> &'m [u8] {
        let (taken, rest) = self.bytes.split_at(count);
        self.bytes = rest;
        taken
    }

    fn scalar(&mut self, number: &Json) -> i64 {
        let integer = &number["integer"];
        let count = integer["bytes"].as_u64().expect("an integer: no specimen here has a varint");
        let mut bytes = self.take(count as usize).to_vec();
        if integer["order"] == "little" {
            bytes.reverse();
        }
        let number = bytes.iter().fold(0, |number, byte| number << 8 | i64::from(*byte));
        bits(number, count as u32 * 8, &integer["signed"])
    }

    fn record(&mut self, name: &str) -> Json {
        let record = self.item("records", name);
        if let message @ Json::Object(_) = &record["role"]["message"] {
            assert_eq!(self.scalar(message), int(&message["code"]));
        }
        let value = self.fields(&record["fields"], &mut Numbers::new());
        if record["role"]["element"]["transparent"] == true {
            value.into_values().next().unwrap_or_default()
        } else {
            value.into()
        }
    }

    fn fields(&mut self, fields: &'m Json, numbers: &mut Numbers) -> Map<String, Json> {
        let mut value = Map::new();
        for field in list(fields) {
            let found = if self.is_present(field, numbers) {
                self.wire(field, numbers, &mut value)
            } else {
                let default = &field["presence"]["default"]["raw"];
                default.as_i64().map_or(Some(Json::Null), |raw| Some(self.meaning(&field["value"], raw)))
            };
            if let (Some(name), Some(found)) = (field["name"].as_str(), found) {
                value.insert(name.to_owned(), found);
            }
        }
        value
    }

    fn is_present(&self, field: &Json, numbers: &Numbers) -> bool {
        let test = &field["presence"]["if"]["in"];
        test.is_null() || is_in(numbers[text(&test[0], "number")], &test[1])
    }

    /// The value of a present field, if it is the user's. That of inline bits goes to the fields around them.
    fn wire(&mut self, field: &'m Json, numbers: &mut Numbers, value: &mut Map<String, Json>) -> Option<Json> {
        Some(match text(field, "wire") {
            "number" => {
                let raw = self.scalar(field);
                let path = field["path"].as_str().or(field["name"].as_str()).unwrap_or_default();
                numbers.insert(path.to_owned(), raw);
                return field["owner"].is_null().then(|| self.meaning(&field["value"], raw));
            }
            "inline_bits" => {
                let carrier = self.scalar(field);
                for part in list(&field["parts"]) {
                    let raw = bits(carrier >> int(&part["low"]), int(&part["width"]) as u32, &part["signed"]);
                    let path = part["path"].as_str().unwrap_or(part["name"].as_str().unwrap_or_default());
                    numbers.insert(path.to_owned(), raw);
                    if let (Some(name), Json::Null) = (part["name"].as_str(), &part["owner"]) {
                        value.insert(name.to_owned(), self.meaning(&part["value"], raw));
                    }
                }
                return None;
            }
            "group" => self.fields(&field["fields"], numbers).into(),
            "text" => {
                let bytes = self.content(&field["extent"]);
                match text(field, "encoding") {
                    "latin1" => bytes.iter().map(|byte| char::from(*byte)).collect::<String>().into(),
                    _ => std::str::from_utf8(bytes).expect("UTF-8").into(),
                }
            }
            "list" => {
                let count = field["extent"].get("count").map(|count| self.scalar(count));
                let mut elements = Vec::new();
                while count.map_or(!self.bytes.is_empty(), |count| (elements.len() as i64) < count) {
                    elements.extend(self.wire(&field["element"], numbers, value));
                }
                elements.into()
            }
            "record" => self.record(text(field, "record")),
            "family" => {
                let family = self.item("families", text(field, "family"));
                let code = Reader { ..*self }.scalar(family);
                let member = list(&family["members"]).iter().find(|member| int(&member["code"]) == code);
                let member = member.expect("no specimen here has an unknown message");
                json!({ text(member, "name"): self.record(text(member, "record")) })
            }
            "shape_by_match" => {
                let code = self.scalar(&field["code"]);
                let arms = list(&field["arms"]);
                let arm = arms
                    .iter()
                    .find(|arm| is_in(code, &arm["codes"]))
                    .or(arms.iter().find(|arm| arm["codes"].is_null()));
                self.arm(arm.expect("an arm"), code, numbers)
            }
            other => panic!("no specimen here has the wire {other}"),
        })
    }

    fn arm(&mut self, arm: &'m Json, code: i64, numbers: &mut Numbers) -> Json {
        let (name, inside) = (text(arm, "name"), self.fields(&arm["fields"], numbers));
        match arm["stored"].as_str() {
            None if inside.is_empty() => name.into(),
            None if arm["transparent"] == true => json!({ name: inside.into_values().next() }),
            None => json!({ name: inside }),
            Some(stored) => {
                let code = [(stored.to_owned(), json!(code))];
                json!({ name: code.into_iter().chain(inside).collect::<Map<_, _>>() })
            }
        }
    }

    fn content(&mut self, extent: &Json) -> &'m [u8] {
        if let Some(count) = extent.get("count") {
            let count = self.scalar(count);
            return self.take(count as usize);
        }
        let ends = |byte: &u8| is_in((*byte).into(), &extent["until"]["read"]);
        let content = self.take(self.bytes.iter().position(ends).expect("a terminator"));
        self.take(1);
        content
    }

    fn meaning(&self, value: &Json, raw: i64) -> Json {
        let Some(layout) = value["bits"].as_str() else {
            return if value == "bool" { (raw == 1).into() } else { json!(raw) };
        };
        let (mut known, mut parts) = (0, Map::new());
        for part in list(&self.item("bits", layout)["parts"]).iter().filter(|part| part["name"].is_string()) {
            let (low, width) = (int(&part["low"]), int(&part["width"]) as u32);
            known |= ((1 << width) - 1) << low;
            parts.insert(
                text(part, "name").to_owned(),
                self.meaning(&part["value"], bits(raw >> low, width, &part["signed"])),
            );
        }
        parts.insert("raw".to_owned(), json!(raw & known));
        parts.into()
    }
}

#[test]
fn a_reader_of_the_model_reads_what_the_command_reads() {
    let folder = Folder::new("model_reader");
    let mut compared = 0;
    for (schema, record) in [("presence", "Sound"), ("text", "Scores"), ("choice", "Item"), ("family", "Packet")] {
        let schema = root().join(format!("tests/schema/specimens/{schema}.wire")).to_string_lossy().into_owned();
        let model: Json = serde_json::from_str(&model(&schema)).expect("JSON");
        let model = &model["versions"][0];
        for example in list(&Reader { model, bytes: &[] }.item("records", record)["examples"]) {
            if example["kind"].is_object() {
                continue;
            }
            let hex = text(example, "hex");
            let digits = (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16));
            let bytes: Vec<u8> = digits.collect::<Result<_, _>>().expect("hex digits");
            let mut reader = Reader { model, bytes: &bytes };
            let found = reader.record(record);
            assert!(reader.bytes.is_empty(), "{example}");
            let read = folder.run(&["read", &schema, record, hex, "--json"]).out;
            assert_eq!(found, serde_json::from_str::<Json>(&read).expect("JSON"), "{example}");
            compared += 1;
        }
    }
    assert_eq!(compared, 8);
}
