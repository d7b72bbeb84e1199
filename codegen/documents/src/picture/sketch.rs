//! The parts of a picture before they have places: the fields of a record in wire order.

use std::collections::HashMap;

use super::super::here::Here;
use crate::layout::Spans;
use crate::model::{
    Arm, CellId, Field, FieldId, Input, Item, Part, Presence, Role, Run, Says, Source, Tag, Test, Wire,
};
use crate::text;
use crate::text::{bits, condition, sizes};

/// The fields of a record, ready to be drawn.
pub(super) struct Sketch {
    pub(super) title: String,
    pub(super) pieces: Vec<Piece>,
}

/// A field.
#[derive(Default)]
pub(super) struct Piece {
    pub(super) name: String,
    /// In words: `1 or 2 bytes`.
    pub(super) size: String,
    /// The offset, if it is the same in every packet.
    pub(super) offset: Option<u64>,
    /// The condition of a field that may be absent; empty if the picture shows it by a bit of the same name.
    pub(super) optional: Option<String>,
    /// Packets differ in its size.
    pub(super) varies: bool,
    /// It is a list.
    pub(super) list: bool,
    /// The number of elements of a list, or of shapes, in words.
    pub(super) count: Option<String>,
    /// No program sets it.
    pub(super) reserved: bool,
    /// The colour of the number that governs it, or of a number that governs others.
    pub(super) hue: Option<usize>,
    pub(super) inner: Inner,
}

/// The inside of a field.
#[derive(Default)]
pub(super) enum Inner {
    #[default]
    Nothing,
    Pieces(Vec<Piece>),
    Bits(Vec<Bit>),
}

/// Bits of a carrier.
pub(super) struct Bit {
    /// `0`, `4-7`
    pub(super) numbers: String,
    pub(super) name: String,
    pub(super) hue: Option<usize>,
}

/// Groups, elements and shapes inside of each other that are drawn.
const DEPTH: usize = 4;

/// So many fields and bits are drawn; of more, what is nested most deeply is left out.
const MOST: usize = 44;

/// Shapes of a field that are drawn one by one.
const SHAPES: usize = 8;

impl Sketch {
    pub(super) fn of(here: Here<'_>) -> Self {
        let title = here.record.name.clone();
        let code = here.record.message_code().map(|code| {
            let size = bytes(&sizes::of_code(here.protocol(), code));
            Piece { name: "code".to_owned(), size, offset: Some(0), ..Piece::default() }
        });
        let fields = Pencil::of(here).body(&here.record.body, DEPTH);
        let mut pieces: Vec<Piece> = code.into_iter().chain(fields).collect();
        if pieces.len() > MOST {
            let more = pieces.split_off(MOST).len();
            let name = format!("{more} more fields");
            pieces.push(Piece { name, size: "see the table".to_owned(), reserved: true, ..Piece::default() });
        }
        Self { title, pieces }
    }

    /// The depth down to which it is drawn.
    pub(super) fn shown(&self) -> usize {
        let mut counts = [0; DEPTH + 1];
        count_levels(&self.pieces, 0, &mut counts);
        let mut sum: usize = 0;
        let fits = counts.iter().take_while(|count| {
            sum = sum.saturating_add(**count);
            sum <= MOST
        });
        fits.count().saturating_sub(1)
    }

    /// The picture in a sentence.
    pub(super) fn words(&self) -> String {
        let pieces: Vec<String> = self.pieces.iter().map(Piece::words).collect();
        format!("Bytes of {}: {}", self.title, pieces.join("; "))
    }
}

/// Adds the numbers of fields and bits in each depth.
fn count_levels(pieces: &[Piece], depth: usize, counts: &mut [usize]) {
    let mut add = |depth: usize, more: usize| {
        if let Some(count) = counts.get_mut(depth) {
            *count = count.saturating_add(more);
        }
    };
    add(depth, pieces.len());
    let below = depth.saturating_add(1);
    for piece in pieces {
        if let Inner::Bits(bits) = &piece.inner {
            add(below, bits.len());
        }
    }
    for piece in pieces {
        if let Inner::Pieces(inner) = &piece.inner {
            count_levels(inner, below, counts);
        }
    }
}

