//! Numbers that people know in another form: IPv4 addresses, four-character codes and MAC addresses; and numbers that are
//! printed in hexadecimal.

mod mac;

use core::fmt::{self, Write};
use core::net::Ipv4Addr;
use core::ops::Deref;
use core::str::FromStr;

use crate::error::{Error, Refusal};
use crate::input::Input;
use crate::list::Element;
use crate::number::{Be, Le};
use crate::output::Output;

pub use mac::Mac;

/// An IPv4 address, of which the first number is the highest byte of the number on the wire.
///
/// It has all methods of [`Ipv4Addr`], which is not used itself because it has no default.
///
/// ```
/// use core::net::Ipv4Addr;
/// use wireform::Ipv4;
///
/// let address = Ipv4::from_raw(0xC0A8_0001);
/// assert_eq!(address.to_string(), "192.168.0.1");
/// assert_eq!(address, Ipv4Addr::new(192, 168, 0, 1));
/// assert!(address.is_private());
/// assert_eq!(Ipv4::from([192, 168, 0, 1]).raw(), 0xC0A8_0001);
/// assert_eq!(Ipv4::default(), Ipv4Addr::UNSPECIFIED);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ipv4(pub Ipv4Addr);

impl Ipv4 {
    /// Converts from the number on the wire.
    #[must_use]
    #[inline]
    pub const fn from_raw(raw: u32) -> Self {
        Self(Ipv4Addr::from_bits(raw))
    }

    /// The number on the wire.
    #[must_use]
    #[inline]
    pub const fn raw(self) -> u32 {
        self.0.to_bits()
    }
}

impl Default for Ipv4 {
    #[inline]
    fn default() -> Self {
        Self::from_raw(0)
    }
}

impl Deref for Ipv4 {
    type Target = Ipv4Addr;

    #[inline]
    fn deref(&self) -> &Ipv4Addr {
        &self.0
    }
}

impl PartialEq<Ipv4Addr> for Ipv4 {
    #[inline]
    fn eq(&self, other: &Ipv4Addr) -> bool {
        self.raw() == other.to_bits()
    }
}

impl From<Ipv4Addr> for Ipv4 {
    #[inline]
    fn from(address: Ipv4Addr) -> Self {
        Self(address)
    }
}

impl From<Ipv4> for Ipv4Addr {
    #[inline]
    fn from(address: Ipv4) -> Self {
        address.0
    }
}

impl fmt::Display for Ipv4 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl fmt::Debug for Ipv4 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// A four-character code, of which the first character is the highest byte of the number on the wire.
///
/// A byte that is no printable character of ASCII is displayed as `\x00`, and so are `"` and `\`: no two codes are
/// displayed alike.
///
/// ```
/// use wireform::FourCc;
///
/// const VP8: FourCc = FourCc::new(*b"VP80");
/// assert_eq!(VP8.raw(), 0x5650_3830);
/// assert_eq!((VP8.to_string(), format!("{VP8:?}")), ("VP80".into(), "\"VP80\"".into()));
/// assert_eq!(FourCc::from_raw(0x4142_0001).to_string(), r"AB\x00\x01");
/// assert_eq!(r"AB\x00\x01".parse(), Ok(FourCc::from_raw(0x4142_0001)));
/// assert_eq!(<[u8; 4]>::from(VP8), *b"VP80");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct FourCc {
    raw: u32,
}

impl FourCc {
    /// The code of four characters, the first one first.
    #[must_use]
    #[inline]
    pub const fn new(characters: [u8; 4]) -> Self {
        Self { raw: u32::from_be_bytes(characters) }
    }

    /// Converts from the number on the wire.
    #[must_use]
    #[inline]
    pub const fn from_raw(raw: u32) -> Self {
        Self { raw }
    }

    /// The number on the wire.
    #[must_use]
    #[inline]
    pub const fn raw(self) -> u32 {
        self.raw
    }
}

const NO_CODE: Error = Error::out_of_range(&"FourCc", &r"four characters, such as `VP80` or `AB\x00\x01`");

impl FromStr for FourCc {
    type Err = Error;

