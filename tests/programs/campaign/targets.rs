//! The targets of packets, of all shipped protocols in all of their versions: each family whose messages begin with their
//! code, and each struct that is a whole packet or a recording. The payloads of blank stand in its datagrams.

use wireform::Encode as _;
use wireform_build::interpret::Hooks;
use wireform_build::model::Code;
use wireform_protocols::blank::{v2015_10, v2015_11};
use wireform_protocols::sauerbraten::{GameMode, v259, v260};
use wireform_protocols::{quake2, rcce2};

use crate::law::{Broken, Buffers, Verdict, law};

/// A reader and a writer of generated code.
pub struct Target {
    /// The name of its schema.
    pub schema: &'static str,
    /// The module of its version, or that of its schema.
    pub module: &'static str,
    /// The name of its view.
    view: &'static str,
    /// Puts a packet to the laws, to all of them if the last one says so. The parameters, which a receiver knows besides
    /// the bytes, are made of the number.
    pub run: fn(u64, &[u8], &mut Buffers, bool) -> Result<Verdict, Broken>,
    /// A receiver knows something besides the bytes.
    pub is_told: bool,
    /// Where the first message of a packet begins that may be a move, which has a checksum.
    moves: Option<usize>,
}

/// Views, each with what a receiver knows, of which a function makes each of a number; and where moves begin, of what has
/// their checksums.
macro_rules! targets {
    ($($schema:ident $module:ident [
        $($view:ident $(($known:ident { $($field:ident),* }))? $(moves at $at:literal)?),* $(,)?
    ])*) => {
        /// All of them.
        pub static TARGETS: &[Target] = &[$($({
            fn run(number: u64, bytes: &[u8], buffers: &mut Buffers, thorough: bool) -> Result<Verdict, Broken> {
                use $module::$view as View;
                $(use $module::$known;)?
                let _ = number;
                law(
                    |bytes| {
                        let (view, rest) = View::parse(bytes $(, targets!(@known number $known $($field)*))?)?;
                        Ok((targets!(@value view $($at)?), rest))
                    },
                    |bytes| {
                        let view = View::parse_exact(bytes $(, targets!(@known number $known $($field)*))?)?;
                        Ok(targets!(@value view $($at)?))
                    },
                    |value| targets!(@len value [$($at)?] $(targets!(@known number $known $($field)*))?),
                    |value, out| {
                        value.write(out $(, targets!(@known number $known $($field)*))? $(, targets!(@hook $at))?)
                    },
                    bytes,
                    buffers,
                    thorough,
                )
            }

            Target {
                schema: stringify!($schema),
                module: stringify!($module),
                view: stringify!($view),
                run,
                is_told: targets!(@told $($known)?),
                moves: targets!(@moves $($at)?),
            }
        }),*),*];
    };
    (@known $number:ident $known:ident $($field:ident)*) => { $known { $($field: $field($number)),* } };
    (@len $value:ident [$($at:literal)?]) => { $value.encoded_len() };
    (@len $value:ident [$at:literal] $known:expr) => { $value.encoded_len($known) };
    (@len $value:ident [] $known:expr) => { $value.encoded_len_known($known) };
    (@value $view:ident) => { $view.to_value() };
    (@value $view:ident $at:literal) => { $view.to_value_unverified() };
    (@hook $at:literal) => { &move_checksum };
    (@told) => { false };
    (@told $known:ident) => { true };
    (@moves) => { None };
    (@moves $at:literal) => { Some($at) };
}

