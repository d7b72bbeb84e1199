//! Payloads and arrays, and the types of fields and elements.

use pdl_compiler::ast::{DeclDesc, FieldDesc};

use crate::draft::{Entry, Field, Name, Wire};
use crate::reason::Reason;

use super::super::pieces::{Extent, Piece, size_of};
use super::super::words::whole;
use super::Record;

impl<'f> Record<'_, 'f> {
    /// A payload or an array: an extent, and in it bytes, elements, the fields of a child, or a choice of children.
    pub(super) fn sized(
        &mut self,
        piece: &Piece<'f>,
        pieces: &[Piece<'f>],
        tail: Option<u64>,
        fields: &mut Vec<Field>,
    ) -> Result<(), Reason> {
        let (modifier, count) = match &piece.field.desc {
            FieldDesc::Array { size_modifier, size, .. } => (size_modifier.as_deref(), *size),
            FieldDesc::Payload { size_modifier } => (size_modifier.as_deref(), None),
            _ => (None, None),
        };
        let by = size_of(pieces, piece.field);
        let is_size = by.is_some_and(|by| matches!(by.field.desc, FieldDesc::Size { .. }));
        if modifier.is_some() && !is_size {
            return Err(Reason::construct("a size modifier without a size"));
        }
        let element = self.array_element(piece, pieces)?;
        let (extent, is_count) = match (count, by, piece.padding) {
            (Some(count), ..) => (count.to_string(), true),
            (_, Some(by), padding) => (self.extent(by, modifier, padding.is_none(), fields)?, !is_size),
            (.., Some(padding)) => (padding.to_string(), false),
            _ => match tail {
                Some(0) => ("..".to_owned(), false),
                Some(bits) if bits.is_multiple_of(8) => (format!("left() - {}", bits / 8), false),
                _ => return Err(Reason::construct("an end that no field says")),
            },
        };
        if let Some(inner) = &piece.inner {
            let docs = self.pdl.source.docs(&piece.field.loc);
            let entry = Entry::Within { extent, fields: self.level(inner, Some(0)) };
            fields.push(Field { docs, ..Field::new(piece.at(), entry) });
            return Ok(());
        }
        let list = |element, extent| Wire::List { element: Box::new(element), extent };
        let is_array = matches!(piece.field.desc, FieldDesc::Array { .. });
        let (wire, meaning) = match element {
            Some(element) if is_count => (list(element, extent), String::new()),
            Some(element) => (region(&extent, list(element, "..".to_owned())), String::new()),
            None => match if is_array { None } else { self.choice() } {
                Some((wire, meaning)) => (region(&extent, wire), meaning),
                None => (Wire::text(format!("bytes[{extent}]")), String::new()),
            },
        };
        let name = self.name(piece);
        let field = self.field(piece, name, wire, meaning, None);
        fields.push(match piece.padding {
            // Without a size all bytes up to the padding are elements.
            Some(padding) if count.is_some() || by.is_some() => {
                let filler = Field::named(piece.at(), Name::plain("_"), Wire::text("bytes[..]"));
                Field::new(piece.at(), Entry::Within { extent: padding.to_string(), fields: vec![field, filler] })
            }
            _ => field,
        });
        Ok(())
    }

    /// The extent that a number says, less a constant. The number itself, if it is a field of its own directly in front,
    /// unless a region begins between the two.
    fn extent(
        &self,
        number: &Piece<'f>,
        modifier: Option<&str>,
        may_join: bool,
        fields: &mut Vec<Field>,
    ) -> Result<String, Reason> {
        let name = self.size_name(number)?;
        if let Some(modifier) = modifier {
            return Ok(format!("{name} - {}", modifier.trim_start_matches('+').trim()));
        }
        if may_join
            && let Some(Field { entry: Entry::Named { name: last, wire: Wire::Text(wire), .. }, docs, .. }) =
                fields.last()
            && last.name == *name
            && docs.is_empty()
            && !self.scope.has(wire)
        {
            let wire = wire.clone();
            fields.pop();
            return Ok(wire);
        }
        Ok(name)
    }

    fn size_name(&self, number: &Piece<'f>) -> Result<String, Reason> {
        let known = self.names.get(&number.id()).cloned();
        known.ok_or_else(|| Reason::construct("a size that is not in front of what it counts"))
    }

    /// The wire of the elements of an array, but for bytes.
    fn array_element(&mut self, piece: &Piece<'f>, pieces: &[Piece<'f>]) -> Result<Option<Wire>, Reason> {
        let FieldDesc::Array { id, width, type_id, .. } = &piece.field.desc else { return Ok(None) };
        let is_size = |of: &&Piece| matches!(&of.field.desc, FieldDesc::ElementSize { field_id, .. } if field_id == id);
        let source = self.pdl.source;
        let Some(size) = pieces.iter().find(is_size) else {
            return match type_id {
                None if *width == Some(8) => Ok(None),
                Some(id) if matches!(source.extent(id), Extent::Rest) => {
                    Err(Reason::construct(format!("elements without an end (`{id}`)")))
                }
                _ => self.element(type_id.as_deref(), *width).map(Some),
            };
        };
        let extent = self.size_name(size)?;
        if let Some(decl) = type_id.as_deref().and_then(|id| source.decl(id))
            && source.children(decl).is_empty()
            && let Ok(pieces) = source.joined(&source.line(decl), [])
            && !pieces.iter().any(|piece| source.width(std::slice::from_ref(piece)).is_some_and(|bits| bits > 0))
        {
            // A list needs elements of at least a byte, so an element that may have none is written out, with a rule.
            let (mut fields, _) = Record::new(self.pdl, decl, Vec::new()).fields(&pieces);
            if let [Field { entry: Entry::Named { wire: Wire::Text(wire), rule, .. }, .. }] = fields.as_mut_slice()
                && wire == "bytes[..]"
            {
                *rule = Some("1 <= size(it)".to_owned());
            }
            let inner = Field::new(piece.at(), Entry::Within { extent, fields });
            return Ok(Some(Wire::Group { when: None, fields: vec![inner] }));
        }
        Ok(Some(region(&extent, self.element(type_id.as_deref(), *width)?)))
    }

    /// The wire of a type, or of a number of this width.
    pub(super) fn element(&self, type_id: Option<&str>, width: Option<usize>) -> Result<Wire, Reason> {
        let Some(type_id) = type_id else {
            return width.and_then(|width| whole(width as u64)).map(Wire::text).ok_or(Reason::BIT_CURSOR);
        };
        let bits = match self.pdl.source.decl(type_id).map(|decl| &decl.desc) {
            Some(DeclDesc::Struct { .. }) => Some(8),
            _ => self.pdl.source.number_width(type_id),
        };
        let unknown = || Reason::construct(format!("`{type_id}`, which only your program can read"));
        let bits = bits.ok_or_else(unknown)?;
        whole(bits).map(|_| Wire::declared(self.pdl.name(type_id).name, Vec::new())).ok_or(Reason::BIT_CURSOR)
    }
}

/// A wire in a region, if it has an end of its own.
fn region(extent: &str, wire: Wire) -> Wire {
    if extent == ".." { wire } else { Wire::Region { extent: extent.to_owned(), wire: Box::new(wire) } }
}
