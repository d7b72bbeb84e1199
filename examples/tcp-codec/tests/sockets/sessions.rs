//! Whether what is said has a topic, each end of the connection has heard from the server's welcome.

use std::io::ErrorKind;

use crate::support::{connect, next, refusal, sockets};
use futures_util::{SinkExt, StreamExt};
use tcp_codec::chat::message::{Bye, Move, ShowWhatPicture};
use tcp_codec::chat::owned::{Message, Person, Welcome, message};
use tcp_codec::chat::{self, MessageKnown, Metres, Place};
use tcp_codec::messages;
use tokio::io::AsyncWriteExt;
use tokio_util::codec::{Framed, FramedRead, FramedWrite};
use wireform::Codec;

fn place(x: i16, y: i16) -> Place {
    Place { x: Metres::from_raw(x), y: Metres::from_raw(y) }
}

fn welcome(topics: bool) -> Message {
    let person = |name: &str, carries: &[&str]| Person {
        name: name.into(),
        place: place(16, -8),
        carries: carries.iter().map(|thing| (*thing).into()).collect(),
    };
    let people = vec![person("Bob", &["cup", "", "letter"]), person("Eve", &[])];
    Message::Welcome(Welcome { room: "Meadow".into(), topics, people })
}

fn say(topic: Option<&str>) -> Message {
    Message::Say(message::Say { topic: topic.map(Into::into), text: "hi".into() })
}

/// One of each, with all three things that can be shown.
fn all() -> Vec<Message> {
    let show = |what| Message::Show(message::Show { what });
    let picture = ShowWhatPicture { width: 2, height: 1, pixels: &[0, 0xFF] };
    vec![
        Message::Hello(message::Hello { name: "Ada".into() }),
        welcome(true),
        say(Some("tea")),
        Message::Move(Move { to: place(-1, i16::MAX) }),
        show(message::ShowWhat::Picture(picture.into_owned())),
        show(message::ShowWhat::Link("wire.example".into())),
        show(message::ShowWhat::Place(place(0, 1))),
        Message::Whisper(message::Whisper { to: vec!["Ada".into(), "Bob".into()], text: "hi".into() }),
        Message::File(message::File { name: "a".into(), content: b"hi".to_vec() }),
        Message::Bye(Bye {}),
    ]
}

#[tokio::test]
async fn all_messages_arrive_as_they_were() {
    let (client, server) = sockets().await;
    let (mut client, mut server) = (Framed::new(client, messages()), Framed::new(server, messages()));
    for message in all() {
        client.send(message.as_value()).await.expect("an open socket");
        assert_eq!(next(&mut server).await, Some(Ok(message.clone())));
        // Back as the plain value.
        server.send(message.as_value()).await.expect("an open socket");
        assert_eq!(next(&mut client).await, Some(Ok(message)));
    }
}

#[tokio::test]
async fn the_bytes_are_those_of_the_schema() {
    let (mut peer, mut received) = connect(messages()).await;
    peer.write_all(b"\x02\x01A\x01\x01\x03Bob\x00\x10\x00\x00\x01\x03cup\x03\x03tea\x00\x02hi").await.expect("open");
    let bob = Person { name: "Bob".into(), place: place(16, 0), carries: vec!["cup".into()] };
    let welcome = Welcome { room: "A".into(), topics: true, people: vec![bob] };
    assert_eq!(next(&mut received).await, Some(Ok(Message::Welcome(welcome))));
    assert_eq!(next(&mut received).await, Some(Ok(say(Some("tea")))));
}

#[tokio::test]
async fn who_writes_the_welcome_reads_by_it() {
    let (client, server) = sockets().await;
    let (mut client, mut server) = (Framed::new(client, messages()), Framed::new(server, messages()));
    for topics in [true, false, true] {
        server.send(welcome(topics).as_value()).await.expect("an open socket");
        assert_eq!(server.codec().known(), MessageKnown { topics: Some(topics) });
        assert_eq!(next(&mut client).await, Some(Ok(welcome(topics))));
        assert_eq!(client.codec().known(), MessageKnown { topics: Some(topics) });
        // Neither end can write what the other one would not read.
        let wrong = client.send(say((!topics).then_some("tea")).as_value()).await.expect_err("against the welcome");
        assert_eq!(wrong.kind(), ErrorKind::InvalidInput);
        let right = say(topics.then_some("tea"));
        client.send(right.as_value()).await.expect("as the welcome says");
        assert_eq!(next(&mut server).await, Some(Ok(right)));
    }
}

#[tokio::test]
async fn without_a_welcome_nothing_can_be_said() {
    let (kind, text) = refusal(messages(), b"\x03\x00\x02hi").await;
    assert_eq!(kind, ErrorKind::InvalidData);
    assert_eq!(text, "Say.topic at byte 1: no message of the session has said `topics` yet");
    let (peer, _) = sockets().await;
    let error = Framed::new(peer, messages()).send(say(None).as_value()).await.expect_err("nobody is welcome");
    assert_eq!(error.kind(), ErrorKind::InvalidInput);
}

#[tokio::test]
async fn a_program_may_know_it_from_elsewhere() {
    // From the start.
    let (mut peer, mut received) = connect(Codec::<Message>::with(MessageKnown { topics: Some(true) })).await;
    peer.write_all(b"\x03\x03tea\x00\x02hi").await.expect("an open socket");
    assert_eq!(next(&mut received).await, Some(Ok(say(Some("tea")))));
    // Later.
    *received.codec_mut().known_mut() = MessageKnown { topics: Some(false) };
    peer.write_all(b"\x03\x00\x02hi").await.expect("an open socket");
    assert_eq!(next(&mut received).await, Some(Ok(say(None))));
}

#[tokio::test]
async fn two_halves_have_a_codec_each() {
    let (mut client, server) = sockets().await;
    let (read, write) = server.into_split();
    let mut received = FramedRead::new(read, Codec::<Message>::with(MessageKnown::default()));
    let mut sent = FramedWrite::new(write, Codec::<Message>::with(MessageKnown { topics: Some(true) }));
    client.write_all(b"\x08").await.expect("an open socket");
    assert_eq!(received.next().await.expect("not the end").expect("a message"), Message::Bye(Bye {}));
    let tea = chat::message::Say { topic: Some("tea"), text: "hi" };
    sent.send(chat::Message::Say(tea)).await.expect("an open socket");
    let mut heard = Framed::new(client, Codec::<Message>::with(MessageKnown { topics: Some(true) }));
    assert_eq!(next(&mut heard).await, Some(Ok(say(Some("tea")))));
}
