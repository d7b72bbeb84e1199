//! Lines of a schema's doc comment as lines of Markdown: no doctest by accident, lists as clippy wants them.

use super::inline;

/// The context that the preceding lines establish.
enum Place {
    /// In running text, or between paragraphs.
    Text { after_blank: bool },
    /// In a code block between fences of `len` such characters.
    Fenced { mark: char, len: usize },
    /// In an indented code block, which gets fences.
    Indented,
}

/// The lines, to be written after `/// `.
pub(super) fn lines(schema: &[String]) -> Vec<String> {
    let mut made = Maker { out: Vec::new(), place: Place::Text { after_blank: true }, items: Vec::new() };
    // The space after the slashes is part of no line.
    let all_spaced = schema.iter().all(|line| line.is_empty() || line.starts_with([' ', '\t']));
    for line in schema {
        let line = line.trim_end().replace('\t', "    ");
        made.line(if all_spaced { line.get(1..).unwrap_or_default() } else { &line });
    }
    made.end()
}

struct Maker {
    out: Vec<String>,
    place: Place,
    /// For each open list: the indentation of its items' text, as written and as emitted.
    items: Vec<(usize, usize)>,
}

impl Maker {
    fn line(&mut self, line: &str) {
        let text = line.trim_start();
        let indent = line.len().saturating_sub(text.len());
        match self.place {
            Place::Fenced { mark, len } => {
                let closes =
                    fence(text).is_some_and(|(m, l)| m == mark && l >= len) && text.trim_matches(mark).is_empty();
                self.push(if closes { text } else { line });
                if closes {
                    self.place = Place::Text { after_blank: false };
                }
            }
            Place::Indented if indent >= 4 || text.is_empty() => self.push(line.get(4..).unwrap_or_default()),
            Place::Indented => {
                self.close_indented();
                self.text(indent, text);
            }
            Place::Text { .. } => self.text(indent, text),
        }
    }

    fn text(&mut self, indent: usize, text: &str) {
        let Place::Text { after_blank } = self.place else { return };
        self.place = Place::Text { after_blank: text.is_empty() };
        if text.is_empty() {
            if !self.out.is_empty() {
                self.push("");
            }
            return;
        }
        let is_row = |line: &str| line.starts_with('|') && line.ends_with('|');
        if self.out.last().is_some_and(|line| is_row(line.trim_start())) && !is_row(text) {
            // Text directly below a table would become a row.
            self.push("");
        }
        if let Some((mark, len)) = fence(text) {
            // Schema text is never a test, in any language.
            self.items.clear();
            self.push(&format!("{}text", mark.to_string().repeat(len)));
            self.place = Place::Fenced { mark, len };
        } else if let Some(marker) = list_marker(text) {
            self.list_item(indent, marker, text);
        } else if !self.items.is_empty() && (!after_blank || indent >= 2) {
            self.continued_item(indent, after_blank, text);
        } else if indent >= 4 && after_blank {
            self.push("```text");
            self.push(&format!("{}{text}", " ".repeat(indent.saturating_sub(4))));
            self.place = Place::Indented;
        } else {
            self.items.clear();
            self.push(&inline::escape(text));
        }
    }

    fn list_item(&mut self, indent: usize, marker: usize, text: &str) {
        while self.items.last().is_some_and(|(written, _)| indent < *written) {
            self.items.pop();
        }
        let outer = self.items.last().map_or(0, |(_, emitted)| *emitted);
        let (mark, rest) = text.split_at_checked(marker).unwrap_or((text, ""));
        let rest = inline::escape(rest.trim_start());
        // No item begins within an item's first line.
        let rest = match list_marker(&format!("{rest} ")) {
            Some(end) => {
                let (before, from) = rest.split_at_checked(end.saturating_sub(1)).unwrap_or((&rest, ""));
                format!("{before}\\{from}")
            }
            None => rest,
        };
        self.push(&format!("{}{mark} {rest}", " ".repeat(outer)));
        let begins = marker.saturating_add(1);
        self.items.push((indent.saturating_add(begins), outer.saturating_add(begins)));
    }

    /// More of an item's text.
    fn continued_item(&mut self, indent: usize, after_blank: bool, text: &str) {
        // Without a blank line before it, the text belongs to the innermost item at any indentation.
        while after_blank && self.items.len() > 1 && self.items.last().is_some_and(|(written, _)| indent < *written) {
            self.items.pop();
        }
        let begins = self.items.last().map_or(0, |(_, emitted)| *emitted);
        self.push(&format!("{}{}", " ".repeat(begins), inline::escape(text)));
    }

    fn push(&mut self, line: &str) {
        self.out.push(line.trim_end().to_owned());
    }

    fn close_indented(&mut self) {
        let blanks = self.out.iter().rev().take_while(|line| line.is_empty()).count();
        self.out.truncate(self.out.len().saturating_sub(blanks));
        self.push("```");
        if blanks > 0 {
            self.push("");
        }
        self.place = Place::Text { after_blank: blanks > 0 };
    }

    fn end(mut self) -> Vec<String> {
        match self.place {
            Place::Fenced { mark, len } => self.push(&mark.to_string().repeat(len)),
            Place::Indented => self.close_indented(),
            Place::Text { .. } => {}
        }
        while self.out.last().is_some_and(String::is_empty) {
            self.out.pop();
        }
        self.out
    }
}

/// The character and length of a fence.
fn fence(text: &str) -> Option<(char, usize)> {
    let mark = text.chars().next().filter(|c| ['`', '~'].contains(c))?;
    let len = text.chars().take_while(|c| *c == mark).count();
    // Backticks that close on the same line are code in running text.
    let inline = mark == '`' && text.trim_start_matches('`').contains('`');
    (len >= 3 && !inline).then_some((mark, len))
}

/// Whether a line begins a block: code, a list or a table.
pub fn begins_block(line: &str) -> bool {
    ["```", "~~~", "|"].iter().any(|mark| line.starts_with(mark)) || list_marker(line).is_some()
}

/// The length of a list marker: `-`, `*`, `+`, `1.`, `1)`.
fn list_marker(text: &str) -> Option<usize> {
    let digits = text.chars().take_while(char::is_ascii_digit).count();
    let rest = text.get(digits..)?;
    let marks: &[char] = if digits == 0 { &['-', '*', '+'] } else { &['.', ')'] };
    let after = rest.strip_prefix(marks)?;
    (digits <= 9 && after.starts_with(' ')).then_some(digits.saturating_add(1))
}

#[cfg(test)]
mod tests;
