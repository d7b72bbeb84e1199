//! The encodings of fields.

mod end;
mod octets;
mod part;

pub use end::{End, Kept};
pub use octets::{Content, Encoding, Text};
pub use part::Part;

use super::{
    Base, ByteOrder, CellId, Code, Delta, Demand, Docs, Expr, FamilyId, FieldId, FloatWidth, InBase, Input, Interval,
    NestedId, RecordId, Scalar, Value, sets,
};

/// The encoding of a field.
#[derive(Debug, Clone, PartialEq)]
pub enum Wire {
    /// One integer.
    Scalar {
        /// Its encoding.
        scalar: Scalar,
        /// The cell.
        cell: CellId,
    },
    /// One integer whose width is chosen by earlier cells (or parameters).
    Chosen {
        /// The tags, never literals.
        tags: Vec<Input>,
        /// The forms, in the order in which the writer tries them.
        forms: Vec<Form>,
        /// The cell; its interval is the hull of the forms.
        cell: CellId,
    },
    /// An IEEE 754 number; all bits are preserved.
    Float {
        /// Four or eight bytes.
        width: FloatWidth,
        /// Byte order.
        order: ByteOrder,
    },
    /// Inline bits: one carrier, each part a cell of this record.
    Bits {
        /// The carrier.
        carrier: Scalar,
        /// The parts, in the order of the schema; they cover the carrier.
        parts: Vec<Part>,
    },
    /// Reserved bytes.
    Padding {
        /// How far they go.
        space: Space,
        /// The byte that fills them.
        filler: Filler,
    },
    /// Bytes: constant ones, free ones, or text.
    Octets {
        /// Their number: of text with units the number of these.
        extent: Extent,
        /// The bytes themselves.
        content: Content,
    },
    /// A group: fields of this record with one name.
    Group {
        /// The name of its type.
        name: String,
        /// Its fields.
        body: Vec<FieldId>,
        /// The state, or the part of one, that it encodes.
        delta: Option<Delta>,
    },
    /// Another record.
    Record {
        /// Its id.
        record: RecordId,
        /// One expression for each of its parameters.
        args: Vec<Expr>,
        /// The base, if the record is a delta: the value is the base with the delta applied.
        from: Option<Base>,
    },
    /// One member of a family.
    Family {
        /// Its id.
        family: FamilyId,
        /// The earlier cell that selects the member, if the family has no carrier.
        by: Option<CellId>,
        /// One expression for each of its parameters.
        args: Vec<Expr>,
    },
    /// As many bytes as a record or family takes, which may contain this one. A reader checks them whole; they are read
    /// level by level when the program asks.
    Nested {
        /// The record or family, in [`Protocol::nested`](super::Protocol::nested).
        part: NestedId,
        /// One expression for each of its parameters.
        args: Vec<Expr>,
    },
    /// A list.
    List {
        /// The element.
        item: Item,
        /// The extent.
        extent: Extent,
    },
    /// A sparse list: a fixed number of places, each of which may be empty.
    Sparse {
        /// The element.
        item: Item,
        /// The number of places, at most the number of the mask's bits.
        count: u64,
        /// The earlier cell whose bit `i` is the presence of element `i`; its other bits are ignored. It is unsigned,
        /// and derived from this field or set by the user.
        mask: CellId,
        /// The list of a delta's base whose elements replace absent ones, if any.
        base: Option<InBase>,
    },
    /// One of several shapes.
    Match {
        /// The name of its type.
        name: String,
        /// The tag.
        tag: Tag,
        /// The shapes, with disjoint codes.
        arms: Vec<Arm>,
    },
    /// A region of a known size: fields of this record, in the enclosing scope, that must fill it. The field itself has
    /// no name, and is not the [`parent`](super::Field::parent) of its contents.
    Within {
        /// Its size, which is never open.
        extent: Extent,
        /// Its fields.
        body: Vec<FieldId>,
    },
}

impl Wire {
    /// So many reserved bytes.
    pub const fn reserved(bytes: u64, filler: Filler) -> Self {
        Self::Padding { space: Space::Extent(Extent::exactly(bytes)), filler }
    }

    /// Bytes that never change.
    pub fn constant(bytes: Vec<u8>) -> Self {
        let count = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
        Self::Octets { extent: Extent::exactly(count), content: Content::Constant(bytes) }
    }

    /// The integers of octets that an extent counts.
    pub const fn unit(&self) -> Option<Scalar> {
        if let Self::Octets { content, .. } = self { Some(content.unit()) } else { None }
    }

    /// The characters of a text.
    pub const fn text(&self) -> Option<&Text> {
        if let Self::Octets { content: Content::Text(text), .. } = self { Some(text) } else { None }
    }
}

