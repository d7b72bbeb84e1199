//! Companions: variables that belong to a field's own and are named after it.

use crate::model::{Extent, FieldId, Length, Record, Says, Wire};
use crate::names::field_name;
use crate::text::tokens::{Ident, format_ident};
use std::collections::BTreeSet;

/// The content of a companion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Companion {
    /// The bytes of a number that is decoded too.
    Bytes,
    /// The stored form of such a number.
    Kept,
    /// The offset of the field, for a rule on it, one that measures it, a message that it chooses, or a checksum.
    At,
    /// The number of elements.
    Len,
    /// The number of bytes.
    Size,
    /// Whether the field breaks a rule that is then repaired; also a field of the view.
    Broken,
}

impl Companion {
    /// The companion of a variable.
    pub fn of(self, variable: &Ident) -> Ident {
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

/// A companion and its field.
#[derive(Clone)]
pub(super) struct Named {
    pub(super) what: Companion,
    /// The field's name before it is changed.
    pub(super) own: String,
    pub(super) name: String,
}

/// All companions that a record's fields may have.
pub(super) fn all(record: &Record, names: &[String]) -> Vec<Named> {
    let rules = || record.fields.iter().filter_map(|field| field.rule.as_ref());
    let counted: BTreeSet<FieldId> = rules().flat_map(|rule| rule.counted()).collect();
    let measured: BTreeSet<FieldId> = rules().flat_map(|rule| rule.measured()).collect();
    let choosers = record.fields.iter().flat_map(|field| field.wire.inputs());
    let choosers = choosers.filter(|(says, _)| *says == Says::Message).filter_map(|(_, input)| input.cell());
    let choosers: BTreeSet<FieldId> = choosers.map(|cell| record.cells[cell.0].field).collect();
    let mut all = Vec::new();
    for (index, (field, name)) in record.fields.iter().zip(names).enumerate() {
        let id = FieldId(index);
        let is_number = field.wire.number().is_some();
        let repairs = field.rule.as_ref().map(|rule| rule.repair.is_some());
        let there = [
            (Companion::Bytes, is_number),
            (Companion::Kept, is_number),
            (
                Companion::At,
                repairs == Some(false) || measured.contains(&id) || choosers.contains(&id) || record.is_marked(id),
            ),
            (Companion::Len, counted.contains(&id)),
            (Companion::Size, measured.contains(&id)),
            (Companion::Broken, repairs == Some(true)),
        ];
        let own = field_name(name);
        // The offset of a size that is written after its region, or of its group.
        if let Wire::Within { extent: Extent::Counted(Length { cell, .. }), .. } = &field.wire {
            let size = &record.cells[cell.0];
            let group = record.fields[size.field.0].parent.map(|group| names[group.0].as_str());
            all.extend([size.name()].into_iter().chain(group).map(|name| {
                let own = field_name(name);
                Named { what: Companion::At, name: Companion::At.called(&own), own }
            }));
        }
        for (what, _) in there.into_iter().filter(|(_, is_there)| *is_there) {
            all.push(Named { what, own: own.clone(), name: what.called(&own) });
        }
    }
    all
}
