//! Random schemas, each valid by construction: every construct of the language in random combination, which
//! [`constructs`](super::constructs) and [`grammar`](super::grammar) make sure of.

mod aligned;
mod body;
mod chains;
mod circles;
mod conditions;
mod deltas;
mod docs;
pub mod examples;
mod extents;
mod families;
mod fields;
mod kinds;
mod lasting;
mod left;
mod numbers;
mod rare;
mod references;
mod sessions;
mod shapes;
mod streams;
pub mod sums;
mod tuples;
mod types;
mod uses;
mod versions;

use std::fmt::Write as _;

use super::dice::Dice;
use super::words::Names;

/// The text of a schema.
pub fn schema(seed: u64) -> String {
    let mut schema = Schema::new(seed);
    let order = if schema.dice.percent(70) { "little" } else { "big" };
    let versions = schema.versions();
    let bits = if seed % 4 == 3 { ", bit_order: high_first" } else { "" };
    writeln!(schema.text, "//! Schema {seed}.\nprotocol s{seed} {{ byte_order: {order}{bits}{versions} }}").unwrap();
    schema.version_constants();
    for _ in 0..schema.dice.below(6) + 2 {
        schema.type_declaration();
    }
    if schema.dice.percent(30) {
        schema.session();
    }
    for _ in 0..schema.dice.below(3) {
        schema.hook();
    }
    for _ in 0..schema.dice.below(4) + 1 {
        match schema.dice.below(5) {
            0 => schema.family(),
            4 => schema.stream(),
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
    schema.check_in_turn(seed);
    schema.rare_in_turn(seed);
    schema.kinds_in_turn(seed);
    schema.source_names_in_turn(seed);
    schema.uses_in_turn(seed);
    schema.chains_in_turn(seed);
    schema.aligned_in_turn(seed);
    schema.sum_in_turn(seed);
    schema.tuples_in_turn(seed);
    schema.lasting_in_turn(seed);
    schema.circles_in_turn(seed);
    schema.text
}

/// A schema in the making, and what it has declared so far.
struct Schema {
    dice: Dice,
    text: String,
    names: Names,
    scalars: Vec<Declared>,
    parts: Vec<Part>,
    /// What parts of a carrier mean besides: names and widths.
    meanings: Vec<(String, u32)>,
    /// Names of wires, and whether they can be elements.
    wires: Vec<(String, bool)>,
    records: Vec<RecordType>,
    families: Vec<FamilyType>,
    /// Plain varints, for counts and carriers.
    varints: Vec<(String, i128, i128)>,
    consts: Vec<(String, i128)>,
    /// Conditions on the version; none if there are no versions.
    of_versions: Vec<&'static str>,
    /// What a session knows, as expressions name it.
    said: Vec<body::User>,
    session_names: std::collections::HashSet<String>,
    /// The message that says it; the carrier of its family is a byte.
    says: Option<String>,
    hooks: Vec<sums::Hook>,
    /// How often something was called that only the program can work out, or used that has such a number.
    hooked: usize,
    /// States of nothing but numbers, which can be compared as a whole.
    comparable: std::collections::HashSet<String>,
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
    /// A literal for `else`, and the raw numbers.
    Quantity(String, i128, i128),
    /// Its flags, and its numbers with what they hold.
    Bits(Vec<String>, Vec<(String, i128, i128)>),
    /// Nothing else speaks of it: it is packed, or a rule repairs it.
    Alone,
    Float,
}

#[derive(Debug, Clone)]
struct EnumType {
    names: Vec<String>,
    codes: Vec<i128>,
    open: bool,
    /// The greatest code, of all that a name has.
    most: i128,
    /// What its own wire holds.
    holds: (i128, i128),
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
    /// It has a number that only the program can work out.
    hooked: bool,
}

#[derive(Debug, Clone)]
struct FamilyType {
    name: String,
    params: Vec<Param>,
    to_the_end: bool,
    open: bool,
    /// The wire of the code, and what comes behind the last code.
    carrier: String,
    end: i128,
    /// It has the message that says what the session knows.
    says: bool,
    /// Members have no code in front: a number of that wire chooses them.
    by: bool,
    hooked: bool,
}

#[derive(Debug, Clone)]
struct Param {
    name: String,
    kind: ParamKind,
    docs: String,
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
            meanings: Vec::new(),
            wires: Vec::new(),
            records: Vec::new(),
            families: Vec::new(),
            varints: Vec::new(),
            consts: Vec::new(),
            of_versions: Vec::new(),
            said: Vec::new(),
            session_names: std::collections::HashSet::new(),
            says: None,
            hooks: Vec::new(),
            hooked: 0,
            comparable: std::collections::HashSet::new(),
        }
    }
}

impl Schema {
    /// A declared value that can stand on a wire that holds these numbers; some of them `surely`.
    fn meaning(&mut self, (min, max): (i128, i128), surely: (i128, i128)) -> Option<Declared> {
        let fits = |one: &&Declared| match &one.kind {
            Kind::Enum(kind) => {
                let codes = kind.codes.iter().all(|code| *code >= surely.0) && kind.most <= surely.1;
                codes && (!kind.open || (kind.holds.0 <= min && max <= kind.holds.1))
            }
            Kind::Quantity(_, least, most) => *least <= min && max <= *most,
            Kind::Int(..) | Kind::Bits(..) | Kind::Alone | Kind::Float => false,
        };
        let fitting: Vec<Declared> = self.scalars.iter().filter(fits).cloned().collect();
        if fitting.is_empty() { None } else { Some(self.dice.pick(&fitting).clone()) }
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

/// How many bytes an integer of whole bytes has that holds these.
fn bytes_of(min: i128, max: i128) -> u64 {
    u64::from((max - min).ilog2() + 1).div_ceil(8)
}

fn interval(bits: u32, signed: bool) -> (i128, i128) {
    if signed { (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) } else { (0, (1 << bits) - 1) }
}
