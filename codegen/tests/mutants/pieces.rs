//! A schema in pieces, and what stands together in it: between brackets, between commas, on a line.

use std::ops::Range;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Space,
    Comment,
    Word,
    Number,
    Quoted,
    Mark,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Piece {
    pub kind: Kind,
    pub text: String,
}

/// Marks of several characters, longer ones first.
const LONG: [&str; 12] = ["..=", "..", "=>", "==", "!=", "<=", ">=", "&&", "||", "::", "->", "<<"];

impl Piece {
    pub fn is(&self, text: &str) -> bool {
        self.text == text
    }

    fn is_blank(&self) -> bool {
        matches!(self.kind, Kind::Space | Kind::Comment)
    }

    fn is_separator(&self) -> bool {
        self.kind == Kind::Mark && (self.is(",") || self.is(";"))
    }
}

/// All of a text.
pub fn pieces(text: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let (kind, length) = first_of(rest, first);
        let (piece, behind) = rest.split_at(length);
        pieces.push(Piece { kind, text: piece.to_owned() });
        rest = behind;
    }
    pieces
}

fn first_of(text: &str, first: char) -> (Kind, usize) {
    let up_to = |wanted: fn(char) -> bool| text.find(|c| !wanted(c)).unwrap_or(text.len());
    let in_word = |c: char| c.is_alphanumeric() || c == '_';
    if first.is_whitespace() {
        // A line at a time, so that lines can be told apart.
        let end = text.find('\n').map_or(text.len(), |at| at + 1);
        return (Kind::Space, up_to(char::is_whitespace).min(end));
    }
    if text.starts_with("//") {
        return (Kind::Comment, text.find('\n').unwrap_or(text.len()));
    }
    if first.is_ascii_digit() {
        let whole = up_to(in_word);
        let fraction = text[whole..].strip_prefix('.').filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        let more = fraction.map_or(0, |rest| 1 + rest.find(|c| !in_word(c)).unwrap_or(rest.len()));
        return (Kind::Number, whole + more);
    }
    if in_word(first) {
        return (Kind::Word, up_to(in_word));
    }
    if first == '"' || first == '\'' {
        let inside = text[1..].char_indices().scan(false, |escaped, (at, c)| {
            let ends = !*escaped && (c == first || c == '\n');
            *escaped = c == '\\' && !*escaped;
            Some((at, ends))
        });
        return (Kind::Quoted, inside.filter(|(_, ends)| *ends).map(|(at, _)| at + 2).next().unwrap_or(text.len()));
    }
    let long = LONG.iter().find(|mark| text.starts_with(**mark));
    (Kind::Mark, long.map_or(first.len_utf8(), |mark| mark.len()))
}

pub fn text(pieces: &[Piece]) -> String {
    pieces.iter().map(|piece| piece.text.as_str()).collect()
}

/// What stands between two brackets that belong together, with the opening one.
#[derive(Debug, Clone)]
pub struct Inside {
    pub bracket: char,
    pub range: Range<usize>,
}

/// All that stands between brackets.
pub fn insides(pieces: &[Piece]) -> Vec<Inside> {
    let mut open: Vec<(char, usize)> = Vec::new();
    let mut all = Vec::new();
    for (at, piece) in pieces.iter().enumerate().filter(|(_, piece)| piece.kind == Kind::Mark) {
        match piece.text.chars().next() {
            Some(bracket @ ('(' | '[' | '{')) => open.push((bracket, at + 1)),
            Some(')' | ']' | '}') => {
                all.extend(open.pop().map(|(bracket, start)| Inside { bracket, range: start..at }));
            }
            _ => {}
        }
    }
    all
}

/// What stands between commas, semicolons and braces that end something: fields, clauses in brackets, arms, declarations.
/// Without what separates them, and without space around.
pub fn units(pieces: &[Piece]) -> Vec<Range<usize>> {
    let mut all = Vec::new();
    let wholes = insides(pieces).into_iter().map(|inside| inside.range).chain(std::iter::once(0..pieces.len()));
    for whole in wholes {
        let mut depth = 0_usize;
        let mut start = whole.start;
        for at in whole.clone() {
            let piece = &pieces[at];
            let (is_mark, next) =
                (piece.kind == Kind::Mark, pieces[at + 1..whole.end].iter().find(|one| !one.is_blank()));
            match piece.text.as_str() {
                "(" | "[" | "{" if is_mark => depth += 1,
                ")" | "]" | "}" if is_mark => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 && piece.is_separator() {
                all.extend(trimmed(pieces, start..at));
                start = at + 1;
            } else if depth == 0 && is_mark && piece.is("}") && next.is_some_and(|next| next.kind == Kind::Word) {
                all.extend(trimmed(pieces, start..at + 1));
                start = at + 1;
            }
        }
        all.extend(trimmed(pieces, start..whole.end));
    }
    all
}

fn trimmed(pieces: &[Piece], range: Range<usize>) -> Option<Range<usize>> {
    let start = range.clone().find(|at| !pieces[*at].is_blank())?;
    let last = range.rev().find(|at| !pieces[*at].is_blank())?;
    Some(start..last + 1)
}

/// The mark behind a unit, if one separates it from the next.
pub fn separator(pieces: &[Piece], unit: &Range<usize>) -> Option<Piece> {
    pieces[unit.end..].iter().find(|piece| !piece.is_blank()).filter(|piece| piece.is_separator()).cloned()
}

/// All lines.
pub fn lines(pieces: &[Piece]) -> Vec<Range<usize>> {
    let ends = (0..pieces.len()).filter(|at| pieces[*at].text.ends_with('\n')).map(|at| at + 1);
    let ends: Vec<usize> = ends.chain([pieces.len()]).collect();
    let starts = [0].into_iter().chain(ends.iter().copied());
    starts.zip(&ends).map(|(start, end)| start..*end).filter(|line| !line.is_empty()).collect()
}

/// Where pieces of a kind stand.
pub fn places(pieces: &[Piece], kind: Kind) -> Vec<usize> {
    (0..pieces.len()).filter(|at| pieces[*at].kind == kind).collect()
}
