//! The explanation of what is at a place of a schema: its declaration in a line, facts in the words of the pages, its
//! comment.
//!
//! Names are what the compiler says that they are, down to the item of the model. All other words are of the language.

mod item;
mod numbers;
mod tokens;
mod words;

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::Path;
use std::rc::Rc;

use wireform_build::emit::markdown::Explainer;
use wireform_build::references::Definition;
use wireform_build::source::{FileId, Span};

use super::Analysis;
use tokens::Tokens;

pub use words::sentence;

/// The explanation of what is at an offset of a file, in Markdown, and the bytes of the text that it is about.
#[must_use]
pub fn hover(compiled: &Analysis, file: FileId, offset: u32) -> Option<(Span, String)> {
    Hovers::new(compiled).at(file, offset)
}

/// A schema that is ready to explain many places.
pub struct Hovers<'a> {
    compiled: &'a Analysis,
    /// `None`: the schema has no model, so that nothing but its text is known.
    explainer: Option<Explainer<'a>>,
    tokens: RefCell<HashMap<FileId, Rc<Tokens<'a>>>>,
    /// The folder of the pages about the language, if they are to be linked.
    pages: Option<&'a Path>,
}

impl<'a> Hovers<'a> {
    /// Measures all records of the schema.
    #[must_use]
    pub fn new(compiled: &'a Analysis) -> Self {
        let explainer = compiled.schema.as_ref().map(Explainer::new);
        Self { compiled, explainer, tokens: RefCell::default(), pages: None }
    }

    /// Links the pages about the language, which are in a folder.
    #[must_use]
    pub fn linked(self, pages: &'a Path) -> Self {
        Self { pages: Some(pages), ..self }
    }

    /// As [`hover`].
    #[must_use]
    pub fn at(&self, file: FileId, offset: u32) -> Option<(Span, String)> {
        let tokens = self.tokens(file);
        let at = tokens.at(usize::try_from(offset).ok()?)?;
        let range = tokens.range(at);
        let span = Span::new(file, range.start, range.end);
        let references = &self.compiled.references;
        let mut found: Vec<Definition> = references.at(file, span.start).filter(|_| tokens.is_name(at)).collect();
        // A name that ends where this one begins is another one.
        found.retain(|one| self.compiled.sources.text(one.span) == tokens.text(at));
        found.dedup();
        let text = match found.as_slice() {
            [] => self.unnamed(&tokens, at, span).or_else(|| words::word(&tokens, at, self.pages)),
            some => Some(self.named(some, span)),
        };
        text.map(|text| (span, text))
    }

    /// The tokens of a file, which are found once.
    fn tokens(&self, file: FileId) -> Rc<Tokens<'a>> {
        let mut known = self.tokens.borrow_mut();
        known.entry(file).or_insert_with(|| Rc::new(Tokens::of(&self.compiled.sources.get(file).text))).clone()
    }
}
