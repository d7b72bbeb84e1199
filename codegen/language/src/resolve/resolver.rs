//! The state of a resolution: declarations, bound items, and diagnostics.

use std::collections::{HashMap, HashSet};

use crate::ast::{self, BitOrder};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::model::{
    AliasId, ByteOrder, Circle, Docs, FamilyId, HookId, Interval, Protocol, RecordId, SessionId, VarintId, Version,
};
use crate::model::{Carrier, Ratio, Value};
use crate::references::{References, Subject};
use crate::source::{Sources, Span};

use super::versions::{Decided, Listed};
use crate::resolve::by_name::ByName;
use crate::resolve::declare::unread::Unread;
use crate::resolve::record::places::RecordPlaces;

/// Binds names and builds the model. Its methods are in the submodules, by subject.
pub(crate) struct Resolver<'a> {
    pub(super) sources: &'a Sources,
    pub(super) unread: &'a Unread,
    pub(super) diagnostics: &'a mut Diagnostics,
    /// The protocol's byte order.
    pub(super) order: ByteOrder,
    /// The order of parts in layouts that do not say their own.
    pub(super) bit_order: BitOrder,
    /// All declarations by name, in source order, before guards are evaluated.
    pub(super) candidates: HashMap<&'a str, Vec<&'a Declared>>,
    /// The names of declarations in source order, imports last.
    pub(super) names: Vec<&'a str>,
    /// The declarations whose guard holds, by name.
    pub(super) items: HashMap<&'a str, &'a Declared>,
    /// The families that name each shared message, with the spans of its name.
    pub(super) namings: HashMap<&'a str, Vec<(&'a ast::Family, Span)>>,
    /// Names whose guards were evaluated; those without an item have none that holds.
    pub(super) selected: HashSet<&'a str>,
    /// The names of declarations, each after those that it rests on.
    pub(super) binding_order: Vec<&'a str>,
    /// How deep each is; `None` while that is counted.
    pub(super) depths: HashMap<&'a str, Option<usize>>,
    /// The circle of each declaration that is in one.
    pub(super) circles: HashMap<&'a str, Circle>,
    /// The names of nested parts, each where it is used first.
    pub(super) nested: Vec<NestedName<'a>>,
    /// The examples of records, which are bound when all these are.
    pub(super) examples: Vec<(RecordId, &'a [ast::Entry])>,
    /// The bound declarations.
    pub(super) bound: HashMap<&'a str, Bound>,
    pub(super) aliases: HashMap<&'a str, AliasId>,
    pub(super) constants: HashMap<&'a str, Constant>,
    /// Names with a reported error: their uses report nothing.
    pub(super) failed: HashSet<&'a str>,
    /// The names that are being resolved, outermost first, each with the span of its use.
    pub(super) pending: Vec<(&'a str, Span)>,
    pub(super) protocol: Protocol,
    /// All versions of the schema.
    pub(super) versions: &'a [Listed],
    /// The modules of the versions, by their names.
    pub(super) modules: &'a HashMap<String, Span>,
    /// Session values: numbers of earlier messages.
    pub(super) sessions: ByName<'a, &'a ast::Session>,
    /// The bound ones; `None` with a reported error.
    pub(super) bound_sessions: HashMap<&'a str, Option<SessionId>>,
    /// Checksums that your program computes.
    pub(super) hooks: ByName<'a, &'a ast::Hook>,
    /// The bound ones; `None` with a reported error.
    pub(super) bound_hooks: HashMap<&'a str, Option<HookId>>,
    /// The spans of the model's records.
    pub(super) places: Vec<RecordPlaces>,
    /// The results of conditions on the version, in this version and in earlier ones.
    pub(super) decided: &'a mut Decided,
    /// The resolved names.
    pub(super) references: &'a mut References,
}

/// The name of a nested part, where it is used first.
#[derive(Clone, Copy)]
pub(super) struct NestedName<'a> {
    pub(super) name: &'a str,
    pub(super) span: Span,
}

