//! The places of the parts of a picture: boxes side by side in rows; what holds others has a frame of its own.

use super::canvas::{Area, Canvas, Fill, Letters, WIDTH};
use super::sketch::{Bit, Inner, Piece};

/// Around the picture, and inside of frames.
const MARGIN: usize = 6;

/// Between boxes.
const GAP: usize = 5;

/// Above a box with an offset.
const ABOVE: usize = 11;

/// A box with a name and a size.
const BOX: usize = 32;

/// The title of a frame.
const TITLE: usize = 18;

/// A box with bits.
const BITS: usize = 16;

/// From the left end of a box to its text.
const INDENT: usize = 5;

/// Draws the parts down to a depth, and tells the height of the picture.
pub(super) fn flow(canvas: &mut Canvas, pieces: &[Piece], depth: usize) -> usize {
    let width = WIDTH.saturating_sub(2 * MARGIN);
    let bottom = Column { canvas, x: MARGIN, width, depth }.pieces(pieces, MARGIN);
    bottom.saturating_add(MARGIN)
}

/// A part of the picture from left to right.
struct Column<'c> {
    canvas: &'c mut Canvas,
    x: usize,
    width: usize,
    /// So many frames inside of each other follow.
    depth: usize,
}

impl Column<'_> {
    /// Draws parts below `top`, and tells where the last of them ends.
    fn pieces(&mut self, pieces: &[Piece], top: usize) -> usize {
        let mut row = Row::at(top);
        for piece in pieces {
            match &piece.inner {
                _ if self.depth == 0 || piece.inner.is_empty() => self.leaf(piece, &mut row),
                Inner::Nothing => self.leaf(piece, &mut row),
                Inner::Pieces(inner) => self.frame(piece, &mut row, |column, top| column.pieces(inner, top)),
                Inner::Bits(bits) => self.frame(piece, &mut row, |column, top| column.bits(bits, top)),
            }
        }
        row.bottom()
    }

    /// A box in a row.
    fn leaf(&mut self, piece: &Piece, row: &mut Row) {
        let widest = self.width.saturating_sub(2 * INDENT);
        let name = Letters::Large.cut(&piece.name, widest);
        let note = Letters::Small.cut(&piece.note(), widest);
        let inner = Letters::Large.width(&name).max(Letters::Small.width(&note));
        let width = inner.saturating_add(2 * INDENT);
        let (at, y) = row.place(width, BOX, self.width, above(piece));
        let area = Area { x: self.x.saturating_add(at), y, width, height: BOX };
        self.offset(piece, area);
        self.canvas.outline(fill(piece, Fill::Grey), piece.optional.is_some(), area, piece.varies);
        if piece.list {
            self.canvas.shadow(piece.optional.is_some(), area);
        }
        let x = area.x.saturating_add(INDENT);
        self.canvas.text(Letters::Large, x, area.y.saturating_add(13), &name);
        self.canvas.text(Letters::Small, x, area.y.saturating_add(25), &note);
    }

    /// A frame over the whole width, with what it holds.
    fn frame(&mut self, piece: &Piece, row: &mut Row, inside: impl FnOnce(&mut Column<'_>, usize) -> usize) {
        let top = row.break_here().saturating_add(above(piece));
        let end = if piece.list { 3 } else { 0 };
        let inner = top.saturating_add(TITLE + GAP);
        let (x, width) = (self.x.saturating_add(MARGIN), self.width.saturating_sub(2 * MARGIN).saturating_sub(end));
        let depth = self.depth.saturating_sub(1);
        let bottom = inside(&mut Column { canvas: self.canvas, x, width, depth }, inner).saturating_add(MARGIN);
        let width = self.width.saturating_sub(end);
        let area = Area { x: self.x, y: top, width, height: bottom.saturating_sub(top) };
        self.offset(piece, area);
        let dashed = piece.optional.is_some();
        let title = fill(piece, Fill::Empty);
        if title != Fill::Empty {
            self.canvas.outline(title, dashed, Area { height: TITLE, ..area }, false);
        }
        self.canvas.outline(Fill::Empty, dashed, area, piece.varies);
        if piece.list {
            self.canvas.shadow(dashed, area);
        }
        let (x, y) = (area.x.saturating_add(INDENT), top.saturating_add(13));
        let widest = width.saturating_sub(2 * INDENT);
        let name = Letters::Large.cut(&piece.name, widest);
        let named = Letters::Large.width(&name).saturating_add(2 * INDENT);
        self.canvas.text(Letters::Large, x, y, &name);
        let note = Letters::Small.cut(&piece.note(), widest.saturating_sub(named));
        self.canvas.text(Letters::Small, x.saturating_add(named), y, &note);
        row.end(bottom);
    }

    /// The bits of a carrier, in the order of the schema.
    fn bits(&mut self, bits: &[Bit], top: usize) -> usize {
        let mut row = Row::at(top);
        for bit in bits {
            let text = format!("{} {}", bit.numbers, bit.name);
            let text = Letters::Small.cut(text.trim_end(), self.width.saturating_sub(2 * INDENT));
            let width = Letters::Small.width(&text).saturating_add(2 * INDENT);
            let (at, y) = row.place(width, BITS, self.width, 0);
            let area = Area { x: self.x.saturating_add(at), y, width, height: BITS };
            let fill = if bit.name.is_empty() { Fill::Empty } else { bit.hue.map_or(Fill::Grey, Fill::Hue) };
            self.canvas.outline(fill, false, area, false);
            self.canvas.text(Letters::Small, area.x.saturating_add(INDENT), y.saturating_add(11), &text);
        }
        row.bottom()
    }

    fn offset(&mut self, piece: &Piece, area: Area) {
        if let Some(offset) = piece.offset {
            self.canvas.text(Letters::Small, area.x, area.y.saturating_sub(2), &offset.to_string());
        }
    }
}

