//! Regions: before fields in braces, and as wires: `within (u16) bytes[..]` is a region around one field.

use crate::ast::{Body, Clauses, Docs, Entry, Extent, Field, Group, Name, StructKind, Wire, WireKind, Within};
use crate::lex::Mark;
use crate::source::Span;

use super::cursor::{Parsed, Parser};

/// `within (u16)`
pub(super) struct RegionHead {
    /// The word.
    pub(super) word: Span,
    pub(super) extent: Extent,
}

impl Parser<'_> {
    pub(super) fn begins_region(&self) -> bool {
        self.is_word("within")
    }

    /// `bytes[..] within (u8)`: no braces follow.
    pub(super) fn is_region_behind_its_wire(&self) -> bool {
        let behind = self.pairs.end(self.at + 1) + 1;
        self.begins_region() && !self.token().first_on_line && !self.is_mark_at(behind, Mark::OpenBrace)
    }

    pub(super) fn region_head(&mut self) -> Parsed<RegionHead> {
        let word = self.bump();
        if !self.is(Mark::OpenParen) {
            let help = "how long the region is stands in front: `within(u8) { .. }`".to_owned();
            return Err(self.expected_or("`(`", Some(help)));
        }
        let (extent, _) = self.delimited(Mark::OpenParen, Self::extent)?;
        Ok(RegionHead { word, extent })
    }

    /// The wire of an element or a shape. A region around it is a group: that of the wire, or one with the field `value`.
    pub(super) fn wire_or_region(&mut self) -> Parsed<Wire> {
        if !self.begins_region() {
            return self.wire();
        }
        let head = self.region_head()?;
        let wire = self.or_error(Self::wire);
        let (span, inner) = (head.word.to(wire.span), wire.span);
        let (name, fields) = match wire.kind {
            WireKind::Group(Group { trailer: None, kind: StructKind::Struct, name, body }) => (name, body.entries),
            _ => {
                let name = Some(Name { text: "value".to_owned(), span: inner });
                let (docs, clauses) = (Docs::default(), Clauses::default());
                (None, vec![Entry::Field(Field { docs, offset: None, name, wire, clauses, span: inner })])
            }
        };
        let body = Body { entries: fields, span: inner };
        let within = Within { docs: Docs::default(), extent: head.extent, body, is_wire: false, span };
        let body = Body { entries: vec![Entry::Within(within)], span };
        Ok(Wire { kind: WireKind::Group(Group { trailer: None, kind: StructKind::Struct, name, body }), span })
    }
}

impl RegionHead {
    /// The region around the field of which it is the wire.
    pub(super) fn around(self, field: Field) -> Within {
        let span = self.word.to(field.span);
        let body = Body { entries: vec![Entry::Field(field)], span };
        Within { docs: Docs::default(), extent: self.extent, body, is_wire: true, span }
    }
}
