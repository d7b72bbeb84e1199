//! Handlers get the messages that a stream gives, with the same errors, offsets and session state.
//!
//! The build script makes a handler for each family of the shipped protocols and of the features: it records every message
//! by its method, as the variant of the view's enum that the stream would give.

mod recorders;

use std::collections::BTreeMap;
use std::ptr;

use wireform_build::interpret::Target;
use wireform_build::model::{ExampleKind, Family, Protocol};

use crate::laws::sources::{mutate, several};
use crate::rng::Rng;
use crate::vectors::{self, Which};
use crate::{blank, protocols, quake2, rcce2, sauerbraten};
use recorders::{ALL, Handler, Tally};
use wireform::prelude::*;
use wireform::{Error, ErrorKind, Unwritable};
use wireform_tests::quake2::to_client::{Frame, Sound, SoundView};
use wireform_tests::quake2::{ServerData, ToClient, ToClientHandler, ToClientKnown, ToClientStream, ToClientView};

const MUTATED: usize = 2_000;

/// The messages that a family can be given: right examples of its members, and those among the games' own packets.
fn members(protocol: &Protocol, family: &Family, packets: &[(&Protocol, Target, Vec<u8>)]) -> Vec<Vec<u8>> {
    let is_right = |kind: &ExampleKind| matches!(kind, ExampleKind::Example | ExampleKind::Accepts);
    let records = family.members.iter().map(|member| &protocol.records[member.record.0]);
    let examples = records.flat_map(|record| &record.examples).filter(|example| is_right(&example.kind));
    let mut all: Vec<Vec<u8>> = examples.map(|example| example.bytes.clone()).collect();
    all.extend(packets.iter().filter_map(|(of, target, bytes)| {
        let is_member = match target {
            Target::Record(id) => family.members.iter().any(|member| member.record == *id),
            Target::Family(id) | Target::Stream(id) => of.families.get(id.0).is_some_and(|one| ptr::eq(one, family)),
        };
        (ptr::eq(*of, protocol) && is_member).then(|| bytes.clone())
    }));
    all
}

/// Tries packets of a family: its messages one by one and several behind each other, cut anywhere, and with mistakes.
fn check(handler: &Handler, members: &[Vec<u8>]) -> Tally {
    let (mut rng, mut tally) = (Rng::new(11), Tally::default());
    let mut check = |bytes: &[u8]| {
        handler.rewrite.iter().for_each(|rewrite| rewrite(bytes));
        tally += (handler.check)(bytes);
    };
    members.iter().for_each(|bytes| check(bytes));
    for code in 0..=u8::MAX {
        check(&[code, 0, 1, 2]);
    }
    if members.is_empty() {
        return tally;
    }
    for _ in 0..20 {
        let bytes = several(members, &mut rng);
        // The first places of a long packet, and some others.
        for len in (0..=bytes.len()).filter(|len| *len < 100 || len % 17 == 0) {
            check(&bytes[..len]);
        }
    }
    for _ in 0..MUTATED {
        let mut bytes = several(members, &mut rng);
        for _ in 0..=rng.below(2) {
            mutate(&mut bytes, &mut rng);
        }
        check(&bytes);
    }
    tally
}

/// Checks the families of a protocol; gives what came of each.
fn check_all(protocol: &Protocol, packets: &[(&Protocol, Target, Vec<u8>)]) -> BTreeMap<String, Tally> {
    let version = protocol.version.as_ref().map_or("", |version| version.name.as_str());
    let of_protocol = ALL.iter().filter(|one| (one.schema, one.version) == (protocol.name.as_str(), version));
    let families = protocol.families.iter().filter(|family| family.carrier.is_some());
    let tallies: BTreeMap<String, Tally> = of_protocol
        .zip(families)
        .map(|(handler, family)| {
            assert_eq!(handler.family, family.name);
            (family.name.clone(), check(handler, &members(protocol, family, packets)))
        })
        .collect();
    let all = protocol.families.iter().filter(|family| family.carrier.is_some()).count();
    assert_eq!(tallies.len(), all, "{}", protocols::named(protocol));
    tallies
}

