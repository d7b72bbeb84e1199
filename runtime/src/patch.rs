//! Changing a packet where it lies: what generated `PosMut`s are made of.
//!
//! A field of fixed size is overwritten. One of variable width is, too, if the new number takes as many bytes as the old
//! one; else the packet has to be written anew, with all its other bytes as they were.

use crate::error::{Error, Fact, Unwritable};
use crate::input::Input;
use crate::output::Output;
use crate::text::Text;
use crate::varint::{TextUnit, Varint};
use crate::{cast, number};

/// The longest form of an integer of variable width.
const LONGEST: usize = 16;

/// A packet whose fields can be changed, by their places in it.
#[derive(Debug)]
pub struct Packet<'a> {
    bytes: &'a mut [u8],
    message: &'static &'static str,
}

/// The bytes of a field that may be absent, or whose length varies: where they begin, and how many there are.
#[derive(Debug, Clone, Copy)]
pub struct Stretch(Option<(usize, usize)>);

impl Stretch {
    /// The stretch of a packet.
    #[must_use]
    #[inline]
    pub fn of(packet: &[u8], field: Option<impl AsRef<[u8]>>) -> Self {
        let place = |field: &[u8]| (place_of(packet, field), field.len());
        Self(field.map(|field| place(field.as_ref())))
    }
}

/// The place of a number of variable width in a packet, and how it stands there.
#[derive(Debug, Clone, Copy)]
pub struct Place<V> {
    at: usize,
    field: &'static &'static str,
    varint: core::marker::PhantomData<fn() -> V>,
}

impl<V: Varint> Place<V> {
    /// The number begins at `at`, and errors call it `field`.
    #[must_use]
    #[inline]
    pub fn new(at: usize, _as: V, field: &'static &'static str) -> Self {
        Self { at, field, varint: core::marker::PhantomData }
    }
}

/// Where a stretch of a packet begins in it.
#[must_use]
#[inline]
pub fn place_of(packet: &[u8], stretch: &[u8]) -> usize {
    stretch.as_ptr().addr().wrapping_sub(packet.as_ptr().addr())
}

/// Where the integer of variable width that begins at `at` ends.
#[must_use]
#[inline]
pub fn behind<V: Varint>(packet: &[u8], at: usize, _as: V) -> usize {
    at.saturating_add(length::<V>(packet, at))
}

fn length<V: Varint>(packet: &[u8], at: usize) -> usize {
    let mut input = Input::new(packet.get(at..).unwrap_or_default());
    // It was read before; what cannot be read has no length.
    if V::take(&mut input).is_ok() { input.offset() } else { 0 }
}

/// An integer whose bits are parts.
pub trait Carrier: Copy {
    /// Its bits, in two's complement.
    fn to_bits(self) -> u64;

    /// The number of which these are the lowest `width` bits, with the sign that they have in it.
    fn of_bits(bits: u64, width: u8) -> Self;
}

macro_rules! carriers {
    ($($number:ident: $to:expr, $part:ident, $from:expr;)*) => {
        $(
            impl Carrier for $number {
                fn to_bits(self) -> u64 {
                    $to(self)
                }

                fn of_bits(bits: u64, width: u8) -> Self {
                    $from(number::$part(bits, 0, u32::from(width)))
                }
            }
        )*
    };
}

carriers! {
    u8: u64::from, part, cast::u64_to_u8;
    u16: u64::from, part, cast::u64_to_u16;
    u32: u64::from, part, cast::u64_to_u32;
    u64: u64::from, part, u64::from;
    i8: cast::i8_to_u64, signed_part, cast::i64_to_i8;
    i16: cast::i16_to_u64, signed_part, cast::i64_to_i16;
    i32: cast::i32_to_u64, signed_part, cast::i64_to_i32;
    i64: cast::i64_to_u64, signed_part, i64::from;
}

fn replaced(whole: u64, (low, width): (u8, u8), bits: u64) -> u64 {
    let ones = u64::MAX.checked_shr(u32::from(64_u8.saturating_sub(width))).unwrap_or(0);
    let mask = ones.checked_shl(u32::from(low)).unwrap_or(0);
    whole & !mask | bits.checked_shl(u32::from(low)).unwrap_or(0) & mask
}

impl<'a> Packet<'a> {
    /// The first `len` of some bytes, and those that follow.
    #[must_use]
    #[inline]
    pub fn split(bytes: &'a mut [u8], len: usize, message: &'static &'static str) -> (Self, &'a mut [u8]) {
        let len = len.min(bytes.len());
        let (bytes, rest) = bytes.split_at_mut_checked(len).unwrap_or_default();
        (Self { bytes, message }, rest)
    }

