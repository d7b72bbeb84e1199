//! What was written: the syntax tree of one `.wire` file, with a span on everything.
//!
//! Nothing is looked up here and nothing is decided: `parse` makes it, `resolve` turns it into the model, and no
//! backend ever sees it. The names of the types are the names of the grammar's rules in the language reference.

use crate::source::Span;

/// A name as written, with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    pub text: String,
    pub span: Span,
}

/// One line of a doc comment, without `///` or `//!` and without one leading space.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Doc {
    pub text: String,
    pub span: Span,
}

/// A plain comment: `//` and what follows. Kept for a formatter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comment {
    pub text: String,
    pub span: Span,
}

/// One whole file. An imported file has a header only if it stands for itself too.
#[derive(Debug, Clone)]
pub struct File {
    /// `//!` at the head of the file.
    pub docs: Vec<Doc>,
    /// `protocol name { .. }`.
    pub header: Option<Header>,
    pub items: Vec<Item>,
    pub comments: Vec<Comment>,
    /// The whole text.
    pub span: Span,
}

#[derive(Debug, Clone)]
pub struct Header {
    pub name: Name,
    pub settings: Vec<Setting>,
    pub span: Span,
}

/// `byte_order: little`.
#[derive(Debug, Clone)]
pub struct Setting {
    pub name: Name,
    pub value: Expr,
}

#[derive(Debug, Clone)]
pub enum Item {
    Use(Use),
    Const(Const),
    Type(Type),
    Varint(Varint),
    Quantity(Quantity),
    Packed(Packed),
    Enum(Enum),
    Bits(Bits),
    Struct(Struct),
    Message(Message),
    Family(Family),
    Session(Session),
    Hook(Hook),
}

/// `use "numbers.wire";`
#[derive(Debug, Clone)]
pub struct Use {
    pub path: Text,
    pub span: Span,
}

