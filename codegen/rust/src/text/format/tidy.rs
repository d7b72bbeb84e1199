//! The tidy layout, which is close to rustfmt's: prettyplease's, with blank lines between items.

mod join;

use crate::text::tokens::{TokenStream, quote};

/// The text of items inside `depth` modules.
pub(super) fn tidy(tokens: &TokenStream, depth: usize) -> String {
    let whole = (0..depth).fold(tokens.clone(), |inside, _| quote!(mod m { #inside }));
    let text = match syn::parse2(whole.clone()) {
        Ok(file) => dense(&spaced(&join::joined(&prettyplease::unparse(&file)))),
        // The emitted tokens are invalid Rust: rustc will report where.
        Err(_) => return whole.to_string(),
    };
    let mut inside = text.lines().skip(depth).map(|line| format!("{line}\n")).collect::<Vec<_>>();
    inside.truncate(inside.len().saturating_sub(depth));
    inside.concat()
}

/// A block whose lines at `indent` begin or end items.
struct Block {
    indent: usize,
    /// The current item contains items.
    holds_items: bool,
    /// An item ended; a blank line goes before the next.
    after_item: bool,
    /// The current line is inside an item.
    inside: bool,
}

/// The text with blank lines between the items of the file, of modules, `impl`s and traits.
fn spaced(text: &str) -> String {
    let mut out = String::with_capacity(text.len().saturating_add(text.len() / 16));
    let mut blocks = vec![Block::new(0)];
    for line in text.lines() {
        let trimmed = line.trim_start();
        let indent = line.len().saturating_sub(trimmed.len());
        if blocks.len() > 1 && blocks.last().is_some_and(|block| indent < block.indent) {
            blocks.pop();
        }
        let mut opens = false;
        if let Some(block) = blocks.last_mut().filter(|block| block.indent == indent) {
            if block.begins(trimmed) {
                out.push('\n');
            }
            opens = block.step(trimmed);
        }
        out.push_str(&broken(tidied(line)));
        out.push('\n');
        if opens {
            blocks.push(Block::new(indent.saturating_add(4)));
        }
    }
    out
}

/// Removes the blank lines between one-line functions.
fn dense(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let mut out = String::with_capacity(text.len());
    for (at, line) in lines.iter().enumerate() {
        let is_head = |line: &&&str| matches!(line.trim_start().get(..2), Some("//" | "#["));
        let next = || lines.iter().skip(at.saturating_add(1)).find(|line| !is_head(line) || join::is_one_line(line));
        let before = || at.checked_sub(1).and_then(|at| lines.get(at));
        if line.is_empty() && [before(), next()].iter().all(|line| line.is_some_and(|line| join::is_one_line(line))) {
            continue;
        }
        out.push_str(line);
        out.push('\n');
    }
    out
}

/// The line without the spaces that prettyplease leaves in a macro: `matches!(n, - 1..= 5)`.
fn tidied(line: &str) -> String {
    if !line.contains("matches!(") || line.trim_start().starts_with("//") {
        return line.to_owned();
    }
    let line = line.replace("..= ", "..=");
    ["(", "| ", ", ", "..="]
        .iter()
        .fold(line, |line, before| line.replace(&format!("{before}- "), &format!("{before}-")))
}

/// The longest line that is not broken inside a string.
const LONGEST: usize = 140;

/// The line, broken inside its string if it is too long: prettyplease breaks no string.
fn broken(mut line: String) -> String {
    let indent = " ".repeat(line.len().saturating_sub(line.trim_start().len()).saturating_add(4));
    let mut out = String::new();
    // A line with a quote that may be part of a string is not broken.
    let is_simple = !line.contains('\\') && !line.contains("'\"'") && !line.trim_start().starts_with("//");
    while is_simple && line.chars().count() > LONGEST {
        let quotes = |text: &str| text.matches('"').count();
        let in_text = |at: usize| line.get(..at).is_some_and(|before| (quotes(&out) + quotes(before)) % 2 == 1);
        let column = |at: usize| line.get(..at).map_or(0, |before| before.chars().count());
        let mut spaces = line.match_indices(' ').map(|(at, _)| at.saturating_add(1));
        let Some(at) = spaces.rfind(|at| column(*at) < LONGEST && in_text(*at)) else { break };
        // Leading spaces of a continuation line are not part of the string.
        let rest = line.split_off(at);
        out.push_str(&format!("{line}\\\n"));
        line = format!("{indent}{rest}");
    }
    out + &line
}

impl Block {
    fn new(indent: usize) -> Self {
        Self { indent, holds_items: false, after_item: false, inside: false }
    }

    /// Whether a blank line goes before this line.
    fn begins(&self, line: &str) -> bool {
        !self.inside && self.after_item && !line.is_empty()
    }

    /// Processes a line at this block's indent; returns whether a block of items begins after it.
    fn step(&mut self, line: &str) -> bool {
        let is_attribute = line.starts_with("#[") && !join::is_one_line(line);
        if line.starts_with("//") || is_attribute || line.is_empty() {
            self.inside |= !line.is_empty();
            return false;
        }
        let holds = |word: &str| line.strip_prefix("pub ").unwrap_or(line).starts_with(word);
        self.holds_items |= ["impl ", "impl<", "mod ", "trait "].into_iter().any(holds);
        let opens = self.holds_items && line.ends_with('{');
        let ends = line.ends_with('}') || line.ends_with(';');
        self.inside = !ends;
        self.after_item = ends;
        if ends {
            self.holds_items = false;
        }
        opens
    }
}

#[cfg(test)]
mod tests;
