//! Regions after their size: each is written once, after as few bytes as the size can have, and moved if the size has
//! more.
//!
//! Regions nest, and a long one makes the sizes around it wide, too. So when one is moved, all open ones around it, which
//! are longer, get the room that their sizes are going to need: each byte moves once for each width of a size, however
//! many regions are around it.

use core::cell::Cell;
use core::iter::successors;

use super::Output;
use crate::varint::{Size, Varint};

/// A region whose size is not written yet.
#[derive(Debug)]
pub(crate) struct Open<'a> {
    /// Where it starts, after the bytes of its size.
    start: Cell<usize>,
    /// The bytes after its start that its size does not count: all, until it is known.
    uncounted: Cell<usize>,
    /// The bytes of its size so far.
    width: Cell<usize>,
    /// The least bytes of a size that is not smaller.
    least: fn(usize) -> usize,
    /// The open region around it.
    outer: Option<&'a Self>,
}

impl Open<'_> {
    /// Where it starts.
    #[inline]
    pub(super) fn start(&self) -> usize {
        self.start.get()
    }

    /// Writes its size before it, now that it ends `at`; returns where it ends then.
    #[inline]
    fn close<V: Varint>(&self, buffer: &mut [u8], at: usize) -> usize {
        let (start, width) = (self.start.get(), self.width.get());
        let size = V::Number::of_size(self.size(at));
        if width != 1 || !V::fits_single(size) {
            return self.close_wide::<V>(buffer, at, size);
        }
        if let Some(place) = buffer.get_mut(start.wrapping_sub(1)) {
            *place = V::to_single(size);
        }
        at
    }

    #[inline(never)]
    fn close_wide<V: Varint>(&self, buffer: &mut [u8], at: usize, size: V::Number) -> usize {
        let wide = Output::measure(|out| V::put(size, out));
        let at = self.make_room(buffer, at, wide);
        let start = self.start.get();
        if let Some(buffer) = buffer.get_mut(..start) {
            V::put(size, &mut Output { buffer, at: start.saturating_sub(wide), open: None, level: 0 });
        }
        at
    }

    /// Makes its size so many bytes wide, and those of the regions around it as wide as their present lengths need;
    /// returns where the output then ends. Without room for all of this, the bytes are counted.
    fn make_room(&self, buffer: &mut [u8], at: usize, wide: usize) -> usize {
        let own = wide.saturating_sub(self.width.get());
        if own == 0 {
            return at;
        }
        let around = successors(self.outer, |open| open.outer);
        let all = around.fold(own, |all, open| all.saturating_add(open.lacks(at.saturating_add(all))));
        let fits = at.saturating_add(all) <= buffer.len();
        // The innermost moves first, and farthest.
        let (mut end, mut inside, mut more) = (at, 0_usize, own);
        for open in successors(Some(self), |open| open.outer) {
            if inside > 0 {
                more = open.lacks(at.saturating_add(inside));
            }
            let (start, by) = (open.start.get(), all.saturating_sub(inside));
            if by == 0 {
                break;
            }
            if fits {
                shift(buffer, start, end, by);
            }
            end = start.saturating_sub(open.width.get());
            open.start.set(start.saturating_add(by));
            open.width.set(open.width.get().saturating_add(more));
            inside = inside.saturating_add(more);
        }
        at.saturating_add(all)
    }

    /// Its size, if it ends `at`.
    #[inline]
    fn size(&self, at: usize) -> usize {
        at.wrapping_sub(self.start.get()).saturating_sub(self.uncounted.get())
    }

    /// The bytes that its size lacks, if it ends `at`.
    fn lacks(&self, at: usize) -> usize {
        (self.least)(self.size(at)).saturating_sub(self.width.get())
    }
}

/// Moves the bytes of a range so many bytes back.
fn shift(buffer: &mut [u8], start: usize, end: usize, by: usize) {
    if let Some(bytes) = buffer.get_mut(start..)
        && let Some(count) = end.checked_sub(start)
        && let Some(room) = bytes.len().checked_sub(count)
        && by <= room
    {
        bytes.copy_within(..count, by);
    }
}

/// The least bytes of a size that is not smaller than this one.
fn least<V: Varint>(size: usize) -> usize {
    if V::ASCENDS { Output::measure(|out| V::put(V::Number::of_size(size), out)) } else { 1 }
}

impl Output<'_> {
    /// An offset of the region around the innermost open one, as an offset of that.
    #[inline]
    #[must_use]
    pub fn inside(&self, offset: usize) -> usize {
        let outer = self.open.and_then(|open| open.outer).map_or(0, Open::start);
        offset.wrapping_add(outer).wrapping_sub(self.start())
    }

    /// Writes a region after its size in bytes. If the size may have several widths, offsets in the region count from its
    /// start.
    ///
    /// ```
    /// use wireform::{Byte, Output};
    ///
    /// let mut buffer = [0; 4];
    /// let mut out = Output::new(&mut buffer);
    /// out.sized(Byte, |out| out.bytes(b"abc"));
    /// assert_eq!(buffer, *b"\x03abc");
    /// ```
    #[inline]
    pub fn sized<V: Varint, R>(&mut self, _as: V, put: impl FnOnce(&mut Output<'_>) -> R) -> R {
        if V::FIXED {
            let at = self.len();
            V::put(V::Number::of_size(0), self);
            let start = self.len();
            let result = put(self);
            let size = V::Number::of_size(self.len().wrapping_sub(start));
            self.back(at, |out| V::put(size, out));
            return result;
        }
        self.after_size::<V, R>(0, put)
    }

    /// Writes fields after a size in bytes that counts [from some place among them](Self::count_from_here). Offsets in them
    /// count from their start.
    ///
    /// ```
    /// use wireform::{Byte, Output};
    ///
    /// let mut buffer = [0; 5];
    /// let mut out = Output::new(&mut buffer);
    /// out.sized_later(Byte, |out| {
    ///     out.array([9]);
    ///     out.count_from_here();
    ///     out.bytes(b"abc");
    /// });
    /// assert_eq!(buffer, *b"\x03\x09abc");
    /// ```
    #[inline]
    pub fn sized_later<V: Varint, R>(&mut self, _as: V, put: impl FnOnce(&mut Output<'_>) -> R) -> R {
        self.after_size::<V, R>(usize::MAX, put)
    }

    /// The size of the innermost open region counts the bytes from here on.
    #[inline]
    pub fn count_from_here(&self) {
        if let Some(open) = self.open {
            open.uncounted.set(self.len());
        }
    }

    #[inline]
    fn after_size<V: Varint, R>(&mut self, uncounted: usize, put: impl FnOnce(&mut Output<'_>) -> R) -> R {
        let width = least::<V>(0);
        let start = self.at.saturating_add(width);
        let (start_at, uncounted, width) = (Cell::new(start), Cell::new(uncounted), Cell::new(width));
        let open = Open { start: start_at, uncounted, width, least: least::<V>, outer: self.open };
        let mut out = Output { buffer: self.buffer, at: start, open: Some(&open), level: self.level };
        let result = put(&mut out);
        let at = out.at;
        self.at = open.close::<V>(self.buffer, at);
        result
    }
}

#[cfg(test)]
mod tests;
