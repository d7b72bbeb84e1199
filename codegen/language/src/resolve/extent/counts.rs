//! Proposals for lengths in the style of other languages: counts of the intended units.

use crate::advice::words;
use crate::ast::{self, Entry, ExprKind, WireKind};
use crate::diagnostic::{Edit, Help};
use crate::near;
use crate::source::Span;

use crate::resolve::record::builder::Builder;
use crate::resolve::resolver::Declared;

impl Builder<'_, '_> {
    /// The size in bytes of a number, also of another language, or of a struct or a field of numbers.
    pub(in crate::resolve) fn bytes_of(&self, args: &[ast::Expr]) -> Option<u32> {
        let [ast::Expr { kind: ExprKind::Path(path), .. }] = args else { return None };
        let name = self.resolver.sources.text(path.span);
        if let Some(Declared::Struct(item)) = self.resolver.items.get(name) {
            return bytes(&item.body.entries);
        }
        let field = self.frame.entries.iter().find_map(|entry| match entry {
            Entry::Field(field) if field.name.as_ref().is_some_and(|own| own.text == name) => Some(&field.wire),
            _ => None,
        });
        match field {
            Some(wire) => self.element_bytes(wire),
            None => words::bytes_of(&words::wires(name).first()?.wire),
        }
    }

    fn element_bytes(&self, wire: &ast::Wire) -> Option<u32> {
        match (&wire.kind, self.resolver.items.get(self.resolver.sources.text(wire.span))) {
            (WireKind::Named { .. }, Some(Declared::Struct(item))) => bytes(&item.body.entries),
            _ => number_bytes(wire),
        }
    }

    /// A number with a length as its value, `len: u16 = sizeof(rest)`: a proposal to name it as the count instead.
    pub(in crate::resolve) fn counts_what_follows(
        &self,
        own: &str,
        clause: Span,
        word: &str,
        args: &[ast::Expr],
    ) -> Option<Help> {
        let sources = self.resolver.sources;
        let later = self.frame.entries.get(self.frame.entry.checked_add(1)?..)?;
        let dropped = Edit::new(clause, "");
        let names =
            |span: Span| sources.text(span).split(|c: char| !c.is_alphanumeric() && c != '_').any(|one| one == own);
        if later.iter().filter_map(entry_span).any(names) {
            return Some(Help::new(format!("leave `{}` out", sources.text(clause).trim()), [dropped]));
        }
        let of = args.first().map_or("", |arg| sources.text(arg.span));
        let is_of = |entry: &Entry| match entry {
            Entry::Field(field) => {
                field.name.as_ref().is_some_and(|name| name.text == of) || sources.text(field.wire.span) == of
            }
            _ => false,
        };
        let spans: Vec<Span> = later.iter().filter_map(entry_span).collect();
        let whole = near::WHOLE.contains(&of) || self.frame.scope().is_some_and(|scope| scope.type_name == of);
        let head = self.frame.entries.get(..=self.frame.entry).filter(|_| whole).map_or(Some(0), bytes)?;
        let size = if head > 0 { format!("{own} - {head}") } else { own.to_owned() };
        let (first, last, entry) = match later.iter().find(|entry| is_of(entry)) {
            Some(entry) => (entry_span(entry)?, entry_span(entry)?, Some(entry)),
            None if whole || near::REST.contains(&of) => {
                (*spans.first()?, *spans.last()?, later.first().filter(|_| spans.len() == 1))
            }
            None => return None,
        };
        let rest = match entry {
            Some(Entry::Field(field)) => sources.rest_in(field.wire.span).map(|rest| (field, rest)),
            _ => None,
        };
        // Elements can only be counted by `len`, bytes by every such word.
        if let Some((field, rest)) = rest.filter(|_| head == 0)
            && match &field.wire.kind {
                WireKind::List { item, .. } => number_bytes(item) == Some(1) || !near::COUNTS_BYTES.contains(&word),
                _ => true,
            }
        {
            let wire = sources.text(Span { end: rest.start, ..field.wire.span });
            let said = format!("leave it out, and count by it: `{wire}{own}]`");
            return Some(Help::new(said, [dropped, Edit::new(rest, own)]));
        }
        let [open, close] = Help::around(first, last, &size);
        let said = format!("leave it out, and let it be the size of a region: `within ({size}) {{ .. }}`");
        Some(Help::new(said, [dropped, open, close]))
    }
}

/// The span of an entry that has bytes.
fn entry_span(entry: &Entry) -> Option<Span> {
    (!matches!(entry, Entry::Example(_) | Entry::Error { .. })).then(|| entry.span())
}

/// The size of entries of fixed size.
fn bytes(entries: &[Entry]) -> Option<u32> {
    entries.iter().filter(|entry| !matches!(entry, Entry::Example(_))).map(entry_bytes).sum()
}

fn entry_bytes(entry: &Entry) -> Option<u32> {
    match entry {
        Entry::Field(field) if field.clauses.presence.is_none() => number_bytes(&field.wire),
        Entry::Bits(bits) => number_bytes(&bits.carrier),
        _ => None,
    }
}

fn number_bytes(wire: &ast::Wire) -> Option<u32> {
    match &wire.kind {
        WireKind::Int(number) => number.bits.is_multiple_of(8).then_some(number.bits / 8),
        WireKind::Bool => Some(1),
        _ => None,
    }
}
