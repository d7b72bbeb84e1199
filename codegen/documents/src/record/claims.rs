//! Claims of the pages that the tests hold against the interpreter.

use crate::book::Book;
use crate::here::Here;
use crate::layout::Spans;
use crate::model::{FieldId, RecordId, Schema, Tag, Wire};
use crate::record::refused::{self, Rejected};
use crate::text::sizes;

/// The claims of the section of a record, or of a table of elements.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claims {
    /// The record.
    pub record: RecordId,
    /// The sizes of the whole: `2, 4 or 6`.
    pub size: String,
    /// The sizes of each field where it is present.
    pub sizes: Vec<String>,
    /// The sizes of the code before the shapes of a field, for each field that has one.
    pub codes: Vec<Option<String>>,
    /// The values that a reader rejects.
    pub rejected: Vec<Rejected>,
}

/// The claims about all records, for each version of a schema.
#[must_use]
pub fn claims(schema: &Schema) -> Vec<Vec<Claims>> {
    Book::all(schema).iter().map(of_version).collect()
}

fn of_version(book: &Book<'_>) -> Vec<Claims> {
    let records = (0..).map(RecordId).zip(&book.protocol.records);
    let claims = records.map(|(id, record)| {
        let here = &Here { book, record };
        let spans = Spans::of(book.protocol, record);
        let fields = || (0..).map(FieldId).zip(&record.fields);
        let code = |wire: &Wire| match wire {
            Wire::Match { tag: tag @ Tag::InPlace { scalar, .. }, arms, .. } => {
                Some(sizes::of_tag(here, tag, *scalar, arms))
            }
            _ => None,
        };
        Claims {
            record: id,
            size: book.sizes.words(id, record),
            sizes: fields().map(|(id, _)| sizes::of_field(here, &spans, id)).collect(),
            codes: fields().map(|(_, field)| code(&field.wire)).collect(),
            rejected: refused::all(here),
        }
    });
    claims.collect()
}