    /// The bytes, as they are by now.
    #[must_use]
    #[inline]
    pub const fn as_bytes(&self) -> &[u8] {
        self.bytes
    }

    /// Overwrites a field of fixed size.
    #[inline]
    pub fn set<const N: usize>(&mut self, at: usize, bytes: [u8; N]) {
        if let Some(place) = self.bytes.get_mut(at..).and_then(|rest| rest.first_chunk_mut::<N>()) {
            *place = bytes;
        }
    }

    /// The bytes of a field, if it is there and takes `need` bytes.
    fn stretch(&mut self, stretch: Stretch, field: &'static &'static str, need: usize) -> Result<&mut [u8], Error> {
        let Some((at, have)) = stretch.0 else {
            let [absent, present] = [false, true].map(Fact::presence);
            return Err(Unwritable::Presence.unlike(field, absent, present).in_message(self.message));
        };
        match self.bytes.get_mut(at..).and_then(|rest| rest.get_mut(..have)) {
            Some(place) if need == have => Ok(place),
            _ => Err(Unwritable::Resized { have, need }.at(field).in_message(self.message)),
        }
    }

    /// Overwrites a field with as many bytes as it has.
    ///
    /// # Errors
    /// [`Unwritable::Presence`] if the field is absent, [`Unwritable::Resized`] if it has another number of bytes; nothing is
    /// changed then.
    pub fn replace(&mut self, stretch: Stretch, field: &'static &'static str, bytes: &[u8]) -> Result<(), Error> {
        let place = self.stretch(stretch, field, bytes.len())?;
        place.iter_mut().zip(bytes).for_each(|(place, byte)| *place = *byte);
        Ok(())
    }

