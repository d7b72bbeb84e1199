//! Tokens as text at little cost: a statement, a field, an item a line, however long the lines become.
//!
//! Laying code out as rustfmt would takes the time of a syntax tree, which is most of a compilation. For a file that
//! somebody looks into once, to see what a function does, this is enough: where lines end is seen from brackets and
//! commas, and what stands in one line stays as the emitters wrote it.

use crate::emit::rust::tokens::{Delimiter, Kind, Token, TokenStream, lex};

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
pub(super) fn lines(tokens: &TokenStream, depth: usize) -> String {
    let text = tokens.text();
    let tokens = lex(text);
    let Some(first) = tokens.first() else { return String::new() };
    let out = String::with_capacity(text.len().saturating_add(text.len() / 4));
    let mut writer = Writer { text, tokens: &tokens, out, indent: depth, from: first.start };
    writer.indent();
    writer.write(0, tokens.len(), Inside::Items);
    writer.upto(text.len());
    writer.out.push('\n');
    writer.out
}

struct Writer<'t> {
    text: &'t str,
    tokens: &'t [Token],
    out: String,
    indent: usize,
    /// Where in the text begins what is not written yet.
    from: usize,
}

impl Writer<'_> {
    /// Writes the tokens from one to another.
    fn write(&mut self, from: usize, to: usize, inside: Inside) {
        let (mut angles, mut in_bars, mut holds_items) = (0_usize, false, false);
        let mut at = from;
        while at < to {
            let token = self.tokens[at];
            if at > from {
                self.space(self.tokens[at - 1], token);
            }
            at += 1;
            match token.kind {
                Kind::Ident if inside == Inside::Items => {
                    holds_items |= matches!(&self.text[token.start..token.end], "impl" | "mod" | "trait");
                }
                Kind::Ident | Kind::Literal | Kind::Close => {}
                Kind::Punct => {
                    let ends = match self.byte(token) {
                        b'#' if inside != Inside::Line && at < to => {
                            at = self.attribute(token, at);
                            continue;
                        }
                        b';' => inside != Inside::Line,
                        b',' => inside == Inside::List && angles == 0 && !in_bars,
                        b'<' if !self.is_behind_space(token) => {
                            angles += 1;
                            false
                        }
                        b'>' if angles > 0 && !self.is_arrow(token) => {
                            angles -= 1;
                            false
                        }
                        // Between operands, or a closure without arguments.
                        b'|' if at < to && self.text[token.start..].starts_with("||") => {
                            at += 1;
                            false
                        }
                        b'|' => {
                            in_bars = !in_bars && (at < from + 2 || self.begins_closure(self.tokens[at - 2]));
                            false
                        }
                        _ => false,
                    };
                    if ends {
                        self.end(token, inside, at < to);
                    }
                }
                Kind::Open(delimiter) => {
                    let to_hold = if std::mem::take(&mut holds_items) { Inside::Items } else { Inside::Body };
                    match delimiter {
                        Delimiter::Brace => self.braces(at - 1, to_hold),
                        Delimiter::Parenthesis | Delimiter::Bracket => self.write(at, token.close, Inside::Line),
                    }
                    at = token.close + 1;
                    let goes_on = at < to && self.goes_on(self.tokens[at]);
                    if delimiter == Delimiter::Brace && inside != Inside::Line && !goes_on {
                        self.end(self.tokens[token.close], inside, at < to);
                    }
                }
            }
        }
    }

    fn byte(&self, token: Token) -> u8 {
        self.text.as_bytes()[token.start]
    }

    /// Writes the text up to a place.
    fn upto(&mut self, end: usize) {
        self.out.push_str(&self.text[self.from.min(end)..end]);
        self.from = end;
    }

    /// Sees to it that no line ends between two tokens, and that there is a space beside brackets where a person would
    /// have one: what the emitters wrote before and behind them was not known yet.
    fn space(&mut self, before: Token, token: Token) {
        let has_line = token.start > before.end && self.text.as_bytes()[before.end] == b'\n';
        let is_apart = token.start == before.end
            && match (before.kind, token.kind) {
                (Kind::Punct, Kind::Open(Delimiter::Parenthesis | Delimiter::Bracket)) => match self.byte(before) {
                    b'=' | b',' | b'|' | b'+' => true,
                    b':' => !self.text[..before.start].ends_with(':'),
                    _ => self.is_arrow(before),
                },
                (Kind::Ident, Kind::Open(Delimiter::Parenthesis | Delimiter::Bracket)) => {
                    matches!(&self.text[before.start..before.end], "let" | "in" | "if" | "match" | "return" | "mut")
                }
                (Kind::Close, Kind::Punct) => b"=-+*/|&".contains(&self.byte(token)),
                (Kind::Close, Kind::Ident | Kind::Literal | Kind::Open(Delimiter::Brace)) => true,
                _ => false,
            };
        let is_path = token.kind == Kind::Open(Delimiter::Brace) && self.text[..before.end].ends_with("::");
        if (has_line || is_apart || is_path) && self.from < token.start {
            self.upto(before.end);
            self.out.push_str(if is_path { "" } else { " " });
            self.from = token.start;
        }
    }

    fn is_behind_space(&self, token: Token) -> bool {
        token.start == 0 || self.text.as_bytes()[token.start - 1] == b' '
    }

    /// Whether a `>` is the end of `->` or `=>`.
    fn is_arrow(&self, token: Token) -> bool {
        self.byte(token) == b'>' && token.start > 0 && b"-=".contains(&self.text.as_bytes()[token.start - 1])
    }

    /// Whether a bar behind this token is that of a closure, and none between two operands.
    fn begins_closure(&self, before: Token) -> bool {
        match before.kind {
            Kind::Punct => self.byte(before) != b'?',
            Kind::Ident => &self.text[before.start..before.end] == "move",
            Kind::Literal | Kind::Open(_) | Kind::Close => false,
        }
    }

    /// Ends a line behind a token, and begins the next.
    fn end(&mut self, token: Token, inside: Inside, more: bool) {
        self.upto(token.end);
        if more {
            if inside == Inside::Items {
                self.out.push('\n');
            }
            self.line();
        }
    }

    fn line(&mut self) {
        self.out.push('\n');
        self.indent();
        // No line begins with a space of the text.
        while self.text.as_bytes().get(self.from).is_some_and(u8::is_ascii_whitespace) {
            self.from += 1;
        }
    }

    fn indent(&mut self) {
        // At once, unless somebody nests what nobody could read.
        const SPACES: &str = "                                                ";
        self.out.push_str(SPACES.get(..self.indent * 4).unwrap_or(SPACES));
    }

    /// A line of documentation, or another attribute, whose bracket is this token. Gives the one behind it.
    fn attribute(&mut self, hash: Token, open: usize) -> usize {
        let close = self.tokens[open].close;
        self.upto(hash.start);
        let text = &self.text[self.tokens[close - 1].start..self.tokens[close - 1].end];
        let is_doc = close == open + 4 && self.text[self.tokens[open + 1].start..].starts_with("doc");
        match documentation(text).filter(|_| is_doc) {
            Some(text) => {
                self.out.push_str("///");
                self.out.push_str(&text);
                self.from = self.tokens[close].end;
            }
            None => self.upto(self.tokens[close].end),
        }
        self.line();
        close + 1
    }

    fn braces(&mut self, open: usize, to_hold: Inside) {
        let (from, to) = (open + 1, self.tokens[open].close);
        let closing = self.tokens[to];
        self.upto(self.tokens[open].end);
        self.from = self.tokens[from].start;
        let Contents { trees, statements, list, simple } = self.contents(from, to);
        if trees == 0 {
            self.from = closing.start;
        } else if trees <= SHORT && simple && !statements && to_hold != Inside::Items {
            let space = if self.out.ends_with("::{") { "" } else { " " };
            self.out.push_str(space);
            self.write(from, to, Inside::Line);
            // In a line of its own the last element has a comma, here it has none.
            let last = self.tokens[to - 1];
            self.upto(if self.byte(last) == b',' { last.start } else { last.end });
            self.out.push_str(space);
            self.from = closing.start;
        } else {
            self.indent += 1;
            self.line();
            self.write(from, to, if list && !statements && to_hold != Inside::Items { Inside::List } else { to_hold });
            self.upto(self.tokens[to - 1].end);
            self.indent -= 1;
            self.from = closing.start;
            self.line();
        }
    }

    /// What stands in brackets, but not in others in them.
    fn contents(&self, from: usize, to: usize) -> Contents {
        let mut contents = Contents { trees: 0, statements: false, list: false, simple: true };
        let mut at = from;
        while at < to {
            let token = self.tokens[at];
            match token.kind {
                Kind::Punct => match self.byte(token) {
                    b';' => contents.statements = true,
                    b',' => contents.list = true,
                    b'#' => contents.simple = false,
                    _ => {}
                },
                Kind::Open(delimiter) => {
                    contents.simple &= delimiter != Delimiter::Brace;
                    at = token.close;
                }
                Kind::Ident | Kind::Literal | Kind::Close => {}
            }
            contents.trees += 1;
            at += 1;
        }
        contents
    }

    /// Whether what follows a closing brace belongs to the same statement.
    fn goes_on(&self, next: Token) -> bool {
        match next.kind {
            Kind::Ident => matches!(&self.text[next.start..next.end], "else" | "as"),
            Kind::Punct => !b"#&*-'".contains(&self.byte(next)),
            Kind::Open(_) | Kind::Close | Kind::Literal => false,
        }
    }
}

