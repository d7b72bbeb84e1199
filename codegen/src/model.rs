//! The model: what a schema means once every name is bound. Backends see this and nothing else.
//!
//! A field answers three questions: is it there ([`Presence`]), which bytes ([`Wire`]), meaning what ([`Value`]). A
//! fourth hangs on each [`Cell`], the smallest thing on the wire that holds one integer: who sets it ([`Source`]).
//! Reading needs the first three, writing all four, documents print all four.
//!
//! `resolve` establishes, and every backend relies on (so that backends never fail):
//!
//! 1. A record contains, repeats or chooses only records and families that stand earlier in [`Protocol::records`] and
//!    [`Protocol::families`] by content: there is no recursion, and [`Protocol::order`] lists both so that each only
//!    refers backwards.
//! 2. Groups, arms and inline bits belong to their record: one space of [`FieldId`]s and [`CellId`]s a record, so a
//!    reference needs no path. An element written in place in a list is a record of its own ([`Role::Element`]); what
//!    it reads of the outer record comes as parameters.
//! 3. A [`Test`], [`Length`], tag or argument reads only cells that stand earlier in wire order and are certainly
//!    present there. (A [`Rule`] is checked when its record is complete and may read any cell present with it.)
//! 4. A cell has exactly one [`Source`]. Every use of a `Derived` cell is either its demand or implied by it.
//! 5. Parts of a carrier cover it completely and do not overlap; enum codes fit; arms do not overlap; each arm and
//!    form can be written; names that would meet in one Rust namespace differ.
//! 6. What asks where its region ends ([`Extent::Rest`], `or_end`) stands last in its record, and no element of a
//!    list and no member of an unframed stream asks it.
//! 7. Every list has a bound: a count, a maximum, or elements of at least one byte.
//! 8. Every id is in range, every [`Record::lengths`] and [`Family::lengths`] is filled in.

use crate::source::Span;

mod interval;
mod ratio;

/// Doc lines as written, without their slashes.
pub type Docs = Vec<String>;

/// Every integer of the language fits, with room for interval arithmetic.
pub type Code = i128;

macro_rules! ids {
    ($($(#[$doc:meta])* $id:ident),* $(,)?) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $id(pub usize);
    )*};
}

ids! {
    /// Into [`Protocol::varints`].
    VarintId,
    /// Into [`Protocol::enums`].
    EnumId,
    /// Into [`Protocol::bits`].
    BitsId,
    /// Into [`Protocol::quantities`].
    QuantityId,
    /// Into [`Protocol::packed`].
    PackedId,
    /// Into [`Protocol::records`].
    RecordId,
    /// Into [`Protocol::families`].
    FamilyId,
    /// Into [`Record::fields`].
    FieldId,
    /// Into [`Record::cells`].
    CellId,
    /// Into [`Record::params`].
    ParamId,
}

/// A whole protocol.
#[derive(Debug, Clone, PartialEq)]
pub struct Protocol {
    /// As in `protocol sauerbraten { .. }`.
    pub name: String,
    /// `//!` at the head of the file.
    pub docs: Docs,
    /// Variable-width integers.
    pub varints: Vec<Varint>,
    /// Named codes.
    pub enums: Vec<Enum>,
    /// Named bit layouts.
    pub bits: Vec<Bits>,
    /// Numbers with a scale, an offset, a unit.
    pub quantities: Vec<Quantity>,
    /// Mixed-radix numbers.
    pub packed: Vec<Packed>,
    /// Structs, messages and elements of lists.
    pub records: Vec<Record>,
    /// Messages told apart by a code.
    pub families: Vec<Family>,
    /// Records and families so that each refers only to earlier ones.
    pub order: Vec<Node>,
}

/// A record or a family in [`Protocol::order`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Node {
    /// A record.
    Record(RecordId),
    /// A family.
    Family(FamilyId),
}

// ---- integers on the wire ----------------------------------------------------------------------------------------

/// The integers from `min` to `max`, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Interval {
    /// The smallest.
    pub min: Code,
    /// The largest.
    pub max: Code,
}