/// How far reserved bytes go.
#[derive(Debug, Clone, PartialEq)]
pub enum Space {
    /// A constant number of bytes, as many as a formula says ([`Extent::Given`]), or bytes that a writer leaves out:
    /// [`Extent::Rest`] and [`Extent::AllBut`].
    Extent(Extent),
    /// To the end of the region directly around them, whose size the writer does not derive: it fills the region.
    Filled,
    /// Up to the next multiple of this power of two, counted from the front of the record: its start, after a message's code.
    /// If every packet has the same number of bytes there, it is an extent.
    Align(u64),
}

impl Space {
    /// The length, if it is constant.
    pub const fn constant(&self) -> Option<u64> {
        match self {
            Self::Extent(extent) => extent.constant(),
            Self::Filled | Self::Align(_) => None,
        }
    }

    /// The bytes that a reader takes, if their place does not decide how many these are.
    pub const fn extent(&self) -> Option<&Extent> {
        match self {
            Self::Extent(extent) => Some(extent),
            Self::Filled => Some(&Extent::Rest),
            Self::Align(_) => None,
        }
    }

    /// The length that a formula says.
    pub const fn given(&self) -> Option<&Expr> {
        match self {
            Self::Extent(Extent::Given(length)) => Some(length),
            Self::Extent(_) | Self::Filled | Self::Align(_) => None,
        }
    }

    /// Whether a writer makes the bytes where they stand.
    pub const fn is_written(&self) -> bool {
        self.constant().is_some() || self.given().is_some() || matches!(self, Self::Align(_))
    }
}

/// The byte of reserved space.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Filler {
    /// It is written throughout.
    pub byte: u8,
    /// Whether a reader rejects other bytes; otherwise it ignores them.
    pub is_checked: bool,
}

/// One form of a [`Wire::Chosen`].
#[derive(Debug, Clone, PartialEq)]
pub struct Form {
    /// For each tag the codes of this form (empty: any); the first one is written (any: zero).
    pub pattern: Vec<Vec<Interval>>,
    /// `None`: the field is absent.
    pub scalar: Option<Scalar>,
    /// The values that it can hold: the scalar's.
    pub interval: Interval,
}

impl Form {
    /// The number of a tag that is written: the first that chooses this form; zero, if any does.
    pub fn written(&self, column: usize) -> Code {
        self.pattern.get(column).and_then(|codes| codes.first()).map_or(0, |first| first.min)
    }
}

/// The element of a list.
#[derive(Debug, Clone, PartialEq)]
pub enum Item {
    /// An integer.
    Scalar {
        /// Its encoding.
        scalar: Scalar,
        /// Its value type.
        value: Value,
    },
    /// An IEEE 754 number.
    Float {
        /// Four or eight bytes.
        width: FloatWidth,
        /// Byte order.
        order: ByteOrder,
    },
    /// A record.
    Record {
        /// Its id.
        record: RecordId,
        /// One expression for each of its parameters.
        args: Vec<Expr>,
    },
    /// A message with its code. With [`Extent::Rest`] the list is a lazy stream: each message is checked when reached.
    Family {
        /// Its id.
        family: FamilyId,
        /// One expression for each of its parameters.
        args: Vec<Expr>,
    },
}

/// The extent of bytes, text and lists, in elements.
#[derive(Debug, Clone, PartialEq)]
pub enum Extent {
    /// A constant number. Text and bytes: text is zero-padded.
    Fixed {
        /// The number.
        count: u64,
        /// Written completely, but accepted if the region ends early.
        or_end: bool,
    },
    /// A count in an earlier cell.
    Counted(Length),
    /// A count from a parameter, or from a number that the user sets; the writer checks it.
    Given(Expr),
    /// A count directly before the elements.
    Prefixed {
        /// The encoding of the count.
        scalar: Scalar,
        /// The cell of the count, derived from this field.
        cell: CellId,
    },
    /// Up to an end that a reader looks for.
    Until {
        /// The end.
        end: End,
        /// Whether the end is part of the value.
        kept: Kept,
        /// Whether the end of the region also ends it, without a match.
        or_end: bool,
        /// The maximal number of elements: with an end that is kept, without any other.
        bound: Option<u64>,
    },
    /// To the end of the region.
    Rest,
    /// All but some bytes at the end of the region, which belong to the following fields. (Bytes, text and regions only.)
    AllBut(Behind),
}

/// The bytes that [`Extent::AllBut`] leaves to the following fields.
#[derive(Debug, Clone, PartialEq)]
pub enum Behind {
    /// As many as a formula says.
    Bytes(Expr),
    /// A trailer, if it is present. (Regions only.)
    Trailer(Trailer),
}

/// The end of a region, which a reader measures from the end: a group of numbers of constant size, with bytes or elements
/// in front of them that one of these numbers may count. The group is the next field behind a region of its own.
#[derive(Debug, Clone, PartialEq)]
pub struct Trailer {
    /// The group. Whether it is present is known in front of the region.
    pub group: FieldId,
    /// The size of the numbers in bytes.
    pub numbers: u64,
    /// The field in front of the numbers, if there is one.
    pub counted: Option<Tail>,
}

