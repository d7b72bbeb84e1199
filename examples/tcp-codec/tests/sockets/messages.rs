//! Messages that say where they end: pieces, pauses, lies and limits.

use std::io::{self, ErrorKind};
use std::time::Duration;

use crate::support::{MOST, connect, cut_off, fragments, messages, next, refusal, sockets};
use futures_util::{SinkExt, StreamExt};
use tcp_codec::chat::message::{Bye, Move, Say};
use tcp_codec::chat::owned::{self, message};
use tcp_codec::chat::{Message, MessageKnown, Metres, Place};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_util::codec::Framed;
use wireform::{Codec, Error, TooLong};

/// "Ada" enters, walks, says "hi" and leaves.
const VISIT: &[u8] = b"\x01\x03Ada\x04\x00\x28\xFF\xE0\x03\x00\x02hi\x08";

fn say(text: &str) -> owned::Message {
    owned::Message::Say(message::Say { topic: None, text: text.into() })
}

fn walk(x: i16, y: i16) -> owned::Message {
    owned::Message::Move(Move { to: Place { x: Metres::from_raw(x), y: Metres::from_raw(y) } })
}

fn hello() -> owned::Message {
    owned::Message::Hello(message::Hello { name: "Ada".into() })
}

fn visit() -> Vec<owned::Message> {
    vec![hello(), walk(40, -32), say("hi"), owned::Message::Bye(Bye {})]
}

#[tokio::test]
async fn fragments_of_one_byte() {
    assert_eq!(fragments(messages(), VISIT).await, visit());
}

#[tokio::test]
async fn a_pause_in_the_middle_of_a_message() {
    let (mut peer, mut received) = connect(messages()).await;
    let (first, second) = VISIT.split_at(7);
    peer.write_all(first).await.expect("an open socket");
    assert_eq!(next(&mut received).await, Some(Ok(hello())));
    assert!(timeout(Duration::from_millis(100), received.next()).await.is_err(), "half of a step is no message");
    peer.write_all(second).await.expect("an open socket");
    for message in visit().into_iter().skip(1) {
        assert_eq!(next(&mut received).await, Some(Ok(message)));
    }
    drop(peer);
    assert_eq!(next(&mut received).await, None, "the end between two messages is no error");
}

#[tokio::test]
async fn a_length_that_never_comes() {
    let (kind, text) = refusal(messages(), b"\x03\xFF\xFFhi").await;
    assert_eq!(kind, ErrorKind::InvalidData);
    assert_eq!(text, "Say.text at byte 1: 65533 more bytes needed, beyond the limit of 1000 bytes");
}

#[tokio::test]
async fn the_limit_is_exact() {
    let said = |len: usize| {
        let count = u16::try_from(len).expect("16 bits").to_be_bytes();
        [&[3], &count[..], &vec![b'a'; len]].concat()
    };
    let (mut peer, mut received) = connect(messages()).await;
    peer.write_all(&said(MOST - 3)).await.expect("an open socket");
    assert_eq!(next(&mut received).await, Some(Ok(say(&"a".repeat(MOST - 3)))));
    // It makes no difference that all of it has come, or how much of it was read at once.
    let (_, text) = refusal(messages(), &said(MOST - 2)).await;
    assert!(text.ends_with("needed, beyond the limit of 1000 bytes"), "{text}");
}

#[tokio::test]
async fn malformed_is_not_incomplete() {
    for (bytes, text) in [
        (&b"\x09"[..], "Message.code at byte 0: unexpected code: expected 1 to 8, found 9"),
        (b"\x01\x00", "Hello.name at byte 1: breaks the rule `1 <= len(it) <= 24`: found 0"),
        // The server does not wait for a name that is too long.
        (b"\x01\x19", "Hello.name at byte 1: breaks the rule `1 <= len(it) <= 24`: found 25"),
        (b"\x03\x00\x02\xC3\x28", "Say.text at byte 1: not valid text: expected UTF-8"),
        (b"\x05\x04", "Show.what at byte 1: a number without a meaning here: expected 1 to 3, found 4"),
        (
            b"\x07\x01a\x00\x02hi\x00\x00\x00\x00",
            "File.checksum at byte 7: not the checksum of these bytes: expected 0xad0b8095, found 0x0",
        ),
    ] {
        assert_eq!(refusal(messages(), bytes).await, (ErrorKind::InvalidData, text.to_owned()));
    }
    // Half of a character is only incomplete.
    let (mut peer, mut received) = connect(messages()).await;
    peer.write_all(b"\x03\x00\x02\xC3").await.expect("an open socket");
    assert!(timeout(Duration::from_millis(100), received.next()).await.is_err());
    peer.write_all(b"\xA9\x09").await.expect("an open socket");
    assert_eq!(next(&mut received).await, Some(Ok(say("é"))));
    // The error comes after all messages before it.
    let text = "Message.code at byte 0: unexpected code: expected 1 to 8, found 9";
    assert_eq!(next(&mut received).await, Some(Err((ErrorKind::InvalidData, text.into()))));
}

