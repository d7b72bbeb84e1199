//! Fillers: the bytes that a writer writes into reserved space. `fill 0xFF`, after a wire or a part.

use crate::ast::{self, ExprKind, ExtentKind, WireKind};
use crate::diagnostic::Diagnostic;
use crate::layout;
use crate::model::{Code, Extent, Field, FieldId, Filler, Presence, Record, Space, Wire};
use crate::source::Span;

use crate::resolve::record::builder::Builder;
use crate::resolve::record::field::Spelled;
use crate::resolve::record::places::RecordPlaces;
use crate::resolve::resolver::Resolver;

/// The name or the constant of a field or part, which excludes a filler.
pub(in crate::resolve) struct Used {
    /// Its name.
    pub(in crate::resolve) name: Option<Span>,
    /// Its constant.
    pub(in crate::resolve) constant: Option<Span>,
}

impl Used {
    /// The error of a filler there; `None` in reserved space.
    pub(in crate::resolve) fn unfilled(&self, fill: Span) -> Option<Diagnostic> {
        let wrong = Diagnostic::new("only reserved space is filled", fill, "a filler");
        match self {
            Self { constant: Some(constant), .. } => {
                Some(wrong.other(*constant, "always this").help("leave out the filler or the constant"))
            }
            Self { name: Some(name), .. } => {
                Some(wrong.other(*name, "the user says what stands here").help("leave out the filler"))
            }
            Self { name: None, constant: None } => None,
        }
    }
}

impl<'a> Builder<'_, 'a> {
    /// Rejects a filler of a field that has a name or is constant.
    pub(in crate::resolve) fn is_unfilled(&mut self, spelled: &Spelled<'a>, name: Option<Span>) -> Option<()> {
        let used = Used { name, constant: spelled.computed.map(|constant| constant.span) };
        match spelled.fill.and_then(|fill| used.unfilled(fill.span)) {
            Some(wrong) => self.refuse(wrong),
            None => Some(()),
        }
    }

    /// `_: bytes[..]`, `_: bytes[..] fill 0xFF`, `_: bytes[..] = 0`: bytes to the end of the region.
    pub(in crate::resolve) fn tail(&mut self, spelled: &Spelled<'a>) -> Option<Wire> {
        let byte = self.fill_byte(spelled.computed.or(spelled.fill), 1, 0)?;
        let filler = Filler { byte, is_checked: spelled.computed.is_some() };
        Some(Wire::Padding { space: Space::Extent(Extent::Rest), filler })
    }

    /// The byte that fills reserved space of `count` numbers, each of `size` bytes; zero without a filler.
    pub(in crate::resolve) fn fill_byte(&mut self, fill: Option<&ast::Expr>, size: u64, count: u64) -> Option<u8> {
        let Some(fill) = fill else { return Some(0) };
        if size != 1 {
            let label = format!("each number here has {size} bytes");
            let wrong = Diagnostic::new("bytes are filled with one byte", fill.span, label);
            let bytes = size.saturating_mul(count);
            return self.refuse(wrong.help(format!("reserve bytes: `_: bytes[{bytes}] fill 0xFF`")));
        }
        let code = self.resolver.integer(fill)?;
        self.byte(code, fill.span, Some("give a number of 0..=255"))
    }

    /// A number that must be a byte.
    pub(in crate::resolve) fn byte(&mut self, code: Code, span: Span, help: Option<&str>) -> Option<u8> {
        let wrong = || Diagnostic::new(format!("{code} is no byte"), span, "outside of 0..=255").help_if(help);
        u8::try_from(code).ok().or_else(|| self.refuse(wrong()))
    }

    /// `fill ' '` in text.
    pub(in crate::resolve) fn text_filler(
        &mut self,
        fill: Option<&ast::Expr>,
        extent: &Extent,
        span: Span,
    ) -> Option<Option<u8>> {
        let Some(fill) = fill else { return Some(None) };
        if extent.constant().is_none() {
            let wrong = Diagnostic::new("only text of a fixed size is filled", fill.span, "a filler");
            return self.refuse(wrong.other(span, "this size varies").help("leave out the filler"));
        }
        self.fill_byte(Some(fill), 1, 0).map(Some)
    }

    /// Reserved space of `count` numbers, each of `size` bytes.
    pub(in crate::resolve) fn filled_space(&mut self, fill: Option<&ast::Expr>, size: u64, count: u64) -> Option<Wire> {
        let byte = self.fill_byte(fill, size, count)?;
        Some(Wire::reserved(count.saturating_mul(size), Filler { byte, is_checked: false }))
    }
}

