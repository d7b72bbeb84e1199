//! The walk through a syntax tree: every node, and every name with its role.

mod expr;
mod record;

use wireform_build::ast::{
    self, Docs, Example, Expr, File, Item, Name, Options, Parts, Pattern, Text, VarintShape, Wire,
};
use wireform_build::source::Span;

/// The role of a name by its place. The compiler knows more about uses: the declarations to which they refer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// The name of the protocol.
    Protocol,
    /// `byte_order` in the header.
    Setting,
    /// A type, message, family or shape where it is declared.
    Declared,
    /// A field, part, digit, parameter, constant, session value or hook where it is declared.
    Value,
    /// A name of an enum where it is declared.
    Code,
    /// A type where it is used.
    Type,
    /// `u16be`, `bool`
    Number,
    /// A function where it is called.
    Function,
    /// The unit of a quantity.
    Unit,
    /// The name of an argument.
    Argument,
    /// A name in an expression, a pattern or the path of a field.
    Path,
}

/// A visitor of a tree.
pub trait Visit {
    /// A node of the tree. Nodes that contain it came before.
    fn node(&mut self, _span: Span) {}

    /// A name.
    fn name(&mut self, _span: Span, _role: Role) {}

    /// An example.
    fn example(&mut self, _example: &Example) {}

    /// A part that could not be read.
    fn unread(&mut self, _span: Span) {}
}

/// Visits everything in a file.
pub fn file(file: &File, visit: &mut dyn Visit) {
    visit.node(file.span);
    docs(&file.docs, visit);
    if let Some(header) = &file.header {
        visit.node(header.span);
        visit.name(header.name.span, Role::Protocol);
        for setting in &header.settings {
            visit.node(setting.name.span.to(setting.value.span));
            visit.name(setting.name.span, Role::Setting);
            expr::expr(&setting.value, visit);
        }
    }
    file.items.iter().for_each(|one| item(one, visit));
}

fn item(item: &Item, visit: &mut dyn Visit) {
    let head = item.head();
    visit.node(head.span);
    if let Some(of) = head.docs {
        docs(of, visit);
    }
    if let (Some(name), false) = (head.name, matches!(item, Item::Error(_))) {
        let is_value = matches!(item, Item::Const(_) | Item::Session(_) | Item::Hook(_));
        visit.name(name.span, if is_value { Role::Value } else { Role::Declared });
    }
    maybe(head.guard, visit);
    match item {
        Item::Use(one) => text(&one.path, visit),
        Item::Const(one) => expr::expr(&one.value, visit),
        Item::Type(one) => {
            wire(&one.wire, visit);
            record::clauses(&one.clauses, visit);
        }
        Item::Varint(one) => {
            visit.name(one.number.span, Role::Number);
            match &one.shape {
                VarintShape::Forms(forms) => {
                    for form in forms {
                        visit.node(form.span);
                        expr::pattern(&form.pattern, visit);
                        visit.name(form.wire.span, Role::Number);
                    }
                }
                VarintShape::Expr(value) => expr::expr(value, visit),
            }
        }
        Item::Quantity(one) => {
            wire(&one.wire, visit);
            expr::expr(&one.value, visit);
            maybe(one.inverse.as_ref().map(|(_, inverse)| inverse), visit);
            options(&one.options, visit);
        }
        Item::Packed(one) => {
            wire(&one.wire, visit);
            for digit in &one.digits {
                visit.node(digit.span);
                docs(&digit.docs, visit);
                visit.name(digit.name.span, Role::Value);
                expr::pattern(&digit.range, visit);
                options(&digit.options, visit);
            }
        }
        Item::Enum(one) => {
            wire(&one.wire, visit);
            for code in &one.codes {
                visit.node(code.span);
                docs(&code.docs, visit);
                visit.name(code.name.span, Role::Code);
                expr::pattern(&code.codes, visit);
            }
        }
        Item::Bits(one) => {
            wire(&one.carrier, visit);
            parts(&one.parts, visit);
        }
        Item::Struct(one) => {
            record::params(&one.params, visit);
            record::body(&one.body, visit);
        }
        Item::Message(one) => record::message(one, visit),
        Item::Family(one) => record::family(one, visit),
        Item::Session(one) => {
            visit.name(one.message.span, Role::Type);
            visit.name(one.field.span, Role::Path);
        }
        Item::Hook(one) => {
            record::params(&one.params, visit);
            visit.name(one.result.span, Role::Number);
        }
        Item::Error(one) => visit.unread(one.span),
    }
}

fn docs(docs: &Docs, visit: &mut dyn Visit) {
    if let Some(source) = &docs.source_name {
        text(source, visit);
    }
}

fn text(text: &Text, visit: &mut dyn Visit) {
    visit.node(text.span);
}

fn name(name: Option<&Name>, role: Role, visit: &mut dyn Visit) {
    if let Some(name) = name {
        visit.name(name.span, role);
    }
}

fn maybe(value: Option<&Expr>, visit: &mut dyn Visit) {
    if let Some(value) = value {
        expr::expr(value, visit);
    }
}

fn maybe_pattern(value: Option<&Pattern>, visit: &mut dyn Visit) {
    if let Some(value) = value {
        expr::pattern(value, visit);
    }
}

fn options(options: &Options, visit: &mut dyn Visit) {
    name(options.unit.as_ref(), Role::Unit, visit);
    maybe_pattern(options.range.as_ref(), visit);
}

fn parts(parts: &Parts, visit: &mut dyn Visit) {
    visit.node(parts.span);
    for part in parts.iter() {
        visit.node(part.span);
        docs(&part.docs, visit);
        name(part.name.as_ref(), Role::Value, visit);
        if let Some(ast::PartWidth::Wire(width)) = &part.width {
            wire(width, visit);
        }
        record::value_type(part.value.as_ref(), visit);
        maybe(part.computed.as_ref(), visit);
        maybe(part.fill.as_ref(), visit);
    }
}

fn wire(wire: &Wire, visit: &mut dyn Visit) {
    record::wire(wire, visit);
}
