//! Errors of earlier passes, so that the resolver reports none of their consequences.
//!
//! An error node resolves to nothing, silently, like a name with an earlier error. The rest of its declaration is
//! resolved to find further errors, and then counts as failed.

use std::collections::HashSet;

use crate::ast::{self, File, Item};
use crate::diagnostic::Diagnostics;
use crate::source::{Sources, Span};

use crate::resolve::resolver::{Declared, Resolver};

/// The spans of errors from parsing and loading.
#[derive(Debug, Default)]
pub(in crate::resolve) struct Unread {
    /// In order, each with the end of the code before it.
    pub(in crate::resolve) places: Vec<Span>,
    /// The words at these spans in lower case: possible names of declarations.
    words: HashSet<String>,
    /// Whether the name of a declaration, or an import, is unreadable.
    lacks_names: bool,
    /// Whether a header is unreadable, which may declare versions.
    pub(in crate::resolve) header: bool,
}

impl Unread {
    pub(in crate::resolve) fn new(sources: &Sources, files: &[File], found: &Diagnostics) -> Self {
        let words = found.places().map(|place| key(sources.text(place))).collect();
        let cut_off = found.places().filter_map(|place| cut_off(sources, place));
        let mut places: Vec<Span> = found.places().chain(cut_off).collect();
        places.sort_unstable();
        let mut unread = Self { places, words, lacks_names: false, header: false };
        let is = |word: &str, item: &ast::Unread| item.kind.as_ref().is_some_and(|kind| kind.text == word);
        for item in files.iter().flat_map(|file| &file.items) {
            match item {
                Item::Error(item) if is("protocol", item) => unread.header = true,
                Item::Error(item) => unread.lacks_names |= item.name.is_none() || is("use", item),
                Item::Use(item) => unread.lacks_names |= unread.is_in(item.span),
                _ => {}
            }
        }
        let headers = files.iter().filter_map(|file| file.header.as_ref());
        unread.header |= headers.into_iter().any(|header| unread.is_in(header.span));
        unread
    }

    /// Whether an error lies within a span or directly after it.
    pub(in crate::resolve) fn is_in(&self, span: Span) -> bool {
        self.first_from(span).is_some_and(|place| place.start <= span.end)
    }

    /// Whether a diagnostic at a span would be a consequence of an unreadable part.
    fn is_told(&self, span: Span) -> bool {
        self.first_from(span).is_some_and(|place| place.start < span.end || *place == span)
    }

    fn first_from(&self, span: Span) -> Option<&Span> {
        let at = self.places.partition_point(|place| (place.file, place.start) < (span.file, span.start));
        self.places.get(at).filter(|place| place.file == span.file)
    }
}

/// The end of the code before an error on its line, which may continue there.
fn cut_off(sources: &Sources, place: Span) -> Option<Span> {
    let (before, behind) = sources.get(place.file).text.split_at_checked(place.range().start)?;
    let line = behind.lines().next().unwrap_or("").trim_start();
    if line.is_empty() || line.starts_with("//") {
        return None;
    }
    let end = before.trim_end_matches([' ', '\t']).len();
    Some(Span::new(place.file, end.checked_sub(1)?, end))
}

/// A name in lower case: a name in the wrong case is a single error.
fn key(word: &str) -> String {
    word.replace('_', "").to_ascii_lowercase()
}

/// The span of a declaration, as far as it is read: of an unreadable one its name.
fn known(declared: &Declared) -> Span {
    if let Declared::Error(_) = declared { declared.place() } else { declared.head().span }
}

impl Resolver<'_> {
    /// Whether a part of a span is unreadable.
    pub(in crate::resolve) fn is_unread(&self, span: Span) -> bool {
        self.unread.is_in(span)
    }

    pub(in crate::resolve) fn is_told(&self, span: Span) -> bool {
        self.unread.is_told(span)
    }

    /// Whether a part of a declaration is unreadable.
    pub(in crate::resolve) fn is_unread_item(&self, name: &str) -> bool {
        self.items.get(name).is_some_and(|declared| self.is_unread(known(declared)))
    }

    /// Whether an undeclared name may be declared in an unreadable part.
    pub(in crate::resolve) fn may_be_unread(&self, name: &str) -> bool {
        let declared = self.candidates.get(name).map(Vec::as_slice).unwrap_or_default();
        self.unread.lacks_names
            || self.unread.words.contains(&key(name))
            || declared.iter().any(|one| matches!(one, Declared::Error(_)))
    }

    /// Whether a family is unreadable, which may contain any message.
    pub(in crate::resolve) fn has_unread_family(&self) -> bool {
        let may_be = |one: &&&Declared| matches!(one, Declared::Family(_) | Declared::Error(_));
        self.unread.lacks_names || self.items.values().any(|one| may_be(&one) && self.is_unread(known(one)))
    }
}
