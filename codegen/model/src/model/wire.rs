//! Which bytes? All that a field can be on the wire.

use super::{
    Base, ByteOrder, CellId, Code, Delta, Docs, Expr, FamilyId, FieldId, FloatWidth, InBase, Input, Interval, RecordId,
    Scalar, Value, part,
};

/// The bytes of a field.
#[derive(Debug, Clone, PartialEq)]
pub enum Wire {
    /// One integer.
    Scalar {
        /// How it stands there.
        scalar: Scalar,
        /// The integer.
        cell: CellId,
    },
    /// One integer whose width earlier cells (or parameters) choose.
    Chosen {
        /// The tags, never literals.
        tags: Vec<Input>,
        /// In the order in which the writer tries them.
        forms: Vec<Form>,
        /// The integer; its interval is the hull of the forms.
        cell: CellId,
    },
    /// An IEEE 754 number; its bits survive.
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
        /// The parts, lowest first; they cover the carrier.
        parts: Vec<Part>,
    },
    /// So many bytes, written as zero and ignored when read.
    Padding {
        /// How many.
        bytes: u64,
    },
    /// These bytes, checked when read.
    Magic(Vec<u8>),
    /// Raw bytes.
    Bytes(Extent),
    /// Text; the extent counts bytes, or units where there are any.
    Text {
        /// How bytes or units are characters.
        encoding: Encoding,
        /// `None`: characters are made of bytes. Else each character is one such integer.
        unit: Option<Scalar>,
        /// How far it goes.
        extent: Extent,
    },
    /// Fields of this record under one name.
    Group {
        /// The name of its type.
        name: String,
        /// Its fields.
        body: Vec<FieldId>,
        /// The state, or the part of one, whose difference it carries.
        delta: Option<Delta>,
    },
    /// Another record.
    Record {
        /// Which.
        record: RecordId,
        /// One for each of its parameters.
        args: Vec<Input>,
        /// The bytes are a difference, and the value is the state that is this one with it.
        from: Option<Base>,
    },
    /// One member of a family.
    Family {
        /// Which.
        family: FamilyId,
        /// The earlier number that says which member, where the family has no carrier for its code.
        by: Option<CellId>,
        /// One for each of its parameters.
        args: Vec<Input>,
    },
    /// Repetition.
    List {
        /// Of what.
        item: Item,
        /// How far.
        extent: Extent,
    },
    /// A list of a fixed number of places, of which only some hold an element.
    Sparse {
        /// Of what.
        item: Item,
        /// How many places there are: no more than the mask has bits.
        count: u64,
        /// The earlier number whose bit `i` says whether an element stands in place `i`; its other bits mean nothing.
        /// It is unsigned, and derived from this field or the user's.
        mask: CellId,
        /// What stands in an empty place: nothing, or what this list in the base of a delta holds there.
        base: Option<InBase>,
    },
    /// One of several shapes.
    Match {
        /// The name of its type.
        name: String,
        /// What chooses.
        tag: Tag,
        /// The shapes; disjoint.
        arms: Vec<Arm>,
    },
    /// A region of a known size: fields of this record, in the scope around it, which have to fill it. The field itself
    /// has no name, and is not the [`parent`](super::Field::parent) of what is in it.
    Within {
        /// Its bytes: a number, never an end.
        extent: Extent,
        /// Its fields.
        body: Vec<FieldId>,
    },
}

/// One form of a [`Wire::Chosen`].
#[derive(Debug, Clone, PartialEq)]
pub struct Form {
    /// For each tag the numbers that choose this form (empty: any), and the first is what is written (any: zero).
    pub pattern: Vec<Vec<Interval>>,
    /// `None`: the field is absent.
    pub scalar: Option<Scalar>,
    /// The values that it holds: the scalar's.
    pub interval: Interval,
}

impl Form {
    /// The number of a tag that is written: the first that chooses this form; zero, if any does.
    pub fn written(&self, column: usize) -> Code {
        self.pattern.get(column).and_then(|codes| codes.first()).map_or(0, |first| first.min)
    }
}

/// One part of inline bits.
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    /// `None`: reserved or constant.
    pub name: Option<String>,
    /// Its doc comment.
    pub docs: Docs,
    /// The lowest bit.
    pub low: u8,
    /// How many bits.
    pub width: u8,
    /// Two's complement in those bits.
    pub signed: bool,
    /// The integer.
    pub cell: CellId,
}

impl Part {
    /// The number of this part in a carrier.
    pub fn of(&self, whole: Code) -> Code {
        part(whole, self.low, self.width, self.signed)
    }
}

/// How bytes are characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// UTF-8, checked.
    Utf8,
    /// 0 to 127, checked.
    Ascii,
    /// U+0000 to U+00FF, a byte (or the low byte of a unit) each.
    Latin1,
}

