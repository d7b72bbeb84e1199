//! A schema is looked at once for each of its versions, and most of what is wrong is wrong in all of them.

use super::{Diagnostic, Diagnostics};

/// What was said about one version, which goes by this name where there are several.
type Said = (Option<String>, Diagnostics);

/// Puts together what was said about each version: everything once, and what is wrong in some of them only with these.
pub fn merge(said: Vec<Said>, diagnostics: &mut Diagnostics) {
    let said: Vec<(Option<String>, Vec<Diagnostic>)> =
        said.into_iter().map(|(version, said)| (version, said.into_sorted())).collect();
    for (index, (version, own)) in said.iter().enumerate() {
        for one in own {
            let having = || said.iter().enumerate().filter(|(_, (_, others))| others.contains(one));
            if version.is_none() || having().count() == said.len() {
                // Whoever collects them takes each once.
                diagnostics.push(one.clone());
            } else if having().next().is_some_and(|(first, _)| first == index) {
                let names: Vec<&str> = having().filter_map(|(_, (version, _))| version.as_deref()).collect();
                let plural = if names.len() == 1 { "" } else { "s" };
                diagnostics.push(one.clone().note(format!("in version{plural} {}", names.join(", "))));
            }
        }
    }
}
