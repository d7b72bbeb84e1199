//! A welcome packet is written in one pass, by whatever can put numbers and text.

use super::game::{Game, LONGEST, code};

/// Where the packet goes.
pub trait Put {
    /// One integer.
    fn int(&mut self, number: i32) -> Option<()>;

    /// Integers in a row.
    fn ints<const N: usize>(&mut self, numbers: [i32; N]) -> Option<()>;

    /// A text, and its end.
    fn text(&mut self, text: &str) -> Option<()>;
}

/// Whether a number takes one byte.
#[inline(always)]
pub const fn is_single(number: i32) -> bool {
    number.wrapping_add(126) as u32 <= 253
}

/// Whether each character of a text is its byte, and none ends it.
#[inline(always)]
pub fn is_plain(text: &str) -> bool {
    text.len() <= LONGEST && text.bytes().fold(true, |all, byte| all & matches!(byte, 1..=0x7F))
}

/// Puts elements of a number that may not end the list, and more behind it; then the end.
#[inline(always)]
pub fn list<const N: usize>(out: &mut impl Put, elements: impl Iterator<Item = (i32, [i32; N])>) -> Option<()> {
    for (cn, numbers) in elements {
        if cn < 0 {
            return None;
        }
        out.int(cn)?;
        out.ints(numbers)?;
    }
    out.int(-1)
}

/// Puts all messages.
#[inline(always)]
pub fn put(game: &Game, out: &mut impl Put) -> Option<()> {
    out.ints([code::WELCOME, code::MAP_CHANGE])?;
    out.text(&game.map)?;
    out.ints([game.mode, i32::from(game.needs_items), code::TIME_UP])?;
    out.int(game.seconds_left)?;
    if let Some(master) = &game.master {
        out.ints([code::CURRENT_MASTER, master.mode])?;
        list(out, master.masters.iter().map(|(cn, privilege)| (*cn, [*privilege])))?;
    }
    out.ints([code::SET_TEAM, game.cn])?;
    out.text(&game.team)?;
    out.ints([-1, code::SPAWN_STATE, game.cn])?;
    out.ints(game.spawn)?;
    if !game.players.is_empty() {
        out.int(code::RESUME)?;
        list(out, game.players.iter().map(|player| (player.cn, player.numbers())))?;
    }
    for client in &game.clients {
        out.ints([code::INIT_CLIENT, client.cn])?;
        out.text(&client.name)?;
        out.text(&client.team)?;
        out.int(client.model)?;
    }
    Some(())
}

/// A buffer and how much of it is written.
pub struct Cursor<'a> {
    buffer: &'a mut [u8],
    len: usize,
}

impl<'a> Cursor<'a> {
    /// Nothing is written yet.
    pub fn new(buffer: &'a mut [u8]) -> Self {
        Self { buffer, len: 0 }
    }

    /// How much is written.
    pub fn len(&self) -> usize {
        self.len
    }

    #[inline(always)]
    fn array<const N: usize>(&mut self, bytes: [u8; N]) -> Option<()> {
        *self.buffer.get_mut(self.len..)?.first_chunk_mut()? = bytes;
        self.len += N;
        Some(())
    }

    #[cold]
    #[inline(never)]
    fn long(&mut self, number: i32) -> Option<()> {
        let [a, b, c, d] = number.to_le_bytes();
        if i16::try_from(number).is_ok() { self.array([0x80, a, b]) } else { self.array([0x81, a, b, c, d]) }
    }

    #[cold]
    #[inline(never)]
    fn long_text(&mut self, text: &str) -> Option<()> {
        let mut left = LONGEST;
        for character in text.chars() {
            left = left.checked_sub(1)?;
            match u8::try_from(character).ok()? {
                0 => return None,
                byte @ (0x80 | 0x81) => self.array([0x80, byte, 0xFF])?,
                byte => self.array([byte])?,
            }
        }
        self.array([0])
    }
}

impl Put for Cursor<'_> {
    #[inline(always)]
    fn int(&mut self, number: i32) -> Option<()> {
        if is_single(number) { self.array([number as u8]) } else { self.long(number) }
    }

    #[inline(always)]
    fn ints<const N: usize>(&mut self, numbers: [i32; N]) -> Option<()> {
        if numbers.iter().fold(true, |all, number| all & is_single(*number)) {
            return self.array(numbers.map(|number| number as u8));
        }
        numbers.into_iter().try_for_each(|number| self.int(number))
    }

    #[inline(always)]
    fn text(&mut self, text: &str) -> Option<()> {
        if !is_plain(text) {
            return self.long_text(text);
        }
        let (end, bytes) = self.buffer.get_mut(self.len..)?.get_mut(..=text.len())?.split_last_mut()?;
        bytes.copy_from_slice(text.as_bytes());
        *end = 0;
        self.len += text.len() + 1;
        Some(())
    }
}
