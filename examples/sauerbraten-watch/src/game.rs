//! What happens in a game, a line each, whichever version of the protocol tells it.

use std::collections::BTreeMap;
use std::fmt::Display;

use wireform::Error;

use crate::plain::plain;
use crate::player::Player;
use crate::sauerbraten::{GameMode, PositionsView};
use crate::table;

/// The game that a recording is of.
#[derive(Debug)]
pub struct Game {
    /// Milliseconds since the recording began.
    pub now: i32,
    players: BTreeMap<i32, Player>,
    /// Those who left before the game was over.
    gone: Vec<Player>,
    lines: Vec<String>,
}

impl Game {
    pub fn new(protocol: u32) -> Self {
        let lines = vec![format!("A recording in protocol {protocol}.")];
        Self { now: 0, players: BTreeMap::new(), gone: Vec::new(), lines }
    }

    /// What happened since this was asked last.
    pub fn lines(&mut self) -> Vec<String> {
        std::mem::take(&mut self.lines)
    }

    /// What is left to say when the recording is over.
    pub fn finish(mut self) -> Vec<String> {
        self.note(&"the recording ends");
        self.sum_up();
        self.lines
    }

    /// Something happened that nobody in particular did.
    pub fn note(&mut self, what: &dyn Display) {
        let seconds = self.now / 1000;
        let (minutes, seconds) = (seconds / 60, seconds.unsigned_abs() % 60);
        self.lines.push(format!("{minutes:>4}:{seconds:02}  {}", plain(what)));
    }

    /// A player did something; −1 is the server.
    pub fn did(&mut self, cn: i32, what: &dyn Display) {
        let name = self.name(cn);
        self.note(&format_args!("{name} {what}"));
    }

    pub fn says(&mut self, cn: i32, to_whom: &str, text: &dyn Display) {
        self.did(cn, &format_args!("says{to_whom}: {text}"));
    }

    /// A map begins, for all who are there.
    pub fn map(&mut self, map: &dyn Display, mode: GameMode) {
        if self.sum_up() {
            self.lines.push(String::new());
        }
        self.note(&format_args!("the map is {map}, the mode {mode}"));
        self.gone.clear();
        self.players.values_mut().for_each(Player::start_again);
    }

    /// The server says who a client is: a new one, or one that it spoke of before without a name.
    pub fn joined(&mut self, cn: i32, name: &dyn Display, team: &dyn Display) {
        self.players.entry(cn).or_default().name = plain(name);
        self.did(cn, &format_args!("is there, in team {team}"));
    }

    pub fn left(&mut self, cn: i32) {
        self.did(cn, &"leaves");
        self.gone.extend(self.players.remove(&cn));
    }

    pub fn renamed(&mut self, cn: i32, name: &dyn Display) {
        self.did(cn, &format_args!("is called {name} now"));
        self.players.entry(cn).or_default().name = plain(name);
    }

    pub fn died(&mut self, victim: i32, actor: i32, frags: i32) {
        self.players.entry(victim).or_default().deaths += 1;
        self.has_frags(actor, frags);
        let (victim_name, actor_name) = (self.name(victim), self.name(actor));
        if victim == actor {
            self.note(&format_args!("{victim_name} kills itself, frags: {frags}"));
        } else {
            self.note(&format_args!("{actor_name} kills {victim_name}, frags: {frags}"));
        }
    }

    pub fn has_frags(&mut self, cn: i32, frags: i32) {
        self.players.entry(cn).or_default().frags = frags;
    }

    /// The next position is somewhere else without a way to it.
    pub fn spawned(&mut self, cn: i32) {
        self.players.entry(cn).or_default().track.interrupt();
    }

    /// Somebody is somewhere. It cannot fail, but stands where messages are read that can.
    #[expect(clippy::unnecessary_wraps, reason = "it closes a chain of readers")]
    pub fn moved(&mut self, moved: PositionsView<'_>) -> Result<(), Error> {
        match moved {
            PositionsView::Pos(pos) => {
                let place = [pos.x().get(), pos.y().get(), pos.z().get()];
                self.players.entry(pos.cn()).or_default().track.go(place);
            }
            PositionsView::Teleport(teleport) => self.players.entry(teleport.cn()).or_default().track.teleport(),
            PositionsView::JumpPad(jump) => self.players.entry(jump.cn()).or_default().track.jump_pads += 1,
        }
        Ok(())
    }

    fn name(&self, cn: i32) -> String {
        match self.players.get(&cn) {
            Some(player) if !player.name.is_empty() => format!("{} ({cn})", player.name),
            _ if cn < 0 => "the server".to_owned(),
            _ => format!("client {cn}"),
        }
    }

    /// Where everybody went in this game; whether anybody did.
    fn sum_up(&mut self) -> bool {
        let players = self.gone.iter().chain(self.players.values()).filter(|player| player.took_part());
        let rows = table::rows(players);
        let any = !rows.is_empty();
        self.lines.extend(rows);
        any
    }
}
