//! How structs end: whether they read all that is left, and whether they begin or end within a byte.

use super::kinds::{Number, number, type_name};
use super::spec::{Spec, entries};
use super::yaml::Node;

/// How often all types are looked at, for types in types.
const MOST: usize = 64;

/// Whether a struct reads all that is left of the region around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Takes {
    /// It never does.
    Never,
    /// It does in some cases.
    Sometimes,
    /// It always does.
    Always,
}

/// How a struct ends and begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Flow {
    /// Whether it reads all that is left.
    pub takes: Takes,
    /// Whether it begins with bits.
    pub begins: bool,
    /// Whether it ends within a byte.
    pub ends: bool,
    /// The bits that it has, if these are always as many.
    pub bits: Option<u32>,
}

impl Flow {
    pub const NONE: Self = Self { takes: Takes::Never, begins: false, ends: false, bits: None };

    /// The bytes that a struct has in every case.
    pub fn bytes(&self) -> Option<u32> {
        self.bits.map(|bits| bits.div_ceil(8)).filter(|_| self.takes == Takes::Never)
    }
}

/// The flow of each type.
pub fn flows(spec: &mut Spec) {
    spec.flows = vec![Flow::NONE; spec.types.len()];
    for _ in 0..MOST {
        let next: Vec<Flow> = spec.types.iter().enumerate().map(|(number, own)| of(spec, number, own.node)).collect();
        if next == spec.flows {
            break;
        }
        spec.flows = next;
    }
}

fn of(spec: &Spec, owner: usize, node: &Node) -> Flow {
    let (mut begins, mut may_be_first, mut bits) = (false, true, 0);
    let mut all = Some(0u32);
    let mut takes = Takes::Never;
    for one in entries(node, "seq") {
        let flow = field(spec, owner, one);
        let is_plain = ["if", "repeat"].iter().all(|key| one.get(key).is_none());
        begins |= may_be_first && flow.begins;
        may_be_first &= !is_plain;
        let own = one.text_of("type").and_then(number);
        bits = match own {
            Some(Number::Bits(width, _)) if is_plain || width.is_multiple_of(8) => bits + width,
            _ => u32::from(flow.ends),
        };
        // All but bits begins at a whole byte.
        let start = if matches!(own, Some(Number::Bits(..))) {
            all
        } else {
            all.and_then(|all| all.checked_next_multiple_of(8))
        };
        all = start.zip(flow.bits.filter(|_| is_plain)).and_then(|(start, bits)| start.checked_add(bits));
        takes = flow.takes;
    }
    let asks = entries(node, "seq").any(|field| asks_for_end(node, field));
    let takes = if asks && takes == Takes::Never { Takes::Sometimes } else { takes };
    Flow { takes, begins, ends: !bits.is_multiple_of(8), bits: all }
}

/// The flow of a type by its name.
pub fn named(spec: &Spec, owner: usize, name: &str) -> Flow {
    match number(name) {
        Some(Number::Bits(width, _)) => Flow { begins: true, ends: true, bits: Some(width), ..Flow::NONE },
        Some(Number::Int(_, bits, _) | Number::Float(bits, _)) => Flow { bits: Some(bits), ..Flow::NONE },
        None => {
            spec.find(owner, &type_name(name)).and_then(|found| spec.flows.get(found)).copied().unwrap_or(Flow::NONE)
        }
    }
}

/// The flow of a field.
pub fn field(spec: &Spec, owner: usize, field: &Node) -> Flow {
    let own_end = ["size", "size-eos", "terminator"].iter().any(|key| field.get(key).is_some());
    let named = |name: &str| match number(name) {
        None if own_end => Flow { bits: constant_size(field), ..Flow::NONE },
        _ => named(spec, owner, name),
    };
    let mut flow = match field.get("type") {
        None => Flow { bits: constant_size(field), ..Flow::NONE },
        Some(node) => match node.text() {
            Some(name) => named(name),
            None => {
                let cases = node.entries_of("cases");
                let has_rest = cases.iter().any(|(key, _)| key == "_");
                let mut all = cases.iter().filter_map(|(_, case)| case.text()).map(named);
                let first = if has_rest { all.next().unwrap_or(Flow::NONE) } else { Flow::NONE };
                all.fold(first, |a, b| Flow {
                    takes: if a.takes == b.takes { a.takes } else { Takes::Sometimes },
                    begins: a.begins | b.begins,
                    ends: a.ends | b.ends,
                    bits: None,
                })
            }
        },
    };
    flow.takes = match field.text_of("repeat") {
        Some("eos") => Takes::Always,
        Some("until") if field.text_of("repeat-until") == Some("_io.eof") => Takes::Always,
        Some(_) => Takes::Never,
        None if field.get("size").is_some() => Takes::Never,
        None if field.flag("size-eos") => Takes::Always,
        None if field.text_of("eos-error") == Some("false") => Takes::Sometimes,
        None => flow.takes,
    };
    if field.get("if").is_some() && flow.takes == Takes::Always {
        flow.takes = Takes::Sometimes;
    }
    flow
}

/// The bits of `contents`, or of a size that is a number.
fn constant_size(field: &Node) -> Option<u32> {
    let size = match (field.get("contents"), field.text_of("size")) {
        (Some(node), _) => i128::try_from(super::text::contents(node)?.len()).ok()?,
        (None, size) => super::expr::int(size?)?,
    };
    u32::try_from(size).ok()?.checked_mul(8)
}

/// Whether a field asks how many bytes are left.
fn asks_for_end(own: &Node, field: &Node) -> bool {
    let mut found = false;
    let mut look = |node: &Node| node.walk(&mut |node| found |= node.text().is_some_and(|text| text.contains("_io")));
    look(field);
    own.entries_of("instances").iter().filter_map(|(_, instance)| instance.get("value")).for_each(&mut look);
    found
}
