//! The fields of a packet or struct.

mod array;
mod parts;

use std::collections::{HashMap, HashSet};

use pdl_compiler::ast::{Constraint, Decl, DeclDesc, FieldDesc};

use crate::draft::{Entry, Field, Name, Note, Wire};
use crate::names::Scope;
use crate::reason::Reason;

use super::Pdl;
use super::heirs::{Choice, Seen, View};
use super::pieces::{Piece, payload_size};
use super::words::{modifier, whole};

/// Makes the fields of one record.
pub struct Record<'p, 'f> {
    pdl: &'p mut Pdl<'f>,
    /// The place of the declaration around it, for the families of its payload.
    place: usize,
    decl: &'f Decl,
    scope: Scope,
    /// The names in the schema of the fields, and of sizes as `_size_(x)`.
    names: HashMap<String, String>,
    /// The fields that may choose among the children.
    view: View<'f>,
    /// How many optional fields go by each field.
    conditions: HashMap<&'f str, usize>,
    /// The fields of one bit.
    flags: HashSet<&'f str>,
}

impl<'p, 'f> Record<'p, 'f> {
    /// The record of a declaration: its children are those that its payload may hold. It may stand in a record of others.
    pub fn new(pdl: &'p mut Pdl<'f>, place: usize, decl: &'f Decl, outer: Vec<Seen<'f>>) -> Self {
        let mut scope = Scope::default();
        for seen in &outer {
            // A parameter has this name, if one is needed.
            scope.fresh(&seen.name);
        }
        Self {
            pdl,
            place,
            decl,
            scope,
            names: HashMap::new(),
            view: View { own: Vec::new(), outer, needed: Vec::new() },
            conditions: HashMap::new(),
            flags: HashSet::new(),
        }
    }

