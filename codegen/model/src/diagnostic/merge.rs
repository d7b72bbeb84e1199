//! Merges the diagnostics of all versions: a schema is checked once per version, and most errors occur in all of them.

use super::{Diagnostic, Diagnostics};

/// The diagnostics of one version, and its name if there are several versions.
type Said = (Option<String>, Diagnostics);

/// Merges the diagnostics of each version: duplicates are removed, and errors of some versions only name these.
pub fn merge(said: Vec<Said>, diagnostics: &mut Diagnostics) {
    let said: Vec<(Option<String>, Vec<Diagnostic>)> =
        said.into_iter().map(|(version, said)| (version, said.into_sorted())).collect();
    for (index, (version, own)) in said.iter().enumerate() {
        for one in own {
            let having = || said.iter().enumerate().filter(|(_, (_, others))| others.contains(one));
            if version.is_none() || having().count() == said.len() {
                // The collection drops duplicates.
                diagnostics.push(one.clone());
            } else if having().next().is_some_and(|(first, _)| first == index) {
                let names: Vec<&str> = having().filter_map(|(_, (version, _))| version.as_deref()).collect();
                let plural = if names.len() == 1 { "" } else { "s" };
                diagnostics.push(one.clone().note(format!("in version{plural} {}", names.join(", "))));
            }
        }
    }
}
