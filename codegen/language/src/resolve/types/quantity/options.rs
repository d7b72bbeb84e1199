//! The options of a quantity or a digit: `in degrees range -90..=90 clamp trunc lossy`.

use crate::ast::{self, OptionKind};
use crate::diagnostic::Diagnostic;
use crate::model::{Outside, Rounding};
use crate::resolve::resolver::Resolver;
use crate::source::Span;

/// The selected options, each at most once.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::resolve) struct Choices {
    /// `wrap`, `clamp` or `refuse`.
    pub(in crate::resolve) outside: Option<(OptionKind, Span)>,
    /// `round`, `trunc` or `floor`.
    pub(in crate::resolve) rounding: Option<(Rounding, Span)>,
    /// `lossy`.
    pub(in crate::resolve) lossy: Option<Span>,
}

impl Choices {
    /// The handling of values outside of the range; `period` of those that wrap, if it is known.
    pub(in crate::resolve) fn outside(&self, period: Option<u128>) -> Outside {
        match self.outside {
            Some((OptionKind::Clamp, _)) => Outside::Clamp,
            Some((OptionKind::Wrap, _)) => Outside::Wrap { period: period.unwrap_or(1) },
            _ => Outside::Refuse,
        }
    }
}

impl Resolver<'_> {
    /// Sorts the options; those about fractions are only allowed if there are fractions.
    pub(in crate::resolve) fn choices(&mut self, options: &ast::Options, fractions: bool) -> Option<Choices> {
        let mut choices = Choices::default();
        let mut complete = true;
        for word in &options.words {
            let span = word.span;
            let earlier = match word.kind {
                OptionKind::Wrap | OptionKind::Clamp | OptionKind::Refuse => {
                    choices.outside.replace((word.kind, span)).map(|(_, span)| span)
                }
                OptionKind::Round => choices.rounding.replace((Rounding::Nearest, span)).map(|(_, span)| span),
                OptionKind::Trunc => choices.rounding.replace((Rounding::Trunc, span)).map(|(_, span)| span),
                OptionKind::Floor => choices.rounding.replace((Rounding::Floor, span)).map(|(_, span)| span),
                OptionKind::Lossy => choices.lossy.replace(span),
            };
            if let Some(earlier) = earlier {
                let diagnostic = Diagnostic::new("this contradicts or repeats an earlier word", span, "the second one");
                self.complain(diagnostic.other(earlier, "the first one").help("keep one of them"));
                complete = false;
            }
            let about_fractions = !matches!(word.kind, OptionKind::Wrap | OptionKind::Clamp | OptionKind::Refuse);
            if about_fractions && !fractions {
                let diagnostic = Diagnostic::new("a digit is a whole number", span, "nothing is rounded here");
                self.complain(diagnostic.help("remove this word"));
                complete = false;
            }
        }
        complete.then_some(choices)
    }
}