/// How one integer stands on the wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Scalar {
    /// One to eight whole bytes.
    Int {
        /// 1 to 8.
        bytes: u8,
        /// Two's complement.
        signed: bool,
        /// Which byte comes first.
        order: ByteOrder,
    },
    /// A declared one of variable width.
    Varint(VarintId),
}

/// Which byte of a number comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ByteOrder {
    /// The lowest.
    Little,
    /// The highest.
    Big,
}

/// Width of an IEEE 754 number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FloatWidth {
    /// Four bytes.
    F32,
    /// Eight bytes.
    F64,
}

/// What a declared type (enum, bits, quantity) stands on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Carrier {
    /// Something with bytes of its own: usable as a field.
    Scalar(Scalar),
    /// A number of bits: usable as a part of a carrier only.
    Part {
        /// 1 to 64.
        bits: u8,
        /// Two's complement.
        signed: bool,
    },
}

/// A variable-width integer.
#[derive(Debug, Clone, PartialEq)]
pub struct Varint {
    /// The type's name.
    pub name: String,
    /// Its doc comment.
    pub docs: Docs,
    /// Bits of the number that it holds, 1 to 64.
    pub bits: u8,
    /// Whether that number is signed.
    pub signed: bool,
    /// What it can hold and write.
    pub interval: Interval,
    /// The number is the low `bits` bits of what was read.
    pub wrap: bool,
    /// Longer forms are refused.
    pub canonical: bool,
    /// The bytes.
    pub shape: VarintShape,
}

/// How a varint's bytes are made.
#[derive(Debug, Clone, PartialEq)]
pub enum VarintShape {
    /// A marker byte and a number, or a bare byte that is no marker; in the order in which the writer tries them.
    Forms(Vec<VarintForm>),
    /// Groups of bits, low first; the top bit of each byte but a last one of eight says that another follows.
    Groups(Vec<u8>),
    /// LEB128 of as many bytes as the number needs; a signed number is sign-extended, or zigzag-coded.
    Leb128 {
        /// 0, -1, 1, -2 .. as 0, 1, 2, 3.
        zigzag: bool,
    },
    /// One, two, four or eight bytes, big-endian; the top two bits say how many (RFC 9000, section 16).
    Quic,
}

/// One form of a varint.
#[derive(Debug, Clone, PartialEq)]
pub struct VarintForm {
    /// The values that the writer writes in this form (less those of earlier forms).
    pub values: Interval,
    /// The byte in front; a form without one is a single byte.
    pub marker: Option<u8>,
    /// Bytes of the number, 1 to 8.
    pub bytes: u8,
    /// Whether it is signed.
    pub signed: bool,
    /// Its byte order.
    pub order: ByteOrder,
}

// ---- what a number means -----------------------------------------------------------------------------------------

/// What the number of a cell, or of a list's item, means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Value {
    /// The number itself.
    Int,
    /// 0 or 1, anything else is refused.
    Bool,
    /// Zero is false, anything else is true; 1 is written.
    Truthy,
    /// A name.
    Enum(EnumId),
    /// Parts.
    Bits(BitsId),
    /// A number with a scale and a unit.
    Quantity(QuantityId),
    /// Digits of mixed radix.
    Packed(PackedId),
}

/// Named codes.
#[derive(Debug, Clone, PartialEq)]
pub struct Enum {
    /// The type's name.
    pub name: String,
    /// Its doc comment.
    pub docs: Docs,
    /// What it is read from when it stands as a wire.
    pub carrier: Carrier,
    /// What the carrier can hold.
    pub interval: Interval,
    /// The names.
    pub codes: Vec<EnumCode>,
    /// Unknown codes are kept.
    pub open: bool,
}

/// One name of an enum.
#[derive(Debug, Clone, PartialEq)]
pub struct EnumCode {
    /// The name.
    pub name: String,
    /// Its doc comment.
    pub docs: Docs,
    /// The code that is written.
    pub written: Code,
    /// All codes that are read as this name, `written` included.
    pub read: Vec<Interval>,
}

/// A named layout of bits. All its parts are the user's.
#[derive(Debug, Clone, PartialEq)]
pub struct Bits {
    /// The type's name.
    pub name: String,
    /// Its doc comment.
    pub docs: Docs,
    /// What it is read from.
    pub carrier: Carrier,
    /// Bits of the carrier.
    pub width: u8,
    /// The parts, lowest first; they cover the carrier.
    pub parts: Vec<BitsPart>,
}

