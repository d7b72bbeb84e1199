//! The codec on sockets of this machine.

use std::io::ErrorKind;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use tcp_codec::chat::message::{Move, Say};
use tcp_codec::chat::{Message, Metres};
use tcp_codec::{Codec, Event};
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;
use tokio_util::codec::Framed;

/// Longer messages are refused.
const MOST: usize = 1000;

/// "Ada" enters, walks, says "hi" and leaves.
const VISIT: &[u8] = b"\x01\x03Ada\x03\x00\x28\xFF\xE0\x02\x00\x02hi\x04";

fn visit() -> Vec<Event> {
    let walk = Move { x: Metres::from_raw(40), y: Metres::from_raw(-32) };
    vec![Event::Hello("Ada".into()), Event::Move(walk), Event::Say("hi".into()), Event::Bye]
}

/// A socket to write bytes to, and the codec at its other end.
async fn connect() -> (TcpStream, Framed<TcpStream, Codec<Event>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("it is bound");
    let (peer, accepted) = tokio::join!(TcpStream::connect(address), listener.accept());
    let (peer, socket) = (peer.expect("somebody listens"), accepted.expect("somebody comes").0);
    for end in [&peer, &socket] {
        end.set_nodelay(true).expect("an open socket");
    }
    (peer, Framed::new(socket, Codec::new(MOST)))
}

/// The next event, or the kind and the text of the error. The peer may be silent, but nobody waits for it.
async fn next(events: &mut Framed<TcpStream, Codec<Event>>) -> Option<Result<Event, (ErrorKind, String)>> {
    let event = timeout(Duration::from_secs(10), events.next()).await.expect("an answer without more bytes");
    event.map(|event| event.map_err(|error| (error.kind(), error.to_string())))
}

/// The error for these bytes. The peer keeps the connection open.
async fn refusal(bytes: &[u8]) -> (ErrorKind, String) {
    let (mut peer, mut events) = connect().await;
    peer.write_all(bytes).await.expect("an open socket");
    let error = next(&mut events).await.expect("not the end").expect_err("not a message");
    assert_eq!(next(&mut events).await, None, "nothing follows an error");
    error
}

/// The error for these bytes, after which the peer closes the connection.
async fn cut_off(bytes: &[u8]) -> (ErrorKind, String) {
    let (mut peer, mut events) = connect().await;
    peer.write_all(bytes).await.expect("an open socket");
    drop(peer);
    next(&mut events).await.expect("not the end").expect_err("not a message")
}

#[tokio::test]
async fn fragments_of_one_byte() {
    let (mut peer, mut events) = connect().await;
    let mut heard = Vec::new();
    let mut unread = 0;
    for byte in VISIT {
        peer.write_all(&[*byte]).await.expect("an open socket");
        unread += 1;
        // Each byte is looked at by itself: either it completes a message, or it waits in the buffer.
        while events.read_buffer().len() < unread {
            if let Ok(event) = timeout(Duration::from_millis(1), events.next()).await {
                heard.push(event.expect("not the end").expect("a message"));
                unread = 0;
            }
        }
    }
    assert_eq!(heard, visit());
}

#[tokio::test]
async fn a_pause_in_the_middle_of_a_message() {
    let (mut peer, mut events) = connect().await;
    let (first, second) = VISIT.split_at(7);
    peer.write_all(first).await.expect("an open socket");
    assert_eq!(next(&mut events).await, Some(Ok(Event::Hello("Ada".into()))));
    assert!(timeout(Duration::from_millis(100), events.next()).await.is_err(), "half of a step is no event");
    peer.write_all(second).await.expect("an open socket");
    for event in &visit()[1..] {
        assert_eq!(next(&mut events).await.as_ref(), Some(&Ok(event.clone())));
    }
    drop(peer);
    assert_eq!(next(&mut events).await, None, "the end between two messages is no error");
}

#[tokio::test]
async fn a_length_that_never_comes() {
    let (kind, text) = refusal(b"\x02\xFF\xFFhi").await;
    assert_eq!(kind, ErrorKind::InvalidData);
    assert_eq!(text, "Say.text at byte 1: 65533 more bytes needed, beyond the limit of 1000 bytes");
}

