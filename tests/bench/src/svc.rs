//! Messages of a Quake 2 server: one to twelve in a packet, most of them sounds and flashes. The largest message of the
//! protocol, the state of a player, is not among them, but the enum of all messages has room for it.

use crate::contender::Contender;
use crate::made::Made;
use crate::rng::Rng;
use crate::workload::Workload;

mod dispatch;
mod generated;

/// The name of the workload.
pub const NAME: &str = "svc";

/// The codes of the messages that occur.
pub mod code {
    pub const MUZZLE_FLASH: u8 = 1;
    pub const SOUND: u8 = 9;
    pub const PRINT: u8 = 10;
    pub const STUFF_TEXT: u8 = 11;
    pub const CONFIG_STRING: u8 = 13;
    pub const CENTER_PRINT: u8 = 15;
}

/// Everybody who takes part.
pub fn contenders(packets: usize) -> Vec<Contender> {
    let mut rng = Rng::new(0x5EED_0006);
    Workload::new(NAME, (0..packets).map(|_| packet(&mut rng)).collect())
        .our_reader::<generated::Generated>("generated")
        .our_reader::<dispatch::Dispatched>("dispatch")
        .finish()
}

fn packet(rng: &mut Rng) -> Made {
    let mut made = Made::default();
    for _ in 0..rng.range(1, 13) {
        match rng.below(100) {
            0..55 => sound(&mut made, rng),
            55..75 => {
                let (entity, weapon) = (rng.range(1, 1024) as i16, rng.below(17) as u8);
                made.value(code::MUZZLE_FLASH, &[code::MUZZLE_FLASH]);
                made.value(entity, &entity.to_le_bytes()).value(weapon, &[weapon]);
            }
            75..90 => {
                let level = rng.below(4) as u8;
                made.value(code::PRINT, &[code::PRINT]).value(level, &[level]);
                text(&mut made, rng);
            }
            90..94 => {
                made.value(code::STUFF_TEXT, &[code::STUFF_TEXT]);
                text(&mut made, rng);
            }
            94..98 => {
                let index = rng.range(0, 2080) as i16;
                made.value(code::CONFIG_STRING, &[code::CONFIG_STRING]).value(index, &index.to_le_bytes());
                text(&mut made, rng);
            }
            _ => {
                made.value(code::CENTER_PRINT, &[code::CENTER_PRINT]);
                text(&mut made, rng);
            }
        }
    }
    made
}

/// A sound, mostly of an entity and with nothing else, as a game sends it.
fn sound(made: &mut Made, rng: &mut Rng) {
    let (volume, attenuation, source, delay, position) =
        (rng.percent(10), rng.percent(20), rng.percent(95), rng.percent(3), rng.percent(30));
    let flag = |is_set: bool, bit: u8| u8::from(is_set) << bit;
    let mask = flag(volume, 0) | flag(attenuation, 1) | flag(position, 2) | flag(source, 3) | flag(delay, 4);
    let sound = rng.below(255) as u8 + 1;
    made.value(code::SOUND, &[code::SOUND, mask]).value(sound, &[sound]).touch();
    let mut byte = |is_there: bool, otherwise: u8| {
        let value = rng.below(254) as u8 + 1;
        if is_there {
            made.value(value, &[value])
        } else {
            made.tell(otherwise)
        };
    };
    byte(volume, 255);
    byte(attenuation, 64);
    byte(delay, 0);
    if source {
        let source = (rng.below(1024) << 3 | rng.below(8)) as u16;
        made.value(source, &source.to_le_bytes());
    }
    if position {
        for _ in 0..3 {
            let number = rng.bits() as i16;
            made.value(number, &number.to_le_bytes());
        }
    }
}

/// A line of some words, with its end.
fn text(made: &mut Made, rng: &mut Rng) {
    let length = rng.range(4, 40) as usize;
    let line: Vec<u8> = (0..length).map(|_| rng.pick(b"etaoin shrdlu")).collect();
    made.text(&line).raw(&[0]);
}
