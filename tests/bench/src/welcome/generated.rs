//! What `schema/sauerbraten.wire` becomes.

use wireform::Text;
use wireform_protocols::sauerbraten::v259::to_client::{
    CurrentMaster, CurrentMasterView, InitClient, InitClientView, Master, Player, Resume, ResumeView, SetTeam,
    SetTeamView, SpawnState, SpawnStateView, TimeUp, Welcome,
};
use wireform_protocols::sauerbraten::v259::{
    ArmourType, Char, GameMode, Gun, LifeState, MasterMode, Privilege, ServerPacket, ServerPacketView, State,
    TeamReason, ToClient, ToClientView,
};
use wireform_protocols::sauerbraten::{MapChange, MapChangeView};

use super::game::{self, Game, LONGEST, code};
use crate::contender::{Reader, Writer};
use crate::sink::Sink;

/// The generated views and values.
pub struct Generated;

#[inline(always)]
fn tell_text(sink: &mut impl Sink, text: Text<'_, Char>) {
    match text.as_bytes() {
        Some(bytes) => sink.text(bytes),
        None => tell_decoded(sink, text),
    }
}

#[cold]
#[inline(never)]
fn tell_decoded(sink: &mut impl Sink, text: Text<'_, Char>) {
    let mut bytes = [0; LONGEST];
    let mut len = 0;
    for (place, character) in bytes.iter_mut().zip(text.chars()) {
        *place = character as u8;
        len += 1;
    }
    sink.text(&bytes[..len]);
}

#[inline(always)]
fn tell_state(sink: &mut impl Sink, state: &State) {
    sink.ints(&[state.life_sequence, state.health, state.max_health, state.armour]);
    sink.ints(&[state.armour_type.code(), state.gun.code()]);
    sink.ints(&state.ammo);
}

#[inline(always)]
pub fn tell_map_change(sink: &mut impl Sink, change: &MapChangeView<'_>) {
    sink.int(code::MAP_CHANGE);
    tell_text(sink, change.map());
    sink.int(change.mode().code());
    sink.int(change.needs_items());
}

#[inline(always)]
pub fn tell_master(sink: &mut impl Sink, master: &CurrentMasterView<'_>) {
    sink.ints(&[code::CURRENT_MASTER, master.mode().code()]);
    for master in master.masters() {
        sink.ints(&[master.cn, master.privilege.code()]);
    }
}

#[inline(always)]
pub fn tell_team(sink: &mut impl Sink, team: &SetTeamView<'_>) {
    sink.ints(&[code::SET_TEAM, team.cn()]);
    tell_text(sink, team.team());
    sink.int(team.reason().code());
}

#[inline(always)]
pub fn tell_spawn(sink: &mut impl Sink, spawn: &SpawnStateView<'_>) {
    sink.ints(&[code::SPAWN_STATE, spawn.cn()]);
    tell_state(sink, &spawn.state().to_value());
}

#[inline(always)]
pub fn tell_resume(sink: &mut impl Sink, resume: &ResumeView<'_>) {
    sink.int(code::RESUME);
    for player in resume.players() {
        sink.ints(&[player.cn, player.life.code(), player.frags, player.flags, player.quad_millis]);
        tell_state(sink, &player.state);
    }
}

#[inline(always)]
pub fn tell_client(sink: &mut impl Sink, client: &InitClientView<'_>) {
    sink.ints(&[code::INIT_CLIENT, client.cn()]);
    tell_text(sink, client.name());
    tell_text(sink, client.team());
    sink.int(client.model());
}

#[inline(always)]
fn tell(sink: &mut impl Sink, message: &ToClientView<'_>) -> bool {
    match message {
        ToClientView::Welcome(_) => sink.int(code::WELCOME),
        ToClientView::MapChange(change) => tell_map_change(sink, change),
        ToClientView::TimeUp(time) => sink.ints(&[code::TIME_UP, time.seconds_left()]),
        ToClientView::CurrentMaster(master) => tell_master(sink, master),
        ToClientView::SetTeam(team) => tell_team(sink, team),
        ToClientView::SpawnState(spawn) => tell_spawn(sink, spawn),
        ToClientView::Resume(resume) => tell_resume(sink, resume),
        ToClientView::InitClient(client) => tell_client(sink, client),
        _ => return false,
    }
    true
}

