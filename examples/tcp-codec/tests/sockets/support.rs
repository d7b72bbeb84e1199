//! Two ends of a connection: bytes at one, a codec at the other.

use std::fmt::Debug;
use std::io::ErrorKind;
use std::time::Duration;

use futures_util::StreamExt;
use tcp_codec::chat::{MessageKnown, owned};
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;
use tokio_util::codec::Framed;
use wireform::{Codec, Owned};

/// Longer messages are refused.
pub const MOST: usize = 1000;

/// A codec after a welcome to a room without topics.
pub fn messages() -> Codec<owned::Message> {
    Codec::with(MessageKnown { topics: Some(false) }).max_len(MOST)
}

/// Both ends of a connection.
pub async fn sockets() -> (TcpStream, TcpStream) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("it is bound");
    let (client, accepted) = tokio::join!(TcpStream::connect(address), listener.accept());
    let (client, server) = (client.expect("somebody listens"), accepted.expect("somebody comes").0);
    for end in [&client, &server] {
        end.set_nodelay(true).expect("an open socket");
    }
    (client, server)
}

/// A socket to write bytes to, and the codec at its other end.
pub async fn connect<R: Owned, W>(codec: Codec<R, W>) -> (TcpStream, Framed<TcpStream, Codec<R, W>>) {
    let (client, server) = sockets().await;
    (client, Framed::new(server, codec))
}

/// The next message, or the kind and the text of the error. The peer may be silent, but nobody waits for it.
pub async fn next<R: Owned, W>(
    received: &mut Framed<TcpStream, Codec<R, W>>,
) -> Option<Result<R, (ErrorKind, String)>> {
    let message = timeout(Duration::from_secs(10), received.next()).await.expect("an answer without more bytes");
    message.map(|message| message.map_err(|error| (error.kind(), error.to_string())))
}

/// The error for these bytes. The peer keeps the connection open.
pub async fn refusal<R: Owned + Debug>(codec: Codec<R>, bytes: &[u8]) -> (ErrorKind, String) {
    let (mut peer, mut received) = connect(codec).await;
    peer.write_all(bytes).await.expect("an open socket");
    let error = next(&mut received).await.expect("not the end").expect_err("not a message");
    assert_eq!(next(&mut received).await, None, "nothing follows an error");
    error
}

/// The error for these bytes, after which the peer closes the connection.
pub async fn cut_off<R: Owned + Debug>(codec: Codec<R>, bytes: &[u8]) -> (ErrorKind, String) {
    let (mut peer, mut received) = connect(codec).await;
    peer.write_all(bytes).await.expect("an open socket");
    drop(peer);
    next(&mut received).await.expect("not the end").expect_err("not a message")
}

/// The messages in these bytes, which arrive one by one.
pub async fn fragments<R: Owned + Debug>(codec: Codec<R>, bytes: &[u8]) -> Vec<R> {
    let (mut peer, mut received) = connect(codec).await;
    let (mut heard, mut unread) = (Vec::new(), 0);
    for byte in bytes {
        peer.write_all(&[*byte]).await.expect("an open socket");
        unread += 1;
        // Each byte is looked at by itself: either it completes a message, or it waits in the buffer.
        while received.read_buffer().len() < unread {
            if let Ok(message) = timeout(Duration::from_millis(1), received.next()).await {
                heard.push(message.expect("not the end").expect("a message"));
                unread = 0;
            }
        }
    }
    assert_eq!(unread, 0, "half of a message remains");
    heard
}
