//! Written by hand with what generated code promises: each message is right before anything of it is given out, as a value
//! that may be kept and asked in any order; who is refused is told which field is wrong, where, and why. It knows only the
//! messages of such a packet, though, not all of the more than fifty that a server may send.

use super::by_hand::{ByHand, Pieces};
use super::by_hand_write::{self, Put};
use super::game::{Client, Game, LONGEST, Player, State, code};
use crate::contender::{Reader, Writer};
use crate::reason::Reason;
use crate::sink::Sink;

/// Safe, by hand, and with all promises.
pub struct SamePromises;

/// What is left of a packet, and how long that is.
#[derive(Clone, Copy)]
struct Cursor<'a> {
    bytes: &'a [u8],
    packet: usize,
}

/// A text that is right: its units, and how many there are.
#[derive(Clone, Copy)]
struct Text<'a> {
    units: &'a [u8],
    len: usize,
}

/// A list that is right: elements of a number and `N` more, and how many there are.
#[derive(Clone, Copy)]
struct List<'a, const N: usize> {
    bytes: &'a [u8],
    len: usize,
}

/// A message that is right.
#[derive(Clone, Copy)]
enum Message<'a> {
    Welcome,
    MapChange { map: Text<'a>, mode: i32, needs_items: bool },
    TimeUp { seconds_left: i32 },
    CurrentMaster { mode: i32, masters: List<'a, 1> },
    SetTeam { cn: i32, team: Text<'a>, reason: i32 },
    SpawnState { cn: i32, state: State },
    Resume { players: List<'a, 16> },
    InitClient { cn: i32, name: Text<'a>, team: Text<'a>, model: i32 },
}

impl<'a> Cursor<'a> {
    #[cold]
    fn error(&self, field: &'static str, rule: &'static str) -> Reason {
        Reason::new(field, self.packet - self.bytes.len(), rule)
    }

    #[inline]
    fn ints<const N: usize>(&mut self, field: &'static str) -> Result<[i32; N], Reason> {
        let (numbers, rest) = ByHand::ints(self.bytes).ok_or_else(|| self.error(field, "truncated"))?;
        self.bytes = rest;
        Ok(numbers)
    }

    #[inline]
    fn int(&mut self, field: &'static str) -> Result<i32, Reason> {
        let (number, rest) = ByHand::int(self.bytes).ok_or_else(|| self.error(field, "truncated"))?;
        self.bytes = rest;
        Ok(number)
    }

    #[inline]
    fn text(&mut self, field: &'static str) -> Result<Text<'a>, Reason> {
        let plain = ByHand::characters(self.bytes).and_then(|len| self.bytes.split_at_checked(len));
        match plain {
            Some((units, [0, rest @ ..])) if units.len() <= LONGEST => {
                self.bytes = rest;
                Ok(Text { units, len: units.len() })
            }
            _ => self.long_text(field),
        }
    }

    #[cold]
    #[inline(never)]
    fn long_text(&mut self, field: &'static str) -> Result<Text<'a>, Reason> {
        let (bytes, mut len) = (self.bytes, 0);
        loop {
            let units = &bytes[..bytes.len() - self.bytes.len()];
            if self.int(field)? as u8 == 0 {
                return Ok(Text { units, len });
            }
            len += 1;
            if len > LONGEST {
                return Err(self.error(field, "4999 characters"));
            }
        }
    }

    #[inline]
    fn list<const N: usize>(&mut self, field: &'static str) -> Result<List<'a, N>, Reason> {
        let (bytes, mut len) = (self.bytes, 0);
        while self.int(field)? >= 0 {
            self.ints::<N>(field)?;
            len += 1;
        }
        Ok(List { bytes, len })
    }

    fn message(&mut self) -> Result<Message<'a>, Reason> {
        Ok(match self.int("code")? {
            code::WELCOME => Message::Welcome,
            code::MAP_CHANGE => {
                let map = self.text("map")?;
                let [mode, needs_items] = self.ints("mode")?;
                Message::MapChange { map, mode, needs_items: needs_items != 0 }
            }
            code::TIME_UP => Message::TimeUp { seconds_left: self.int("seconds_left")? },
            code::CURRENT_MASTER => Message::CurrentMaster { mode: self.int("mode")?, masters: self.list("masters")? },
            code::SET_TEAM => {
                Message::SetTeam { cn: self.int("cn")?, team: self.text("team")?, reason: self.int("reason")? }
            }
            code::SPAWN_STATE => {
                let [cn, state @ ..] = self.ints::<13>("state")?;
                Message::SpawnState { cn, state }
            }
            code::RESUME => Message::Resume { players: self.list("players")? },
            code::INIT_CLIENT => {
                let (cn, name, team) = (self.int("cn")?, self.text("name")?, self.text("team")?);
                Message::InitClient { cn, name, team, model: self.int("model")? }
            }
            _ => return Err(self.error("code", "a message")),
        })
    }
}

/// Each is checked when it is reached; behind an error there is none.
impl<'a> Iterator for Cursor<'a> {
    type Item = Result<Message<'a>, Reason>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.bytes.is_empty() {
            return None;
        }
        let message = self.message();
        if message.is_err() {
            self.bytes = &[];
        }
        Some(message)
    }
}

impl<const N: usize> List<'_, N> {
    #[inline]
    fn iter(self) -> impl Iterator<Item = (i32, [i32; N])> {
        let (mut bytes, mut left) = (self.bytes, self.len);
        std::iter::from_fn(move || {
            left = left.checked_sub(1)?;
            let (cn, rest) = ByHand::int(bytes)?;
            let (numbers, rest) = ByHand::ints(rest)?;
            bytes = rest;
            Some((cn, numbers))
        })
    }
}

#[inline(always)]
fn tell_text(sink: &mut impl Sink, text: Text<'_>) {
    if text.units.len() == text.len { sink.text(text.units) } else { tell_long(sink, text) }
}

#[cold]
#[inline(never)]
fn tell_long(sink: &mut impl Sink, text: Text<'_>) {
    let (mut units, mut characters, mut len) = (text.units, [0; LONGEST], 0);
    while let Some((unit, rest)) = ByHand::int(units) {
        (characters[len], units) = (unit as u8, rest);
        len += 1;
    }
    sink.text(&characters[..len]);
}

#[inline(always)]
fn tell(sink: &mut impl Sink, message: Message<'_>) {
    match message {
        Message::Welcome => sink.int(code::WELCOME),
        Message::MapChange { map, mode, needs_items } => {
            sink.int(code::MAP_CHANGE);
            tell_text(sink, map);
            sink.int(mode);
            sink.int(needs_items);
        }
        Message::TimeUp { seconds_left } => sink.ints(&[code::TIME_UP, seconds_left]),
        Message::CurrentMaster { mode, masters } => {
            sink.ints(&[code::CURRENT_MASTER, mode]);
            for (cn, [privilege]) in masters.iter() {
                sink.ints(&[cn, privilege]);
            }
        }
        Message::SetTeam { cn, team, reason } => {
            sink.ints(&[code::SET_TEAM, cn]);
            tell_text(sink, team);
            sink.int(reason);
        }
        Message::SpawnState { cn, state } => {
            sink.ints(&[code::SPAWN_STATE, cn]);
            sink.ints(&state);
        }
        Message::Resume { players } => {
            sink.int(code::RESUME);
            for (cn, numbers) in players.iter() {
                sink.int(cn);
                sink.ints(&numbers);
            }
        }
        Message::InitClient { cn, name, team, model } => {
            sink.ints(&[code::INIT_CLIENT, cn]);
            tell_text(sink, name);
            tell_text(sink, team);
            sink.int(model);
        }
    }
}

fn messages(packet: &[u8]) -> Cursor<'_> {
    Cursor { bytes: packet, packet: packet.len() }
}

impl Reader for SamePromises {
    #[inline(always)]
    fn read_all(packet: &[u8], sink: &mut impl Sink) -> bool {
        messages(packet).all(|message| message.map(|message| tell(sink, message)).is_ok())
    }

    #[inline(always)]
    fn touch_one(packet: &[u8], sink: &mut impl Sink) -> bool {
        messages(packet).all(|message| {
            if let Ok(Message::TimeUp { seconds_left }) = message {
                sink.int(seconds_left);
            }
            message.is_ok()
        })
    }

    #[inline(always)]
    fn skip(packet: &[u8]) -> bool {
        messages(packet).all(|message| message.is_ok())
    }
}

/// A message to be written. It is a value of its own, as large as the largest of all that a server may send.
pub enum Said {
    Welcome,
    /// As the message that holds all tokens, which takes most: two lists, each a slice or what stands in a packet.
    #[expect(dead_code, reason = "no welcome packet has it here")]
    InitTokens([usize; 12]),
    MapChange {
        map: &'static str,
        mode: i32,
        needs_items: bool,
    },
    TimeUp {
        seconds_left: i32,
    },
    CurrentMaster {
        mode: i32,
        masters: &'static [(i32, i32)],
    },
    SetTeam {
        cn: i32,
        team: &'static str,
        reason: i32,
    },
    SpawnState {
        cn: i32,
        state: State,
    },
    Resume {
        players: &'static [Player],
    },
    InitClient {
        cn: i32,
        name: &'static str,
        team: &'static str,
        model: i32,
    },
}

fn said(game: &'static Game) -> Vec<Said> {
    let (map, mode, needs_items) = (game.map.as_str(), game.mode, game.needs_items);
    let mut all = vec![Said::Welcome, Said::MapChange { map, mode, needs_items }];
    all.push(Said::TimeUp { seconds_left: game.seconds_left });
    if let Some(master) = &game.master {
        all.push(Said::CurrentMaster { mode: master.mode, masters: &master.masters });
    }
    all.push(Said::SetTeam { cn: game.cn, team: &game.team, reason: -1 });
    all.push(Said::SpawnState { cn: game.cn, state: game.spawn });
    if !game.players.is_empty() {
        all.push(Said::Resume { players: game.players.clone().leak() });
    }
    all.extend(game.clients.iter().map(|client| {
        let Client { cn, name, team, model } = client;
        Said::InitClient { cn: *cn, name, team, model: *model }
    }));
    all
}

/// Puts one message; nothing says why not, which is rare.
fn put(message: &Said, out: &mut by_hand_write::Cursor<'_>) -> Option<()> {
    match message {
        Said::InitTokens(_) => None,
        Said::Welcome => out.int(code::WELCOME),
        Said::MapChange { map, mode, needs_items } => {
            out.int(code::MAP_CHANGE)?;
            out.text(map)?;
            out.ints([*mode, i32::from(*needs_items)])
        }
        Said::TimeUp { seconds_left } => out.ints([code::TIME_UP, *seconds_left]),
        Said::CurrentMaster { mode, masters } => {
            out.ints([code::CURRENT_MASTER, *mode])?;
            by_hand_write::list(out, masters.iter().map(|(cn, privilege)| (*cn, [*privilege])))
        }
        Said::SetTeam { cn, team, reason } => {
            out.ints([code::SET_TEAM, *cn])?;
            out.text(team)?;
            out.int(*reason)
        }
        Said::SpawnState { cn, state } => {
            out.ints([code::SPAWN_STATE, *cn])?;
            out.ints(*state)
        }
        Said::Resume { players } => {
            out.int(code::RESUME)?;
            by_hand_write::list(out, players.iter().map(|player| (player.cn, player.numbers())))
        }
        Said::InitClient { cn, name, team, model } => {
            out.ints([code::INIT_CLIENT, *cn])?;
            out.text(name)?;
            out.text(team)?;
            out.int(*model)
        }
    }
}

impl Writer<Game> for SamePromises {
    type Value = Vec<Said>;

    fn value(packet: &'static Game) -> Vec<Said> {
        said(packet)
    }

    #[inline(always)]
    fn write(value: &Vec<Said>, buffer: &mut [u8]) -> Option<usize> {
        let mut cursor = by_hand_write::Cursor::new(buffer);
        value.iter().try_for_each(|message| put(message, &mut cursor))?;
        Some(cursor.len())
    }
}
