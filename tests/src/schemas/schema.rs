//! Random schemas, each valid by construction: every construct of the language in random combination.

mod body;
mod deltas;
mod extents;
mod families;
mod fields;
mod shapes;
mod types;

use std::fmt::Write as _;

use super::dice::Dice;
use super::words::Names;

/// The text of a schema.
pub fn schema(seed: u64) -> String {
    let mut schema = Schema::new(seed);
    let order = if schema.dice.percent(70) { "little" } else { "big" };
    writeln!(schema.text, "//! Schema {seed}.\nprotocol s{seed} {{ byte_order: {order} }}").unwrap();
    for _ in 0..schema.dice.below(6) + 2 {
        schema.type_declaration();
    }
    for _ in 0..schema.dice.below(4) + 1 {
        match schema.dice.below(4) {
            0 => schema.family(),
            1 => {
                schema.delta();
                schema.structure();
            }
            _ => schema.structure(),
        }
        if schema.dice.percent(40) {
            schema.type_declaration();
        }
    }
    schema.text
}

/// A schema in the making, and what it has declared so far.
struct Schema {
    dice: Dice,
    text: String,
    names: Names,
    scalars: Vec<Declared>,
    parts: Vec<Part>,
    records: Vec<RecordType>,
    families: Vec<FamilyType>,
    /// Plain varints, for counts and carriers.
    varints: Vec<(String, i128, i128)>,
    consts: Vec<(String, i128)>,
}

/// A type that stands on a wire of its own, in one number.
#[derive(Debug, Clone)]
struct Declared {
    name: String,
    kind: Kind,
}

#[derive(Debug, Clone)]
enum Kind {
    Int(i128, i128),
    Enum(EnumType),
    /// A literal for `else`.
    Quantity(String),
    Bits(Vec<String>),
    Packed,
    Float,
}

#[derive(Debug, Clone)]
struct EnumType {
    names: Vec<String>,
    codes: Vec<i128>,
    open: bool,
}

/// An enum for parts of a carrier.
#[derive(Debug, Clone)]
struct Part {
    name: String,
    bits: u32,
    kind: EnumType,
}

#[derive(Debug, Clone)]
struct RecordType {
    name: String,
    params: Vec<Param>,
    /// It asks where its region ends.
    to_the_end: bool,
    delta: bool,
}

#[derive(Debug, Clone)]
struct FamilyType {
    name: String,
    params: Vec<Param>,
    to_the_end: bool,
    open: bool,
    /// The wire of a number that chooses members, where they have no code in front.
    by: Option<String>,
}

#[derive(Debug, Clone)]
struct Param {
    name: String,
    kind: ParamKind,
}

#[derive(Debug, Clone)]
enum ParamKind {
    Bool,
    Int(i128),
    Enum(String, EnumType),
}

impl Schema {
    fn new(seed: u64) -> Self {
        Self {
            dice: Dice::new(seed),
            text: String::new(),
            names: Names::default(),
            scalars: Vec::new(),
            parts: Vec::new(),
            records: Vec::new(),
            families: Vec::new(),
            varints: Vec::new(),
            consts: Vec::new(),
        }
    }
}

/// An integer of whole bytes: its spelling and what it holds.
fn whole(dice: &mut Dice, most: u32) -> (String, i128, i128) {
    let bytes = dice.below(most as usize) as u32 + 1;
    let signed = dice.percent(40);
    let bits = bytes * 8;
    let order = if bytes > 1 && dice.percent(30) { *dice.pick(&["be", "le"]) } else { "" };
    let (min, max) = interval(bits, signed);
    (format!("{}{bits}{order}", if signed { 'i' } else { 'u' }), min, max)
}

fn interval(bits: u32, signed: bool) -> (i128, i128) {
    if signed { (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) } else { (0, (1 << bits) - 1) }
}
