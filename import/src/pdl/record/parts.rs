//! Numbers, alone or with others in the same bytes.

use pdl_compiler::ast::FieldDesc;

use crate::draft::{Entry, Field, Name, Part, Wire};
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
    /// The value that it always has: ` = 5`.
    constant: String,
}

impl<'f> Record<'_, 'f> {
    /// Some fields that share whole bytes. PDL lists them from the lowest bit of a number that has the order of the file.
    pub(super) fn chunk(&mut self, first: &Piece<'f>, chunk: &[Piece<'f>], bits: u64) -> Field {
        let is_reserved = matches!(first.field.desc, FieldDesc::Reserved { .. });
        let made = match chunk {
            [_] if bits <= MOST || is_reserved => self.alone(first, bits),
            [_] => {
                let name = self.name(first);
                return self.lost(first, name, Some(bits / 8), Reason::construct("a number of more than 64 bits"));
            }
            _ if bits <= MOST => self.parts(first, chunk, bits),
            _ => Err(Reason::construct("more than 64 bits that share bytes")),
        };
        made.unwrap_or_else(|reason| {
            let name = Name::plain(self.scope.fresh("numbers"));
            self.lost(first, name, Some(bits / 8), reason)
        })
    }

    fn alone(&mut self, piece: &Piece<'f>, bits: u64) -> Result<Field, Reason> {
        let Number { name, kind, constant } = self.number(piece)?;
        let wire = kind.map(|kind| Wire::declared(kind, Vec::new())).or_else(|| whole(bits).map(Wire::text));
        let wire = wire.ok_or(Reason::BIT_CURSOR)?;
        Ok(self.field(piece, name, wire, constant.trim_start().to_owned(), None))
    }

    fn parts(&mut self, first: &Piece<'f>, chunk: &[Piece<'f>], bits: u64) -> Result<Field, Reason> {
        let mut parts = Vec::new();
        for piece in chunk {
            let width = self.pdl.source.bits(piece.field).unwrap_or_default();
            let Number { name, kind, constant } = self.number(piece)?;
            let flag = piece.field.id().filter(|_| width == 1 && kind.is_none() && constant.is_empty());
            let wire = match flag.and_then(|flag| Some((flag, *self.conditions.get(flag)?))) {
                Some((flag, uses)) => {
                    self.flags.insert(flag);
                    // The writer sets a flag that one optional field goes by.
                    if uses == 1 && !self.pdl.constrained.contains(flag) { "" } else { ": bool" }.to_owned()
                }
                None => format!(": {}", kind.unwrap_or_else(|| format!("u{width}"))),
            };
            parts.push(Part { docs: self.pdl.source.docs(&piece.field.loc), name, rest: wire + &constant });
        }
        let field = Field::new(first.at(), Entry::Bits { carrier: format!("u{bits}"), parts });
        Ok(Field { size: Some((bits / 8).to_string()), ..field })
    }

    /// The number of a field. One without a constant may choose among children.
    fn number(&mut self, piece: &Piece<'f>) -> Result<Number, Reason> {
        let source = self.pdl.source;
        let tag = |kind: &str, tag: &str| self.pdl.tag(kind, tag).map(|code| code.name.clone());
        let (wire, kind, constant) = match (&piece.field.desc, piece.fixed) {
            (FieldDesc::FixedScalar { value, .. }, _) => {
                let text = source.piece(&piece.field.loc).split(':').next().unwrap_or_default();
                (String::new(), None, Some(Some(literal(text.trim_end(), *value))))
            }
            (FieldDesc::FixedEnum { enum_id, tag_id }, _) => (String::new(), Some(enum_id), Some(tag(enum_id, tag_id))),
            (FieldDesc::Typedef { type_id, .. }, fixed) => {
                let constant = fixed.map(|fixed| tag(type_id, fixed.tag_id.as_deref()?));
                (self.pdl.name(type_id).name, Some(type_id), constant)
            }
            (FieldDesc::Scalar { id, width }, fixed) => {
                let is_flag = self.conditions.contains_key(id.as_str());
                let constant = fixed.map(|fixed| Some(literal(source.piece(&fixed.loc), fixed.value?)));
                (if is_flag { "bool".to_owned() } else { format!("u{width}") }, None, constant)
            }
            _ => (String::new(), None, None),
        };
        // The constant may be a range of an enum.
        let constant = constant.map(|known| known.ok_or_else(|| Reason::construct("a constant that is no number")));
        let constant = constant.transpose()?;
        let kind = kind.map(|kind| self.pdl.name(kind).name);
        let name = self.name(piece);
        if let Some(id) = piece.field.id().filter(|_| constant.is_none()) {
            // A field hides one with the same name around its record.
            self.seen.retain(|seen| seen.id != id);
            self.seen.push(Seen { id, field: piece.field, name: name.name.clone(), wire, is_outer: false });
        }
        Ok(Number { name, kind, constant: constant.map_or_else(String::new, |constant| format!(" = {constant}")) })
    }
}
