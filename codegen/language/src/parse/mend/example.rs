//! Rewrites nested braces in the values of examples to paths.

use crate::diagnostic::Help;
use crate::lex::Mark;
use crate::parse::cursor::Parser;

impl Parser<'_> {
    /// Handles `pos: Pos { x: 1, y: 2 }` at the brace: flattens each value to its path.
    pub(super) fn values_with_paths(&self, at: usize) -> Option<Help> {
        let start = (at.saturating_sub(4)..at)
            .find(|start| self.texts("<e> :|= <u>? {", *start).is_some_and(|(end, _)| end == at + 1))?;
        let mut values = Vec::new();
        let end = self.paths(start, &mut String::new(), &mut values)?;
        (!values.is_empty()).then(|| Help::write(self.tokens(start..end), values.join(", ")))
    }

    /// Collects the values of the entry that begins at a name; returns the index after it.
    fn paths(&self, from: usize, path: &mut String, values: &mut Vec<String>) -> Option<usize> {
        let kept = path.len();
        let (mut colon, _) = self.texts("<e> :|=", from)?;
        *path += self.written(self.tokens(from..colon - 1));
        colon += usize::from(self.is_mark_at(colon + 1, Mark::OpenBrace));
        let end = if self.is_mark_at(colon, Mark::OpenBrace) {
            path.push('.');
            let end = self.pairs.end(colon);
            let mut at = colon + 1;
            while at < end {
                at = self.paths(at, path, values)?;
                at += usize::from(self.is_mark_at(at, Mark::Comma));
            }
            end + 1
        } else {
            let (end, captures) = self.texts("<x> ,|}", colon)?;
            values.push(format!("{path}: {}", captures.first()?));
            end - 1
        };
        path.truncate(kept);
        Some(end)
    }
}
