//! The parts of a bit field: of named `bits` and of inline ones in records.
//!
//! Their list begins at the lowest bit, or at the highest (`high_first`); only here a place in the list becomes a bit.
//! Parts are adjacent, so they cannot overlap; together they must cover the carrier, including reserved parts (law 6).
//! A signed carrier, also a varint, is its two's complement bits.

use crate::ast::{self, BitOrder, PartWidth, WireKind};
use crate::diagnostic::{Diagnostic, Edit, Help};
use crate::model::{Carrier, Code, Interval, Value};
use crate::resolve::record::absent::means_something;
use crate::resolve::record::filler::Used;
use crate::resolve::resolver::{Resolver, ScalarType};
use crate::resolve::types::count;
use crate::source::Span;

/// The layout of one part.
#[derive(Debug, Clone)]
pub(in crate::resolve) struct PartLayout<'p> {
    /// The part in the syntax tree.
    pub(in crate::resolve) part: &'p ast::Part,
    /// The lowest bit.
    pub(in crate::resolve) low: u8,
    /// The number of bits.
    pub(in crate::resolve) width: u8,
    /// Two's complement within its bits.
    pub(in crate::resolve) signed: bool,
    /// The value type.
    pub(in crate::resolve) value: Value,
    /// The possible numbers.
    pub(in crate::resolve) interval: Interval,
    /// `= K`, checked to fit.
    pub(in crate::resolve) constant: Option<Code>,
    /// The number that is written in a reserved part.
    pub(in crate::resolve) fill: Code,
}

impl PartLayout<'_> {
    /// A name without a width: a flag that the record's writer may own.
    pub(in crate::resolve) fn bare(&self) -> bool {
        self.part.width.is_none() && self.part.value.is_none() && self.part.computed.is_none()
    }
}

/// The type of a part before its position is known.
struct PartType {
    /// `None`: all remaining bits.
    bits: Option<u8>,
    signed: bool,
    interval: Interval,
    value: Value,
}

