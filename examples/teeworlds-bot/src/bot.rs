//! A player: it runs to and fro, jumps, hooks, fires, says something, and prints what it sees.

use std::collections::BTreeMap;

use crate::teeworlds::{ChatMode, PlayerInput, game, owned, owned::ItemBody, owned::Message, system};
use crate::{Result, connection::Connection, snapshot::Snapshot};

#[derive(Default)]
pub struct Bot {
    /// Snapshots since the one that the server last used, by their ticks, and parts of the next one.
    snapshots: BTreeMap<i32, Snapshot>,
    parts: BTreeMap<i32, Vec<u8>>,
    /// Snapshots up to now, and items in them.
    count: u32,
    items: BTreeMap<String, u32>,
}

impl Bot {
    /// Joins, plays so many seconds of 25 snapshots, and leaves.
    pub fn play(&mut self, server: &mut Connection, seconds: u32) -> Result<()> {
        server.say(system::Info { net_version: "0.7 802f1be60a05665f", password: "", client_version: 0x705 }, true)?;
        while self.count < seconds * 25 {
            for message in server.exchange()? {
                self.hear(server, message)?;
            }
        }
        println!("{} snapshots, with {:?}", self.count, self.items);
        server.send(owned::PacketBody::Control(owned::control::Close { reason: Some("enough".into()) }.into()))
    }

    fn hear(&mut self, server: &mut Connection, message: Message) -> Result<()> {
        match message {
            Message::MapChange(map) => {
                println!("the map is {}", map.name);
                server.say(system::Ready {}, true)?;
            }
            Message::ConReady(_) => server.say(game::ClStartInfo { name: "Bot", ..Default::default() }, true)?,
            Message::SvReadyToEnter(_) => {
                server.say(system::EnterGame {}, true)?;
                server.say(game::ClSay { mode: ChatMode::All, target: -1, message: "I read you by a schema" }, true)?;
            }
            Message::SnapEmpty(snap) => self.see(server, snap.tick, snap.delta_tick, None)?,
            Message::SnapSingle(snap) => self.see(server, snap.tick, snap.delta_tick, Some((&snap.data, snap.crc)))?,
            Message::Snap(snap) => {
                self.parts.retain(|part, _| *part < snap.part);
                self.parts.insert(snap.part, snap.data);
                let data: Vec<u8> = self.parts.values().flatten().copied().collect();
                if self.parts.len() == usize::try_from(snap.part_count)? {
                    self.see(server, snap.tick, snap.delta_tick, Some((&data, snap.crc)))?;
                }
            }
            Message::SvChat(chat) => println!("<{}> {}", chat.client_id, chat.message),
            Message::SvClientInfo(player) => println!("player {} is {}", player.client_id, player.name),
            Message::SvKillMsg(kill) => println!("player {} dies: {:?}", kill.victim, kill.weapon),
            _ => {}
        }
        Ok(())
    }

    /// A snapshot, as its difference from an older one, or from one without items, and the sum of its numbers.
    fn see(&mut self, server: &mut Connection, tick: i32, age: i32, delta: Option<(&[u8], i32)>) -> Result<()> {
        let base = self.snapshots.get(&(tick - age)).cloned().unwrap_or_default();
        let snapshot = if let Some((delta, crc)) = delta { base.after(delta, crc)? } else { base };
        for item in snapshot.items() {
            let owned::Item { id, body } = item?;
            if let (5, ItemBody::Character(it)) = (self.count % 250, &body) {
                println!("player {id} is at {}, {}", it.core.x, it.core.y);
            }
            *self.items.entry(format!("{body:?}").split('(').next().unwrap_or_default().to_owned()).or_default() += 1;
        }
        self.count += 1;
        self.snapshots.retain(|old, _| *old >= tick - age);
        self.snapshots.insert(tick, snapshot);
        // Two seconds to the left, two to the right.
        let (x, jump, hook) = (if tick % 200 < 100 { -1 } else { 1 }, tick % 60 < 4, tick % 90 < 30);
        let input = PlayerInput { direction: x, target_x: x, jump, hook, fire: tick / 20 % 64, ..Default::default() };
        server.say(system::Input { ack_tick: tick, prediction_tick: tick + 3, input, ping_correction: 0 }, false)
    }
}
