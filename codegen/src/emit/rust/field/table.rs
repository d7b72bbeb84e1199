//! Layout tables for the documentation of views: offset, size, field, type.

use crate::emit::lengths;
use crate::emit::rust::scope::Scope;
use crate::layout;
use crate::model::{
    Carrier, CellId, Encoding, FieldId, FloatWidth, Interval, Item, Lengths, Part, Presence, Protocol, Role, Scalar,
    Value, VarintId, Wire,
};

/// The layout that a writer produces, as a code block, after a note if a reader accepts other lengths. Empty if there
/// are no fields.
pub fn table(scope: &Scope<'_>) -> Vec<String> {
    let (p, record) = (scope.protocol(), scope.record);
    let mut differs = false;
    let mut range = |lengths: Lengths| {
        let written = lengths::range(lengths.canonical);
        differs |= lengths::range(lengths.accepted) != written;
        written
    };
    let mut rows: Vec<[String; 4]> = Vec::new();
    if let (true, Role::Message { code: Some(code) }) = (scope.is_root, &record.role) {
        let lengths = layout::scalar_lengths(p, code.scalar, Interval::only(code.code));
        // A type that all versions share has a separate code in each.
        let its = if scope.context.names.is_generic(scope.id) { "CODE".to_owned() } else { code.code.to_string() };
        let kind = format!("{} = {its}", scalar(p, code.scalar));
        rows.push(["0".to_owned(), range(lengths), "code".to_owned(), kind]);
    }
    for id in scope.body {
        let Some(field) = record.fields.get(id.0) else { continue };
        let (at, size) = (range(scope.facts.spans.offset(*id)), range(scope.facts.spans.length(*id)));
        let presence = if field.presence == Presence::Always { "" } else { ", or absent" };
        rows.push([at, size, field.label.clone(), format!("{}{presence}", kind(scope, *id))]);
        // Hidden groups have no table of their own.
        let hidden = scope.child_of(*id).filter(|child| child.is_hidden).map(|child| child.body).unwrap_or_default();
        for field in std::iter::once(field).chain(hidden.iter().map(|id| scope.field(*id))) {
            if let Wire::Bits { parts, .. } = &field.wire {
                rows.extend(parts.iter().filter_map(|part| bits(scope, part)));
            }
        }
    }
    if rows.is_empty() {
        return Vec::new();
    }
    rows.insert(0, ["at", "bytes", "field", "type"].map(str::to_owned));
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let (at, size, name) = (width(0), width(1), width(2));
    let lines = rows.iter().map(|[a, b, c, d]| format!("{a:<at$}  {b:<size$}  {c:<name$}  {d}\n"));
    let fenced = format!("```text\n{}```", lines.collect::<String>());
    let note = differs.then(|| "The layout as written; a reader also accepts other lengths:".to_owned());
    note.into_iter().chain([fenced]).collect()
}

/// The wire encoding of a value type, as a sentence.
pub fn on_the_wire(protocol: &Protocol, carrier: Carrier) -> String {
    match carrier {
        Carrier::Scalar(one) => format!("On the wire: `{}`.", scalar(protocol, one)),
        Carrier::Part { bits, .. } => format!("On the wire: {}.", lengths::counted(u64::from(bits), "bit")),
    }
}

/// The size of a varint, as a sentence.
pub fn varint_on_the_wire(protocol: &Protocol, id: VarintId) -> String {
    let scalar = Scalar::Varint(id);
    let lengths = layout::scalar_lengths(protocol, scalar, layout::scalar_interval(protocol, scalar));
    format!("On the wire: {}.", lengths::bytes(lengths.accepted))
}

/// The row of a named bit field.
fn bits(scope: &Scope<'_>, part: &Part) -> Option<[String; 4]> {
    let name = part.name.clone()?;
    let high = part.low.saturating_add(part.width).saturating_sub(1);
    let at = if part.width == 1 { part.low.to_string() } else { format!("{}–{high}", part.low) };
    let meaning = meaning(scope, part.cell).unwrap_or_else(|| match (part.width, part.signed) {
        (1, false) => "bool".to_owned(),
        (width, signed) => format!("{}{width}", if signed { 'i' } else { 'u' }),
    });
    Some([String::new(), String::new(), format!("  bit {at}"), format!("{name}: {meaning}")])
}

