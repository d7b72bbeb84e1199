//! Resolves the syntax tree to the model: binds every name, decides widths, intervals, owners and layout.
//!
//! All errors of a schema are found in this pass and reported with spans, so backends cannot fail on the resulting
//! model. Each submodule owns one kind of declaration or one question about a field, with its own diagnostics.

mod by_name;
mod choice;
pub(super) mod constant;
mod declare;
mod delta;
mod example;
mod extent;
mod family;
mod hook;
mod ownership;
mod record;
mod resolver;
mod rule;
mod scope;
mod session;
mod types;
mod versions;
mod wanted;
mod words;

pub(crate) use record::reserved::{constant, without_numbers};

use crate::ast;
use crate::diagnostic::{Diagnostics, merge};
use crate::model::{Schema, Version};
use crate::references::References;
use crate::source::{Sources, Span};

use declare::unread::Unread;
use resolver::Resolver;
use versions::Decided;

/// Resolves a schema: the file itself first, then its imports. `None` on any error, here or earlier: the parser's
/// diagnostics are already in `diagnostics`. The references are filled in either way.
pub(crate) fn resolve(
    sources: &Sources,
    files: &[ast::File],
    diagnostics: &mut Diagnostics,
    references: &mut References,
) -> Option<Schema> {
    *references = declare::mentioned::definitions(files);
    let (mut protocols, mut subjects, mut found) = (Vec::new(), Vec::new(), Vec::new());
    let unread = Unread::new(sources, files, diagnostics);
    let versions = versions::listed(sources, files, &unread, diagnostics)?;
    let runs: Vec<Option<Version>> =
        if versions.is_empty() { vec![None] } else { versions.iter().map(|one| Some(one.version.clone())).collect() };
    let modules = versions.iter().map(|one| (one.version.name.clone(), one.span)).collect();
    let mut decided = Decided::new();
    for version in runs {
        let mut said = Diagnostics::default();
        let mut resolver = Resolver::new(
            sources,
            &unread,
            (&versions, &modules),
            version.clone(),
            &mut said,
            &mut decided,
            references,
        );
        resolver.declare(files);
        if let Some((protocol, items)) = resolver.finish() {
            subjects.extend(items.into_iter().map(|(span, subject)| (span, protocols.len(), subject)));
            protocols.push(protocol);
        }
        found.push((version.map(|version| version.written().to_owned()), said));
    }
    merge(found, diagnostics);
    // A file without a header may belong to schemas of other versions too.
    let is_own = |span: Span| files.iter().any(|file| file.header.is_some() && file.span.file == span.file);
    for span in versions::never_hold(decided, &versions).filter(|span| is_own(*span)) {
        diagnostics.push(versions::never_holds(sources, &versions, span));
    }
    let mut protocols = protocols.into_iter();
    let first = protocols.next().filter(|_| diagnostics.is_empty())?;
    references.describe(subjects);
    Some(Schema { first, later: protocols.collect() })
}

#[cfg(test)]
mod tests;
