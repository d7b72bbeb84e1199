//! Helpers of unit tests: schemas, packets and random numbers.

use wireform_build::interpret::{ReadError, Value, WriteError, read_exact, write};
use wireform_build::model::Protocol;

use crate::bytes::from_hex;
use crate::target::target;

/// The model of a schema that is right.
pub fn compile(text: &str) -> Protocol {
    match wireform_build::load_text("test.wire", text) {
        Ok(compiled) => compiled.schema.first,
        Err(failure) => panic!("{}", failure.render(false)),
    }
}

/// The model of a schema without its first line.
pub fn schema(items: &str) -> Protocol {
    compile(&format!("protocol test {{ byte_order: little }}\n{items}"))
}

/// The bytes of a packet.
pub fn hex(text: &str) -> Vec<u8> {
    from_hex(text).unwrap_or_else(|why| panic!("{why}"))
}

/// Reads what is all of a packet.
pub fn read_as(protocol: &Protocol, name: &str, packet: &[u8]) -> Result<Value, ReadError> {
    read_exact(protocol, target(protocol, name).unwrap(), packet, &[])
}

/// Writes a value.
pub fn write_as(protocol: &Protocol, name: &str, value: &Value) -> Result<Vec<u8>, WriteError> {
    write(protocol, target(protocol, name).unwrap(), value, &[])
}

/// The same numbers in every run.
pub struct Random(pub u64);

impl Random {
    /// The next number.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mixed = (self.0 ^ (self.0 >> 33)).wrapping_mul(0xFF51_AFD7_ED55_8CCD);
        mixed ^ (mixed >> 33)
    }
}
