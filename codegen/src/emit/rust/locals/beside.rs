//! Variables that stand beside a field's own, and are called by it.

use std::collections::BTreeSet;

use super::super::tokens::{Ident, format_ident};
use super::of_field;
use crate::model::{FieldId, Record, Wire};
use crate::names::field_name;

/// What such a variable holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::emit::rust) enum Beside {
    /// The bytes of a number that is read as well.
    Bytes,
    /// What is kept of such a number.
    Kept,
    /// Where the field began, for a rule that it may break or that measures it.
    At,
    /// How many elements there are.
    Len,
    /// How many bytes there are.
    Size,
    /// Whether it breaks a rule that is then repaired: a field of the view too.
    Broken,
}

impl Beside {
    /// The variable beside this one.
    pub(in crate::emit::rust) fn of(self, variable: &Ident) -> Ident {
        format_ident!("{}", self.called(variable.to_string().trim_start_matches("r#")))
    }

    pub(super) fn called(self, name: &str) -> String {
        let name = name.trim_end_matches('_');
        match self {
            Self::Bytes => format!("{name}_bytes"),
            Self::Kept => format!("{name}_kept"),
            Self::At => format!("{name}_at"),
            Self::Len => format!("{name}_len"),
            Self::Size => format!("{name}_size"),
            Self::Broken => format!("breaks_rule_of_{name}"),
        }
    }
}

/// One of them, and the field whose it is.
#[derive(Clone)]
pub(super) struct Named {
    pub(super) what: Beside,
    /// What the field is called, as long as that confuses nobody.
    pub(super) own: String,
    pub(super) name: String,
}

/// All that may stand beside the fields of a record.
pub(super) fn all(record: &Record) -> Vec<Named> {
    let rules = || record.fields.iter().filter_map(|field| field.rule.as_ref());
    let counted: BTreeSet<FieldId> = rules().flat_map(|rule| rule.counted()).collect();
    let measured: BTreeSet<FieldId> = rules().flat_map(|rule| rule.measured()).collect();
    let mut all = Vec::new();
    for (id, field) in record.fields.iter().enumerate().map(|(index, field)| (FieldId(index), field)) {
        let is_number = matches!(field.wire, Wire::Scalar { .. } | Wire::Chosen { .. });
        let repairs = field.rule.as_ref().map(|rule| rule.repair.is_some());
        let there = [
            (Beside::Bytes, is_number),
            (Beside::Kept, is_number),
            (Beside::At, repairs == Some(false) || measured.contains(&id)),
            (Beside::Len, counted.contains(&id)),
            (Beside::Size, measured.contains(&id)),
            (Beside::Broken, repairs == Some(true)),
        ];
        let own = field_name(&of_field(record, field));
        for (what, _) in there.into_iter().filter(|(_, is_there)| *is_there) {
            all.push(Named { what, own: own.clone(), name: what.called(&own) });
        }
    }
    all
}
