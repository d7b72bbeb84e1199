//! What a path of an example names: fields, seen through groups, shapes, structs and members of families.

use crate::ast;
use crate::diagnostic::Diagnostic;
use crate::model::{CellId, EnumId, FieldId, Item, Record, Role, Source, Value, Wire};
use crate::near::nearest;

use super::Resolver;

/// What stands behind a path: the kind of value that is compared.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Target {
    /// A whole number.
    Number,
    /// An IEEE number.
    Float,
    /// The value of a quantity.
    Amount,
    /// `true` or `false`.
    Flag,
    /// A name of an enum, or its code.
    Enum(EnumId),
    /// Text.
    Text,
    /// A list of these.
    List(Box<Target>),
    /// One of several shapes or messages.
    Variants(Vec<String>),
    /// Something of parts, which are named one by one; it can only be `none`.
    Parts,
}

impl Target {
    /// What is needed, for a complaint.
    pub(super) fn wanted(&self) -> &'static str {
        match self {
            Self::Number => "a whole number",
            Self::Float | Self::Amount => "a number",
            Self::Flag => "`true` or `false`",
            Self::Enum(_) => "a name of the enum",
            Self::Text => "text",
            Self::List(_) => "a list",
            Self::Variants(_) => "the name of a shape",
            Self::Parts => "`none`, or a path into it,",
        }
    }
}

/// What a name can lead to.
enum Step<'m> {
    Field(&'m Record, FieldId),
    Part(&'m Record, CellId),
}

impl Resolver<'_> {
    /// Follows a path from a record. `any`: also what the writer sets by itself.
    pub(super) fn example_target(&mut self, record: &Record, path: &ast::Path, any: bool) -> Option<Target> {
        match follow(self, record, &path.segments, any) {
            Ok(target) => Some(target),
            Err(diagnostic) => {
                self.complain(*diagnostic);
                None
            }
        }
    }
}

type Followed = Result<Target, Box<Diagnostic>>;

fn follow(resolver: &Resolver<'_>, record: &Record, segments: &[ast::Name], any: bool) -> Followed {
    into(resolver, &[(record, &record.body)], segments, any)
}

/// A name among the fields of these bodies.
fn into(resolver: &Resolver<'_>, bodies: &[(&Record, &[FieldId])], segments: &[ast::Name], any: bool) -> Followed {
    let Some((first, rest)) = segments.split_first() else { return Ok(Target::Parts) };
    let mut names = Vec::new();
    for (record, body) in bodies {
        for id in &record.scope(body) {
            for (name, step) in steps(record, *id, any) {
                if name == first.text {
                    return step_into(resolver, &step, first, rest, any);
                }
                names.push(name);
            }
        }
    }
    let wrong = Diagnostic::new(format!("no field `{}` here", first.text), first.span, "not known");
    Err(Box::new(match nearest(&first.text, names) {
        Some(near) => wrong.help(format!("did you mean `{near}`?")),
        None => wrong,
    }))
}

/// The names that a field gives: its own, or those of its parts. What has none goes by what it is, where it is refused.
fn steps(record: &Record, id: FieldId, any: bool) -> Vec<(&str, Step<'_>)> {
    let Some(field) = record.fields.get(id.0) else { return Vec::new() };
    let own = field.name.as_deref().or_else(|| any.then_some(field.label.as_str()));
    let mut steps: Vec<_> = own.map(|name| (name, Step::Field(record, id))).into_iter().collect();
    if let (None, Wire::Bits { parts, .. }) = (&field.name, &field.wire) {
        let named = parts.iter().filter_map(|part| Some((part.name.as_deref()?, Step::Part(record, part.cell))));
        steps.extend(named);
    }
    steps
}

fn step_into(resolver: &Resolver<'_>, step: &Step<'_>, at: &ast::Name, rest: &[ast::Name], any: bool) -> Followed {
    let (record, id) = match step {
        Step::Part(record, cell) => return number(resolver, record, *cell, at, rest, any),
        Step::Field(record, id) => (*record, *id),
    };
    let Some(field) = record.fields.get(id.0) else { return Ok(Target::Parts) };
    let protocol = &resolver.protocol;
    match &field.wire {
        Wire::Scalar { cell, .. } | Wire::Chosen { cell, .. } => number(resolver, record, *cell, at, rest, any),
        Wire::Float { .. } => last(Target::Float, rest),
        Wire::Group { body, .. } => into(resolver, &[(record, body)], rest, any),
        Wire::Record { record, .. } => match protocol.records.get(record.0) {
            Some(record) => into(resolver, &[(record, &record.body)], rest, any),
            None => Ok(Target::Parts),
        },
        Wire::Match { arms, .. } => {
            if rest.is_empty() {
                return Ok(Target::Variants(arms.iter().map(|arm| arm.name.clone()).collect()));
            }
            let bodies: Vec<_> = arms.iter().map(|arm| (record, arm.body.as_slice())).collect();
            into(resolver, &bodies, rest, any)
        }
        Wire::Family { family, .. } => {
            let Some(family) = protocol.families.get(family.0) else { return Ok(Target::Parts) };
            if rest.is_empty() {
                return Ok(Target::Variants(family.members.iter().map(|member| member.name.clone()).collect()));
            }
            // What is refused may be the code, which is no field of any member.
            if let ([code], true) = (rest, any)
                && code.text == "code"
            {
                return Ok(Target::Number);
            }
            let records = family.members.iter().filter_map(|member| protocol.records.get(member.record.0));
            let bodies: Vec<_> = records.map(|record| (record, record.body.as_slice())).collect();
            into(resolver, &bodies, rest, any)
        }
        Wire::Text { .. } => last(Target::Text, rest),
        Wire::Bytes(_) => last(Target::List(Box::new(Target::Number)), rest),
        // What is refused lies in one of the elements, whichever.
        Wire::List { item: Item::Record { record, .. }, .. }
        | Wire::Sparse { item: Item::Record { record, .. }, .. }
            if any && !rest.is_empty() =>
        {
            match protocol.records.get(record.0) {
                Some(record) => into(resolver, &[(record, &record.body)], rest, any),
                None => Ok(Target::Parts),
            }
        }
        Wire::List { item, .. } | Wire::Sparse { item, .. } => {
            last(Target::List(Box::new(item_target(resolver, item))), rest)
        }
        // Nothing of these has a name.
        Wire::Bits { .. } | Wire::Padding { .. } | Wire::Magic(_) | Wire::Within { .. } => Ok(Target::Parts),
    }
}

