//! Records, their fields, their numbers, and who sets each number.

use super::{
    AliasId, Arm, CellId, Check, Checksum, Code, Delta, Docs, Example, Expr, FamilyId, FieldId, Form, Input, Interval,
    Lengths, Param, Presence, Protocol, Rule, Says, Scalar, Tag, Value, Wire,
};

/// A struct, a message, or an element of a list.
#[derive(Debug, Clone, PartialEq)]
pub struct Record {
    /// The name of its type.
    pub name: String,
    /// The family in whose module the type lives.
    pub module: Option<FamilyId>,
    /// Its doc comment.
    pub docs: Docs,
    /// What it is for.
    pub role: Role,
    /// What the receiver knows and the bytes do not say. Passed, never stored in the plain value.
    pub params: Vec<Param>,
    /// All fields in wire order, those of groups, arms and regions right after what holds them.
    pub fields: Vec<Field>,
    /// All cells in wire order.
    pub cells: Vec<Cell>,
    /// The outermost fields.
    pub body: Vec<FieldId>,
    /// Bytes, code included.
    pub lengths: Lengths,
    /// The bytes of its plain value, roughly and at most.
    pub memory: u64,
    /// The numbers that are worked out of its bytes, in the order in which they are written.
    pub checksums: Vec<Checksum>,
    /// The state whose differences it carries, if it is a delta.
    pub delta: Option<Delta>,
    /// Executed when the schema compiles.
    pub examples: Vec<Example>,
}

impl Record {
    /// The fields of a body that share its scope: its own and those of the regions in it, each region in front of its
    /// fields, all in wire order.
    pub fn scope(&self, body: &[FieldId]) -> Vec<FieldId> {
        let mut all = Vec::new();
        for id in body {
            all.push(*id);
            if let Some(Wire::Within { body, .. }) = self.fields.get(id.0).map(|field| &field.wire) {
                all.extend(self.scope(body));
            }
        }
        all
    }

    /// The width of a number in an element that ends a list, in which all that stands before it is zero or constant;
    /// `None` where it has one width only.
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

    /// Whether a number that is used to count or to choose is set by the user, who is then told of what contradicts it.
    pub fn is_users(&self, cell: CellId) -> bool {
        self.cells.get(cell.0).is_some_and(|cell| cell.source == Source::User)
    }

    /// Whether the width of some field is chosen by a number.
    pub fn tells_width(&self, cell: CellId) -> bool {
        self.fields.iter().any(|field| field.wire.inputs().contains(&(Says::Width, Input::Cell(cell))))
    }

    /// Whether the writer works a tag of a field out from that field; else somebody else says it.
    pub fn derives_tag(&self, field: FieldId, tag: Input) -> bool {
        let Input::Cell(cell) = tag else { return false };
        let source = self.cells.get(cell.0).map(|cell| &cell.source);
        matches!(source, Some(Source::Derived(Demand::Form { field: of, .. })) if *of == field)
    }

    /// The number that an arm of several codes keeps, and under which name: of the tag, or `code` if that has none.
    pub fn stored_code(&self, tag: &Tag, arm: &Arm) -> Option<(&str, CellId)> {
        match tag {
            _ if arm.written.is_some() => None,
            Tag::InPlace { cell, .. } => Some(("code", *cell)),
            Tag::Input(Input::Cell(cell)) => {
                // The user's own number says it.
                let tag = self.cells.get(cell.0).filter(|cell| cell.source != Source::User)?;
                Some((tag.name(), *cell))
            }
            Tag::Input(Input::Param(_) | Input::Part(_) | Input::Session(_) | Input::Literal(_) | Input::Left) => None,
        }
    }

    /// The name of a field in errors: its label, after those of the groups around it. An element that is its only field has
    /// no name: its list has.
    pub fn path(&self, field: FieldId) -> String {
        let Some(found) = self.fields.get(field.0) else { return String::new() };
        if self.role == (Role::Element { transparent: true }) && self.body.first() == Some(&field) {
            return String::new();
        }
        let outer =
            found.parent.filter(|parent| parent.0 < field.0).map(|parent| self.path(parent)).unwrap_or_default();
        match (outer.as_str(), found.label.as_str()) {
            ("", one) | (one, "") => one.to_owned(),
            (outer, inner) => format!("{outer}.{inner}"),
        }
    }

