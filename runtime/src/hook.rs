//! Checksums that are functions of the program: where they stand, and the writer that has the functions at hand.
//!
//! Generated code has a trait for each such function, a hook. What holds a checksum of one, itself or inside, is written
//! through a [`HookedOutput`], so that nothing is written without the functions that it needs.

use core::fmt;
use core::ops::{Deref, DerefMut};

use crate::checksum::Edge;
use crate::error::{Error, Fact, Malformed, Unwritable};
use crate::input::Input;
use crate::list::{Element, List};
use crate::messages::Messages;
use crate::output::Output;
use crate::varint::Varint;

/// The hooks of somebody who has none: every checksum is zero.
///
/// It is what bytes are counted with. Whoever writes with it has to put the checksums in by other means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct NoHooks;

/// Where a number that a function of the program works out stands, and which bytes that is given. Its own are none of
/// them.
///
/// ```
/// use wireform::{Covered, Edge, HookedOutput};
///
/// // The last byte is the sum of those in front of it.
/// const SUM: Covered<1> = Covered::new(Edge::End(1), [Edge::Start(0), Edge::End(1)], false);
/// let sum = |data: &[u8]| u64::from(data.iter().sum::<u8>());
/// let mut packet = [0; 4];
/// let mut out = HookedOutput::new(&mut packet, &sum);
/// out.array([1, 2, 3, 0]);
/// out.hook(0, &SUM, |sum, data| sum(data));
/// assert_eq!(packet, [1, 2, 3, 6]);
/// assert_eq!(SUM.check(&packet, 0, &"sum", sum), Ok(()));
/// let error = SUM.check(&[1, 2, 4, 6], 7, &"sum", sum).unwrap_err().in_message(&"Frame");
/// assert_eq!(error.to_string(), "Frame.sum at byte 10: not the checksum of these bytes: expected 0x7, found 0x6");
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Covered<const SIZE: usize> {
    at: Edge,
    from: Edge,
    to: Edge,
    big: bool,
}

impl<const SIZE: usize> Covered<SIZE> {
    /// Where it stands, the ends of what it covers, and whether its highest byte comes first.
    #[must_use]
    pub const fn new(at: Edge, [from, to]: [Edge; 2], big: bool) -> Self {
        Self { at, from, to, big }
    }

    /// The bytes that the function is given.
    fn of<'b>(&self, bytes: &'b [u8]) -> &'b [u8] {
        bytes.get(self.from.in_bytes(bytes.len())..self.to.in_bytes(bytes.len())).unwrap_or_default()
    }

    /// A number as it stands there.
    fn bytes(&self, number: u64) -> [u8; SIZE] {
        let mut bytes = [0; SIZE];
        bytes.iter_mut().zip(number.to_le_bytes()).for_each(|(place, byte)| *place = byte);
        if self.big {
            bytes.reverse();
        }
        bytes
    }

    /// Puts the number into its place.
    fn fill(&self, bytes: &mut [u8], number: impl FnOnce(&[u8]) -> u64) {
        let number = self.bytes(number(self.of(bytes)));
        let at = self.at.in_bytes(bytes.len());
        if let Some(place) = bytes.get_mut(at..).and_then(|bytes| bytes.first_chunk_mut::<SIZE>()) {
            *place = number;
        }
    }

    /// Compares the number with that of the bytes of a record that began at `start`.
    ///
    /// # Errors
    /// [`Malformed::Checksum`], at its place.
    pub fn check(
        &self,
        bytes: &[u8],
        start: usize,
        field: &'static &'static str,
        number: impl FnOnce(&[u8]) -> u64,
    ) -> Result<(), Error> {
        let at = self.at.in_bytes(bytes.len());
        let found = bytes.get(at..).and_then(|bytes| bytes.first_chunk::<SIZE>());
        let right = self.bytes(number(self.of(bytes)));
        if found == Some(&right) {
            return Ok(());
        }
        let told = |bytes: &[u8]| Fact::checksum(bytes, self.big);
        let error = Malformed::Checksum.at::<Error>(field, start.saturating_add(at));
        Err(error.with(Some(told(&right)), found.map(|found| told(found))))
    }
}

/// An [`Output`] with the functions of the program at hand.
pub struct HookedOutput<'a, H: ?Sized> {
    out: Output<'a>,
    hooks: &'a H,
}

impl<'a, H: ?Sized> HookedOutput<'a, H> {
    /// Writes from the start of `buffer`.
    #[must_use]
    #[inline]
    pub const fn new(buffer: &'a mut [u8], hooks: &'a H) -> Self {
        Self { out: Output::new(buffer), hooks }
    }

