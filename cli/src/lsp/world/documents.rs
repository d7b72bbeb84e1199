//! The documents that are open in the client: their texts are newer than those on disk.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use lsp_types::TextDocumentContentChangeEvent as Change;
use wireform_build::ast::{self, Item};
use wireform_build::diagnostic::Diagnostic;
use wireform_build::lexemes::{Kind as LexemeKind, lexemes};

use crate::lsp::client::text::{Encoding, Text};
use crate::lsp::client::uri;

/// An open document.
#[derive(Debug)]
pub struct Document {
    /// The name that the client gave it.
    pub uri: String,
    /// Its version, which the client counts.
    pub version: i32,
    /// Its text.
    pub text: Rc<Text>,
    syntax: OnceCell<Rc<Syntax>>,
}

/// The tree of a text, and its syntax errors.
#[derive(Debug)]
pub struct Syntax {
    /// The tree.
    pub tree: ast::File,
    /// The mistakes.
    pub mistakes: Vec<Diagnostic>,
}

impl Syntax {
    /// Reads a text.
    pub fn of(text: &str) -> Self {
        let (tree, mistakes) = wireform_build::tree(text);
        Self { tree, mistakes }
    }

    /// Whether a protocol is declared, well or not.
    pub fn has_protocol(&self) -> bool {
        let is_header = |item: &Item| {
            let Item::Error(unread) = item else { return false };
            unread.kind.as_ref().is_some_and(|kind| kind.text == "protocol")
        };
        self.tree.header.is_some() || self.tree.items.iter().any(is_header)
    }
}

impl Document {
    fn new(uri: String, version: i32, text: String) -> Self {
        Self { uri, version, text: Rc::new(Text::new(text)), syntax: OnceCell::new() }
    }

    /// Whether it declares a protocol, well or not. Most often the first word says so, and no tree is needed.
    pub fn has_protocol(&self) -> bool {
        let text = self.text.body();
        let first = lexemes(text).find(|one| !matches!(one.kind, LexemeKind::Space | LexemeKind::Comment(_)));
        first.is_some_and(|first| text.get(first.range) == Some("protocol")) || self.syntax().has_protocol()
    }

    /// The tree of the text.
    pub fn syntax(&self) -> &Rc<Syntax> {
        self.syntax.get_or_init(|| Rc::new(Syntax::of(self.text.body())))
    }
}

/// All open documents, by their paths.
#[derive(Debug, Default)]
pub struct Documents(BTreeMap<PathBuf, Document>);

impl Documents {
    /// Opens a document, and gives its path. One that is open already has the new text.
    pub fn open(&mut self, uri: String, version: i32, text: String) -> PathBuf {
        let path = uri::path(&uri);
        self.0.insert(path.clone(), Document::new(uri, version, text));
        path
    }

    /// Changes a document, and gives its path; `None` if it is not open.
    pub fn change(&mut self, uri: &str, version: i32, changes: &[Change], encoding: Encoding) -> Option<PathBuf> {
        let path = uri::path(uri);
        let document = self.0.get_mut(&path)?;
        let text = Rc::make_mut(&mut document.text);
        for change in changes {
            match change {
                Change::TextDocumentContentChangePartial(part) => {
                    text.change(Some(part.range), &part.text, encoding);
                }
                Change::TextDocumentContentChangeWholeDocument(whole) => {
                    text.change(None, &whole.text, encoding);
                }
            }
        }
        document.version = version;
        document.syntax = OnceCell::new();
        Some(path)
    }

    /// Closes a document, and gives its path; `None` if it is not open.
    pub fn close(&mut self, uri: &str) -> Option<PathBuf> {
        let path = uri::path(uri);
        self.0.remove(&path).map(|_| path)
    }

    /// The document of a path.
    pub fn get(&self, path: &Path) -> Option<&Document> {
        self.0.get(path)
    }

    /// All documents, in the order of their paths.
    pub fn iter(&self) -> impl Iterator<Item = (&Path, &Document)> {
        self.0.iter().map(|(path, document)| (path.as_path(), document))
    }

    /// The name by which the client knows a file.
    pub fn uri(&self, path: &Path) -> String {
        self.get(path).map_or_else(|| uri::uri(path), |document| document.uri.clone())
    }
}
