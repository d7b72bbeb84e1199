//! Pairs the pieces of accepted bytes with those of what is written, by their paths.

use std::collections::HashMap;

use wireform_build::interpret::Run;
use wireform_build::model::Protocol;

use super::pieces::{Piece, Pieces};
use super::{Difference, Kind};

/// Both packets, in pieces.
pub(super) struct Both<'a> {
    pub(super) protocol: &'a Protocol,
    pub(super) given: Side<'a>,
    pub(super) written: Side<'a>,
    /// For each record that was read, the same one of what is written, if that has it; and the other way round.
    pub(super) there: Vec<Option<usize>>,
    pub(super) back: Vec<Option<usize>>,
}

/// One of the two.
#[derive(Clone, Copy)]
pub(super) struct Side<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) pieces: &'a Pieces<'a>,
}

impl<'a> Side<'a> {
    /// The bytes of a piece.
    pub(super) fn of(&self, piece: &Piece) -> &'a [u8] {
        self.bytes.get(piece.offset..piece.offset.saturating_add(piece.len)).unwrap_or_default()
    }
}

impl<'a> Both<'a> {
    pub(super) fn new(
        protocol: &'a Protocol,
        (given, given_pieces): (&'a [u8], &'a Pieces<'a>),
        (written, written_pieces): (&'a [u8], &'a Pieces<'a>),
    ) -> Self {
        let paths = |pieces: &'a Pieces<'a>| numbered(pieces.records.iter().map(|record| record.path.as_str()));
        let (one, other) = (paths(given_pieces), paths(written_pieces));
        Self {
            protocol,
            given: Side { bytes: given, pieces: given_pieces },
            written: Side { bytes: written, pieces: written_pieces },
            there: places(&one, &other),
            back: places(&other, &one),
        }
    }

    /// All differences, in wire order.
    pub(super) fn differences(&self) -> Vec<Difference> {
        let [given, written] = [&self.given, &self.written].map(|side| &side.pieces.all);
        let keys = |pieces: &'a [Piece]| numbered(pieces.iter().map(Key::of));
        let pairs = places(&keys(given), &keys(written));
        let mut found = Vec::new();
        let mut next = 0;
        for (piece, other) in given.iter().zip(pairs) {
            // Both are in wire order, so the one is not in front of those that were compared.
            let Some((at, other)) = other.filter(|at| *at >= next).and_then(|at| Some((at, written.get(at)?))) else {
                if piece.len > 0 {
                    found.push(self.only(piece, self.kind_of_given(piece), piece.offset, true));
                }
                continue;
            };
            for only in written.get(next..at).unwrap_or_default().iter().filter(|only| only.len > 0) {
                found.push(self.only(only, self.kind_of_written(only), piece.offset, false));
            }
            next = at.saturating_add(1);
            self.compare(piece, other, &mut found);
        }
        for only in written.get(next..).unwrap_or_default().iter().filter(|only| only.len > 0) {
            found.push(self.only(only, self.kind_of_written(only), self.given.bytes.len(), false));
        }
        found
    }

    /// The difference of a piece that only one packet has.
    fn only(&self, piece: &Piece, kind: Option<Kind>, offset: usize, is_given: bool) -> Difference {
        let side = if is_given { &self.given } else { &self.written };
        let [mut given, mut written] = [Vec::new(), Vec::new()];
        if is_given { &mut given } else { &mut written }.extend(side.of(piece));
        Difference { path: self.path(piece), offset, kind, given, written }
    }

    /// Compares a piece that both packets have.
    fn compare(&self, piece: &Piece, other: &Piece, found: &mut Vec<Difference>) {
        let (given, written) = (self.given.of(piece), self.written.of(other));
        if given == written && !self.is_stale(piece) {
            return;
        }
        // A piece that is no number is shown from its first different byte on.
        let skip = match piece.run {
            Run::Reserved | Run::Filling => given.iter().zip(written).take_while(|(one, other)| one == other).count(),
            Run::Content | Run::Unit | Run::End | Run::Float | Run::Number { .. } | Run::Bits { .. } => 0,
        };
        let kinds =
            if given == written { vec![(self.path(piece), Some(Kind::Declared))] } else { self.kinds(piece, other) };
        let unexplained = kinds.is_empty().then(|| (self.path(piece), None));
        for (path, kind) in kinds.into_iter().chain(unexplained) {
            found.push(Difference {
                path,
                offset: piece.offset.saturating_add(skip),
                kind,
                given: given.get(skip..).unwrap_or_default().to_vec(),
                written: written.get(skip..).unwrap_or_default().to_vec(),
            });
        }
    }
}

/// The key that pairs two pieces of one field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Key<'a> {
    path: &'a str,
    field: Option<usize>,
    run: std::mem::Discriminant<Run>,
}

impl<'a> Key<'a> {
    fn of(piece: &'a Piece) -> Self {
        let field = piece.field.map(|field| field.0);
        Self { path: &piece.path, field, run: std::mem::discriminant(&piece.run) }
    }
}

/// Each with how many before it are alike.
fn numbered<T: Copy + Eq + std::hash::Hash>(all: impl Iterator<Item = T>) -> Vec<(T, usize)> {
    let mut counts: HashMap<T, usize> = HashMap::new();
    let count = |one: T| {
        let before = counts.entry(one).or_default();
        let number = *before;
        *before = before.saturating_add(1);
        (one, number)
    };
    all.map(count).collect()
}

/// Where each of the ones stands among the others.
fn places<T: Copy + Eq + std::hash::Hash>(ones: &[(T, usize)], others: &[(T, usize)]) -> Vec<Option<usize>> {
    let index: HashMap<(T, usize), usize> = others.iter().copied().zip(0..).collect();
    ones.iter().map(|one| index.get(one).copied()).collect()
}
