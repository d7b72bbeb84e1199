//! What somebody must be able to do to take part, and how it is run.

use std::hint::black_box;

use crate::packets::Packets;
use crate::sink::{Sink, Sum, Trace};

/// The values of one packet, which all contenders of a workload read and write.
pub trait Packet: Sized + 'static {
    /// The bytes, by code that is only right: what readers get and writers are held against.
    fn bytes(&self) -> Vec<u8>;

    /// Every value, in the order in which every reader tells them.
    fn read_all(&self, sink: &mut impl Sink);

    /// What is told where one field is looked at.
    fn touch_one(&self, sink: &mut impl Sink);
}

/// Reads whole packets. Each function tells whether the packet is right.
pub trait Reader {
    /// Reads every value.
    fn read_all(packet: &[u8], sink: &mut impl Sink) -> bool;

    /// Reads one field (of each element, where the packet is a list).
    fn touch_one(packet: &[u8], sink: &mut impl Sink) -> bool;

    /// Checks the packet, and reads nothing of it.
    fn skip(packet: &[u8]) -> bool;
}

/// A library that makes a value of a whole packet, whatever of it is wanted.
pub trait Library {
    /// The value.
    type Packet: Packet;

    /// Makes it.
    fn parse(packet: &[u8]) -> Option<Self::Packet>;
}

impl<L: Library> Reader for L {
    #[inline(always)]
    fn read_all(packet: &[u8], sink: &mut impl Sink) -> bool {
        L::parse(packet).inspect(|packet| packet.read_all(sink)).is_some()
    }

    #[inline(always)]
    fn touch_one(packet: &[u8], sink: &mut impl Sink) -> bool {
        L::parse(packet).inspect(|packet| packet.touch_one(sink)).is_some()
    }

    #[inline(always)]
    fn skip(packet: &[u8]) -> bool {
        L::parse(packet).is_some()
    }
}

/// Writes packets, from values of its own.
pub trait Writer<P> {
    /// What a user of this contender has in hand. Nothing in it is said twice: what follows from other values, as flags,
    /// widths and counts do, is worked out in `write`.
    type Value: 'static;

    /// Makes it. This is not timed.
    fn value(packet: &'static P) -> Self::Value;

    /// Writes it to the front of the buffer and gives the number of bytes.
    fn write(value: &Self::Value, buffer: &mut [u8]) -> Option<usize>;
}

/// What a contender does with a packet, in the order of the tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Operation {
    /// Every value is read.
    ReadAll,
    /// One field is read.
    TouchOne,
    /// The packet is checked, nothing is read.
    Skip,
    /// The packet is written.
    Write,
}

impl Operation {
    /// As it stands in tables and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::ReadAll => "read",
            Self::TouchOne => "touch",
            Self::Skip => "skip",
            Self::Write => "write",
        }
    }
}

/// What is asked of a contender beyond the right values for right packets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// Reads this format, and must say of any bytes whatever what the others on this side say.
    Ours,
    /// Reads this format, but other rules may hold for bytes that nobody writes.
    Peer,
    /// The same values in a format of its own.
    OwnFormat,
}

/// What a contender made of a packet: the values that it told, or the bytes that it wrote. Nothing, if it refused.
pub type Outcome = Option<Vec<u64>>;

/// What comes out for any bytes.
pub type Judge = Box<dyn Fn(&[u8]) -> Outcome>;

/// One operation of one contender, on the packets of a workload.
pub struct Contender {
    /// The workload.
    pub workload: &'static str,
    /// What is asked of it.
    pub side: Side,
    /// What it does.
    pub operation: Operation,
    /// Who does it.
    pub name: &'static str,
    /// How many packets it does it to.
    pub packets: usize,
    /// Does it to all packets.
    pub run: Box<dyn Fn() -> u64>,
    /// What must come out for each packet. Nothing is known of bytes in a format of its own.
    pub expected: Box<dyn Fn(usize) -> Outcome>,
    /// What comes out for one of the packets.
    pub outcome: Box<dyn Fn(usize) -> Outcome>,
    /// One of the packets, as it is read.
    pub packet: Box<dyn Fn(usize) -> &'static [u8]>,
    /// What comes out for any bytes, if it reads this format.
    pub on_bytes: Option<Judge>,
}

/// An operation of a reader, as a type.
pub trait Reading {
    /// Which one.
    const OPERATION: Operation;

    /// Does it.
    fn read<R: Reader>(packet: &[u8], sink: &mut impl Sink) -> bool;

    /// What must come out.
    fn expect(packet: &impl Packet, sink: &mut impl Sink);
}

/// [`Operation::ReadAll`].
pub struct ReadAll;

impl Reading for ReadAll {
    const OPERATION: Operation = Operation::ReadAll;

    #[inline(always)]
    fn read<R: Reader>(packet: &[u8], sink: &mut impl Sink) -> bool {
        R::read_all(packet, sink)
    }

    fn expect(packet: &impl Packet, sink: &mut impl Sink) {
        packet.read_all(sink);
    }
}

/// [`Operation::TouchOne`].
pub struct TouchOne;

impl Reading for TouchOne {
    const OPERATION: Operation = Operation::TouchOne;

    #[inline(always)]
    fn read<R: Reader>(packet: &[u8], sink: &mut impl Sink) -> bool {
        R::touch_one(packet, sink)
    }

    fn expect(packet: &impl Packet, sink: &mut impl Sink) {
        packet.touch_one(sink);
    }
}

/// [`Operation::Skip`].
pub struct Skip;

impl Reading for Skip {
    const OPERATION: Operation = Operation::Skip;

    #[inline(always)]
    fn read<R: Reader>(packet: &[u8], _sink: &mut impl Sink) -> bool {
        R::skip(packet)
    }

    fn expect(_packet: &impl Packet, _sink: &mut impl Sink) {}
}

/// Reads all packets.
#[inline(never)]
fn read_each<O: Reading, R: Reader>(packets: &Packets) -> u64 {
    let mut sum = Sum::default();
    for packet in packets.iter() {
        if !O::read::<R>(packet, &mut sum) {
            sum.bits(1 << 40);
        }
    }
    sum.0
}

/// Writes all packets, each to the same buffer.
#[inline(never)]
fn write_each<P, W: Writer<P>>(values: &[W::Value]) -> u64 {
    let mut buffer = [0; BUFFER];
    let mut sum: u64 = 0;
    for value in values {
        let written = W::write(value, &mut buffer).unwrap_or(1 << 40);
        black_box(&mut buffer);
        sum = sum.wrapping_add(written as u64);
    }
    sum
}

/// Room for the longest packet of any workload.
const BUFFER: usize = 4096;

/// What reading gives.
pub fn read_one<O: Reading, R: Reader>(packet: &[u8]) -> Outcome {
    let mut trace = Trace::default();
    O::read::<R>(packet, &mut trace).then_some(trace.0)
}

/// What writing gives.
pub fn write_one<P, W: Writer<P>>(value: &W::Value) -> Outcome {
    let mut buffer = [0xEE; BUFFER];
    let written = W::write(value, &mut buffer)?;
    Some(buffer[..written].iter().map(|byte| u64::from(*byte)).collect())
}

/// A reader's operation as a closure without types.
pub fn run_reader<O: Reading, R: Reader>(packets: &'static Packets) -> Box<dyn Fn() -> u64> {
    Box::new(move || read_each::<O, R>(packets))
}

/// A writer as a closure without types.
pub fn run_writer<P: 'static, W: Writer<P>>(values: &'static [W::Value]) -> Box<dyn Fn() -> u64> {
    Box::new(move || write_each::<P, W>(values))
}
