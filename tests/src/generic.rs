//! Generic code over messages, as a program writes it: a queue to another thread, for whole packets of all protocols.

use std::sync::mpsc;
use std::thread;

use wireform::prelude::*;
use wireform::{Message, Owned};
use wireform_build::model::Protocol;
use wireform_tests::{blank, quake2, rcce2, sauerbraten};

use crate::generated::{MODE, PROTOCOL, session};
use crate::right::Packets;
use crate::schemas::Known;

/// So many packets of each type.
const PACKETS: usize = 40;

/// A packet in the queue, with the bytes that it was read from.
type Queued<M> = (M, <M as Message>::Known, Vec<u8>);

/// Keeps packets, and has another thread write them. Returns their number.
fn kept<M: Owned>(protocol: &Protocol, known: M::Known) -> usize
where
    M::Known: Send + 'static,
{
    let (queue, queued) = mpsc::channel::<Queued<M>>();
    let writer = thread::spawn(move || queued.into_iter().map(|one| assert_written(&one)).count());
    let target = wireform_cli::target::target(protocol, M::Value::NAME).expect("the interpreter knows it");
    let said = Known { params: Vec::new(), session: session(protocol) };
    for (packet, _) in Packets::new(protocol, target, Some(said)).several(PACKETS) {
        // The view and its packet end here.
        let view = M::View::parse_known_exact(&packet, known).expect("a right packet");
        let message = M::own(M::value(view)).expect("a right message inside");
        queue.send((message, known, packet)).expect("the thread waits");
    }
    drop(queue);
    writer.join().expect("all are written")
}

/// The message is written as the value of its packet is, and means the same when it is read again.
fn assert_written<M: Owned>((message, known, packet): &Queued<M>) {
    let view = M::View::parse_known_exact(packet, *known).expect("a right packet");
    let written = message.as_value().to_vec_known(*known).expect("a right message");
    assert_eq!(M::value(view).to_vec_known(*known).as_ref(), Ok(&written), "{message:?}");
    let again = M::parse_owned(&written, *known).expect("a written packet");
    // Numbers that are none differ from themselves.
    assert_eq!(format!("{again:?}"), format!("{message:?}"));
    assert_eq!(again.as_value().to_vec_known(*known), Ok(written));
}

#[test]
fn whole_packets_wait_and_are_written_by_another_thread() {
    use crate::{blank as blanks, quake2::QUAKE2, rcce2::RCCE2, sauerbraten as games};
    let protocol = Some(PROTOCOL);
    let [october, november] = blanks::versions::VERSIONS.map(|version| version.protocol());
    let [v259, v260] = games::versions::VERSIONS.map(|version| version.protocol());
    let mode = Some(MODE);
    let counts = [
        kept::<quake2::owned::ToClient>(&QUAKE2, quake2::ToClientKnown { protocol }),
        kept::<quake2::owned::FromServer>(&QUAKE2, quake2::FromServerKnown { protocol }),
        kept::<quake2::owned::Demo>(&QUAKE2, quake2::DemoKnown { protocol }),
        kept::<rcce2::owned::ToServer>(&RCCE2, ()),
        kept::<rcce2::owned::Overheard>(&RCCE2, ()),
        kept::<rcce2::owned::Replies>(&RCCE2, ()),
        kept::<blank::v2015_10::owned::Datagram>(october, ()),
        kept::<blank::v2015_11::owned::Datagram>(november, ()),
        kept::<sauerbraten::Positions>(v259, ()),
        kept::<sauerbraten::v259::owned::ToServer>(v259, ()),
        kept::<sauerbraten::v259::owned::ServerPacket>(v259, ()),
        kept::<sauerbraten::v260::owned::ClientPacket>(v260, ()),
        kept::<sauerbraten::v260::owned::ToClient>(v260, sauerbraten::v260::ToClientKnown { mode }),
    ];
    assert!(counts.iter().all(|count| *count >= PACKETS / 2), "{counts:?}");
}
