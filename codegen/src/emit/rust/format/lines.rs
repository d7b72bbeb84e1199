//! Tokens as text at little cost: a statement, a field, an item a line, however long the lines become.
//!
//! Laying code out as rustfmt would takes the time of a syntax tree, which is most of a compilation. For a file that
//! somebody looks into once, to see what a function does, this is enough: where lines end is seen from brackets and
//! commas, and what stands in one line stays as the emitters wrote it.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use super::marks::{Mark, begins_closure, goes_on, marks};
use crate::emit::rust::tokens::{TokenStream, trees_in};

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
    if tokens.is("") { String::new() } else { format!("{}", Lines { text: tokens.text(), depth }) }
}

/// Some text, to be laid out. As with `quote!`, it is the standard library that lays pieces side by side.
struct Lines<'t> {
    text: &'t str,
    depth: usize,
}

impl fmt::Display for Lines<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (text, marks) = (self.text, marks(self.text));
        let (bytes, indent) = (text.as_bytes(), self.depth);
        let mut writer = Writer { text, bytes, marks: &marks, out, failed: false, indent, from: 0 };
        writer.push(&NEW_LINE[1..writer.margin()]);
        writer.skip_space();
        writer.write(0..marks.len(), text.len(), Inside::Items);
        writer.upto(text.trim_ascii_end().len());
        writer.push("\n");
        if writer.failed { Err(fmt::Error) } else { Ok(()) }
    }
}

/// The end of a line with what stands in front of the next, unless somebody nests what nobody could read.
const NEW_LINE: &str = "\n                                                ";

struct Writer<'t, 'f, 'b> {
    text: &'t str,
    bytes: &'t [u8],
    marks: &'t [Mark],
    out: &'f mut fmt::Formatter<'b>,
    /// Something could not be written, which a string never says.
    failed: bool,
    indent: usize,
    /// Where in the text begins what is not written yet.
    from: usize,
}

