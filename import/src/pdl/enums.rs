//! Enums, with the names and codes of their tags.

use std::collections::HashMap;
use std::ops::Range;

use pdl_compiler::ast::{Tag, TagValue};

use crate::draft::{Body, Variant};
use crate::names::Scope;

use super::source::Source;
use super::words::literal;

/// A value that chooses.
#[derive(Clone)]
pub struct Code {
    pub number: usize,
    /// The number as the source writes it.
    pub text: String,
    /// The name that the number has in the schema, or the number.
    pub name: String,
}

/// An enum, as others use it.
pub struct Enum {
    /// The tags that have one code.
    pub tags: HashMap<String, Code>,
    /// Whether each number is one of these.
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
            let (own, range) = match tag {
                Tag::Value(tag) => (std::slice::from_ref(tag), None),
                Tag::Range(range) => (range.tags.as_slice(), Some(range)),
                Tag::Other(_) => (&[][..], None),
            };
            enumeration.is_listed &= matches!(tag, Tag::Value(_));
            for tag in own {
                let name = scope.upper(&tag.id);
                let text = literal(source.piece(&tag.loc), tag.value);
                let code = Code { number: tag.value, text: text.clone(), name: name.name.clone() };
                enumeration.tags.insert(tag.id.clone(), code);
                names.push(Variant { docs: source.docs(&tag.loc), name, codes: text });
            }
            let Some(range) = range else {
                codes += own.len() as u128;
                continue;
            };
            let (start, end) = (*range.range.start() as u128, *range.range.end() as u128 + 1);
            codes += end.saturating_sub(start);
            let name = scope.upper(&range.id);
            let free = without(start..end, own, source.piece(&range.loc).contains("0x"));
            // A range whose codes all have names of their own has none left.
            if !free.is_empty() {
                names.push(Variant { docs: source.docs(&range.loc), name, codes: free });
            }
        }
        let is_open = is_open && 1_u128.checked_shl(width as u32).is_none_or(|all| codes < all);
        (enumeration, Body::Enum { carrier: format!("u{width}"), names, open: is_open })
    }

    /// How many codes it has, if there is no other number that it takes.
    pub fn codes(&self) -> Option<usize> {
        self.is_listed.then_some(self.tags.len())
    }
}

/// The numbers of a range that have no tags of their own, as a pattern.
fn without(range: Range<u128>, tags: &[TagValue], is_hex: bool) -> String {
    let shown = |code: u128| if is_hex { format!("{code:#x}") } else { code.to_string() };
    let mut taken: Vec<u128> = tags.iter().map(|tag| tag.value as u128).collect();
    taken.sort_unstable();
    taken.push(range.end);
    let mut parts = Vec::new();
    let mut low = range.start;
    for code in taken {
        if low + 1 == code {
            parts.push(shown(low));
        } else if low < code {
            parts.push(format!("{}..={}", shown(low), shown(code - 1)));
        }
        low = low.max(code + 1);
    }
    parts.join(" | ")
}