impl Resolver<'_> {
    /// Lays out parts on a carrier; `span` is the carrier's.
    pub(in crate::resolve) fn parts<'p>(
        &mut self,
        parts: &'p ast::Parts,
        carrier: ScalarType,
        span: Span,
    ) -> Option<Vec<PartLayout<'p>>> {
        let carrier = self.bare(carrier, span, "parts need a carrier without a meaning of its own")?;
        let types: Vec<_> = parts.iter().map(|part| self.part_type(part)).collect();
        let types = types.into_iter().collect::<Option<Vec<_>>>()?;
        if parts.last().is_some_and(|last| self.is_unread(span.to(last.span))) {
            return None;
        }
        let bits = self.carrier_bits(carrier.carrier);
        let rest = self.rest(parts, &types, bits.into(), span)?;
        let order = self.order_of(parts);
        let mut listed = 0_u8;
        let mut layouts = Vec::new();
        let mut complete = true;
        for (part, found) in parts.iter().zip(types) {
            let width = found.bits.unwrap_or(rest);
            let interval = if found.bits.is_some() { found.interval } else { Interval::of_bits(width.into(), false) };
            let end = listed.saturating_add(width);
            let low = if order == BitOrder::LowFirst { listed } else { bits.saturating_sub(end) };
            let mut layout = PartLayout {
                part,
                low,
                width,
                signed: found.signed,
                value: found.value,
                interval,
                constant: None,
                fill: 0,
            };
            listed = end;
            complete &= self.part_clauses(&mut layout).is_some();
            layouts.push(layout);
        }
        complete.then_some(layouts)
    }

    /// The layout of a number whose bits are in several parts.
    pub(in crate::resolve) fn joined<'p>(&mut self, part: &'p ast::Part) -> Option<PartLayout<'p>> {
        let PartType { bits, signed, interval, value } = self.part_type(part)?;
        let width = bits.unwrap_or(0);
        let mut layout = PartLayout { part, low: 0, width, signed, value, interval, constant: None, fill: 0 };
        self.part_clauses(&mut layout)?;
        Some(layout)
    }

    /// The word of a new layout that lists its parts in this order: none if the schema's layouts do so.
    pub(in crate::resolve) fn listed(&self, order: BitOrder) -> String {
        if order == self.bit_order { String::new() } else { format!("{} ", order.word()) }
    }

    /// The order in which parts are listed.
    fn order_of(&self, parts: &ast::Parts) -> BitOrder {
        parts.order.map_or(self.bit_order, |(order, _)| order)
    }

    /// The width of `..`; reports parts that do not cover the carrier exactly.
    fn rest(&mut self, parts: &ast::Parts, types: &[PartType], bits: u32, span: Span) -> Option<u8> {
        let sum: u32 = types.iter().map(|found| u32::from(found.bits.unwrap_or(0))).fold(0, u32::saturating_add);
        let mut open = parts.iter().zip(types).filter(|(_, found)| found.bits.is_none()).map(|(part, _)| part);
        let (first, second) = (open.next(), open.next());
        if let (Some(first), Some(second)) = (first, second) {
            let wrong = Diagnostic::new("two parts take the rest of the carrier", second.span, "the second one");
            return self.refuse(wrong.other(first.span, "the first one"));
        }
        let left = bits.checked_sub(sum);
        match (left, first) {
            (Some(0), None) => Some(0),
            (Some(0), Some(part)) => {
                let label = format!("the other parts are {bits} bits already");
                let diagnostic = Diagnostic::new("no bits are left for this part", part.span, label);
                let help = Help::without(self.sources.with_comma(part.span), "remove it");
                self.refuse(diagnostic.other(span, format!("{bits} bits")).help(help))
            }
            (Some(left), Some(_)) => u8::try_from(left).ok(),
            (Some(left), None) => {
                let bits_are = count(left.into(), "bit of the carrier is", "bits of the carrier are");
                let title = format!("{bits_are} not covered");
                let diagnostic = Diagnostic::new(title, span, format!("{bits} bits, the parts have {sum}"));
                self.refuse(match self.masks(parts, bits) {
                    Some(help) => diagnostic.help(help),
                    None => self.uncovered(parts, left).into_iter().fold(diagnostic, Diagnostic::help),
                })
            }
            (None, _) => {
                let over = parts.iter().zip(types).scan(0_u32, |end, (part, found)| {
                    *end = end.saturating_add(found.bits.unwrap_or(0).into());
                    Some((*end, part))
                });
                let part = over.into_iter().find(|(end, _)| *end > bits).map(|(_, part)| part);
                let title = format!("{} too many", count(sum.saturating_sub(bits).into(), "bit", "bits"));
                let at = part.map_or(span, |part| part.span);
                let diagnostic = Diagnostic::new(title, at, format!("passes the end: the parts have {sum} bits"));
                let holding = sum.next_multiple_of(8);
                self.refuse(diagnostic.other(span, format!("{bits} bits")).help(match holding {
                    ..=64 => self.with_room(parts, span, (holding, holding > sum && first.is_none())),
                    _ => "correct the widths: the last parts may belong to another number".into(),
                }))
            }
        }
    }

    /// Proposes a carrier that is wide enough, with an unnamed part for the remaining bits.
    fn with_room(&self, parts: &[ast::Part], carrier: Span, (bits, rest): (u32, bool)) -> Help {
        let written = self.sources.text(carrier);
        let order = written.trim_start_matches(|c: char| matches!(c, 'u' | 'i') || c.is_ascii_digit());
        let mut edits = vec![Edit::new(carrier, format!("u{bits}{order}"))];
        if let (true, Some(last)) = (rest, parts.last()) {
            edits.push(Edit::new(last.span.behind(), ", _: .."));
        }
        let rest = if rest { ", with `_: ..` at the end" } else { "" };
        Help::new(format!("correct the widths, or the carrier if it is wider: `u{bits}{order}`{rest}"), edits).guessed()
    }

    /// Proposes an unnamed part for uncovered bits: after the others, or before them.
    fn uncovered(&self, parts: &ast::Parts, left: u32) -> Vec<Help> {
        let (Some(first), Some(last)) = (parts.first(), parts.last()) else {
            return vec!["name its parts, and the rest: `{ is_new, kind: u3, _: .. }`".into()];
        };
        let end = Edit::new(last.span.behind(), format!(", _: u{left}"));
        let front = Edit::new(first.span.front(), format!("_: u{left}, "));
        let (behind, before) = match self.order_of(parts) {
            BitOrder::LowFirst => ("the highest", "the lowest"),
            BitOrder::HighFirst => ("the lowest", "the highest"),
        };
        vec![
            Help::new(format!("add `_: u{left}` at the end, if {behind} bits mean nothing"), [end]),
            Help::new(format!("add `_: u{left}` in front, if {before} bits mean nothing"), [front]),
        ]
    }

    /// Flags with their masks as values, `has_x = 0x04`: proposes to order the parts by bit.
    fn masks(&self, parts: &ast::Parts, bits: u32) -> Option<Help> {
        let mut next = 0;
        let mut edits = Vec::new();
        let mut written = Vec::new();
        for part in parts.iter() {
            let Some(ast::Expr { kind: ast::ExprKind::Int(mask), .. }) = &part.computed else { return None };
            let name = part.name.as_ref().filter(|_| part.width.is_none() && part.value.is_none())?;
            let mask = u64::try_from(*mask).ok().filter(|mask| mask.is_power_of_two())?;
            let bit = mask.trailing_zeros();
            let place = match self.order_of(parts) {
                BitOrder::LowFirst => bit,
                BitOrder::HighFirst => bits.checked_sub(bit)?.checked_sub(1)?,
            };
            let gap = place.checked_sub(next)?;
            next = next.saturating_add(gap).saturating_add(1);
            let gap = if gap == 0 { String::new() } else { format!("_: u{gap}, ") };
            written.push(format!("{gap}{}", name.text));
            edits.push(Edit::new(part.span, format!("{gap}{}", name.text)));
        }
        let left = bits.checked_sub(next)?;
        let last = edits.last_mut()?;
        if left > 0 {
            last.text.push_str(", _: ..");
            written.push("_: ..".to_owned());
        }
        Some(Help::new(format!("the place of a part says which bit it is: `{}`", written.join(", ")), edits))
    }

    fn part_type(&mut self, part: &ast::Part) -> Option<PartType> {
        let bit = PartType { bits: Some(1), signed: false, interval: Interval::new(0, 1), value: Value::Bool };
        match &part.width {
            None => Some(bit),
            Some(PartWidth::Rest) => {
                Some(PartType { bits: None, signed: false, interval: Interval::only(0), value: Value::Int(None) })
            }
            Some(PartWidth::Wire(wire)) if matches!(wire.kind, WireKind::Bool) => Some(bit),
            Some(PartWidth::Wire(wire)) => {
                let found = self.carrier_type(wire)?;
                let (bits, signed) = match found.carrier {
                    Carrier::Part { bits, signed } => (bits, signed),
                    Carrier::Scalar(crate::model::Scalar::Int { bytes, signed, .. }) => {
                        if let WireKind::Int(ast::WireInt { order: Some(_), span, .. }) = &wire.kind {
                            let title = "a part of bits has no byte order";
                            let wrong = Diagnostic::new(title, *span, "its carrier has one");
                            return self.refuse(wrong);
                        }
                        (bytes.saturating_mul(8), signed)
                    }
                    Carrier::Scalar(crate::model::Scalar::Varint(_)) => {
                        let wrong = Diagnostic::new("a part of bits has a fixed width", wire.span, "this is a varint");
                        return self.refuse(wrong.help("write its width, such as `u7`"));
                    }
                };
                Some(PartType { bits: Some(bits), signed, interval: found.interval, value: found.value })
            }
        }
    }

    /// The clauses `as X`, `= K` and `fill K`.
    fn part_clauses(&mut self, layout: &mut PartLayout<'_>) -> Option<()> {
        if let Some(value) = &layout.part.value {
            let carrier = Carrier::Part { bits: layout.width, signed: layout.signed };
            // A flag without a width counts as a number for `as`.
            let on = if layout.part.width.is_none() { Value::Int(None) } else { layout.value };
            layout.value = self.value_type(value, ScalarType { carrier, interval: layout.interval, value: on })?;
            if layout.value == Value::Bool {
                layout.interval = Interval::new(0, 1);
            }
        }
        if let Some(computed) = &layout.part.computed {
            layout.constant = Some(self.part_code(layout, computed)?);
        }
        if let Some(fill) = &layout.part.fill {
            let named = layout.part.name.as_ref().map(|name| name.span);
            let used = Used { name: named, constant: layout.part.computed.as_ref().map(|constant| constant.span) };
            used.unfilled(fill.span).map_or(Some(()), |wrong| self.refuse(wrong))?;
            layout.fill = self.part_code(layout, fill)?;
        }
        Some(())
    }

    /// A number that stands in a part, whoever reads it.
    fn part_code(&mut self, layout: &PartLayout<'_>, written: &ast::Expr) -> Option<Code> {
        let code = self.code_of(written, layout.interval, layout.value)?;
        if !layout.interval.contains(code) {
            let title = format!("{code} does not fit in this part");
            let label = format!("{} {}", count(layout.width.into(), "bit holds", "bits hold"), layout.interval);
            return self.refuse(Diagnostic::new(title, written.span, label));
        }
        if !means_something(&self.protocol, layout.value, code) {
            let wrong = Diagnostic::new(format!("{code} means nothing here"), written.span, "no value of this part");
            return self.refuse(wrong.help("say a name of the enum, or open it: `..`"));
        }
        Some(code)
    }
}
