//! Records, families, and the wires of fields.

use wireform_build::ast::{
    Arm, Body, Clauses, Entry, Example, Extent, ExtentKind, Family, Field, Group, Member, Message, Param, RuleCheck,
    Target, UntilEnd, ValueKind, ValueType, Wire, WireKind,
};

use super::expr::{expr, path, pattern};
use super::{Role, Visit, docs, maybe, name, parts, text};

pub(super) fn params(params: &[Param], visit: &mut dyn Visit) {
    for param in params {
        visit.node(param.name.span.to(param.wire.span));
        docs(&param.docs, visit);
        visit.name(param.name.span, Role::Value);
        wire(&param.wire, visit);
    }
}

/// Visits a message, except for its name and its guard.
pub(super) fn message(message: &Message, visit: &mut dyn Visit) {
    params(&message.params, visit);
    expr(&message.code, visit);
    body(&message.body, visit);
}

/// Visits a family, except for its name.
pub(super) fn family(family: &Family, visit: &mut dyn Visit) {
    params(&family.params, visit);
    if let Some(carrier) = &family.carrier {
        wire(carrier, visit);
    }
    for member in &family.members {
        match member {
            Member::Message(one) => {
                visit.node(one.span);
                docs(&one.docs, visit);
                visit.name(one.name.span, Role::Declared);
                maybe(one.guard.as_ref(), visit);
                message(one, visit);
            }
            Member::Named { name, args } => {
                visit.name(name.span, Role::Type);
                args.iter().for_each(|arg| expr(arg, visit));
            }
        }
    }
}

pub(super) fn body(body: &Body, visit: &mut dyn Visit) {
    visit.node(body.span);
    for entry in &body.entries {
        visit.node(entry.span());
        match entry {
            Entry::Field(one) => field(one, visit),
            Entry::Bits(one) => {
                docs(&one.docs, visit);
                wire(&one.carrier, visit);
                parts(&one.parts, visit);
            }
            Entry::Within(one) => {
                docs(&one.docs, visit);
                extent(&one.extent, visit);
                self::body(&one.body, visit);
            }
            Entry::Example(one) => example(one, visit),
            Entry::Error { span, .. } => visit.unread(*span),
        }
    }
}

fn field(field: &Field, visit: &mut dyn Visit) {
    docs(&field.docs, visit);
    name(field.name.as_ref(), Role::Value, visit);
    wire(&field.wire, visit);
    clauses(&field.clauses, visit);
}

fn example(example: &Example, visit: &mut dyn Visit) {
    visit.example(example);
    text(&example.title, visit);
    for (argument, value) in &example.params {
        visit.node(argument.span.to(value.span));
        visit.name(argument.span, Role::Argument);
        expr(value, visit);
    }
    text(&example.bytes, visit);
    for (of, value) in &example.values {
        visit.node(of.span.to(value.span));
        path(of, visit);
        expr(value, visit);
    }
}

pub(super) fn clauses(clauses: &Clauses, visit: &mut dyn Visit) {
    maybe(clauses.from.as_ref(), visit);
    name(clauses.by.as_ref(), Role::Path, visit);
    value_type(clauses.value.as_ref(), visit);
    maybe(clauses.computed.as_ref(), visit);
    maybe(clauses.fill.as_ref(), visit);
    maybe(clauses.presence.as_ref(), visit);
    maybe(clauses.absent.as_ref(), visit);
    if let Some(rule) = &clauses.rule {
        visit.node(rule.span);
        match &rule.check {
            RuleCheck::Expr(check) => expr(check, visit),
            RuleCheck::Range { low, high, span, .. } => {
                visit.node(*span);
                maybe(low.as_ref(), visit);
                maybe(high.as_ref(), visit);
            }
        }
        maybe(rule.repair.as_ref(), visit);
    }
}

pub(super) fn value_type(value: Option<&ValueType>, visit: &mut dyn Visit) {
    let Some(value) = value else { return };
    visit.node(value.span);
    match &value.kind {
        ValueKind::Named(name) => visit.name(name.span, Role::Type),
        ValueKind::Bool => visit.name(value.span, Role::Number),
        ValueKind::Error => visit.unread(value.span),
        ValueKind::Truthy | ValueKind::Notation | ValueKind::Utf8 | ValueKind::Ascii | ValueKind::Latin1 => {}
    }
}

pub(super) fn wire(wire: &Wire, visit: &mut dyn Visit) {
    visit.node(wire.span);
    match &wire.kind {
        WireKind::Int(int) => visit.name(int.span, Role::Number),
        WireKind::Bool => visit.name(wire.span, Role::Number),
        WireKind::Named { name, args } => {
            visit.name(name.span, Role::Type);
            args.iter().for_each(|arg| expr(arg, visit));
        }
        WireKind::If { test, group: of } => {
            expr(test, visit);
            group(of, visit);
        }
        WireKind::Group(of) => group(of, visit),
        WireKind::Bits { carrier, parts: list } => {
            self::wire(carrier, visit);
            parts(list, visit);
        }
        WireKind::Match { tag, arms } => {
            expr(tag, visit);
            arms.iter().for_each(|one| arm(one, visit));
        }
        WireKind::List { item, sparse, extent: of } => {
            self::wire(item, visit);
            if let Some(sparse) = sparse {
                path(&sparse.mask, visit);
                maybe(sparse.absent.as_ref(), visit);
            }
            extent(of, visit);
        }
        WireKind::Bytes { extent: of, .. } => {
            if let Some(of) = of {
                extent(of, visit);
            }
        }
        WireKind::Align(size) => expr(size, visit),
        WireKind::Error => visit.unread(wire.span),
    }
}

fn group(group: &Group, visit: &mut dyn Visit) {
    name(group.name.as_ref(), Role::Declared, visit);
    body(&group.body, visit);
}

fn arm(arm: &Arm, visit: &mut dyn Visit) {
    docs(&arm.docs, visit);
    pattern(&arm.pattern, visit);
    match &arm.target {
        Target::None(_) => {}
        Target::Variant { name, wire: of } => {
            visit.name(name.span, Role::Declared);
            wire(of, visit);
        }
        Target::Body { name, body: of } => {
            visit.name(name.span, Role::Declared);
            body(of, visit);
        }
        Target::Wire(of) => wire(of, visit),
    }
}

fn extent(extent: &Extent, visit: &mut dyn Visit) {
    visit.node(extent.span);
    match &extent.kind {
        ExtentKind::Rest => {}
        ExtentKind::Until { end, bound, .. } => {
            match end {
                UntilEnd::Field { path: field, pattern: value } => {
                    path(field, visit);
                    pattern(value, visit);
                }
                UntilEnd::Pattern(value) => pattern(value, visit),
                UntilEnd::Expr(value) => expr(value, visit),
            }
            maybe(bound.as_ref(), visit);
        }
        ExtentKind::Count { count, .. } => expr(count, visit),
    }
    maybe(extent.fill.as_deref(), visit);
}
