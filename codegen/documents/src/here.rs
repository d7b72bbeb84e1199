//! The place that something is told at: the record that it belongs to.

use super::book::{Book, Thing, of_scalar};
use super::text;
use crate::model::{Carrier, CellId, FieldId, Protocol, Record, Scalar, Value};

/// A record in its protocol.
#[derive(Clone, Copy)]
pub(super) struct Here<'b> {
    pub(super) book: &'b Book<'b>,
    pub(super) record: &'b Record,
}

impl<'b> Here<'b> {
    pub(super) fn protocol(&self) -> &'b Protocol {
        self.book.protocol
    }

    pub(super) fn link(&self, to: Thing) -> String {
        self.book.link(to)
    }

    /// A doc comment in one cell of a table.
    pub(super) fn cell(&self, docs: &[String]) -> String {
        self.book.cell(docs, &self.record.name)
    }

    /// A doc comment below a table.
    pub(super) fn note(&self, about: &str, docs: &[String]) -> Vec<String> {
        self.book.note(about, docs, &self.record.name)
    }

    /// Whether a cell is one bit of inline bits.
    pub(super) fn is_bit(&self, id: CellId) -> bool {
        let field = self.record.cells[id.0].field;
        self.record.fields[field.0].wire.parts().iter().any(|part| part.cell == id && part.width() == 1)
    }

    /// The path of a field: the names of all that holds it, and its own.
    pub(super) fn path(&self, field: FieldId) -> String {
        self.record.path_in_shapes(field)
    }

    pub(super) fn scalar(&self, scalar: Scalar) -> String {
        of_scalar_in(self.book, scalar)
    }

    /// A number and what it means.
    pub(super) fn number(&self, scalar: Scalar, value: Value) -> String {
        number(self.book, scalar, value)
    }
}

/// The name of a type of numbers.
pub(super) fn of_scalar_in(book: &Book<'_>, scalar: Scalar) -> String {
    match (scalar, of_scalar(scalar)) {
        (Scalar::Int { bytes, signed, order }, _) => text::int(bytes, signed, order),
        (Scalar::Varint(_), Some(thing)) => book.link(thing),
        (Scalar::Varint(_), None) => String::new(),
    }
}

/// The carrier of a type.
pub(super) fn of_carrier(book: &Book<'_>, carrier: Carrier) -> String {
    match carrier {
        Carrier::Scalar(scalar) => of_scalar_in(book, scalar),
        Carrier::Part { bits, signed } => {
            format!("{}{}", text::counted(u64::from(bits), "bit"), if signed { ", signed" } else { "" })
        }
    }
}

fn number(book: &Book<'_>, scalar: Scalar, value: Value) -> String {
    let wire = of_scalar_in(book, scalar);
    match value {
        Value::Int(_) => return format!("{wire}{}", text::notation(value)),
        Value::Bool if matches!(scalar, Scalar::Int { bytes: 1, .. }) => return "`bool`".to_owned(),
        Value::Bool | Value::Truthy => return format!("{wire} as `bool`"),
        _ => {}
    }
    let (own, link) = (book.protocol.declared(value).map(|one| one.carrier), book.link(Thing::Value(value)));
    // A type that stands on this very number needs no other word.
    if own == Some(Carrier::Scalar(scalar)) { link } else { format!("{wire} as {link}") }
}