/// Whether a message is one of those that a welcome packet has here.
#[inline(always)]
fn belongs(message: &ToClientView<'_>) -> bool {
    matches!(
        message,
        ToClientView::Welcome(_)
            | ToClientView::MapChange(_)
            | ToClientView::TimeUp(_)
            | ToClientView::CurrentMaster(_)
            | ToClientView::SetTeam(_)
            | ToClientView::SpawnState(_)
            | ToClientView::Resume(_)
            | ToClientView::InitClient(_)
    )
}

impl Reader for Generated {
    #[inline(always)]
    fn read_all(packet: &[u8], sink: &mut impl Sink) -> bool {
        let Ok(packet) = ServerPacketView::parse_exact(packet) else { return false };
        packet.messages().all(|message| message.as_ref().is_ok_and(|message| tell(sink, message)))
    }

    #[inline(always)]
    fn touch_one(packet: &[u8], sink: &mut impl Sink) -> bool {
        let Ok(packet) = ServerPacketView::parse_exact(packet) else { return false };
        packet.messages().all(|message| {
            if let Ok(ToClientView::TimeUp(time)) = &message {
                sink.int(time.seconds_left());
            }
            message.as_ref().is_ok_and(belongs)
        })
    }

    #[inline(always)]
    fn skip(packet: &[u8]) -> bool {
        let Ok(packet) = ServerPacketView::parse_exact(packet) else { return false };
        packet.messages().all(|message| message.as_ref().is_ok_and(belongs))
    }
}

impl Writer<Game> for Generated {
    type Value = ServerPacket<'static>;

    fn value(packet: &'static Game) -> Self::Value {
        let messages: &'static [ToClient<'static>] = messages(packet).leak();
        ServerPacket { messages: messages.into() }
    }

    #[inline(always)]
    fn write(value: &Self::Value, buffer: &mut [u8]) -> Option<usize> {
        value.write(buffer).ok()
    }
}

fn messages(game: &'static Game) -> Vec<ToClient<'static>> {
    let map = MapChange {
        map: game.map.as_str().into(),
        mode: GameMode::from_code(game.mode),
        needs_items: game.needs_items,
    };
    let mut all = vec![Welcome {}.into(), map.into(), TimeUp { seconds_left: game.seconds_left }.into()];
    if let Some(master) = &game.master {
        let masters = master.masters.iter().map(|&(cn, code)| Master { cn, privilege: Privilege::from_code(code) });
        let masters: &'static [Master] = masters.collect::<Vec<_>>().leak();
        all.push(CurrentMaster { mode: MasterMode::from_code(master.mode), masters: masters.into() }.into());
    }
    all.push(SetTeam { cn: game.cn, team: game.team.as_str().into(), reason: TeamReason::Silent }.into());
    all.push(SpawnState { cn: game.cn, state: state(game.spawn) }.into());
    if !game.players.is_empty() {
        let players: &'static [Player] = game.players.iter().map(player).collect::<Vec<_>>().leak();
        all.push(Resume { players: players.into() }.into());
    }
    all.extend(game.clients.iter().map(|client| {
        let (name, team) = (client.name.as_str().into(), client.team.as_str().into());
        ToClient::from(InitClient { cn: client.cn, name, team, model: client.model })
    }));
    all
}

fn player(player: &game::Player) -> Player {
    let [life, frags, flags, quad_millis] = player.score;
    let (life, state) = (LifeState::from_code(life), state(player.state));
    Player { cn: player.cn, life, frags, flags, quad_millis, state }
}

fn state([life_sequence, health, max_health, armour, armour_type, gun, ammo @ ..]: game::State) -> State {
    let (armour_type, gun) = (ArmourType::from_code(armour_type), Gun::from_code(gun));
    State { life_sequence, health, max_health, armour, armour_type, gun, ammo }
}