/// One part of a named layout.
#[derive(Debug, Clone, PartialEq)]
pub struct BitsPart {
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
    /// What the bits mean.
    pub value: Value,
    /// `Some`: always this, checked when read.
    pub constant: Option<Code>,
}

/// A number with a scale, an offset, a unit. The raw number is what is stored.
#[derive(Debug, Clone, PartialEq)]
pub struct Quantity {
    /// The type's name.
    pub name: String,
    /// Its doc comment.
    pub docs: Docs,
    /// What it is read from when it stands as a wire.
    pub carrier: Carrier,
    /// What the carrier can hold: the raw numbers.
    pub raw: Interval,
    /// The type of the value.
    pub number: Number,
    /// `in degrees`.
    pub unit: Option<String>,
    /// Raw to value, one IEEE (or integer) operation a step, each rounded to `number`.
    pub to_value: Vec<Step>,
    /// Value to raw.
    pub to_raw: Inverse,
    /// Values outside are treated as `outside` says.
    pub range: Option<ValueRange>,
    /// What happens to values outside the range.
    pub outside: Outside,
    /// Whether a larger raw number is a larger value.
    pub increasing: bool,
    /// `lossy`: how much the way raw -> value -> raw loses.
    pub loss: Loss,
    /// The expression as written, for documents.
    pub text: String,
}

/// The type of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Number {
    /// Whole numbers to 32 bits.
    I32,
    /// Whole numbers to 64 bits.
    I64,
    /// IEEE 754, four bytes.
    F32,
    /// IEEE 754, eight bytes.
    F64,
}

/// One operation with a constant. The constant is the exact rational that was written, rounded once to the number type.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Step {
    /// `x + c`
    Add(Ratio),
    /// `x - c`
    Subtract(Ratio),
    /// `c - x`
    SubtractFrom(Ratio),
    /// `x * c`
    Multiply(Ratio),
    /// `x / c`
    Divide(Ratio),
}

/// An exact rational, in lowest terms, `under` positive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Ratio {
    /// Numerator.
    pub over: i128,
    /// Denominator.
    pub under: i128,
}

/// From a value to a raw number.
#[derive(Debug, Clone, PartialEq)]
pub enum Inverse {
    /// The steps undone in reverse order (in `f64` for nearest, in the value's type for the others), then rounded.
    Derived(Rounding),
    /// `from trunc(value * 20860.12)`: these steps in the value's type, then rounded.
    Written(Vec<Step>, Rounding),
}

/// From a fraction to a whole number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rounding {
    /// To the nearest, halves away from zero.
    Nearest,
    /// Toward zero.
    Trunc,
    /// Down.
    Floor,
}

/// A range of values.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ValueRange {
    /// The smallest value.
    pub min: f64,
    /// The largest, or the first that is too large.
    pub max: f64,
    /// Whether `max` belongs to the range.
    pub inclusive: bool,
    /// The raw numbers whose value, worked out exactly, lies in it: a value is outside if its raw number is.
    pub raws: Interval,
}

/// What happens to a value outside the range (or, without a range, outside what raw numbers give).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outside {
    /// `new` gives an error; `get` gives the value as it is.
    Refuse,
    /// `new` and `get` give the nearest end.
    Clamp,
    /// `new` takes it modulo the period, which is so many raw numbers.
    Wrap {
        /// Raw numbers in a period.
        period: u128,
    },
}

/// How much is lost on the way raw -> value -> raw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Loss {
    /// Nothing: proved when the schema was compiled.
    None,
    /// Declared `lossy`: so many raw numbers come back as others (counted for carriers to 16 bits).
    Counted(u64),
    /// Declared `lossy`, and too many raw numbers to count.
    NotExact,
}

/// A number of mixed radix: the first digit is the lowest.
#[derive(Debug, Clone, PartialEq)]
pub struct Packed {
    /// The type's name.
    pub name: String,
    /// Its doc comment.
    pub docs: Docs,
    /// What it is read from.
    pub carrier: Carrier,
    /// What the carrier can hold.
    pub raw: Interval,
    /// The digits; digit i is `first + (raw / product of the radices below) % radix`, the last one without `%`.
    pub digits: Vec<Digit>,
}