/// The colour of a part.
fn fill(piece: &Piece, otherwise: Fill) -> Fill {
    match piece.hue {
        _ if piece.reserved => Fill::Empty,
        Some(hue) => Fill::Hue(hue),
        None => otherwise,
    }
}

/// The space above a part.
fn above(piece: &Piece) -> usize {
    if piece.offset.is_some() { ABOVE } else { 0 }
}

impl Piece {
    /// The words below or after its name.
    fn note(&self) -> String {
        let count = self.count.as_ref().map(|count| format!("{count}, ")).unwrap_or_default();
        let optional = match self.optional.as_deref() {
            None => String::new(),
            Some("") => ", optional".to_owned(),
            Some(when) => format!(" if {when}"),
        };
        format!("{count}{}{optional}", self.size)
    }
}

/// A row of boxes, and the place of the next box in it.
struct Row {
    at: usize,
    y: usize,
    above: usize,
    height: usize,
}

impl Row {
    /// An empty row.
    fn at(y: usize) -> Self {
        Self { at: 0, y, above: 0, height: 0 }
    }

    /// The place of a box that needs some space above, in the next row if this one is full or has less space.
    fn place(&mut self, width: usize, height: usize, all: usize, above: usize) -> (usize, usize) {
        let is_full = self.at.saturating_add(width) > all || above > self.above;
        if self.height > 0 && (self.at == 0 || is_full) {
            self.break_here();
        }
        if self.at == 0 {
            self.above = above;
        }
        let at = self.at;
        self.at = at.saturating_add(width).saturating_add(GAP);
        self.height = self.height.max(height);
        (at, self.y.saturating_add(self.above))
    }

    /// Begins a new row, unless this one is empty; tells where that is.
    fn break_here(&mut self) -> usize {
        if self.height > 0 {
            *self = Self::at(self.bottom().saturating_add(GAP));
        }
        self.y
    }

    /// Ends a row with something that has a place of its own.
    fn end(&mut self, bottom: usize) {
        *self = Self { height: bottom.saturating_sub(self.y), ..Self::at(self.y) };
    }

    fn bottom(&self) -> usize {
        self.y.saturating_add(self.above).saturating_add(self.height)
    }
}