#[tokio::test]
async fn the_limit_is_exact() {
    let say = |len: usize| {
        let count = u16::try_from(len).expect("16 bits").to_be_bytes();
        [&[2], &count[..], &vec![b'a'; len]].concat()
    };
    let (mut peer, mut events) = connect().await;
    peer.write_all(&say(MOST - 3)).await.expect("an open socket");
    assert_eq!(next(&mut events).await, Some(Ok(Event::Say("a".repeat(MOST - 3)))));
    // It makes no difference that all of it has come, or how much of it was read at once.
    let (_, text) = refusal(&say(MOST - 2)).await;
    assert!(text.ends_with("needed, beyond the limit of 1000 bytes"), "{text}");
}

#[tokio::test]
async fn malformed_is_not_incomplete() {
    for (bytes, text) in [
        (&b"\x09"[..], "Message.code at byte 0: no message has this code: expected 1 to 4, found 9"),
        (b"\x01\x00", "Hello.name at byte 1: breaks the rule `1 <= len(it) <= 24`: found 0"),
        // The server does not wait for a name that is too long.
        (b"\x01\x19", "Hello.name at byte 1: breaks the rule `1 <= len(it) <= 24`: found 25"),
        (b"\x02\x00\x02\xC3\x28", "Say.text at byte 1: not valid text"),
    ] {
        assert_eq!(refusal(bytes).await, (ErrorKind::InvalidData, text.to_owned()));
    }
    // Half of a character is only incomplete.
    let (mut peer, mut events) = connect().await;
    peer.write_all(b"\x02\x00\x02\xC3").await.expect("an open socket");
    assert!(timeout(Duration::from_millis(100), events.next()).await.is_err());
    peer.write_all(b"\xA9\x09").await.expect("an open socket");
    assert_eq!(next(&mut events).await, Some(Ok(Event::Say("é".into()))));
    // The error comes after all messages before it.
    let error =
        (ErrorKind::InvalidData, "Message.code at byte 0: no message has this code: expected 1 to 4, found 9".into());
    assert_eq!(next(&mut events).await, Some(Err(error)));
}

#[tokio::test]
async fn the_end_in_the_middle_of_a_message() {
    for (bytes, text) in [
        (&b"\x02\x00\x05hel"[..], "Say.text at byte 1: 2 more bytes needed, but the packet ends here"),
        (b"\x02\x00", "Say.text at byte 1: 1 more byte needed, but the packet ends here"),
        (b"\x03\x00\x28", "Move.y at byte 3: 2 more bytes needed, but the packet ends here"),
        (b"\x01", "Hello.name at byte 1: 1 more byte needed, but the packet ends here"),
    ] {
        assert_eq!(cut_off(bytes).await, (ErrorKind::UnexpectedEof, text.to_owned()));
    }
}

#[tokio::test]
async fn many_messages_in_both_directions() {
    let (socket, mut echo) = connect().await;
    let mut client = Framed::new(socket, Codec::<Event>::new(MOST));
    let echo = tokio::spawn(async move {
        while let Some(event) = echo.next().await {
            echo.send(event.expect("a message").message()).await.expect("an open socket");
        }
    });
    for round in 0..40_i16 {
        let walk = |step| Event::Move(Move { x: Metres::from_raw(round), y: Metres::from_raw(step) });
        let sent: Vec<_> = (0..25).flat_map(|step| [walk(step), Event::Say(format!("{round} {step}"))]).collect();
        for event in &sent {
            client.feed(event.message()).await.expect("an open socket");
        }
        client.flush().await.expect("an open socket");
        for event in sent {
            assert_eq!(next(&mut client).await, Some(Ok(event)));
        }
    }
    drop(client);
    echo.await.expect("the other end heard the end");
}

#[tokio::test]
async fn an_invalid_value_leaves_nothing_behind() {
    let (peer, mut events) = connect().await;
    let mut client = Framed::new(peer, Codec::<Event>::new(MOST));
    let text = "a".repeat(65536);
    let error = client.send(Message::Say(Say { text: &text })).await.expect_err("too long");
    assert_eq!(error.kind(), ErrorKind::InvalidInput);
    let told = "Say.text: not the length that its count has or can have: expected at most 65535, found 65536";
    assert_eq!(error.to_string(), told);
    assert!(client.write_buffer().is_empty());
    client.send(Event::Bye.message()).await.expect("an open socket");
    assert_eq!(next(&mut events).await, Some(Ok(Event::Bye)));
}
