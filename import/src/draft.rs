//! A schema while it is made: declarations whose fields know where they come from.
//!
//! The importers build a [`Draft`]. [`settle`](crate::settle) prints it, compiles it, and cuts it where the compiler refuses it.

mod print;
mod walk;

pub use print::{Place, Printed, print};

use crate::reason::Reason;

/// A schema.
#[derive(Debug, Clone, Default)]
pub struct Draft {
    /// The documentation of the file, for `//!`.
    pub docs: String,
    /// The name of the protocol, in `snake_case`.
    pub name: String,
    /// The settings of the header: `byte_order: big`.
    pub settings: Vec<String>,
    pub items: Vec<Item>,
}

/// A declaration.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    /// Its path in the source: `types.slot`.
    pub at: String,
    pub docs: String,
    /// The name, in `UpperCamel`, unique among the items that a version has.
    pub name: Name,
    /// The versions that have it: `VERSION >= 766`.
    pub guard: Option<String>,
    /// Their numbers; none where a schema has one version.
    pub versions: Vec<u64>,
    /// The content of the declaration.
    pub body: Body,
    /// The comments about things that the schema cannot say.
    pub notes: Vec<Note>,
    /// Whether the summary counts it: a packet or a type of the source, and no helper.
    pub counts: bool,
    /// Why it is left out, if it is.
    pub left_out: Option<Reason>,
}

/// The content of a declaration.
#[derive(Debug, Clone, PartialEq)]
pub enum Body {
    /// `struct NAME(params) { fields }`
    Struct {
        /// The parameters: a name and a wire.
        params: Vec<(String, String)>,
        /// How many levels may be around each other, if it is in a circle.
        depth: Option<u32>,
        fields: Vec<Field>,
    },
    /// `family NAME(params): carrier { messages .. }`
    Family {
        params: Vec<(String, String)>,
        /// The wire of the code; without one, a field chooses the message.
        carrier: Option<String>,
        messages: Vec<Message>,
        /// Whether it ends in `..`.
        open: bool,
    },
    /// `enum NAME: carrier { names .. }`
    Enum {
        carrier: String,
        names: Vec<Variant>,
        /// Whether it ends in `..`.
        open: bool,
    },
    /// `bits NAME: carrier { parts }`
    Bits {
        /// The carrier, with an order of its bits.
        carrier: String,
        parts: Vec<Part>,
    },
    /// Any other declaration: the keyword, and all behind name and guard. `type` and `= u16;`.
    Plain(&'static str, String),
}

/// A message of a family.
#[derive(Debug, Clone, PartialEq)]
pub struct Message {
    pub at: String,
    pub docs: String,
    pub name: Name,
    pub code: String,
    /// The versions that have it.
    pub guard: Option<String>,
    pub fields: Vec<Field>,
    /// The comments about things that the schema cannot say.
    pub notes: Vec<Note>,
    /// Why it is left out, if it is.
    pub left_out: Option<Reason>,
}

/// A name of an enum.
#[derive(Debug, Clone, PartialEq)]
pub struct Variant {
    pub docs: String,
    pub name: Name,
    /// Its codes, a pattern.
    pub codes: String,
}

/// A name of the schema, and the name in the source if it differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// The name in the schema; `_` for reserved space.
    pub name: String,
    /// The name in the source, if it is another and can be a source name.
    pub source: Option<String>,
}

/// An entry of a body.
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    /// Its path in the source: `types.slot.count`, `seq[2]`.
    pub at: String,
    pub docs: String,
    pub entry: Entry,
    /// The bytes that it has, where the source says so: what is cut is kept as so many bytes then.
    pub size: Option<String>,
    /// The comments about things that the schema cannot say.
    pub notes: Vec<Note>,
    /// Whether it was cut already: it holds bytes in place of what it was.
    pub cut: bool,
    /// The versions that have it; none if all versions of its record do.
    pub versions: Vec<u64>,
}

/// The forms of an entry.
#[derive(Debug, Clone, PartialEq)]
pub enum Entry {
    /// `name "source": WIRE meaning if when where rule`
    Named {
        name: Name,
        wire: Wire,
        /// `as Kind`, `= 5`, `by kind`; empty without one.
        meaning: String,
        /// The condition, without `if`.
        when: Option<String>,
        /// The rule, without `where`.
        rule: Option<String>,
    },
    /// `bits CARRIER { parts }`
    Bits {
        /// The carrier, with an order of its bits: `u16`, `u24le high_first`.
        carrier: String,
        parts: Vec<Part>,
    },
    /// `within (extent) { fields }`
    Within { extent: String, fields: Vec<Field> },
}

/// A part of bits.
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    pub docs: String,
    pub name: Name,
    /// All behind the name: `: u3 as Kind`, ` = true`; empty for a bare flag.
    pub rest: String,
}

/// A wire.
#[derive(Debug, Clone, PartialEq)]
pub enum Wire {
    /// A wire without other declarations of fields in it: `u16`, `bytes[u8]`, `utf8[until 0]`.
    Text(String),
    /// A struct, family or type of this schema, by its name.
    Named {
        name: String,
        args: Vec<String>,
        /// Whether it is read level by level; circles are broken by this, see [`circles`](crate::circles).
        nested: bool,
    },
    /// `[element; extent]`
    List { element: Box<Wire>, extent: String },
    /// `{ fields }`, `if when { fields }`
    Group { when: Option<String>, fields: Vec<Field> },
    /// `match on { arms }`
    Match {
        /// The tag, tags, or wire.
        on: String,
        arms: Vec<Arm>,
    },
    /// `bits CARRIER { parts }` as a wire
    Bits { carrier: String, parts: Vec<Part> },
    /// `within (extent) WIRE`
    Region { extent: String, wire: Box<Wire> },
}

/// An arm of a `match`.
#[derive(Debug, Clone, PartialEq)]
pub struct Arm {
    pub pattern: String,
    /// The name; an arm of a width has none.
    pub name: Option<String>,
    /// The wire: `Name {}` without one, `none` if there is no name either.
    pub wire: Option<Wire>,
}

/// Something that the schema cannot say: a comment in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    pub at: String,
    pub reason: Reason,
    /// More: the expression that could not be said; may be empty.
    pub detail: String,
    /// Whether bytes have no description, or less than in the source, for this reason. A calculated value has no bytes.
    pub loses: bool,
}

impl Item {
    /// A declaration without documentation, in all versions.
    pub fn new(at: impl Into<String>, name: Name, body: Body) -> Self {
        Self {
            at: at.into(),
            docs: String::new(),
            name,
            guard: None,
            versions: Vec::new(),
            body,
            notes: Vec::new(),
            counts: false,
            left_out: None,
        }
    }
}

impl Field {
    /// An entry without documentation.
    pub fn new(at: impl Into<String>, entry: Entry) -> Self {
        Self {
            at: at.into(),
            docs: String::new(),
            entry,
            size: None,
            notes: Vec::new(),
            cut: false,
            versions: Vec::new(),
        }
    }

    /// A field with a name, a wire, and no clauses.
    pub fn named(at: impl Into<String>, name: Name, wire: Wire) -> Self {
        Self::new(at, Entry::Named { name, wire, meaning: String::new(), when: None, rule: None })
    }
}

impl Wire {
    /// A wire as text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// A declaration of this schema.
    pub fn declared(name: impl Into<String>, args: Vec<String>) -> Self {
        Self::Named { name: name.into(), args, nested: false }
    }
}

impl Name {
    /// A name that is that of the source.
    pub fn plain(name: impl Into<String>) -> Self {
        Self { name: name.into(), source: None }
    }
}
