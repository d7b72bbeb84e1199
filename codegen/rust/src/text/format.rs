//! Layout of tokens as text: the quick one, with one statement per line, or, with the feature `tidy`, that of rustfmt.
//! The tokens are the same in both: cargo unifies features over all crates of a build, and a schema must always give
//! the same code.

mod lines;
#[cfg(feature = "tidy")]
mod tidy;

use super::attributes::Attributes;
use super::options::{Layout, Options};
use super::sections::Sections;
use super::tokens::{TokenStream, quote};

/// The layout of text, with the links and attributes that are added to it.
pub struct Style<'o> {
    layout: Layout,
    attributes: Attributes,
    sections: Sections<'o>,
}

impl<'o> Style<'o> {
    pub fn of(options: &'o Options) -> Self {
        Self { layout: options.layout, attributes: Attributes::of(options), sections: Sections::of(options) }
    }

    /// The text of items inside `depth` modules.
    pub fn format(&self, tokens: TokenStream, depth: usize) -> String {
        let tokens = self.attributes.added(self.sections.linked(tokens, depth));
        match self.layout {
            Layout::Quick => lines::lines(&tokens, depth),
            #[cfg(feature = "tidy")]
            Layout::Tidy => tidy::tidy(&tokens, depth),
        }
    }

    /// The text of a module with the declaration `head` and the contents `inside`.
    pub fn module(&self, head: TokenStream, depth: usize, inside: &str) -> String {
        let mut text = self.format(quote!(#head {}), depth);
        text.truncate(text.trim_end_matches(['}', '\n']).len());
        let end = "    ".repeat(depth);
        format!("{text}\n{inside}{end}}}\n")
    }
}
