//! What a welcome packet says.

use crate::contender::Packet;
use crate::rng::Rng;
use crate::sink::Sink;

/// The codes of the messages that occur.
pub mod code {
    pub const WELCOME: i32 = 2;
    pub const INIT_CLIENT: i32 = 3;
    pub const SPAWN_STATE: i32 = 17;
    pub const MAP_CHANGE: i32 = 22;
    pub const TIME_UP: i32 = 33;
    pub const RESUME: i32 = 37;
    pub const CURRENT_MASTER: i32 = 58;
    pub const SET_TEAM: i32 = 61;
}

/// The longest text.
pub const LONGEST: usize = 4999;

/// A game that goes on.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Game {
    pub map: String,
    pub mode: i32,
    pub needs_items: bool,
    pub seconds_left: i32,
    pub master: Option<Master>,
    pub cn: i32,
    pub team: String,
    pub spawn: State,
    pub players: Vec<Player>,
    pub clients: Vec<Client>,
}

/// Who may do what.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Master {
    pub mode: i32,
    /// Client number and privilege.
    pub masters: Vec<(i32, i32)>,
}

/// Life sequence, health, most health, armour, its type, gun, and six sorts of ammunition.
pub type State = [i32; 12];

/// The state of somebody else.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Player {
    pub cn: i32,
    /// What it is doing, frags, flags, quad damage.
    pub score: [i32; 4],
    pub state: State,
}

/// Who that is.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Client {
    pub cn: i32,
    pub name: String,
    pub team: String,
    pub model: i32,
}

const MAPS: [&str; 10] =
    ["reissen", "dust2", "complex", "turbine", "ot", "aqueducts", "metl4", "curvy_castle", "kffa", "hashi"];
const NAMES: [&str; 9] =
    ["Cookie", "|yesVI:pix", "unnamed", "x", "Bob", "noobslayer42", "a_longer_name15", "Pyccna", "[RB]Honzik"];

fn state(rng: &mut Rng) -> State {
    let [health, armour] = [rng.range(1, 101), rng.range(0, 201)];
    let ammo = [31, 61, 16, 16, 31, 121].map(|most| rng.range(0, most));
    let [a, b, c, d, e, f] = ammo;
    [rng.range(0, 128), health, 100, armour, rng.range(0, 3), rng.range(0, 7), a, b, c, d, e, f]
}

fn team(rng: &mut Rng) -> String {
    rng.pick(&["good", "evil"]).to_owned()
}

impl Game {
    /// With up to eleven others.
    pub fn random(index: usize, rng: &mut Rng) -> Self {
        let others = rng.below(12) as i32;
        let cns: Vec<i32> = (0..others).map(|cn| if rng.percent(5) { 128 + cn } else { cn }).collect();
        let master = |cn, rng: &mut Rng| (cn + 1, rng.range(1, 4));
        Self {
            map: match rng.percent(20) {
                true => format!("{}_{index}", rng.pick(&MAPS)),
                false => rng.pick(&MAPS).to_owned(),
            },
            mode: rng.range(0, 22),
            needs_items: false,
            seconds_left: rng.range(1, 900),
            master: rng.percent(30).then(|| Master {
                mode: rng.range(0, 4),
                masters: (0..rng.range(0, 3)).map(|cn| master(cn, rng)).collect(),
            }),
            cn: rng.range(0, 20),
            team: team(rng),
            spawn: state(rng),
            players: cns.iter().map(|cn| Player::random(*cn, rng)).collect(),
            clients: cns.iter().map(|cn| Client::random(*cn, rng)).collect(),
        }
    }
}

impl Player {
    fn random(cn: i32, rng: &mut Rng) -> Self {
        let frags = if rng.percent(3) { -rng.range(1, 5) } else { rng.range(0, 60) };
        let quad = if rng.percent(10) { rng.range(1, 30_000) } else { 0 };
        Self { cn, score: [rng.range(0, 3), frags, rng.range(0, 4), quad], state: state(rng) }
    }

