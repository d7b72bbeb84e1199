//! The names in a tree: those that it declares, for the table of references, and the types that it uses, for the order and the
//! depth of declarations.

use crate::ast::{Entry, File, Name, WireKind};
use crate::references::{Definition, References};
use crate::walk::{Node, Role};

/// A table of all declared names, without their uses.
pub(in crate::resolve) fn definitions(files: &[File]) -> References {
    let mut found = Mentioned::default();
    files.iter().flat_map(|file| &file.items).for_each(|item| found.node(Node::Item(item)));
    References::new(found.declared)
}

/// The use of a type.
#[derive(Clone, Copy)]
pub(in crate::resolve) struct Used<'a> {
    pub(in crate::resolve) name: &'a Name,
    pub(in crate::resolve) how: How,
    /// How many lists, groups, choices and regions are around it.
    pub(in crate::resolve) around: usize,
}

/// How a type is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::resolve) enum How {
    /// It says what a number means.
    Number,
    /// Its bytes are here.
    Contained,
    /// They are, and are read level by level.
    Nested,
}

#[derive(Default)]
pub(in crate::resolve) struct Mentioned<'a> {
    declared: Vec<Definition>,
    /// The types that are used.
    pub(in crate::resolve) used: Vec<Used<'a>>,
    level: usize,
    /// The most that are around anything.
    pub(in crate::resolve) deepest: usize,
}

impl<'a> Mentioned<'a> {
    pub(in crate::resolve) fn node(&mut self, node: Node<'a>) {
        let nests = match node {
            Node::Name(name, role) => return self.name(name, role),
            // Names in expressions are those of numbers, and constants.
            Node::Expr(_) | Node::Pattern(_) | Node::Extent(_) | Node::Rule(_) | Node::Docs(_) => return,
            Node::Entry(Entry::Example(_)) => return,
            Node::Entry(Entry::Within(_)) => true,
            Node::Wire(wire) => matches!(
                wire.kind,
                WireKind::Group(_) | WireKind::If { .. } | WireKind::Match { .. } | WireKind::List { .. }
            ),
            _ => false,
        };
        self.level += usize::from(nests);
        self.deepest = self.deepest.max(self.level);
        node.children(&mut |child| self.node(child));
        self.level -= usize::from(nests);
    }

    fn name(&mut self, name: &'a Name, role: Role) {
        let how = match role {
            Role::Declared(kind) => return self.declared.push(Definition { span: name.span, kind }),
            Role::Content => How::Contained,
            Role::Nested => How::Nested,
            Role::Type => How::Number,
            _ => return,
        };
        self.used.push(Used { name, how, around: self.level });
    }
}
