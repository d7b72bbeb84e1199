//! Numbers that are not whole bytes and stand outside of `bits`: those beside each other are one carrier.

use crate::ast::{self, Entry, NumberKind, WireKind};
use crate::diagnostic::{Diagnostic, Edit, Help};

use super::frame::Builder;
use super::names;
use super::types::count;

impl<'a> Builder<'_, 'a> {
    /// Complains about the odd numbers that entries begin with; how many entries they are.
    pub(super) fn odd_numbers(&mut self, entries: &'a [Entry]) -> usize {
        let odd: Vec<(&ast::Field, u32)> = entries.iter().map_while(odd_number).collect();
        let sum = odd.iter().map(|(_, bits)| *bits).fold(0, u32::saturating_add);
        let (Some((first, bits)), true) = (odd.first(), sum <= 64) else { return 0 };
        if odd.iter().any(|(field, _)| self.resolver.leaves_out(field)) {
            return 0;
        }
        let title = match odd.len() {
            1 => format!("{} not whole bytes", count((*bits).into(), "bit is", "bits are")),
            _ => "these numbers are not whole bytes".to_owned(),
        };
        let mut wrong = Diagnostic::new(title, first.wire.span, "stands outside of `bits`");
        wrong = wrong.help(self.in_one_carrier(&odd, sum, false));
        if odd.len() > 1 {
            wrong = wrong.help(self.in_one_carrier(&odd, sum, true));
        } else if matches!(bits, 1 | 2 | 4) {
            let (bytes, wide) = (count((*bits).into(), "byte", "bytes"), bits.saturating_mul(8));
            let wire = self.resolver.sources.text(first.wire.span).replace(&bits.to_string(), &wide.to_string());
            wrong = wrong.help(Help::write(first.wire.span, &wire).said(format!("a number of {bytes} is `{wire}`")));
        }
        self.complain(wrong);
        for name in odd.iter().filter_map(|(field, _)| field.name.as_ref()) {
            self.frame.define(&name.text, name.span, names::Entry::Broken, Vec::new());
        }
        odd.len()
    }

    /// `bits u24 { x: u12, y: u12 }` around the fields: the first is the lowest, or the highest.
    fn in_one_carrier(&self, odd: &[(&ast::Field, u32)], sum: u32, turned: bool) -> Help {
        let text = |field: &ast::Field| self.resolver.sources.text(field.span).to_owned();
        let carrier = sum.next_multiple_of(8);
        let mut texts: Vec<String> = odd.iter().map(|(field, _)| text(field)).collect();
        if turned {
            texts.reverse();
        }
        let rest = if carrier == sum { "" } else { ", _: .." };
        let order = match (odd.len(), turned) {
            (1, _) => "",
            (_, false) => ", the lowest bits first",
            (_, true) => ", if the first has the highest bits",
        };
        let said = format!("write `bits u{carrier} {{ {}{rest} }}`{order}", texts.join(", "));
        let edits = odd.iter().zip(&texts).enumerate().map(|(at, ((field, _), text))| {
            let before = if at == 0 { format!("bits u{carrier} {{ ") } else { String::new() };
            let after = if at + 1 == odd.len() { format!("{rest} }}") } else { String::new() };
            Edit::new(field.span, format!("{before}{text}{after}"))
        });
        Help::new(said, edits.collect::<Vec<_>>())
    }
}

/// A field of a number that is not whole bytes, with nothing that a part of bits cannot have; and its bits.
fn odd_number(entry: &Entry) -> Option<(&ast::Field, u32)> {
    let Entry::Field(field) = entry else { return None };
    let WireKind::Int(ast::WireInt { kind: NumberKind::Unsigned | NumberKind::Signed, bits, order: None, .. }) =
        field.wire.kind
    else {
        return None;
    };
    let clauses = &field.clauses;
    let others = clauses.presence.is_some() || clauses.absent.is_some() || clauses.rule.is_some();
    let plain = field.offset.is_none() && clauses.from.is_none() && clauses.by.is_none() && !others;
    (plain && !bits.is_multiple_of(8) && (1..64).contains(&bits)).then_some((field, bits))
}
