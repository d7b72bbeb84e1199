//! The walk through a syntax tree: the nodes that are directly in each node, in the order of the grammar.
//!
//! A pass that asks only for names, spans or bodies names no statement, no wire and no expression: they are listed here.

use crate::ast::{
    Alternative, AlternativeKind, Arm, Body, Clauses, Digit, Docs, Entry, EnumCode, Expr, ExprKind, Extent, ExtentKind,
    File, FormBitsKind, Group, Header, Item, Member, Message, Name, Options, Param, Part, PartWidth, Parts, Path,
    Pattern, Rule, RuleCheck, Setting, Target, Text, UntilEnd, ValueKind, ValueType, VarintForm, VarintShape, Wire,
    WireKind,
};
use crate::references::Kind;
use crate::source::Span;

/// A node of a tree, or a name in it.
#[derive(Debug, Clone, Copy)]
pub enum Node<'a> {
    File(&'a File),
    Header(&'a Header),
    Setting(&'a Setting),
    Docs(&'a Docs),
    Item(&'a Item),
    Form(&'a VarintForm),
    Digit(&'a Digit),
    Code(&'a EnumCode),
    Member(&'a Member),
    Param(&'a Param),
    Body(&'a Body),
    Entry(&'a Entry),
    Parts(&'a Parts),
    Part(&'a Part),
    /// An argument of an example.
    Argument(&'a (Name, Expr)),
    /// A value in an example.
    Value(&'a (Path, Expr)),
    Rule(&'a Rule),
    Check(&'a RuleCheck),
    /// A type after `as`, and the role of its name.
    Meaning(&'a ValueType, Role),
    Wire(&'a Wire),
    /// The wire of one number, on which a type rests.
    Carrier(&'a Wire),
    Arm(&'a Arm),
    Extent(&'a Extent),
    Path(&'a Path),
    Expr(&'a Expr),
    Pattern(&'a Pattern),
    Alternative(&'a Alternative),
    Text(&'a Text),
    /// `u16be`, `bool`
    Number(Span),
    Name(&'a Name, Role),
}

/// The role of a name by its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// The name of the protocol.
    Protocol,
    /// `byte_order` in the header.
    Setting,
    /// A name where it is declared.
    Declared(Kind),
    /// A type, message or family whose bytes are here.
    Content,
    /// A type whose bytes are here, level by level.
    Nested,
    /// A type of numbers.
    Type,
    /// A function where it is called.
    Function,
    /// The unit of a quantity.
    Unit,
    /// The name of an argument.
    Argument,
    /// A name in an expression, a pattern or the path of a field.
    Path,
}

/// A visitor of nodes.
type Visit<'v, 'a> = &'v mut dyn FnMut(Node<'a>);

/// Visits nodes of one kind.
fn each<'a, T: 'a>(all: impl IntoIterator<Item = &'a T>, node: fn(&'a T) -> Node<'a>, visit: Visit<'_, 'a>) {
    all.into_iter().for_each(|one| visit(node(one)));
}

impl<'a> Node<'a> {
    /// Visits this node and all in it, each before those that are in it.
    pub fn walk(self, visit: &mut dyn FnMut(Self)) {
        visit(self);
        self.children(&mut |child| child.walk(visit));
    }

    /// Visits the nodes that are directly in this one.
    pub fn children(self, visit: &mut dyn FnMut(Self)) {
        match self {
            Self::File(file) => {
                visit(Self::Docs(&file.docs));
                each(&file.header, Self::Header, visit);
                each(&file.items, Self::Item, visit);
            }
            Self::Header(header) => {
                visit(Self::Name(&header.name, Role::Protocol));
                each(&header.settings, Self::Setting, visit);
            }
            Self::Setting(setting) => {
                visit(Self::Name(&setting.name, Role::Setting));
                visit(Self::Expr(&setting.value));
            }
            Self::Docs(docs) => each(&docs.source_name, Self::Text, visit),
            Self::Item(item) => in_item(item, visit),
            Self::Form(form) => {
                visit(Self::Pattern(&form.pattern));
                for bits in &form.bits {
                    match &bits.kind {
                        FormBitsKind::Number(number) => visit(Self::Number(number.span)),
                        FormBitsKind::Varint(name) => visit(Self::Name(name, Role::Type)),
                        FormBitsKind::Constant { .. } | FormBitsKind::Ignored(_) => {}
                    }
                }
            }
            Self::Digit(digit) => {
                declared(&digit.docs, &digit.name, Kind::Part, visit);
                visit(Self::Pattern(&digit.range));
                in_options(&digit.options, visit);
            }
            Self::Code(code) => {
                declared(&code.docs, &code.name, Kind::Code, visit);
                visit(Self::Pattern(&code.codes));
            }
            Self::Member(member) => in_member(member, visit),
            Self::Param(param) => {
                declared(&param.docs, &param.name, Kind::Parameter, visit);
                visit(Self::Carrier(&param.wire));
            }
            Self::Body(body) => each(&body.entries, Self::Entry, visit),
            Self::Entry(entry) => in_entry(entry, visit),
            Self::Parts(parts) => each(parts.iter(), Self::Part, visit),
            Self::Part(part) => in_part(part, visit),
            Self::Argument((name, value)) => {
                visit(Self::Name(name, Role::Argument));
                visit(Self::Expr(value));
            }
            Self::Value((path, value)) => {
                visit(Self::Path(path));
                visit(Self::Expr(value));
            }
            Self::Rule(rule) => {
                visit(Self::Check(&rule.check));
                each(&rule.repair, Self::Expr, visit);
            }
            Self::Check(RuleCheck::Expr(check)) => visit(Self::Expr(check)),
            Self::Check(RuleCheck::Range { low, high, .. }) => each(low.iter().chain(high), Self::Expr, visit),
            Self::Meaning(meaning, role) => match &meaning.kind {
                ValueKind::Named(name) => visit(Self::Name(name, role)),
                ValueKind::Bool => visit(Self::Number(meaning.span)),
                _ => {}
            },
            Self::Wire(wire) => in_wire(wire, Role::Content, visit),
            Self::Carrier(wire) => in_wire(wire, Role::Type, visit),
            Self::Arm(arm) => in_arm(arm, visit),
            Self::Extent(extent) => in_extent(extent, visit),
            // An index in an example is a segment, but no name.
            Self::Path(path) => {
                let names = path.segments.iter().filter(|name| !name.text.starts_with('['));
                names.for_each(|name| visit(Self::Name(name, Role::Path)));
            }
            Self::Expr(expr) => in_expr(expr, visit),
            Self::Pattern(pattern) => each(&pattern.alternatives, Self::Alternative, visit),
            Self::Alternative(one) => match &one.kind {
                AlternativeKind::Name(name) => visit(Self::Name(name, Role::Path)),
                AlternativeKind::Tuple(parts) => each(parts, Self::Pattern, visit),
                _ => {}
            },
            Self::Text(_) | Self::Number(_) | Self::Name(..) => {}
        }
    }

    /// Its text, if it has one of its own.
    #[must_use]
    pub fn span(self) -> Option<Span> {
        Some(match self {
            Self::Docs(_) => return None,
            Self::File(file) => file.span,
            Self::Header(header) => header.span,
            Self::Setting(setting) => setting.name.span.to(setting.value.span),
            Self::Item(item) => item.head().span,
            Self::Form(form) => form.span,
            Self::Digit(digit) => digit.span,
            Self::Code(code) => code.span,
            Self::Member(member) => member.span(),
            Self::Param(param) => param.name.span.to(param.wire.span),
            Self::Body(body) => body.span,
            Self::Entry(entry) => entry.span(),
            Self::Parts(parts) => parts.span,
            Self::Part(part) => part.span,
            Self::Argument((name, value)) => name.span.to(value.span),
            Self::Value((path, value)) => path.span.to(value.span),
            Self::Rule(rule) => rule.span,
            Self::Check(check) => check.span(),
            Self::Meaning(meaning, _) => meaning.span,
            Self::Wire(wire) | Self::Carrier(wire) => wire.span,
            Self::Arm(arm) => arm.pattern.span.to(arm.target_span()),
            Self::Extent(extent) => extent.span,
            Self::Path(path) => path.span,
            Self::Expr(expr) => expr.span,
            Self::Pattern(pattern) => pattern.span,
            Self::Alternative(one) => one.span,
            Self::Text(text) => text.span,
            Self::Number(span) => span,
            Self::Name(name, _) => name.span,
        })
    }
}

fn declared<'a>(docs: &'a Docs, name: impl Into<Option<&'a Name>>, kind: Kind, visit: Visit<'_, 'a>) {
    visit(Node::Docs(docs));
    if let Some(name) = name.into() {
        visit(Node::Name(name, Role::Declared(kind)));
    }
}

fn in_item<'a>(item: &'a Item, visit: Visit<'_, 'a>) {
    let kind = match item {
        Item::Const(_) => Kind::Constant,
        Item::Message(_) => Kind::Message,
        Item::Family(_) => Kind::Family,
        Item::Session(_) => Kind::Session,
        Item::Hook(_) => Kind::Hook,
        Item::Use(_) | Item::Error(_) => Kind::Unknown,
        _ => Kind::Type,
    };
    let head = item.head();
    each(head.docs, Node::Docs, visit);
    head.name.into_iter().for_each(|name| visit(Node::Name(name, Role::Declared(kind))));
    each(head.guard, Node::Expr, visit);
    match item {
        Item::Use(item) => visit(Node::Text(&item.path)),
        Item::Const(item) => visit(Node::Expr(&item.value)),
        Item::Type(item) => {
            visit(Node::Wire(&item.wire));
            in_clauses(&item.clauses, Role::Type, visit);
        }
        Item::Varint(item) => {
            visit(Node::Number(item.number.span));
            match &item.shape {
                VarintShape::Forms(forms) => each(forms, Node::Form, visit),
                VarintShape::Groups { groups, .. } => {
                    groups.iter().for_each(|group| visit(Node::Expr(&group.width)));
                }
                VarintShape::Expr(value) => visit(Node::Expr(value)),
            }
        }
        Item::Quantity(item) => {
            visit(Node::Carrier(&item.wire));
            visit(Node::Expr(&item.value));
            each(item.inverse.as_ref().map(|(_, inverse)| inverse), Node::Expr, visit);
            in_options(&item.options, visit);
        }
        Item::Packed(item) => {
            visit(Node::Carrier(&item.wire));
            each(&item.digits, Node::Digit, visit);
        }
        Item::Enum(item) => {
            visit(Node::Carrier(&item.wire));
            each(&item.codes, Node::Code, visit);
        }
        Item::Bits(item) => {
            visit(Node::Carrier(&item.carrier));
            visit(Node::Parts(&item.parts));
        }
        Item::Struct(item) => {
            each(&item.params, Node::Param, visit);
            each(&item.depth, Node::Expr, visit);
            visit(Node::Body(&item.body));
        }
        Item::Message(item) => in_message(item, visit),
        Item::Family(item) => {
            each(&item.params, Node::Param, visit);
            each(&item.carrier, Node::Carrier, visit);
            each(&item.depth, Node::Expr, visit);
            each(&item.members, Node::Member, visit);
        }
        Item::Session(item) => {
            visit(Node::Name(&item.message, Role::Type));
            visit(Node::Name(&item.field, Role::Path));
        }
        Item::Hook(item) => {
            each(&item.params, Node::Param, visit);
            visit(Node::Number(item.result.span));
        }
        Item::Error(_) => {}
    }
}

/// Without its name and its guard.
fn in_message<'a>(message: &'a Message, visit: Visit<'_, 'a>) {
    each(&message.params, Node::Param, visit);
    visit(Node::Expr(&message.code));
    visit(Node::Body(&message.body));
}

fn in_member<'a>(member: &'a Member, visit: Visit<'_, 'a>) {
    match member {
        Member::Message(message) => {
            declared(&message.docs, &message.name, Kind::Message, visit);
            each(&message.guard, Node::Expr, visit);
            in_message(message, visit);
        }
        Member::Named { name, args } => {
            visit(Node::Name(name, Role::Content));
            each(args, Node::Expr, visit);
        }
    }
}

fn in_options<'a>(options: &'a Options, visit: Visit<'_, 'a>) {
    options.unit.iter().for_each(|unit| visit(Node::Name(unit, Role::Unit)));
    each(&options.range, Node::Pattern, visit);
}

fn in_entry<'a>(entry: &'a Entry, visit: Visit<'_, 'a>) {
    match entry {
        Entry::Field(field) | Entry::Joined(field) => {
            // The name of the field in a region that is an element or a shape is not written.
            let name = field.name.as_ref().filter(|name| name.span != field.wire.span);
            declared(&field.docs, name, Kind::Field, visit);
            visit(Node::Wire(&field.wire));
            // In a state, a group may refer to a struct.
            let is_group = matches!(field.wire.kind, WireKind::Group(_) | WireKind::If { .. });
            in_clauses(&field.clauses, if is_group { Role::Content } else { Role::Type }, visit);
        }
        Entry::Bits(bits) => {
            visit(Node::Docs(&bits.docs));
            visit(Node::Wire(&bits.carrier));
            visit(Node::Parts(&bits.parts));
        }
        Entry::Within(within) => {
            visit(Node::Docs(&within.docs));
            visit(Node::Extent(&within.extent));
            visit(Node::Body(&within.body));
        }
        Entry::Example(example) => {
            visit(Node::Text(&example.title));
            each(&example.params, Node::Argument, visit);
            visit(Node::Text(&example.bytes));
            each(&example.values, Node::Value, visit);
        }
        Entry::Error { .. } => {}
    }
}

fn in_part<'a>(part: &'a Part, visit: Visit<'_, 'a>) {
    declared(&part.docs, &part.name, Kind::Part, visit);
    if let Some(PartWidth::Wire(width)) = &part.width {
        visit(Node::Wire(width));
    }
    part.value.iter().for_each(|value| visit(Node::Meaning(value, Role::Type)));
    each(part.computed.iter().chain(&part.fill), Node::Expr, visit);
}

fn in_clauses<'a>(clauses: &'a Clauses, meaning: Role, visit: Visit<'_, 'a>) {
    each(&clauses.from, Node::Expr, visit);
    clauses.by.iter().for_each(|name| visit(Node::Name(name, Role::Path)));
    clauses.value.iter().for_each(|value| visit(Node::Meaning(value, meaning)));
    let Clauses { computed, fill, presence, absent, .. } = clauses;
    each([computed, fill, presence, absent].into_iter().flatten(), Node::Expr, visit);
    each(&clauses.rule, Node::Rule, visit);
}

fn in_wire<'a>(wire: &'a Wire, named: Role, visit: Visit<'_, 'a>) {
    match &wire.kind {
        WireKind::Int(_) | WireKind::Bool => visit(Node::Number(wire.span)),
        WireKind::Named { name, args } => {
            visit(Node::Name(name, named));
            each(args, Node::Expr, visit);
        }
        WireKind::If { test, group } => {
            visit(Node::Expr(test));
            in_group(group, visit);
        }
        WireKind::Group(group) => in_group(group, visit),
        WireKind::Bits { carrier, parts } => {
            visit(Node::Wire(carrier));
            visit(Node::Parts(parts));
        }
        WireKind::Match { tag, arms } => {
            visit(Node::Expr(tag));
            each(arms, Node::Arm, visit);
        }
        WireKind::List { item, sparse, extent } => {
            visit(Node::Wire(item));
            if let Some(sparse) = sparse {
                visit(Node::Path(&sparse.mask));
                each(&sparse.absent, Node::Expr, visit);
            }
            visit(Node::Extent(extent));
        }
        WireKind::Bytes { extent, .. } => each(extent.as_deref(), Node::Extent, visit),
        WireKind::Nested { name, args } => {
            visit(Node::Name(name, Role::Nested));
            each(args, Node::Expr, visit);
        }
        WireKind::Align(size) => visit(Node::Expr(size)),
        WireKind::Error => {}
    }
}

fn in_group<'a>(group: &'a Group, visit: Visit<'_, 'a>) {
    group.name.iter().for_each(|name| visit(Node::Name(name, Role::Declared(Kind::Type))));
    visit(Node::Body(&group.body));
}

fn in_arm<'a>(arm: &'a Arm, visit: Visit<'_, 'a>) {
    visit(Node::Docs(&arm.docs));
    visit(Node::Pattern(&arm.pattern));
    match &arm.target {
        Target::None(_) => {}
        Target::Variant { name, wire } => {
            visit(Node::Name(name, Role::Declared(Kind::Shape)));
            visit(Node::Wire(wire));
        }
        Target::Body { name, body } => {
            visit(Node::Name(name, Role::Declared(Kind::Shape)));
            visit(Node::Body(body));
        }
        Target::Wire(wire) => visit(Node::Wire(wire)),
    }
}

fn in_extent<'a>(extent: &'a Extent, visit: Visit<'_, 'a>) {
    match &extent.kind {
        ExtentKind::Rest => {}
        ExtentKind::Until { end, bound, .. } => {
            match end {
                UntilEnd::Field { path, pattern } => {
                    visit(Node::Path(path));
                    visit(Node::Pattern(pattern));
                }
                UntilEnd::Pattern(pattern) => visit(Node::Pattern(pattern)),
                UntilEnd::Expr(value) => visit(Node::Expr(value)),
            }
            each(bound, Node::Expr, visit);
        }
        ExtentKind::Count { count, .. } => visit(Node::Expr(count)),
    }
    each(extent.fill.as_deref(), Node::Expr, visit);
}

fn in_expr<'a>(expr: &'a Expr, visit: Visit<'_, 'a>) {
    match &expr.kind {
        ExprKind::Path(path) => visit(Node::Path(path)),
        ExprKind::Call { function, .. } => {
            function.segments.iter().for_each(|name| visit(Node::Name(name, Role::Function)));
        }
        ExprKind::In { pattern, .. } => visit(Node::Pattern(pattern)),
        ExprKind::Match { arms, .. } => arms.iter().for_each(|(pattern, _)| visit(Node::Pattern(pattern))),
        ExprKind::Fields(values) => values.iter().for_each(|(path, _)| visit(Node::Path(path))),
        _ => {}
    }
    each(expr.parts(), Node::Expr, visit);
}
