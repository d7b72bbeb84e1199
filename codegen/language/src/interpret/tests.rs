//! Round trips of packets, of small schemas and of a real one.

mod checksums;
mod choices;
mod display;
mod examples;
mod features;
mod game;
mod laws;
mod lengths;
mod read_back;
mod rejections;
mod several_uses;
mod sparse;
mod user_numbers;

use super::*;
use crate::model::{Code, FamilyId, Protocol, RecordId};
use display::{display, to_hex};

/// The model of a valid schema.
fn compile(text: &str) -> Protocol {
    match crate::load_text("test.wire", text) {
        Ok(compiled) => compiled.schema.first,
        Err(failure) => panic!("{}", failure.render(false)),
    }
}

/// The model of a schema without its first line.
fn schema(items: &str) -> Protocol {
    compile(&format!("protocol test {{ byte_order: little }}\n{items}"))
}

/// Decimal bytes, as documents print them.
fn dec(text: &str) -> Vec<u8> {
    text.split_whitespace().map(|word| word.parse::<i16>().unwrap() as u8).collect()
}

fn hex(text: &str) -> Vec<u8> {
    let digits: Vec<u8> = text.bytes().filter(|byte| *byte != b' ').collect();
    digits.chunks(2).map(|pair| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap()).collect()
}

/// A struct, a message, a family, or in brackets the stream of a family.
fn target(protocol: &Protocol, name: &str) -> Option<Target> {
    let family = |name: &str| protocol.families.iter().position(|family| family.name == name).map(FamilyId);
    if let Some(name) = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')) {
        return family(name).map(Target::Stream);
    }
    let record = || protocol.records.iter().position(|record| record.name == name).map(RecordId);
    family(name).map(Target::Family).or_else(|| record().map(Target::Record))
}

fn read_as(protocol: &Protocol, name: &str, packet: &[u8]) -> Result<Value, ReadError> {
    read_exact(protocol, target(protocol, name).unwrap(), packet, &[])
}

fn write_as(protocol: &Protocol, name: &str, value: &Value) -> Result<Vec<u8>, WriteError> {
    write(protocol, target(protocol, name).unwrap(), value, &[])
}

/// Packets of `S` in schemas are read, and written as they came.
fn come_back(schemas: &[(&str, &[&str])]) {
    for (items, packets) in schemas {
        let one = schema(items);
        for packet in *packets {
            let bytes = hex(packet);
            let value = read_as(&one, "S", &bytes).unwrap_or_else(|error| panic!("{items} {packet}: {error}"));
            assert_eq!(write_as(&one, "S", &value).map(|bytes| to_hex(&bytes)), Ok(to_hex(&bytes)), "{items}");
        }
    }
}

/// The error that rejects bytes: `path@offset: kind`.
fn rejected(protocol: &Protocol, name: &str, packet: &str) -> String {
    let bytes = hex(packet);
    match read(protocol, target(protocol, name).unwrap(), &bytes, &[]) {
        Err(error) => format!("{}@{}: {}", error.path, error.offset, error.kind.word()),
        Ok(read) => panic!("{packet} is read as {:?}", read.value),
    }
}

/// Reads, compares the text of the value, and writes back the same bytes.
fn round(protocol: &Protocol, name: &str, packet: &str, expected: &str) {
    let bytes = hex(packet);
    let value = read_as(protocol, name, &bytes).unwrap_or_else(|error| panic!("{packet}: {error}"));
    assert_eq!(display(&value), expected, "{packet}");
    assert_eq!(write_as(protocol, name, &value).map(|bytes| to_hex(&bytes)), Ok(to_hex(&bytes)));
}

/// Reads, compares the text of the value, and writes it as `canonical`.
fn accepted(protocol: &Protocol, name: &str, packet: &str, expected: &str, canonical: &str) {
    let value = read_as(protocol, name, &hex(packet)).unwrap_or_else(|error| panic!("{packet}: {error}"));
    assert_eq!(display(&value), expected, "{packet}");
    assert_eq!(write_as(protocol, name, &value).map(|bytes| to_hex(&bytes)), Ok(canonical.replace(' ', "")));
}

/// A record value.
fn record(fields: &[(&str, Value)]) -> Value {
    Value::Record(fields.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect())
}

fn ints(numbers: &[Code]) -> Value {
    Value::List(numbers.iter().copied().map(Value::Int).collect())
}

/// The value of a field, by its path.
fn at(value: &Value, path: &str) -> Value {
    path.split('.').fold(value.clone(), |value, name| match value.field(name) {
        Some(value) => value.clone(),
        None => panic!("no `{name}` in {value:?}"),
    })
}

/// A generator of pseudorandom numbers, the same in every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mixed = (self.0 ^ (self.0 >> 33)).wrapping_mul(0xFF51_AFD7_ED55_8CCD);
        mixed ^ (mixed >> 33)
    }

    fn below(&mut self, most: usize) -> usize {
        (self.next() % most as u64) as usize
    }

    /// A byte, with the small ones frequent, as in packets.
    fn byte(&mut self) -> u8 {
        let byte = self.next() as u8;
        match self.below(4) {
            0 => byte,
            1 => byte & 1,
            2 => byte & 0x1F,
            _ => [0, 1, 4, 0x7F, 0x80, 0x81, 0xFF, 2][self.below(8)],
        }
    }
}
