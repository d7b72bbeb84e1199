//! An open family: each message in a frame, and the reason for it.

use std::io::ErrorKind;

use crate::support::{connect, cut_off, fragments, next, refusal, sockets};
use futures_util::SinkExt;
use tcp_codec::chat::news::{Entered, Left};
use tcp_codec::chat::{Frame, Metres, News, NewsView, Place, owned};
use tokio_util::codec::Framed;
use wireform::Codec;
use wireform::prelude::*;

const ENTERED: Frame = Frame { news: News::Entered(Entered { name: "Ada" }) };
const LATER: Frame = Frame { news: News::Unknown { code: 42, body: b"Ada" } };
const LEFT: Frame = Frame { news: News::Left(Left { name: "Ada" }) };

/// Owned copies of frames.
fn kept(frames: &[Frame]) -> Vec<owned::Frame> {
    frames.iter().map(|frame| frame.into_owned()).collect()
}

#[test]
fn an_unknown_message_takes_all_bytes() {
    let mut bytes = LATER.news.to_vec().expect("a code of no member");
    LEFT.news.append_to(&mut bytes).expect("a valid name");
    let (news, rest) = NewsView::parse(&bytes).expect("a code is enough");
    assert!(matches!(news, NewsView::Unknown { code: 42, body: b"Ada\x02\x03Ada", .. }), "{news:?}");
    assert!(rest.is_empty(), "the message behind it is lost");
}

#[tokio::test]
async fn a_frame_ends_it() {
    let (watcher, server) = sockets().await;
    let mut server = Framed::new(server, Codec::<owned::Frame>::new());
    let mut received = Framed::new(watcher, Codec::<owned::Frame>::new());
    for frame in [ENTERED, LATER, LEFT] {
        server.feed(frame).await.expect("an open socket");
    }
    server.flush().await.expect("an open socket");
    // The last frame is cut off.
    server.get_mut().try_write(b"\x00\x05\x01").expect("room for three bytes");
    drop(server);
    for frame in kept(&[ENTERED, LATER, LEFT]) {
        assert_eq!(next(&mut received).await, Some(Ok(frame)));
    }
    let text = "Frame.within at byte 0: 4 more bytes needed, but the packet ends here";
    assert_eq!(next(&mut received).await, Some(Err((ErrorKind::UnexpectedEof, text.to_owned()))));
}

#[tokio::test]
async fn fragments_of_one_byte() {
    let mut bytes = Vec::new();
    for frame in [ENTERED, LATER, LEFT] {
        frame.append_to(&mut bytes).expect("a valid frame");
    }
    assert_eq!(fragments(Codec::<owned::Frame>::new(), &bytes).await, kept(&[ENTERED, LATER, LEFT]));
}

#[tokio::test]
async fn sizes_that_lie() {
    for (bytes, text) in [
        (
            &b"\x00\x04\x01\x03Ada"[..],
            "Frame.news(Entered).name at byte 3: 1 more byte needed, but the region ends here",
        ),
        (b"\x00\x06\x01\x03Ada\x00", "Frame.within at byte 7: bytes left over: found 1"),
        (b"\xFF\xFF", "Frame.within at byte 0: 65535 more bytes needed, beyond the limit of 1000 bytes"),
    ] {
        let (kind, told) = refusal(Codec::<owned::Frame>::new().max_len(1000), bytes).await;
        assert_eq!((kind, told.as_str()), (ErrorKind::InvalidData, text));
    }
    let (kind, told) = cut_off(Codec::<owned::Frame>::new(), b"\xFF\xFF\x2A").await;
    let text = "Frame.within at byte 0: 65534 more bytes needed, but the packet ends here";
    assert_eq!((kind, told.as_str()), (ErrorKind::UnexpectedEof, text));
}

#[tokio::test]
async fn the_largest_frame_is_within_the_default_limit() {
    let body = vec![7; usize::from(u16::MAX) - 1];
    let largest = Frame { news: News::Unknown { code: 42, body: &body } };
    let (peer, mut received) = connect(Codec::<owned::Frame>::new()).await;
    let mut server = Framed::new(peer, Codec::<owned::Frame>::new());
    let (sent, heard) = tokio::join!(server.send(largest), next(&mut received));
    sent.expect("16 bits");
    assert_eq!(heard, Some(Ok(largest.into_owned())));
}

#[tokio::test]
async fn each_direction_has_its_messages() {
    let (client, server) = sockets().await;
    let mut client = Framed::new(client, Codec::<owned::Frame, Place>::new());
    let mut server = Framed::new(server, Codec::<Place, owned::Frame>::new());
    let place = Place { x: Metres::from_raw(1), y: Metres::from_raw(2) };
    client.send(place).await.expect("an open socket");
    assert_eq!(next(&mut server).await, Some(Ok(place)));
    server.send(LEFT).await.expect("an open socket");
    assert_eq!(next(&mut client).await, Some(Ok(LEFT.into_owned())));
}