    /// The meaning of the number of a tag.
    pub fn tag_value(&self, tag: &Tag) -> Value {
        let cell = tag.number().cell().and_then(|cell| self.cells.get(cell.0));
        cell.map_or(Value::Int(None), |cell| cell.value)
    }

    /// The checksums in wire order, as a reader compares them.
    pub fn checksums_as_read(&self) -> Vec<&Checksum> {
        let mut all: Vec<&Checksum> = self.checksums.iter().collect();
        all.sort_by_key(|one| one.cell);
        all
    }

    /// Whether the rule of a field is checked as soon as it is known how much follows, and not when its scope is complete:
    /// it speaks of nothing but that. So nobody waits for what cannot come.
    ///
    /// The field is such a number itself, or it is counted in front: then its rule is checked before its content is read.
    pub fn checks_at_once(&self, field: &Field) -> bool {
        let Some(Rule { check: Check::Test(test), repair: None, .. }) = &field.rule else { return false };
        let mut amounts = test.amounts().into_iter();
        let is_own = |id: FieldId| self.fields.get(id.0).is_some_and(|one| std::ptr::eq(one, field));
        match &field.wire {
            Wire::Scalar { cell: own, .. } | Wire::Chosen { cell: own, .. } => {
                let source = self.cells.get(own.0).map(|cell| &cell.source);
                let is_count = matches!(source, Some(Source::Derived(Demand::Count { .. })));
                let is_own = |input: &Input| input.cell().is_none_or(|cell| cell == *own);
                is_count && amounts.len() == 0 && test.inputs().iter().all(is_own)
            }
            Wire::Bytes(extent) | Wire::Text { unit: None, extent, .. } => {
                let all_own = amounts.all(|amount| matches!(amount, Expr::Len(id) | Expr::Size(id) if is_own(*id)));
                extent.is_counted_in_front() && test.inputs().is_empty() && all_own
            }
            // How many bytes these have is known when they were read.
            Wire::Text { unit: Some(_), extent, .. } | Wire::List { extent, .. } => {
                let all_own = amounts.all(|amount| matches!(amount, Expr::Len(id) if is_own(*id)));
                extent.is_counted_in_front() && test.inputs().is_empty() && all_own
            }
            _ => false,
        }
    }

    /// The fact that an error tells of a field that breaks its rule: its number, the only part of it that the rule asks for,
    /// or its length.
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

    /// The field beside a message of a closed family whose number chooses it: an error names that field if no message has
    /// the number.
    pub fn chooser(&self, protocol: &Protocol, id: FieldId) -> Option<FieldId> {
        let field = self.fields.get(id.0)?;
        let Wire::Family { family, by: Some(cell), .. } = &field.wire else { return None };
        let chooser = self.cells.get(cell.0)?.field;
        let is_beside = self.fields.get(chooser.0)?.parent == field.parent;
        let is_closed = protocol.families.get(family.0).is_some_and(|family| !family.open);
        (is_beside && is_closed).then_some(chooser)
    }

    /// The number in front of it, if it is a message that has one.
    pub fn code(&self) -> Option<Code> {
        match self.role {
            Role::Message { code } => code.map(|code| code.code),
            Role::Struct | Role::Element { .. } => None,
        }
    }
}

/// What a record is for.
#[derive(Debug, Clone, PartialEq)]
pub enum Role {
    /// A part of messages, or the frame of a packet.
    Struct,
    /// A message.
    Message {
        /// `None` where it belongs to no family with a carrier.
        code: Option<MessageCode>,
    },
    /// Written in place as the element of a list.
    Element {
        /// Its only field is the element: no struct around it in values and documents.
        transparent: bool,
    },
}

/// The code in front of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MessageCode {
    /// How it stands on the wire.
    pub scalar: Scalar,
    /// The number.
    pub code: Code,
}

impl Demand {
    /// The fields from which it is worked out.
    pub fn fields(&self) -> &[FieldId] {
        match self {
            Self::Presence { field, .. } | Self::Form { field, .. } | Self::Arm { field } | Self::Mask { field } => {
                std::slice::from_ref(field)
            }
            Self::Count { fields, .. } => fields,
            Self::Checksum | Self::Hook => &[],
        }
    }
}

