//! Text of a schema as Markdown: doc comments, names and units, as every backend shows them.
//!
//! A schema's author writes plain text with a little Markdown. What rustdoc, clippy or a Markdown reader would take for
//! something else (a link, a tag, a doctest, a name without backticks) is escaped: `block` sees to lines, `inline`
//! to words.

mod block;
mod inline;

pub use block::begins_block;

/// The schema's doc comment, or `otherwise`, our own words.
pub fn lines(schema: &[String], otherwise: &str) -> Vec<String> {
    let lines = block::lines(schema);
    if lines.is_empty() { own(otherwise) } else { lines }
}

/// Text of a schema (a name, a unit) for a sentence of our own.
pub fn quoted(text: &str) -> String {
    let text: String = text.chars().map(|c| if c == '`' || c.is_control() { '\'' } else { c }).collect();
    format!("`{text}`")
}

/// Our own words, which are right already.
pub fn own(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}