#[tokio::test]
async fn the_end_in_the_middle_of_a_message() {
    for (bytes, text) in [
        (&b"\x03\x00\x05hel"[..], "Say.text at byte 1: 2 more bytes needed, but the packet ends here"),
        (b"\x03\x00", "Say.text at byte 1: 1 more byte needed, but the packet ends here"),
        (b"\x04\x00\x28", "Move.to.y at byte 3: 2 more bytes needed, but the packet ends here"),
        (b"\x01", "Hello.name at byte 1: 1 more byte needed, but the packet ends here"),
        (b"\x06\x02\x03Ada", "Whisper.to[1] at byte 6: 1 more byte needed, but the packet ends here"),
    ] {
        assert_eq!(cut_off(messages(), bytes).await, (ErrorKind::UnexpectedEof, text.to_owned()));
    }
}

#[tokio::test]
async fn a_program_reaches_the_reason() {
    for (bytes, is_the_limit) in [(&b"\x03\xFF\xFFhi"[..], true), (b"\x09", false)] {
        let (mut peer, mut received) = connect(messages()).await;
        peer.write_all(bytes).await.expect("an open socket");
        let error = received.next().await.expect("not the end").expect_err("not a message");
        let reason = error.get_ref().expect("an inner error");
        assert_eq!(reason.downcast_ref::<TooLong>().is_some(), is_the_limit);
        assert_eq!(reason.downcast_ref::<Error>().is_some(), !is_the_limit);
    }
}

/// The lines of the guide to generated code.
async fn echo(socket: TcpStream) -> io::Result<()> {
    let codec = Codec::<owned::Message>::with(MessageKnown { topics: Some(false) }).max_len(4096);
    let mut client = Framed::new(socket, codec);
    while let Some(message) = client.next().await {
        client.send(message?.as_value()).await?;
    }
    Ok(())
}

#[tokio::test]
async fn many_messages_in_both_directions() {
    let (client, socket) = sockets().await;
    let mut client = Framed::new(client, messages());
    let echo = tokio::spawn(echo(socket));
    for round in 0..40_i16 {
        let sent: Vec<_> = (0..25).flat_map(|step| [walk(round, step), say(&format!("{round} {step}"))]).collect();
        for message in &sent {
            client.feed(message.as_value()).await.expect("an open socket");
        }
        client.flush().await.expect("an open socket");
        for message in sent {
            assert_eq!(next(&mut client).await, Some(Ok(message)));
        }
    }
    drop(client);
    echo.await.expect("no panic").expect("the other end heard the end");
}

#[tokio::test]
async fn an_invalid_value_leaves_nothing_behind() {
    let (peer, mut received) = connect(messages()).await;
    let mut client = Framed::new(peer, messages());
    let text = "a".repeat(65536);
    let error = client.send(Message::Say(Say { topic: None, text: &text })).await.expect_err("too long");
    assert_eq!(error.kind(), ErrorKind::InvalidInput);
    assert!(error.get_ref().is_some_and(|inner| inner.is::<Error>()));
    let told = "Say.text: not the length that its count has or can have: expected at most 65535, found 65536";
    assert_eq!(error.to_string(), told);
    assert!(client.write_buffer().is_empty());
    client.send(Bye {}.into()).await.expect("an open socket");
    assert_eq!(next(&mut received).await, Some(Ok(owned::Message::Bye(Bye {}))));
}
