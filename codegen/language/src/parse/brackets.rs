//! Pairs brackets before anything is parsed: each unclosed one is reported once, and errors inside of brackets stay
//! inside.
//!
//! If the brackets of a file do not match, indentation locates the unclosed one: a declaration that is indented no
//! further than the line of an open brace shows that this brace should have been closed before.

use std::collections::HashSet;

use crate::diagnostic::{Diagnostic, Diagnostics, Edit, Help};
use crate::lex::{Lexed, Mark, Token, TokenKind};
use crate::source::Span;

use super::item::begins_item;

/// The index of the closing token for each opening bracket.
#[derive(Debug, Default)]
pub(super) struct Pairs {
    ends: Vec<End>,
    /// Whether every brace has its partner.
    pub(super) braces_match: bool,
}

#[derive(Debug, Clone, Copy, Default)]
struct End {
    at: usize,
    /// Whether the token is the closing bracket; otherwise the brackets are only assumed to end there.
    closed: bool,
}

impl Pairs {
    pub(super) fn end(&self, opener: usize) -> usize {
        self.ends.get(opener).map_or(opener, |end| end.at)
    }

    pub(super) fn is_closed(&self, opener: usize) -> bool {
        self.ends.get(opener).is_some_and(|end| end.closed)
    }
}

/// Pairs all brackets. A closing one without a partner becomes [`TokenKind::Broken`].
pub(super) fn pair(text: &str, lexed: &mut Lexed, diagnostics: &mut Diagnostics) -> Pairs {
    let mut matcher = Matcher::new(text, &lexed.tokens, false);
    matcher.run();
    if matcher.found.iter().any(|mistake| matches!(mistake, Mistake::NeverClosed { .. })) {
        matcher = Matcher::new(text, &lexed.tokens, true);
        matcher.run();
    }
    let Matcher { ends, found, by_indentation, .. } = matcher;
    let is_brace = |mistake: &Mistake| {
        let (Mistake::NeverClosed { opener: at } | Mistake::ClosedBy { opener: at, .. } | Mistake::Unopened { at }) =
            mistake;
        matches!(lexed.tokens.get(*at).and_then(mark_of), Some(Mark::OpenBrace | Mark::CloseBrace))
    };
    let braces_match = !found.iter().any(is_brace);
    // After an unclosed string brackets are most likely inside of it.
    let mut left = if lexed.unclosed.is_empty() { MOST_TOLD } else { 0 };
    let mut heads = HashSet::new();
    for mistake in found {
        if let Mistake::Unopened { at } = mistake
            && let Some(token) = lexed.tokens.get_mut(at)
        {
            let (mark, span) = (mark_of(token).map_or("", Mark::text), token.span);
            token.kind = TokenKind::Broken;
            if left > 0 && !by_indentation {
                left -= 1;
                let head = lacking_its_brace(text, &lexed.tokens, at).filter(|_| mark == Mark::CloseBrace.text());
                if head.is_some_and(|head| heads.insert(head)) {
                    continue;
                }
                let help = Help::without(span, "remove it");
                let label = "nothing is open that this could close";
                diagnostics.push(Diagnostic::new(format!("unexpected `{mark}`"), span, label).help(help));
            }
            continue;
        }
        if left == 0 {
            continue;
        }
        let tokens = &lexed.tokens;
        let diagnostic = match mistake {
            Mistake::NeverClosed { opener } => unclosed(text, tokens, opener, tokens.len().saturating_sub(1), None),
            Mistake::ClosedBy { opener, at } => {
                unclosed(text, tokens, opener, at, tokens.get(at).map(|token| token.span))
            }
            Mistake::Unopened { .. } => None,
        };
        if let Some(diagnostic) = diagnostic {
            diagnostics.push(diagnostic);
            left -= 1;
        }
    }
    Pairs { ends, braces_match }
}

const MOST_TOLD: usize = 20;

/// A brace is looked for in so many tokens.
const MOST_BEFORE: usize = 4096;

