//! A compiled schema, from which all answers about it are made.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use wireform_build::diagnostic::Diagnostic;
use wireform_build::load::{Effort, Files, keep_what_mends, load_untested};
use wireform_build::model::Schema;
use wireform_build::references::References;
use wireform_build::source::{FileId, Sources};
use wireform_build::{Compiled, Failure};

use super::client::text::Text;
use super::world::earlier::Changed;

/// A later text of a file, and the changes up to it; `None` if there are none.
type Since = (Rc<Text>, Option<Rc<Changed>>);

/// A compiled schema, right or wrong.
#[derive(Debug, Clone, Default)]
pub struct Analysis {
    /// The path of the schema.
    pub path: PathBuf,
    /// The texts of the schema and of its imports.
    pub sources: Sources,
    /// The model; there even if only examples are wrong.
    pub schema: Option<Schema>,
    /// The definitions and uses of all names, as far as they were resolved.
    pub references: References,
    /// The mistakes, with untested proposals.
    pub diagnostics: Vec<Diagnostic>,
    /// The mistakes with tested proposals and without consequences of others, once that was done.
    pub tried: Option<Vec<Diagnostic>>,
    /// All files that the compiler asked for, found or not.
    pub asked: BTreeSet<PathBuf>,
    /// Mistakes whose proposals were tested by themselves, with the outcome.
    tested: RefCell<Vec<(Diagnostic, Diagnostic)>>,
    /// The lines of files that are not open, as far as they were needed.
    texts: RefCell<BTreeMap<FileId, Rc<Text>>>,
    /// The changes of open files since, as far as they were needed, each with the text that the file has now.
    since: RefCell<BTreeMap<FileId, Since>>,
}

impl Analysis {
    /// Compiles a schema, without testing the proposals of its diagnostics.
    pub(super) fn of(path: &Path, files: &dyn Files) -> Self {
        Self { path: path.to_owned(), ..Self::from(load_untested(path, files)) }
    }

    /// The diagnostics with those of their proposals that fix them.
    ///
    /// Examples are executed only if nothing else is wrong, and they do not have a field that is being written. So an edit
    /// that leaves only wrong examples is kept if there is no better one.
    pub(super) fn try_proposals(&self, files: &dyn Files, effort: &Effort<'_>) -> Vec<Diagnostic> {
        let mut diagnostics = self.diagnostics.clone();
        keep_what_mends(&self.path, files, &self.sources, &mut diagnostics, effort);
        if self.schema.is_some() {
            return diagnostics;
        }
        let is_without = |one: &Diagnostic| {
            let kept = diagnostics.iter().find(|kept| is_same(kept, one));
            (effort.wanted)(one) && has_edits(one) && kept.is_some_and(|kept| !has_edits(kept))
        };
        if !self.diagnostics.iter().any(is_without) {
            return diagnostics;
        }
        let mut others = self.diagnostics.clone();
        let effort = Effort { wanted: &is_without, past_examples: true, ..*effort };
        keep_what_mends(&self.path, files, &self.sources, &mut others, &effort);
        let better = |one: &Diagnostic| {
            others.iter().find(|other| is_same(other, one)).filter(|other| is_without(one) && has_edits(other)).cloned()
        };
        let better: Vec<Diagnostic> = self.diagnostics.iter().filter_map(better).collect();
        for one in better {
            let kept = diagnostics.iter_mut().find(|kept| is_same(kept, &one));
            kept.into_iter().for_each(|kept| kept.help.clone_from(&one.help));
        }
        diagnostics
    }

    /// One of the mistakes with those of its proposals that fix it; tested once. `None` if the test was interrupted.
    pub(super) fn tested(&self, mistake: &Diagnostic, test: impl FnOnce() -> Option<Diagnostic>) -> Option<Diagnostic> {
        let known = self.tested.borrow().iter().find(|(one, _)| one == mistake).map(|(_, tested)| tested.clone());
        known.or_else(|| {
            let tested = test()?;
            self.tested.borrow_mut().push((mistake.clone(), tested.clone()));
            Some(tested)
        })
    }

    /// The mistakes, with tested proposals if these are known.
    pub(super) fn mistakes(&self) -> &[Diagnostic] {
        self.tried.as_ref().unwrap_or(&self.diagnostics)
    }

    /// The text of a file, with its lines.
    pub(super) fn text(&self, file: FileId) -> Rc<Text> {
        let new = || Rc::new(Text::new(self.sources.get(file).text.clone()));
        Rc::clone(self.texts.borrow_mut().entry(file).or_insert_with(new))
    }

    /// Whether the names have a meaning. None has one while braces do not match.
    pub(super) fn is_resolved(&self) -> bool {
        !self.references.definitions().is_empty()
    }

    /// The changes of a file up to another text; `None` if there are none.
    pub(super) fn since(&self, file: FileId, now: &Rc<Text>) -> Option<Rc<Changed>> {
        let mut known = self.since.borrow_mut();
        if let Some((text, changed)) = known.get(&file)
            && Rc::ptr_eq(text, now)
        {
            return changed.clone();
        }
        let before = &self.sources.get(file).text;
        let changed = (before != now.body()).then(|| Rc::new(Changed::between(before, now.body())));
        known.insert(file, (Rc::clone(now), changed.clone()));
        changed
    }

    /// A file of the schema.
    pub(super) fn file(&self, path: &Path) -> Option<FileId> {
        self.sources.find(path)
    }

    /// The path of a file of the schema.
    pub(super) fn path_of(&self, file: FileId) -> &Path {
        &self.sources.get(file).path
    }
}

impl From<Result<Compiled, Failure>> for Analysis {
    fn from(outcome: Result<Compiled, Failure>) -> Self {
        match outcome {
            Ok(Compiled { schema, sources, references }) => {
                Self { sources, schema: Some(schema), references, tried: Some(Vec::new()), ..Self::default() }
            }
            Err(Failure { sources, diagnostics, schema, references, .. }) => {
                let schema = schema.map(|schema| *schema);
                Self { sources, schema, references, diagnostics, ..Self::default() }
            }
        }
    }
}

/// Whether a diagnostic proposes edits.
pub(super) fn has_edits(one: &Diagnostic) -> bool {
    one.help.iter().any(|help| !help.edits.is_empty())
}

/// Whether two diagnostics are one, perhaps with other proposals.
pub(super) fn is_same(one: &Diagnostic, other: &Diagnostic) -> bool {
    one.primary == other.primary && one.title == other.title
}
