//! The state of the server: open documents, and the schemas through which they are checked.

pub mod documents;
pub mod earlier;
pub mod files;
pub mod importers;
mod since;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use lsp_types::{Position, Range, Uri};
use wireform_build::diagnostic::Diagnostic;
use wireform_build::load::Effort;
use wireform_build::source::{FileId, Span};

use super::analysis::{Analysis, has_edits, is_same};
use super::client::settings::Settings;
use documents::{Document, Documents};
use files::Overlay;
use importers::Importers;

/// The state of the server.
#[derive(Debug, Default)]
pub struct World {
    /// The open documents.
    pub documents: Documents,
    /// The client's settings.
    pub settings: Settings,
    schemas: BTreeMap<PathBuf, Rc<Analysis>>,
    /// The last texts of schemas that had a model.
    right: BTreeMap<PathBuf, Rc<Analysis>>,
    /// The last texts of schemas whose names were resolved.
    resolved: BTreeMap<PathBuf, Rc<Analysis>>,
    importers: Importers,
}

/// A place in an open document, as the compiler names it.
#[derive(Debug)]
pub struct Place {
    /// The schema through which the document is checked.
    pub analysis: Rc<Analysis>,
    /// The document in it.
    pub file: FileId,
    /// The offset in the document.
    pub offset: usize,
}

impl World {
    /// A document has another text, is open, or is not any more.
    pub fn changed(&mut self, path: &Path) {
        self.schemas.retain(|_, analysis| !analysis.asked.contains(path));
        self.importers.changed(path);
    }

    /// Files on disk may be others now.
    pub fn disk_changed(&mut self) {
        self.schemas.clear();
        self.importers = Importers::default();
    }

    /// The schemas through which all open documents are checked.
    pub fn wanted(&mut self) -> BTreeSet<PathBuf> {
        let open: Vec<PathBuf> = self.documents.iter().map(|(path, _)| path.to_owned()).collect();
        open.iter().flat_map(|path| self.schemas_of(path)).collect()
    }

    /// The schemas through which a document is checked: itself, or, if it declares no protocol, those that import it, the
    /// open ones first of all. Itself if there are none.
    pub fn schemas_of(&mut self, path: &Path) -> Vec<PathBuf> {
        let Some(document) = self.documents.get(path) else { return Vec::new() };
        if document.has_protocol() {
            return vec![path.to_owned()];
        }
        let importers = self.importers.of(path, &self.documents, &self.settings);
        if importers.is_empty() { vec![path.to_owned()] } else { importers }
    }

    /// All schemas that import a file, open or in its folder or in those above.
    pub fn importers(&mut self, path: &Path) -> BTreeSet<PathBuf> {
        self.importers.all(path, &self.documents, &self.settings)
    }

    /// A schema, compiled now if that was not done.
    pub fn analysis(&mut self, schema: &Path) -> Rc<Analysis> {
        if let Some(known) = self.schemas.get(schema) {
            return Rc::clone(known);
        }
        let files = self.files(schema);
        let mut analysis = Analysis::of(schema, &files);
        analysis.asked = files.asked();
        let analysis = Rc::new(analysis);
        if analysis.schema.is_some() {
            self.right.insert(schema.to_owned(), Rc::clone(&analysis));
        }
        if analysis.is_resolved() {
            self.resolved.insert(schema.to_owned(), Rc::clone(&analysis));
        }
        self.schemas.insert(schema.to_owned(), Rc::clone(&analysis));
        analysis
    }

    /// A schema, if it is compiled.
    pub fn compiled(&self, schema: &Path) -> Option<&Rc<Analysis>> {
        self.schemas.get(schema)
    }

    /// Forgets schemas that no open document needs.
    pub fn keep(&mut self, wanted: &BTreeSet<PathBuf>) {
        self.schemas.retain(|schema, _| wanted.contains(schema));
        self.right.retain(|schema, _| wanted.contains(schema));
        self.resolved.retain(|schema, _| wanted.contains(schema));
    }

    /// The files that a schema may have.
    pub fn files(&self, schema: &Path) -> Overlay<'_> {
        Overlay::of(schema, &self.documents, self.settings.allow_outside)
    }

    /// Tests the proposals of a schema's diagnostics with the effort of a build, as `wireform check`
    /// does. `false` if that was interrupted.
    pub fn try_proposals(&mut self, schema: &Path, goes_on: &dyn Fn() -> bool) -> bool {
        let Some(analysis) = self.schemas.get(schema).filter(|analysis| analysis.tried.is_none()) else { return true };
        let tried = analysis.try_proposals(&self.files(schema), &Effort { goes_on, ..Effort::default() });
        if !goes_on() {
            return false;
        }
        let mut analysis = Analysis::clone(analysis);
        analysis.tried = Some(tried);
        self.schemas.insert(schema.to_owned(), Rc::new(analysis));
        true
    }

    /// One diagnostic of a schema with those of its proposals that fix it. `None` if the test was interrupted.
    pub fn tested(&self, analysis: &Analysis, wanted: &Diagnostic, goes_on: &dyn Fn() -> bool) -> Option<Diagnostic> {
        analysis.tested(wanted, || {
            let tested = self.test(analysis, wanted, goes_on).unwrap_or_else(|| {
                let mut without = wanted.clone();
                without.help.iter_mut().for_each(|help| help.edits.clear());
                without
            });
            goes_on().then_some(tested)
        })
    }

    /// Tests the proposals of some diagnostics of a schema, each as for a code action, which then need not wait. `false` if
    /// that was interrupted.
    pub fn prepare_actions(&self, schema: &Path, goes_on: &dyn Fn() -> bool) -> bool {
        let Some(analysis) = self.schemas.get(schema) else { return true };
        let is_ready =
            |one: &Diagnostic| analysis.mistakes().iter().any(|known| is_same(known, one) && has_edits(known));
        let mut mistakes = analysis.diagnostics.iter().take(MOST_PREPARED).filter(|one| !is_ready(one));
        mistakes.all(|mistake| self.tested(analysis, mistake, goes_on).is_some())
    }

    fn test(&self, analysis: &Analysis, wanted: &Diagnostic, goes_on: &dyn Fn() -> bool) -> Option<Diagnostic> {
        let bytes: usize = analysis.sources.iter().map(|source| source.text.len()).sum();
        let effort = Effort {
            in_all: bytes.saturating_mul(MOST_TRIALS),
            wanted: &|one| one == wanted,
            goes_on,
            ..Effort::default()
        };
        let tried = analysis.try_proposals(&self.files(&analysis.path), &effort);
        tried.into_iter().find(|one| is_same(one, wanted))
    }

    /// A document and the place of a position in it, in each schema through which it is checked.
    pub fn places(&mut self, path: &Path, position: Position) -> Vec<Place> {
        let Some(document) = self.documents.get(path) else { return Vec::new() };
        let offset = document.text.offset(position, self.settings.encoding);
        let schemas = self.schemas_of(path);
        let places = schemas.iter().filter_map(|schema| {
            let analysis = self.analysis(schema);
            let file = analysis.file(path)?;
            Some(Place { analysis, file, offset })
        });
        places.collect()
    }

    /// The range of a span in an open document.
    pub fn range(&self, document: &Document, span: Span) -> Range {
        document.text.range(span, self.settings.encoding)
    }

    /// The name by which the client knows a file.
    pub fn uri(&self, path: &Path) -> Uri {
        Uri(self.documents.uri(path))
    }
}

/// The limit on compilations for one diagnostic.
const MOST_TRIALS: usize = 32;

/// The limit on diagnostics whose proposals are tested before a client asks for them.
const MOST_PREPARED: usize = 8;
