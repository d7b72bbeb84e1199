//! Fillers: what a writer puts where nothing of the value stands. `fill 0xFF`, behind a wire or a part.

use crate::ast;
use crate::diagnostic::Diagnostic;
use crate::model::Value;
use crate::source::Span;

use crate::resolve::record::builder::Builder;
use crate::resolve::record::field::Spelled;

/// What makes a place the user's or the schema's, so that it has no filler.
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

    /// The byte that fills reserved space of `count` numbers, each of `size` bytes; zero without a filler.
    pub(in crate::resolve) fn fill_byte(&mut self, fill: Option<&ast::Expr>, size: u64, count: u64) -> Option<u8> {
        let Some(fill) = fill else { return Some(0) };
        if size != 1 {
            let label = format!("each number here has {size} bytes");
            let wrong = Diagnostic::new("bytes are filled with one byte", fill.span, label);
            let bytes = size.saturating_mul(count);
            return self.refuse(wrong.help(format!("reserve bytes: `_: bytes[{bytes}] fill 0xFF`")));
        }
        let code = self.resolver.integer_or_text(fill, Value::Int(None))?;
        let Ok(byte) = u8::try_from(code) else {
            let wrong = Diagnostic::new(format!("{code} is no byte"), fill.span, "outside of 0..=255");
            return self.refuse(wrong.help("give a number of 0..=255, or reserve a number: `_: u16 fill 0x1234`"));
        };
        Some(byte)
    }
}
