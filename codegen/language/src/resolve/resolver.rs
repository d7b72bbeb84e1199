//! The state of a resolution: what is declared, what is bound so far, and where complaints go.

use std::collections::{HashMap, HashSet};

use crate::ast;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::model::{
    BitsId, ByteOrder, Docs, EnumId, FamilyId, Interval, PackedId, Protocol, QuantityId, RecordId, VarintId, Version,
};
use crate::model::{Carrier, Ratio, Value};
use crate::references::References;
use crate::source::{Sources, Span};

use super::versions::{Decided, Listed};
use crate::resolve::declare::unread::Unread;
use crate::resolve::record::places::RecordPlaces;

/// Binds names and collects the model. The methods stand in the submodules, by subject.
pub(crate) struct Resolver<'a> {
    pub(super) sources: &'a Sources,
    pub(super) unread: &'a Unread,
    pub(super) diagnostics: &'a mut Diagnostics,
    /// The protocol's byte order.
    pub(super) order: ByteOrder,
    /// Every declaration by name, in the order of the text, before any guard is folded.
    pub(super) candidates: HashMap<&'a str, Vec<Declared<'a>>>,
    /// The names of the declarations in the order of the text, imports last.
    pub(super) names: Vec<&'a str>,
    /// The declarations whose guard holds, by name.
    pub(super) items: HashMap<&'a str, Declared<'a>>,
    /// Names whose guards were folded; those without an item have none that holds.
    pub(super) selected: HashSet<&'a str>,
    /// What the declarations became, once they were bound.
    pub(super) bound: HashMap<&'a str, Bound>,
    pub(super) constants: HashMap<&'a str, Constant>,
    /// Names that were complained about: whoever uses them stays silent.
    pub(super) failed: HashSet<&'a str>,
    /// What is being worked out, outermost first, each with the place that asked for it.
    pub(super) pending: Vec<(&'a str, Span)>,
    pub(super) protocol: Protocol,
    /// All versions of the schema.
    pub(super) versions: &'a [Listed],
    /// What messages say for later ones.
    pub(super) sessions: Vec<&'a ast::Session>,
    /// Those that were complained about.
    pub(super) failed_sessions: Vec<&'a str>,
    /// Checksums that are functions of the program.
    pub(super) hooks: Vec<&'a ast::Hook>,
    /// Those that were complained about.
    pub(super) failed_hooks: Vec<&'a str>,
    /// Where the records of the model stand in the schema.
    pub(super) places: Vec<RecordPlaces>,
    /// Conditions on the version, and whether they held in this version and in earlier ones.
    pub(super) decided: &'a mut Decided,
    /// What was looked up.
    pub(super) references: &'a mut References,
}