impl Writer<'_, '_, '_> {
    /// Writes what has these marks and ends somewhere.
    fn write(&mut self, range: Range<usize>, end: usize, inside: Inside) {
        let (mut angles, mut in_bars, mut head) = (0_usize, false, self.from);
        let mut at = range.start;
        while at < range.end {
            let mark = self.marks[at];
            at += 1;
            match mark.byte {
                // A text that was too long for who made it goes on in another line.
                b'\n' if mark.at >= self.from && self.behind_space(mark.at) < end => {
                    self.upto(self.before_space(mark.at));
                    self.push(" ");
                    self.skip_space();
                }
                b'#' if inside != Inside::Line && at < range.end => {
                    at = self.attribute(mark, at);
                    head = self.from;
                }
                b';' if inside != Inside::Line => {
                    self.end(mark.at + 1, inside, end);
                    head = self.from;
                }
                b',' if inside == Inside::List && angles == 0 && !in_bars => self.end(mark.at + 1, inside, end),
                b'<' if !self.is_behind(mark, b" ") => angles += 1,
                b'>' if angles > 0 && !self.is_behind(mark, b"-=") => angles -= 1,
                // Between operands, or a closure without arguments.
                b'|' if self.bytes.get(mark.at + 1) == Some(&b'|') => at += 1,
                b'|' => in_bars = !in_bars && begins_closure(self.text, mark.at),
                b'(' | b'[' => {
                    if self.bytes[mark.at + 1] == b' ' {
                        // Nothing stands where something might have stood.
                        self.upto(mark.at + 1);
                        self.skip_space();
                    }
                    self.write(at..mark.close, self.marks[mark.close].at, Inside::Line);
                    at = mark.close + 1;
                }
                b'{' => {
                    let holds_items = inside == Inside::Items && holds_items(&self.text[head..mark.at]);
                    self.braces(at - 1, if holds_items { Inside::Items } else { Inside::Body });
                    at = mark.close + 1;
                    let behind = self.marks[mark.close].at + 1;
                    if inside != Inside::Line && !goes_on(&self.text[behind..end.max(behind)]) {
                        self.end(behind, inside, end);
                        head = self.from;
                    }
                }
                _ => {}
            }
        }
    }

    fn push(&mut self, text: &str) {
        self.failed |= self.out.write_str(text).is_err();
    }

    /// Writes the text up to a place.
    fn upto(&mut self, end: usize) {
        self.push(&self.text[self.from.min(end)..end]);
        self.from = end;
    }

    fn skip_space(&mut self) {
        self.from = self.behind_space(self.from);
    }

    fn behind_space(&self, mut at: usize) -> usize {
        while at < self.bytes.len() && (self.bytes[at] == b' ' || self.bytes[at] == b'\n') {
            at += 1;
        }
        at
    }

    fn before_space(&self, mut at: usize) -> usize {
        while at > 0 && (self.bytes[at - 1] == b' ' || self.bytes[at - 1] == b'\n') {
            at -= 1;
        }
        at
    }

    /// Whether one of these bytes stands right in front of a mark.
    fn is_behind(&self, mark: Mark, bytes: &[u8]) -> bool {
        mark.at > 0 && bytes.contains(&self.bytes[mark.at - 1])
    }

    /// Ends a line behind a place, and begins the next.
    fn end(&mut self, behind: usize, inside: Inside, end: usize) {
        self.upto(behind);
        self.skip_space();
        if self.from < end {
            if inside == Inside::Items {
                self.push("\n");
            }
            self.line();
        }
    }

    fn line(&mut self) {
        self.push(&NEW_LINE[..self.margin()]);
        // No line begins with a space of the text.
        self.skip_space();
    }

    /// How much of [`NEW_LINE`] stands in front of a line.
    fn margin(&self) -> usize {
        NEW_LINE.len().min(1 + self.indent * 4)
    }

    /// A line of documentation, or another attribute, whose bracket is this mark. Gives the one behind it.
    fn attribute(&mut self, hash: Mark, open: usize) -> usize {
        let close = self.marks[open].close;
        self.upto(hash.at);
        let end = self.marks[close].at;
        match documentation(&self.text[self.marks[open].at + 1..end]) {
            Some(text) => {
                self.push("///");
                self.push(&text);
                self.from = end + 1;
            }
            None => self.upto(end + 1),
        }
        self.line();
        close + 1
    }

    fn braces(&mut self, open: usize, to_hold: Inside) {
        let (marks, end) = (open + 1..self.marks[open].close, self.marks[self.marks[open].close].at);
        self.upto(self.marks[open].at + 1);
        self.skip_space();
        let last = self.before_space(end);
        if self.from == end {
            return;
        }
        let Contents { statements, list, simple } = self.contents(marks.clone());
        if simple && !statements && to_hold != Inside::Items && trees_in(&self.text[self.from..last], SHORT) <= SHORT {
            let space = if self.text[..self.marks[open].at].ends_with("::") { "" } else { " " };
            self.push(space);
            self.write(marks, end, Inside::Line);
            // In a line of its own the last element has a comma, here it has none.
            self.upto(if self.bytes[last - 1] == b',' { last - 1 } else { last });
            self.push(space);
            self.from = end;
        } else {
            self.indent += 1;
            self.line();
            self.write(
                marks,
                end,
                if list && !statements && to_hold != Inside::Items { Inside::List } else { to_hold },
            );
            self.upto(last.max(self.from));
            self.indent -= 1;
            self.from = end;
            self.line();
        }
    }

    /// What stands in brackets, but not in others in them.
    fn contents(&self, marks: Range<usize>) -> Contents {
        let mut contents = Contents { statements: false, list: false, simple: true };
        let mut at = marks.start;
        while at < marks.end {
            let mark = self.marks[at];
            match mark.byte {
                b';' => contents.statements = true,
                b',' => contents.list = true,
                b'#' => contents.simple = false,
                b'{' => {
                    contents.simple = false;
                    at = mark.close;
                }
                b'(' | b'[' => at = mark.close,
                _ => {}
            }
            at += 1;
        }
        contents
    }
}

/// What is known of a block before it is written.
struct Contents {
    /// Whether there is a `;`, and a `,`.
    statements: bool,
    list: bool,
    /// Whether there are neither blocks nor attributes.
    simple: bool,
}

/// Whether items stand in the braces behind this.
fn holds_items(head: &str) -> bool {
    let head = head.strip_prefix("pub ").unwrap_or(head);
    ["impl ", "impl<", "mod ", "trait "].iter().any(|word| head.starts_with(word))
}

/// The text behind the three slashes of an attribute that is documentation.
fn documentation(attribute: &str) -> Option<Cow<'_, str>> {
    let literal = attribute.strip_prefix("doc =")?.trim_ascii_start();
    if let Some(raw) = literal.strip_prefix("r\"") {
        return raw.strip_suffix('"').map(Cow::Borrowed);
    }
    if let Some(raw) = literal.strip_prefix("r#") {
        return raw.trim_matches('#').strip_prefix('"')?.strip_suffix('"').map(Cow::Borrowed);
    }
    let text = literal.strip_prefix('"')?.strip_suffix('"')?;
    if !text.contains('\\') {
        return Some(Cow::Borrowed(text));
    }
    let text = text.replace("\\\\", "\u{0}").replace("\\\"", "\"");
    (!text.contains('\\')).then(|| Cow::Owned(text.replace('\u{0}', "\\")))
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
