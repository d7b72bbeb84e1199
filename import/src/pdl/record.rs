//! The fields of a packet or struct.

mod parts;
mod sized;

use std::collections::{HashMap, HashSet};

use pdl_compiler::ast::{Constraint, Decl, DeclDesc, FieldDesc};

use crate::draft::{Entry, Field, Name, Note, Wire};
use crate::names::{Scope, snake};
use crate::reason::Reason;

use super::Pdl;
use super::heirs::Seen;
use super::pieces::Piece;

/// Makes the fields of one record.
pub struct Record<'p, 'f> {
    pub(super) pdl: &'p mut Pdl<'f>,
    /// The declaration whose children are those that the payload may hold.
    pub(super) decl: &'f Decl,
    scope: Scope,
    /// The names in the schema of the fields, and of sizes as `_size_(x)`.
    names: HashMap<String, String>,
    /// The numbers that may choose among the children.
    pub(super) seen: Vec<Seen<'f>>,
    /// Those of records around it that its payload needs.
    pub(super) needed: Vec<Seen<'f>>,
    /// How many optional fields go by each field.
    conditions: HashMap<&'f str, usize>,
    /// The fields of one bit.
    flags: HashSet<&'f str>,
}

impl<'p, 'f> Record<'p, 'f> {
    /// The record of a declaration. It may stand in records with other numbers.
    pub fn new(pdl: &'p mut Pdl<'f>, decl: &'f Decl, mut seen: Vec<Seen<'f>>) -> Self {
        let mut scope = Scope::default();
        for outer in &mut seen {
            // A parameter has this name, if one is needed.
            scope.fresh(&outer.name);
            outer.is_outer = true;
        }
        let (names, conditions) = (HashMap::new(), HashMap::new());
        Self { pdl, decl, scope, names, seen, needed: Vec::new(), conditions, flags: HashSet::new() }
    }

    /// All fields, and those of other records that they need as parameters.
    pub fn fields(mut self, pieces: &[Piece<'f>]) -> (Vec<Field>, Vec<Seen<'f>>) {
        self.count_conditions(pieces);
        let fields = self.level(pieces, Some(0));
        (fields, self.needed)
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
        // Bits are joined up to the next whole byte.
        let mut joined: Option<(usize, &Piece<'f>, u64)> = None;
        for (index, piece) in pieces.iter().enumerate() {
            if let Some(bits) = self.pdl.source.bits(piece.field) {
                let (start, first, width) = joined.take().unwrap_or((index, piece, 0));
                let width = width.saturating_add(bits);
                if !width.is_multiple_of(8) {
                    joined = Some((start, first, width));
                } else if self.pdl.source.is_big() && first.of != piece.of {
                    // Only the bits of little-endian files go on from a parent to a child.
                    fields.push(self.rest(piece, Reason::BIT_CURSOR));
                } else {
                    fields.push(self.chunk(first, pieces.get(start..=index).unwrap_or_default(), width));
                }
            } else if joined.is_some() {
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
        if let Some((_, first, _)) = joined {
            fields.push(self.rest(first, Reason::BIT_CURSOR));
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
        let wire = match &piece.field.desc {
            FieldDesc::Checksum { .. } => return Ok(()),
            FieldDesc::Scalar { width, .. } => self.element(None, Some(*width))?,
            FieldDesc::Typedef { type_id, .. } => self.element(Some(type_id), None)?,
            _ if when.is_none() => return self.sized(piece, pieces, tail, fields),
            _ => return Err(Reason::construct("a condition of something that has none")),
        };
        let name = self.name(piece);
        let mut field = self.field(piece, name, wire, String::new(), when);
        if let FieldDesc::Typedef { type_id, .. } = &piece.field.desc
            && let Some(DeclDesc::Checksum { function, .. }) = self.pdl.source.decl(type_id).map(|decl| &decl.desc)
        {
            let reason = Reason::construct("a checksum by a function of your program");
            let detail = format!("`{function}`: a `hook` can compare it");
            field.notes.push(Note { at: piece.at(), reason, detail, loses: false });
        }
        fields.push(field);
        Ok(())
    }

    /// A field with the comments of its source.
    fn field(&self, piece: &Piece<'f>, name: Name, wire: Wire, meaning: String, when: Option<String>) -> Field {
        let field = Field::new(piece.at(), Entry::Named { name, wire, meaning, when, rule: None });
        Field { docs: self.pdl.source.docs(&piece.field.loc), ..field }
    }

    /// The name of a field, by which later fields find it.
    fn name(&mut self, piece: &Piece<'f>) -> Name {
        let id = piece.id();
        let mut counter = |of: &str, what: &str| Name::plain(self.scope.fresh(&format!("{}_{what}", snake(of))));
        let name = match &piece.field.desc {
            FieldDesc::Reserved { .. } | FieldDesc::FixedScalar { .. } | FieldDesc::FixedEnum { .. } => {
                return Name::plain("_");
            }
            FieldDesc::Size { field_id, .. } => counter(field_id, "size"),
            FieldDesc::Count { field_id, .. } => counter(field_id, "count"),
            FieldDesc::ElementSize { field_id, .. } => counter(field_id, "element_size"),
            // `_payload_`: no name of a field begins with an underscore.
            _ => self.scope.field(id.strip_prefix('_').map_or(&*id, |id| id.trim_end_matches('_'))),
        };
        self.names.insert(id, name.name.clone());
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

    /// The bytes of all that is left.
    fn rest(&self, piece: &Piece<'f>, reason: Reason) -> Field {
        self.lost(piece, Name::plain(self.scope.clone().fresh("rest")), None, reason)
    }

    /// The bytes of something that cannot be said: so many, or all that are left.
    fn lost(&self, piece: &Piece<'f>, name: Name, bytes: Option<u64>, reason: Reason) -> Field {
        let size = bytes.map(|bytes| bytes.to_string());
        let mut field =
            Field::named(piece.at(), name, Wire::text(format!("bytes[{}]", size.as_deref().unwrap_or(".."))));
        field.notes.push(Note { at: piece.at(), reason, detail: String::new(), loses: true });
        Field { size, cut: true, ..field }
    }
}