fn item_target(resolver: &Resolver<'_>, item: &Item) -> Target {
    match item {
        Item::Scalar { value, .. } => value_target(*value),
        Item::Float { .. } => Target::Float,
        Item::Record { record, .. } => {
            resolver.protocol.records.get(record.0).map_or(Target::Parts, |record| element_target(resolver, record))
        }
        Item::Family { family, .. } => match resolver.protocol.families.get(family.0) {
            Some(family) => Target::Variants(family.members.iter().map(|member| member.name.clone()).collect()),
            None => Target::Parts,
        },
    }
}

/// An element that is a record: its parts, or the only thing in it where that is the element.
fn element_target(resolver: &Resolver<'_>, record: &Record) -> Target {
    let only = record.fields.first().filter(|_| record.role == Role::Element { transparent: true });
    match only.map(|field| &field.wire) {
        Some(Wire::Scalar { cell, .. } | Wire::Chosen { cell, .. }) => {
            record.cells.get(cell.0).map_or(Target::Parts, |cell| value_target(cell.value))
        }
        Some(Wire::Float { .. }) => Target::Float,
        Some(Wire::Text { .. }) => Target::Text,
        Some(Wire::Bytes(_)) => Target::List(Box::new(Target::Number)),
        Some(Wire::List { item, .. }) => Target::List(Box::new(item_target(resolver, item))),
        Some(Wire::Match { arms, .. }) => Target::Variants(arms.iter().map(|arm| arm.name.clone()).collect()),
        _ => Target::Parts,
    }
}

fn value_target(value: Value) -> Target {
    match value {
        Value::Int => Target::Number,
        Value::Bool | Value::Truthy => Target::Flag,
        Value::Enum(id) => Target::Enum(id),
        Value::Quantity(_) => Target::Amount,
        Value::Bits(_) | Value::Packed(_) => Target::Parts,
    }
}

/// A number and what follows it: its raw number, or its parts.
fn number(
    resolver: &Resolver<'_>,
    record: &Record,
    cell: CellId,
    at: &ast::Name,
    rest: &[ast::Name],
    any: bool,
) -> Followed {
    let Some(cell) = record.cells.get(cell.0) else { return Ok(Target::Parts) };
    if let (Source::Derived(_), false, false) = (&cell.source, cell.is_given(), any) {
        let title = format!("`{}` is set by the writer", at.text);
        return Err(Box::new(
            Diagnostic::new(title, at.span, "no value of its own")
                .help("leave it out: it follows from the values, and the bytes are compared"),
        ));
    }
    let mut value = cell.value;
    let mut rest = rest;
    loop {
        let Some((segment, more)) = rest.split_first() else { return Ok(value_target(value)) };
        if segment.text == "raw" && more.is_empty() {
            return Ok(Target::Number);
        }
        let mut names: Vec<&str> = vec!["raw"];
        match value {
            Value::Bits(id) => {
                let parts = resolver.protocol.bits.get(id.0).map(|bits| bits.parts.as_slice()).unwrap_or_default();
                if let Some(part) = parts.iter().find(|part| part.name.as_ref() == Some(&segment.text)) {
                    value = part.value;
                    rest = more;
                    continue;
                }
                names.extend(parts.iter().filter_map(|part| part.name.as_deref()));
            }
            Value::Packed(id) => {
                let packed = resolver.protocol.packed.get(id.0);
                let digits = packed.map(|packed| packed.digits.as_slice()).unwrap_or_default();
                if digits.iter().any(|digit| digit.name == segment.text) {
                    return last(Target::Number, more);
                }
                names.extend(digits.iter().map(|digit| digit.name.as_str()));
            }
            Value::Int | Value::Bool | Value::Truthy | Value::Enum(_) | Value::Quantity(_) => {}
        }
        let wrong = Diagnostic::new(format!("no part `{}` here", segment.text), segment.span, "not known");
        return Err(Box::new(match nearest(&segment.text, names) {
            Some(near) => wrong.help(format!("did you mean `{near}`?")),
            None => wrong,
        }));
    }
}

fn last(target: Target, rest: &[ast::Name]) -> Followed {
    match rest.first() {
        None => Ok(target),
        Some(segment) => {
            let title = format!("no part `{}` here", segment.text);
            Err(Box::new(Diagnostic::new(title, segment.span, "this has no parts that can be named")))
        }
    }
}
