//! One field: its clauses and its wire.

use std::sync::LazyLock;

use crate::ast::{self, WireKind};
use crate::diagnostic::{Diagnostic, Help};
use crate::model::{FieldId, Notation, Presence, Source, Wire};
use crate::source::Span;

use crate::resolve::record::builder::{Builder, Origin};
use crate::resolve::record::places::Place;
use crate::resolve::resolver::{Bound, Declared};
use crate::resolve::scope::known::Fact;
use crate::resolve::scope::{self, Entry};
use crate::resolve::types::notation::is_noted;
use crate::resolve::versions::condition::Folded;

/// A wire with its clauses, after the expansion of aliases.
#[derive(Clone, Copy)]
pub(in crate::resolve) struct Spelled<'a> {
    pub(in crate::resolve) wire: &'a ast::Wire,
    /// The outermost alias.
    pub(in crate::resolve) alias: Option<&'a ast::Type>,
    pub(in crate::resolve) from: Option<&'a ast::Expr>,
    pub(in crate::resolve) by: Option<&'a ast::Name>,
    pub(in crate::resolve) value: Option<&'a ast::ValueType>,
    pub(in crate::resolve) computed: Option<&'a ast::Expr>,
    pub(in crate::resolve) fill: Option<&'a ast::Expr>,
    pub(in crate::resolve) presence: Option<&'a ast::Expr>,
    pub(in crate::resolve) absent: Option<&'a ast::Expr>,
    pub(in crate::resolve) rule: Option<&'a ast::Rule>,
    /// The region of which it is the optional wire, and the clauses of the wire in it.
    pub(in crate::resolve) region: Option<(&'a ast::Extent, &'a ast::Clauses)>,
}

/// The clauses of a wire that has none.
static NO_CLAUSES: LazyLock<ast::Clauses> = LazyLock::new(ast::Clauses::default);

/// Limit on the fields of a record, including those of groups and elements.
const MOST_FIELDS: usize = 4096;

/// The current field and its name.
#[derive(Clone, Copy)]
pub(in crate::resolve) struct Called<'a> {
    pub(in crate::resolve) id: FieldId,
    pub(in crate::resolve) name: &'a str,
    pub(in crate::resolve) span: Span,
}