fn kind(scope: &Scope<'_>, id: FieldId) -> String {
    let (p, field) = (scope.protocol(), scope.field(id));
    let number = |wire: String, meaning: Option<String>| match meaning {
        Some(meaning) => format!("{wire} as {meaning}"),
        None => wire,
    };
    let of_record = |id: usize| p.records.get(id).map_or_else(String::new, |record| record.name.clone());
    let of_family = |id: usize| p.families.get(id).map_or_else(String::new, |family| family.name.clone());
    match &field.wire {
        Wire::Scalar { scalar: one, cell } => number(scalar(p, *one), meaning(scope, *cell)),
        Wire::Chosen { forms, cell, .. } => {
            let mut widths: Vec<String> = forms.iter().filter_map(|form| Some(scalar(p, form.scalar?))).collect();
            widths.dedup();
            number(widths.join(" or "), meaning(scope, *cell))
        }
        Wire::Float { width, .. } => float(*width).to_owned(),
        Wire::Bits { carrier, .. } => format!("bits of {}", scalar(p, *carrier)),
        Wire::Padding { .. } => "reserved".to_owned(),
        Wire::Magic(_) => "fixed bytes".to_owned(),
        Wire::Bytes(_) => "bytes".to_owned(),
        Wire::Text { encoding, unit, .. } => {
            let name = match encoding {
                Encoding::Utf8 => "UTF-8",
                Encoding::Ascii => "ASCII",
                Encoding::Latin1 => "Latin-1",
            };
            unit.map_or_else(|| format!("text in {name}"), |unit| format!("text of {}, {name}", scalar(p, unit)))
        }
        Wire::Group { name, body, .. } => match (scope.child_of(id), body.first()) {
            (Some(child), Some(only)) if child.is_hidden && body.len() == 1 => kind(scope, *only),
            _ => name.clone(),
        },
        Wire::Record { record, .. } => of_record(record.0),
        Wire::Family { family, .. } => format!("one of {}", of_family(family.0)),
        Wire::List { item, .. } | Wire::Sparse { item, .. } => {
            let of = match item {
                Item::Scalar { scalar: one, value } => number(scalar(p, *one), meaning_of(p, *value)),
                Item::Float { width, .. } => float(*width).to_owned(),
                Item::Record { record, .. } => of_record(record.0),
                Item::Family { family, .. } => of_family(family.0),
            };
            match &field.wire {
                Wire::Sparse { count, .. } => format!("sparse list of {count} {of}"),
                _ => format!("list of {of}"),
            }
        }
        Wire::Match { name, .. } => name.clone(),
        Wire::Within { .. } => "region".to_owned(),
    }
}

fn float(width: FloatWidth) -> &'static str {
    match width {
        FloatWidth::F32 => "f32",
        FloatWidth::F64 => "f64",
    }
}

fn scalar(protocol: &Protocol, scalar: Scalar) -> String {
    match scalar {
        Scalar::Int { bytes, signed, .. } => {
            format!("{}{}", if signed { 'i' } else { 'u' }, u32::from(bytes).saturating_mul(8))
        }
        Scalar::Varint(id) => protocol.varints.get(id.0).map_or_else(String::new, |varint| varint.name.clone()),
    }
}

fn meaning(scope: &Scope<'_>, cell: CellId) -> Option<String> {
    meaning_of(scope.protocol(), scope.record.cells.get(cell.0)?.value)
}

fn meaning_of(protocol: &Protocol, value: Value) -> Option<String> {
    match value {
        Value::Int => None,
        Value::Bool | Value::Truthy => Some("bool".to_owned()),
        Value::Enum(id) => protocol.enums.get(id.0).map(|one| one.name.clone()),
        Value::Bits(id) => protocol.bits.get(id.0).map(|one| one.name.clone()),
        Value::Quantity(id) => protocol.quantities.get(id.0).map(|one| one.name.clone()),
        Value::Packed(id) => protocol.packed.get(id.0).map(|one| one.name.clone()),
    }
}
