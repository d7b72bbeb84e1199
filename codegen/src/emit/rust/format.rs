//! Tokens as text: a statement a line, at little cost, or, with the feature `tidy`, as rustfmt would lay them out. The
//! tokens are the same: cargo decides about features for all crates of a build, and a schema has to give the same code in
//! each.

mod lines;
#[cfg(feature = "tidy")]
mod tidy;

use super::Options;
use super::sections::Sections;
use super::tokens::{TokenStream, quote};

/// How the text of generated code is laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Layout {
    /// A statement, a field, an item a line, however long the lines become.
    #[default]
    Quick,
    /// As rustfmt would: for code that people read, and compare with what it was. It takes five times as long, and the
    /// feature `tidy`.
    #[cfg(feature = "tidy")]
    Tidy,
}

/// How text is laid out, and what is added on the way.
pub(super) struct Style<'o> {
    layout: Layout,
    sections: Sections<'o>,
}

impl<'o> Style<'o> {
    pub(super) fn of(options: &'o Options) -> Self {
        Self { layout: options.layout, sections: Sections::of(options) }
    }

    /// The text of items that stand in so many modules.
    pub(super) fn format(&self, tokens: TokenStream, depth: usize) -> String {
        let tokens = self.sections.linked(tokens, depth);
        match self.layout {
            Layout::Quick => lines::lines(&tokens, depth),
            #[cfg(feature = "tidy")]
            Layout::Tidy => tidy::tidy(&tokens, depth),
        }
    }

    /// The text of a module around some text: what stands in front of its name, and what stands in it.
    pub(super) fn module(&self, head: TokenStream, depth: usize, inside: &str) -> String {
        let mut text = self.format(quote!(#head {}), depth);
        text.truncate(text.trim_end_matches(['}', '\n']).len());
        let end = "    ".repeat(depth);
        format!("{text}\n{inside}{end}}}\n")
    }
}
