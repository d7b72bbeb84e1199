//! The fields of a record in their order: those of groups in place, a child in the payload of its parent, and their widths.

use std::collections::HashSet;

use pdl_compiler::ast::{Constraint, Decl, DeclDesc, Field, FieldDesc};

use crate::reason::Reason;

use super::source::{Fixed, Source};
use super::words::modifier;

/// A field, with what stands around it in its record.
pub struct Piece<'f> {
    pub field: &'f Field,
    /// The declaration that has it.
    pub of: &'f str,
    /// The value that a constraint sets.
    pub fixed: Option<&'f Constraint>,
    /// The bytes up to which it is padded.
    pub padding: Option<usize>,
    /// The fields of a child that is known to stand here.
    pub inner: Option<Vec<Piece<'f>>>,
}

impl Piece<'_> {
    /// Its name in the source, or what stands in place of one.
    pub fn id(&self) -> String {
        match &self.field.desc {
            FieldDesc::Size { field_id, .. } => format!("_size_({field_id})"),
            FieldDesc::Count { field_id, .. } => format!("_count_({field_id})"),
            FieldDesc::ElementSize { field_id, .. } => format!("_elementsize_({field_id})"),
            FieldDesc::Payload { .. } => "_payload_".to_owned(),
            FieldDesc::Body => "_body_".to_owned(),
            FieldDesc::Reserved { .. } => "_reserved_".to_owned(),
            FieldDesc::FixedScalar { .. } | FieldDesc::FixedEnum { .. } => "_fixed_".to_owned(),
            _ => self.field.id().unwrap_or("?").to_owned(),
        }
    }

    /// Its path in the source.
    pub fn at(&self) -> String {
        format!("{}.{}", self.of, self.id())
    }
}

impl<'f> Source<'f> {
    /// The fields of a declaration and those of the children behind it, each in the payload of the one before it.
    pub fn joined(&self, line: &[&'f Decl], fixed: &Fixed<'f>) -> Result<Vec<Piece<'f>>, Reason> {
        let pieces = self.join(line, fixed)?;
        let mut known = HashSet::new();
        if let Some(id) = twice(&pieces, &mut known) {
            return Err(Reason::construct(format!("two fields with the name `{id}`")));
        }
        match fixed.keys().find(|id| !known.contains(*id)) {
            Some(id) => Err(Reason::construct(format!("a constraint of `{id}`, which is no field"))),
            None => Ok(pieces),
        }
    }

    fn join(&self, line: &[&'f Decl], fixed: &Fixed<'f>) -> Result<Vec<Piece<'f>>, Reason> {
        let Some((first, children)) = line.split_first() else { return Ok(Vec::new()) };
        let id = first.id().unwrap_or_default();
        let mut pieces = Vec::new();
        self.expand(id, first, fixed, &mut pieces)?;
        let inner = self.join(children, fixed)?;
        let is_payload = |piece: &Piece| matches!(piece.field.desc, FieldDesc::Payload { .. } | FieldDesc::Body);
        match pieces.iter().position(is_payload) {
            _ if children.is_empty() => {}
            // At the end, and without a size, the child's fields follow directly: its first bits may share a byte with others.
            Some(at) if at + 1 == pieces.len() && payload_size(&pieces).is_none() => {
                pieces.truncate(at);
                pieces.extend(inner);
            }
            Some(at) => {
                if let Some(payload) = pieces.get_mut(at) {
                    payload.inner = Some(inner);
                }
            }
            None if inner.is_empty() => {}
            None => return Err(Reason::construct(format!("`{id}` has no payload for its children"))),
        }
        Ok(pieces)
    }

    /// Adds the fields of a declaration, and those of its groups.
    fn expand(&self, of: &'f str, decl: &'f Decl, fixed: &Fixed<'f>, to: &mut Vec<Piece<'f>>) -> Result<(), Reason> {
        for field in decl.fields() {
            let left = self.left.get().checked_sub(1);
            self.left.set(left.ok_or_else(|| Reason::construct("more fields than a schema has"))?);
            match &field.desc {
                FieldDesc::Group { group_id, constraints } => {
                    let mut fixed = fixed.clone();
                    fixed.extend(constraints.iter().map(|constraint| (constraint.id.as_str(), constraint)));
                    let before = to.len();
                    if let Some(group) = self.decl(group_id) {
                        self.expand(of, group, &fixed, to)?;
                    }
                    let added = to.get(before..).unwrap_or_default();
                    let is_field = |id: &str| added.iter().any(|piece| piece.field.id() == Some(id));
                    if let Some(Constraint { id, .. }) = constraints.iter().find(|constraint| !is_field(&constraint.id))
                    {
                        return Err(Reason::construct(format!("a constraint of `{id}`, which is no field")));
                    }
                }
                FieldDesc::Padding { size } => match to.last_mut() {
                    Some(last) if matches!(last.field.desc, FieldDesc::Array { .. }) => last.padding = Some(*size),
                    _ => return Err(Reason::construct("padding behind something that is no array")),
                },
                _ => {
                    let fixed = field.id().and_then(|id| fixed.get(id)).copied();
                    to.push(Piece { field, of, fixed, padding: None, inner: None });
                }
            }
        }
        Ok(())
    }

