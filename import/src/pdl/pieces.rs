//! The fields of a record in their order: those of groups in place, a child in the payload of its parent, and their widths.

use std::collections::HashSet;

use pdl_compiler::ast::{Constraint, Decl, DeclDesc, Field, FieldDesc};

use crate::reason::Reason;

use super::source::Source;

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
    /// Constraints set some of them.
    pub fn joined(
        &self,
        line: &[&'f Decl],
        constraints: impl IntoIterator<Item = &'f Constraint>,
    ) -> Result<Vec<Piece<'f>>, Reason> {
        let mut pieces = self.join(line)?;
        constraints.into_iter().try_for_each(|constraint| fix(&mut pieces, constraint))?;
        match twice(&pieces, &mut HashSet::new()) {
            Some(id) => Err(Reason::construct(format!("two fields with the name `{id}`"))),
            None => Ok(pieces),
        }
    }

    fn join(&self, line: &[&'f Decl]) -> Result<Vec<Piece<'f>>, Reason> {
        let Some((first, children)) = line.split_first() else { return Ok(Vec::new()) };
        let id = first.id().unwrap_or_default();
        let mut pieces = Vec::new();
        self.expand(id, first, &mut pieces)?;
        if children.is_empty() {
            return Ok(pieces);
        }
        let inner = self.join(children)?;
        let is_payload = |piece: &Piece| matches!(piece.field.desc, FieldDesc::Payload { .. } | FieldDesc::Body);
        let count = pieces.len();
        let has_size = pieces.iter().find(|piece| is_payload(piece)).map(|it| size_of(&pieces, it.field).is_some());
        match pieces.iter_mut().enumerate().find(|(_, piece)| is_payload(piece)) {
            // At the end, and without a size, the child's fields follow directly: its first bits may share a byte with others.
            Some((at, _)) if at + 1 == count && has_size == Some(false) => {
                pieces.truncate(at);
                pieces.extend(inner);
            }
            Some((_, payload)) => payload.inner = Some(inner),
            None if inner.is_empty() => {}
            None => return Err(Reason::construct(format!("`{id}` has no payload for its children"))),
        }
        Ok(pieces)
    }

    /// Adds the fields of a declaration, and those of its groups.
    fn expand(&self, of: &'f str, decl: &'f Decl, to: &mut Vec<Piece<'f>>) -> Result<(), Reason> {
        for field in decl.fields() {
            let left = self.left.get().checked_sub(1);
            self.left.set(left.ok_or_else(|| Reason::construct("more fields than a schema has"))?);
            match &field.desc {
                FieldDesc::Group { group_id, constraints } => {
                    let before = to.len();
                    if let Some(group) = self.decl(group_id) {
                        self.expand(of, group, to)?;
                    }
                    let added = to.get_mut(before..).unwrap_or_default();
                    constraints.iter().try_for_each(|constraint| fix(added, constraint))?;
                }
                FieldDesc::Padding { size } => match to.last_mut() {
                    Some(last) if matches!(last.field.desc, FieldDesc::Array { .. }) => last.padding = Some(*size),
                    _ => return Err(Reason::construct("padding behind something that is no array")),
                },
                _ => to.push(Piece { field, of, fixed: None, padding: None, inner: None }),
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
        pieces.iter().try_fold(0, |sum: u64, piece| match self.piece_extent(piece, pieces) {
            Extent::Bits(bits) => sum.checked_add(bits),
            Extent::Varies | Extent::Rest => None,
        })
    }

    fn extent_of(&self, pieces: &[Piece<'f>]) -> Extent {
        pieces.iter().fold(Extent::Bits(0), |sum, piece| match (sum, self.piece_extent(piece, pieces)) {
            (Extent::Rest, _) | (_, Extent::Rest) => Extent::Rest,
            (Extent::Bits(sum), Extent::Bits(more)) => sum.checked_add(more).map_or(Extent::Varies, Extent::Bits),
            _ => Extent::Varies,
        })
    }

    fn piece_extent(&self, piece: &Piece<'f>, pieces: &[Piece<'f>]) -> Extent {
        let bits = |bits: Option<u64>| bits.map_or(Extent::Varies, Extent::Bits);
        if let Some(padding) = piece.padding {
            return bits((padding as u64).checked_mul(8));
        }
        let extent = match &piece.field.desc {
            FieldDesc::Checksum { .. } => Extent::Bits(0),
            FieldDesc::Payload { .. } | FieldDesc::Body => {
                piece.inner.as_deref().map_or(Extent::Rest, |inner| self.extent_of(inner))
            }
            FieldDesc::Array { size: None, .. } => Extent::Rest,
            FieldDesc::Array { width, type_id, size: Some(size), .. } => {
                let width = width.map(|width| Extent::Bits(width as u64));
                match type_id.as_deref().map(|id| self.extent(id)).or(width) {
                    Some(Extent::Bits(element)) => bits(element.checked_mul(*size as u64)),
                    _ => Extent::Varies,
                }
            }
            FieldDesc::Typedef { type_id, .. } => self.extent(type_id),
            _ => bits(self.bits(piece.field)),
        };
        match extent {
            Extent::Rest if size_of(pieces, piece.field).is_some() => Extent::Varies,
            Extent::Bits(_) if piece.field.cond.is_some() => Extent::Varies,
            extent => extent,
        }
    }

    /// The extent of the values of a type.
    pub fn extent(&self, id: &str) -> Extent {
        match self.decl(id).filter(|decl| matches!(decl.desc, DeclDesc::Struct { .. })) {
            Some(decl) => {
                let known = self.extents.borrow().get(&decl.key).copied();
                known.unwrap_or_else(|| {
                    let pieces = self.joined(&self.line(decl), []);
                    let extent = pieces.map_or(Extent::Rest, |pieces| self.extent_of(&pieces));
                    self.extents.borrow_mut().insert(decl.key, extent);
                    extent
                })
            }
            None => self.number_width(id).map_or(Extent::Rest, Extent::Bits),
        }
    }

    /// The bits of a type that is a number.
    pub fn number_width(&self, id: &str) -> Option<u64> {
        match &self.decl(id)?.desc {
            DeclDesc::Enum { width, .. }
            | DeclDesc::Checksum { width, .. }
            | DeclDesc::CustomField { width: Some(width), .. } => Some(*width as u64),
            _ => None,
        }
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

/// The size or count of an array or payload among the fields around it.
pub fn size_of<'a, 'f>(pieces: &'a [Piece<'f>], of: &Field) -> Option<&'a Piece<'f>> {
    let find = |id: &str| {
        pieces.iter().find(|piece| match &piece.field.desc {
            FieldDesc::Size { field_id, .. } | FieldDesc::Count { field_id, .. } => field_id == id,
            _ => false,
        })
    };
    if let Some(id) = of.id() {
        return find(id);
    }
    // Older files name the payload as a field.
    let is_field = |id: &str| pieces.iter().any(|piece| piece.field.id() == Some(id));
    ["_payload_", "_body_", "payload", "body"].into_iter().filter(|id| !is_field(id)).find_map(find)
}

/// Sets the field that a constraint is about.
fn fix<'f>(pieces: &mut [Piece<'f>], constraint: &'f Constraint) -> Result<(), Reason> {
    fn find<'a, 'f>(pieces: &'a mut [Piece<'f>], id: &str) -> Option<&'a mut Piece<'f>> {
        pieces.iter_mut().find_map(|piece| match piece.field.id() {
            Some(own) if own == id => Some(piece),
            _ => find(piece.inner.as_deref_mut()?, id),
        })
    }
    match find(pieces, &constraint.id) {
        Some(piece) if piece.fixed.is_none() => piece.fixed = Some(constraint),
        Some(_) => return Err(Reason::construct("two constraints of one field")),
        None => return Err(Reason::construct(format!("a constraint of `{}`, which is no field", constraint.id))),
    }
    Ok(())
}

/// The name that two fields of a record have.
fn twice<'f>(pieces: &[Piece<'f>], known: &mut HashSet<&'f str>) -> Option<&'f str> {
    pieces.iter().find_map(|piece| match piece.field.id() {
        Some(id) if !known.insert(id) => Some(id),
        _ => twice(piece.inner.as_deref().unwrap_or_default(), known),
    })
}