/// The declarations with braces.
const IN_BRACES: [&str; 6] = ["struct", "delta", "message", "family", "enum", "bits"];

/// The declaration to which a `}` belongs, if its first line has no `{`: that is reported there.
fn lacking_its_brace(text: &str, tokens: &[Token], at: usize) -> Option<usize> {
    let column = |at: usize| tokens.get(at).map_or(0, |token| column(text, token));
    let word = |at: usize| tokens.get(at).and_then(|token| text.get(token.span.range())).unwrap_or("");
    let mut before = (at.saturating_sub(MOST_BEFORE)..at).rev();
    let head = before.find(|head| begins_item(text, tokens, *head) && column(*head) <= column(at))?;
    let behind = (head + 1..at).find(|at| tokens.get(*at).is_some_and(|token| token.first_on_line)).unwrap_or(at);
    let mut line = tokens.get(head..=behind).unwrap_or(&[]).iter().filter_map(mark_of);
    let lacks = IN_BRACES.contains(&word(head)) && !line.any(|mark| matches!(mark, Mark::OpenBrace | Mark::Semicolon));
    lacks.then_some(head)
}

/// The diagnostic for an unclosed bracket, with a proposed partner: a brace is closed after its contents, others at the
/// end of their line or element.
fn unclosed(text: &str, tokens: &[Token], opener: usize, end: usize, other: Option<Span>) -> Option<Diagnostic> {
    let open = tokens.get(opener)?;
    let mark = mark_of(open)?;
    let closer = mark.closer()?.text();
    let ends = |token: &Token| {
        token.first_on_line || matches!(mark_of(token), Some(Mark::Comma | Mark::Semicolon | Mark::OpenBrace))
    };
    let place = if mark == Mark::OpenBrace {
        end
    } else {
        // The first `;` of a list stands before its length.
        let is_within = |at: &usize| tokens.get(*at).and_then(mark_of) == Some(Mark::Semicolon);
        let length = (opener + 1..end).find(|at| tokens.get(*at).is_some_and(ends)).filter(is_within);
        let from = length.filter(|_| mark == Mark::OpenBracket).unwrap_or(opener) + 1;
        (from..end).find(|at| tokens.get(*at).is_some_and(ends)).unwrap_or(end)
    };
    let last = tokens.get(place.checked_sub(1)?)?.span;
    let line = text.get(..open.span.range().start)?.lines().last().unwrap_or("");
    let indentation = line.get(..line.len() - line.trim_start().len())?;
    let new = if mark == Mark::OpenBrace { format!("\n{indentation}{closer}") } else { closer.to_owned() };
    let help = Help::new(format!("close it: `{closer}`"), [Edit::new(Span { start: last.end, ..last }, new)]);
    let diagnostic = Diagnostic::new(format!("unclosed `{}`", mark.text()), open.span, "opened here");
    Some(diagnostic.other_if(other, "still open here").help(help))
}

enum Mistake {
    NeverClosed { opener: usize },
    ClosedBy { opener: usize, at: usize },
    Unopened { at: usize },
}

struct Matcher<'a> {
    text: &'a str,
    tokens: &'a [Token],
    by_indentation: bool,
    ends: Vec<End>,
    stack: Vec<Open>,
    /// The number of parentheses and brackets on the stack, so that no search of it is in vain.
    parens: usize,
    brackets: usize,
    /// For each brace on the stack, the numbers of both below it.
    below: Vec<(usize, usize)>,
    found: Vec<Mistake>,
}

struct Open {
    at: usize,
    mark: Mark,
    /// The indentation of its line.
    indentation: usize,
}

impl<'a> Matcher<'a> {
    fn new(text: &'a str, tokens: &'a [Token], by_indentation: bool) -> Self {
        Self {
            text,
            tokens,
            by_indentation,
            ends: vec![End::default(); tokens.len()],
            stack: Vec::new(),
            parens: 0,
            brackets: 0,
            below: Vec::new(),
            found: Vec::new(),
        }
    }

