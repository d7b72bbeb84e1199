//! Records, their fields, their cells, and the owner of each cell.

use super::{
    AliasId, Arm, ArmCode, CellId, Check, Checksum, Circle, Code, Delta, Docs, Example, Expr, FamilyId, FieldId,
    Filler, Form, Input, Interval, Lengths, Param, Presence, Protocol, Rule, Says, Scalar, Space, Tag, Takes, Value,
    Wire,
};

/// A struct, a message, or an element of a list.
#[derive(Debug, Clone, PartialEq)]
pub struct Record {
    /// The name of its type.
    pub name: String,
    /// The family whose module contains the type.
    pub module: Option<FamilyId>,
    /// Its doc comment.
    pub docs: Docs,
    /// Its role.
    pub role: Role,
    /// Numbers that the receiver knows and the bytes do not contain. Arguments, never stored in the value.
    pub params: Vec<Param>,
    /// All fields in wire order; the fields of groups, arms and regions directly after their container.
    pub fields: Vec<Field>,
    /// All cells in wire order.
    pub cells: Vec<Cell>,
    /// The top-level fields.
    pub body: Vec<FieldId>,
    /// Lengths in bytes, including the code.
    pub lengths: Lengths,
    /// Which values take all that is left of their region. Only the last element of a list may be such a value.
    pub takes_rest: Takes,
    /// An upper bound of the value's size in memory, in bytes.
    pub memory: u64,
    /// The checksums, in the order of computation.
    pub checksums: Vec<Checksum>,
    /// The state that it encodes, if it is a delta.
    pub delta: Option<Delta>,
    /// The circle that it is part of, if any.
    pub circle: Option<Circle>,
    /// Its examples, executed when the schema compiles.
    pub examples: Vec<Example>,
}

impl Record {
    /// The fields of a body that share its scope.
    pub fn scope(&self, body: &[FieldId]) -> Vec<FieldId> {
        in_scope(&self.fields, body)
    }

    /// The form of a number in the terminating element of a list, in which all earlier fields are zero or constant;
    /// `None` if it has a single width.
    pub fn form_of_end(&self, id: FieldId) -> Option<&Form> {
        let wire = &self.fields.get(id.0)?.wire;
        let code = |tag: &Input| match tag {
            Input::Cell(cell) => self.cells.get(cell.0).map(Cell::at_the_end),
            Input::Literal(code) => Some(*code),
            Input::Param(_) | Input::Part(_) | Input::Session(_) | Input::Left => None,
        };
        let taken = wire.selection()?.taken(|tag| code(tag).map_or(Interval::ANYTHING, Interval::only));
        let (form, _) = taken.into_iter().find(|(_, taken)| *taken == Some(true))?;
        wire.forms().get(form)
    }

    /// A field, and those that hold it, from the innermost on.
    pub fn around(&self, field: FieldId) -> impl Iterator<Item = FieldId> {
        // The holder of a field precedes it, so this ends.
        let holder = |id: &FieldId| self.fields.get(id.0)?.parent.filter(|parent| parent < id);
        std::iter::successors(Some(field), holder)
    }

    /// Whether the user sets a number that is a count or a tag; contradictions are then reported to the user.
    pub fn is_users(&self, cell: CellId) -> bool {
        self.cells.get(cell.0).is_some_and(|cell| cell.source == Source::User)
    }

    /// Whether a cell is the tag of a width.
    pub fn tells_width(&self, cell: CellId) -> bool {
        self.fields.iter().any(|field| field.wire.inputs().contains(&(Says::Width, Input::Cell(cell))))
    }

    /// Whether the writer derives a tag from the field; otherwise it has another source.
    pub fn derives_tag(&self, field: FieldId, tag: Input) -> bool {
        let Input::Cell(cell) = tag else { return false };
        let source = self.cells.get(cell.0).map(|cell| &cell.source);
        matches!(source, Some(Source::Derived(Demand::Form { field: of, .. } | Demand::Arm { field: of, .. })) if *of == field)
    }

    /// The code that an arm with several codes stores, with its name: the tag's cell, or `code` for an anonymous one.
    pub fn stored_code(&self, tag: &Tag, arm: &Arm) -> Option<(&str, CellId)> {
        match tag {
            _ if arm.written != ArmCode::Stored => None,
            Tag::InPlace { cell, .. } => Some(("code", *cell)),
            Tag::Input(Input::Cell(cell)) => {
                // The user's own number already holds the code.
                let tag = self.cells.get(cell.0).filter(|cell| cell.source != Source::User)?;
                Some((tag.name(), *cell))
            }
            Tag::Input(Input::Param(_) | Input::Part(_) | Input::Session(_) | Input::Literal(_) | Input::Left) => None,
            // All numbers are derived from an arm of one combination, or set otherwise.
            Tag::Tuple(_) => None,
        }
    }

