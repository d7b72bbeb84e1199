//! What `PosMut`s can change, as their code says it: the model does not know where all fields lie. Of those in front of
//! which there is nothing but what always has one size it does, and their setters have to be found.

use wireform_build::interpret::Target;
use wireform_build::model::{
    CellId, Content, Extent, Field, Node, Presence, Protocol, Record, RecordId, Role, Scalar, Schema, Source, Wire,
};

use crate::right::targets;

/// A field that is changed in place.
pub struct Setter {
    /// The field without `set_`.
    pub field: String,
    /// Whether it can be refused.
    pub refuses: bool,
    /// Whether the field may be absent, or its length varies.
    pub replaces: bool,
    /// Whether it can be rewritten at another width.
    pub rewrites: bool,
}

/// The fields that have a setter for sure: they stand in front of all that varies, the user sets them, and nothing in the
/// record asks what they are.
pub fn surely<'p>(schema: &Schema, protocol: &'p Protocol, id: RecordId) -> Vec<&'p str> {
    let record = &protocol.records[id.0];
    // What versions share is changed in place where it is part of nothing else in any of them.
    let stands_alone = schema.protocols().all(|other| {
        let is_it = |one: &Record| one.name == record.name;
        other.records.iter().position(is_it).is_none_or(|id| stands_alone(other, RecordId(id)))
    });
    if !record.checksums.is_empty() || !stands_alone {
        return Vec::new();
    }
    let in_front = record.body.iter().map(|id| &record.fields[id.0]).take_while(|field| has_one_size(field));
    in_front.filter(|field| can_be_changed(record, field)).filter_map(|field| field.name.as_deref()).collect()
}

/// Whether packets are made of such records: it is in no other.
fn stands_alone(protocol: &Protocol, id: RecordId) -> bool {
    let record = &protocol.records[id.0];
    let is_target = targets(protocol).any(|target| target == Target::Record(id));
    let holds = |record: &Record| record.fields.iter().any(|field| field.wire.holds() == Some(Node::Record(id)));
    is_target && (matches!(record.role, Role::Message { .. }) || !protocol.records.iter().any(holds))
}

fn has_one_size(field: &Field) -> bool {
    let sized = match &field.wire {
        Wire::Scalar { scalar, .. } | Wire::Bits { carrier: scalar, .. } => {
            matches!(scalar, Scalar::Int { .. })
        }
        Wire::Float { .. } | Wire::Padding { .. } | Wire::Octets { content: Content::Constant(_), .. } => true,
        Wire::Octets { extent, content: Content::Free } => matches!(extent, Extent::Fixed { or_end: false, .. }),
        _ => false,
    };
    sized && field.presence == Presence::Always
}

fn can_be_changed(record: &Record, field: &Field) -> bool {
    let users = match &field.wire {
        Wire::Scalar { cell, .. } => record.cells[cell.0].source == Source::User && is_asked_nowhere(record, *cell),
        Wire::Float { .. } => true,
        // Longer ones are no part of what is read together.
        Wire::Octets { extent: Extent::Fixed { count, .. }, content: Content::Free } => *count <= 64,
        _ => false,
    };
    users && field.rule.is_none()
}

/// Whether the field that holds a number is all in which it is named.
fn is_asked_nowhere(record: &Record, cell: CellId) -> bool {
    let named = format!("{cell:?}");
    format!("{:?}", record.fields).matches(&named).count() + format!("{:?}", record.checksums).matches(&named).count()
        == 1
}

/// The setters of one type of one version and module of the code; none if there is no such type.
pub fn setters(code: &str, (version, module): (Option<&str>, Option<&str>), name: &str) -> Vec<Setter> {
    // What is the same in all versions stands outside of them.
    let own = version.and_then(|version| block(code, 0, version));
    let found = own.and_then(|own| declared(own, 4, module, name));
    let Some(code) = found.or_else(|| declared(code, 0, module, name)) else { return Vec::new() };
    let code = code.split("pub struct ").next().unwrap_or(code);
    let functions: Vec<&str> = code.split("pub fn ").skip(1).collect();
    let called = |function: &str| function.split('(').next().unwrap_or("").to_owned();
    let names: Vec<String> = functions.iter().map(|function| called(function)).collect();
    let one = |function: &&str| {
        let field = called(function).strip_prefix("set_")?.to_owned();
        let signature = function.split(" {").next().unwrap_or(function);
        let rewrites = names.contains(&format!("rewrite_{field}"));
        let replaces = function.contains("self.packet.replace");
        Some(Setter { refuses: signature.contains("Result<"), replaces, rewrites, field })
    };
    functions.iter().filter_map(one).collect()
}

/// What follows the head of a type, in a module of this code or outside of all of them.
fn declared<'c>(code: &'c str, indent: usize, module: Option<&str>, name: &str) -> Option<&'c str> {
    let code = match module {
        None => code.split(&format!("\n{}pub mod ", " ".repeat(indent))).next().unwrap_or(code),
        Some(module) => block(code, indent, module)?,
    };
    code.split_once(&format!("pub struct {name}<")).map(|(_, code)| code)
}

/// The inside of a module.
fn block<'c>(code: &'c str, indent: usize, module: &str) -> Option<&'c str> {
    let indent = " ".repeat(indent);
    let (_, inside) = code.split_once(&format!("\n{indent}pub mod {module} {{"))?;
    inside.split(&format!("\n{indent}}}\n")).next()
}