/// One digit of a packed number.
#[derive(Debug, Clone, PartialEq)]
pub struct Digit {
    /// Its name.
    pub name: String,
    /// Its doc comment.
    pub docs: Docs,
    /// Its smallest value.
    pub first: Code,
    /// How many values it has.
    pub radix: Code,
    /// `in degrees`.
    pub unit: Option<String>,
    /// What happens to values outside: refused, clamped, or taken modulo the radix.
    pub outside: Outside,
}

// ---- records -----------------------------------------------------------------------------------------------------

/// A struct, a message, or an element of a list.
#[derive(Debug, Clone, PartialEq)]
pub struct Record {
    /// The name of its type.
    pub name: String,
    /// The family in whose module the type lives.
    pub module: Option<FamilyId>,
    /// Its doc comment.
    pub docs: Docs,
    /// What it is for.
    pub role: Role,
    /// What the receiver knows and the bytes do not say. Passed, never stored in the plain value.
    pub params: Vec<Param>,
    /// All fields in wire order, those of groups and arms right after their group.
    pub fields: Vec<Field>,
    /// All cells in wire order.
    pub cells: Vec<Cell>,
    /// The outermost fields.
    pub body: Vec<FieldId>,
    /// Bytes, code included.
    pub lengths: Lengths,
    /// Executed when the schema compiles.
    pub examples: Vec<Example>,
}

/// What a record is for.
#[derive(Debug, Clone, PartialEq)]
pub enum Role {
    /// A part of messages, or the frame of a packet.
    Struct,
    /// A message.
    Message {
        /// `None` where it belongs to no family with a carrier.
        code: Option<MessageCode>,
    },
    /// Written in place as the element of a list.
    Element {
        /// Its only field is the element: no struct around it in values and documents.
        transparent: bool,
    },
}

/// The code in front of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MessageCode {
    /// How it stands on the wire.
    pub scalar: Scalar,
    /// The number.
    pub code: Code,
}

/// What the receiver knows.
#[derive(Debug, Clone, PartialEq)]
pub struct Param {
    /// Its name.
    pub name: String,
    /// Its type.
    pub kind: ParamKind,
}

/// The type of a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ParamKind {
    /// `bool`
    Bool,
    /// A number in this interval.
    Int(Interval),
    /// A declared enum.
    Enum(EnumId),
}

/// One field. Three questions, three answers.
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    /// `None`: the user never sees it (reserved space, a constant, the carrier of inline bits).
    pub name: Option<String>,
    /// What errors call it: its name, or `bits`, `reserved`, `constant`.
    pub label: String,
    /// Its doc comment.
    pub docs: Docs,
    /// The group or arm-holding field that contains it.
    pub parent: Option<FieldId>,
    /// Is it there?
    pub presence: Presence,
    /// Which bytes?
    pub wire: Wire,
    /// What must hold.
    pub rule: Option<Rule>,
}

/// The smallest thing that holds one integer: a scalar field, a tag, or one part of inline bits.
#[derive(Debug, Clone, PartialEq)]
pub struct Cell {
    /// The field that holds it.
    pub field: FieldId,
    /// Its path in the record: `fall.speed`, `wide_x`.
    pub path: String,
    /// What may stand there (narrowed by a rule of the same field).
    pub interval: Interval,
    /// Meaning what?
    pub value: Value,
    /// Who sets it?
    pub source: Source,
}

/// Who sets a cell when writing.
#[derive(Debug, Clone, PartialEq)]
pub enum Source {
    /// The user: it is in the plain value.
    User,
    /// Always this; checked when read.
    Constant(Code),
    /// Written as zero, ignored when read.
    Reserved,
    /// The writer works it out. Where its demand lies in something absent, it is zero.
    Derived(Demand),
}

