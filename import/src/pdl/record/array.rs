//! Arrays, and the types of fields and elements.

use pdl_compiler::ast::{DeclDesc, FieldDesc};

use crate::draft::{Entry, Field, Name, Wire};
use crate::reason::Reason;

use super::super::pieces::{Extent, Piece, size_of};
use super::super::source::Fixed;
use super::super::words::{modifier, whole};
use super::{Record, end, region};

impl<'f> Record<'_, 'f> {
    pub(super) fn array(
        &mut self,
        piece: &Piece<'f>,
        pieces: &[Piece<'f>],
        tail: Option<u64>,
        fields: &mut Vec<Field>,
    ) -> Result<(), Reason> {
        let FieldDesc::Array { id, width, type_id, size_modifier, size } = &piece.field.desc else { return Ok(()) };
        let docs = self.pdl.source.docs(&piece.field.loc);
        let sub = modifier(size_modifier.as_deref()).ok_or_else(|| Reason::construct("a size without a limit"))?;
        let by = size_of(pieces, id);
        let is_size = by.is_some_and(|by| matches!(by.field.desc, FieldDesc::Size { .. }));
        if sub != 0 && !is_size {
            return Err(Reason::construct("a size modifier without a size"));
        }
        let element_size = pieces
            .iter()
            .find(|other| matches!(&other.field.desc, FieldDesc::ElementSize { field_id, .. } if field_id == id));
        let element = match (element_size, type_id) {
            (None, None) if *width == Some(8) => None,
            (None, Some(id)) if matches!(self.pdl.source.extent(id), Extent::Rest) => {
                return Err(Reason::construct(format!("elements without an end (`{id}`)")));
            }
            (None, _) => Some(self.element(type_id.as_deref(), *width)?),
            (Some(size), _) => Some(self.sized_element(piece, size, type_id.as_deref(), *width)?),
        };
        let list = |extent: &str| match &element {
            None => Wire::text(format!("bytes[{extent}]")),
            Some(element) => Wire::List { element: Box::new(element.clone()), extent: extent.to_owned() },
        };
        // A size stays in front of a padded region.
        let may_join = piece.padding.is_none();
        let (extent, is_count) = match (size, by) {
            (Some(size), _) => (size.to_string(), true),
            (None, Some(by)) => (self.extent(by, sub, may_join, fields)?, !is_size),
            (None, None) => match piece.padding {
                Some(padding) => (padding.to_string(), false),
                None => (end(tail)?, false),
            },
        };
        // The extent of bytes is a size and a count.
        let wire = if is_count || element.is_none() { list(&extent) } else { region(&extent, list("..")) };
        let entry = Entry::Named { name: self.name(id), wire, meaning: String::new(), when: None, rule: None };
        let field = Field { docs, ..Field::new(piece.at(), entry) };
        fields.push(match piece.padding {
            // Without a size all bytes up to the padding are elements.
            Some(padding) if size.is_some() || by.is_some() => {
                let filler = Field::named(piece.at(), Name::plain("_"), Wire::text("bytes[..]"));
                Field::new(piece.at(), Entry::Within { extent: padding.to_string(), fields: vec![field, filler] })
            }
            _ => field,
        });
        Ok(())
    }

    /// The wire of a type, or of a number of this width.
    pub(super) fn element(&self, type_id: Option<&str>, width: Option<usize>) -> Result<Wire, Reason> {
        let Some(type_id) = type_id else {
            return width.and_then(|width| whole(width as u64)).map(Wire::text).ok_or(Reason::BIT_CURSOR);
        };
        let bits = match self.pdl.source.decl(type_id).map(|decl| &decl.desc) {
            Some(DeclDesc::Struct { .. }) => 8,
            Some(DeclDesc::Enum { width, .. } | DeclDesc::Checksum { width, .. }) => *width as u64,
            Some(DeclDesc::CustomField { width: Some(width), .. }) => *width as u64,
            _ => return Err(Reason::construct(format!("`{type_id}`, which only your program can read"))),
        };
        whole(bits).map(|_| Wire::declared(self.pdl.name(type_id).name, Vec::new())).ok_or(Reason::BIT_CURSOR)
    }

    /// An element in a region of a size that a field says.
    fn sized_element(
        &mut self,
        piece: &Piece<'f>,
        size: &Piece<'f>,
        type_id: Option<&str>,
        width: Option<usize>,
    ) -> Result<Wire, Reason> {
        let extent = self.names.get(&size.id()).cloned();
        let extent = extent.ok_or_else(|| Reason::construct("a size that is not in front of what it counts"))?;
        let source = self.pdl.source;
        if let Some(decl) = type_id.and_then(|id| source.decl(id)).filter(|decl| source.children(decl).is_empty())
            && let Ok(pieces) = source.joined(&source.line(decl), &Fixed::new())
            && !pieces.iter().any(|piece| source.width(std::slice::from_ref(piece)).is_some_and(|bits| bits > 0))
        {
            // A list needs elements of at least a byte, so an element that may have none is written out, with a rule.
            let (mut fields, _) = Record::new(self.pdl, self.place, decl, Vec::new()).fields(&pieces);
            if let [Field { entry: Entry::Named { wire: Wire::Text(wire), rule, .. }, .. }] = fields.as_mut_slice()
                && wire == "bytes[..]"
            {
                *rule = Some("1 <= size(it)".to_owned());
            }
            let inner = Field::new(piece.at(), Entry::Within { extent, fields });
            return Ok(Wire::Group { when: None, fields: vec![inner] });
        }
        Ok(region(&extent, self.element(type_id, width)?))
    }
}
