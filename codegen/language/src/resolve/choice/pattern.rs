//! Patterns over one integer: the codes that they match, and the code that is written.

use std::collections::BTreeMap;

use crate::ast::{self, Alternative, AlternativeKind, LiteralKind, Pattern};
use crate::diagnostic::{Diagnostic, Help};
use crate::model::{Code, Interval, Value};
use crate::near::proposal;
use crate::resolve::resolver::{Constant, Declared, Resolver};
use crate::resolve::wanted::Wanted;
use crate::resolve::words::VERSION;
use crate::source::Span;

/// The codes that one alternative matches, and the one that is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::resolve) struct Codes {
    pub(in crate::resolve) read: Vec<Interval>,
    pub(in crate::resolve) written: Code,
}

impl Resolver<'_> {
    /// The codes that a pattern matches, in the order of its alternatives, among those of an interval.
    pub(in crate::resolve) fn pattern(
        &mut self,
        pattern: &Pattern,
        interval: Interval,
        value: Value,
    ) -> Option<Vec<Interval>> {
        self.codes(pattern, interval, value).map(|codes| codes.read)
    }

    /// The codes that a pattern matches, and the one that the writer uses: from its first alternative, for a range the
    /// low end or the only one.
    pub(in crate::resolve) fn codes(&mut self, pattern: &Pattern, interval: Interval, value: Value) -> Option<Codes> {
        let each = self.alternatives(pattern, interval, value)?;
        let written = each.first()?.written;
        Some(Codes { read: each.into_iter().flat_map(|codes| codes.read).collect(), written })
    }

    /// The codes that each alternative of a pattern matches.
    pub(in crate::resolve) fn alternatives(
        &mut self,
        pattern: &Pattern,
        interval: Interval,
        value: Value,
    ) -> Option<Vec<Codes>> {
        let mut all: Vec<Codes> = Vec::new();
        // The highest end of those that begin at a code or below it.
        let mut known: BTreeMap<Code, Code> = BTreeMap::new();
        let mut complete = true;
        for alternative in &pattern.alternatives {
            let Some(codes) = self.alternative(alternative, interval, value) else {
                complete = false;
                continue;
            };
            let is_known = |new: &Interval| known.range(..=new.min).next_back().is_some_and(|(_, end)| new.max <= *end);
            if !all.is_empty() && codes.read.iter().all(is_known) {
                let wrong = Diagnostic::new("this alternative adds nothing", alternative.span, "already taken");
                self.complain(wrong.help("remove it"));
                complete = false;
            }
            for Interval { min, max } in codes.read.iter().copied().filter(|new| !is_known(new)).collect::<Vec<_>>() {
                while let Some((&within, _)) = known.range(min..).next().filter(|(_, end)| **end <= max) {
                    known.remove(&within);
                }
                known.insert(min, max);
            }
            all.push(codes);
        }
        Some(all).filter(|_| complete)
    }

    /// The codes that one alternative matches.
    pub(in crate::resolve) fn alternative(
        &mut self,
        alternative: &Alternative,
        interval: Interval,
        value: Value,
    ) -> Option<Codes> {
        let any = Codes { read: vec![interval], written: if interval.contains(0) { 0 } else { interval.min } };
        match &alternative.kind {
            AlternativeKind::Error => None,
            AlternativeKind::Any => Some(any),
            AlternativeKind::Range { low: None, high: None, .. } => Some(any),
            AlternativeKind::Range { low, high, inclusive } => {
                self.range(low.as_ref(), high.as_ref(), *inclusive, alternative.span, interval)
            }
            AlternativeKind::Literal(literal) => {
                let code = self.code(literal)?;
                self.only(code, literal.span, interval)
            }
            AlternativeKind::Name(name) => self.named(name, interval, value),
            AlternativeKind::Text(text) => {
                let Some(notation) = value.notation() else {
                    let wrong =
                        Diagnostic::new("a whole number is needed here", alternative.span, "text is not a code");
                    return self.refuse(wrong.help_if(self.code_for(text, alternative.span)));
                };
                let code = self.code_of_text(notation, text, alternative.span)?;
                self.only(code, alternative.span, interval)
            }
            AlternativeKind::Tuple(_) => self.no_code(alternative.span, "there is one number here, not several"),
        }
    }

    fn range(
        &mut self,
        low: Option<&ast::Literal>,
        high: Option<&ast::Literal>,
        inclusive: bool,
        span: Span,
        whole: Interval,
    ) -> Option<Codes> {
        let min = match low {
            Some(literal) => self.code(literal)?,
            None => whole.min,
        };
        let max = match high {
            Some(literal) if inclusive => self.code(literal)?,
            Some(literal) => self.code(literal)?.saturating_sub(1),
            None => whole.max,
        };
        if let (Some(_), Some(_)) = (low, high)
            && min > max
        {
            let help = (!inclusive && min == max.saturating_add(1)).then_some("`..=` includes its end");
            return self.refuse(Diagnostic::new("this range is empty", span, "takes no number").help_if(help));
        }
        if let Some(literal) = low {
            self.inside(min, literal.span, whole)?;
        }
        if let Some(literal) = high {
            self.inside(max, literal.span, whole)?;
        }
        Some(Codes { read: vec![Interval::new(min, max)], written: if low.is_some() { min } else { max } })
    }

    fn named(&mut self, name: &ast::Name, interval: Interval, value: Value) -> Option<Codes> {
        if let Value::Enum(id) = value {
            let item = self.protocol.enums.get(id.0)?;
            if let Some(code) = item.codes.iter().find(|code| code.name == name.text) {
                let codes = Codes { read: code.read.clone(), written: code.written };
                self.note_member(value, name);
                return Some(codes);
            }
            if self.may_be_unread(&name.text) {
                return None;
            }
            if !matches!(self.items.get(name.text.as_str()), Some(Declared::Const(_))) {
                let title = format!("`{}` has no name `{}`", item.name, name.text);
                let names = || item.codes.iter().map(|code| code.name.as_str());
                let near = proposal(name.span, &name.text, names());
                let added = near.is_none().then(|| format!("or add `{} = ..` to `{}`", name.text, item.name));
                let helps = match near {
                    Some(near) => vec![near],
                    None if names().nth(4).is_none() => names().map(|one| Help::write(name.span, one)).collect(),
                    None => {
                        let some: Vec<&str> = names().take(8).collect();
                        let more = if names().nth(8).is_some() { ", .." } else { "" };
                        vec![format!("write one of its names: {}{more}", some.join(", ")).into()]
                    }
                };
                let declared = self.items.get(item.name.as_str()).map(|declared| declared.place());
                let wrong = Diagnostic::new(title, name.span, "not one of its names").knowing(names());
                let wrong = helps.into_iter().fold(wrong, Diagnostic::help).other_if(declared, "the enum");
                return self.refuse(wrong.help_if(added));
            }
        }
        if name.text == VERSION {
            let code = self.version_number(name.span)?;
            return self.only(code, name.span, interval);
        }
        match self.lookup(name, Wanted::Constant)? {
            (_, Declared::Const(item)) => match self.constant_item(item, name.span)? {
                Constant::Int(code) => self.only(code, name.span, interval),
                _ => self.no_code(name.span, "this constant is not a whole number"),
            },
            (_, declared) => self.no_code(name.span, &format!("`{}` is {}", name.text, declared.what())),
        }
    }

    /// The integer value of a literal.
    pub(in crate::resolve) fn code(&mut self, literal: &ast::Literal) -> Option<Code> {
        match &literal.kind {
            LiteralKind::Int(code) => Some(*code),
            LiteralKind::Char(code) => Some(Code::from(*code)),
            LiteralKind::Float(_) => self.no_code(literal.span, "this has a fraction"),
        }
    }

    /// A single code of the interval.
    fn only(&mut self, code: Code, span: Span, interval: Interval) -> Option<Codes> {
        self.inside(code, span, interval)?;
        Some(Codes { read: vec![Interval::only(code)], written: code })
    }

    fn inside(&mut self, code: Code, span: Span, interval: Interval) -> Option<()> {
        if interval.contains(code) {
            return Some(());
        }
        let label = format!("the numbers here are {interval}");
        let is_wire = interval.contains(0) && interval.min != interval.max;
        // `-1` of an unsigned number means all bits set.
        let all_bits = (code == -1 && interval.min == 0).then(|| Help::write(span, format!("{:#x}", interval.max)));
        let wider = self.carrier_at_hand().and_then(|carrier| self.wider(carrier, code));
        let help = wider.or(all_bits).or_else(|| {
            is_wire.then(|| format!("write a number of {interval}, or correct the wire if it is wider").into())
        });
        self.refuse(Diagnostic::new(format!("{code} is out of range"), span, label).help_if(help))
    }

    fn no_code<T>(&mut self, span: Span, label: &str) -> Option<T> {
        self.refuse(Diagnostic::new("a whole number is needed here", span, label))
    }
}