    fn run(&mut self) {
        let mut indentation = 0;
        for (at, token) in self.tokens.iter().enumerate() {
            if token.first_on_line {
                let (column, begins_item) = (column(self.text, token), begins_item(self.text, self.tokens, at));
                // A line that goes on with an entry counts as the line on which the entry began.
                if begins_item || !goes_on(self.tokens, at) {
                    indentation = column;
                }
                if self.by_indentation && begins_item {
                    self.close_down_to(column, at);
                }
            }
            match mark_of(token) {
                Some(mark) if mark.closer().is_some() => self.open(Open { at, mark, indentation }),
                Some(mark) if mark.is_closer() => {
                    if self.by_indentation && token.first_on_line && mark == Mark::CloseBrace {
                        self.close_down_to(column(self.text, token) + 1, at);
                    }
                    self.close(mark, at);
                }
                _ => {}
            }
        }
        let last = self.tokens.len().saturating_sub(1);
        while let Some(open) = self.pop() {
            self.set_end(open.at, last, false);
            self.found.push(Mistake::NeverClosed { opener: open.at });
        }
    }

    fn open(&mut self, open: Open) {
        match open.mark {
            Mark::OpenBrace => self.below.push((self.parens, self.brackets)),
            Mark::OpenParen => self.parens += 1,
            _ => self.brackets += 1,
        }
        self.stack.push(open);
    }

    fn pop(&mut self) -> Option<Open> {
        let open = self.stack.pop()?;
        match open.mark {
            Mark::OpenBrace => drop(self.below.pop()),
            Mark::OpenParen => self.parens -= 1,
            _ => self.brackets -= 1,
        }
        Some(open)
    }

    fn set_end(&mut self, opener: usize, at: usize, closed: bool) {
        if let Some(end) = self.ends.get_mut(opener) {
            *end = End { at, closed };
        }
    }

    fn close(&mut self, mark: Mark, at: usize) {
        // A brace is stronger than its contents: `)` and `]` do not close a bracket outside of one.
        let (parens, brackets) = self.below.last().copied().unwrap_or_default();
        let (opening, reachable) = match mark {
            Mark::CloseBrace => (Mark::OpenBrace, !self.below.is_empty()),
            Mark::CloseParen => (Mark::OpenParen, self.parens > parens),
            _ => (Mark::OpenBracket, self.brackets > brackets),
        };
        if !reachable {
            self.found.push(Mistake::Unopened { at });
            return;
        }
        while let Some(open) = self.pop() {
            if open.mark == opening {
                self.set_end(open.at, at, true);
                return;
            }
            self.set_end(open.at, at, false);
            self.found.push(Mistake::ClosedBy { opener: open.at, at });
        }
    }

    /// Closes every bracket that was opened on a line indented by `indentation` or more.
    fn close_down_to(&mut self, indentation: usize, at: usize) {
        while self.stack.last().is_some_and(|open| open.indentation >= indentation) {
            let Some(open) = self.pop() else { return };
            self.set_end(open.at, at, false);
            self.found.push(Mistake::ClosedBy { opener: open.at, at });
        }
    }
}

/// Whether an entry goes on with a token: the one before neither ends an entry nor opens a list of them.
pub(super) fn goes_on(tokens: &[Token], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| tokens.get(before));
    before.is_some_and(|token| match mark_of(token) {
        Some(Mark::Comma | Mark::Semicolon | Mark::CloseBrace) => false,
        mark => mark.and_then(Mark::closer).is_none(),
    })
}

/// The number of bytes before a token on its line.
pub(super) fn column(text: &str, token: &Token) -> usize {
    let before = text.get(..token.span.range().start).unwrap_or("");
    before.len() - before.rfind('\n').map_or(0, |at| at + 1)
}

fn mark_of(token: &Token) -> Option<Mark> {
    match token.kind {
        TokenKind::Mark(mark) => Some(mark),
        _ => None,
    }
}
