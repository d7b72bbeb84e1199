//! Parts of inline bits.

use crate::model::{CellId, Code, Docs, Run, part};

/// One part of inline bits.
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    /// `None`: reserved or constant.
    pub name: Option<String>,
    /// Its doc comment.
    pub docs: Docs,
    /// Its bits, the highest first: one run, or several of a joined number.
    pub runs: Vec<Run>,
    /// Two's complement within its bits.
    pub signed: bool,
    /// The cell.
    pub cell: CellId,
}

impl Part {
    /// The number of its bits.
    pub fn width(&self) -> u8 {
        self.runs.iter().fold(0, |sum, run| sum.saturating_add(run.width))
    }

    /// The bit above its highest in the carrier.
    pub fn end(&self) -> u8 {
        self.runs.iter().map(|run| run.low.saturating_add(run.width)).max().unwrap_or(0)
    }

    /// A one in each of its bits in the carrier.
    pub fn mask(&self) -> u64 {
        self.runs.iter().fold(0, |mask, run| mask | run.mask())
    }

    /// Its runs, each with the place of its lowest bit in the number.
    pub fn places(&self) -> impl Iterator<Item = (Run, u8)> {
        let mut place = self.width();
        self.runs.iter().map(move |run| {
            place = place.saturating_sub(run.width);
            (*run, place)
        })
    }

    /// Extracts this part from a carrier.
    pub fn of(&self, whole: Code) -> Code {
        let bits = self.places().fold(0, |bits, (run, place)| {
            bits | part(whole, run.low, run.width, false).checked_shl(place.into()).unwrap_or(0)
        });
        part(bits, 0, self.width(), self.signed)
    }

    /// The bits of a carrier in which this part has a number.
    pub fn put(&self, number: Code) -> Code {
        self.places().fold(0, |whole, (run, place)| {
            whole | part(number, place, run.width, false).checked_shl(run.low.into()).unwrap_or(0)
        })
    }
}