impl Cell {
    /// Whether a value without generated code has it: the user sets it, or only the user's program can compute it.
    pub fn is_given(&self) -> bool {
        matches!(self.source, Source::User | Source::Derived(Demand::Hook))
    }

    /// Its own name: the last of its path.
    pub fn name(&self) -> &str {
        self.path.rsplit('.').next().unwrap_or(&self.path)
    }

    /// Its number in an element that ends a list.
    pub fn at_the_end(&self) -> Code {
        match self.source {
            Source::Constant(code) => code,
            Source::User | Source::Reserved | Source::Derived(_) => 0,
        }
    }
}

/// One field. Three questions, three answers.
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    /// `None`: the user never sees it (reserved space, a constant, the carrier of inline bits).
    pub name: Option<String>,
    /// What errors call it: its name, or `bits`, `reserved`, `constant`, `within`.
    pub label: String,
    /// Its doc comment.
    pub docs: Docs,
    /// The group or arm-holding field that contains it.
    pub parent: Option<FieldId>,
    /// Is it there?
    pub presence: Presence,
    /// Which bytes?
    pub wire: Wire,
    /// How the schema calls the wire with its clauses, if it does.
    pub alias: Option<AliasId>,
    /// The same of the elements of a list.
    pub element_alias: Option<AliasId>,
    /// What must hold.
    pub rule: Option<Rule>,
}

impl Field {
    /// Whether it may be absent.
    pub fn is_optional(&self) -> bool {
        self.presence != Presence::Always
    }

    /// Whether a reader can ask for the whole carrier of inline bits: it is always there, and some part has a name.
    pub fn shows_carrier(&self) -> bool {
        self.presence == Presence::Always && self.wire.parts().iter().any(|part| part.name.is_some())
    }
}

/// The smallest thing that holds one integer: a scalar field, a tag, or one part of inline bits.
#[derive(Debug, Clone, PartialEq)]
pub struct Cell {
    /// The field that holds it.
    pub field: FieldId,
    /// Its path in the record: `fall.speed`, `wide_x`.
    pub path: String,
    /// What may stand there (narrowed by a rule of the same field).
    pub interval: Interval,
    /// Meaning what?
    pub value: Value,
    /// Who sets it?
    pub source: Source,
}

/// Who sets a cell when writing.
#[derive(Debug, Clone, PartialEq)]
pub enum Source {
    /// The user: it is in the plain value.
    User,
    /// Always this; checked when read.
    Constant(Code),
    /// Written as zero, ignored when read.
    Reserved,
    /// The writer works it out. Where its demand lies in something absent, it is zero.
    Derived(Demand),
}

/// What a derived cell is worked out from.
#[derive(Debug, Clone, PartialEq)]
pub enum Demand {
    /// 1 if the field is there; negated, 0 if it is.
    Presence {
        /// The field.
        field: FieldId,
        /// `if !cell`.
        negated: bool,
    },
    /// What the first form that holds the value says in this tag's column.
    Form {
        /// A field with [`Wire::Chosen`].
        field: FieldId,
        /// Which of its tags.
        column: usize,
    },
    /// The code of the arm, or of the member of a family, that the user chose.
    Arm {
        /// A field with [`Wire::Match`], or with [`Wire::Family`].
        field: FieldId,
    },
    /// Bit `i` if an element stands in place `i`.
    Mask {
        /// A field with [`Wire::Sparse`].
        field: FieldId,
    },
    /// `(elements - plus) / times` of every field named; they must agree.
    Count {
        /// Lists, bytes or text; or one region, which is made of bytes.
        fields: Vec<FieldId>,
        /// Elements for each step of the cell.
        times: Code,
        /// Elements when the cell is zero.
        plus: Code,
        /// What stands there when the fields are absent.
        absent: Option<Code>,
    },
    /// The bytes around it: one of [`Record::checksums`] says how.
    Checksum,
    /// The same, by a function of the program. To what knows the model only it is a number like the user's.
    Hook,
}
