//! A client of MQTT, written once for both versions: their types have the same names, and what only MQTT 5 has has a default.

use std::io;

/// A connection to a broker. While it waits for something, it shows the broker that it lives.
pub trait Client: Sized {
    /// Connects. If the connection breaks, the broker publishes the `will`.
    async fn connect(broker: &str, client_id: &str, will: Message) -> io::Result<Self>;
    /// Asks for all messages on a topic, or on several by wildcards.
    async fn subscribe(&mut self, filter: &str) -> io::Result<()>;
    /// Publishes a message with quality of service 1: returns when the broker has it.
    async fn publish(&mut self, message: &Message) -> io::Result<()>;
    /// The next message on a topic to which it has subscribed.
    async fn next(&mut self) -> io::Result<Message>;
    /// Leaves, without the will.
    async fn disconnect(self) -> io::Result<()>;
}

/// A message on a topic.
#[derive(Debug, PartialEq, Eq)]
pub struct Message {
    pub topic: String,
    pub payload: Vec<u8>,
}

/// A packet that does not belong there.
pub fn unexpected(packet: &dyn std::fmt::Display) -> io::Error {
    io::Error::other(format!("unexpected: {packet}"))
}

/// Makes the client of a version, whose types are in this module of the schema.
macro_rules! client {
    ($version:ident) => {
        use std::collections::VecDeque;
        use std::io;
        use std::time::Duration;

        use futures_util::{SinkExt, StreamExt};
        use tokio::net::TcpStream;
        use tokio::time::timeout;
        use tokio_util::codec::Framed;
        use wireform::Codec;

        use crate::client::{Message, unexpected};
        use crate::mqtt::Qos;
        use crate::mqtt::$version::{Body, Options, Packet, body::*, owned};

        /// The broker hears something from a client as often, in seconds.
        const KEEP_ALIVE: u16 = 2;

        pub struct Client {
            broker: Framed<TcpStream, Codec<owned::Packet>>,
            /// Messages that came while the client waited for an answer.
            arrived: VecDeque<Message>,
            last_id: u16,
        }

        impl crate::client::Client for Client {
            async fn connect(broker: &str, client_id: &str, will: Message) -> io::Result<Self> {
                let broker = Framed::new(TcpStream::connect(broker).await?, Codec::new());
                let mut client = Self { broker, arrived: VecDeque::new(), last_id: 0 };
                let will = Some(ConnectWill { topic: &will.topic, payload: &will.payload, ..Default::default() });
                let connect = Connect { clean_start: true, keep_alive: KEEP_ALIVE, client_id, ..Connect::default() };
                client.send(Qos::AtMostOnce, Connect { will_qos: Qos::AtLeastOnce, will, ..connect }).await?;
                client.answer(|body| matches!(body, owned::Body::Connack(it) if it.code.code() == 0)).await?;
                Ok(client)
            }

            async fn subscribe(&mut self, filter: &str) -> io::Result<()> {
                let packet_id = self.next_id();
                let topics = &[Subscription { filter, options: Options::default().with_qos(Qos::AtLeastOnce) }];
                let subscribe = Subscribe { packet_id, topics: topics.into(), ..Subscribe::default() };
                self.send(Qos::AtLeastOnce, subscribe).await?;
                self.answer(|body| matches!(body, owned::Body::Suback(it) if it.codes[0].code() < 0x80)).await
            }

            async fn publish(&mut self, Message { topic, payload }: &Message) -> io::Result<()> {
                let packet_id = self.next_id();
                let publish = Publish { topic, packet_id: Some(packet_id), payload, ..Publish::default() };
                self.send(Qos::AtLeastOnce, publish).await?;
                self.answer(|body| matches!(body, owned::Body::Puback(it) if it.packet_id == packet_id)).await
            }

            async fn next(&mut self) -> io::Result<Message> {
                loop {
                    match self.arrived.pop_front() {
                        Some(message) => return Ok(message),
                        None => self.hear().await?.map_or(Ok(()), |other| Err(unexpected(&other)))?,
                    }
                }
            }

            async fn disconnect(mut self) -> io::Result<()> {
                self.send(Qos::AtMostOnce, Disconnect::default()).await?;
                self.broker.close().await
            }
        }

        impl Client {
            async fn send<'a>(&mut self, qos: Qos, body: impl Into<Body<'a>>) -> io::Result<()> {
                self.broker.send(Packet { qos, body: body.into(), ..Packet::default() }).await
            }

            fn next_id(&mut self) -> u16 {
                self.last_id = self.last_id.checked_add(1).unwrap_or(1);
                self.last_id
            }

            /// Waits for an answer.
            async fn answer(&mut self, belongs: impl Fn(&owned::Body) -> bool) -> io::Result<()> {
                loop {
                    match self.hear().await? {
                        Some(body) if belongs(&body) => return Ok(()),
                        other => other.map_or(Ok(()), |other| Err(unexpected(&other)))?,
                    }
                }
            }

            /// Hears a packet, and returns an answer. A message waits for the program; a broker that is silent gets a ping.
            async fn hear(&mut self) -> io::Result<Option<owned::Body>> {
                let half = Duration::from_secs(KEEP_ALIVE.into()) / 2;
                let Ok(packet) = timeout(half, self.broker.next()).await else {
                    self.send(Qos::AtMostOnce, Pingreq {}).await?;
                    return Ok(None);
                };
                match packet.ok_or(io::ErrorKind::UnexpectedEof)??.body {
                    owned::Body::Publish(owned::body::Publish { topic, packet_id, payload, .. }) => {
                        if let Some(packet_id) = packet_id {
                            self.send(Qos::AtMostOnce, Puback { packet_id, ..Puback::default() }).await?;
                        }
                        self.arrived.push_back(Message { topic, payload });
                        Ok(None)
                    }
                    owned::Body::Pingresp(_) => Ok(None),
                    answer => Ok(Some(answer)),
                }
            }
        }
    };
}