    /// The documentation of the field, or of the part, that holds a number.
    pub fn docs_of(&self, cell: CellId) -> Option<&Docs> {
        let field = self.fields.get(self.cells.get(cell.0)?.field.0)?;
        let part = field.wire.parts().iter().find(|part| part.cell == cell);
        Some(part.map_or(&field.docs, |part| &part.docs))
    }

    /// The only field of an element whose value is that field's.
    pub fn only(&self) -> Option<FieldId> {
        self.body.first().copied().filter(|_| self.role == Role::Element { transparent: true })
    }

    /// The path of a field in errors: its label, after those of the enclosing groups. The only field of a transparent
    /// element has no name, since its list has one.
    pub fn path(&self, field: FieldId) -> String {
        let Some(found) = self.fields.get(field.0) else { return String::new() };
        if self.only() == Some(field) {
            return String::new();
        }
        let outer =
            found.parent.filter(|parent| parent.0 < field.0).map(|parent| self.path(parent)).unwrap_or_default();
        match (outer.as_str(), found.label.as_str()) {
            ("", one) | (one, "") => one.to_owned(),
            (outer, inner) => format!("{outer}.{inner}"),
        }
    }

    /// The path of a field with the names of the shapes around it.
    pub fn path_in_shapes(&self, field: FieldId) -> String {
        let Some(found) = self.fields.get(field.0) else { return String::new() };
        // The holder of a field precedes it, so this ends.
        let parent = found.parent.filter(|parent| parent.0 < field.0);
        let Some((id, parent)) = parent.and_then(|id| Some((id, self.fields.get(id.0)?))) else {
            return found.label.clone();
        };
        let holder = self.path_in_shapes(id);
        let Wire::Match { arms, .. } = &parent.wire else { return format!("{holder}.{}", found.label) };
        // Fields are in the order of their arms.
        let arm = arms.iter().rev().find(|arm| arm.body.first().is_some_and(|first| first.0 <= field.0));
        let name = arm.map_or("", |arm| &arm.name);
        // The only field of such a shape has no name of its own.
        let own = arm.filter(|arm| !arm.transparent).map(|_| format!(".{}", found.label)).unwrap_or_default();
        format!("{holder}.{name}{own}")
    }

    /// The value type of a single tag.
    pub fn tag_value(&self, tag: &Tag) -> Value {
        let cell = tag.number().and_then(Input::cell).and_then(|cell| self.cells.get(cell.0));
        cell.map_or(Value::Int(None), |cell| cell.value)
    }

    /// Whether a checksum needs the place of a field, which varies.
    pub fn is_marked(&self, id: FieldId) -> bool {
        self.checksums.iter().any(|one| one.marks().contains(&id))
    }

    /// The checksums in wire order, as a reader verifies them.
    pub fn checksums_as_read(&self) -> Vec<&Checksum> {
        let mut all: Vec<&Checksum> = self.checksums.iter().collect();
        all.sort_by_key(|one| one.cell);
        all
    }

    /// Whether the rule of a field is checked directly after its number or length, instead of when its scope is complete:
    /// it reads nothing later. So a reader never waits for bytes that cannot become valid.
    ///
    /// A number's rule reads that number and earlier ones. Content with a length prefix is checked before it is read.
    pub fn checks_at_once(&self, field: &Field) -> bool {
        let Some(Rule { check, repair: None, .. }) = &field.rule else { return false };
        let test = match check {
            Check::Test(test) => test,
            Check::Float { .. } => return true,
            Check::Ascending { .. } => return false,
        };
        let mut amounts = test.amounts().into_iter();
        let is_own = |id: FieldId| self.fields.get(id.0).is_some_and(|one| std::ptr::eq(one, field));
        match &field.wire {
            Wire::Scalar { cell: own, .. } | Wire::Chosen { cell: own, .. } => {
                let place = |cell: CellId| self.cells.get(cell.0).map(|cell| cell.field);
                let is_read = |input: &Input| input.cell().is_none_or(|cell| place(cell) <= place(*own));
                amounts.len() == 0 && !test.inputs().contains(&Input::Left) && test.inputs().iter().all(is_read)
            }
            Wire::Octets { extent, .. } | Wire::List { extent, .. } => {
                // The sizes of other units, and of elements, are known only after reading.
                let is_of_bytes = field.wire.unit() == Some(Scalar::BYTE);
                let own = |amount: &Expr| match amount {
                    Expr::Len(id) => is_own(*id),
                    Expr::Size(id) => is_of_bytes && is_own(*id),
                    _ => false,
                };
                extent.is_counted_in_front() && test.inputs().is_empty() && amounts.all(own)
            }
            _ => false,
        }
    }

