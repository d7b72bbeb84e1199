//! Scopes of a record: the record itself, its groups, and its arms with fields. Each has functions of its own in
//! generated code.

use crate::model::{Absent, Field, FieldId, Presence, Record, Source, Wire};

/// The index of a scope in its record. An outer scope is before those inside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ScopeId(pub usize);

/// The scope of the record itself.
pub const ROOT: ScopeId = ScopeId(0);

/// The part of the record that a scope is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// The whole record.
    Record,
    /// A group.
    Group(FieldId),
    /// An arm of a choice, by its index.
    Arm(FieldId, usize),
}

/// A scope.
#[derive(Debug, Clone)]
pub struct Scope {
    /// The part of the record that it is.
    pub origin: Origin,
    /// The plain type's name as declared: `PosFall`.
    pub name: String,
    /// The fields outside of regions.
    pub outermost: Vec<FieldId>,
    /// All fields, including those of regions, each region before its own.
    pub body: Vec<FieldId>,
    /// An always present group of nothing but bits, none of them the user's. It is only read and written: no value and
    /// no view has it.
    pub is_hidden: bool,
    /// The scopes directly inside it.
    pub children: Vec<ScopeId>,
    /// The first scope after it that is not inside of it.
    end: ScopeId,
}

/// The scopes of a record.
#[derive(Debug, Clone, Default)]
pub struct Scopes {
    all: Vec<Scope>,
    /// The scope that has each field.
    holders: Vec<ScopeId>,
    /// Whether each field is in the plain value.
    public: Vec<bool>,
}

impl Scopes {
    /// Finds the scopes of a record.
    pub fn of(record: &Record) -> Self {
        let public = (0..record.fields.len()).map(|id| is_public(record, FieldId(id))).collect();
        let mut scopes = Self { all: Vec::new(), holders: vec![ROOT; record.fields.len()], public };
        scopes.add(record, Origin::Record, &record.name, &record.body);
        scopes
    }

    fn add(&mut self, record: &Record, origin: Origin, name: &str, outermost: &[FieldId]) -> ScopeId {
        let (id, body) = (ScopeId(self.all.len()), record.scope(outermost));
        let is_hidden = match origin {
            Origin::Group(field) => {
                !self.is_public(field)
                    && outermost.iter().all(|id| matches!(record.fields[id.0].wire, Wire::Bits { .. }))
            }
            Origin::Record | Origin::Arm(..) => false,
        };
        self.all.push(Scope {
            origin,
            name: name.to_owned(),
            outermost: outermost.to_vec(),
            body: body.clone(),
            is_hidden,
            children: Vec::new(),
            end: id,
        });
        let mut children = Vec::new();
        for field in body {
            self.holders[field.0] = id;
            match &record.fields[field.0].wire {
                Wire::Group { name, body, .. } => children.push(self.add(record, Origin::Group(field), name, body)),
                Wire::Match { name, arms, .. } => {
                    for (index, arm) in arms.iter().enumerate() {
                        if arm.transparent {
                            arm.body.iter().for_each(|field| self.holders[field.0] = id);
                        } else if !arm.body.is_empty() {
                            let name = format!("{name}{}", arm.name);
                            children.push(self.add(record, Origin::Arm(field, index), &name, &arm.body));
                        }
                    }
                }
                _ => {}
            }
        }
        let end = ScopeId(self.all.len());
        self.all[id.0].end = end;
        self.all[id.0].children = children;
        id
    }

    /// A scope.
    pub fn get(&self, id: ScopeId) -> &Scope {
        &self.all[id.0]
    }

    /// All scopes, outer ones first.
    pub fn outer_first(&self) -> impl DoubleEndedIterator<Item = ScopeId> + ExactSizeIterator + use<> {
        (0..self.all.len()).map(ScopeId)
    }

    /// All scopes, inner ones first.
    pub fn inner_first(&self) -> impl ExactSizeIterator<Item = ScopeId> + use<> {
        self.outer_first().rev()
    }

    /// The scope that has a field, in its body or as the payload of one of its arms.
    pub fn holder(&self, field: FieldId) -> ScopeId {
        self.holders[field.0]
    }

    /// Whether a field belongs to a scope or to one inside it.
    pub fn contains(&self, scope: ScopeId, field: FieldId) -> bool {
        (scope..self.all[scope.0].end).contains(&self.holder(field))
    }

    /// The scope of a group.
    pub fn of_group(&self, group: FieldId) -> Option<ScopeId> {
        self.child(self.holder(group), Origin::Group(group))
    }

    /// The scope of an arm with fields.
    pub fn of_arm(&self, choice: FieldId, arm: usize) -> Option<ScopeId> {
        self.child(self.holder(choice), Origin::Arm(choice, arm))
    }

    /// The scopes of a group or of a choice's arms.
    pub fn of_field(&self, field: FieldId) -> Vec<ScopeId> {
        let is_its = |id: &ScopeId| match self.get(*id).origin {
            Origin::Group(group) => group == field,
            Origin::Arm(choice, _) => choice == field,
            Origin::Record => false,
        };
        self.children_from(self.holder(field), field).take_while(is_its).collect()
    }

    fn child(&self, holder: ScopeId, origin: Origin) -> Option<ScopeId> {
        let (Origin::Group(field) | Origin::Arm(field, _)) = origin else { return None };
        let mut children = self.children_from(holder, field);
        children.find(|id| self.get(*id).origin == origin)
    }

    /// The children of a scope from those of a field on. Children are in the order of their fields.
    fn children_from(&self, holder: ScopeId, field: FieldId) -> impl Iterator<Item = ScopeId> {
        let children = &self.get(holder).children;
        let is_before = |id: &ScopeId| match self.get(*id).origin {
            Origin::Group(of) | Origin::Arm(of, _) => of < field,
            Origin::Record => true,
        };
        children[children.partition_point(is_before)..].iter().copied()
    }

    /// Whether a field is in the plain value.
    pub fn is_public(&self, field: FieldId) -> bool {
        self.public[field.0]
    }
}

/// Whether an absent field has a default value.
pub fn has_default(field: &Field) -> bool {
    match (field.presence.absent(), field.wire.number()) {
        (Some(Absent::Raw(_)), number) => number.is_some(),
        (Some(Absent::Float(_)), number) => number.is_none(),
        (Some(Absent::Nothing | Absent::Base(_)) | None, _) => false,
    }
}

/// Whether a field is an option in the plain value: it may be absent, and has no default.
pub fn is_option(field: &Field) -> bool {
    field.is_optional() && !has_default(field)
}

/// Whether a field is in the plain value.
fn is_public(record: &Record, id: FieldId) -> bool {
    let field = &record.fields[id.0];
    field.name.is_some()
        && match &field.wire {
            Wire::Group { body, .. } => field.presence != Presence::Always || is_any_public(record, body),
            wire => wire.number().map_or(wire.has_value(), |cell| record.is_users(cell)),
        }
}

/// Whether any field of a body is in the plain value.
pub fn is_any_public(record: &Record, body: &[FieldId]) -> bool {
    record.scope(body).into_iter().any(|id| match &record.fields[id.0].wire {
        Wire::Bits { parts, .. } => parts.iter().any(|part| record.cells[part.cell.0].source == Source::User),
        _ => is_public(record, id),
    })
}
