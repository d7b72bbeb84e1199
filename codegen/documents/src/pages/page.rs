//! A finished page.

use crate::links::{self, Label};

/// A page of the documents, or a picture in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// The name of its file in the folder of the protocol.
    pub file: String,
    /// Its title; of what nobody reads by itself, none.
    pub title: Option<String>,
    /// Markdown; of a picture, SVG.
    pub text: String,
    /// The labels of its links. The text ends with where they lead among files.
    pub labels: Vec<Label>,
    /// The files of the pictures that it shows.
    pub pictures: Vec<String>,
}

impl Page {
    /// A page without links and pictures.
    pub(crate) fn new(file: String, title: Option<String>, text: String) -> Self {
        Self { file, title, text, labels: Vec::new(), pictures: Vec::new() }
    }

    /// The same after a comment. A picture stays one line.
    #[must_use]
    pub fn with_origin(self, origin: &str) -> Self {
        let between = if self.file.ends_with(links::END) { "\n\n" } else { "" };
        Self { text: format!("{origin}{between}{}", self.text), ..self }
    }
}