    /// The number that an error shows for a violated rule: the field's own, the only part of it that the rule reads, or
    /// its length.
    pub fn told_by_rule(&self, id: FieldId) -> Option<Expr> {
        let field = self.fields.get(id.0)?;
        let Check::Test(test) = &field.rule.as_ref()?.check else { return None };
        if let Wire::Scalar { cell, .. } | Wire::Chosen { cell, .. } = &field.wire {
            let mut asked = Vec::new();
            test.each(&mut |one| asked.extend(one.as_input().filter(|input| input.cell() == Some(*cell))));
            return match *asked.first()? {
                Input::Part(part) if asked.iter().all(|other| *other == Input::Part(part)) => Some(Expr::Part(part)),
                _ => Some(Expr::Cell(*cell)),
            };
        }
        let own = |amount: &&Expr| matches!(amount, Expr::Len(one) | Expr::Size(one) if *one == id);
        test.amounts().into_iter().find(own).cloned()
    }

    /// The field whose number selects a message of a closed family: an error names it if no message has the number.
    pub fn chooser(&self, protocol: &Protocol, id: FieldId) -> Option<FieldId> {
        let field = self.fields.get(id.0)?;
        let Wire::Family { family, by: Some(cell), .. } = &field.wire else { return None };
        let chooser = self.cells.get(cell.0)?.field;
        let is_beside = self.fields.get(chooser.0)?.parent == field.parent;
        let is_closed = protocol.families.get(family.0).is_some_and(|family| !family.open);
        (is_beside && is_closed).then_some(chooser)
    }

    /// The code of a message.
    pub fn code(&self) -> Option<Code> {
        self.message_code().map(|code| code.code)
    }

    /// The code of a message, with its wire.
    pub fn message_code(&self) -> Option<MessageCode> {
        if let Role::Message { code } = self.role { code } else { None }
    }
}

/// The fields of a body that share its scope: its own and those of its regions, each region before its fields, all in
/// wire order.
pub fn in_scope(fields: &[Field], body: &[FieldId]) -> Vec<FieldId> {
    let mut all = Vec::with_capacity(body.len());
    for id in body {
        all.push(*id);
        if let Some(Wire::Within { body, .. }) = fields.get(id.0).map(|field| &field.wire) {
            all.extend(in_scope(fields, body));
        }
    }
    all
}

/// The role of a record.
#[derive(Debug, Clone, PartialEq)]
pub enum Role {
    /// A part of messages, or the packet itself.
    Struct,
    /// A message.
    Message {
        /// `None` if no family with a carrier contains it.
        code: Option<MessageCode>,
    },
    /// An inline element of a list.
    Element {
        /// Whether its only field is the element, without a struct in values and documents.
        transparent: bool,
    },
}

/// The code before a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MessageCode {
    /// Its encoding.
    pub scalar: Scalar,
    /// Its value.
    pub code: Code,
}

impl Record {
    /// The byte by which a writer fills a region up to its size, if it does: these are the region's fields.
    pub fn filler_of(&self, body: &[FieldId]) -> Option<Filler> {
        match self.fields.get(self.last_of(body)?.0)?.wire {
            Wire::Padding { space: Space::Filled, filler } => Some(filler),
            _ => None,
        }
    }

    /// The last field of a body, also in a group that is always present.
    pub fn last_of(&self, body: &[FieldId]) -> Option<FieldId> {
        let last = *body.last()?;
        match self.fields.get(last.0)? {
            Field { wire: Wire::Group { body, .. }, presence: Presence::Always, .. } => self.last_of(body),
            _ => Some(last),
        }
    }

    /// The greatest multiple up to which reserved space in these fields goes, if any does. Their readers and writers then
    /// need the offset of the record's front.
    pub fn alignment(&self, body: &[FieldId]) -> Option<u64> {
        let of_field = |id: &FieldId| match &self.fields.get(id.0)?.wire {
            Wire::Padding { space: Space::Align(multiple), .. } => Some(*multiple),
            wire => wire.bodies().into_iter().filter_map(|body| self.alignment(body)).max(),
        };
        body.iter().filter_map(of_field).max()
    }
}

impl Demand {
    /// The fields from which it is worked out.
    pub fn fields(&self) -> &[FieldId] {
        match self {
            Self::Presence { field, .. }
            | Self::Form { field, .. }
            | Self::Arm { field, .. }
            | Self::Mask { field } => std::slice::from_ref(field),
            Self::Count { fields, .. } => fields,
            Self::Place { .. } | Self::Checksum | Self::Hook => &[],
        }
    }
}