/// What a derived cell is worked out from.
#[derive(Debug, Clone, PartialEq)]
pub enum Demand {
    /// 1 if the field is there; negated, 0 if it is.
    Presence {
        /// The field.
        field: FieldId,
        /// `if !cell`.
        negated: bool,
    },
    /// What the first form that holds the value says in this tag's column.
    Form {
        /// A field with [`Wire::Chosen`].
        field: FieldId,
        /// Which of its tags.
        column: usize,
    },
    /// The code of the arm that the user chose.
    Arm {
        /// A field with [`Wire::Match`].
        field: FieldId,
    },
    /// `(elements - plus) / times` of every field named; they must agree.
    Count {
        /// Lists, bytes or text.
        fields: Vec<FieldId>,
        /// Elements for each step of the cell.
        times: Code,
        /// Elements when the cell is zero.
        plus: Code,
        /// What stands there when the fields are absent.
        absent: Option<Code>,
    },
}

// ---- is it there? ------------------------------------------------------------------------------------------------

/// Whether a field is there.
#[derive(Debug, Clone, PartialEq)]
pub enum Presence {
    /// Always, where its group is.
    Always,
    /// When the test holds.
    When {
        /// Over earlier cells and parameters.
        test: Test,
        /// No cell is derived from it: the writer checks that the user's option agrees.
        checked: bool,
        /// What it is worth when absent.
        absent: Absent,
    },
    /// Its [`Wire::Chosen`] has a form without bytes.
    Chosen {
        /// What it is worth when absent.
        absent: Absent,
    },
}

/// What an absent field is worth. With a value the plain type is no option, and the writer leaves the field out when
/// the user's value equals it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Absent {
    /// `None`.
    Nothing,
    /// This raw number.
    Raw(Code),
    /// This float.
    Float(f64),
}

/// A condition.
#[derive(Debug, Clone, PartialEq)]
pub enum Test {
    /// The number lies in one of the intervals.
    In {
        /// The number.
        value: Expr,
        /// The intervals.
        intervals: Vec<Interval>,
    },
    /// A comparison of two numbers.
    Compare {
        /// Left side.
        left: Expr,
        /// How.
        op: Comparison,
        /// Right side.
        right: Expr,
    },
    /// All hold.
    All(Vec<Test>),
    /// At least one holds.
    Any(Vec<Test>),
    /// It does not hold.
    Not(Box<Test>),
}

/// How two numbers are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
}

/// A whole number worked out from cells and parameters. Its interval fits `i64` by construction (an expression that
/// might not is refused), so backends may compute in `i64`.
#[derive(Debug, Clone, PartialEq)]
pub enum Expr {
    /// A constant.
    Literal(Code),
    /// A cell's raw number.
    Cell(CellId),
    /// A parameter; a bool is 0 or 1, an enum its code.
    Param(ParamId),
    /// Some bits of a cell or a parameter: a part of a named layout. (Only here may the whole exceed `i64`.)
    Part {
        /// The whole; never a literal.
        whole: Input,
        /// The lowest bit.
        low: u8,
        /// How many bits, at most 63.
        width: u8,
        /// Two's complement in those bits.
        signed: bool,
    },
    /// `-a`
    Negate(Box<Expr>),
    /// `a + b`
    Add(Box<Expr>, Box<Expr>),
    /// `a - b`
    Subtract(Box<Expr>, Box<Expr>),
    /// `a * b`
    Multiply(Box<Expr>, Box<Expr>),
    /// `a / k`, rounded down, `k` positive
    Divide(Box<Expr>, Code),
}

/// Where a tag, or an argument, comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Input {
    /// An earlier cell.
    Cell(CellId),
    /// A parameter.
    Param(ParamId),
    /// A constant.
    Literal(Code),
}

