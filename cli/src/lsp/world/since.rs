//! Earlier analyses of a schema. While braces do not match, the compiler does not know where declarations end, so it
//! resolves no name. Then a name has the meaning that it had in the last text that was resolved.

use std::rc::Rc;

use lsp_types::{Location, Range};
use wireform_build::source::{FileId, Span};

use super::earlier::Changed;
use super::{Place, World};
use crate::lsp::analysis::Analysis;
use crate::lsp::client::text::Text;

impl World {
    /// A place in earlier texts of its schema: in the last one with a model, then in the last one whose names were resolved.
    pub fn earlier(&self, place: &Place) -> Vec<Place> {
        let schema = &place.analysis.path;
        let mut found = Vec::new();
        for analysis in [self.right.get(schema), self.resolved.get(schema)].into_iter().flatten() {
            let Some(file) = analysis.file(place.analysis.path_of(place.file)) else { continue };
            if Rc::ptr_eq(analysis, &place.analysis) {
                continue;
            }
            let at = |offset| Place { analysis: Rc::clone(analysis), file, offset };
            match self.since(analysis, file) {
                Some(changed) => found.extend(changed.earlier(place.offset).map(at)),
                None => found.push(at(place.offset)),
            }
        }
        found
    }

    /// The analysis that knows the names of a schema: an earlier one if this one does not.
    pub fn resolved(&self, analysis: Rc<Analysis>) -> Rc<Analysis> {
        let earlier = || self.resolved.get(&analysis.path).map(Rc::clone);
        if analysis.is_resolved() { analysis } else { earlier().unwrap_or(analysis) }
    }

    /// The location of a span; `None` if its file has changed there since.
    pub fn location(&self, analysis: &Analysis, span: Span) -> Option<Location> {
        let uri = self.uri(analysis.path_of(span.file));
        Some(Location { uri, range: self.range_of(analysis, span)? })
    }

    /// The range of a span; `None` if its file has changed there since.
    pub fn range_of(&self, analysis: &Analysis, span: Span) -> Option<Range> {
        let text = self.text(analysis, span.file);
        Some(text.range(self.span_now(analysis, span)?, self.settings.encoding))
    }

    /// A span in the text that its file has now; `None` if it has changed there since.
    pub fn span_now(&self, analysis: &Analysis, span: Span) -> Option<Span> {
        let Some(changed) = self.since(analysis, span.file) else { return Some(span) };
        let now = changed.later(span.range())?;
        Some(Span::new(span.file, now.start, now.end))
    }

    /// The text of a file as the client counts its lines: that of an open document is the newest.
    pub fn text(&self, analysis: &Analysis, file: FileId) -> Rc<Text> {
        let open = self.documents.get(analysis.path_of(file)).map(|document| &document.text);
        open.map_or_else(|| analysis.text(file), Rc::clone)
    }

    /// The changes of a file since it was analysed; `None` if there are none.
    fn since(&self, analysis: &Analysis, file: FileId) -> Option<Rc<Changed>> {
        let now = &self.documents.get(analysis.path_of(file))?.text;
        analysis.since(file, now)
    }
}
