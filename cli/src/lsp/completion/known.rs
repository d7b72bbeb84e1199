//! The names that the compiler knows at an offset: those that it would list if an unknown name were there.
//!
//! A name that no schema has takes the place of the one that is being written, and the shortest text that the grammar
//! allows takes the place of whatever remains of its element. The compiler refuses the name, and says which ones it knows.

use std::path::Path;

use wireform_build::load::{Files, Replaced, load_untested};
use wireform_build::references::{self, References};
use wireform_build::source::{FileId, Sources, Span};

use super::context::Context;
use super::expected::{Comma, Expected, Next};
use super::rest::Rest;

/// The header of a schema that has none, since others import it.
const HEADER: &str = "protocol zq { byte_order: little }\n";

/// Names that no schema has.
pub const STAND_INS: [&str; 3] = ["zq_here", "ZqHere", "ZQ_HERE"];

/// The first of them, and the same as a function.
pub const MAYBE_CALLED: [&str; 2] = [STAND_INS[0], "zq_here()"];

/// Names that are known at an offset.
pub struct Known {
    /// The names, as the compiler lists them.
    pub names: Vec<String>,
    sources: Sources,
    references: References,
    /// The offset of the unknown name.
    place: usize,
}

/// A name where it is declared.
pub struct Declared<'k> {
    /// Its kind.
    pub kind: references::Kind,
    /// The declaration without its documentation, up to its body, on one line.
    pub text: String,
    /// The documentation.
    pub docs: Vec<&'k str>,
}

/// A schema with one name replaced.
pub struct Unknown<'t> {
    /// The path of the schema.
    pub path: &'t Path,
    /// The other files.
    pub files: &'t dyn Files,
    /// Its text.
    pub text: &'t str,
    /// The place in it.
    pub context: &'t Context<'t>,
    /// Whether the text has a header.
    pub has_header: bool,
    /// The text after the place.
    pub rest: Rest,
}

impl Unknown<'_> {
    /// The text with `name` at the offset, a token that comes `next`.
    pub fn text_with(&self, expected: &Expected<'_>, next: &Next<'_>, name: &str) -> String {
        let (context, rest) = (self.context, &self.rest);
        let mut text = if self.has_header { String::new() } else { HEADER.to_owned() };
        text.push_str(self.text.get(..context.written.start).unwrap_or(""));
        text.push_str(name);
        let open = if rest.is_balanced { context.levels.len() } else { 0 };
        let completed = expected.completed(next, context.closers().rev().take(open));
        let levels = context.levels.iter().rev();
        for (at, ((&end, tokens), level)) in rest.ends.iter().zip(completed).zip(levels).enumerate() {
            for token in tokens {
                text.push(' ');
                text.push_str(token);
            }
            let next = rest.ends.get(at + 1);
            let first = context.tokens.get(level.start).map_or(name, |token| token.text);
            let lacks_comma = next.is_none() && rest.is_balanced && rest.begins_element;
            if lacks_comma && matches!(level.closer, "}" | "]") && Comma::after(first) == Comma::Needed {
                text.push(',');
            }
            text.push('\n');
            text.push_str(self.text.get(end..next.copied().unwrap_or(self.text.len())).unwrap_or(""));
        }
        text
    }

    /// The names that are known in place of the name that [`text_with`](Self::text_with) has put there.
    pub fn known(&self, text: &str) -> Known {
        let place = self.context.written.start + if self.has_header { 0 } else { HEADER.len() };
        let file = Replaced::new(self.path, text.to_owned(), self.files);
        let Err(failure) = load_untested(self.path, &file) else {
            let (sources, references) = (Sources::default(), References::default());
            return Known { names: Vec::new(), sources, references, place };
        };
        let is_here = |span: Span| span.file == FileId(0) && span.range().start <= place && place < span.range().end;
        let mut names = Vec::new();
        for wrong in failure.diagnostics.iter().filter(|wrong| is_here(wrong.primary.span)) {
            for name in &wrong.known {
                if !names.contains(name) {
                    names.push(name.clone());
                }
            }
        }
        Known { names, sources: failure.sources, references: failure.references, place }
    }
}

impl Known {
    /// The declared types that may be counts, lengths and tags: variable and other numbers.
    pub fn numbers(&self) -> Vec<&str> {
        let types = self.references.definitions().iter().filter(|one| one.kind == references::Kind::Type);
        let texts = types.filter_map(|one| {
            let before = self.sources.get(one.span.file).text.get(..one.span.range().start)?;
            matches!(before.split_whitespace().next_back()?, "varint" | "type").then(|| self.sources.text(one.span))
        });
        texts.collect()
    }

    /// The declaration of one of the names: the last one before the offset.
    pub fn declared(&self, name: &str) -> Option<Declared<'_>> {
        let named = self.references.definitions().iter().filter(|one| self.sources.text(one.span) == name);
        let is_before = |span: Span| span.file == FileId(0) && span.range().start < self.place;
        let found = named.max_by_key(|one| (is_before(one.span), one.span.start))?;
        let text = &self.sources.get(found.span.file).text;
        let start = found.span.range().start;
        let line = text.get(..start)?.rfind('\n').map_or(0, |end| end + 1);
        let column = text.get(line..start).unwrap_or("").len();
        let rest = text.get(line..)?.lines().next()?;
        let from = match found.kind {
            references::Kind::Code | references::Kind::Field | references::Kind::Part | references::Kind::Parameter => {
                column
            }
            _ => 0,
        };
        let rest = rest.get(from..).unwrap_or("");
        let end = rest.find(['{', ';']).filter(|_| from == 0).unwrap_or(rest.len());
        let shown = rest.get(..end).unwrap_or("").split("//").next().unwrap_or("").trim();
        let shown = if from > 0 { shown.split(", ").next().unwrap_or(shown) } else { shown };
        let mut docs: Vec<&str> = Vec::new();
        for line in text.get(..line)?.lines().rev() {
            let Some(doc) = line.trim_start().strip_prefix("///") else { break };
            docs.insert(0, doc.strip_prefix(' ').unwrap_or(doc));
        }
        // A declaration that is being written ends here.
        let shown =
            STAND_INS.iter().find_map(|stand_in| shown.split_once(stand_in)).map_or(shown, |(before, _)| before);
        Some(Declared { kind: found.kind, text: shown.trim_end_matches([',', '{', ' ']).to_owned(), docs })
    }
}
