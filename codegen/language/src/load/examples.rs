//! Executes each example of a schema in every version of its record.

use crate::diagnostic::{Diagnostic, Diagnostics, merge};
use crate::interpret::examples::{Executed, check};
use crate::model::{Schema, Version};

/// Reports failing examples; one that fails in some versions only is reported with these versions.
pub(super) fn examples(schema: &Schema, diagnostics: &mut Diagnostics) {
    let all: Vec<(Option<Version>, Vec<Executed<'_>>)> =
        schema.protocols().map(|protocol| (protocol.version.clone(), check(protocol))).collect();
    let mut found = Vec::new();
    for (version, executed) in &all {
        let mut said = Diagnostics::default();
        for one in executed.iter().filter(|one| !one.wrong.is_empty()) {
            let other = newest_that_holds(&all, one);
            one.wrong.iter().for_each(|wrong| said.push(with_help(wrong, other)));
        }
        found.push((version.as_ref().map(|version| version.written().to_owned()), said));
    }
    merge(found, diagnostics);
}

/// The newest version in which an example passes.
fn newest_that_holds<'a>(all: &'a [(Option<Version>, Vec<Executed<'_>>)], one: &Executed<'_>) -> Option<&'a Version> {
    let holds = |executed: &[Executed<'_>]| {
        executed.iter().any(|other| other.example.span == one.example.span && other.wrong.is_empty())
    };
    all.iter().rev().find(|(_, executed)| holds(executed)).and_then(|(version, _)| version.as_ref())
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