    /// Puts the number of a function into its place among the bytes that were written since `start`. Where they did not
    /// fit it is not asked.
    #[inline]
    pub fn hook<const SIZE: usize>(
        &mut self,
        start: usize,
        place: &Covered<SIZE>,
        number: impl FnOnce(&H, &[u8]) -> u64,
    ) {
        if let Some(bytes) = self.out.since(start) {
            place.fill(bytes, |data| number(self.hooks, data));
        }
    }

    /// Writes over bytes that begin `at` this offset, as [`Output::back`] does.
    #[inline]
    pub fn back<R>(&mut self, at: usize, put: impl FnOnce(&mut HookedOutput<'_, H>) -> R) -> R {
        let hooks = self.hooks;
        self.out.back(at, |out| HookedOutput::with(out, hooks, put))
    }

    /// Writes a region after its size, as [`Output::sized`] does.
    #[inline]
    pub fn sized<V: Varint, R>(&mut self, number: V, put: impl FnOnce(&mut HookedOutput<'_, H>) -> R) -> R {
        let hooks = self.hooks;
        self.out.sized(number, |out| HookedOutput::with(out, hooks, put))
    }

    /// Writes fields after a size that counts later ones, as [`Output::sized_later`] does.
    #[inline]
    pub fn sized_later<V: Varint, R>(&mut self, number: V, put: impl FnOnce(&mut HookedOutput<'_, H>) -> R) -> R {
        let hooks = self.hooks;
        self.out.sized_later(number, |out| HookedOutput::with(out, hooks, put))
    }

    /// Writes to `out` with the functions of the program at hand.
    #[inline]
    pub fn with<R>(out: &mut Output<'_>, hooks: &H, put: impl FnOnce(&mut HookedOutput<'_, H>) -> R) -> R {
        out.lent(|out| {
            let mut hooked = HookedOutput { out, hooks };
            let result = put(&mut hooked);
            (hooked.stand(), result)
        })
    }
}

impl HookedOutput<'_, NoHooks> {
    /// How many bytes something writes, as [`Output::measure`] finds it.
    #[must_use]
    #[inline]
    pub fn measure<R>(put: impl FnOnce(&mut HookedOutput<'_, NoHooks>) -> R) -> usize {
        let mut out = HookedOutput::new(&mut [], &NoHooks);
        let _ = put(&mut out);
        out.len()
    }

    /// Writes what has checksums of the program where nobody knows its functions: they are zero.
    #[inline]
    pub fn without<R>(out: &mut Output<'_>, put: impl FnOnce(&mut HookedOutput<'_, NoHooks>) -> R) -> R {
        Self::with(out, &NoHooks, put)
    }
}

impl<'a, H: ?Sized> Deref for HookedOutput<'a, H> {
    type Target = Output<'a>;

    #[inline]
    fn deref(&self) -> &Output<'a> {
        &self.out
    }
}

impl<H: ?Sized> DerefMut for HookedOutput<'_, H> {
    #[inline]
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.out
    }
}

impl<H: ?Sized> fmt::Debug for HookedOutput<'_, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HookedOutput").field("out", &self.out).finish_non_exhaustive()
    }
}