    /// All numbers but the first.
    #[inline(always)]
    pub fn numbers(&self) -> [i32; 16] {
        let ([s0, s1, s2, s3], [a, b, c, d, e, f, g, h, i, j, k, l]) = (self.score, self.state);
        [s0, s1, s2, s3, a, b, c, d, e, f, g, h, i, j, k, l]
    }
}

impl Client {
    fn random(cn: i32, rng: &mut Rng) -> Self {
        Self { cn, name: rng.pick(&NAMES).to_owned(), team: team(rng), model: rng.range(0, 5) }
    }
}

/// Puts together a packet by code that is only right.
#[derive(Default)]
struct Bytes(Vec<u8>);

impl Bytes {
    fn int(&mut self, number: i32) {
        match number {
            -126..=127 => self.0.push(number as u8),
            -0x8000..=0x7FFF => {
                self.0.push(0x80);
                self.0.extend((number as i16).to_le_bytes());
            }
            _ => {
                self.0.push(0x81);
                self.0.extend(number.to_le_bytes());
            }
        }
    }

    fn ints(&mut self, numbers: &[i32]) {
        numbers.iter().for_each(|number| self.int(*number));
    }

    fn text(&mut self, text: &str) {
        text.chars().for_each(|character| self.int(i32::from(character as u32 as i8)));
        self.int(0);
    }
}

impl Packet for Game {
    fn bytes(&self) -> Vec<u8> {
        let mut bytes = Bytes::default();
        bytes.ints(&[code::WELCOME, code::MAP_CHANGE]);
        bytes.text(&self.map);
        bytes.ints(&[self.mode, i32::from(self.needs_items), code::TIME_UP, self.seconds_left]);
        if let Some(master) = &self.master {
            bytes.ints(&[code::CURRENT_MASTER, master.mode]);
            master.masters.iter().for_each(|(cn, privilege)| bytes.ints(&[*cn, *privilege]));
            bytes.int(-1);
        }
        bytes.ints(&[code::SET_TEAM, self.cn]);
        bytes.text(&self.team);
        bytes.ints(&[-1, code::SPAWN_STATE, self.cn]);
        bytes.ints(&self.spawn);
        if !self.players.is_empty() {
            bytes.int(code::RESUME);
            for player in &self.players {
                bytes.int(player.cn);
                bytes.ints(&player.numbers());
            }
            bytes.int(-1);
        }
        for client in &self.clients {
            bytes.ints(&[code::INIT_CLIENT, client.cn]);
            bytes.text(&client.name);
            bytes.text(&client.team);
            bytes.int(client.model);
        }
        bytes.0
    }

    fn read_all(&self, sink: &mut impl Sink) {
        sink.ints(&[code::WELCOME, code::MAP_CHANGE]);
        sink.text(self.map.as_bytes());
        sink.int(self.mode);
        sink.int(self.needs_items);
        sink.ints(&[code::TIME_UP, self.seconds_left]);
        if let Some(master) = &self.master {
            sink.ints(&[code::CURRENT_MASTER, master.mode]);
            for (cn, privilege) in &master.masters {
                sink.ints(&[*cn, *privilege]);
            }
        }
        sink.ints(&[code::SET_TEAM, self.cn]);
        sink.text(self.team.as_bytes());
        sink.ints(&[-1, code::SPAWN_STATE, self.cn]);
        sink.ints(&self.spawn);
        if !self.players.is_empty() {
            sink.int(code::RESUME);
            for player in &self.players {
                sink.int(player.cn);
                sink.ints(&player.numbers());
            }
        }
        for client in &self.clients {
            sink.ints(&[code::INIT_CLIENT, client.cn]);
            sink.text(client.name.as_bytes());
            sink.text(client.team.as_bytes());
            sink.int(client.model);
        }
    }

    fn touch_one(&self, sink: &mut impl Sink) {
        sink.int(self.seconds_left);
    }
}