// ---- which bytes? ------------------------------------------------------------------------------------------------

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
    },
    /// Another record.
    Record {
        /// Which.
        record: RecordId,
        /// One for each of its parameters.
        args: Vec<Input>,
    },
    /// One member of a family, with its code.
    Family {
        /// Which.
        family: FamilyId,
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
    /// One of several shapes.
    Match {
        /// The name of its type.
        name: String,
        /// What chooses.
        tag: Tag,
        /// The shapes; disjoint.
        arms: Vec<Arm>,
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
    /// A count that a parameter gives; the writer checks.
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
        /// A cell of the element's record, present in every element, with only fixed or plain fields before it.
        cell: CellId,
        /// What ends it.
        read: Vec<Interval>,
        /// What is written.
        written: Code,
    },
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

// ---- rules -------------------------------------------------------------------------------------------------------

/// What must hold when the record is complete.
#[derive(Debug, Clone, PartialEq)]
pub struct Rule {
    /// The condition.
    pub check: Check,
    /// `Some`: when reading, a value that breaks the rule is read as this instead. The writer refuses it all the same.
    pub repair: Option<Absent>,
    /// The condition as written.
    pub text: String,
}

/// The condition of a rule.
#[derive(Debug, Clone, PartialEq)]
pub enum Check {
    /// Over cells.
    Test(Test),
    /// The field, an IEEE number, lies between; NaN never does.
    Float {
        /// The lower end and whether it belongs.
        low: Option<(f64, bool)>,
        /// The upper end and whether it belongs.
        high: Option<(f64, bool)>,
    },
}

// ---- families ----------------------------------------------------------------------------------------------------

/// Messages told apart by a code in front.
#[derive(Debug, Clone, PartialEq)]
pub struct Family {
    /// The type's name.
    pub name: String,
    /// Its doc comment.
    pub docs: Docs,
    /// How the code stands on the wire.
    pub carrier: Scalar,
    /// The members, those of named families included, each code once.
    pub members: Vec<FamilyMember>,
    /// The union of the members' parameters, by name.
    pub params: Vec<Param>,
    /// An unknown code is kept, with the rest of the region; in a stream that ends it.
    pub open: bool,
    /// Bytes, code included.
    pub lengths: Lengths,
}

/// One member of a family.
#[derive(Debug, Clone, PartialEq)]
pub struct FamilyMember {
    /// The variant's name.
    pub name: String,
    /// The message, which knows its code.
    pub record: RecordId,
    /// One for each of its parameters, out of the family's.
    pub args: Vec<Input>,
}

// ---- lengths -----------------------------------------------------------------------------------------------------

/// How many bytes something has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lengths {
    /// What a reader takes.
    pub accepted: LengthRange,
    /// What a writer makes.
    pub canonical: LengthRange,
}

/// Bytes, from `min` to `max`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LengthRange {
    /// At least so many.
    pub min: u64,
    /// At most so many; `None`: no bound.
    pub max: Option<u64>,
}

// ---- examples ----------------------------------------------------------------------------------------------------

/// A packet with its meaning, executed when the schema compiles.
#[derive(Debug, Clone, PartialEq)]
pub struct Example {
    /// What it shows.
    pub title: String,
    /// What is to come of it.
    pub kind: ExampleKind,
    /// The bytes.
    pub bytes: Vec<u8>,
    /// The arguments, one for each parameter of the record.
    pub params: Vec<Code>,
    /// The values given, by path. Paths may end in `.raw`.
    pub values: Vec<ExampleValue>,
    /// The whole example in the schema.
    pub span: Span,
    /// The string of bytes in the schema.
    pub bytes_span: Span,
}

/// What is to come of an example.
#[derive(Debug, Clone, PartialEq)]
pub enum ExampleKind {
    /// It is read, compared, and written back to the same bytes.
    Example,
    /// It is read and compared; the writer would spell it differently.
    Accepts,
    /// It is refused at this field (a path) for this reason (the word of an error kind, such as `truncated`).
    Refuses {
        /// Path of the field.
        field: String,
        /// Word of the kind.
        reason: String,
    },
}

/// One value of an example.
#[derive(Debug, Clone, PartialEq)]
pub struct ExampleValue {
    /// `["fall", "speed", "raw"]`
    pub path: Vec<String>,
    /// What stands there.
    pub value: ExampleLiteral,
    /// The entry in the schema.
    pub span: Span,
}

/// A value in an example.
#[derive(Debug, Clone, PartialEq)]
pub enum ExampleLiteral {
    /// A whole number.
    Int(Code),
    /// A number with a fraction, exact.
    Ratio(Ratio),
    /// A name of an enum, or of an arm.
    Name(String),
    /// `true` or `false`.
    Bool(bool),
    /// Text.
    Text(String),
    /// A list.
    List(Vec<ExampleLiteral>),
    /// `none`: absent.
    Absent,
}
