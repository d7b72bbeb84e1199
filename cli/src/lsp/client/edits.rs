//! Edits of several documents, as a client applies them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use lsp_types::{
    Edit, OptionalVersionedTextDocumentIdentifier, TextDocumentEdit, TextDocumentIdentifier, TextEdit, WorkspaceEdit,
};
use wireform_build::diagnostic;
use wireform_build::source::Span;

use crate::lsp::analysis::Analysis;
use crate::lsp::world::World;

/// Edits by files: what is replaced there, in order, and by which text.
#[derive(Debug, Clone, Default)]
pub struct Edits(BTreeMap<PathBuf, BTreeMap<Span, String>>);

impl Edits {
    /// Adds the edits of a diagnostic's help. `false`, and nothing is added, if one overlaps with another that is there.
    pub fn add(&mut self, analysis: &Analysis, edits: &[diagnostic::Edit]) -> bool {
        let overlap = |one: Span, other: Span| one.start < other.end && other.start < one.end || one == other;
        let is_free = edits.iter().all(|edit| {
            let here = self.0.get(analysis.path_of(edit.span.file));
            here.is_none_or(|here| here.keys().all(|span| !overlap(*span, in_file(edit.span))))
        });
        if is_free {
            edits.iter().for_each(|edit| self.replace(analysis.path_of(edit.span.file), edit.span, edit.text.clone()));
        }
        is_free
    }

    /// Replaces a span of a file.
    pub fn replace(&mut self, path: &Path, span: Span, text: String) {
        self.0.entry(path.to_owned()).or_default().insert(in_file(span), text);
    }

    /// Removes the edit of a span, or else replaces the span.
    pub fn exchange(&mut self, path: &Path, span: Span, text: &str) {
        if self.0.get_mut(path).is_none_or(|edits| edits.remove(&in_file(span)).is_none()) {
            self.replace(path, span, text.to_owned());
        }
    }

    /// Whether a span is replaced.
    pub fn replaces(&self, path: &Path, span: Span) -> bool {
        self.0.get(path).is_some_and(|edits| edits.contains_key(&in_file(span)))
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The files that are edited.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.0.keys().map(PathBuf::as_path)
    }

    /// The text of a file after its edits; `None` if they do not fit.
    pub fn applied(&self, path: &Path, text: &str) -> Option<String> {
        let edits = self.0.get(path)?.iter().map(|(span, text)| diagnostic::Edit::new(*span, text.clone()));
        diagnostic::Edit::applied(text, &edits.collect::<Vec<_>>())
    }

    /// A span of the old text in the new one: both of its ends behind the edits before them.
    pub fn moved(&self, path: &Path, span: Span) -> Span {
        let edits = self.0.get(path);
        let at = |offset: u32, is_end: bool| {
            let before =
                edits.into_iter().flatten().filter(|(edit, _)| edit.start < offset || (is_end && edit.end <= offset));
            before.fold(i64::from(offset), |offset, (edit, text)| {
                offset + i64::try_from(text.len()).unwrap_or(0) - i64::from(edit.end - edit.start)
            })
        };
        let whole = |offset: i64| u32::try_from(offset).unwrap_or(u32::MAX);
        Span { start: whole(at(span.start, false)), end: whole(at(span.end, true)), ..span }
    }

    /// The edits for the client. All files are those of a schema.
    pub fn for_client(&self, world: &World, analysis: &Analysis) -> WorkspaceEdit {
        let files = self.0.iter().filter_map(|(path, edits)| {
            let text = world.text(analysis, analysis.file(path)?);
            let edits = edits.iter().map(|(span, new)| TextEdit {
                range: text.range(*span, world.settings.encoding),
                new_text: new.clone(),
            });
            Some((path, edits.collect::<Vec<_>>()))
        });
        if !world.settings.has_versioned_edits {
            let changes = files.map(|(path, edits)| (world.uri(path), edits)).collect();
            return WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() };
        }
        let documents = files.map(|(path, edits)| {
            let version = world.documents.get(path).map(|document| document.version);
            let text_document = OptionalVersionedTextDocumentIdentifier {
                version,
                text_document_identifier: TextDocumentIdentifier { uri: world.uri(path) },
            };
            TextDocumentEdit { text_document, edits: edits.into_iter().map(Edit::TextEdit).collect() }.into()
        });
        WorkspaceEdit { document_changes: Some(documents.collect()), ..WorkspaceEdit::default() }
    }
}

/// The span without its file, which the path says: files have other ids in other schemas.
fn in_file(span: Span) -> Span {
    Span { file: Default::default(), ..span }
}
