//! Diagnostics in the form of the protocol, and those that the client has.

use std::collections::BTreeMap;
use std::path::PathBuf;

use lsp_types::{DiagnosticRelatedInformation, DiagnosticSeverity, PublishDiagnosticsParams};
use wireform_build::diagnostic::Diagnostic;

use super::analysis::Analysis;
use super::client::uri::is_in_folder;
use super::world::World;

/// The name of the server in the lists of clients.
pub const SOURCE: &str = "wireform";

/// The title of the diagnostic about a schema without a header, which a file that is only imported need not have.
const NO_HEADER: &str = "the schema has no header";

/// The words in its help about the files that import it.
const IMPORTED: &str = "`use ";

/// The diagnostics that the client has.
#[derive(Debug, Default)]
pub struct Published(BTreeMap<PathBuf, PublishDiagnosticsParams>);

impl Published {
    /// The diagnostics of files in which there are others now, or the same ones of another version.
    pub fn renewed(&mut self, world: &mut World) -> Vec<PublishDiagnosticsParams> {
        let mut files: BTreeMap<PathBuf, Vec<lsp_types::Diagnostic>> = BTreeMap::new();
        for (path, _) in world.documents.iter() {
            files.entry(path.to_owned()).or_default();
        }
        let wanted = world.wanted();
        for schema in &wanted {
            let analysis = world.analysis(schema);
            for (diagnostic, severity) in mistakes(world, &analysis) {
                let path = analysis.path_of(diagnostic.primary.span.file).to_owned();
                let shown = shown(world, &analysis, &diagnostic, severity);
                let here = files.entry(path).or_default();
                // A file of several schemas may be wrong in all of them.
                if wanted.len() == 1 || !here.contains(&shown) {
                    here.push(shown);
                }
            }
        }
        let mut renewed = Vec::new();
        for (path, old) in std::mem::take(&mut self.0) {
            if !files.contains_key(&path) {
                renewed.push(PublishDiagnosticsParams { diagnostics: Vec::new(), version: None, uri: old.uri });
            } else {
                self.0.insert(path, old);
            }
        }
        for (path, diagnostics) in files {
            let version = world.documents.get(&path).map(|document| document.version);
            let new = PublishDiagnosticsParams { uri: world.uri(&path), version, diagnostics };
            if self.0.get(&path) != Some(&new) {
                renewed.push(new.clone());
                self.0.insert(path, new);
            }
        }
        renewed
    }
}

/// The mistakes of a schema, each with its severity. A file without a protocol that no schema imports cannot be judged as a
/// whole: it has its syntax errors, and a hint that it has no header.
pub fn mistakes(world: &World, analysis: &Analysis) -> Vec<(Diagnostic, DiagnosticSeverity)> {
    let document = world.documents.get(&analysis.path);
    let error = |one: &Diagnostic| (one.clone(), DiagnosticSeverity::Error);
    match document.filter(|document| !document.has_protocol()) {
        Some(document) => {
            let alone = analysis.mistakes().iter().filter(|one| one.title == NO_HEADER);
            let alone = alone.cloned().map(|mut one| {
                // A text without a folder has no name by which another one could import it.
                one.help.retain(|help| is_in_folder(&analysis.path) || !help.text.contains(IMPORTED));
                (one, DiagnosticSeverity::Information)
            });
            document.syntax().mistakes.iter().map(error).chain(alone).collect()
        }
        None => analysis.mistakes().iter().map(error).collect(),
    }
}

/// A diagnostic as the client shows it.
pub fn shown(
    world: &World,
    analysis: &Analysis,
    diagnostic: &Diagnostic,
    severity: DiagnosticSeverity,
) -> lsp_types::Diagnostic {
    let related = diagnostic.others.iter().filter_map(|label| {
        let message = if label.text.is_empty() { "here".to_owned() } else { label.text.clone() };
        Some(DiagnosticRelatedInformation { location: world.location(analysis, label.span)?, message })
    });
    let related: Vec<_> = related.collect();
    lsp_types::Diagnostic {
        range: world.range_of(analysis, diagnostic.primary.span).unwrap_or_default(),
        severity: Some(severity),
        source: Some(SOURCE.to_owned()),
        message: message(diagnostic, analysis.tried.is_some()).into(),
        related_information: Some(related).filter(|related| !related.is_empty()),
        ..Default::default()
    }
}

/// All that a diagnostic says, but for its labels elsewhere. Its own label stands below the title here, not in the text, so
/// one with which the title begins would only repeat it. A guess that was not tested is not shown.
fn message(diagnostic: &Diagnostic, is_tested: bool) -> String {
    let is_repeated = |label: &str| {
        let rest = diagnostic.title.strip_prefix(label);
        rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    };
    let label = Some(diagnostic.primary.text.clone()).filter(|label| !is_repeated(label) && !label.is_empty());
    let notes = diagnostic.notes.iter().map(|note| format!("note: {note}"));
    let helps = diagnostic.help.iter().filter(|help| is_tested || !help.is_guess || help.edits.is_empty());
    let helps = helps.map(|help| format!("help: {}", help.text));
    let lines = std::iter::once(diagnostic.title.clone()).chain(label).chain(notes).chain(helps);
    lines.collect::<Vec<_>>().join("\n")
}
