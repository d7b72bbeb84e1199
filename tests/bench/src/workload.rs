//! The contenders of one kind of packet.

use crate::contender::{
    Contender, Operation, Packet, ReadAll, Reader, Reading, Side, Skip, TouchOne, Writer, read_one, run_reader,
    run_writer, write_one,
};
use crate::packets::Packets;
use crate::sink::Trace;

/// Packets of one kind with their values, and who reads and writes them.
pub struct Workload<P: 'static> {
    name: &'static str,
    values: &'static [P],
    packets: &'static Packets,
    contenders: Vec<Contender>,
}

impl<P: Packet> Workload<P> {
    /// Without contenders yet.
    pub fn new(name: &'static str, values: Vec<P>) -> Self {
        let values: &'static [P] = values.leak();
        let packets = leak(values.iter().map(P::bytes).collect());
        Self { name, values, packets, contenders: Vec::new() }
    }

    /// One that must agree with all others on this side about any bytes.
    #[must_use]
    pub fn ours<C: Reader + Writer<P> + 'static>(self, name: &'static str) -> Self {
        self.reader::<C>(name, Side::Ours).writer::<C>(name, Side::Ours)
    }

    /// One that only reads, and must agree with all others on this side about any bytes.
    #[must_use]
    pub fn our_reader<R: Reader + 'static>(self, name: &'static str) -> Self {
        self.reader::<R>(name, Side::Ours)
    }

    /// Another library that reads and writes this format.
    #[must_use]
    pub fn peer<C: Reader + Writer<P> + 'static>(self, name: &'static str) -> Self {
        self.reader::<C>(name, Side::Peer).writer::<C>(name, Side::Peer)
    }

    /// Another library that only reads.
    #[must_use]
    pub fn reading_peer<R: Reader + 'static>(self, name: &'static str) -> Self {
        self.reader::<R>(name, Side::Peer)
    }

    /// Another library that has a format of its own for the same values, and reads what it has written.
    #[must_use]
    pub fn own_format<C: Reader + Writer<P> + 'static>(mut self, name: &'static str) -> Self {
        let bytes = |value| {
            let bytes = write_one::<P, C>(&C::value(value)).unwrap_or_default();
            bytes.into_iter().map(|byte| byte as u8).collect::<Vec<_>>()
        };
        let written = leak(self.values.iter().map(bytes).collect());
        let packets = std::mem::replace(&mut self.packets, written);
        let mut all = self.reader::<C>(name, Side::OwnFormat).writer::<C>(name, Side::OwnFormat);
        all.packets = packets;
        all
    }

    /// All of them.
    pub fn finish(self) -> Vec<Contender> {
        self.contenders
    }

    fn reader<R: Reader + 'static>(self, name: &'static str, side: Side) -> Self {
        self.reading::<ReadAll, R>(name, side).reading::<TouchOne, R>(name, side).reading::<Skip, R>(name, side)
    }

    fn reading<O: Reading + 'static, R: Reader + 'static>(mut self, name: &'static str, side: Side) -> Self {
        let (values, packets) = (self.values, self.packets);
        let expect = |value: &P| {
            let mut trace = Trace::default();
            O::expect(value, &mut trace);
            trace.0
        };
        self.contenders.push(Contender {
            workload: self.name,
            name,
            side,
            operation: O::OPERATION,
            packets: values.len(),
            run: run_reader::<O, R>(packets),
            expected: Box::new(move |index| values.get(index).map(expect)),
            outcome: Box::new(move |index| packets.get(index).and_then(read_one::<O, R>)),
            packet: Box::new(move |index| packets.get(index).unwrap_or_default()),
            on_bytes: (side != Side::OwnFormat).then(|| Box::new(read_one::<O, R>) as _),
        });
        self
    }

    fn writer<W: Writer<P>>(mut self, name: &'static str, side: Side) -> Self {
        let values: &'static [W::Value] = self.values.iter().map(W::value).collect::<Vec<_>>().leak();
        let packets = self.packets;
        let expect = |packet: &[u8]| packet.iter().map(|byte| u64::from(*byte)).collect();
        self.contenders.push(Contender {
            workload: self.name,
            name,
            side,
            operation: Operation::Write,
            packets: values.len(),
            run: run_writer::<P, W>(values),
            expected: Box::new(move |index| packets.get(index).map(expect)),
            outcome: Box::new(move |index| values.get(index).and_then(write_one::<P, W>)),
            packet: Box::new(move |index| packets.get(index).unwrap_or_default()),
            on_bytes: None,
        });
        self
    }
}

fn leak(packets: Packets) -> &'static Packets {
    Box::leak(Box::new(packets))
}