targets! {
    blank v2015_10 [DatagramView]
    blank v2015_11 [DatagramView]
    quake2 quake2 [
        ToServerView (ToServerKnown { sequence }) moves at 0,
        ToClientView (ToClientKnown { protocol }),
        FromClientView moves at 10,
        FromServerView (FromServerKnown { protocol }),
        DemoView (DemoKnown { protocol }),
        DemoBlockView (DemoBlockKnown { protocol }),
    ]
    rcce2 rcce2 [
        ToServerView, RepliesView, ToClientView (ToClientKnown { is_self, has_energy, flies }), OverheardView,
    ]
    sauerbraten v259 [
        PositionsView, EditView, SaidView, ToServerView, ToClientView, FilesView,
        PositionPacketView, ClientPacketView, ServerPacketView, DemoView, DemoRecordView,
    ]
    sauerbraten v260 [
        PositionsView, EditView, SaidView, ToServerView, ToClientView (ToClientKnown { mode }), FilesView,
        PositionPacketView, ClientPacketView, ServerPacketView (ServerPacketKnown { mode }),
        DemoView (DemoKnown { mode }), DemoRecordView (DemoRecordKnown { mode }),
    ]
}

impl Target {
    /// `sauerbraten::v260::ToClient`
    pub fn name(&self) -> String {
        let version = if self.module == self.schema { String::new() } else { format!("{}::", self.module) };
        format!("{}::{version}{}", self.schema, self.own_name())
    }

    /// `ToClient`
    pub fn own_name(&self) -> &'static str {
        self.view.strip_suffix("View").unwrap_or(self.view)
    }

    /// Whether somebody who says this means it.
    pub fn is(&self, name: &str) -> bool {
        let own = self.name();
        name.is_empty() || own == name || own.starts_with(&format!("{name}::")) || own.ends_with(&format!("::{name}"))
    }

    /// Puts the checksum in, where the packet begins with a move: few others would be right.
    pub fn repair(&self, number: u64, bytes: &mut [u8]) {
        let Some(at) = self.moves else { return };
        let sequence = match bytes {
            [a, b, c, d, ..] if at > 0 => u32::from_le_bytes([*a, *b, *c, *d]) & (u32::MAX >> 1),
            _ => sequence(number),
        };
        if let Some([2, checksum, covered @ ..]) = bytes.get_mut(at..) {
            *checksum = move_checksum(covered, sequence);
        }
    }
}

/// The mode that the session of Sauerbraten says, mostly one that has a name.
pub fn mode(number: u64) -> Option<GameMode> {
    let code = i32::try_from(number >> 33).unwrap_or_default();
    match number % 8 {
        0 => None,
        1 => Some(GameMode::from_code(code)),
        _ => Some(GameMode::from_code(code % 23)),
    }
}

/// The protocol that the session of Quake 2 says, mostly that of the game.
pub fn protocol(number: u64) -> Option<i32> {
    match number % 8 {
        0 => None,
        1 => Some(26),
        2 => i32::try_from(number >> 33).ok(),
        _ => Some(34),
    }
}

/// The number of a datagram, of 31 bits.
pub fn sequence(number: u64) -> u32 {
    u32::try_from(number >> 33).unwrap_or_default()
}

/// The three facts that a client of rcce2 knows.
pub fn flags(number: u64) -> [bool; 3] {
    [is_self(number), has_energy(number), flies(number)]
}

fn is_self(number: u64) -> bool {
    number & 1 != 0
}

fn has_energy(number: u64) -> bool {
    number & 2 != 0
}

fn flies(number: u64) -> bool {
    number & 4 != 0
}

/// Stands for the game's function: whatever is covered counts, and so does the number of the datagram.
fn move_checksum(covered: &[u8], sequence: u32) -> u8 {
    let [low, high, ..] = sequence.to_le_bytes();
    covered.iter().fold(low.wrapping_add(high), |sum, byte| sum.rotate_left(1) ^ byte)
}

/// The same function for the interpreter.
pub struct Game;

impl Hooks for Game {
    fn number(&self, hook: &str, covered: &[u8], inputs: &[Code]) -> Option<Code> {
        let sequence = u32::try_from(*inputs.first()?).ok()?;
        (hook == "move_checksum").then(|| Code::from(move_checksum(covered, sequence)))
    }
}