/// What is known of a block before it is written.
struct Contents {
    trees: usize,
    /// Whether there is a `;`, and a `,`.
    statements: bool,
    list: bool,
    /// Whether there are neither blocks nor attributes.
    simple: bool,
}

/// The text behind the three slashes of an attribute that is documentation.
fn documentation(literal: &str) -> Option<String> {
    if let Some(raw) = literal.strip_prefix('r') {
        let raw = raw.trim_matches('#');
        return raw.strip_prefix('"')?.strip_suffix('"').map(str::to_owned);
    }
    let text = literal.strip_prefix('"')?.strip_suffix('"')?;
    if !text.contains('\\') {
        return Some(text.to_owned());
    }
    let text = text.replace("\\\\", "\u{0}").replace("\\\"", "\"");
    (!text.contains('\\')).then(|| text.replace('\u{0}', "\\"))
}

#[cfg(test)]
mod tests {
    use super::super::super::tokens::{TokenStream, quote};

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
        insta::assert_snapshot!(super::lines(&tokens, 0));
    }

    #[test]
    fn bars_are_those_of_a_closure_or_none() {
        let tokens = quote! {
            fn f() -> bool {
                match a {
                    A => b == 0 || b == 5, B => c.all(|x, y| x || y), C => d(|| 1), D | E => e[0] | 1 == 3,
                    F => |x: u8, y: u8| x, _ => false,
                }
            }
        };
        let text = super::lines(&tokens, 0);
        let arms: Vec<&str> = text.lines().filter(|line| line.contains("=>")).map(str::trim).collect();
        let all = [
            "A => b == 0 || b == 5,",
            "B => c.all(|x, y| x || y),",
            "C => d(|| 1),",
            "D | E => e[0] | 1 == 3,",
            "F => |x: u8, y: u8| x,",
            "_ => false,",
        ];
        assert_eq!(arms, all, "{text}");
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
        let text = super::lines(&tokens, 0);
        assert_eq!(shape(text.clone().into()), shape(tokens), "{text}");
    }
}