    /// The bits of a field that may share bytes with others.
    pub fn bits(&self, field: &Field) -> Option<u64> {
        if field.cond.is_some() {
            return None;
        }
        match &field.desc {
            FieldDesc::Size { width, .. }
            | FieldDesc::Count { width, .. }
            | FieldDesc::ElementSize { width, .. }
            | FieldDesc::FixedScalar { width, .. }
            | FieldDesc::Reserved { width }
            | FieldDesc::Scalar { width, .. } => Some(*width as u64),
            FieldDesc::FixedEnum { enum_id: type_id, .. } | FieldDesc::Typedef { type_id, .. } => {
                match self.decl(type_id).map(|decl| &decl.desc) {
                    Some(DeclDesc::Enum { width, .. }) => Some(*width as u64),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The bits of some fields, if they are always the same number.
    pub fn width(&self, pieces: &[Piece<'f>]) -> Option<u64> {
        pieces.iter().try_fold(0, |sum: u64, piece| sum.checked_add(self.piece_width(piece)?))
    }

    fn piece_width(&self, piece: &Piece<'f>) -> Option<u64> {
        if let Some(padding) = piece.padding {
            return (padding as u64).checked_mul(8);
        }
        match &piece.field.desc {
            FieldDesc::Checksum { .. } => Some(0),
            FieldDesc::Payload { size_modifier } if modifier(size_modifier.as_deref()).is_some() => {
                self.width(piece.inner.as_deref()?)
            }
            FieldDesc::Body => self.width(piece.inner.as_deref()?),
            FieldDesc::Typedef { type_id, .. } if piece.field.cond.is_none() => self.type_width(type_id),
            FieldDesc::Array { width, type_id, size: Some(size), .. } if piece.field.cond.is_none() => {
                let element = match type_id {
                    Some(type_id) => self.type_width(type_id)?,
                    None => (*width)? as u64,
                };
                element.checked_mul(*size as u64)
            }
            _ => self.bits(piece.field),
        }
    }

    /// The bits of each value of a type, if they are always the same number.
    pub fn type_width(&self, id: &str) -> Option<u64> {
        match self.extent(id) {
            Extent::Bits(bits) => Some(bits),
            Extent::Varies | Extent::Rest => None,
        }
    }

    /// The extent of the values of a type.
    pub fn extent(&self, id: &str) -> Extent {
        let Some((id, decl)) = self.decl(id).and_then(|decl| Some((decl.id()?, decl))) else { return Extent::Rest };
        match &decl.desc {
            DeclDesc::Enum { width, .. }
            | DeclDesc::Checksum { width, .. }
            | DeclDesc::CustomField { width: Some(width), .. } => Extent::Bits(*width as u64),
            DeclDesc::Struct { .. } => {
                let known = self.extents.borrow().get(id).copied();
                known.unwrap_or_else(|| {
                    let extent = match self.joined(&self.line(decl), &Fixed::new()) {
                        Ok(pieces) if self.takes_rest(&pieces) => Extent::Rest,
                        Ok(pieces) => self.width(&pieces).map_or(Extent::Varies, Extent::Bits),
                        Err(_) => Extent::Rest,
                    };
                    self.extents.borrow_mut().insert(id, extent);
                    extent
                })
            }
            _ => Extent::Rest,
        }
    }

    /// Whether some fields have no end of their own.
    fn takes_rest(&self, pieces: &[Piece<'f>]) -> bool {
        pieces.iter().any(|piece| match &piece.field.desc {
            FieldDesc::Payload { .. } | FieldDesc::Body if payload_size(pieces).is_none() => {
                piece.inner.as_deref().is_none_or(|inner| self.takes_rest(inner))
            }
            FieldDesc::Array { id, size: None, .. } => piece.padding.is_none() && size_of(pieces, id).is_none(),
            FieldDesc::Typedef { type_id, .. } => matches!(self.extent(type_id), Extent::Rest),
            _ => false,
        })
    }
}

/// The extent of a value.
#[derive(Clone, Copy)]
pub enum Extent {
    /// Always so many bits.
    Bits(u64),
    /// The value says it.
    Varies,
    /// All bytes that are left.
    Rest,
}

/// The size or count of an array among the fields around it.
pub fn size_of<'a, 'f>(pieces: &'a [Piece<'f>], id: &str) -> Option<&'a Piece<'f>> {
    pieces.iter().find(|piece| {
        matches!(&piece.field.desc, FieldDesc::Size { field_id, .. } | FieldDesc::Count { field_id, .. } if field_id == id)
    })
}

/// The size of the payload. Older files name it as a field.
pub fn payload_size<'a, 'f>(pieces: &'a [Piece<'f>]) -> Option<&'a Piece<'f>> {
    let is_field = |name: &str| pieces.iter().any(|piece| piece.field.id() == Some(name));
    ["_payload_", "_body_", "payload", "body"].into_iter().filter(|id| !is_field(id)).find_map(|id| size_of(pieces, id))
}

/// The name that two fields of a record have.
fn twice<'f>(pieces: &[Piece<'f>], known: &mut HashSet<&'f str>) -> Option<&'f str> {
    pieces.iter().find_map(|piece| match piece.field.id() {
        Some(id) if !known.insert(id) => Some(id),
        _ => twice(piece.inner.as_deref().unwrap_or_default(), known),
    })
}
