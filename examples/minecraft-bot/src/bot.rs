//! A player: it answers what the server asks, walks to and fro, and chats.

use std::io;

use crate::connection::Connection;
use crate::minecraft::v769::owned::{self, PacketToClientPacket as Packet};
use crate::minecraft::v769::{self, MovementFlags, NextState, PacketToServerPacket, Settings, State, Vector};
use crate::minecraft::v769::{configuration_to_server as config, handshaking, login_to_server as login};
use crate::minecraft::v769::{play_to_client::SynchronizePlayerPosition, play_to_server as play};
use crate::text::words;

/// A player on a server, who prints what it sees.
pub struct Bot {
    pub connection: Connection,
    /// Where it is, if the server has said so.
    pub position: Option<Vector>,
    pub steps: u32,
}

impl Bot {
    /// Logs in to a server that checks no names, by its own host and port, and plays until its last words.
    pub async fn play(&mut self, (host, port): (&str, u16), name: &str) -> io::Result<String> {
        let (server_address, server_port, next_state) = (host, port, NextState::Login);
        let handshake = handshaking::Handshake { protocol_version: 769, server_address, server_port, next_state };
        self.connection.send(PacketToServerPacket::Handshaking(handshake.into())).await?;
        self.connection.enter(State::Login);
        self.log_in(login::LoginStart { name, player_uuid: [0; 16] }).await?;
        loop {
            let last_words = match self.connection.next().await? {
                Packet::StatusToClient(_) => None,
                Packet::LoginToClient(packet) => self.hear_login(packet).await?,
                Packet::ConfigurationToClient(packet) => self.hear_configuration(packet).await?,
                Packet::PlayToClient(packet) => self.hear(packet).await?,
            };
            if let Some(words) = last_words {
                return Ok(words);
            }
        }
    }

    async fn hear_login(&mut self, packet: owned::LoginToClient) -> io::Result<Option<String>> {
        use owned::LoginToClient as Packet;
        match packet {
            Packet::SetCompression(packet) => self.connection.compress(packet.threshold),
            Packet::LoginSuccess(packet) => {
                println!("logged in as {}", packet.username);
                self.log_in(login::LoginAcknowledged {}).await?;
                self.connection.enter(State::Configuration);
                self.configure(config::PluginMessage { channel: "minecraft:brand", data: b"\x08wireform" }).await?;
                let settings = Settings { locale: "en_us", view_distance: 8, ..Settings::default() };
                self.configure(config::ClientInformation { settings }).await?;
            }
            Packet::LoginDisconnect(packet) => return Ok(Some(packet.reason)),
            other => return Err(io::Error::other(format!("not expected: {other}"))),
        }
        Ok(None)
    }

    async fn hear_configuration(&mut self, packet: owned::ConfigurationToClient) -> io::Result<Option<String>> {
        use owned::ConfigurationToClient as Packet;
        match packet {
            Packet::KeepAlive(packet) => self.configure(config::KeepAlive { id: packet.id }).await?,
            Packet::Ping(packet) => self.configure(config::Pong { id: packet.id }).await?,
            Packet::KnownPacks(_) => self.configure(config::KnownPacks::default()).await?,
            Packet::FinishConfiguration(_) => {
                self.configure(config::AcknowledgeFinishConfiguration {}).await?;
                self.connection.enter(State::Play);
            }
            Packet::Disconnect(packet) => return Ok(Some(words(&packet.reason))),
            _ => {}
        }
        Ok(None)
    }

    async fn hear(&mut self, packet: owned::PlayToClient) -> io::Result<Option<String>> {
        use owned::PlayToClient as Packet;
        let seen = match packet {
            Packet::KeepAlive(packet) => return self.act(play::KeepAlive { id: packet.id }).await,
            Packet::Ping(packet) => return self.act(play::Pong { id: packet.id }).await,
            Packet::ChunkBatchFinished(_) => return self.act(play::ChunkBatchReceived { chunks_per_tick: 20.0 }).await,
            Packet::SynchronizePlayerPosition(packet) => return self.stand(packet).await,
            Packet::UpdateTime(packet) => return self.step(packet.age).await,
            Packet::Disconnect(packet) => return Ok(Some(words(&packet.reason))),
            Packet::SystemChatMessage(packet) => format!("<> {}", words(&packet.content)),
            Packet::DisguisedChatMessage(packet) => format!("<{}> {}", words(&packet.sender), words(&packet.message)),
            Packet::PlayerChatMessage(packet) => format!("<{}> {}", words(&packet.sender_name), packet.message),
            Packet::SpawnEntity(packet) => format!("entity {}, kind {}", packet.entity_id, packet.kind),
            Packet::SetContainerContent(packet) => format!("{} places for items", packet.items.len()),
            Packet::ChunkData(packet) => format!("chunk {}, {}", packet.x, packet.z),
            _ => return Ok(None),
        };
        println!("{seen}");
        Ok(None)
    }

    /// The server has put the bot somewhere.
    async fn stand(&mut self, packet: SynchronizePlayerPosition) -> io::Result<Option<String>> {
        let SynchronizePlayerPosition { teleport_id, position, .. } = packet;
        println!("at {}, {}, {}", position.x, position.y, position.z);
        self.act(play::ConfirmTeleportation { teleport_id }).await?;
        let is_first = self.position.replace(position).is_none();
        if is_first { self.act(play::PlayerLoaded {}).await } else { Ok(None) }
    }

    /// A second of the server has passed: a step, and at times some words.
    async fn step(&mut self, age: i64) -> io::Result<Option<String>> {
        let Some(position) = &mut self.position else { return Ok(None) };
        position.x += if self.steps % 16 < 8 { 0.5 } else { -0.5 };
        let (position, flags) = (*position, MovementFlags::default().with_on_ground(true));
        self.act(play::SetPlayerPosition { position, flags }).await?;
        self.steps += 1;
        if self.steps % 10 != 3 {
            return Ok(None);
        }
        // The time is the server's, of twenty ticks a second: so an equal conversation has equal bytes.
        let message = &format!("{}: {}", self.steps, "a step ".repeat(self.steps as usize % 40));
        self.act(play::ChatMessage { message, timestamp: age * 50, ..Default::default() }).await
    }

    async fn log_in<'p>(&mut self, packet: impl Into<v769::LoginToServer<'p>>) -> io::Result<()> {
        self.connection.send(PacketToServerPacket::LoginToServer(packet.into())).await
    }

    async fn configure<'p>(&mut self, packet: impl Into<v769::ConfigurationToServer<'p>>) -> io::Result<()> {
        self.connection.send(PacketToServerPacket::ConfigurationToServer(packet.into())).await
    }

    async fn act<'p>(&mut self, packet: impl Into<v769::PlayToServer<'p>>) -> io::Result<Option<String>> {
        self.connection.send(PacketToServerPacket::PlayToServer(packet.into())).await.map(|()| None)
    }
}
