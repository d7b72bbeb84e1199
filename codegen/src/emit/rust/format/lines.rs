//! Tokens as text at little cost: a statement, a field, an item a line, however long the lines become.
//!
//! Laying code out as rustfmt would takes the time of a syntax tree, which is most of a compilation. For a file that
//! somebody looks into once, to see what a function does, this is enough.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

use super::words::{Last, Words};

/// What stands in brackets, and so where lines end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Inside {
    /// Items, with a blank line between them.
    Items,
    /// Statements.
    Body,
    /// Things with commas between them.
    List,
    /// All in one line.
    Line,
}

/// The longest list that stands in one line.
const SHORT: usize = 12;

/// The text of items that stand in so many modules.
pub(super) fn lines(tokens: TokenStream, depth: usize) -> String {
    let mut writer = Writer { words: Words::new(1 << 12), indent: depth };
    if !tokens.is_empty() {
        writer.indent();
        writer.write(trees(tokens), Inside::Items);
        writer.words.out.push('\n');
    }
    writer.words.out
}

fn trees(tokens: TokenStream) -> Vec<TokenTree> {
    tokens.into_iter().collect()
}

/// What stands in brackets. They are given away for it, so nothing is copied: tokens that nobody else holds are moved.
fn opened(group: Group) -> Vec<TokenTree> {
    let inside = group.stream();
    drop(group);
    trees(inside)
}

struct Writer {
    words: Words,
    indent: usize,
}

impl Writer {
    fn write(&mut self, trees: Vec<TokenTree>, inside: Inside) {
        let outer = (std::mem::take(&mut self.words.angles), std::mem::take(&mut self.words.bars));
        let mut holds_items = false;
        let mut rest = trees.into_iter();
        while let Some(tree) = rest.next() {
            match tree {
                TokenTree::Ident(ident) => {
                    holds_items |= inside == Inside::Items && ["impl", "mod", "trait"].iter().any(|word| ident == word);
                    self.words.ident(&ident);
                }
                TokenTree::Literal(literal) => self.words.literal(&literal.to_string()),
                TokenTree::Punct(punct) if punct.as_char() == '#' && inside != Inside::Line => {
                    if let Some(TokenTree::Group(attribute)) = rest.next() {
                        self.attribute(attribute);
                    }
                }
                TokenTree::Punct(punct) => {
                    for _ in 1..self.words.operator(&punct, rest.as_slice()) {
                        rest.next();
                    }
                    let ends = match punct.as_char() {
                        ';' => inside != Inside::Line,
                        ',' => inside == Inside::List && self.words.angles == 0 && !self.words.bars,
                        _ => false,
                    };
                    if ends {
                        self.end(inside, !rest.as_slice().is_empty());
                    }
                }
                TokenTree::Group(group) => {
                    let braces = group.delimiter() == Delimiter::Brace;
                    let to_hold = if std::mem::take(&mut holds_items) { Inside::Items } else { Inside::Body };
                    self.group(group, to_hold);
                    let next = rest.as_slice().first();
                    if braces && inside != Inside::Line && !goes_on(next) {
                        self.end(inside, next.is_some());
                    }
                }
            }
        }
        (self.words.angles, self.words.bars) = outer;
    }

    /// Ends a line, and begins the next.
    fn end(&mut self, inside: Inside, more: bool) {
        if more {
            if inside == Inside::Items {
                self.words.out.push('\n');
            }
            self.line();
        }
    }

    fn line(&mut self) {
        self.words.out.push('\n');
        self.indent();
        self.words.last = Last::Nothing;
    }

    fn indent(&mut self) {
        for _ in 0..self.indent {
            self.words.out.push_str("    ");
        }
    }

    /// A line of documentation, or another attribute.
    fn attribute(&mut self, attribute: Group) {
        let trees = opened(attribute);
        match documentation(&trees) {
            Some(text) => {
                self.words.out.push_str("///");
                self.words.out.push_str(&text);
            }
            None => {
                self.words.out.push_str("#[");
                self.words.last = Last::Nothing;
                self.write(trees, Inside::Line);
                self.words.out.push(']');
            }
        }
        self.line();
    }

    fn group(&mut self, group: Group, to_hold: Inside) {
        match group.delimiter() {
            Delimiter::Parenthesis => self.brackets('(', opened(group), ')'),
            Delimiter::Bracket => self.brackets('[', opened(group), ']'),
            Delimiter::None => self.write(opened(group), Inside::Line),
            Delimiter::Brace => self.braces(opened(group), to_hold),
        }
        self.words.last = Last::Operand;
    }

    fn brackets(&mut self, open: char, trees: Vec<TokenTree>, close: char) {
        self.words.apart_from_brackets();
        self.words.out.push(open);
        self.words.last = Last::Nothing;
        self.write(trees, Inside::Line);
        self.words.out.push(close);
    }

