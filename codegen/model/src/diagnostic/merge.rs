//! Merges the diagnostics of all versions: a schema is checked once per version, and most errors occur in all of them.

use std::collections::HashMap;

use super::{Diagnostic, Diagnostics};
use crate::source::Span;

/// The diagnostics of one version, and its name if there are several versions.
type Said = (Option<String>, Diagnostics);

/// Merges the diagnostics of each version: duplicates are removed, and errors of some versions only name these.
pub fn merge(said: Vec<Said>, diagnostics: &mut Diagnostics) {
    let (names, said): (Vec<Option<String>>, Vec<Vec<Diagnostic>>) =
        said.into_iter().map(|(version, said)| (version, said.into_sorted())).unzip();
    // The versions that have each, so that none is compared with all of the others.
    let mut having: HashMap<Span, Vec<(&Diagnostic, Vec<usize>)>> = HashMap::new();
    for (index, one) in said.iter().enumerate().flat_map(|(index, own)| own.iter().map(move |one| (index, one))) {
        let here = having.entry(one.primary.span).or_default();
        match here.iter_mut().find(|(other, _)| *other == one) {
            Some((_, versions)) if versions.last() == Some(&index) => {}
            Some((_, versions)) => versions.push(index),
            None => here.push((one, vec![index])),
        }
    }
    for (index, one) in said.iter().enumerate().flat_map(|(index, own)| own.iter().map(move |one| (index, one))) {
        let here = having.get(&one.primary.span).and_then(|here| here.iter().find(|(other, _)| *other == one));
        let Some((_, versions)) = here.filter(|(_, versions)| versions.first() == Some(&index)) else { continue };
        let names: Vec<&str> = versions.iter().filter_map(|at| names.get(*at)?.as_deref()).collect();
        // The collection drops duplicates.
        diagnostics.push(if names.is_empty() || versions.len() == said.len() {
            one.clone()
        } else {
            let plural = if names.len() == 1 { "" } else { "s" };
            one.clone().note(format!("in version{plural} {}", names.join(", ")))
        });
    }
}