/// An [`Element`] with checksums of the program, itself or inside. `H` has their functions.
pub trait HookedElement<'a, P: Copy, H: ?Sized>: Element<'a, P> {
    /// Writes it. ([`Element::put`] writes zeros in the place of these checksums.)
    ///
    /// # Errors
    /// As [`Element::put`].
    fn put_hooked(&self, out: &mut HookedOutput<'_, H>, params: P) -> Result<(), Error>;

    /// Compares the checksums of one that stands in a packet.
    ///
    /// # Errors
    /// The first that is another; and what cannot be read, of messages that are read when they are reached.
    fn verify(input: &mut Input<'a>, params: P, hooks: &H) -> Result<(), Error>;
}

impl<'a, T, P: Copy> List<'a, T, P> {
    /// Writes all elements, with their checksums.
    ///
    /// # Errors
    /// As [`List::put`].
    #[doc(hidden)]
    #[inline]
    pub fn put_hooked<H: ?Sized>(
        &self,
        out: &mut HookedOutput<'_, H>,
        params: P,
        field: &'static &'static str,
    ) -> Result<(), Error>
    where
        T: HookedElement<'a, P, H>,
    {
        self.put_hooked_until(out, params, field, |_| false)
    }

    /// Writes all elements, with their checksums, of a list of which one that `ends` would be the end.
    ///
    /// # Errors
    /// As [`List::put_until`].
    #[doc(hidden)]
    #[inline]
    pub fn put_hooked_until<H: ?Sized>(
        &self,
        out: &mut HookedOutput<'_, H>,
        mut params: P,
        field: &'static &'static str,
        ends: impl Fn(&T) -> bool,
    ) -> Result<(), Error>
    where
        T: HookedElement<'a, P, H>,
    {
        let mut index: usize = 0;
        for element in self.iter() {
            element.put_hooked(out, params).map_err(|error| error.inside_element(field, index))?;
            if ends(&element) {
                return Err(Unwritable::Sentinel.at(&"").inside_element(field, index));
            }
            params = element.heard(params);
            index = index.saturating_add(1);
        }
        Ok(())
    }
}

impl<'a, T, P: Copy> List<'a, T, P> {
    /// Writes all elements of a list that ends with its last one, with their checksums.
    ///
    /// # Errors
    /// As [`List::put_through`].
    #[doc(hidden)]
    #[inline]
    pub fn put_hooked_through<H: ?Sized>(
        &self,
        out: &mut HookedOutput<'_, H>,
        params: P,
        field: &'static &'static str,
        is_wrong: impl Fn(&T, bool, &mut [u8]) -> bool,
    ) -> Result<(), Error>
    where
        T: HookedElement<'a, P, H>,
    {
        if self.is_empty() {
            return Err(Unwritable::Sentinel.at(field));
        }
        self.put_hooked_before(out, params, field, is_wrong)
    }

    /// Writes all elements of a list that may be empty, with their checksums.
    ///
    /// # Errors
    /// As [`List::put_before`].
    #[doc(hidden)]
    #[inline]
    pub fn put_hooked_before<H: ?Sized>(
        &self,
        out: &mut HookedOutput<'_, H>,
        mut params: P,
        field: &'static &'static str,
        is_wrong: impl Fn(&T, bool, &mut [u8]) -> bool,
    ) -> Result<(), Error>
    where
        T: HookedElement<'a, P, H>,
    {
        let mut left = self.len();
        for element in self.iter() {
            let (start, index) = (out.len(), self.len().saturating_sub(left));
            left = left.saturating_sub(1);
            element.put_hooked(out, params).map_err(|error| error.inside_element(field, index))?;
            if is_wrong(&element, left == 0, out.since(start).unwrap_or_default()) {
                return Err(Unwritable::Sentinel.at(&"").inside_element(field, index));
            }
            params = element.heard(params);
        }
        Ok(())
    }

    /// Writes all elements of a list of which some take all that is left, with their checksums.
    ///
    /// # Errors
    /// As [`List::put_rest`].
    #[doc(hidden)]
    #[inline]
    pub fn put_hooked_rest<H: ?Sized>(
        &self,
        out: &mut HookedOutput<'_, H>,
        params: P,
        field: &'static &'static str,
        takes_rest: impl Fn(&T) -> bool,
    ) -> Result<(), Error>
    where
        T: HookedElement<'a, P, H>,
    {
        self.put_hooked_before(out, params, field, |element, is_last, _| !is_last && takes_rest(element))
    }
}

impl<'a, T, P: Copy> Messages<'a, T, P> {
    /// Writes all messages, with their checksums.
    ///
    /// # Errors
    /// As [`Messages::put`].
    #[doc(hidden)]
    #[inline]
    pub fn put_hooked<H: ?Sized>(
        &self,
        out: &mut HookedOutput<'_, H>,
        known: P,
        field: &'static &'static str,
    ) -> Result<(), Error>
    where
        T: HookedElement<'a, P, H>,
    {
        self.put_hooked_rest(out, known, field, |_| false)
    }

    /// Writes all messages of a family of which some take all that is left, with their checksums.
    ///
    /// # Errors
    /// As [`Messages::put_rest`].
    #[doc(hidden)]
    #[inline]
    pub fn put_hooked_rest<H: ?Sized>(
        &self,
        out: &mut HookedOutput<'_, H>,
        mut known: P,
        field: &'static &'static str,
        takes_rest: impl Fn(&T) -> bool,
    ) -> Result<(), Error>
    where
        T: HookedElement<'a, P, H>,
    {
        let (mut messages, mut index) = (self.iter(), 0_usize);
        while let Some(message) = messages.next() {
            let Ok(message) = message else { return Err(Unwritable::Raw.at(field)) };
            message.put_hooked(out, known).map_err(|error| error.inside_element(field, index))?;
            if takes_rest(&message) && !messages.is_at_end() {
                return Err(Unwritable::Sentinel.at(&"").inside_element(field, index));
            }
            known = message.heard(known);
            index = index.saturating_add(1);
        }
        Ok(())
    }
}
