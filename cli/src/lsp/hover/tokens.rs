//! The text of a schema token by token: what stands around a name, whether or not the schema is right.

use std::ops::Range;

use wireform_build::keywords::Words;
use wireform_build::lexemes::{Comment, Kind, Lexeme, lexemes};

/// Declarations whose body is not part of their line.
const WITH_BODY: [&str; 6] = ["enum", "packed", "struct", "delta", "message", "family"];

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
        Words::Items.has(self.before(name)).then(|| self.before(name))
    }

    /// The first token of what declares a name.
    pub(super) fn front(&self, name: usize) -> usize {
        if self.keyword(name).is_some() {
            return name.saturating_sub(1);
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
                ")" | "]" | "}" => depth = depth.saturating_add(1),
                "(" | "[" | "{" | "," if depth == 0 => return at.saturating_add(1),
                "(" | "[" | "{" => depth = depth.saturating_sub(1),
                _ if self.is_comment(at) => return at.saturating_add(1),
                _ => {}
            }
        }
        name
    }

    /// The declaration of a name on one line: `volume: Unit if mask.volume else 1.0`.
    pub(super) fn line(&self, name: usize) -> String {
        let (front, end, keyword) = (self.front(name), self.end(name), self.keyword(name));
        let mut line = self.joined(front..end, keyword.is_some_and(|word| WITH_BODY.contains(&word)));
        if is_too_wide(&line) {
            line = self.joined(front..end, true);
        }
        // A shape is known by its name, however many numbers choose it.
        if is_too_wide(&line) && keyword.is_none() {
            line = self.joined(name..end, true);
        }
        match line.char_indices().nth(WIDEST) {
            Some((cut, _)) => format!("{} ..", line.get(..cut).unwrap_or(&line).trim_end()),
            None => line,
        }
    }

    /// The token after what declares a name.
    fn end(&self, name: usize) -> usize {
        // The body of a declaration is its end; after that of a group there may be more.
        let ends_with_body = self
            .keyword(name)
            .is_some_and(|word| WITH_BODY.contains(&word) || matches!(word, "bits" | "varint" | "protocol"));
        let mut depth = 0_usize;
        for at in name..self.all.len() {
            match self.text(at) {
                "(" | "[" | "{" => depth = depth.saturating_add(1),
                ")" | "]" | "}" if depth == 0 => return at,
                "}" if depth == 1 && ends_with_body => return at.saturating_add(1),
                ")" | "]" | "}" => depth = depth.saturating_sub(1),
                "," | ";" if depth == 0 => return at,
                _ if self.is_comment(at) && depth == 0 => return at,
                _ => {}
            }
        }
        self.all.len()
    }

    /// Tokens on one line, with a blank where white space was; bodies may be left out.
    fn joined(&self, tokens: Range<usize>, without_bodies: bool) -> String {
        let mut out = String::new();
        let (mut depth, mut last) = (0_usize, None);
        let tokens: Vec<usize> = tokens.filter(|at| !self.is_comment(*at)).collect();
        for (place, at) in tokens.iter().enumerate() {
            let (token, range) = (self.text(*at), self.range(*at));
            let next = tokens.get(place.saturating_add(1)).map_or("", |next| self.text(*next));
            depth = depth.saturating_sub(usize::from(token == "}"));
            let is_last_comma = token == "," && matches!(next, "}" | "]" | ")");
            let is_left_out = without_bodies && depth > 0 || is_last_comma;
            if !is_left_out {
                // A token on a line of its own touches its bracket here.
                let is_apart = last.is_some_and(|end| end != range.start);
                if is_apart && !out.ends_with(['(', '[']) && !matches!(token, ")" | "]") {
                    out.push(' ');
                }
                out.push_str(token);
            }
            last = Some(range.end);
            if token == "{" {
                if without_bodies && depth == 0 && next != "}" {
                    out.push_str(" ..");
                }
                depth = depth.saturating_add(1);
            }
        }
        out
    }

    fn is_comment(&self, at: usize) -> bool {
        matches!(self.kind(at), Some(Kind::Comment(_)))
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

fn is_too_wide(line: &str) -> bool {
    line.chars().count() > WIDEST
}