/// A declaration of a name.
pub(super) type Declared = ast::Item;

/// A bound declaration in the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    Varint(VarintId),
    /// A type that gives numbers a meaning.
    Value(Value),
    Record(RecordId),
    Family(FamilyId),
}

/// The value of a static expression.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Constant {
    Int(i128),
    /// Never an integer.
    Ratio(Ratio),
    Bool(bool),
    Text(String),
}

/// A wire of one integer: its carrier, interval and value type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ScalarType {
    pub(super) carrier: Carrier,
    pub(super) interval: Interval,
    pub(super) value: Value,
}

impl<'a> Resolver<'a> {
    /// An empty resolver.
    pub(super) fn new(
        sources: &'a Sources,
        unread: &'a Unread,
        (versions, modules): (&'a [Listed], &'a HashMap<String, Span>),
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
            bit_order: BitOrder::LowFirst,
            candidates: HashMap::new(),
            names: Vec::new(),
            items: HashMap::new(),
            namings: HashMap::new(),
            selected: HashSet::new(),
            binding_order: Vec::new(),
            depths: HashMap::new(),
            circles: HashMap::new(),
            nested: Vec::new(),
            examples: Vec::new(),
            bound: HashMap::new(),
            aliases: HashMap::new(),
            constants: HashMap::new(),
            failed: HashSet::new(),
            pending: Vec::new(),
            protocol: Protocol { version, ..Protocol::default() },
            versions,
            modules,
            sessions: ByName::default(),
            bound_sessions: HashMap::new(),
            hooks: ByName::default(),
            bound_hooks: HashMap::new(),
            places: Vec::new(),
            decided,
            references,
        }
    }

    /// Binds all declarations, used or not, and returns the model if no error was reported, with the places of its items.
    pub(crate) fn finish(mut self) -> Option<(Protocol, Vec<(Span, Subject)>)> {
        for name in self.names.clone() {
            if let Some(Declared::Const(item)) = self.items.get(name).copied()
                && let Some(value) = self.constant_item(item, item.name.span)
            {
                self.protocol.constants.push(value.named(item));
            }
        }
        for name in std::mem::take(&mut self.binding_order) {
            if self.diagnostics.is_full() {
                break;
            }
            match self.items.get(name).copied() {
                Some(Declared::Type(item)) => self.check_alias(item),
                Some(Declared::Const(_)) => {}
                declared => {
                    declared.and_then(|declared| self.bind_type(declared.head().name?));
                }
            }
        }
        self.bind_sessions();
        self.bind_hooks();
        if self.finish_nested().is_some() {
            self.bind_examples();
        }
        if self.diagnostics.is_empty() && self.unread.places.is_empty() {
            self.check_rust_names();
        }
        // Without the versions, mutually exclusive declarations would collide.
        if self.diagnostics.is_empty() && !self.unread.header {
            self.check_source_names();
        }
        let subjects = self.diagnostics.is_empty().then(|| self.subjects())?;
        Some((self.protocol, subjects))
    }

    /// Reports a diagnostic, unless it is a consequence of an unreadable part.
    pub(super) fn complain(&mut self, diagnostic: Diagnostic) {
        if !self.is_told(diagnostic.primary.span) {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Reports a diagnostic and returns `None`.
    pub(super) fn refuse<T>(&mut self, diagnostic: Diagnostic) -> Option<T> {
        self.complain(diagnostic);
        None
    }

    /// Reports syntax that the compiler does not support yet.
    pub(super) fn not_yet<T>(&mut self, what: &str, span: Span) -> Option<T> {
        let title = format!("{what} not supported yet");
        self.refuse(Diagnostic::new(title, span, "the compiler does not know this construct yet"))
    }
}

/// Converts documentation to the model's.
pub(super) fn docs(docs: &ast::Docs) -> Docs {
    Docs {
        lines: docs.lines.iter().map(|doc| doc.text.clone()).collect(),
        source_name: docs.source_name.as_ref().map(|name| name.value.clone()),
    }
}
