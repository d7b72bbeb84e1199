//! MAC addresses: numbers of six bytes.

use core::fmt;
use core::str::FromStr;

use super::{digit, element};
use crate::error::{Error, Refusal};
use crate::input::Input;
use crate::list::Element;
use crate::number::{Be, Le};
use crate::output::Output;

/// A MAC address (EUI-48), of which the first byte is the highest byte of the number on the wire.
///
/// ```
/// use wireform::Mac;
///
/// let address = Mac::new([0x00, 0x1A, 0x2B, 0x3C, 0x4D, 0x5E]);
/// assert_eq!(address.to_string(), "00:1a:2b:3c:4d:5e");
/// assert_eq!("00-1A-2B-3C-4D-5E".parse(), Ok(address));
/// assert_eq!(address.raw(), 0x1A_2B3C_4D5E);
/// assert_eq!(<[u8; 6]>::from(address), [0x00, 0x1A, 0x2B, 0x3C, 0x4D, 0x5E]);
/// assert!("00:1a:2b:3c:4d".parse::<Mac>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Mac([u8; 6]);

impl Mac {
    /// `ff:ff:ff:ff:ff:ff`, to which everybody listens.
    pub const BROADCAST: Self = Self([0xFF; 6]);

    /// The address of six bytes.
    #[must_use]
    #[inline]
    pub const fn new(octets: [u8; 6]) -> Self {
        Self(octets)
    }

    /// Converts from the number on the wire: the lower 48 bits of this one.
    #[must_use]
    #[inline]
    pub const fn from_raw(raw: u64) -> Self {
        let [_, _, octets @ ..] = raw.to_be_bytes();
        Self(octets)
    }

    /// The number on the wire.
    #[must_use]
    #[inline]
    pub const fn raw(self) -> u64 {
        let [a, b, c, d, e, f] = self.0;
        u64::from_be_bytes([0, 0, a, b, c, d, e, f])
    }

    /// The six bytes.
    #[must_use]
    #[inline]
    pub const fn octets(self) -> [u8; 6] {
        self.0
    }
}

const NO_ADDRESS: Error = Error::out_of_range(&"Mac", &"a MAC address, such as `00:1a:2b:3c:4d:5e`");

impl FromStr for Mac {
    type Err = Error;

    /// Reads an address as it is displayed, or with `-` between its bytes.
    fn from_str(text: &str) -> Result<Self, Error> {
        let (mut octets, mut rest, mut mark) = ([0; 6], text.as_bytes(), None);
        for octet in &mut octets {
            rest = match (mark, rest) {
                (None, _) => rest,
                (Some(mark), [first, after @ ..]) if *first == mark => after,
                _ => return Err(NO_ADDRESS),
            };
            let [high, low, after @ ..] = rest else { return Err(NO_ADDRESS) };
            let (Some(high), Some(low)) = (digit(*high), digit(*low)) else { return Err(NO_ADDRESS) };
            *octet = high << 4 | low;
            mark = mark.or(Some(if after.first() == Some(&b'-') { b'-' } else { b':' }));
            rest = after;
        }
        if rest.is_empty() { Ok(Self(octets)) } else { Err(NO_ADDRESS) }
    }
}

/// The number on the wire, which has 48 bits.
impl TryFrom<u64> for Mac {
    type Error = Error;

    #[inline]
    fn try_from(raw: u64) -> Result<Self, Error> {
        let address = Self::from_raw(raw);
        if address.raw() == raw { Ok(address) } else { Err(NO_ADDRESS) }
    }
}

impl From<Mac> for u64 {
    #[inline]
    fn from(address: Mac) -> Self {
        address.raw()
    }
}

impl fmt::Display for Mac {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        self.0.into_iter().try_for_each(|byte| {
            let written = write!(f, "{separator}{byte:02x}");
            separator = ":";
            written
        })
    }
}

impl fmt::Debug for Mac {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl From<[u8; 6]> for Mac {
    #[inline]
    fn from(octets: [u8; 6]) -> Self {
        Self(octets)
    }
}

impl From<Mac> for [u8; 6] {
    #[inline]
    fn from(address: Mac) -> Self {
        address.0
    }
}

element! { Mac, u64, Le<6> }
element! { Mac, u64, Be<6> }