/// A string literal: its value, with escapes resolved, and its place with the quotes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    pub value: String,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub struct Const {
    pub docs: Vec<Doc>,
    pub name: Name,
    pub guard: Option<Expr>,
    pub value: Expr,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub struct Type {
    pub docs: Vec<Doc>,
    pub name: Name,
    pub guard: Option<Expr>,
    pub wire: Wire,
    pub clauses: Clauses,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub struct Varint {
    pub docs: Vec<Doc>,
    pub name: Name,
    /// The integers that it holds, as a width: `i32`, `i29`.
    pub number: WireInt,
    pub guard: Option<Expr>,
    /// `wrap`: the number is the low bits of what was read.
    pub wrap: Option<Span>,
    /// `canonical`: longer forms are refused.
    pub canonical: Option<Span>,
    pub shape: VarintShape,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub enum VarintShape {
    /// `{ -126..=127 => i8, .. => 0x80 i16 }`
    Forms(Vec<VarintForm>),
    /// `= groups(7, 7, 7, 8);`, `= leb128;`, `= zigzag(leb128);`, `= quic;`
    Expr(Expr),
}

#[derive(Debug, Clone)]
pub struct VarintForm {
    pub pattern: Pattern,
    /// The byte in front.
    pub marker: Option<(i128, Span)>,
    pub wire: WireInt,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub struct Quantity {
    pub docs: Vec<Doc>,
    pub name: Name,
    pub wire: Wire,
    /// `as f32` or `as f64`.
    pub number: Option<(FloatWidth, Span)>,
    pub guard: Option<Expr>,
    pub value: Expr,
    /// `from trunc(..)`.
    pub inverse: Option<(Rounding, Expr)>,
    pub options: Options,
    pub span: Span,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FloatWidth {
    F32,
    F64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rounding {
    Round,
    Trunc,
    Floor,
}

/// `in degrees range -90..=90 clamp trunc lossy`, in any order after `in` and `range`.
#[derive(Debug, Clone, Default)]
pub struct Options {
    pub unit: Option<Name>,
    pub range: Option<Pattern>,
    pub words: Vec<OptionWord>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OptionWord {
    pub kind: OptionKind,
    pub span: Span,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OptionKind {
    Wrap,
    Clamp,
    Refuse,
    Round,
    Trunc,
    Floor,
    Lossy,
}

#[derive(Debug, Clone)]
pub struct Packed {
    pub docs: Vec<Doc>,
    pub name: Name,
    pub wire: Wire,
    pub guard: Option<Expr>,
    pub digits: Vec<Digit>,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub struct Digit {
    pub docs: Vec<Doc>,
    pub name: Name,
    pub range: Pattern,
    pub options: Options,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub struct Enum {
    pub docs: Vec<Doc>,
    pub name: Name,
    pub wire: Wire,
    pub guard: Option<Expr>,
    pub codes: Vec<EnumCode>,
    /// `..`: unknown codes are kept.
    pub open: Option<Span>,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub struct EnumCode {
    pub docs: Vec<Doc>,
    pub name: Name,
    /// The first alternative is written.
    pub codes: Pattern,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub struct Bits {
    pub docs: Vec<Doc>,
    pub name: Name,
    pub carrier: Wire,
    pub guard: Option<Expr>,
    pub parts: Vec<Part>,
    pub span: Span,
}

/// One part of a carrier, lowest first.
#[derive(Debug, Clone)]
pub struct Part {
    pub docs: Vec<Doc>,
    /// `None` is `_`.
    pub name: Option<Name>,
    /// `None`: a bare part, one bit.
    pub width: Option<PartWidth>,
    pub value: Option<ValueType>,
    pub computed: Option<Expr>,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub enum PartWidth {
    Wire(Wire),
    /// `..`: all that is left of the carrier.
    Rest(Span),
}

/// A `struct` or a `delta`.
#[derive(Debug, Clone)]
pub struct Struct {
    pub docs: Vec<Doc>,
    pub kind: StructKind,
    pub name: Name,
    pub params: Vec<Param>,
    pub guard: Option<Expr>,
    pub body: Body,
    pub span: Span,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StructKind {
    Struct,
    /// The span of the word `delta`.
    Delta(Span),
}

#[derive(Debug, Clone)]
pub struct Message {
    pub docs: Vec<Doc>,
    pub name: Name,
    pub params: Vec<Param>,
    pub code: Expr,
    pub guard: Option<Expr>,
    /// Empty for a message that ends in `;`.
    pub body: Body,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub struct Family {
    pub docs: Vec<Doc>,
    pub name: Name,
    pub params: Vec<Param>,
    /// What carries the code.
    pub carrier: Option<Wire>,
    pub members: Vec<Member>,
    /// `..`: an unknown code is kept.
    pub open: Option<Span>,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub enum Member {
    /// Declared here.
    Message(Message),
    /// Named: a shared message, or another family, with its arguments.
    Named { name: Name, args: Vec<Expr> },
}

/// `session mode = MapChange.mode;`
#[derive(Debug, Clone)]
pub struct Session {
    pub docs: Vec<Doc>,
    pub name: Name,
    pub message: Name,
    pub field: Name,
    pub span: Span,
}

/// `hook move_checksum(data: bytes, sequence: u31) -> u8;`
#[derive(Debug, Clone)]
pub struct Hook {
    pub docs: Vec<Doc>,
    pub name: Name,
    pub params: Vec<Param>,
    pub result: WireInt,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub struct Param {
    pub name: Name,
    pub wire: Wire,
}

/// `{ .. }`
#[derive(Debug, Clone, Default)]
pub struct Body {
    pub entries: Vec<Entry>,
    /// With the braces.
    pub span: Span,
}

#[derive(Debug, Clone)]
pub enum Entry {
    Field(Field),
    /// Parts that belong to this record.
    Bits(InlineBits),
    Within(Within),
    Example(Example),
}

#[derive(Debug, Clone)]
pub struct Field {
    pub docs: Vec<Doc>,
    /// `@4`: asserts the offset.
    pub offset: Option<(i128, Span)>,
    /// `None` is `_`: reserved space, or a constant.
    pub name: Option<Name>,
    pub wire: Wire,
    pub clauses: Clauses,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub struct InlineBits {
    pub docs: Vec<Doc>,
    pub carrier: Wire,
    pub parts: Vec<Part>,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub struct Within {
    pub docs: Vec<Doc>,
    pub extent: Extent,
    pub body: Body,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub struct Example {
    pub docs: Vec<Doc>,
    pub kind: ExampleKind,
    pub title: Text,
    /// `(is_self: true)`
    pub params: Vec<(Name, Expr)>,
    pub base: ByteBase,
    pub bytes: Text,
    pub values: Vec<(Path, Expr)>,
    pub span: Span,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExampleKind {
    /// Read, compared, and written back to the same bytes.
    Example,
    /// Read and compared; another spelling of the same values.
    Accepts,
    /// Refused.
    Refuses,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ByteBase {
    Hex,
    Dec,
}

/// What may follow a wire, in this order.
#[derive(Debug, Clone, Default)]
pub struct Clauses {
    /// `from previous` (deltas).
    pub from: Option<Expr>,
    /// `by kind`.
    pub by: Option<Name>,
    /// `as Cubes`.
    pub value: Option<ValueType>,
    /// `= 0xFB1AB1AF`.
    pub computed: Option<Expr>,
    /// `if has_fall`.
    pub presence: Option<Expr>,
    /// `else 1.0`.
    pub absent: Option<Expr>,
    /// `where 1..=7 else 1`.
    pub rule: Option<Rule>,
}

#[derive(Debug, Clone)]
pub struct Rule {
    pub check: RuleCheck,
    /// `else 0.0`: repaired instead of refused.
    pub repair: Option<Expr>,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub enum RuleCheck {
    Expr(Expr),
    /// `1..=7`
    Range {
        low: Option<Expr>,
        high: Option<Expr>,
        inclusive: bool,
        span: Span,
    },
}

#[derive(Debug, Clone)]
pub struct ValueType {
    pub kind: ValueKind,
    pub span: Span,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ValueKind {
    Named(Name),
    Bool,
    Truthy,
    Utf8,
    Ascii,
    Latin1,
}

/// `u16be`, `i24`, `f32`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WireInt {
    pub kind: NumberKind,
    pub bits: u32,
    pub order: Option<ByteOrder>,
    pub span: Span,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NumberKind {
    Unsigned,
    Signed,
    Float,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ByteOrder {
    Little,
    Big,
}

#[derive(Debug, Clone)]
pub struct Wire {
    pub kind: WireKind,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub enum WireKind {
    Int(WireInt),
    Bool,
    /// A declared wire, with arguments.
    Named {
        name: Name,
        args: Vec<Expr>,
    },
    /// `if has_fall { .. }`: a group that is there or not as one.
    If {
        test: Expr,
        group: Group,
    },
    Group(Group),
    Bits {
        carrier: Box<Wire>,
        parts: Vec<Part>,
    },
    Match {
        tag: Expr,
        arms: Vec<Arm>,
    },
    List {
        item: Box<Wire>,
        sparse: Option<Sparse>,
        extent: Box<Extent>,
    },
    Bytes {
        encoding: Encoding,
        extent: Option<Box<Extent>>,
    },
}

/// `[T if mask else base.x; 32]`
#[derive(Debug, Clone)]
pub struct Sparse {
    pub mask: Path,
    pub absent: Option<Expr>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    Bytes,
    Utf8,
    Ascii,
    Latin1,
}

/// `{ .. }`, `struct Player { .. }`.
#[derive(Debug, Clone)]
pub struct Group {
    pub kind: StructKind,
    /// Named in place, or named after its field.
    pub name: Option<Name>,
    pub body: Body,
    pub span: Span,
}

/// `0 => u16`
#[derive(Debug, Clone)]
pub struct Arm {
    pub docs: Vec<Doc>,
    pub pattern: Pattern,
    pub target: Target,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub enum Target {
    /// `none`: absent.
    None(Span),
    /// `Number: Int`
    Variant { name: Name, wire: Wire },
    /// `Attribute { .. }`
    Body { name: Name, body: Body },
    /// `u16`, `Point`, `Member(arg)`.
    Wire(Wire),
}

#[derive(Debug, Clone)]
pub struct Extent {
    pub kind: ExtentKind,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub enum ExtentKind {
    /// `..`
    Rest,
    /// `until 0 or end, ..=450`
    Until { end: UntilEnd, or_end: Option<Span>, bound: Option<Expr> },
    /// `32`, `count`, `words * 4`, or a wire in front (`u8`, `Int`), which looks like a path here.
    Count { count: Expr, or_end: Option<Span> },
}

#[derive(Debug, Clone)]
pub enum UntilEnd {
    /// `cn: -1 | ..0`
    Field { name: Name, pattern: Pattern },
    /// `0`
    Pattern(Pattern),
    /// `left() <= 2`
    Expr(Expr),
}

/// Alternatives; the first is what the writer writes.
#[derive(Debug, Clone)]
pub struct Pattern {
    pub alternatives: Vec<Alternative>,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub struct Alternative {
    pub kind: AlternativeKind,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub enum AlternativeKind {
    /// `_`
    Any,
    /// `-126..=127`, `..0`, `..`
    Range {
        low: Option<Literal>,
        high: Option<Literal>,
        inclusive: bool,
    },
    Literal(Literal),
    /// A name of an enum, or a constant.
    Name(Name),
    Text(String),
    Tuple(Vec<Alternative>),
}

/// A number with its sign, or a character.
#[derive(Debug, Clone, PartialEq)]
pub struct Literal {
    pub kind: LiteralKind,
    pub span: Span,
}

#[derive(Debug, Clone, PartialEq)]
pub enum LiteralKind {
    /// The sign is applied.
    Int(i128),
    /// The text as written, with its sign, without `_`: exact rationals are made of it.
    Float(String),
    /// One character up to U+00FF, as its code.
    Char(u8),
}

/// `wide_x`, `mask.pitch`, `session.mode`, `it.raw`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Path {
    /// At least one.
    pub segments: Vec<Name>,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub enum ExprKind {
    /// Not negative: `-` is an operator here.
    Int(i128),
    /// The text as written, without `_`.
    Float(String),
    Char(u8),
    Text(String),
    Path(Path),
    Call {
        function: Path,
        args: Vec<Expr>,
    },
    /// `(a, b)`
    Tuple(Vec<Expr>),
    /// `[1, 2]`
    List(Vec<Expr>),
    Unary {
        op: UnaryOp,
        value: Box<Expr>,
    },
    Binary {
        op: BinaryOp,
        left: Box<Expr>,
        right: Box<Expr>,
    },
    /// `a < b <= c`: each neighbouring pair.
    Compare {
        first: Box<Expr>,
        rest: Vec<(CompareOp, Expr)>,
    },
    /// `mode in Hold | InstaHold`
    In {
        value: Box<Expr>,
        pattern: Pattern,
    },
    /// `a..=b` as an argument of `span`.
    Range {
        low: Box<Expr>,
        high: Box<Expr>,
        inclusive: bool,
    },
    /// `if VERSION >= 260 { 3 } else { 0 }`
    If {
        test: Box<Expr>,
        yes: Box<Expr>,
        no: Box<Expr>,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnaryOp {
    Not,
    Negate,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BinaryOp {
    Or,
    And,
    Add,
    Subtract,
    Multiply,
    Divide,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CompareOp {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}