impl Encoding {
    /// Its name.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Utf8 => "UTF-8",
            Self::Ascii => "ASCII",
            Self::Latin1 => "Latin-1",
        }
    }
}

/// What a list repeats.
#[derive(Debug, Clone, PartialEq)]
pub enum Item {
    /// An integer.
    Scalar {
        /// How it stands on the wire.
        scalar: Scalar,
        /// Meaning what.
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
        /// Which.
        record: RecordId,
        /// One for each of its parameters.
        args: Vec<Input>,
    },
    /// A message with its code. With [`Extent::Rest`] the list is a lazy stream: each message is checked when reached.
    Family {
        /// Which.
        family: FamilyId,
        /// One for each of its parameters.
        args: Vec<Input>,
    },
}

/// How far bytes, text and lists go, in their elements.
#[derive(Debug, Clone, PartialEq)]
pub enum Extent {
    /// A number that the schema gives. Text and bytes: text is zero-padded.
    Fixed {
        /// How many.
        count: u64,
        /// Written whole, accepted when the region ends early.
        or_end: bool,
    },
    /// A count in an earlier cell.
    Counted(Length),
    /// A count that a parameter, or a number of the user's, gives; the writer checks.
    Given(Expr),
    /// A count right in front.
    Prefixed {
        /// How it stands there.
        scalar: Scalar,
        /// The cell of the count, derived from this field.
        cell: CellId,
    },
    /// Up to a terminator.
    Until {
        /// What ends it.
        end: End,
        /// Or the end of the region, without a terminator.
        or_end: bool,
        /// At most so many elements, terminator not counted.
        bound: Option<u64>,
    },
    /// To the end of the region.
    Rest,
    /// All but so many bytes at the end of the region, which are what follows. (Bytes, text and regions only.)
    AllBut(u64),
}

impl Extent {
    /// Whether a reader knows the number of elements before the first of them.
    pub const fn is_counted_in_front(&self) -> bool {
        matches!(self, Self::Counted(_) | Self::Given(_) | Self::Prefixed { .. })
    }

    /// The number of elements, if it is the same in every packet.
    pub const fn constant(&self) -> Option<u64> {
        match self {
            Self::Fixed { or_end: false, count } => Some(*count),
            Self::Fixed { or_end: true, .. }
            | Self::Counted(_)
            | Self::Given(_)
            | Self::Prefixed { .. }
            | Self::Until { .. }
            | Self::Rest
            | Self::AllBut(_) => None,
        }
    }
}

/// `cell * times + plus` elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Length {
    /// The cell.
    pub cell: CellId,
    /// Elements for each step of the cell; not zero.
    pub times: Code,
    /// Elements when the cell is zero.
    pub plus: Code,
}

impl Length {
    /// All lengths that numbers of an interval say.
    pub fn over(self, cell: Interval) -> Interval {
        let at = |code: Code| Interval::only(code.saturating_mul(self.times).saturating_add(self.plus));
        at(cell.min).hull(at(cell.max))
    }
}

/// What ends an [`Extent::Until`].
#[derive(Debug, Clone, PartialEq)]
pub enum End {
    /// An element (an integer, a byte, a character) among these.
    Value {
        /// What ends it.
        read: Vec<Interval>,
        /// What is written.
        written: Code,
    },
    /// An element whose cell is among these; it is read up to that cell, and written with earlier fields zero.
    Cell {
        /// A cell of the element's record, present in every element, with only numbers, bits and reserved space before
        /// it.
        cell: CellId,
        /// What ends it.
        read: Vec<Interval>,
        /// What is written.
        written: Code,
    },
    /// No more bytes than this are left of the region, which are what follows: nothing is read or written.
    Left(u64),
    /// An element whose text field is empty; it is read up to that text.
    EmptyText {
        /// A field of the element's record.
        field: FieldId,
    },
}

/// What chooses the arm of a [`Wire::Match`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tag {
    /// An earlier cell or a parameter (never a literal).
    Input(Input),
    /// A number right in front.
    InPlace {
        /// How it stands there.
        scalar: Scalar,
        /// The number, derived from this field.
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
    /// The codes that choose it; empty: all that no other arm has.
    pub codes: Vec<Interval>,
    /// `Some`: this is written. `None`: several codes choose it, and the variant keeps which.
    pub written: Option<Code>,
    /// Its fields, under the variant.
    pub body: Vec<FieldId>,
    /// `Number: Int`: the variant holds the value of its only field, not a struct of fields.
    pub transparent: bool,
}

impl Arm {
    /// The codes that choose the arm: its own, or those of the whole that no arm names.
    pub fn codes_among(&self, arms: &[Self], whole: Interval) -> Vec<Interval> {
        if !self.codes.is_empty() {
            return self.codes.clone();
        }
        let named: Vec<Interval> = arms.iter().flat_map(|arm| arm.codes.iter().copied()).collect();
        crate::model::sets::complement(&named, whole)
    }
}
