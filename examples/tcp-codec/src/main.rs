//! A server and its clients talk over TCP in one process, and the conversation is printed.
#![forbid(unsafe_code)]
#![deny(warnings, missing_docs, clippy::all, clippy::pedantic)]

use std::error::Error;

use futures_util::{SinkExt, StreamExt};
use tcp_codec::chat::message::{Bye, Hello, Move, Say};
use tcp_codec::chat::news::{Entered, Left};
use tcp_codec::chat::{Frame, Message, Metres, News};
use tcp_codec::{Codec, Event, Notice};
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio_util::codec::Framed;

/// The room refuses longer messages.
const MOST: usize = 4096;

type Outcome = Result<(), Box<dyn Error>>;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Outcome {
    let room = TcpListener::bind("127.0.0.1:0").await?;
    let door = || async { TcpStream::connect(room.local_addr()?).await };

    tokio::try_join!(serve(&room), async { talk(door().await?).await })?;

    println!("\nA client announces 65535 bytes, and sends two:");
    tokio::try_join!(serve(&room), async { shout(door().await?, b"\x02\xFF\xFFhi").await })?;

    println!("\nA client leaves in the middle of a step:");
    tokio::try_join!(serve(&room), async { shout(door().await?, b"\x03\x00\x30\x00").await })?;

    println!("\nA watcher of today hears a server of tomorrow:");
    tokio::try_join!(report(&room), async { watch(door().await?).await })?;
    Ok(())
}

/// Serves one client, until it leaves or breaks a rule of the protocol.
async fn serve(room: &TcpListener) -> Outcome {
    let (socket, _) = room.accept().await?;
    let mut client = Framed::new(socket, Codec::<Event>::new(MOST));
    while let Some(event) = client.next().await {
        match event {
            Ok(Event::Hello(name)) => {
                println!("server: {name} enters");
                client.send(Message::Hello(Hello { name: "The Meadow" })).await?;
            }
            Ok(Event::Say(text)) => {
                println!("server: somebody says {text:?}");
                client.send(Message::Say(Say { text: &text.to_uppercase() })).await?;
            }
            Ok(Event::Move(Move { x, y })) => {
                println!("server: somebody walks to ({x}, {y})");
                let text = format!("The door is {:.2} metres away.", x.get().hypot(y.get()));
                client.send(Message::Say(Say { text: &text })).await?;
            }
            Ok(Event::Bye) => println!("server: good-bye"),
            Err(error) => println!("server: {error}"),
        }
    }
    Ok(())
}

/// A client that keeps to the protocol.
async fn talk(socket: TcpStream) -> Outcome {
    let mut server = Framed::new(socket, Codec::<Event>::new(MOST));
    let walk = Move { x: Metres::new(3.0)?, y: Metres::new(-4.25)? };
    for message in [Message::Hello(Hello { name: "Ada" }), Message::Move(walk), Message::Say(Say { text: "Hello?" })] {
        server.send(message).await?;
        match server.next().await.ok_or("the server is gone")?? {
            Event::Hello(name) => println!("client: this is {name}"),
            Event::Say(text) => println!("client: I hear {text:?}"),
            other => println!("client: {other:?}"),
        }
    }
    server.send(Message::Bye(Bye {})).await?;
    Ok(())
}

/// A client that breaks it: it sends some bytes and leaves.
async fn shout(mut socket: TcpStream, bytes: &[u8]) -> Outcome {
    socket.write_all(bytes).await?;
    Ok(())
}

/// Sends three pieces of news. The second one is of a kind that the schema does not have.
async fn report(room: &TcpListener) -> Outcome {
    let (socket, _) = room.accept().await?;
    let mut watcher = Framed::new(socket, Codec::<Notice>::new(MOST));
    let danced = News::Unknown { code: 42, body: b"Ada" };
    for news in [News::Entered(Entered { name: "Ada" }), danced, News::Left(Left { name: "Ada" })] {
        watcher.send(Frame { news }).await?;
    }
    Ok(())
}

/// A client that only watches.
async fn watch(socket: TcpStream) -> Outcome {
    let mut server = Framed::new(socket, Codec::<Notice>::new(MOST));
    while let Some(notice) = server.next().await {
        println!("watcher: {:?}", notice?);
    }
    Ok(())
}
