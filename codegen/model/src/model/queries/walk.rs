//! The walk through a wire of any kind: its pieces, and the numbers that it reads.
//!
//! One function lists the pieces of each kind. All other questions are about pieces, so a new kind of wire answers all of
//! them at once.

use crate::model::{
    Arm, Behind, Cell, CellId, Content, Expr, Extent, FamilyId, FieldId, Form, Input, Interval, Item, NestedId, Node,
    Part, Record, Scalar, Space, Tag, Trailer, Wire,
};

/// The meaning of a number for a field that reads it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Says {
    /// The width that it has.
    Width,
    /// The shape that it has.
    Shape,
    /// The message of a family that it is.
    Message,
    /// The places of a list that have an element.
    Places,
    /// Its length: a count, which the writer derives from it.
    Count,
    /// Its length, which the user or the receiver knows.
    Length,
    /// An argument of its record or family.
    Argument,
}

/// The pieces of a wire; those that its kind lacks are empty.
#[derive(Default)]
struct Pieces<'w> {
    /// The integer on the wire that is its number, or the tag of its shapes.
    scalar: Option<Scalar>,
    /// The cell of its number.
    number: Option<CellId>,
    /// The cell of the tag of its shapes.
    tag: Option<CellId>,
    /// The parts of its carrier.
    parts: &'w [Part],
    /// Its widths.
    forms: &'w [Form],
    /// Its shapes.
    arms: &'w [Arm],
    /// The fields of a group or region.
    body: Option<&'w [FieldId]>,
    /// The record or family that it is.
    node: Option<Node>,
    /// The record or family that it keeps as bytes.
    nested: Option<NestedId>,
    /// The elements that it repeats.
    item: Option<&'w Item>,
    /// Its length.
    extent: Option<&'w Extent>,
    /// The earlier numbers that choose, each with its meaning.
    chosen_by: Vec<(Says, Input)>,
    /// The arguments of the record or family.
    args: &'w [Expr],
}

impl Wire {
    fn pieces(&self) -> Pieces<'_> {
        let none = Pieces::default();
        match self {
            Self::Scalar { scalar, cell } => Pieces { scalar: Some(*scalar), number: Some(*cell), ..none },
            Self::Chosen { tags, forms, cell } => {
                let chosen_by = tags.iter().map(|tag| (Says::Width, *tag)).collect();
                Pieces { number: Some(*cell), forms, chosen_by, ..none }
            }
            Self::Padding { space, .. } if space.constant().is_none() => Pieces { extent: space.extent(), ..none },
            Self::Float { .. } | Self::Padding { .. } | Self::Octets { content: Content::Constant(_), .. } => none,
            Self::Bits { parts, .. } => Pieces { parts, ..none },
            Self::Octets { extent, .. } => Pieces { extent: Some(extent), ..none },
            Self::Group { body, .. } => Pieces { body: Some(body), ..none },
            Self::Record { record, args, .. } => Pieces { node: Some(Node::Record(*record)), args, ..none },
            Self::Family { family, by, args } => {
                let chosen_by = by.map(|cell| (Says::Message, Input::Cell(cell))).into_iter().collect();
                Pieces { node: Some(Node::Family(*family)), args, chosen_by, ..none }
            }
            Self::Nested { part, args } => Pieces { nested: Some(*part), args, ..none },
            Self::List { item, extent } => Pieces { item: Some(item), extent: Some(extent), ..none },
            Self::Sparse { item, mask, .. } => {
                Pieces { item: Some(item), chosen_by: vec![(Says::Places, Input::Cell(*mask))], ..none }
            }
            Self::Match { tag: Tag::Input(input), arms, .. } => {
                Pieces { arms, chosen_by: vec![(Says::Shape, *input)], ..none }
            }
            Self::Match { tag: Tag::Tuple(inputs), arms, .. } => {
                Pieces { arms, chosen_by: inputs.iter().map(|input| (Says::Shape, *input)).collect(), ..none }
            }
            Self::Match { tag: Tag::InPlace { scalar, cell }, arms, .. } => {
                Pieces { scalar: Some(*scalar), tag: Some(*cell), arms, ..none }
            }
            Self::Within { extent, body } => Pieces { body: Some(body), extent: Some(extent), ..none },
        }
    }

    /// The cell of a field that is a single number.
    pub fn number(&self) -> Option<CellId> {
        self.pieces().number
    }

    /// The integer of the field, or the tag or count directly before its content.
    pub fn scalar(&self) -> Option<Scalar> {
        let Pieces { scalar, extent, .. } = self.pieces();
        scalar.or_else(|| extent?.prefix().map(|(scalar, _)| scalar))
    }

    /// Its own cells, without those of the fields in it.
    pub fn cells(&self) -> Vec<CellId> {
        let Pieces { number, tag, parts, extent, .. } = self.pieces();
        let count = extent.and_then(Extent::prefix).map(|(_, cell)| cell);
        let single = number.or(tag).or(count);
        single.into_iter().chain(parts.iter().map(|part| part.cell)).collect()
    }

    /// The parts of inline bits.
    pub fn parts(&self) -> &[Part] {
        self.pieces().parts
    }

    /// The widths among which earlier numbers choose.
    pub fn forms(&self) -> &[Form] {
        self.pieces().forms
    }

    /// The numbers that each of its widths with bytes holds.
    pub fn held_by_widths(&self) -> impl Iterator<Item = Interval> {
        self.forms().iter().filter(|form| form.scalar.is_some()).map(|form| form.interval)
    }

    /// Whether one of its widths has no bytes: then it is absent.
    pub fn may_lack_bytes(&self) -> bool {
        self.forms().iter().any(|form| form.scalar.is_none())
    }

    /// Whether it is numbers, bits or bytes that the schema gives: nothing repeated, chosen or nested.
    pub fn is_simple(&self) -> bool {
        let Pieces { arms, body, node, nested, item, extent, .. } = self.pieces();
        let varies =
            extent.is_some() || nested.is_some() || matches!(self, Self::Padding { space: Space::Align(_), .. });
        arms.is_empty() && body.is_none() && node.is_none() && item.is_none() && !varies
    }

    /// Whether a value can have it: it is neither space, nor bytes that never vary, nor a region, whose fields are values.
    pub const fn has_value(&self) -> bool {
        !matches!(self, Self::Padding { .. } | Self::Octets { content: Content::Constant(_), .. } | Self::Within { .. })
    }

    /// The bodies of a group, of a region, or of each shape.
    pub fn bodies(&self) -> Vec<&[FieldId]> {
        let Pieces { body, arms, .. } = self.pieces();
        body.into_iter().chain(arms.iter().map(|arm| arm.body.as_slice())).collect()
    }

    /// The fields that shapes are themselves, without a type of their own.
    pub fn payloads(&self) -> Vec<FieldId> {
        let transparent = self.pieces().arms.iter().filter(|arm| arm.transparent);
        transparent.flat_map(|arm| &arm.body).copied().collect()
    }

    /// The extent of a repetition or a region.
    pub fn extent(&self) -> Option<&Extent> {
        self.pieces().extent
    }

    /// The elements of a list.
    pub fn item(&self) -> Option<&Item> {
        self.pieces().item
    }

    /// The family of the messages of a stream: each is read when it is reached.
    pub fn stream(&self) -> Option<FamilyId> {
        match (self.item(), self.extent()) {
            (Some(Item::Family { family, .. }), Some(Extent::Rest)) => Some(*family),
            _ => None,
        }
    }

    /// The record or family that a field keeps as bytes.
    pub fn nested(&self) -> Option<NestedId> {
        self.pieces().nested
    }

    /// The record or family in a field, once or as the elements of a list. (Those that are nested may be later. Groups, shapes and regions contain fields of
    /// their own.)
    pub fn holds(&self) -> Option<Node> {
        let Pieces { node, item, .. } = self.pieces();
        node.or_else(|| item?.holds())
    }

    /// The earlier numbers that it reads, in the order in which it names them, each with its meaning.
    pub fn inputs(&self) -> Vec<(Says, Input)> {
        let Pieces { mut chosen_by, args, item, extent, .. } = self.pieces();
        let args = args.iter().chain(item.map(Item::args).unwrap_or_default());
        chosen_by.extend(args.flat_map(Expr::operands).map(|input| (Says::Argument, input)));
        chosen_by.extend(extent.map(Extent::inputs).unwrap_or_default());
        chosen_by
    }
}

