//! A message of the packet as a library makes it: strings and lists of its own, or borrowed ones.

use super::game::code;
use crate::sink::Sink;

/// A message, with texts of one kind.
pub enum Message<T> {
    Welcome,
    MapChange { map: T, numbers: [i32; 2] },
    TimeUp(i32),
    CurrentMaster { mode: i32, masters: Vec<(i32, [i32; 1])> },
    SetTeam { cn: i32, team: T, reason: i32 },
    SpawnState { cn: i32, state: [i32; 12] },
    Resume(Vec<(i32, [i32; 16])>),
    InitClient { cn: i32, name: T, team: T, model: i32 },
}

impl<T: AsRef<[u8]>> Message<T> {
    /// Tells all of it.
    #[inline(always)]
    pub fn tell(&self, sink: &mut impl Sink) {
        match self {
            Self::Welcome => sink.int(code::WELCOME),
            Self::MapChange { map, numbers: [mode, needs_items] } => {
                sink.int(code::MAP_CHANGE);
                sink.text(map.as_ref());
                sink.int(*mode);
                sink.int(*needs_items != 0);
            }
            Self::TimeUp(seconds) => sink.ints(&[code::TIME_UP, *seconds]),
            Self::CurrentMaster { mode, masters } => {
                sink.ints(&[code::CURRENT_MASTER, *mode]);
                for (cn, [privilege]) in masters {
                    sink.ints(&[*cn, *privilege]);
                }
            }
            Self::SetTeam { cn, team, reason } => {
                sink.ints(&[code::SET_TEAM, *cn]);
                sink.text(team.as_ref());
                sink.int(*reason);
            }
            Self::SpawnState { cn, state } => {
                sink.ints(&[code::SPAWN_STATE, *cn]);
                sink.ints(state);
            }
            Self::Resume(players) => {
                sink.int(code::RESUME);
                for (cn, numbers) in players {
                    sink.int(*cn);
                    sink.ints(numbers);
                }
            }
            Self::InitClient { cn, name, team, model } => {
                sink.ints(&[code::INIT_CLIENT, *cn]);
                sink.text(name.as_ref());
                sink.text(team.as_ref());
                sink.int(*model);
            }
        }
    }

    /// Tells how many seconds are left, if the message is about that.
    #[inline(always)]
    pub fn tell_time(&self, sink: &mut impl Sink) {
        if let Self::TimeUp(seconds) = self {
            sink.int(*seconds);
        }
    }
}
