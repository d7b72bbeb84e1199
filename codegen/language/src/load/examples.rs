//! Executes each example of a schema in every version of its record.

use std::collections::HashMap;

use super::stack::deepest;
use crate::diagnostic::{Diagnostic, Diagnostics, merge};
use crate::interpret::examples::{Executed, check};
use crate::model::{Schema, Version};
use crate::source::Span;

/// Reports failing examples; one that fails in some versions only is reported with these versions.
pub(super) fn examples(schema: &Schema, diagnostics: &mut Diagnostics) {
    let executed = schema.protocols().map(|protocol| {
        let executed = deepest(!protocol.nested.is_empty(), || check(protocol));
        (protocol.version.clone(), executed)
    });
    let all: Vec<(Option<Version>, Vec<Executed<'_>>)> = executed.collect();
    // Of each example, the newest version in which it passes.
    let mut holds: HashMap<Span, &Version> = HashMap::new();
    for (version, executed) in &all {
        let right = executed.iter().filter(|one| one.wrong.is_empty());
        holds.extend(right.filter_map(|one| Some((one.example.span, version.as_ref()?))));
    }
    let mut found = Vec::new();
    for (version, executed) in &all {
        let mut said = Diagnostics::default();
        for one in executed {
            let other = holds.get(&one.example.span).copied();
            one.wrong.iter().for_each(|wrong| said.push(with_help(wrong, other)));
        }
        found.push((version.as_ref().map(|version| version.written().to_owned()), said));
    }
    merge(found, diagnostics);
}

fn with_help(wrong: &Diagnostic, holds: Option<&Version>) -> Diagnostic {
    match holds {
        Some(version) => {
            let help = format!("say `(version: {})` if these bytes are that version's only", version.written());
            wrong.clone().help(help)
        }
        None => wrong.clone(),
    }
}