impl<'a> Builder<'_, 'a> {
    /// Binds an entry `name: wire ..`.
    pub(in crate::resolve) fn field(&mut self, field: &'a ast::Field) {
        if !self.resolver.leaves_out(field) {
            let spelled = self.spelled(&field.wire, &field.clauses);
            self.spelled_field(field, spelled);
        }
    }

    pub(in crate::resolve) fn spelled_field(&mut self, field: &'a ast::Field, spelled: Option<Spelled<'a>>) {
        let before = self.frame.fields.len();
        match (&field.name, spelled) {
            (Some(name), spelled) => {
                let named = (name.text.as_str(), name.span);
                let whole = spelled
                    .is_some_and(|spelled| !self.taken(name) && self.named(named, &field.docs, &spelled).is_some());
                if !whole || self.resolver.is_told(field.span) {
                    self.frame.broken = true;
                    self.frame.define(&name.text, name.span, Entry::Broken, Vec::new());
                }
            }
            (None, Some(spelled)) => {
                let whole = self.unnamed(&spelled, &field.docs, field.span);
                self.frame.broken |= whole.is_none();
            }
            (None, None) => self.frame.broken = true,
        }
        if let (Some((at, span)), true) = (field.offset, self.frame.fields.len() > before) {
            self.frame.offsets.push((FieldId(before), at, span));
        }
    }

    /// Reports too many fields: aliases that expand to several others grow exponentially.
    fn are_too_many(&mut self, span: Span) -> bool {
        self.fields = self.fields.saturating_add(1);
        if self.fields == MOST_FIELDS.saturating_add(1) {
            let title = format!("more than {MOST_FIELDS} fields in one record");
            self.complain(
                Diagnostic::new(title, span, "one too many")
                    .help("a `type` stands in place wherever it is named: make those that others name a `struct`"),
            );
        }
        self.is_full()
    }

    /// Whether the limit on fields is reached, so that the rest is skipped.
    pub(in crate::resolve) fn is_full(&self) -> bool {
        self.fields > MOST_FIELDS
    }

    /// Reports a name that is already declared in this body or as a parameter.
    pub(in crate::resolve) fn taken(&mut self, name: &ast::Name) -> bool {
        let same = |other: &str| other == name.text;
        let earlier = self.frame.scope().and_then(|scope| scope.names.iter().find(|named| same(named.name)));
        let earlier = earlier.map(|named| (named.span, "first named here"));
        let root = self.outer.first().unwrap_or(&self.frame);
        let own = root.params.iter().zip(&root.param_spans);
        let lent = root.lent.iter().map(|(param, span)| (param, span));
        let param = own.chain(lent).find(|(param, _)| same(&param.name)).map(|(_, span)| (*span, "a parameter"));
        let Some((span, what)) = earlier.or(param) else { return false };
        let title = format!("two things are called `{}`", name.text);
        self.complain(Diagnostic::new(title, name.span, "again here").other(span, what).help("rename one of them"));
        true
    }

    /// Expands the aliases of a wire without clauses.
    pub(in crate::resolve) fn spelled_wire(&mut self, wire: &'a ast::Wire) -> Option<Spelled<'a>> {
        self.spelled(wire, &NO_CLAUSES)
    }

    /// Expands aliases.
    pub(in crate::resolve) fn spelled(
        &mut self,
        wire: &'a ast::Wire,
        clauses: &'a ast::Clauses,
    ) -> Option<Spelled<'a>> {
        let mut spelled = Spelled {
            wire,
            alias: None,
            from: clauses.from.as_ref(),
            by: clauses.by.as_ref(),
            value: clauses.value.as_ref(),
            computed: clauses.computed.as_ref(),
            fill: clauses.fill.as_ref(),
            presence: clauses.presence.as_ref(),
            absent: clauses.absent.as_ref(),
            rule: clauses.rule.as_ref(),
            region: None,
        };
        while let WireKind::Named { name, args } = &spelled.wire.kind
            && args.is_empty()
            && let Some(alias) = self.resolver.alias(name)
        {
            let clauses = &alias.clauses;
            self.alias_clauses(alias)?;
            spelled.wire = &alias.wire;
            spelled.alias = spelled.alias.or(Some(alias));
            self.both(spelled.value.map(|v| v.span), clauses.value.as_ref().map(|v| v.span), "a meaning")?;
            self.both(spelled.rule.map(|r| r.span), clauses.rule.as_ref().map(|r| r.span), "a rule")?;
            self.both(spelled.computed.map(|e| e.span), clauses.computed.as_ref().map(|e| e.span), "a constant")?;
            spelled.value = spelled.value.or(clauses.value.as_ref());
            spelled.rule = spelled.rule.or(clauses.rule.as_ref());
            spelled.computed = spelled.computed.or(clauses.computed.as_ref());
        }
        Some(spelled)
    }

    /// Rejects aliases with a presence or a default: both belong to the field.
    pub(in crate::resolve) fn alias_clauses(&mut self, alias: &'a ast::Type) -> Option<()> {
        let clauses = &alias.clauses;
        let when = clauses.presence.as_ref().or(clauses.absent.as_ref()).map(|e| (e.span, "when it is there"));
        let from = clauses.from.as_ref().map(|e| (e.span, "what it is a difference from"));
        let by = clauses.by.as_ref().map(|by| (by.span, "which message it is"));
        let fill = clauses.fill.as_ref().map(|e| (e.span, "what stands in reserved space"));
        let Some((span, what)) = when.or(from).or(by).or(fill) else { return Some(()) };
        let wrong = Diagnostic::new(format!("`{}` says {what}", alias.name.text), span, "only a field can say this");
        self.refuse(wrong.help("move it to the fields of this type"))
    }

    fn both(&mut self, field: Option<Span>, alias: Option<Span>, what: &str) -> Option<()> {
        let (Some(field), Some(alias)) = (field, alias) else { return Some(()) };
        let wrong = Diagnostic::new(format!("this type has {what} already"), field, "a second one");
        self.refuse(wrong.other(alias, "the type's own").help("use the wire of the type here, and say all of it"))
    }

    /// A named field: binds presence, wire, value type and rule, in this order.
    pub(in crate::resolve) fn named(
        &mut self,
        (name, span): (&'a str, Span),
        docs: &ast::Docs,
        spelled: &Spelled<'a>,
    ) -> Option<()> {
        if self.are_too_many(span) {
            return None;
        }
        let place = Place { name: span, wire: spelled.wire.span, ..Place::default() };
        let id = self.frame.begin(Some(name), name, docs, place);
        let called = Called { id, name, span };
        self.is_unfilled(spelled, Some(span))?;
        let test = match &spelled.wire.kind {
            WireKind::If { test, .. } => {
                if let Some(second) = spelled.presence {
                    let wrong = Diagnostic::new("two conditions for one group", second.span, "the second one");
                    let wrong = wrong.other(test.span, "the first one");
                    return self.refuse(wrong.help("join them with `&&`, or nest the group"));
                }
                Some(test)
            }
            _ => spelled.presence,
        };
        let test = test.filter(|test| self.resolver.fold(test) != Folded::Always);
        let facts = match test {
            Some(test) => self.presence(id, test, spelled.computed.is_none())?,
            None => Vec::new(),
        };
        let assumed = self.frame.assumed.len();
        self.frame.assumed.extend(facts.iter().cloned());
        let made = match spelled.computed {
            Some(constant) => self.constant_field(called, spelled, constant),
            None => self.wire(called, spelled),
        };
        self.frame.assumed.truncate(assumed);
        let (mut wire, mut entry) = made?;
        if let Some(from) = spelled.from {
            entry = self.state(called, &mut wire, from)?;
        }
        let mut own = facts;
        if crate::resolve::ownership::optional(&Presence::Always, &wire) {
            own.push(Fact::Inside(id, 0));
            self.chosen_presence(id, test.map(|test| test.span))?;
        }
        let alias = spelled.alias.and_then(|alias| self.resolver.alias_id(alias));
        if let Some(field) = self.frame.field(id) {
            field.wire = wire;
            field.alias = alias;
        }
        if let Some(absent) = spelled.absent {
            self.absent(id, absent)?;
        }
        if let Some(from) = spelled.from {
            self.has_its_base(id, from)?;
        }
        if let Some(rule) = spelled.rule {
            self.rule(id, rule, own.clone())?;
        }
        self.frame.define_field(id, called.name, called.span, entry, own);
        Some(())
    }

    /// The wire, and the entry of its name.
    fn wire(&mut self, called: Called<'a>, spelled: &Spelled<'a>) -> Option<(Wire, Entry)> {
        if let Some(region) = spelled.region {
            return self.group_with_region(called, spelled.wire, region);
        }
        self.no_by(spelled)?;
        match &spelled.wire.kind {
            WireKind::Int(int) => match self.resolver.wire_float(int) {
                Some((width, order)) => {
                    self.no_value(spelled)?;
                    Some((Wire::Float { width, order }, Entry::Other("an IEEE number")))
                }
                None => self.scalar(called, spelled, Source::User),
            },
            WireKind::Bool => self.scalar(called, spelled, Source::User),
            WireKind::Named { name, args } => match self.resolver.items.get(name.text.as_str()) {
                Some(Declared::Struct(_) | Declared::Family(_)) => {
                    self.no_value(spelled)?;
                    self.declared_wire(called.id, name, args, spelled.by)
                }
                Some(Declared::Message(item)) => {
                    let declared = item.name.span;
                    self.message_as_wire(name, declared)
                }
                _ => self.scalar(called, spelled, Source::User),
            },
            WireKind::If { group, .. } | WireKind::Group(group) => self.group(called, group, spelled.value),
            WireKind::Nested { name, args } => {
                self.no_value(spelled)?;
                self.nested(name, args)
            }
            WireKind::Bits { carrier, parts } => {
                self.no_value(spelled)?;
                let type_name = self.frame.type_name(called.name);
                self.frame.open((called.id, called.name), type_name.clone(), scope::declared_parts(parts).collect());
                self.inline_bits(&ast::Docs::default(), carrier, parts, spelled.wire.span);
                let (scope, body) = self.frame.close();
                Some((Wire::Group { name: type_name, body, delta: None }, Entry::Group(scope)))
            }
            WireKind::Match { tag, arms } => self.choice(called, spelled, tag, arms),
            WireKind::List { item, sparse, extent } => match sparse {
                Some(sparse) => self.sparse(called, spelled, (item, sparse), extent),
                None => self.list(called, spelled, item, extent),
            },
            WireKind::Error => None,
            WireKind::Align(_) => {
                let only = "the user sets none of these bytes";
                let wrong = Diagnostic::new("only reserved space is aligned", spelled.wire.span, only);
                self.refuse(wrong.help("reserve space, which has no name: `_: align(4)`"))
            }
            WireKind::Bytes { .. } if is_noted(spelled.wire, spelled.value) => {
                self.scalar(called, spelled, Source::User)
            }
            WireKind::Bytes { encoding, extent } => {
                self.no_value(spelled)?;
                self.bytes(called, *encoding, extent.as_deref(), spelled.wire.span)
            }
        }
    }

    /// One integer.
    pub(in crate::resolve) fn scalar(
        &mut self,
        called: Called<'a>,
        spelled: &Spelled<'a>,
        source: Source,
    ) -> Option<(Wire, Entry)> {
        let found = self.resolver.scalar_as(spelled.wire, spelled.value)?;
        let scalar = self.resolver.whole(found.carrier, spelled.wire.span)?;
        let named = (called.id, self.frame.path(called.name));
        let cell = self.frame.add_cell(named, (found.interval, found.value), source, Origin::of(called.span));
        Some((Wire::Scalar { scalar, cell }, Entry::Cell(cell)))
    }

    /// A struct or a family as a wire, with arguments.
    fn declared_wire(
        &mut self,
        id: FieldId,
        name: &ast::Name,
        args: &'a [ast::Expr],
        by: Option<&'a ast::Name>,
    ) -> Option<(Wire, Entry)> {
        match self.resolver.bind_type(name)? {
            Bound::Record(record) => {
                let params = self.resolver.protocol.records.get(record.0)?.params.clone();
                let args = self.args(&params, args, name)?;
                Some((Wire::Record { record, args, from: None }, Entry::Struct(id)))
            }
            Bound::Family(family) => {
                let params = self.resolver.protocol.families.get(family.0)?.params.clone();
                let args = self.args(&params, args, name)?;
                let by = self.chosen_by(id, family, name, by)?;
                Some((Wire::Family { family, by, args }, Entry::Other("a family")))
            }
            _ => None,
        }
    }

    pub(in crate::resolve) fn message_as_wire<T>(&mut self, name: &ast::Name, declared: Span) -> Option<T> {
        let title = format!("`{}` is a message, which has a code in front", name.text);
        let wrong = Diagnostic::new(title, name.span, "a message stands in a family").other(declared, "declared here");
        self.refuse(wrong.help("use its family here, or declare a `struct` for the bytes that both have"))
    }

    /// Rejects `as` after a wire that is no number.
    pub(in crate::resolve) fn no_value(&mut self, spelled: &Spelled<'a>) -> Option<()> {
        let Some(value) = spelled.value else { return Some(()) };
        let wrong = Diagnostic::new("only a number can mean something", value.span, "this meaning has no number");
        let word = self.resolver.sources.text(value.span).to_ascii_lowercase();
        let notation = Notation::of_word(&word).map(|_| Help::write(value.span, word));
        self.refuse(wrong.other(spelled.wire.span, "this is no integer").help_if(notation))
    }
}
