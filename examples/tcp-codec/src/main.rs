//! A server and its clients talk over TCP in one process, and the conversation is printed.
#![forbid(unsafe_code)]
#![deny(warnings, missing_docs, clippy::all, clippy::pedantic)]

mod room;

use std::error::Error;

use futures_util::{SinkExt, StreamExt};
use tcp_codec::chat::message::{Bye, File, Hello, Move, Say, Show, ShowWhat, ShowWhatPicture, Whisper};
use tcp_codec::chat::news::{Entered, Left};
use tcp_codec::chat::{Frame, Message, Metres, News, Place};
use tcp_codec::{messages, news};
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio_util::codec::Framed;

use room::Room;

type Outcome = Result<(), Box<dyn Error>>;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Outcome {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let connect = || async { TcpStream::connect(listener.local_addr()?).await };
    let mut room = Room::new()?;

    tokio::try_join!(serve(&listener, &mut room), async { talk(connect().await?).await })?;

    for (what, bytes) in [
        ("announces 65535 bytes, and sends two", &b"\x07\x01a\xFF\xFFhi"[..]),
        ("leaves in the middle of a step", b"\x04\x00\x30\x00"),
        ("sends a file with another checksum", b"\x07\x01a\x00\x02hi\x00\x00\x00\x00"),
        ("speaks before the server's welcome", b"\x03\x00\x02hi"),
    ] {
        println!("\nA client {what}:");
        tokio::try_join!(serve(&listener, &mut room), async { shout(connect().await?, bytes).await })?;
    }

    println!("\nA watcher of today hears a server of tomorrow:");
    tokio::try_join!(report(&listener), async { watch(connect().await?).await })?;
    Ok(())
}

/// Serves one client, until it leaves or breaks a rule of the protocol.
async fn serve(listener: &TcpListener, room: &mut Room) -> Outcome {
    let (socket, _) = listener.accept().await?;
    let mut client = Framed::new(socket, messages());
    while let Some(message) = client.next().await {
        match message {
            Ok(message) => {
                println!("server: {message}");
                if let Some(answer) = room.answer(message) {
                    client.send(answer.as_value()).await?;
                }
            }
            Err(error) => println!("server: {error}"),
        }
    }
    Ok(())
}

/// A client that keeps to the protocol.
async fn talk(socket: TcpStream) -> Outcome {
    let mut server = Framed::new(socket, messages());
    let place = Place { x: Metres::new(3.0)?, y: Metres::new(-4.25)? };
    let picture = ShowWhatPicture { width: 2, height: 1, pixels: &[0, 255] };
    for message in [
        Message::Hello(Hello { name: "Ada" }),
        Message::Move(Move { to: place }),
        Message::Say(Say { topic: Some("tea"), text: "Hello?" }),
        Message::Show(Show { what: ShowWhat::Picture(picture) }),
        Message::Show(Show { what: ShowWhat::Place(place) }),
        Message::Whisper(Whisper { to: (&["Bob", "Eve"]).into(), text: "tea?" }),
        Message::File(File { name: "song", content: b"la la" }),
    ] {
        server.send(message).await?;
        let answer = server.next().await.ok_or("the server is gone")??;
        println!("client: {answer}");
    }
    server.send(Bye {}.into()).await?;
    Ok(())
}

/// A client that breaks it: it sends some bytes and leaves.
async fn shout(mut socket: TcpStream, bytes: &[u8]) -> Outcome {
    socket.write_all(bytes).await?;
    Ok(())
}

/// Sends three pieces of news. The second one is of a kind that the schema does not have.
async fn report(listener: &TcpListener) -> Outcome {
    let (socket, _) = listener.accept().await?;
    let mut watcher = Framed::new(socket, news());
    let danced = News::Unknown { code: 42, body: b"Ada" };
    for news in [News::Entered(Entered { name: "Ada" }), danced, News::Left(Left { name: "Ada" })] {
        watcher.send(Frame { news }).await?;
    }
    Ok(())
}

/// A client that only watches.
async fn watch(socket: TcpStream) -> Outcome {
    let mut server = Framed::new(socket, news());
    while let Some(frame) = server.next().await {
        println!("watcher: {:?}", frame?.news);
    }
    Ok(())
}
