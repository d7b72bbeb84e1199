//! prost: the same values as Protocol Buffers, which have a format of their own: one message for all of the packet.

use prost::Message;

use super::game::{self, Game};
use crate::contender::{Library, Writer};

/// prost.
pub struct Prost;

/// What a welcome packet would be in a `.proto`.
#[derive(Clone, PartialEq, Message)]
pub struct Welcome {
    #[prost(string, tag = "1")]
    map: String,
    #[prost(sint32, tag = "2")]
    mode: i32,
    #[prost(bool, tag = "3")]
    needs_items: bool,
    #[prost(sint32, tag = "4")]
    seconds_left: i32,
    #[prost(message, optional, tag = "5")]
    master: Option<Master>,
    #[prost(sint32, tag = "6")]
    cn: i32,
    #[prost(string, tag = "7")]
    team: String,
    #[prost(sint32, repeated, tag = "8")]
    spawn: Vec<i32>,
    #[prost(message, repeated, tag = "9")]
    players: Vec<Player>,
    #[prost(message, repeated, tag = "10")]
    clients: Vec<Client>,
}

/// Who may do what.
#[derive(Clone, PartialEq, Message)]
pub struct Master {
    #[prost(sint32, tag = "1")]
    mode: i32,
    #[prost(message, repeated, tag = "2")]
    masters: Vec<Privileged>,
}

/// One who may do something.
#[derive(Clone, Copy, PartialEq, Message)]
pub struct Privileged {
    #[prost(sint32, tag = "1")]
    cn: i32,
    #[prost(sint32, tag = "2")]
    privilege: i32,
}

/// The state of somebody else.
#[derive(Clone, PartialEq, Message)]
pub struct Player {
    #[prost(sint32, tag = "1")]
    cn: i32,
    #[prost(sint32, repeated, tag = "2")]
    score: Vec<i32>,
    #[prost(sint32, repeated, tag = "3")]
    state: Vec<i32>,
}

/// Who that is.
#[derive(Clone, PartialEq, Message)]
pub struct Client {
    #[prost(sint32, tag = "1")]
    cn: i32,
    #[prost(string, tag = "2")]
    name: String,
    #[prost(string, tag = "3")]
    team: String,
    #[prost(sint32, tag = "4")]
    model: i32,
}

fn player(player: Player) -> Option<game::Player> {
    let (score, state) = (player.score.try_into().ok()?, player.state.try_into().ok()?);
    Some(game::Player { cn: player.cn, score, state })
}

fn master(master: Master) -> game::Master {
    let masters = master.masters.into_iter().map(|one| (one.cn, one.privilege)).collect();
    game::Master { mode: master.mode, masters }
}

fn client(client: Client) -> game::Client {
    let Client { cn, name, team, model } = client;
    game::Client { cn, name, team, model }
}

impl Library for Prost {
    type Packet = Game;

    fn parse(packet: &[u8]) -> Option<Game> {
        let welcome = Welcome::decode(packet).ok()?;
        Some(Game {
            map: welcome.map,
            mode: welcome.mode,
            needs_items: welcome.needs_items,
            seconds_left: welcome.seconds_left,
            master: welcome.master.map(master),
            cn: welcome.cn,
            team: welcome.team,
            spawn: welcome.spawn.try_into().ok()?,
            players: welcome.players.into_iter().map(player).collect::<Option<_>>()?,
            clients: welcome.clients.into_iter().map(client).collect(),
        })
    }
}

impl Writer<Game> for Prost {
    type Value = Welcome;

    fn value(packet: &'static Game) -> Welcome {
        let master = packet.master.as_ref().map(|master| Master {
            mode: master.mode,
            masters: master.masters.iter().map(|&(cn, privilege)| Privileged { cn, privilege }).collect(),
        });
        let player =
            |player: &game::Player| Player { cn: player.cn, score: player.score.into(), state: player.state.into() };
        let client = |client: &game::Client| Client {
            cn: client.cn,
            name: client.name.clone(),
            team: client.team.clone(),
            model: client.model,
        };
        Welcome {
            map: packet.map.clone(),
            mode: packet.mode,
            needs_items: packet.needs_items,
            seconds_left: packet.seconds_left,
            master,
            cn: packet.cn,
            team: packet.team.clone(),
            spawn: packet.spawn.into(),
            players: packet.players.iter().map(player).collect(),
            clients: packet.clients.iter().map(client).collect(),
        }
    }

    fn write(value: &Welcome, mut buffer: &mut [u8]) -> Option<usize> {
        let room = buffer.len();
        value.encode(&mut buffer).ok()?;
        Some(room - buffer.len())
    }
}
