//! The text of a schema in pieces, which keep their order.

use wireform_build::lexemes::{Kind, lexemes};

/// A text in pieces: words, numbers, marks, and everything else.
pub struct Pieces<'t> {
    pub all: Vec<(Kind, &'t str)>,
}

impl<'t> Pieces<'t> {
    pub fn new(text: &'t str) -> Self {
        Self { all: lexemes(text).map(|one| (one.kind, &text[one.range])).collect() }
    }

    /// The indices of pieces that are this word or mark.
    pub fn of(&self, piece: &str) -> Vec<usize> {
        (0..self.all.len()).filter(|at| self.all[*at].1 == piece && self.is_code(*at)).collect()
    }

    pub fn is_code(&self, at: usize) -> bool {
        matches!(self.all[at].0, Kind::Name | Kind::Number | Kind::Mark)
    }

    /// The next piece that is no space and no comment.
    pub fn next(&self, at: usize) -> Option<usize> {
        (at + 1..self.all.len()).find(|at| !matches!(self.all[*at].0, Kind::Space | Kind::Comment(_)))
    }

    pub fn text(&self, at: usize) -> &'t str {
        self.all[at].1
    }

    /// The bracket that closes the one at an index.
    pub fn close(&self, open: usize) -> Option<usize> {
        let mut depth = 0_usize;
        (open..self.all.len()).find(|at| {
            match self.text(*at) {
                "{" | "[" | "(" if self.is_code(*at) => depth += 1,
                "}" | "]" | ")" if self.is_code(*at) => depth -= 1,
                _ => {}
            }
            depth == 0
        })
    }

    /// The braces of declarations that begin with one of these words.
    pub fn bodies(&self, words: &[&str]) -> Vec<(usize, usize)> {
        let heads = words.iter().flat_map(|word| self.of(word));
        let open = heads.filter_map(|head| {
            let end = (head..self.all.len()).find(|at| self.is_code(*at) && matches!(self.text(*at), "{" | ";"))?;
            (self.text(end) == "{").then_some(end)
        });
        open.filter_map(|open| Some((open, self.close(open)?))).collect()
    }

    /// The fields of a body: where each begins and where it ends, without its comma.
    pub fn fields(&self, (open, close): (usize, usize)) -> Vec<(usize, usize)> {
        let (mut fields, mut from, mut at) = (Vec::new(), self.next(open), open + 1);
        while at < close {
            match self.text(at) {
                "{" | "[" | "(" if self.is_code(at) => at = self.close(at).unwrap_or(close),
                "," if self.is_code(at) => {
                    fields.extend(from.map(|from| (from, at)));
                    from = self.next(at);
                }
                _ => {}
            }
            at += 1;
        }
        fields.extend(from.filter(|from| *from < close).map(|from| (from, close)));
        fields.retain(|(from, _)| !matches!(self.text(*from), "example" | "accepts" | "refuses"));
        fields
    }

    /// The text with another one in place of these pieces.
    pub fn with(&self, from: usize, to: usize, new: &str) -> String {
        let all = |from: usize, to: usize| self.all[from..to].iter().map(|(_, text)| *text).collect::<String>();
        all(0, from) + new + &all(to, self.all.len())
    }

    /// The text with a new piece in front of another.
    pub fn put(&self, at: usize, new: &str) -> String {
        self.with(at, at, new)
    }
}
