//! Traits that the user asks for, and that not every value can have.

use crate::layout::{self, Floats};
use crate::model::{Protocol, Schema};
use wireform_rust::Options;

/// Which records do not get the traits that were asked for, because they hold floats.
pub(super) fn missing(schema: &Schema, options: &Options) -> Option<String> {
    let traits = options.derives_of_no_float();
    if traits.is_empty() {
        return None;
    }
    let of = |protocol: &Protocol| -> Vec<String> {
        let records = protocol.records.iter();
        let with_floats = records.filter(|record| layout::record_floats(protocol, record, false) != Floats::None);
        with_floats.map(|record| format!("`{}`", record.name)).collect()
    };
    let mut all: Vec<String> = schema.protocols().flat_map(of).collect();
    all.sort_unstable();
    all.dedup();
    let quoted: Vec<String> = traits.iter().map(|one| format!("`{one}`")).collect();
    let (traits, name) = (quoted.join(", "), schema.name());
    (!all.is_empty()).then(|| format!("{name}: {traits} is not derived where there are floats: {}", all.join(", ")))
}

#[cfg(test)]
mod tests;
