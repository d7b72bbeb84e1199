//! An open family: each message in a frame, and the reason for it.

use futures_util::{SinkExt, StreamExt};
use tcp_codec::chat::news::{Entered, Left};
use tcp_codec::chat::{Frame, News, NewsView};
use tcp_codec::{Codec, Notice};
use tokio::net::{TcpListener, TcpStream};
use tokio_util::codec::Framed;
use wireform::prelude::*;

const LATER: News = News::Unknown { code: 42, body: b"Ada" };

#[test]
fn an_unknown_message_takes_all_bytes() {
    let mut bytes = LATER.to_vec().expect("a code of no member");
    News::Left(Left { name: "Ada" }).append_to(&mut bytes).expect("a valid name");
    let (news, rest) = NewsView::parse(&bytes).expect("a code is enough");
    assert!(matches!(news, NewsView::Unknown { code: 42, body: b"Ada\x02\x03Ada", .. }), "{news:?}");
    assert!(rest.is_empty(), "the message behind it is lost");
}

#[tokio::test]
async fn a_frame_ends_it() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("it is bound");
    let (watcher, accepted) = tokio::join!(TcpStream::connect(address), listener.accept());
    let mut server = Framed::new(accepted.expect("somebody comes").0, Codec::<Notice>::new(64));
    let mut notices = Framed::new(watcher.expect("somebody listens"), Codec::<Notice>::new(64));
    for news in [News::Entered(Entered { name: "Ada" }), LATER, News::Left(Left { name: "Ada" })] {
        server.feed(Frame { news }).await.expect("an open socket");
    }
    server.flush().await.expect("an open socket");
    // The last frame is cut off.
    server.get_mut().try_write(b"\x00\x05\x01").expect("room for three bytes");
    drop(server);
    for notice in [Notice::Entered("Ada".into()), Notice::Unknown(42, b"Ada".to_vec()), Notice::Left("Ada".into())] {
        assert_eq!(notices.next().await.expect("not the end").expect("a frame"), notice);
    }
    let error = notices.next().await.expect("not the end").expect_err("not a frame");
    assert_eq!(error.to_string(), "Frame.within at byte 0: 4 more bytes needed, but the packet ends here");
}