#[test]
fn handlers_of_shipped_protocols_get_what_their_streams_give() {
    let packets = vectors::packets_of(Which::Selected);
    let packets: Vec<(&Protocol, Target, Vec<u8>)> =
        packets.into_iter().map(|(generated, bytes)| (&**generated.protocol, generated.target(), bytes)).collect();
    let blank = blank::versions::VERSIONS.map(|version| version.protocol());
    let sauerbraten = sauerbraten::versions::VERSIONS.map(|version| version.protocol());
    let others: [&Protocol; 2] = [&quake2::QUAKE2, &rcce2::RCCE2];
    let mut families = 0;
    for protocol in blank.into_iter().chain(others).chain(sauerbraten) {
        for (family, tally) in check_all(protocol, &packets) {
            println!("{} {family}: {tally:?}", protocols::named(protocol));
            assert!(tally.messages > 1_000 && tally.refused > 200, "{family}: {tally:?}");
            families += 1;
        }
    }
    assert_eq!(families, 18, "blank has none");
}

#[test]
fn handlers_of_features_get_what_their_streams_give() {
    let mut all = Tally::default();
    for protocol in protocols::features() {
        check_all(&protocol, &[]).into_values().for_each(|tally| all += tally);
    }
    println!("{all:?}");
    assert!(all.messages > 10_000 && all.refused > 1_000 && all.told > 100, "{all:?}");
}

/// Keeps the sounds of a packet.
#[derive(Default)]
struct Sounds<'a>(Vec<SoundView<'a>>);

impl<'a> ToClientHandler<'a> for Sounds<'a> {
    type Error = Error;

    fn sound(&mut self, sound: SoundView<'a>) -> Result<(), Error> {
        self.0.push(sound);
        Ok(())
    }
}

/// A frame of protocol 26 has no count of suppressed packets, which one of 34 has.
#[test]
fn a_message_is_written_as_the_receiver_was_told() -> Result<(), Box<dyn std::error::Error>> {
    let data = ServerData { protocol: 34, ..Default::default() };
    let sound = Sound { sound: 64, ..Default::default() };
    let frame = Frame { number: 7, suppressed: Some(1), ..Default::default() };
    let older = Frame { suppressed: None, ..frame };
    let (packet, mut known) = (&mut Vec::new(), ToClientKnown::default());
    for message in [ToClient::from(data), frame.into(), sound.into()] {
        message.append_known_to(packet, known)?;
        known.protocol = Some(34);
    }
    let (mut messages, mut receiver) =
        (ToClientStream::new(packet, ToClientKnown::default()), ToClientKnown::default());
    let mut out = Vec::new();
    let told = ToClient::rewrite(&mut messages, &mut receiver, &mut out, |message, forwarded| {
        match message {
            ToClientView::ServerData(data) => {
                forwarded.replace(ServerData { protocol: 26, ..data.to_value() })?;
                forwarded.insert(Sound { sound: 65, ..Default::default() })?;
            }
            ToClientView::Sound(_) => forwarded.omit(),
            ToClientView::Frame(_) => {
                // Its value is none that can be written for the receiver.
                let refused = forwarded.keep().map_err(|error| error.kind());
                assert_eq!(refused, Err(ErrorKind::Unwritable(Unwritable::Presence)));
                forwarded.replace(older)?;
                forwarded.insert(Sound { sound: 66, ..Default::default() })?;
            }
            _ => {}
        }
        Ok::<_, wireform::Error>(())
    });
    assert_eq!((told?, receiver), (ToClientKnown { protocol: Some(34) }, ToClientKnown { protocol: Some(26) }));
    let arrived: Vec<_> = ToClientStream::new(&out, ToClientKnown::default()).collect::<Result<_, _>>()?;
    let sounds: Vec<_> =
        arrived.iter().map(|one| if let ToClientView::Sound(it) = one { it.sound() } else { 0 }).collect();
    assert_eq!(sounds, [0, 65, 0, 66]);
    assert!(matches!(arrived[2], ToClientView::Frame(it) if it.to_value() == older));
    Ok(())
}

#[test]
fn a_handler_keeps_views_and_may_be_a_trait_object() {
    let packet = [9, 8, 64, 18, 0, 6, 9, 8, 65, 18, 0, 0];
    let mut sounds = Sounds::default();
    let handler: &mut dyn ToClientHandler<'_, Error = Error> = &mut sounds;
    let error = ToClientStream::new(&packet, ToClientKnown::default()).dispatch(handler).expect_err("no message has 0");
    assert_eq!((error.message(), error.path().to_string().as_str(), error.offset()), ("ToClient", "code", Some(11)));
    assert_eq!(sounds.0.iter().map(SoundView::sound).collect::<Vec<_>>(), [64, 65]);
}
