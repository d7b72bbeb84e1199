//! A page as a tree, before it is text: so that what several versions say of one thing can be laid side by side.
//!
//! Every node has a key, by which it is found again in another version; two nodes of one body never share one.

pub(super) mod merge;
pub(super) mod write;

/// The key of what a schema says.
pub(super) const DOCS: &str = "docs";

/// A piece of a page.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Block {
    /// A heading and what is below it.
    Section {
        /// One to six.
        level: usize,
        /// Its words, Markdown already.
        title: String,
        /// The blocks below it.
        body: Vec<Block>,
    },
    /// Paragraphs, Markdown already.
    Text {
        /// By which it is found again.
        key: String,
        /// The lines.
        lines: Vec<String>,
    },
    /// A table of GitHub's.
    Table {
        /// By which it is found again.
        key: String,
        /// The words over the columns.
        head: &'static [&'static str],
        /// The rows.
        rows: Vec<Row>,
    },
    /// A list.
    List {
        /// By which it is found again.
        key: String,
        /// The words before it.
        title: &'static str,
        /// The items, of one cell each.
        items: Vec<Row>,
    },
    /// Short pieces in one line.
    Line {
        /// By which it is found again.
        key: String,
        /// The versions that have it, Markdown already; nothing if all have it.
        mark: Option<String>,
        /// The words before them.
        title: &'static str,
        /// The text between them.
        between: &'static str,
        /// The pieces, of one cell each.
        parts: Vec<Row>,
    },
    /// A picture in a file of its own.
    Image {
        /// The name of its file, without the end.
        file: String,
        /// The same in words.
        alternative: String,
        /// SVG.
        svg: String,
    },
    /// Plain text, in columns.
    Picture {
        /// The words before it, Markdown already; the key by which it is found again.
        title: String,
        /// Paragraphs about it, Markdown already.
        about: Vec<String>,
        /// The lines.
        text: String,
    },
}

/// A row of a table, or an item of a list.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Row {
    /// By which it is found again.
    pub(super) key: String,
    /// Its cells, Markdown already.
    pub(super) cells: Vec<String>,
}

impl Row {
    pub(super) fn new(key: impl Into<String>, cells: impl IntoIterator<Item = String>) -> Self {
        Self { key: key.into(), cells: cells.into_iter().collect() }
    }
}

/// The words over a column of sentences.
pub(super) const SENTENCES: [&str; 2] = ["meaning", "what it is"];

/// The column of a table that holds sentences: the last one, unless another has that for its head.
pub(super) fn sentences(head: &[&str]) -> usize {
    let named = head.iter().position(|word| SENTENCES.contains(word));
    named.unwrap_or(head.len().saturating_sub(1))
}

/// A section.
pub(super) fn section(level: usize, title: impl Into<String>, body: Vec<Block>) -> Block {
    Block::Section { level, title: title.into(), body }
}

/// One paragraph.
pub(super) fn text(key: impl Into<String>, line: impl Into<String>) -> Block {
    Block::Text { key: key.into(), lines: vec![line.into()] }
}

/// The comment of a schema, a block for each paragraph, so that versions can share some of them.
pub(super) fn docs(schema: &[String]) -> Vec<Block> {
    let mut paragraphs: Vec<Vec<String>> = vec![Vec::new()];
    let mut fenced = false;
    for line in super::text::docs(schema) {
        fenced ^= line.trim_start().starts_with("```") || line.trim_start().starts_with("~~~");
        // The items of a list may have blank lines between them.
        let ends = line.is_empty() && !fenced && paragraphs.last().is_some_and(|last| !is_list(last));
        match paragraphs.last_mut() {
            Some(last) if !ends => last.push(line),
            _ => paragraphs.push(Vec::new()),
        }
    }
    paragraphs.retain(|lines| !lines.is_empty());
    let block = |lines: Vec<String>| Block::Text { key: format!("{DOCS} {}", lines.join(" ")), lines };
    paragraphs.into_iter().map(block).collect()
}

/// Whether a paragraph is a list.
fn is_list(lines: &[String]) -> bool {
    lines.first().is_some_and(|line| crate::docs::begins_block(line) && !line.starts_with('|'))
}

/// A table; nothing if it has no rows.
pub(super) fn table(key: impl Into<String>, head: &'static [&'static str], rows: Vec<Row>) -> Option<Block> {
    (!rows.is_empty()).then(|| Block::Table { key: key.into(), head, rows })
}

/// One line of short pieces; nothing if there are none.
pub(super) fn line(key: &str, title: &'static str, between: &'static str, parts: Vec<String>) -> Option<Block> {
    let parts: Vec<Row> = parts.into_iter().map(|part| Row::new(part.clone(), [part])).collect();
    (!parts.is_empty()).then(|| Block::Line { key: key.to_owned(), mark: None, title, between, parts })
}

/// A list; nothing if it has no items.
pub(super) fn list(key: impl Into<String>, title: &'static str, items: Vec<Row>) -> Option<Block> {
    (!items.is_empty()).then(|| Block::List { key: key.into(), title, items })
}
