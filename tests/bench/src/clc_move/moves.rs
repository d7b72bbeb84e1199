//! What a `clc_move` says.

use crate::contender::Packet;
use crate::rng::Rng;
use crate::sink::Sink;

/// In front of it.
pub const CODE: u8 = 2;

/// What the player did in the last three frames.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Move {
    pub checksum: u8,
    pub last_frame: i32,
    /// The oldest first.
    pub commands: [Command; 3],
}

/// What he did in one.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Command {
    /// Pitch, yaw, roll; forward, side, up.
    pub words: [i16; 6],
    pub buttons: u8,
    pub impulse: u8,
    pub msec: u8,
    pub light_level: u8,
}

impl Command {
    /// Which fields differ from another command: one bit each, in the order of the fields.
    #[inline(always)]
    pub fn mask(&self, base: &Self) -> u8 {
        let mut mask = 0;
        for (bit, (word, old)) in self.words.iter().zip(&base.words).enumerate() {
            mask |= u8::from(word != old) << bit;
        }
        mask | u8::from(self.buttons != base.buttons) << 6 | u8::from(self.impulse != base.impulse) << 7
    }

    fn first(rng: &mut Rng) -> Self {
        let mut command = Self { msec: 16, light_level: rng.range(20, 200) as u8, ..Self::default() };
        command.words[0] = rng.range(-9000, 9000) as i16;
        command.words[1] = rng.range(-32768, 32768) as i16;
        if rng.percent(60) {
            command.words[3] = if rng.percent(85) { 400 } else { -400 };
        }
        if rng.percent(30) {
            command.words[4] = rng.pick(&[400, -400]);
        }
        if rng.percent(8) {
            command.words[5] = 400;
        }
        command.buttons = u8::from(rng.percent(15));
        if rng.percent(1) {
            command.impulse = rng.range(1, 12) as u8;
        }
        command
    }

    /// A frame later.
    fn next(mut self, rng: &mut Rng) -> Self {
        for (word, share, most) in [(0, 45, 300), (1, 60, 900)] {
            if rng.percent(share) {
                self.words[word] = self.words[word].wrapping_add(rng.range(-most, most + 1) as i16);
            }
        }
        for (word, share) in [(3, 5), (4, 8), (5, 3)] {
            if rng.percent(share) {
                self.words[word] = rng.pick(&[0, 400, -400]);
            }
        }
        self.buttons ^= u8::from(rng.percent(4));
        self.impulse = 0;
        self
    }
}

impl Move {
    /// Somebody runs and looks around.
    pub fn random(index: i32, rng: &mut Rng) -> Self {
        let mut command = Command::first(rng);
        let mut commands = [command; 3];
        for (place, slot) in commands.iter_mut().enumerate() {
            if place > 0 {
                command = command.next(rng);
            }
            command.msec = rng.range(8, 18) as u8;
            if rng.percent(20) {
                command.light_level = command.light_level.wrapping_add(3);
            }
            *slot = command;
        }
        let last_frame = if rng.percent(2) { -1 } else { 5000 + index / 2 };
        Self { checksum: rng.bits() as u8, last_frame, commands }
    }
}

impl Packet for Move {
    fn bytes(&self) -> Vec<u8> {
        let mut bytes = vec![CODE, self.checksum];
        bytes.extend(self.last_frame.to_le_bytes());
        let mut base = Command::default();
        for command in self.commands {
            let mask = command.mask(&base);
            let has = |bit: usize| mask >> bit & 1 != 0;
            bytes.push(mask);
            let changed = command.words.into_iter().enumerate().filter(|(bit, _)| has(*bit));
            bytes.extend(changed.flat_map(|(_, word)| word.to_le_bytes()));
            bytes.extend(has(6).then_some(command.buttons));
            bytes.extend(has(7).then_some(command.impulse));
            bytes.extend([command.msec, command.light_level]);
            base = command;
        }
        bytes
    }

    #[inline(always)]
    fn read_all(&self, sink: &mut impl Sink) {
        sink.int(self.checksum);
        sink.int(self.last_frame);
        for command in &self.commands {
            for word in command.words {
                sink.int(word);
            }
            for byte in [command.buttons, command.impulse, command.msec, command.light_level] {
                sink.int(byte);
            }
        }
    }

    #[inline(always)]
    fn touch_one(&self, sink: &mut impl Sink) {
        sink.int(self.commands[2].msec);
    }
}
