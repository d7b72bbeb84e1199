//! Numbers, alone or with others in the same bytes.

use pdl_compiler::ast::FieldDesc;

use crate::draft::{Entry, Field, Name, Part, Wire};
use crate::names::snake;
use crate::reason::Reason;

use super::super::heirs::Seen;
use super::super::pieces::Piece;
use super::super::words::{literal, whole};
use super::Record;

/// The most bits of one number.
const MOST: u64 = 64;

/// A number.
struct Number {
    name: Name,
    /// The enum of its names.
    kind: Option<String>,
    /// The value that it always has.
    constant: Option<String>,
}

impl<'f> Record<'_, 'f> {
    /// Some fields that share whole bytes. PDL lists them from the lowest bit of a number that has the order of the file.
    pub(super) fn chunk(&mut self, chunk: &[&Piece<'f>], bits: u64) -> Field {
        match chunk {
            [piece] => self.alone(piece, bits),
            _ if bits <= MOST => self.parts(chunk, bits),
            [first, ..] => {
                let name = Name::plain(self.scope.fresh("numbers"));
                self.lost(first, name, Some(bits / 8), Reason::construct("more than 64 bits that share bytes"))
            }
            [] => Field::new(String::new(), Entry::Nothing),
        }
    }

    fn alone(&mut self, piece: &Piece<'f>, bits: u64) -> Field {
        let at = piece.at();
        let docs = self.pdl.source.docs(&piece.field.loc);
        let is_reserved = matches!(piece.field.desc, FieldDesc::Reserved { .. });
        let Some(wire) = whole(bits).filter(|_| bits <= MOST || is_reserved) else {
            let name = self.name(&piece.id());
            return self.lost(piece, name, Some(bits / 8), Reason::construct("a number of more than 64 bits"));
        };
        let Some(Number { name, kind, constant }) = self.number(piece) else {
            return self.unnamed(piece, bits);
        };
        let wire = kind.map_or_else(|| Wire::text(wire), |kind| Wire::declared(kind, Vec::new()));
        let meaning = constant.map_or_else(String::new, |constant| format!("= {constant}"));
        let entry = Entry::Named { name, wire, meaning, when: None, rule: None };
        Field { docs, ..Field::new(at, entry) }
    }

    fn parts(&mut self, chunk: &[&Piece<'f>], bits: u64) -> Field {
        let mut parts = Vec::new();
        for piece in chunk {
            let docs = self.pdl.source.docs(&piece.field.loc);
            let width = self.pdl.source.bits(piece.field).unwrap_or_default();
            let Some(Number { name, kind, constant }) = self.number(piece) else {
                return self.unnamed(piece, bits);
            };
            let flag = piece.field.id().filter(|_| width == 1 && kind.is_none() && constant.is_none());
            let uses = flag.and_then(|flag| Some((flag, *self.conditions.get(flag)?)));
            let kind = match uses {
                // The writer sets a flag that one optional field goes by.
                Some((flag, 1)) if !self.pdl.constrained.contains(flag) => String::new(),
                Some(_) => ": bool".to_owned(),
                None => format!(": {}", kind.unwrap_or_else(|| format!("u{width}"))),
            };
            if let Some((flag, _)) = uses {
                self.flags.extend(piece.field.id().filter(|id| *id == flag));
            }
            let constant = constant.map_or_else(String::new, |constant| format!(" = {constant}"));
            parts.push(Part { docs, name, rest: format!("{kind}{constant}") });
        }
        let at = chunk.first().map_or_else(String::new, |piece| piece.at());
        let mut field = Field::new(at, Entry::Bits { carrier: format!("u{bits}"), parts });
        field.size = Some((bits / 8).to_string());
        field
    }

    /// The bytes of numbers of which one has a constant that is no number.
    fn unnamed(&mut self, piece: &Piece<'f>, bits: u64) -> Field {
        let name = Name::plain(self.scope.fresh("numbers"));
        self.lost(piece, name, Some(bits / 8), Reason::construct("a constant that is no number"))
    }

    /// The number of a field; nothing, if its constant is none, as a range of an enum.
    fn number(&mut self, piece: &Piece<'f>) -> Option<Number> {
        let reserved = Name::plain("_");
        Some(match &piece.field.desc {
            FieldDesc::FixedScalar { value, .. } => {
                let text = self.pdl.source.piece(&piece.field.loc).split(':').next().unwrap_or_default();
                Number { name: reserved, kind: None, constant: Some(literal(text.trim_end(), *value)) }
            }
            FieldDesc::FixedEnum { enum_id, tag_id } => {
                let constant = Some(self.pdl.enums.get(enum_id.as_str())?.tag(tag_id)?.0.to_owned());
                Number { name: reserved, kind: Some(self.pdl.name(enum_id).name), constant }
            }
            FieldDesc::Size { field_id, .. } => self.counter(piece, field_id, "size"),
            FieldDesc::Count { field_id, .. } => self.counter(piece, field_id, "count"),
            FieldDesc::ElementSize { field_id, .. } => self.counter(piece, field_id, "element_size"),
            FieldDesc::Scalar { id, width } => {
                let is_flag = self.conditions.contains_key(id.as_str());
                let wire = if is_flag { "bool".to_owned() } else { format!("u{width}") };
                let constant = match piece.fixed {
                    Some(fixed) => Some(literal(self.pdl.source.piece(&fixed.loc), fixed.value?)),
                    None => self.seen(piece, id, wire),
                };
                Number { name: self.name(id), kind: None, constant }
            }
            FieldDesc::Typedef { id, type_id } => {
                let kind = self.pdl.name(type_id).name;
                let tag = |tag: &String| Some(self.pdl.enums.get(type_id.as_str())?.tag(tag)?.0.to_owned());
                let constant = match piece.fixed {
                    Some(fixed) => Some(fixed.tag_id.as_ref().and_then(tag)?),
                    None => self.seen(piece, id, kind.clone()),
                };
                Number { name: self.name(id), kind: Some(kind), constant }
            }
            _ => Number { name: reserved, kind: None, constant: None },
        })
    }

    /// A size or count: `items_count`.
    fn counter(&mut self, piece: &Piece<'f>, of: &str, what: &str) -> Number {
        let name = Name::plain(self.scope.fresh(&format!("{}_{what}", snake(of))));
        self.names.insert(piece.id(), name.name.clone());
        Number { name, kind: None, constant: None }
    }

    /// Remembers a number that may choose among children, since it has no constant.
    fn seen(&mut self, piece: &Piece<'f>, id: &str, wire: String) -> Option<String> {
        // The name is that which the field is about to get.
        let name = self.scope.clone().field(id).name;
        self.view.own.push(Seen { field: piece.field, name, wire });
        None
    }
}
