//! Packets that are made byte by byte, each with the values that it holds.

use crate::contender::Packet;
use crate::sink::Sink;

/// One of them.
#[derive(Debug, Clone, Default)]
pub struct Made {
    /// The packet.
    pub bytes: Vec<u8>,
    /// All values, as a sink takes them.
    pub told: Vec<u64>,
    /// Those of the one field that is looked at.
    pub touched: Vec<u64>,
}

impl Made {
    /// A number that nobody reads as a value, or one that follows.
    pub fn raw(&mut self, bytes: &[u8]) -> &mut Self {
        self.bytes.extend_from_slice(bytes);
        self
    }

    /// A value, and its bytes.
    pub fn value(&mut self, value: impl Into<i64>, bytes: &[u8]) -> &mut Self {
        self.tell(value).raw(bytes)
    }

    /// A value that follows from the bytes.
    pub fn tell(&mut self, value: impl Into<i64>) -> &mut Self {
        self.told.push(value.into() as u64);
        self
    }

    /// Bytes as a value, without what says where they end.
    pub fn text(&mut self, bytes: &[u8]) -> &mut Self {
        self.told.push(bytes.len() as u64);
        self.told.extend(bytes.iter().map(|byte| u64::from(*byte)));
        self.raw(bytes)
    }

    /// The last value is what is looked at.
    pub fn touch(&mut self) -> &mut Self {
        self.touched.extend(self.told.last());
        self
    }
}

impl Packet for Made {
    fn bytes(&self) -> Vec<u8> {
        self.bytes.clone()
    }

    fn read_all(&self, sink: &mut impl Sink) {
        self.told.iter().for_each(|value| sink.bits(*value));
    }

    fn touch_one(&self, sink: &mut impl Sink) {
        self.touched.iter().for_each(|value| sink.bits(*value));
    }
}