impl Inner {
    pub(super) fn is_empty(&self) -> bool {
        match self {
            Self::Nothing => true,
            Self::Pieces(inner) => inner.is_empty(),
            Self::Bits(bits) => bits.is_empty(),
        }
    }
}

impl Piece {
    fn words(&self) -> String {
        let optional = if self.optional.is_some() { ", optional" } else { "" };
        let count = self.count.as_ref().map(|count| format!(", {count}")).unwrap_or_default();
        format!("{}, {}{optional}{count}", self.name, self.size)
    }
}

/// Draws the fields of one record.
struct Pencil<'b> {
    here: Here<'b>,
    spans: Spans<'b>,
    /// The colours of the numbers by which fields go: those of one field have one colour.
    hues: HashMap<CellId, usize>,
}

impl<'b> Pencil<'b> {
    fn of(here: Here<'b>) -> Self {
        let mut hues: HashMap<CellId, usize> = HashMap::new();
        let mut next = 0;
        for cells in here.record.fields.iter().map(governors).filter(|cells| !cells.is_empty()) {
            let hue = cells.iter().find_map(|cell| hues.get(cell).copied()).unwrap_or(next);
            next = next.max(hue.saturating_add(1));
            hues.extend(cells.into_iter().map(|cell| (cell, hue)));
        }
        Self { here, spans: Spans::of(here.protocol(), here.record), hues }
    }

    fn hue(&self, cell: CellId) -> Option<usize> {
        self.hues.get(&cell).copied()
    }

    fn body(&self, body: &[FieldId], depth: usize) -> Vec<Piece> {
        body.iter().map(|id| self.field(*id, &self.here.record.fields[id.0], depth)).collect()
    }

    fn field(&self, id: FieldId, field: &Field, depth: usize) -> Piece {
        let length = self.spans.length(id).canonical;
        let offset = self.spans.offset(id).canonical;
        let own = field.wire.number().and_then(|cell| self.hue(cell));
        Piece {
            name: match (&field.name, &field.wire) {
                (Some(name), _) => name.clone(),
                (None, Wire::Within { .. }) => "region".to_owned(),
                (None, _) => field.label.clone(),
            },
            size: bytes(&sizes::of_field(&self.here, &self.spans, id)),
            offset: offset.max.filter(|max| *max == offset.min),
            optional: self.optional(field),
            varies: length.max != Some(length.min),
            list: matches!(field.wire, Wire::List { .. } | Wire::Sparse { .. }),
            count: count(&field.wire),
            reserved: self.is_reserved(field),
            hue: own.or_else(|| governors(field).first().and_then(|cell| self.hue(*cell))),
            inner: self.inner(field, depth),
        }
    }

    /// Reserved space, and constants.
    fn is_reserved(&self, field: &Field) -> bool {
        let is_fixed = |cell: CellId| matches!(self.here.record.cells[cell.0].source, Source::Reserved(_));
        matches!(&field.wire, Wire::Padding { space, .. } if space.constant().is_some())
            || field.wire.number().is_some_and(is_fixed)
    }

    fn optional(&self, field: &Field) -> Option<String> {
        let when = match (&field.presence, &field.wire) {
            (Presence::When { test, .. }, _) => condition::test(&self.here, test),
            (Presence::Left { lengths, .. }, _) => condition::left(lengths),
            (_, wire) if wire.may_lack_bytes() => String::new(),
            _ => return None,
        };
        let when = when.replace('`', "");
        let bit = when.strip_suffix(" is set").unwrap_or(&when);
        let is_own = bit.rsplit('.').next() == field.name.as_deref();
        Some(if is_own { String::new() } else { bit.to_owned() })
    }