impl Extent {
    /// The count directly before the elements.
    pub const fn prefix(&self) -> Option<(Scalar, CellId)> {
        if let Self::Prefixed { scalar, cell } = self { Some((*scalar, *cell)) } else { None }
    }

    /// The earlier numbers that its length is computed from.
    pub fn inputs(&self) -> Vec<(Says, Input)> {
        match self {
            Self::Counted(length) => vec![(Says::Count, Input::Cell(length.cell))],
            Self::Given(count) | Self::AllBut(Behind::Bytes(count)) => {
                count.operands().into_iter().map(|input| (Says::Length, input)).collect()
            }
            // Presence of a trailer is asked for its group.
            Self::AllBut(Behind::Trailer(_))
            | Self::Fixed { .. }
            | Self::Prefixed { .. }
            | Self::Until { .. }
            | Self::Rest => Vec::new(),
        }
    }
}

impl Record {
    /// The cells that are in the record of a field, each with the cell that it is there.
    pub fn cells_inside(&self, field: FieldId) -> impl Iterator<Item = (CellId, CellId)> {
        let all = (0..).map(CellId).zip(&self.cells).filter(move |(_, cell)| cell.field == field);
        all.filter_map(|(id, cell)| Some((id, cell.inside?)))
    }

    /// The cells in its own fields, not in the records of these.
    pub fn own_cells(&self) -> impl Iterator<Item = (CellId, &Cell)> + Clone {
        (0..).map(CellId).zip(&self.cells).filter(|(_, cell)| cell.inside.is_none())
    }

    /// The cell of its own that has a path.
    pub fn cell_at(&self, path: &str) -> Option<CellId> {
        self.own_cells().find(|(_, cell)| cell.path == path).map(|(id, _)| id)
    }

    /// The trailer in which a field is in front of the numbers, one of which counts it.
    pub fn trailer_of(&self, counted: FieldId) -> Option<&Trailer> {
        self.fields.iter().find_map(|field| match &field.wire {
            Wire::Within { extent: Extent::AllBut(Behind::Trailer(trailer)), .. }
                if trailer.counted.as_ref().is_some_and(|tail| tail.field == counted) =>
            {
                Some(trailer)
            }
            _ => None,
        })
    }
}

impl Item {
    /// The record or family of an element.
    pub fn holds(&self) -> Option<Node> {
        match self {
            Self::Record { record, .. } => Some(Node::Record(*record)),
            Self::Family { family, .. } => Some(Node::Family(*family)),
            Self::Scalar { .. } | Self::Float { .. } => None,
        }
    }

    /// The arguments of an element.
    pub fn args(&self) -> &[Expr] {
        match self {
            Self::Record { args, .. } | Self::Family { args, .. } => args,
            Self::Scalar { .. } | Self::Float { .. } => &[],
        }
    }
}