/// A declaration.
#[derive(Debug, Clone, Copy)]
pub(super) enum Declared<'a> {
    Const(&'a ast::Const),
    Type(&'a ast::Type),
    Varint(&'a ast::Varint),
    Quantity(&'a ast::Quantity),
    Packed(&'a ast::Packed),
    Enum(&'a ast::Enum),
    Bits(&'a ast::Bits),
    Struct(&'a ast::Struct),
    Message(&'a ast::Message),
    Family(&'a ast::Family),
    /// It could not be read: its name is known, and nothing else.
    Error(&'a ast::Name),
}

impl<'a> Declared<'a> {
    /// Its name.
    pub(super) fn name(self) -> &'a ast::Name {
        match self {
            Self::Const(item) => &item.name,
            Self::Type(item) => &item.name,
            Self::Varint(item) => &item.name,
            Self::Quantity(item) => &item.name,
            Self::Packed(item) => &item.name,
            Self::Enum(item) => &item.name,
            Self::Bits(item) => &item.name,
            Self::Struct(item) => &item.name,
            Self::Message(item) => &item.name,
            Self::Family(item) => &item.name,
            Self::Error(name) => name,
        }
    }

    /// Its static condition.
    pub(super) fn guard(self) -> Option<&'a ast::Expr> {
        match self {
            Self::Const(item) => item.guard.as_ref(),
            Self::Type(item) => item.guard.as_ref(),
            Self::Varint(item) => item.guard.as_ref(),
            Self::Quantity(item) => item.guard.as_ref(),
            Self::Packed(item) => item.guard.as_ref(),
            Self::Enum(item) => item.guard.as_ref(),
            Self::Bits(item) => item.guard.as_ref(),
            Self::Struct(item) => item.guard.as_ref(),
            Self::Message(item) => item.guard.as_ref(),
            Self::Family(_) | Self::Error(_) => None,
        }
    }

    /// All of it.
    pub(super) fn span(self) -> Span {
        match self {
            Self::Const(item) => item.span,
            Self::Type(item) => item.span,
            Self::Varint(item) => item.span,
            Self::Quantity(item) => item.span,
            Self::Packed(item) => item.span,
            Self::Enum(item) => item.span,
            Self::Bits(item) => item.span,
            Self::Struct(item) => item.span,
            Self::Message(item) => item.span,
            Self::Family(item) => item.span,
            Self::Error(name) => name.span,
        }
    }

    /// What it is called in diagnostics.
    pub(super) fn what(self) -> &'static str {
        match self {
            Self::Const(_) => "a constant",
            Self::Type(_) => "an alias",
            Self::Varint(_) => "a varint",
            Self::Quantity(_) => "a quantity",
            Self::Packed(_) => "a packed number",
            Self::Enum(_) => "an enum",
            Self::Bits(_) => "a bits type",
            Self::Struct(_) => "a struct",
            Self::Message(_) => "a message",
            Self::Family(_) => "a family",
            Self::Error(_) => "something that could not be read",
        }
    }
}

/// What a declaration became in the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    Varint(VarintId),
    Enum(EnumId),
    Bits(BitsId),
    Quantity(QuantityId),
    Packed(PackedId),
    Record(RecordId),
    Family(FamilyId),
}

/// The value of a static expression.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Constant {
    Int(i128),
    /// Never a whole number.
    Ratio(Ratio),
    Bool(bool),
    Text(String),
}

/// A wire that holds one integer: what it stands on, what it can hold, what that means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ScalarType {
    pub(super) carrier: Carrier,
    pub(super) interval: Interval,
    pub(super) value: Value,
}

impl<'a> Resolver<'a> {
    /// Nothing declared yet.
    pub(super) fn new(
        sources: &'a Sources,
        unread: &'a Unread,
        versions: &'a [Listed],
        version: Option<Version>,
        diagnostics: &'a mut Diagnostics,
        decided: &'a mut Decided,
        references: &'a mut References,
    ) -> Self {
        Self {
            sources,
            unread,
            diagnostics,
            order: ByteOrder::Little,
            candidates: HashMap::new(),
            names: Vec::new(),
            items: HashMap::new(),
            selected: HashSet::new(),
            bound: HashMap::new(),
            constants: HashMap::new(),
            failed: HashSet::new(),
            pending: Vec::new(),
            protocol: Protocol {
                name: String::new(),
                version,
                docs: Docs::default(),
                varints: Vec::new(),
                enums: Vec::new(),
                bits: Vec::new(),
                quantities: Vec::new(),
                packed: Vec::new(),
                aliases: Vec::new(),
                constants: Vec::new(),
                sessions: Vec::new(),
                hooks: Vec::new(),
                records: Vec::new(),
                families: Vec::new(),
                order: Vec::new(),
            },
            versions,
            sessions: Vec::new(),
            failed_sessions: Vec::new(),
            hooks: Vec::new(),
            failed_hooks: Vec::new(),
            places: Vec::new(),
            decided,
            references,
        }
    }

    /// Binds everything that is declared, used or not, and gives the model if nothing was complained about.
    pub(crate) fn finish(mut self) -> Option<Protocol> {
        for name in self.binding_order() {
            match self.items.get(name).copied() {
                Some(Declared::Const(item)) => {
                    if let Some(value) = self.constant_item(item, item.name.span) {
                        self.protocol.constants.push(value.named(item));
                    }
                }
                Some(Declared::Type(item)) => self.check_alias(item),
                Some(declared) => {
                    self.bind_type(declared.name());
                }
                None => {}
            }
        }
        self.bind_sessions();
        self.bind_hooks();
        if self.diagnostics.is_empty() && self.unread.places.is_empty() {
            self.check_rust_names();
        }
        // Without its versions, what excludes each other stands side by side.
        if self.diagnostics.is_empty() && !self.unread.header {
            self.check_source_names();
        }
        self.diagnostics.is_empty().then_some(self.protocol)
    }

    /// Tells what is wrong, unless that is what could not be read.
    pub(super) fn complain(&mut self, diagnostic: Diagnostic) {
        if !self.is_told(diagnostic.primary.span) {
            self.diagnostics.push(diagnostic);
        }
    }

    /// A complaint in place of what could not be made.
    pub(super) fn refuse<T>(&mut self, diagnostic: Diagnostic) -> Option<T> {
        self.complain(diagnostic);
        None
    }

    /// The one complaint about what is in the grammar and comes later.
    pub(super) fn not_yet(&mut self, what: &str, span: Span) {
        let title = format!("{what} not supported yet");
        self.complain(Diagnostic::new(title, span, "the compiler does not know this construct yet"));
    }
}

/// Documentation as the model has it.
pub(super) fn docs(docs: &ast::Docs) -> Docs {
    Docs {
        lines: docs.lines.iter().map(|doc| doc.text.clone()).collect(),
        source_name: docs.source_name.as_ref().map(|name| name.value.clone()),
    }
}