    /// All fields, and those of other records that they need as parameters.
    pub fn fields(mut self, pieces: &[Piece<'f>]) -> (Vec<Field>, Vec<Seen<'f>>) {
        self.count_conditions(pieces);
        let fields = self.level(pieces, Some(0));
        (fields, self.view.needed)
    }

    fn count_conditions(&mut self, pieces: &[Piece<'f>]) {
        for piece in pieces {
            if let Some(Constraint { id, .. }) = &piece.field.cond {
                *self.conditions.entry(id).or_default() += 1;
            }
            self.count_conditions(piece.inner.as_deref().unwrap_or_default());
        }
    }

    /// The fields of one declaration of the record, with the bits that are behind it in its region, if their number is known.
    fn level(&mut self, pieces: &[Piece<'f>], after: Option<u64>) -> Vec<Field> {
        let mut fields: Vec<Field> = Vec::new();
        let mut chunk: Vec<&Piece<'f>> = Vec::new();
        let mut width: u64 = 0;
        for (index, piece) in pieces.iter().enumerate() {
            if let Some(bits) = self.pdl.source.bits(piece.field) {
                chunk.push(piece);
                width = width.saturating_add(bits);
                // Bits are joined up to the next whole byte.
                if width.is_multiple_of(8) {
                    // Only the bits of little-endian files go on from a parent to a child.
                    let is_split = self.pdl.is_big && chunk.iter().any(|first| first.of != piece.of);
                    fields.push(if is_split {
                        self.rest(piece, Reason::BIT_CURSOR)
                    } else {
                        self.chunk(&chunk, width)
                    });
                    chunk.clear();
                    width = 0;
                }
            } else if !chunk.is_empty() {
                break;
            } else {
                let behind = self.pdl.source.width(pieces.get(index + 1..).unwrap_or_default());
                let tail = behind.zip(after).and_then(|(behind, after)| behind.checked_add(after));
                if let Err(reason) = self.piece(piece, pieces, tail, &mut fields) {
                    fields.push(self.rest(piece, reason));
                }
            }
            if fields.last().is_some_and(|last| last.cut && last.size.is_none()) {
                return fields;
            }
        }
        if let Some(piece) = chunk.first() {
            fields.push(self.rest(piece, Reason::BIT_CURSOR));
        }
        fields
    }

    /// A field that shares no bytes with others.
    fn piece(
        &mut self,
        piece: &Piece<'f>,
        pieces: &[Piece<'f>],
        tail: Option<u64>,
        fields: &mut Vec<Field>,
    ) -> Result<(), Reason> {
        let when = self.when(piece)?;
        if piece.fixed.is_some() {
            return Err(Reason::construct("a constraint of a field that takes none"));
        }
        let docs = self.pdl.source.docs(&piece.field.loc);
        match &piece.field.desc {
            FieldDesc::Checksum { .. } => {}
            FieldDesc::Payload { size_modifier } if when.is_none() => {
                let sub =
                    modifier(size_modifier.as_deref()).ok_or_else(|| Reason::construct("a size without a limit"))?;
                return self.payload(piece, pieces, sub, tail, fields);
            }
            FieldDesc::Body if when.is_none() => return self.payload(piece, pieces, 0, tail, fields),
            FieldDesc::Array { .. } if when.is_none() => return self.array(piece, pieces, tail, fields),
            FieldDesc::Scalar { id, width } => {
                let wire = whole(*width as u64).ok_or(Reason::BIT_CURSOR)?;
                let field = Field::new(piece.at(), self.named(id, Wire::text(wire), when));
                fields.push(Field { docs, ..field });
            }
            FieldDesc::Typedef { id, type_id } => {
                let wire = self.element(Some(type_id), None)?;
                let mut field = Field::new(piece.at(), self.named(id, wire, when));
                if let Some(DeclDesc::Checksum { function, .. }) = self.pdl.source.decl(type_id).map(|decl| &decl.desc)
                {
                    let reason = Reason::construct("a checksum by a function of your program");
                    let detail = format!("`{function}`: a `hook` can compare it");
                    field.notes.push(Note { at: piece.at(), reason, detail, loses: false });
                }
                fields.push(Field { docs, ..field });
            }
            _ => return Err(Reason::construct("a condition of something that has none")),
        }
        Ok(())
    }

    fn named(&mut self, id: &str, wire: Wire, when: Option<String>) -> Entry {
        Entry::Named { name: self.name(id), wire, meaning: String::new(), when, rule: None }
    }

    /// The name of a field, by which later fields find it.
    fn name(&mut self, id: &str) -> Name {
        // `_payload_`: no name of a field begins with an underscore.
        let name = self.scope.field(id.strip_prefix('_').map_or(id, |id| id.trim_end_matches('_')));
        self.names.insert(id.to_owned(), name.name.clone());
        name
    }

    /// The condition of a field.
    fn when(&self, piece: &Piece<'f>) -> Result<Option<String>, Reason> {
        let Some(Constraint { id, value, .. }) = &piece.field.cond else { return Ok(None) };
        let known = self.names.get(id).zip(*value);
        let (name, value) = known.ok_or_else(|| Reason::construct(format!("a condition by `{id}`")))?;
        Ok(Some(match value {
            1 if self.flags.contains(id.as_str()) => name.clone(),
            0 if self.flags.contains(id.as_str()) => format!("!{name}"),
            _ => format!("{name} == {value}"),
        }))
    }

    /// A payload: bytes, the fields of a child, or a choice of children.
    fn payload(
        &mut self,
        piece: &Piece<'f>,
        pieces: &[Piece<'f>],
        sub: u64,
        tail: Option<u64>,
        fields: &mut Vec<Field>,
    ) -> Result<(), Reason> {
        let docs = self.pdl.source.docs(&piece.field.loc);
        let extent = match payload_size(pieces) {
            Some(size) => self.extent(size, sub, true, fields)?,
            None if sub != 0 => return Err(Reason::construct("a size modifier without a size")),
            None => end(tail)?,
        };
        if let Some(inner) = &piece.inner {
            let fields_of_child = self.level(inner, Some(0));
            fields.push(Field { docs, ..Field::new(piece.at(), Entry::Within { extent, fields: fields_of_child }) });
            return Ok(());
        }
        let (wire, meaning) = match self.pdl.choice(self.place, self.decl, &mut self.view) {
            None => (Wire::text(format!("bytes[{extent}]")), String::new()),
            Some(Choice::Match(wire)) => (region(&extent, wire), String::new()),
            Some(Choice::Family { name, by }) => {
                (region(&extent, Wire::declared(name, Vec::new())), format!("by {by}"))
            }
        };
        let entry = Entry::Named { name: self.name(&piece.id()), wire, meaning, when: None, rule: None };
        fields.push(Field { docs, ..Field::new(piece.at(), entry) });
        Ok(())
    }

    /// The extent that a number says, less a constant. The number itself, if it is a field of its own directly in front.
    fn extent(&self, number: &Piece<'f>, sub: u64, may_join: bool, fields: &mut Vec<Field>) -> Result<String, Reason> {
        let known = self.names.get(&number.id());
        let name = known.ok_or_else(|| Reason::construct("a size that is not in front of what it counts"))?;
        if sub != 0 {
            return Ok(format!("{name} - {sub}"));
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
        Ok(name.clone())
    }

    /// The bytes of all that is left.
    fn rest(&mut self, piece: &Piece<'f>, reason: Reason) -> Field {
        self.lost(piece, Name::plain(self.scope.clone().fresh("rest")), None, reason)
    }

    /// The bytes of something that cannot be said: so many, or all that are left.
    fn lost(&mut self, piece: &Piece<'f>, name: Name, bytes: Option<u64>, reason: Reason) -> Field {
        let size = bytes.map(|bytes| bytes.to_string());
        let mut field =
            Field::named(piece.at(), name, Wire::text(format!("bytes[{}]", size.as_deref().unwrap_or(".."))));
        field.notes.push(Note { at: piece.at(), reason, detail: String::new(), loses: true });
        Field { size, cut: true, ..field }
    }
}

/// The extent of all but the bits at the end of the region.
fn end(tail: Option<u64>) -> Result<String, Reason> {
    match tail {
        Some(0) => Ok("..".to_owned()),
        Some(bits) if bits.is_multiple_of(8) => Ok(format!("left() - {}", bits / 8)),
        _ => Err(Reason::construct("an end that no field says")),
    }
}

/// A wire in a region, if it has an end of its own.
fn region(extent: &str, wire: Wire) -> Wire {
    if extent == ".." { wire } else { Wire::Region { extent: extent.to_owned(), wire: Box::new(wire) } }
}
