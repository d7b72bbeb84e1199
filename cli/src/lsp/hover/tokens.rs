//! The text of a schema token by token: what stands around a name, whether or not the schema is right.

use std::ops::Range;

use wireform_build::lexemes::{Comment, Kind, Lexeme, lexemes};

/// The keywords of declarations.
const DECLARATIONS: [&str; 14] = [
    "const", "type", "varint", "enum", "bits", "quantity", "packed", "struct", "delta", "message", "family", "session",
    "hook", "protocol",
];

/// Declarations whose body is not part of their line.
const WITH_BODY: [&str; 7] = ["enum", "packed", "struct", "delta", "message", "family", "protocol"];

/// A line of a declaration has at most so many characters; of a longer one the bodies are left out, and then the end.
const WIDEST: usize = 100;

/// A text and its tokens.
pub(super) struct Tokens<'t> {
    text: &'t str,
    /// All but white space and comments that document nothing.
    all: Vec<Lexeme>,
}

impl<'t> Tokens<'t> {
    pub(super) fn of(text: &'t str) -> Self {
        let is_kept = |one: &Lexeme| match one.kind {
            Kind::Space | Kind::Comment(Comment::Plain | Comment::Block) => false,
            Kind::Comment(Comment::Doc | Comment::Head) | Kind::Name | Kind::Number => true,
            Kind::Char | Kind::Text | Kind::Mark | Kind::Unknown => true,
        };
        Self { text, all: lexemes(text).filter(is_kept).collect() }
    }

    /// The token at an offset; of two that touch each other there, the name.
    pub(super) fn at(&self, offset: usize) -> Option<usize> {
        let from = self.all.partition_point(|one| one.range.end < offset);
        let near = (from..self.all.len()).take_while(|at| self.range(*at).start <= offset);
        near.max_by_key(|at| (self.is_name(*at), self.range(*at).start))
    }

    /// The token that begins at an offset.
    pub(super) fn beginning(&self, offset: usize) -> Option<usize> {
        let at = self.all.partition_point(|one| one.range.start < offset);
        (self.range(at).start == offset).then_some(at)
    }

    pub(super) fn range(&self, at: usize) -> Range<usize> {
        self.all.get(at).map_or(self.text.len()..self.text.len(), |one| one.range.clone())
    }

    pub(super) fn text(&self, at: usize) -> &'t str {
        self.text.get(self.range(at)).unwrap_or_default()
    }

    pub(super) fn is_name(&self, at: usize) -> bool {
        self.kind(at) == Some(Kind::Name)
    }

    fn kind(&self, at: usize) -> Option<Kind> {
        self.all.get(at).map(|one| one.kind)
    }

    fn before(&self, at: usize) -> &'t str {
        at.checked_sub(1).map_or("", |before| self.text(before))
    }

    /// The keyword directly before a name that is declared.
    pub(super) fn keyword(&self, name: usize) -> Option<&'t str> {
        DECLARATIONS.contains(&self.before(name)).then(|| self.before(name))
    }

    /// The first token of what declares a name.
    pub(super) fn front(&self, name: usize) -> usize {
        if self.keyword(name).is_some() {
            return name - 1;
        }
        // `@4 sequence: u16`
        if let Some(at) = name.checked_sub(2).filter(|at| self.text(*at) == "@") {
            return at;
        }
        if self.before(name) != "=>" {
            return name;
        }
        // A shape with the numbers that choose it.
        let mut depth = 0_usize;
        for at in (0..name).rev() {
            match self.text(at) {
                ")" | "]" | "}" => depth += 1,
                "(" | "[" | "{" | "," if depth == 0 => return at + 1,
                "(" | "[" | "{" => depth -= 1,
                _ if matches!(self.kind(at), Some(Kind::Comment(_))) => return at + 1,
                _ => {}
            }
        }
        name
    }

    /// The declaration of a name on one line: `volume: Unit if mask.volume else 1.0`.
    pub(super) fn line(&self, name: usize) -> String {
        let front = self.front(name);
        let keyword = self.keyword(name);
        let is_bare = keyword.is_some_and(|word| WITH_BODY.contains(&word));
        // A group or an element that is declared in place ends with its braces, too.
        let ends_with_body =
            keyword.is_some_and(|word| !matches!(word, "const" | "type" | "quantity" | "session" | "hook"));
        let mut end = name;
        let mut depth = 0_usize;
        while end < self.all.len() {
            match self.text(end) {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" if depth == 0 => break,
                "}" if depth == 1 && ends_with_body => {
                    end += 1;
                    break;
                }
                ")" | "]" | "}" => depth -= 1,
                "," | ";" if depth == 0 => break,
                _ if matches!(self.kind(end), Some(Kind::Comment(_))) && depth == 0 => break,
                _ => {}
            }
            end += 1;
        }
        let whole = self.joined(front..end, is_bare);
        let line = if whole.chars().count() > WIDEST { self.joined(front..end, true) } else { whole };
        match line.char_indices().nth(WIDEST) {
            Some((cut, _)) => format!("{} ..", line.get(..cut).unwrap_or(&line).trim_end()),
            None => line,
        }
    }

    /// Tokens on one line, with a blank where white space was; bodies may be left out.
    fn joined(&self, tokens: Range<usize>, without_bodies: bool) -> String {
        let mut out = String::new();
        let (mut depth, mut last) = (0_usize, None);
        for at in tokens {
            if matches!(self.kind(at), Some(Kind::Comment(_))) {
                continue;
            }
            let token = self.text(at);
            let is_apart = last.is_some_and(|end| end != self.range(at).start);
            last = Some(self.range(at).end);
            if token == "}" {
                depth = depth.saturating_sub(1);
            }
            if !without_bodies || depth == 0 {
                // A comma before the end of a line is followed by nothing.
                if is_apart && !(out.ends_with(['(', '[']) || token.starts_with([')', ']'])) {
                    out.push(' ');
                }
                if token == "}" && out.ends_with(", ") {
                    out.truncate(out.len() - 2);
                    out.push(' ');
                }
                out.push_str(token);
            }
            if token == "{" {
                depth += 1;
                if without_bodies && depth == 1 {
                    out.push_str(" .. ");
                    last = Some(self.range(at).end);
                }
            }
        }
        out.replace("{ ..  }", "{ .. }")
    }

    /// The comment of what declares a name.
    pub(super) fn docs(&self, name: usize) -> Vec<&'t str> {
        self.comments(self.front(name), Comment::Doc, "///")
    }

    /// The comment of the file.
    pub(super) fn head(&self) -> Vec<&'t str> {
        let end = self.all.iter().take_while(|one| one.kind == Kind::Comment(Comment::Head)).count();
        self.comments(end, Comment::Head, "//!")
    }

    fn comments(&self, front: usize, kind: Comment, slashes: &str) -> Vec<&'t str> {
        let is_comment = |at: &usize| self.kind(*at) == Some(Kind::Comment(kind));
        let lines = (0..front).rev().take_while(is_comment).map(|at| {
            let line = self.text(at).trim_start_matches(slashes);
            line.strip_prefix(' ').unwrap_or(line)
        });
        let mut lines: Vec<&str> = lines.collect();
        lines.reverse();
        lines
    }
}