impl Cell {
    /// Whether dynamic values contain the cell: the user sets it, or only the user's program can compute it.
    pub fn is_given(&self) -> bool {
        matches!(self.source, Source::User | Source::Derived(Demand::Hook))
    }

    /// The last segment of its path.
    pub fn name(&self) -> &str {
        self.path.rsplit('.').next().unwrap_or(&self.path)
    }

    /// Its number in the terminating element of a list.
    pub fn at_the_end(&self) -> Code {
        match self.source {
            Source::Constant(code) | Source::Reserved(code) => code,
            Source::User | Source::Derived(_) => 0,
        }
    }
}

/// A field with its presence, wire and rule.
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    /// `None`: hidden from the user (reserved space, a constant, the carrier of inline bits).
    pub name: Option<String>,
    /// Its name in errors: its own, or `bits`, `reserved`, `constant`, `within`.
    pub label: String,
    /// Its doc comment.
    pub docs: Docs,
    /// The group or match that contains it.
    pub parent: Option<FieldId>,
    /// Its presence.
    pub presence: Presence,
    /// Its encoding.
    pub wire: Wire,
    /// The alias of the wire and its clauses, if it has one.
    pub alias: Option<AliasId>,
    /// The alias of a list's elements.
    pub element_alias: Option<AliasId>,
    /// Its constraint.
    pub rule: Option<Rule>,
}

impl Field {
    /// Whether it may be absent.
    pub fn is_optional(&self) -> bool {
        self.presence != Presence::Always
    }

    /// Whether the carrier of inline bits has a getter: it is always present, and some part has a name.
    pub fn shows_carrier(&self) -> bool {
        self.presence == Presence::Always && self.wire.parts().iter().any(|part| part.name.is_some())
    }
}

/// The smallest unit that holds one integer: a scalar field, a tag, or one part of inline bits.
#[derive(Debug, Clone, PartialEq)]
pub struct Cell {
    /// The field that contains it.
    pub field: FieldId,
    /// Its path in the record: `fall.speed`, `wide_x`.
    pub path: String,
    /// The possible numbers (narrowed by a rule of the same field).
    pub interval: Interval,
    /// The type of its value.
    pub value: Value,
    /// Its owner.
    pub source: Source,
    /// The number that a writer derives if what determines it is absent: this one, or else zero.
    pub absent: Option<Code>,
    /// The number is in the record of its field ([`Wire::Record`]), where it is this cell: the user's, and always there.
    pub inside: Option<CellId>,
}

/// The owner of a cell when writing.
#[derive(Debug, Clone, PartialEq)]
pub enum Source {
    /// The user: it is in the value.
    User,
    /// A constant, checked when read.
    Constant(Code),
    /// Written as this number, ignored when read.
    Reserved(Code),
    /// The writer derives it. If the field of its demand is absent, it is [`Cell::absent`].
    Derived(Demand),
}

/// The derivation of a cell.
#[derive(Debug, Clone, PartialEq)]
pub enum Demand {
    /// 1 if the field is present; negated, 0 if it is.
    Presence {
        /// The field.
        field: FieldId,
        /// `if !cell`.
        negated: bool,
    },
    /// The code in this tag's column of the first form that holds the value.
    Form {
        /// A field with [`Wire::Chosen`].
        field: FieldId,
        /// The index of the tag.
        column: usize,
    },
    /// The code of the arm in this tag's column, or of the family's member, that the user chose.
    Arm {
        /// A field with [`Wire::Match`], or with [`Wire::Family`].
        field: FieldId,
        /// The index of the tag.
        column: usize,
    },
    /// Bit `i` is the presence of element `i`.
    Mask {
        /// A field with [`Wire::Sparse`].
        field: FieldId,
    },
    /// `(elements - plus) / times` of every field; all must agree.
    Count {
        /// Lists, bytes or text; or one region, counted in bytes.
        fields: Vec<FieldId>,
        /// The number of elements per unit of the cell.
        times: Code,
        /// The number of elements if the cell is zero.
        plus: Code,
    },
    /// Set by the list around the element: this code in the last one, the other in those before. The carrier has a fixed
    /// size and a fixed offset in the element.
    Place {
        /// 0 or 1.
        last: Code,
    },
    /// Computed from the surrounding bytes by an entry of [`Record::checksums`].
    Checksum,
    /// A checksum that your program computes. Without generated code it is a number like the user's.
    Hook,
}