    fn braces(&mut self, trees: Vec<TokenTree>, to_hold: Inside) {
        self.words.apart();
        let (mut statements, mut list, mut simple) = (false, false, true);
        for tree in &trees {
            match tree {
                TokenTree::Punct(punct) => match punct.as_char() {
                    ';' => statements = true,
                    ',' => list = true,
                    '#' => simple = false,
                    _ => {}
                },
                TokenTree::Group(group) => simple &= group.delimiter() != Delimiter::Brace,
                TokenTree::Ident(_) | TokenTree::Literal(_) => {}
            }
        }
        if trees.is_empty() {
            self.words.out.push_str("{}");
        } else if trees.len() <= SHORT && simple && !statements && to_hold != Inside::Items {
            let space = if self.words.out.ends_with("::") { "" } else { " " };
            self.words.out.push('{');
            self.words.out.push_str(space);
            self.words.last = Last::Nothing;
            self.write(trees, Inside::Line);
            // In a line of its own the last element has a comma, here it has none.
            if self.words.out.ends_with(',') {
                self.words.out.pop();
            }
            self.words.out.push_str(space);
            self.words.out.push('}');
        } else {
            self.words.out.push('{');
            self.indent = self.indent.saturating_add(1);
            self.line();
            self.write(trees, if list && !statements && to_hold != Inside::Items { Inside::List } else { to_hold });
            self.indent = self.indent.saturating_sub(1);
            self.line();
            self.words.out.push('}');
        }
    }
}

/// Whether what follows a closing brace belongs to the same statement.
fn goes_on(next: Option<&TokenTree>) -> bool {
    match next {
        Some(TokenTree::Ident(word)) => word == "else" || word == "as",
        Some(TokenTree::Punct(punct)) => !['#', '&', '*', '-', '\''].contains(&punct.as_char()),
        Some(TokenTree::Group(_) | TokenTree::Literal(_)) | None => false,
    }
}

/// The text behind the three slashes of an attribute that is documentation.
fn documentation(attribute: &[TokenTree]) -> Option<String> {
    let [TokenTree::Ident(name), TokenTree::Punct(_), TokenTree::Literal(text)] = attribute else { return None };
    if name != "doc" {
        return None;
    }
    let text = text.to_string();
    if let Some(raw) = text.strip_prefix('r') {
        let raw = raw.trim_matches('#');
        return raw.strip_prefix('"')?.strip_suffix('"').map(str::to_owned);
    }
    let text = text.strip_prefix('"')?.strip_suffix('"')?;
    if !text.contains('\\') {
        return Some(text.to_owned());
    }
    let text = text.replace("\\\\", "\u{0}").replace("\\\"", "\"");
    (!text.contains('\\')).then(|| text.replace('\u{0}', "\\"))
}

#[cfg(test)]
mod tests {
    use proc_macro2::TokenStream;
    use quote::quote;

    #[test]
    fn a_statement_is_a_line() {
        let tokens = quote! {
            /// A "thing" of C:\\.
            #[derive(Debug, Clone)]
            pub struct A<'a, T> { /// x
                pub x: Option<&'a [T]>, pub y: [u8; 4], }
            impl<'a, T: Copy> A<'a, T> where T: ::core::fmt::Debug {
                const K: Option<Vec<u8>> = None;
                fn f(&self, out: &mut [u8]) -> Result<usize, ()> {
                    let Self { x, .. } = *self;
                    let a = -1 - K;
                    if a < 2 && !x.is_empty() { return Err(()); } else { *out = [0; 4]; }
                    match a { -1 => 2, 3..=4 | 7 => f::<u8>(&a)?, 91.. => 90, _ if a >> 2 > 1 => { g(|x, y| x & 1 == y) } (5) => vec![0] }
                    Ok(Self { x, ..Self::default() })
                }
                fn g<'b>(x: (u8,)) {}
            }
            mod m { use super::{a, b}; struct S; }
        };
        insta::assert_snapshot!(super::lines(tokens, 0));
    }

    /// The same tokens, whatever spaces there are between them.
    fn shape(tokens: TokenStream) -> String {
        tokens.to_string().split_whitespace().collect()
    }

    #[test]
    fn no_token_is_lost_or_becomes_another() {
        let tokens = quote! {
            fn f(a: &&u8, b: (u8,)) -> Vec<Vec<u8>> { let c: Option<Vec<u8>> = a - -1 << 2 >> 1; & &c; x = **a & !b; a..=-1; a < -1; |x| -> u8 { x } }
            static A: &'static str = "a\tb"; type F = fn(&'static u8) -> u8; impl<T: ?Sized> A for B<T> {}
        };
        let text = super::lines(tokens.clone(), 0);
        assert_eq!(shape(text.parse().expect("Rust")), shape(tokens), "{text}");
    }
}
