//! The ends of bytes and text: `until "\r\n"`, `through 10`, `before 0xFF`.

use crate::ast::{self, Alternative, AlternativeKind, EndWord, Pattern, UntilEnd};
use crate::diagnostic::{Diagnostic, Help};
use crate::model::{Encoding, End, Extent, Interval, Kept, Value};
use crate::resolve::wanted::Wanted;
use crate::source::Span;

use crate::resolve::record::builder::Builder;
use crate::resolve::resolver::{Constant, Declared};
use crate::resolve::words::VERSION;

const BYTE: Interval = Interval::new(0, 255);

/// One alternative of an end.
enum One<'a> {
    /// A text, as bytes.
    Text(Vec<u8>, Span),
    Codes(&'a Alternative),
}

impl<'a> Builder<'_, 'a> {
    /// The treatment of an end, by its word.
    pub(super) fn kept(&mut self, word: EndWord, at: Span) -> Option<Kept> {
        let kept = match word {
            EndWord::Until => return Some(Kept::No),
            EndWord::Through => Kept::Yes,
            EndWord::Before => Kept::Left,
        };
        let name = ast::Name { text: kept.word().to_owned(), span: at };
        let path = ast::Path { segments: vec![name], span: at };
        if !self.knows(&path) {
            return Some(kept);
        }
        let title = format!("`{}` is a field or parameter here", kept.word());
        let wrong = Diagnostic::new(title, at, "the word for an end, or that number?");
        self.refuse(wrong.help("give the field or parameter another name; a count may be in parentheses"))
    }

    /// Rejects an end that is kept, or left, of text of wider characters.
    pub(super) fn only_until(&mut self, extent: &Extent, at: Span) -> Option<()> {
        let Extent::Until { kept: kept @ (Kept::Yes | Kept::Left), .. } = extent else { return Some(()) };
        let title = format!("`{}` ends only text of bytes", kept.word());
        let wrong = Diagnostic::new(title, at, "wider characters");
        self.refuse(wrong.help("end it by `until` and a number, or by a count"))
    }

    /// The end of bytes or text.
    pub(super) fn sought(&mut self, end: &'a UntilEnd, encoding: Option<Encoding>, kept: Kept) -> Option<End> {
        let pattern = match end {
            UntilEnd::Pattern(pattern) => pattern,
            UntilEnd::Field { path, pattern } => return self.no_fields(path.span, pattern),
            UntilEnd::Expr(expr) => return self.until_left(expr),
        };
        let mut all = Vec::new();
        for alternative in &pattern.alternatives {
            all.push(self.alternative_end(alternative, encoding)?);
        }
        let numbers: Vec<Alternative> = all.iter().filter_map(One::codes).cloned().collect();
        let mut codes = None;
        if !numbers.is_empty() {
            let pattern = Pattern { alternatives: numbers, span: pattern.span };
            codes = Some(self.resolver.codes(&pattern, BYTE, Value::Int(None))?);
        }
        let (mut read, mut texts) = (codes.as_ref().map(|codes| codes.read.clone()).unwrap_or_default(), Vec::new());
        for one in &all {
            let One::Text(bytes, span) = one else { continue };
            let only = if let [byte] = bytes.as_slice() { Some(Interval::only((*byte).into())) } else { None };
            if texts.contains(bytes) || only.is_some_and(|only| read.iter().any(|known| only.within(*known))) {
                let wrong = Diagnostic::new("this alternative adds nothing", *span, "already taken");
                return self.refuse(wrong.help("remove it"));
            }
            match only {
                Some(only) => read.push(only),
                None => texts.push(bytes.clone()),
            }
        }
        let written = match all.first()? {
            One::Text(bytes, _) => bytes.clone(),
            One::Codes(_) => codes.and_then(|codes| u8::try_from(codes.written).ok()).into_iter().collect(),
        };
        self.apart(&read, &texts, &all, pattern.span)?;
        self.may_end(kept, encoding, (&read, &texts), pattern.span)?;
        match (texts.is_empty(), written.as_slice()) {
            (true, [written]) => Some(End::Value { read, written: (*written).into() }),
            _ => Some(End::Texts { read, texts, written }),
        }
    }

    pub(super) fn no_fields<T>(&mut self, name: Span, pattern: &Pattern) -> Option<T> {
        self.refuse(
            Diagnostic::new("the elements are numbers without fields", name, "no field to look at")
                .help(Help::without(Span { end: pattern.span.start, ..name }, "leave the name out")),
        )
    }

    fn alternative_end(&mut self, alternative: &'a Alternative, encoding: Option<Encoding>) -> Option<One<'a>> {
        let text = match &alternative.kind {
            AlternativeKind::Text(text) => text.clone(),
            AlternativeKind::Name(name) if name.text != VERSION => {
                match self.resolver.lookup(name, Wanted::Constant)? {
                    (_, Declared::Const(item)) => match self.resolver.constant_item(item, name.span)? {
                        Constant::Text(text) => text,
                        Constant::Int(_) | Constant::Ratio(_) | Constant::Bool(_) => {
                            return Some(One::Codes(alternative));
                        }
                    },
                    _ => return Some(One::Codes(alternative)),
                }
            }
            _ => return Some(One::Codes(alternative)),
        };
        if text.is_empty() {
            let wrong = Diagnostic::new("an end without bytes", alternative.span, "found everywhere");
            return self.refuse(wrong.help("write the bytes that stand at the end, or `..` for all that is left"));
        }
        let units = self.encoded(encoding, text, alternative.span)?;
        Some(One::Text(units.into_iter().filter_map(|unit| u8::try_from(unit).ok()).collect(), alternative.span))
    }

    /// Rejects an end within another: a reader could not tell them apart before it has read more.
    fn apart(&mut self, read: &[Interval], texts: &[Vec<u8>], all: &[One<'_>], span: Span) -> Option<()> {
        let within = |long: &[u8]| {
            let longer = long.get(..long.len().saturating_sub(1)).unwrap_or_default();
            let byte = longer.iter().any(|byte| read.iter().any(|one| one.contains((*byte).into())));
            byte || texts.iter().any(|text| longer.windows(text.len()).any(|part| part == text))
        };
        let place = |bytes: &[u8]| all.iter().find_map(|one| one.place(bytes)).unwrap_or(span);
        let Some(long) = texts.iter().find(|text| within(text)) else { return Some(()) };
        let title = "a reader cannot tell which of these ends it is";
        let wrong = Diagnostic::new(title, place(long), "another end is within this one, not at its end");
        self.refuse(
            wrong
                .note("the bytes that make the difference may not have arrived")
                .help("leave one of the two out; the next field can take what is left of the longer one"),
        )
    }

    /// Rejects ends that a text cannot have, and texts that a next field cannot begin with.
    fn may_end(
        &mut self,
        kept: Kept,
        encoding: Option<Encoding>,
        (read, texts): (&[Interval], &[Vec<u8>]),
        span: Span,
    ) -> Option<()> {
        let beyond = read.iter().map(|one| one.max).max().filter(|code| *code > 127);
        match kept {
            Kept::Left if !texts.is_empty() => {
                let wrong = Diagnostic::new("`before` looks for one byte", span, "a text of several bytes");
                self.refuse(wrong.help("name the byte with which the next field begins, or take the end with `until`"))
            }
            Kept::Yes
                if let Some(code) = beyond
                    && matches!(encoding, Some(Encoding::Ascii | Encoding::Utf8)) =>
            {
                let title = format!("no text ends in a byte {code}");
                let wrong = Diagnostic::new(title, span, "the end is part of the text");
                self.refuse(wrong.help("end it in a byte below 128, or write `bytes`"))
            }
            Kept::No | Kept::Yes | Kept::Left => Some(()),
        }
    }

    /// The maximal length, which has room for an end that is part of the value.
    pub(super) fn bound(&mut self, bound: &ast::Expr, end: &End, kept: Kept) -> Option<u64> {
        let code = self.resolver.integer(bound)?;
        let most = self.fixed_count(code, bound.span)?;
        let (read, texts) = end.sought();
        let longest = texts.iter().map(Vec::len).chain((!read.is_empty()).then_some(1)).max();
        if kept == Kept::Yes && u64::try_from(longest.unwrap_or(1)).is_ok_and(|len| len > most) {
            let wrong = Diagnostic::new("no room for the end", bound.span, "the maximum counts the end, too");
            return self.refuse(wrong.help("raise it by the length of the end"));
        }
        Some(most)
    }
}

impl<'a> One<'a> {
    const fn codes(&self) -> Option<&'a Alternative> {
        match self {
            Self::Codes(alternative) => Some(alternative),
            Self::Text(..) => None,
        }
    }

    fn place(&self, bytes: &[u8]) -> Option<Span> {
        match self {
            Self::Text(own, span) => (own == bytes).then_some(*span),
            Self::Codes(_) => None,
        }
    }
}
