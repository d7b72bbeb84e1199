//! The canonical layout of a schema.
//!
//! Only white space and optional commas change. The author decides which items are on one line; the layout decides about
//! everything else. The page `schema/reference/layout.md` has the rules.
//!
//! [`tokens`] reads a text, [`items`] finds the items in its brackets, [`blanks`] decides about the blanks in a
//! line, [`lines`] and [`limit`] where lines begin, and [`print`] writes them.

mod blanks;
mod items;
mod limit;
mod lines;
mod print;
mod tokens;

use wireform_build::diagnostic::Diagnostic;
use wireform_build::tree;

use blanks::Blanks;
use items::Items;
use lines::Lines;
use tokens::Tokens;

/// The text in its canonical layout.
///
/// Any text is taken. One whose brackets do not match, or with characters that no schema has, stays as it is.
///
/// ```
/// let text = "protocol tiny {byte_order:little}\nstruct Hit{ x:u8 ,\ny : i16 }";
/// let laid_out = "protocol tiny { byte_order: little }\nstruct Hit {\n    x: u8,\n    y: i16,\n}\n";
/// assert_eq!(wireform_cli::format(text), laid_out);
/// assert_eq!(wireform_cli::format(laid_out), laid_out);
/// ```
#[must_use]
pub fn format(text: &str) -> String {
    formatted(text).unwrap_or_else(|| text.to_owned())
}

/// The errors that the parser finds in a text. Imports are not read, and names are not resolved.
#[must_use]
pub fn syntax_errors(text: &str) -> Vec<Diagnostic> {
    tree(text.strip_prefix('\u{feff}').unwrap_or(text)).1
}

fn formatted(text: &str) -> Option<String> {
    let mut tokens = Tokens::of(text)?;
    let optional = Items::of(&tokens)?.optional;
    tokens.without(&optional);
    let items = Items::of(&tokens)?;
    let blanks = Blanks::of(&tokens.tokens);
    let lines = Lines::of(&mut tokens, &items, &blanks);
    Some(print::print(&tokens, &items, &blanks, &lines, line_end(text)))
}

/// The line end of a text: that of its first line.
fn line_end(text: &str) -> &'static str {
    match text.find('\n') {
        Some(at) if text.get(..at).is_some_and(|line| line.ends_with('\r')) => "\r\n",
        _ => "\n",
    }
}
