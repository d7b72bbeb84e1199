//! The quick layout: one item, statement or field per line, of any length. That suffices for a file in `OUT_DIR`, which
//! is rarely read; the syntax tree of the tidy layout would take most of a compilation.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// The text of items inside `depth` modules.
pub(super) fn lines(tokens: &TokenStream, depth: usize) -> String {
    let mut lines = Lines { text: String::new(), depth, line: TokenStream::new(), angles: 0, is_hash: false };
    lines.block(tokens.clone());
    lines.text
}

struct Lines {
    text: String,
    depth: usize,
    /// The tokens of the line that is not written yet.
    line: TokenStream,
    /// The number of open lists of generics in it.
    angles: usize,
    /// It is the `#` of an attribute.
    is_hash: bool,
}

/// Braces with at most this many characters in them are no block.
const SHORT: usize = 60;

impl Lines {
    /// Writes the contents of a file or of braces. (Behind braces `::` begins a macro: no path goes on there.)
    fn block(&mut self, tokens: TokenStream) {
        let ends_line = if has_statements(&tokens) { ";" } else { ";," };
        let mut trees = tokens.into_iter().peekable();
        while let Some(tree) = trees.next() {
            match tree {
                TokenTree::Group(group) if is_block(&group) => {
                    self.braces(&group);
                    let goes_on = |next: &TokenTree| match next {
                        TokenTree::Punct(punct) => ";,.?)".contains(punct.as_char()),
                        TokenTree::Ident(word) => *word == "else",
                        TokenTree::Group(_) | TokenTree::Literal(_) => false,
                    };
                    if !trees.peek().is_some_and(goes_on) {
                        self.end();
                    }
                }
                TokenTree::Punct(punct) => {
                    let character = punct.as_char();
                    match character {
                        '<' => self.angles += 1,
                        // Or an arrow, after which nothing is open either.
                        '>' => self.angles = self.angles.saturating_sub(1),
                        _ => {}
                    }
                    self.is_hash = character == '#' && self.line.is_empty();
                    self.line.extend([TokenTree::Punct(punct)]);
                    // No generics hold a semicolon, but a comparison looks like their beginning.
                    if character == ';' || ends_line.contains(character) && self.angles == 0 {
                        self.end();
                    }
                }
                // The brackets of an attribute come before its item.
                TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket && self.is_hash => {
                    self.is_hash = false;
                    match documentation(&group.stream()) {
                        Some(text) => {
                            self.line = TokenStream::new();
                            self.write(&format!("///{text}"));
                        }
                        None => {
                            self.line.extend([TokenTree::Group(group)]);
                            self.end();
                        }
                    }
                }
                tree => {
                    self.is_hash = false;
                    let ends_item = matches!(&tree, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
                        && trees.peek().is_some_and(begins_item);
                    self.line.extend([tree]);
                    if ends_item {
                        self.end();
                    }
                }
            }
        }
        self.end();
    }

    fn braces(&mut self, group: &Group) {
        let head = std::mem::take(&mut self.line);
        self.write(format!("{head} {{").trim_start());
        self.depth += 1;
        self.block(group.stream());
        self.depth -= 1;
        self.line = TokenStream::new();
        self.text.push_str(&"    ".repeat(self.depth));
        self.text.push('}');
    }

    /// Ends the line.
    fn end(&mut self) {
        self.angles = 0;
        let line = std::mem::take(&mut self.line).to_string();
        if self.text.ends_with('}') {
            let space = if line.starts_with("else") { " " } else { "" };
            self.text.push_str(space);
            self.text.push_str(&line);
            self.text.push('\n');
        } else if !line.is_empty() {
            self.write(&line);
        }
    }

    fn write(&mut self, line: &str) {
        if self.text.ends_with('}') {
            self.text.push(' ');
        } else {
            self.text.push_str(&"    ".repeat(self.depth));
        }
        self.text.push_str(line);
        self.text.push('\n');
    }
}

/// Whether a token behind braces begins another item or statement.
fn begins_item(next: &TokenTree) -> bool {
    match next {
        TokenTree::Punct(punct) => "#:".contains(punct.as_char()),
        TokenTree::Ident(word) => ["pub", "fn", "impl", "let"].iter().any(|begin| word == begin),
        TokenTree::Group(_) | TokenTree::Literal(_) => false,
    }
}

/// Whether the contents of a group get lines of their own.
fn is_block(group: &Group) -> bool {
    let inside = group.stream();
    let is_long = || {
        let has_block = |tree| matches!(tree, TokenTree::Group(inner) if inner.delimiter() == Delimiter::Brace);
        has_statements(&inside) || inside.clone().into_iter().any(has_block) || inside.to_string().len() > SHORT
    };
    group.delimiter() == Delimiter::Brace && !inside.is_empty() && is_long()
}

/// Whether there are statements or items, in which a comma ends no line.
fn has_statements(tokens: &TokenStream) -> bool {
    tokens.clone().into_iter().any(|tree| matches!(tree, TokenTree::Punct(punct) if punct.as_char() == ';'))
}

/// The text of a documentation attribute that can be written as a `///` comment.
fn documentation(attribute: &TokenStream) -> Option<String> {
    let mut trees = attribute.clone().into_iter();
    let (Some(TokenTree::Ident(doc)), Some(_), Some(TokenTree::Literal(literal))) =
        (trees.next(), trees.next(), trees.next())
    else {
        return None;
    };
    let literal = literal.to_string();
    let text = match literal.strip_prefix('r') {
        Some(raw) => raw.trim_matches('#').strip_prefix('"')?.strip_suffix('"')?.to_owned(),
        None => unescaped(literal.strip_prefix('"')?.strip_suffix('"')?)?,
    };
    (doc == "doc" && !text.starts_with('/') && !text.contains(['\n', '\r'])).then_some(text)
}

/// A string without its escapes; `None` if it has others than quotes and backslashes.
fn unescaped(text: &str) -> Option<String> {
    let mut characters = text.chars();
    let mut plain = String::with_capacity(text.len());
    while let Some(character) = characters.next() {
        plain.push(match character {
            '\\' => characters.next().filter(|escaped| matches!(escaped, '\\' | '"' | '\''))?,
            other => other,
        });
    }
    Some(plain)
}

#[cfg(test)]
mod tests;
