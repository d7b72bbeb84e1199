//! Source texts: the files of one compilation, and spans within them.
//!
//! A span is a file and two byte offsets; it is `Copy` and independent of lines. Lines and columns are computed only
//! when a diagnostic is rendered.

use std::path::{Path, PathBuf};

/// One file of a compilation, as an index into [`Sources`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct FileId(pub u16);

/// A range of one file's text, in bytes: from `start` up to but excluding `end`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// A span from two byte offsets.
    #[must_use]
    pub fn new(file: FileId, start: usize, end: usize) -> Self {
        let cut = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Self { file, start: cut(start), end: cut(end) }
    }

    /// The span from the start of this one to the end of `last`.
    #[must_use]
    pub fn to(self, last: Span) -> Self {
        Self { file: self.file, start: self.start.min(last.start), end: self.end.max(last.end) }
    }

    /// The empty span before this one.
    #[must_use]
    pub fn front(self) -> Self {
        Self { end: self.start, ..self }
    }

    /// The empty span after this one.
    #[must_use]
    pub fn behind(self) -> Self {
        Self { start: self.end, ..self }
    }

    /// Whether another span is in this one.
    #[must_use]
    pub fn holds(self, inner: Self) -> bool {
        self.file == inner.file && self.start <= inner.start && inner.end <= self.end
    }

    /// The span as a range of bytes.
    #[must_use]
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// One file: its path in diagnostics, and its text.
#[derive(Debug, Clone)]
pub struct Source {
    /// The path given by the user, or relative to the importing file.
    pub path: PathBuf,
    /// The whole text.
    pub text: String,
}

/// All files of one compilation: the schema, then its imports.
#[derive(Debug, Clone, Default)]
pub struct Sources {
    files: Vec<Source>,
}

impl Sources {
    /// Adds a file and returns its id. At most 65,535 files; the limit on imports is far lower.
    pub fn add(&mut self, path: impl Into<PathBuf>, text: impl Into<String>) -> FileId {
        let id = FileId(u16::try_from(self.files.len()).unwrap_or(u16::MAX));
        self.files.push(Source { path: path.into(), text: text.into() });
        id
    }

    /// The file of an id from [`Sources::add`].
    #[must_use]
    pub fn get(&self, file: FileId) -> &Source {
        static NOTHING: Source = Source { path: PathBuf::new(), text: String::new() };
        self.files.get(usize::from(file.0)).unwrap_or(&NOTHING)
    }

    /// The text of a span; empty if the span exceeds its file.
    #[must_use]
    pub fn text(&self, span: Span) -> &str {
        self.get(span.file).text.get(span.range()).unwrap_or("")
    }

    /// The text of a span without its comments, on one line.
    #[must_use]
    pub fn one_line(&self, span: Span) -> String {
        let lines = self.text(span).lines().map(|line| line.split("//").next().unwrap_or(line));
        lines.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
    }

    /// Extends a span by the word directly before it, if it is this one.
    #[must_use]
    pub fn with_word(&self, word: &str, span: Span) -> Option<Span> {
        let before = self.get(span.file).text.get(..span.range().start)?;
        let start = before.trim_end().strip_suffix(word)?.len();
        Some(Span::new(span.file, start, span.range().end))
    }

    /// The clause that consists of a word and a span, with the space before it; `None` if the clause has more.
    #[must_use]
    pub fn clause(&self, word: &str, span: Span) -> Option<Span> {
        let text = &self.get(span.file).text;
        let start = self.with_word(word, span)?.range().start;
        let ends = text.get(span.range().end..)?.trim_start().starts_with([',', ';', '}']);
        ends.then(|| Span::new(span.file, text.get(..start).unwrap_or_default().trim_end().len(), span.range().end))
    }

    /// The uses within a span of the word at another: without declarations, comments and strings.
    #[must_use]
    pub fn uses(&self, word: Span, within: Span) -> Vec<Span> {
        let (name, text) = (self.text(word), self.text(within));
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
        let places = text.match_indices(name).filter(|(at, _)| {
            let before = text.get(..*at).unwrap_or_default();
            let behind = text.get(at + name.len()..).unwrap_or_default();
            let line = before.rsplit('\n').next().unwrap_or_default();
            let is_read = !line.contains("//") && line.matches('"').count().is_multiple_of(2);
            let is_word = !before.ends_with(is_part) && !behind.starts_with(|c: char| is_part(c) && c != '.');
            is_read && is_word && !behind.trim_start().starts_with(':')
        });
        let start = within.range().start;
        places.map(|(at, _)| Span::new(within.file, start + at, start + at + name.len())).collect()
    }

    /// The word directly before a span.
    #[must_use]
    pub fn word_before(&self, span: Span) -> Span {
        let before = self.get(span.file).text.get(..span.range().start).unwrap_or_default().trim_end();
        let start = before.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_').len();
        Span::new(span.file, start, before.len())
    }

    /// Extends a span by the comma that must be removed with it: the one after it, or else the one before.
    #[must_use]
    pub fn with_comma(&self, span: Span) -> Span {
        let text = self.get(span.file).text.get(span.range().end..).unwrap_or_default();
        match text.trim_start().strip_prefix(',') {
            Some(rest) => {
                let gap = rest.len() - rest.trim_start().len();
                Span::new(span.file, span.range().start, span.range().end + (text.len() - rest.len()) + gap)
            }
            None => self.with_word(",", span).unwrap_or(span),
        }
    }

    /// The `..` in the brackets that end a wire.
    #[must_use]
    pub fn rest_in(&self, wire: Span) -> Option<Span> {
        let start = wire.range().start + self.text(wire).strip_suffix("..]")?.len();
        Some(Span::new(wire.file, start, start + 2))
    }

    /// The end of a file, where a declaration can be added.
    #[must_use]
    pub fn end(&self, file: FileId) -> Span {
        let end = self.get(file).text.len();
        Span::new(file, end, end)
    }

    /// The id of the file with this path.
    #[must_use]
    pub fn find(&self, path: &Path) -> Option<FileId> {
        let at = self.files.iter().position(|f| f.path == path)?;
        u16::try_from(at).ok().map(FileId)
    }

    /// All files, in order of addition.
    pub fn iter(&self) -> impl Iterator<Item = &Source> {
        self.files.iter()
    }
}