    /// Reads a code as it is displayed.
    fn from_str(text: &str) -> Result<Self, Error> {
        let (mut characters, mut rest) = ([0; 4], text.as_bytes());
        for place in &mut characters {
            (*place, rest) = match rest {
                [b'\\', b'x', high, low, rest @ ..] => {
                    (digit(*high).ok_or(NO_CODE)? << 4 | digit(*low).ok_or(NO_CODE)?, rest)
                }
                [byte @ b' '..=b'~', rest @ ..] if *byte != b'\\' => (*byte, rest),
                _ => return Err(NO_CODE),
            };
        }
        if rest.is_empty() { Ok(Self::new(characters)) } else { Err(NO_CODE) }
    }
}

/// The value of a hexadecimal digit.
fn digit(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit.wrapping_sub(b'0')),
        b'a'..=b'f' => Some(digit.wrapping_sub(b'a').wrapping_add(10)),
        b'A'..=b'F' => Some(digit.wrapping_sub(b'A').wrapping_add(10)),
        _ => None,
    }
}

impl fmt::Display for FourCc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for byte in <[u8; 4]>::from(*self) {
            match byte {
                b'"' | b'\\' => write!(f, "\\x{byte:02x}")?,
                b' '..=b'~' => f.write_char(char::from(byte))?,
                _ => write!(f, "\\x{byte:02x}")?,
            }
        }
        Ok(())
    }
}

impl fmt::Debug for FourCc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{self}\"")
    }
}

/// Elements of lists that stand on the wire as the number `$raw`.
macro_rules! element {
    ($type:ident, $raw:ident, $order:ty) => {
        impl Element<'_, $order> for $type {
            const SIZE: Option<usize> = <$raw as Element<'_, $order>>::SIZE;

            #[inline]
            fn take<E: Refusal>(input: &mut Input<'_, E>, order: $order) -> Result<Self, E> {
                <$raw as Element<'_, $order>>::take(input, order).map(Self::from_raw)
            }

            #[inline]
            fn put(&self, out: &mut Output<'_>, order: $order) -> Result<(), Error> {
                self.raw().put(out, order)
            }
        }
    };
}

use element;

macro_rules! number {
    ($($type:ident),*) => {$(
        impl From<u32> for $type {
            #[inline]
            fn from(raw: u32) -> Self {
                Self::from_raw(raw)
            }
        }

        impl From<$type> for u32 {
            #[inline]
            fn from(value: $type) -> Self {
                value.raw()
            }
        }

        impl From<[u8; 4]> for $type {
            #[inline]
            fn from(bytes: [u8; 4]) -> Self {
                Self::from_raw(u32::from_be_bytes(bytes))
            }
        }

        impl From<$type> for [u8; 4] {
            #[inline]
            fn from(value: $type) -> Self {
                value.raw().to_be_bytes()
            }
        }

        element! { $type, u32, Le<4> }
        element! { $type, u32, Be<4> }
    )*};
}

number! { Ipv4, FourCc }

/// Prints a number or bytes, possibly absent, in hexadecimal: how values print bytes, and their fields that are `as hex`.
#[derive(Clone, Copy)]
pub struct Hex<T>(pub T);

/// Prints the elements of a list in hexadecimal.
#[derive(Clone, Copy)]
pub struct Hexes<I>(pub I);

/// A number or bytes, possibly absent.
pub trait InHex {
    /// Writes it in hexadecimal.
    ///
    /// # Errors
    /// The error of the formatter.
    fn in_hex(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

macro_rules! in_hex {
    ($($type:ty),*) => {$(
        impl InHex for $type {
            fn in_hex(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{self:#x}")
            }
        }
    )*};
}

in_hex! { u8, u16, u32, u64 }

impl<T: InHex + ?Sized> InHex for &T {
    fn in_hex(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).in_hex(f)
    }
}

impl<T: InHex> InHex for Option<T> {
    fn in_hex(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.as_ref().map(Hex), f)
    }
}

/// As schemas write bytes: `hex "0a00ff"`.
impl InHex for [u8] {
    fn in_hex(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("hex \"")?;
        self.iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
        f.write_str("\"")
    }
}

impl<const N: usize> InHex for [u8; N] {
    fn in_hex(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_slice().in_hex(f)
    }
}

impl<T: InHex> fmt::Debug for Hex<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.in_hex(f)
    }
}

impl<I: IntoIterator<Item: InHex> + Clone> fmt::Debug for Hexes<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.clone().into_iter().map(Hex)).finish()
    }
}
