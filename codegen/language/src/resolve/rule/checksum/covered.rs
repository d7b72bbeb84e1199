//! The arguments of a check of the catalogue: ranges of the record, and bytes that are not on the wire.

use super::{Call, is_field};
use crate::ast::{self, ExprKind};
use crate::diagnostic::{Diagnostic, Edit, Help};
use crate::model::{Covered, Input, Interval, ParamKind, Scalar, sets};

use crate::resolve::choice::Taken;
use crate::resolve::ownership::uses::Use;
use crate::resolve::record::builder::Builder;
use crate::resolve::rule::pending::PendingCover;
use crate::resolve::types::count;

/// Limit on constant bytes. A longer constant is a secret or a table, which needs a hook.
const CONSTANTS: usize = 8;

const HOOK: &str = "declare a function of the program in its place: `hook name(data: bytes) -> u8;`";

impl<'a> Builder<'_, 'a> {
    /// The covers of a check of the catalogue, in order.
    pub(super) fn covers(&mut self, own: &str, call: Call<'a>) -> Option<Vec<PendingCover<'a>>> {
        let (whole, function, args) = call;
        let check = self.resolver.sources.text(function.span).to_owned();
        let constants: Vec<&ast::Expr> = args.iter().filter(|arg| self.is_constant_byte(arg)).collect();
        if let Some((first, last)) = constants.get(CONSTANTS..).and_then(|more| more.first().zip(more.last())) {
            let title = format!("`{check}()` takes at most {CONSTANTS} constant bytes");
            return self.refuse(
                Diagnostic::new(title, first.span.to(last.span), format!("{} given", constants.len())).help(HOOK),
            );
        }
        let covers: Vec<_> = args.iter().map(|arg| self.one_cover(arg)).collect();
        let mut covers = covers.into_iter().collect::<Option<Vec<_>>>()?;
        covers.dedup_by(|later, earlier| match (later, earlier) {
            (PendingCover::Other(Covered::Constants(later)), PendingCover::Other(Covered::Constants(earlier))) => {
                earlier.append(later);
                true
            }
            _ => false,
        });
        if !covers.iter().any(|cover| matches!(cover, PendingCover::Range(_))) {
            let wrong = Diagnostic::new(format!("`{check}()` covers no byte of this record"), whole.span, "no range");
            return self.refuse(wrong.help(Help::new(
                format!("cover some: `before({own})`"),
                [Edit::new(args.first()?.span.front(), format!("before({own}), "))],
            )));
        }
        Some(covers)
    }

    /// Whether an argument can only be a constant number.
    fn is_constant_byte(&self, arg: &ast::Expr) -> bool {
        match &arg.kind {
            ExprKind::Path(path) => !self.resolver.sources.text(path.span).starts_with(char::is_lowercase),
            ExprKind::Call { .. } | ExprKind::Match { .. } | ExprKind::Range { .. } | ExprKind::Error => false,
            _ => true,
        }
    }

    fn one_cover(&mut self, arg: &'a ast::Expr) -> Option<PendingCover<'a>> {
        match &arg.kind {
            ExprKind::Error => None,
            ExprKind::Match { tag, arms } => self.chosen(tag, arms).map(PendingCover::Other),
            ExprKind::Path(path) if is_field(self.resolver.sources, arg) => match self.parameter(path) {
                Some(kind) => self.number_covered(path, kind).map(PendingCover::Other),
                None => Some(PendingCover::Range(arg)),
            },
            ExprKind::Text(_) => {
                let wrong = Diagnostic::new("a constant that a check covers is a number", arg.span, "text");
                let wrong = wrong.help("write each byte by itself: a number from 0 to 255, or a character such as 'a'");
                self.refuse(
                    wrong.help("or declare a hook, which may have parameters: `hook name(data: bytes, n: u8) -> u8;`"),
                )
            }
            _ if self.is_constant_byte(arg) => {
                Some(PendingCover::Other(Covered::Constants(vec![self.constant_byte(arg)?])))
            }
            _ => Some(PendingCover::Range(arg)),
        }
    }

    fn constant_byte(&mut self, byte: &ast::Expr) -> Option<u8> {
        let help = "write each byte by itself, without a sign: a number from 0 to 255";
        let number = self.resolver.integer(byte)?;
        self.byte(number, byte.span, Some(help))
    }

    /// The type of the parameter that a path names.
    fn parameter(&self, path: &ast::Path) -> Option<ParamKind> {
        let name = path.word()?;
        let root = self.outer.first().unwrap_or(&self.frame);
        let lent = root.lent.iter().map(|(param, _)| param);
        root.params.iter().chain(lent).find(|param| param.name == name.text).map(|param| param.kind)
    }

    /// A parameter: it is covered as its wire would be.
    fn number_covered(&mut self, path: &'a ast::Path, kind: ParamKind) -> Option<Covered> {
        let name = self.resolver.sources.text(path.span).to_owned();
        let held = match kind {
            ParamKind::Int(interval) => Some(interval),
            ParamKind::Bool | ParamKind::Enum(_) => None,
        };
        let same = |bytes: &u8| {
            let bits = u32::from(*bytes).saturating_mul(8);
            held.is_some_and(|held| [false, true].map(|signed| Interval::of_bits(bits, signed)).contains(&held))
        };
        let Some(bytes) = (1..=8).find(same) else {
            let wrong =
                Diagnostic::new(format!("`{name}` has no bytes of its own"), path.span, "not a number of whole bytes");
            return self.refuse(wrong.help("let the parameter be a `u8`, a `u16` or another number of whole bytes"));
        };
        let operand = self.operand(path)?;
        let order = self.resolver.byte_order(None);
        let signed = held.is_some_and(|held| held.min < 0);
        Some(Covered::Number { input: operand.input?, scalar: Scalar::Int { bytes, signed, order } })
    }

    /// `match id { 0 => 50, 24 | 30 => 24 }`: constants that a number chooses. Arms are tried in order.
    fn chosen(&mut self, tag: &'a ast::Expr, arms: &'a [(ast::Pattern, ast::Expr)]) -> Option<Covered> {
        let operand = self.tag(tag)?;
        let by = operand.input?;
        if let Input::Left | Input::Session(_) = by {
            let wrong = Diagnostic::new("a check knows this record and its parameters only", tag.span, "neither");
            return self.refuse(wrong.help("match a field, or a parameter of this record"));
        }
        self.note_tag(by, tag.span, |cell| Use::Read { cell, span: tag.span, element: false });
        let patterns: Vec<_> = arms.iter().map(|(pattern, _)| pattern).collect();
        let (whole, taken) = (operand.interval, self.in_order(&patterns, &[operand], tag.span));
        let bytes: Vec<_> = arms.iter().map(|(_, bytes)| self.constants(bytes)).collect();
        let (taken, bytes) = (taken?, bytes.into_iter().collect::<Option<Vec<_>>>()?);
        // Arms of one tag have one pattern each; that of `_` is empty.
        let codes = |arm: &Vec<Taken>| arm.iter().flat_map(|one| &one.pattern).flatten().copied().collect::<Vec<_>>();
        let named: Vec<Vec<Interval>> = taken.iter().map(codes).collect();
        let mut others = sets::complement(&sets::union(named.concat()), whole);
        let arms = named.into_iter().zip(bytes).map(|(codes, bytes)| match codes.is_empty() {
            true => (std::mem::take(&mut others), bytes),
            false => (codes, bytes),
        });
        let arms = arms.collect();
        Some(Covered::Chosen { by, arms, others })
    }

    /// The constants of an arm: `50`, `(1, 2)`.
    fn constants(&mut self, bytes: &'a ast::Expr) -> Option<Vec<u8>> {
        let each = match &bytes.kind {
            ExprKind::Tuple(each) => each.as_slice(),
            _ => std::slice::from_ref(bytes),
        };
        if each.len() > CONSTANTS {
            let label = count(each.len() as u128, "byte", "bytes");
            let wrong = Diagnostic::new(format!("an arm has at most {CONSTANTS} constant bytes"), bytes.span, label);
            return self.refuse(wrong.help(HOOK));
        }
        let bytes: Vec<Option<u8>> = each.iter().map(|byte| self.constant_byte(byte)).collect();
        bytes.into_iter().collect()
    }
}
