//! What the names of a schema mean: where each is declared, and where it is used.
//!
//! For editors, which go to a declaration, find uses, and rename. The resolver notes here what it looks up, so a name means
//! to an editor what it means to the compiler.
//!
//! Names that meet by being the same are declarations of their own: that of an argument that is passed by name is no use of
//! the parameter's.

use std::collections::BTreeSet;

use crate::model::{AliasId, CellId, FamilyId, FieldId, HookId, Node, RecordId, SessionId, Value, VarintId};
use crate::source::{FileId, Span};

/// The declarations of a schema and of what it imports, and all uses of their names that were understood.
#[derive(Debug, Clone, Default)]
pub struct References {
    definitions: Box<[Definition]>,
    references: BTreeSet<Reference>,
    /// Those of a record in the order of its fields.
    subjects: Box<[(Span, usize, Subject)]>,
}

/// A name where it is declared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Definition {
    /// The name.
    pub span: Span,
    /// What it names.
    pub kind: Kind,
}

/// A name where it is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Reference {
    /// The name.
    pub span: Span,
    /// The name where it is declared.
    pub definition: Span,
}

/// What a name stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// `const N = 3;`
    Constant,
    /// An alias, a varint, a quantity, a packed number, an enum, bits, a struct or a delta.
    Type,
    /// `message Pos = 4 { .. }`
    Message,
    /// `family ToServer: u8 { .. }`
    Family,
    /// A name of an enum.
    Code,
    /// A field of a record.
    Field,
    /// A part of bits, or a digit of a packed number.
    Part,
    /// A shape of a `match`.
    Shape,
    /// A parameter of a record, a family or a hook.
    Parameter,
    /// `session mode = MapChange.mode;`
    Session,
    /// `hook check(data: bytes) -> u8;`
    Hook,
    /// A declaration that could not be read.
    Unknown,
}

/// The item of a model that a name declares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subject {
    /// The constant of this name.
    Constant,
    /// An alias.
    Alias(AliasId),
    /// A varint.
    Varint(VarintId),
    /// A type that gives numbers a meaning.
    Value(Value),
    /// The name of an enum, the part of a layout or the digit of a packed number that is called so.
    Member(Value),
    /// A struct, a message, or an element of a list.
    Record(RecordId),
    /// A field, which may have no name; also the name of a group's type.
    Field(RecordId, FieldId),
    /// A number: of a field of its own, or a part of inline bits.
    Cell(RecordId, CellId),
    /// The shape of a field that is called so.
    Shape(RecordId, FieldId),
    /// A family.
    Family(FamilyId),
    /// The parameter of a record or a family that is called so.
    Param(Node),
    /// The parameter of a hook that is called so.
    HookParam(HookId),
    /// A session value.
    Session(SessionId),
    /// A hook.
    Hook(HookId),
}

impl References {
    /// All declared names, in the order of the files and their texts.
    #[must_use]
    pub fn definitions(&self) -> &[Definition] {
        &self.definitions
    }

    /// All uses, in the order of the files and their texts. A name that several versions of a protocol declare differently
    /// may stand for each of these declarations.
    pub fn references(&self) -> impl Iterator<Item = Reference> {
        self.references.iter().copied()
    }

    /// What the name at an offset of a file means: the declaration that it is, or those that it refers to.
    pub fn at(&self, file: FileId, offset: u32) -> impl Iterator<Item = Definition> {
        let is_here = move |span: Span| span.file == file && (span.start..=span.end).contains(&offset);
        let here = self.references.iter().filter(move |one| is_here(one.span)).map(|one| one.definition);
        let own = self.definitions.iter().map(|one| one.span).filter(move |span| is_here(*span));
        here.chain(own).filter_map(|span| {
            let at = self.definitions.binary_search_by_key(&span, |one| one.span).ok()?;
            self.definitions.get(at).copied()
        })
    }

    /// The items of the first version, each with the file in which it stands.
    pub fn files(&self) -> impl Iterator<Item = (FileId, Subject)> {
        let first = self.subjects.iter().filter(|(_, version, _)| *version == 0);
        first.map(|(span, _, subject)| (span.file, *subject))
    }

    /// Where a declared name is used.
    pub fn uses(&self, definition: Definition) -> impl Iterator<Item = Span> {
        self.references.iter().filter(move |one| one.definition == definition.span).map(|one| one.span)
    }

    /// The items of the model that are declared at a span, each with the index of its version. A type that several records
    /// have in place declares fields in each of them. There are none if the schema has no model.
    pub fn subjects(&self, declared: Span) -> impl Iterator<Item = (usize, Subject)> {
        let found = self.subjects.iter().filter(move |(span, ..)| *span == declared);
        found.map(|(_, version, subject)| (*version, *subject))
    }

    /// The spans of items that begin at an offset of a file: also those of fields without a name.
    pub fn starting_at(&self, file: FileId, offset: u32) -> impl Iterator<Item = Span> {
        self.subjects.iter().map(|(span, ..)| *span).filter(move |span| (span.file, span.start) == (file, offset))
    }

    /// A table without uses.
    pub(crate) fn new(mut definitions: Vec<Definition>) -> Self {
        definitions.sort_unstable();
        Self { definitions: definitions.into(), ..Self::default() }
    }

    /// Adds the items of a model.
    pub(crate) fn describe(&mut self, subjects: Vec<(Span, usize, Subject)>) {
        self.subjects = subjects.into();
    }

    /// Adds a use.
    pub(crate) fn note(&mut self, span: Span, definition: Span) {
        self.references.insert(Reference { span, definition });
    }
}
