//! Enums, with the names and codes of their tags.

use std::collections::HashMap;

use pdl_compiler::ast::{Tag, TagValue};

use crate::draft::{Body, Variant};
use crate::names::Scope;

use super::source::Source;
use super::words::literal;

/// A number.
#[derive(Clone)]
pub struct Code {
    pub number: usize,
    /// The number as the source writes it.
    pub text: String,
}

/// An enum, as others use it.
pub struct Enum {
    /// The tags: the name in the schema, and the code, if it is one and not a range.
    tags: HashMap<String, (String, Option<Code>)>,
    /// Whether each number is one of its codes, and no code is in a range.
    is_listed: bool,
}

impl Enum {
    /// The enum of some tags, and its declaration.
    pub fn new(source: &Source<'_>, tags: &[Tag], width: usize) -> (Self, Body) {
        let mut enumeration = Self { tags: HashMap::new(), is_listed: true };
        let mut names = Vec::new();
        let mut scope = Scope::default();
        let is_open = tags.iter().any(|tag| matches!(tag, Tag::Other(_)));
        if is_open {
            // The language has this name for all other codes.
            scope.fresh("Other");
        }
        let mut codes: u128 = 0;
        for tag in tags {
            match tag {
                Tag::Value(tag) => {
                    codes += 1;
                    names.push(enumeration.value(source, tag, &mut scope));
                }
                Tag::Range(range) => {
                    enumeration.is_listed = false;
                    let (start, end) = (*range.range.start(), *range.range.end());
                    codes += (end as u128 + 1).saturating_sub(start as u128);
                    for tag in &range.tags {
                        names.push(enumeration.value(source, tag, &mut scope));
                    }
                    let name = scope.upper(&range.id);
                    enumeration.tags.insert(range.id.clone(), (name.name.clone(), None));
                    let taken = range.tags.iter().map(|tag| tag.value).collect();
                    let is_hex = source.piece(&range.loc).contains("0x");
                    let codes = without(start, end, taken, is_hex);
                    // A range whose codes all have names of their own has none left.
                    if !codes.is_empty() {
                        names.push(Variant { docs: source.docs(&range.loc), name, codes });
                    }
                }
                Tag::Other(_) => enumeration.is_listed = false,
            }
        }
        let is_open = is_open && 1_u128.checked_shl(width as u32).is_none_or(|all| codes < all);
        (enumeration, Body::Enum { carrier: format!("u{width}"), names, open: is_open })
    }

    fn value(&mut self, source: &Source<'_>, tag: &TagValue, scope: &mut Scope) -> Variant {
        let name = scope.upper(&tag.id);
        let text = literal(source.piece(&tag.loc), tag.value);
        self.tags.insert(tag.id.clone(), (name.name.clone(), Some(Code { number: tag.value, text: text.clone() })));
        Variant { docs: source.docs(&tag.loc), name, codes: text }
    }

    /// The name and the code of a tag that has one code.
    pub fn tag(&self, id: &str) -> Option<(&str, &Code)> {
        self.tags.get(id).and_then(|(name, code)| Some((name.as_str(), code.as_ref()?)))
    }

    /// How many codes it has, if there is no other number that it takes.
    pub fn codes(&self) -> Option<usize> {
        self.is_listed.then_some(self.tags.len())
    }
}

/// The numbers of a range that are not taken, as a pattern.
fn without(start: usize, end: usize, mut taken: Vec<usize>, is_hex: bool) -> String {
    let shown = |code: usize| if is_hex { format!("{code:#x}") } else { code.to_string() };
    taken.sort_unstable();
    let mut parts = Vec::new();
    let mut part = |low: usize, high: Option<usize>| match high {
        Some(high) if low < high => parts.push(format!("{}..={}", shown(low), shown(high))),
        Some(high) if low == high => parts.push(shown(low)),
        _ => {}
    };
    let mut low = Some(start);
    for code in taken {
        if let Some(from) = low.filter(|low| *low <= code) {
            part(from, code.checked_sub(1));
            low = code.checked_add(1);
        }
    }
    if let Some(low) = low {
        part(low, Some(end));
    }
    parts.join(" | ")
}