    /// Overwrites a text with one that takes as many bytes.
    ///
    /// # Errors
    /// As [`replace`](Self::replace), and [`Unwritable::Text`] if the encoding does not have a character.
    pub fn replace_text<U: TextUnit>(
        &mut self,
        stretch: Stretch,
        field: &'static &'static str,
        text: Text<'_, U>,
    ) -> Result<(), Error> {
        let message = self.message;
        let put = |out: &mut Output<'_>| {
            text.put(out, usize::MAX, field, |_| false).map_err(|error| error.in_message(message))
        };
        // Without room it only counts.
        let mut counted = Output::new(&mut []);
        put(&mut counted)?;
        put(&mut Output::new(self.stretch(stretch, field, counted.len())?))
    }

    /// Overwrites some bits of an integer of fixed size, `width` from `low` on.
    #[inline]
    pub fn set_bits<const N: usize>(&mut self, at: usize, is_big: bool, (low, width): (u8, u8), bits: u64) {
        let Some(place) = self.bytes.get_mut(at..).and_then(|rest| rest.first_chunk_mut::<N>()) else { return };
        if is_big {
            place.reverse();
        }
        let mut wide = [0; 8];
        wide.iter_mut().zip(&*place).for_each(|(wide, byte)| *wide = *byte);
        let wide = replaced(u64::from_le_bytes(wide), (low, width), bits).to_le_bytes();
        place.iter_mut().zip(wide).for_each(|(byte, wide)| *byte = wide);
        if is_big {
            place.reverse();
        }
    }

    /// An integer of variable width, of so many bits, with some of them replaced: `width` from `low` on.
    #[must_use]
    pub fn with_bits<V: Varint<Number: Carrier>>(
        &self,
        place: Place<V>,
        part: (u8, u8),
        bits: u64,
        of: u8,
    ) -> V::Number {
        let mut input = Input::new(self.bytes.get(place.at..).unwrap_or_default());
        // It was read before.
        let whole = V::take(&mut input).map_or(0, Carrier::to_bits);
        Carrier::of_bits(replaced(whole, part, bits), of)
    }

    /// Overwrites an integer of variable width, if the new number takes as many bytes as the old one.
    ///
    /// # Errors
    /// [`ErrorKind::Unwritable(Unwritable::Resized)`] if it does not, [`ErrorKind::Unwritable(Unwritable::Range)`] if the number has no form; nothing is
    /// changed then.
    pub fn set_varint<V: Varint<Number: PartialEq>>(
        &mut self,
        place: Place<V>,
        number: V::Number,
    ) -> Result<(), Error> {
        let have = length::<V>(self.bytes, place.at);
        let mut form = [0; LONGEST];
        let need = self.form(&place, number, &mut form)?;
        match (form.get(..need), self.bytes.get_mut(place.at..).and_then(|rest| rest.get_mut(..have))) {
            (Some(form), Some(old)) if need == have => {
                old.copy_from_slice(form);
                Ok(())
            }
            _ => Err(Unwritable::Resized { have, need }.at(place.field).in_message(self.message)),
        }
    }

    /// Writes the packet with another number in the place of an integer of variable width; all other bytes are copied as
    /// they are. Gives the length.
    ///
    /// # Errors
    /// [`ErrorKind::Unwritable(Unwritable::Room)`] if `buffer` is too small, [`ErrorKind::Unwritable(Unwritable::Range)`] if the number has no form.
    pub fn rewrite<V: Varint<Number: PartialEq>>(
        &self,
        place: Place<V>,
        number: V::Number,
        buffer: &mut [u8],
    ) -> Result<usize, Error> {
        let mut form = [0; LONGEST];
        let need = self.form(&place, number, &mut form)?;
        let behind = place.at.saturating_add(length::<V>(self.bytes, place.at));
        let mut out = Output::new(buffer);
        out.bytes(self.bytes.get(..place.at).unwrap_or_default());
        out.bytes(form.get(..need).unwrap_or_default());
        out.bytes(self.bytes.get(behind..).unwrap_or_default());
        out.finish(self.message)
    }

    /// How a number is written: its length. One that would be read as another has no form.
    fn form<V: Varint<Number: PartialEq>>(
        &self,
        place: &Place<V>,
        number: V::Number,
        form: &mut [u8; LONGEST],
    ) -> Result<usize, Error> {
        let mut out = Output::new(form);
        V::put(number, &mut out);
        let need = out.len();
        if V::take(&mut Input::new(form)).is_ok_and(|again| again == number) {
            Ok(need)
        } else {
            Err(Unwritable::Range.at(place.field).in_message(self.message))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorKind;
    use crate::varint::tests::Marked;

    fn x() -> Place<Marked> {
        Place::new(1, Marked, &"x")
    }

    #[test]
    fn a_stretch_knows_its_place() {
        let packet = [1, 2, 3, 4];
        assert_eq!(place_of(&packet, packet.get(2..3).unwrap_or_default()), 2);
        assert_eq!((behind(&[7, 0xFF, 9, 1], 1, Marked), behind(&[7], 5, Marked)), (3, 5));
    }

    #[test]
    fn a_number_of_another_width_changes_nothing() {
        let mut bytes = [7, 0xFF, 9, 1, 5];
        let (mut packet, rest) = Packet::split(&mut bytes, 4, &"M");
        assert_eq!(rest, [5]);
        assert_eq!(packet.set_varint(x(), 250), Ok(()));
        assert_eq!(packet.as_bytes(), [7, 0xFF, 250, 1]);
        let error = packet.set_varint(x(), 5).map_err(|error| error.kind());
        assert_eq!(error, Err(ErrorKind::Unwritable(Unwritable::Resized { have: 2, need: 1 })));
        let error = packet.set_varint(x(), 255).map_err(|error| error.kind());
        assert_eq!(error, Err(ErrorKind::Unwritable(Unwritable::Range)));
        assert_eq!(packet.as_bytes(), [7, 0xFF, 250, 1]);
        let mut out = [0; 4];
        assert_eq!(packet.rewrite(x(), 5, &mut out), Ok(3));
        assert_eq!(out, [7, 5, 1, 0]);
        let error = packet.rewrite(x(), 250, &mut [0; 3]).map_err(|error| error.kind());
        assert_eq!(error, Err(ErrorKind::Unwritable(Unwritable::Room { need: 4 })));
    }

    #[test]
    fn other_bits_stay() {
        let mut bytes = [0, 0b1010_0101, 0xF0, 7];
        let (mut packet, _) = Packet::split(&mut bytes, 4, &"M");
        packet.set_bits::<2>(1, true, (4, 5), 0b0_1100);
        assert_eq!(packet.as_bytes(), [0, 0b1010_0100, 0xC0, 7]);
        packet.set_bits::<2>(1, false, (0, 3), 0xFF);
        packet.set_bits::<2>(3, false, (0, 3), 0xFF);
        assert_eq!(packet.as_bytes(), [0, 0b1010_0111, 0xC0, 7]);
        let place = Place::new(1, Marked, &"x");
        assert_eq!(packet.with_bits(place, (3, 2), 0b11, 8), 0b1011_1111);
        assert_eq!((<i32 as Carrier>::of_bits(0x1F, 5), <i8 as Carrier>::to_bits(-1)), (-1, u64::MAX));
    }

    #[test]
    fn nothing_is_written_behind_the_end() {
        let mut bytes = [1, 2];
        let (mut packet, _) = Packet::split(&mut bytes, 9, &"M");
        packet.set(1, [9, 9]);
        packet.set(usize::MAX, [9]);
        assert_eq!(packet.as_bytes(), [1, 2]);
        packet.set(1, [9]);
        assert_eq!(packet.as_bytes(), [1, 9]);
    }
}
