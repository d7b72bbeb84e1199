//! Where lines begin: the author's line ends that are kept, and the brackets whose items have lines of their own.

use super::blanks::Blanks;
use super::items::{Inside, Items};
use super::limit;
use super::tokens::{Ends, Token, Tokens};

/// The lines of a text.
pub(super) struct Lines {
    /// Whether a line begins with the token.
    pub(super) begins: Vec<bool>,
    /// Whether the items in these brackets are on lines of their own.
    pub(super) is_open: Vec<bool>,
    /// Whether a comma is to be added after the token.
    pub(super) comma: Vec<bool>,
}

impl Lines {
    /// The lines that the author made, without those that are too long.
    pub(super) fn of(tokens: &mut Tokens<'_>, items: &Items, blanks: &Blanks) -> Self {
        move_after_commas(&mut tokens.tokens);
        let tokens = &tokens.tokens;
        let mut lines = Self {
            begins: (0..tokens.len()).map(|at| begins(tokens, items, blanks, at)).collect(),
            is_open: vec![false; tokens.len()],
            comma: vec![false; tokens.len()],
        };
        lines.open_brackets(tokens, items);
        lines.begin_after_long_items(tokens, items);
        limit::split(tokens, items, blanks, &mut lines);
        lines
    }

    fn open_brackets(&mut self, tokens: &[Token<'_>], items: &Items) {
        // For each token, how many lines begin before it or with it.
        let mut count = 0;
        let mut lines_up_to = Vec::with_capacity(tokens.len());
        // For each opening bracket, whether a line begins with an item in it, or with the bracket that closes it.
        let mut has_line = vec![false; tokens.len()];
        for (at, begins) in self.begins.iter().enumerate() {
            count += usize::from(*begins);
            lines_up_to.push(count);
            if *begins && items.begins[at] {
                let open = if tokens[at].closes() { Some(items.partner[at]) } else { items.around[at] };
                if let Some(open) = open {
                    has_line[open] = true;
                }
            }
        }
        for open in 0..tokens.len() {
            let close = items.partner[open];
            if close <= open || !items.inside[open].is_items() {
                continue;
            }
            // A line that begins anywhere in braces opens them.
            if has_line[open] || tokens[open].is("{") && lines_up_to[close] > lines_up_to[open] {
                self.open(items, open);
            }
        }
    }

    /// An item after one of several lines begins a line, if the brackets around both are open.
    fn begin_after_long_items(&mut self, tokens: &[Token<'_>], items: &Items) {
        // For each pair of open brackets around the token, the number of lines up to the item that began last.
        let mut starts: Vec<usize> = Vec::new();
        let mut count = 0;
        for (at, token) in tokens.iter().enumerate() {
            let is_item =
                items.begins[at] && !token.closes() && items.around[at].is_some_and(|open| self.is_open[open]);
            if is_item && starts.last().is_some_and(|start| *start < count) {
                self.begins[at] = true;
            }
            count += usize::from(self.begins[at]);
            if is_item && let Some(start) = starts.last_mut() {
                *start = count;
            }
            if self.is_open[at] {
                // The first item begins a line.
                starts.push(count + 1);
            } else if token.closes() && self.is_open[items.partner[at]] {
                starts.pop();
            }
        }
    }

    /// Opens brackets: their items have lines of their own.
    pub(super) fn open(&mut self, items: &Items, open: usize) {
        self.is_open[open] = true;
        self.begins[open + 1] = true;
        self.begins[items.partner[open]] = true;
        if let Inside::Items { comma: Some(last) } = items.inside[open] {
            self.comma[last] = true;
        }
    }
}

/// A line that begins with a comma begins after it.
fn move_after_commas(tokens: &mut [Token<'_>]) {
    for at in 2..tokens.len() {
        let (before, rest) = tokens.split_at_mut(at);
        if let (Some(comma), Some(next)) = (before.last(), rest.first_mut())
            && comma.is(",")
            && !before[at - 2].opens()
            && comma.is_on_next_line()
            && next.comments.is_empty()
        {
            next.ends = next.ends.max(comma.ends).max(Ends::One);
        }
    }
}

/// Whether a line that the author began with this token is kept.
fn begins(tokens: &[Token<'_>], items: &Items, blanks: &Blanks, at: usize) -> bool {
    let token = &tokens[at];
    if !token.comments.is_empty() {
        return true;
    }
    if items.begins[at] {
        // `{}` and the like.
        let is_empty = at > 0 && tokens[at].closes() && items.partner[at] == at - 1;
        let is_declaration = items.around[at].is_none() && !token.closes();
        return !is_empty && (is_declaration || token.ends > Ends::None);
    }
    token.ends > Ends::None && blanks.may_begin_line(tokens, at)
}