    fn inner(&self, field: &Field, depth: usize) -> Inner {
        let Some(depth) = depth.checked_sub(1) else { return Inner::Nothing };
        match &field.wire {
            Wire::Bits { parts, .. } => Inner::Bits(self.bits(parts)),
            Wire::Group { body, .. } => match body.as_slice() {
                [only] if matches!(self.here.record.fields[only.0].wire, Wire::Bits { .. }) => {
                    self.inner(&self.here.record.fields[only.0], depth.saturating_add(1))
                }
                body => Inner::Pieces(self.body(body, depth)),
            },
            Wire::Within { body, .. } => Inner::Pieces(self.body(body, depth)),
            Wire::Match { tag, arms, .. } if arms.len() <= SHAPES => {
                let code = match tag {
                    Tag::InPlace { scalar, cell } => {
                        let size = bytes(&sizes::of_tag(&self.here, tag, *scalar, arms));
                        Some(Piece { name: "code".to_owned(), size, hue: self.hue(*cell), ..Piece::default() })
                    }
                    Tag::Input(_) | Tag::Tuple(_) => None,
                };
                Inner::Pieces(code.into_iter().chain(arms.iter().map(|arm| self.arm(arm, depth))).collect())
            }
            Wire::List { item: Item::Record { record, .. }, .. }
            | Wire::Sparse { item: Item::Record { record, .. }, .. } => {
                let element = &self.here.protocol().records[record.0];
                if !matches!(element.role, Role::Element { .. }) {
                    return Inner::Nothing;
                }
                Inner::Pieces(Pencil::of(Here { record: element, ..self.here }).body(&element.body, depth))
            }
            _ => Inner::Nothing,
        }
    }

    fn arm(&self, arm: &Arm, depth: usize) -> Piece {
        let length = crate::layout::region_lengths(self.here.protocol(), self.here.record, &arm.body).canonical;
        let size = bytes(&sizes::of_body(&self.here, &self.spans, &arm.body, length));
        let varies = length.max != Some(length.min);
        // The shape is its only field.
        let inner = match (arm.transparent, arm.body.as_slice()) {
            (true, [only]) => self.inner(&self.here.record.fields[only.0], depth),
            _ => Inner::Pieces(self.body(&arm.body, depth)),
        };
        Piece { name: arm.name.clone(), size, varies, inner, ..Piece::default() }
    }

    /// The runs of all parts, in the order in which the schema lists them.
    fn bits(&self, parts: &[Part]) -> Vec<Bit> {
        let mut runs: Vec<(&Part, Run)> =
            parts.iter().flat_map(|part| part.runs.iter().map(move |run| (part, *run))).collect();
        let is_joined = runs.len() > parts.len();
        if is_joined {
            runs.sort_by_key(|(_, run)| run.low);
        }
        if let (true, [first, .., last]) = (is_joined, parts)
            && first.end() > last.end()
        {
            runs.reverse();
        }
        runs.into_iter().map(|(part, run)| self.bit(part, run)).collect()
    }

    fn bit(&self, part: &Part, run: Run) -> Bit {
        let name = match (&part.name, &self.here.record.cells[part.cell.0].source) {
            (Some(name), _) => name.clone(),
            (None, Source::Constant(code)) => format!("= {code}"),
            (None, _) => String::new(),
        };
        Bit { numbers: bits::short_numbers(run.low, run.width), name, hue: self.hue(part.cell) }
    }
}

/// The numbers by which the presence, the width, the shape or the length of a field goes.
fn governors(field: &Field) -> Vec<CellId> {
    let cell = |input: Input| if let Input::Cell(cell) = input { Some(cell) } else { None };
    let present = field.presence.test().map(Test::inputs).unwrap_or_default();
    let own = field.wire.inputs().into_iter().filter(|(says, _)| !matches!(says, Says::Argument | Says::Length));
    let tag = match field.wire {
        Wire::Match { tag: Tag::InPlace { cell, .. }, .. } => Some(cell),
        _ => None,
    };
    present.into_iter().chain(own.map(|(_, input)| input)).filter_map(cell).chain(tag).collect()
}

/// The number of elements of a list, or of shapes.
fn count(wire: &Wire) -> Option<String> {
    match wire {
        Wire::List { extent, .. } => Some(match extent.constant() {
            Some(count) => format!("{count} elements"),
            None => "list".to_owned(),
        }),
        Wire::Sparse { count, .. } => Some(format!("up to {count} elements")),
        Wire::Match { arms, .. } => Some(format!("one of {}", text::counted(arms.len() as u64, "shape"))),
        _ => None,
    }
}

/// Sizes with their unit.
fn bytes(sizes: &str) -> String {
    if sizes == "1" { "1 byte".to_owned() } else { format!("{sizes} bytes") }
}
