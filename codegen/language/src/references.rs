//! What the names of a schema mean: where each is declared, and where it is used.
//!
//! For editors, which go to a declaration, find uses, and rename. The resolver notes here what it looks up, so a name means
//! to an editor what it means to the compiler.
//!
//! Names that meet by being the same are declarations of their own: that of an argument that is passed by name is no use of
//! the parameter's.

use std::collections::BTreeSet;

use crate::source::{FileId, Span};

/// The declarations of a schema and of what it imports, and all uses of their names that were understood.
#[derive(Debug, Clone, Default)]
pub struct References {
    definitions: Vec<Definition>,
    references: BTreeSet<Reference>,
}

/// A name where it is declared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
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

    /// Where a declared name is used.
    pub fn uses(&self, definition: Definition) -> impl Iterator<Item = Span> {
        self.references.iter().filter(move |one| one.definition == definition.span).map(|one| one.span)
    }

    /// A table without uses.
    pub(crate) fn new(mut definitions: Vec<Definition>) -> Self {
        definitions.sort_unstable();
        Self { definitions, references: BTreeSet::new() }
    }

    /// Adds a use.
    pub(crate) fn note(&mut self, span: Span, definition: Span) {
        self.references.insert(Reference { span, definition });
    }
}