/// The field in front of the numbers of a trailer. It has `number * times + plus` bytes.
#[derive(Debug, Clone, PartialEq)]
pub struct Tail {
    /// The field, whose extent names a cell that is read behind it.
    pub field: FieldId,
    /// The cell: of an unsigned integer of constant size.
    pub cell: CellId,
    /// Its encoding.
    pub scalar: Scalar,
    /// The place of the integer: so many bytes in front of the end.
    pub from_end: u64,
    /// Bytes per unit of the integer; not zero.
    pub times: Code,
    /// Bytes if the integer is zero.
    pub plus: Code,
}

impl Extent {
    /// A constant number.
    pub const fn exactly(count: u64) -> Self {
        Self::Fixed { count, or_end: false }
    }

    /// Whether a reader knows the number of elements before the first of them.
    pub const fn is_counted_in_front(&self) -> bool {
        matches!(self, Self::Counted(_) | Self::Given(_) | Self::Prefixed { .. })
    }

    /// The number of elements, if it is constant.
    pub const fn constant(&self) -> Option<u64> {
        if let Self::Fixed { count, or_end: false } = self { Some(*count) } else { None }
    }
}

/// `cell * times + plus` elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Length {
    /// The cell.
    pub cell: CellId,
    /// The number of elements per unit of the cell; not zero.
    pub times: Code,
    /// The number of elements if the cell is zero.
    pub plus: Code,
}

impl Length {
    /// The lengths for all numbers of an interval.
    pub fn over(self, cell: Interval) -> Interval {
        let at = |code: Code| Interval::only(code.saturating_mul(self.times).saturating_add(self.plus));
        at(cell.min).hull(at(cell.max))
    }
}

/// The tag of a [`Wire::Match`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Tag {
    /// An earlier cell or a parameter (never a literal).
    Input(Input),
    /// Several of them, a column of each pattern for each.
    Tuple(Vec<Input>),
    /// A number directly before the arm.
    InPlace {
        /// Its encoding.
        scalar: Scalar,
        /// The cell, derived from this field.
        cell: CellId,
    },
}

/// One shape of a [`Wire::Match`].
#[derive(Debug, Clone, PartialEq)]
pub struct Arm {
    /// The variant's name.
    pub name: String,
    /// Its doc comment.
    pub docs: Docs,
    /// The codes that choose it: for each tag a set (empty: any), and of several tags any number of combinations; none: all
    /// that no other arm has.
    pub patterns: Vec<Vec<Vec<Interval>>>,
    /// The code that is written, if the writer sets the tag.
    pub written: ArmCode,
    /// Its fields, under the variant.
    pub body: Vec<FieldId>,
    /// `Number: Int`: the variant holds the value of its only field, not a struct of fields.
    pub transparent: bool,
}

/// The code that is written for an arm.
#[derive(Debug, Clone, PartialEq)]
pub enum ArmCode {
    /// This one; of several tags one for each (of those that are given in any case, any).
    One(Vec<Code>),
    /// The variant stores which of several codes it is.
    Stored,
    /// One of several codes, which follows from a length in the arm: a [`Demand::Count`].
    Counted(Demand),
}

impl Arm {
    /// Whether it has what no other arm has.
    pub const fn is_rest(&self) -> bool {
        self.patterns.is_empty()
    }

    /// Its codes, if a single tag chooses it; empty: all remaining ones.
    pub fn codes(&self) -> &[Interval] {
        self.patterns.first().and_then(|pattern| pattern.first()).map_or(&[], Vec::as_slice)
    }

    /// The code of a tag that is written for an arm with a single one.
    pub fn only_code(&self, column: usize) -> Option<Code> {
        match &self.written {
            ArmCode::One(codes) => codes.get(column).copied(),
            ArmCode::Stored | ArmCode::Counted(_) => None,
        }
    }

    /// The codes of an arm that a single tag chooses: its own, or those of `whole` that no arm has.
    pub fn codes_among(&self, arms: &[Self], whole: Interval) -> Vec<Interval> {
        if !self.is_rest() {
            return self.codes().to_vec();
        }
        let named: Vec<Interval> = arms.iter().flat_map(|arm| arm.codes().iter().copied()).collect();
        sets::complement(&named, whole)
    }

    /// The codes of a tag, among those of `whole`, with which the arm can be chosen.
    pub fn codes_of(&self, column: usize, arms: &[Self], whole: Interval) -> Vec<Interval> {
        let is_single = arms.iter().find_map(|arm| arm.patterns.first()).is_none_or(|pattern| pattern.len() == 1);
        let mut columns = self.patterns.iter().filter_map(|pattern| pattern.get(column));
        match is_single {
            true => sets::clip(&self.codes_among(arms, whole), whole),
            false if self.is_rest() || columns.clone().any(Vec::is_empty) => vec![whole],
            false => sets::clip(&columns.by_ref().flatten().copied().collect::<Vec<_>>(), whole),
        }
    }
}