/// Whether reserved space goes to the end of the region, and its constant, if it has one, is a byte.
pub(in crate::resolve) fn is_tail(spelled: &Spelled<'_>) -> bool {
    let WireKind::Bytes { encoding: None, extent: Some(extent) } = &spelled.wire.kind else {
        return false;
    };
    let constant = spelled.computed.map(|constant| &constant.kind);
    matches!(extent.kind, ExtentKind::Rest)
        && !matches!(constant, Some(ExprKind::Text(_) | ExprKind::List(_) | ExprKind::Call { .. }))
}

/// The most bytes that a writer fills, if a number says how many: 1 MiB.
pub(super) const LARGEST: Code = 1 << 20;

impl Resolver<'_> {
    /// Has a writer fill a region that ends in reserved bytes, if it does not derive the size.
    pub(in crate::resolve) fn fill_region(
        &mut self,
        record: &mut Record,
        places: &RecordPlaces,
        extent: &Extent,
        body: &[FieldId],
    ) -> Option<()> {
        let is_tail = |field: &&mut Field| {
            let to_the_end = matches!(field.wire, Wire::Padding { space: Space::Extent(Extent::Rest), .. });
            to_the_end && field.presence == Presence::Always
        };
        let Some(id) = record.last_of(body) else { return Some(()) };
        match extent {
            Extent::Fixed { .. } => {}
            Extent::Given(size) if record.fields.get_mut(id.0).filter(is_tail).is_some() => {
                let size = layout::wire_expr_interval(&self.protocol, record, size);
                if size.max > LARGEST {
                    let wrong = too_many(size.max, id, places);
                    return self.refuse(wrong.help("keep the bytes as a field: `rest: bytes[..]`"));
                }
            }
            _ => return Some(()),
        }
        if let Some(Field { wire: Wire::Padding { space, .. }, .. }) = record.fields.get_mut(id.0).filter(is_tail) {
            *space = Space::Filled;
        }
        Some(())
    }

    /// Rejects reserved space of more bytes than a writer fills.
    pub(in crate::resolve) fn all_space_is_bounded(&mut self, record: &Record, places: &RecordPlaces) -> Option<()> {
        let large = record.fields.iter().enumerate().find_map(|(at, field)| {
            let Wire::Padding { space, .. } = &field.wire else { return None };
            let bytes = layout::expr_interval_around(&self.protocol, record, FieldId(at), space.given()?).max;
            (bytes > LARGEST).then_some((FieldId(at), bytes))
        });
        let Some((id, bytes)) = large else { return Some(()) };
        let wrong = too_many(bytes, id, places).help("name the field");
        self.refuse(wrong.help("bytes up to a multiple of 4 are `_: align(4)`"))
    }

    /// Rejects fillers of bytes that a writer leaves out.
    pub(in crate::resolve) fn all_fillers_are_written(&mut self, record: &Record, places: &RecordPlaces) -> Option<()> {
        let left_out = record.fields.iter().position(|field| match &field.wire {
            Wire::Padding { space: space @ Space::Extent(_), filler } => {
                !space.is_written() && filler.byte != 0 && !filler.is_checked
            }
            _ => false,
        });
        let Some(at) = left_out else { return Some(()) };
        let span = places.fields.get(at).map_or(places.name, |place| place.name);
        let wrong = Diagnostic::new("this filler is never written", span, "a writer leaves these bytes out");
        let note = "it fills the end of a region whose size is a constant, a parameter, or a number that the user sets";
        self.refuse(wrong.note(note).help("leave out `fill` and its number"))
    }
}

fn too_many(bytes: Code, id: FieldId, places: &RecordPlaces) -> Diagnostic {
    let span = places.fields.get(id.0).map_or(places.name, |place| place.name);
    let wrong = Diagnostic::new("a writer would fill too many bytes", span, format!("up to {bytes} bytes"));
    wrong.note(format!("it fills at most {LARGEST} bytes"))
}
