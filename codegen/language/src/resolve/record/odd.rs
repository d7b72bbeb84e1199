//! Rejects numbers of partial bytes, such as `u3`, outside of `bits`, and proposes one carrier for adjacent ones.

use crate::ast::{self, BitOrder, Entry, NumberKind, WireKind};
use crate::diagnostic::{Diagnostic, Edit, Help};
use crate::model::ByteOrder;

use crate::resolve::record::builder::Builder;
use crate::resolve::scope;
use crate::resolve::types::count;

impl<'a> Builder<'_, 'a> {
    /// Reports the partial numbers at the head of the entries; returns their count.
    pub(in crate::resolve) fn odd_numbers(&mut self, entries: &'a [Entry]) -> usize {
        let mut odd: Vec<(&ast::Field, u32)> = entries.iter().map_while(odd_number).collect();
        let sum = |odd: &[(&ast::Field, u32)]| odd.iter().map(|(_, bits)| *bits).fold(0, u32::saturating_add);
        let is_flag = |(field, _): &(&ast::Field, u32)| matches!(field.wire.kind, WireKind::Bool);
        // A flag fills a byte of its own, unless it completes that of its neighbours.
        while odd.last().is_some_and(is_flag) && !sum(&odd).is_multiple_of(8) {
            odd.pop();
        }
        if odd.first().is_some_and(is_flag) && (!sum(&odd).is_multiple_of(8) || odd.iter().all(is_flag)) {
            return 0;
        }
        let sum = sum(&odd);
        let (Some((first, bits)), true) = (odd.first(), sum <= 64) else { return 0 };
        if odd.iter().any(|(field, _)| self.resolver.leaves_out(field)) {
            return 0;
        }
        let title = match odd.len() {
            1 => format!("{} not whole bytes", count((*bits).into(), "bit is", "bits are")),
            _ => "these numbers are not whole bytes".to_owned(),
        };
        let mut wrong = Diagnostic::new(title, first.wire.span, "stands outside of `bits`");
        wrong = wrong.help(self.in_one_carrier(&odd, sum, BitOrder::LowFirst));
        if odd.len() > 1 {
            wrong = wrong.help(self.in_one_carrier(&odd, sum, BitOrder::HighFirst)).help_if(self.byte_by_byte(&odd));
        }
        let text = |span| self.resolver.sources.text(span);
        let body = entries.last().map_or("", |last| text(first.span.to(last.span())));
        let is_bytes =
            odd.iter().all(|(_, bits)| matches!(bits, 1 | 2 | 4)) && !body.contains("u8") && !body.contains("16");
        if odd.len() == 1 && matches!(bits, 1 | 2 | 4) || is_bytes {
            let wide = |wire, bits: u32| text(wire).replace(&bits.to_string(), &bits.saturating_mul(8).to_string());
            let edits = odd.iter().map(|(one, bits)| Edit::new(one.wire.span, wide(one.wire.span, *bits)));
            let (bytes, wire) = (count((*bits).into(), "byte", "bytes"), wide(first.wire.span, *bits));
            wrong = wrong.help(Help::new(format!("a number of {bytes} is `{wire}`"), edits.collect::<Vec<_>>()));
        }
        self.complain(wrong);
        for name in odd.iter().filter_map(|(field, _)| field.name.as_ref()) {
            self.frame.define(&name.text, name.span, scope::Entry::Broken, Vec::new());
        }
        odd.len()
    }

    /// One carrier per byte, if fields end at a byte's boundary: the first field of each is the highest. In big-endian
    /// order that equals a single carrier.
    fn byte_by_byte(&self, odd: &[(&ast::Field, u32)]) -> Option<Help> {
        let mut bits = 0;
        let ends = odd.split_inclusive(|(_, own)| {
            bits += own;
            bits.is_multiple_of(8)
        });
        let in_one = |run: &[(&ast::Field, u32)]| {
            self.in_one_carrier(run, run.iter().map(|(_, bits)| bits).sum(), BitOrder::HighFirst)
        };
        let runs: Vec<Help> = ends.map(in_one).collect();
        let edits: Vec<Edit> = runs.iter().flat_map(|run| run.edits.clone()).collect();
        (runs.len() > 1 && self.resolver.order == ByteOrder::Little)
            .then(|| Help::new("write one `bits` for each byte, if the first has the highest bits", edits))
    }

    /// `bits u24 { x: u12, y: u12 }` around the fields; the first is the lowest, or the highest.
    fn in_one_carrier(&self, odd: &[(&ast::Field, u32)], sum: u32, order: BitOrder) -> Help {
        // The documentation moves to the part.
        let whole = |field: &ast::Field| field.docs.lines.first().map_or(field.span, |doc| doc.span.to(field.span));
        let carrier = sum.next_multiple_of(8);
        let rest = if sum < carrier { ", _: .." } else { "" };
        let word = self.resolver.listed(order);
        let said = match (odd.len(), order) {
            (1, _) => "",
            (_, BitOrder::LowFirst) => ", the lowest bits first",
            (_, BitOrder::HighFirst) => ", if the first has the highest bits",
        };
        let sources = self.resolver.sources;
        let shown: Vec<String> = odd.iter().map(|(field, _)| sources.one_line(whole(field))).collect();
        let said = format!("write `bits u{carrier} {word}{{ {}{rest} }}`{said}", shown.join(", "));
        let edits = odd.iter().enumerate().flat_map(|(at, (field, _))| {
            let front = (at == 0).then(|| Edit::new(whole(field).front(), format!("bits u{carrier} {word}{{ ")));
            let behind = (at + 1 == odd.len()).then(|| Edit::new(whole(field).behind(), format!("{rest} }}")));
            [front, behind].into_iter().flatten()
        });
        Help::new(said, edits.collect::<Vec<_>>())
    }
}

/// A number of partial bytes without clauses that a part cannot have, and its width.
fn odd_number(entry: &Entry) -> Option<(&ast::Field, u32)> {
    let Entry::Field(field) = entry else { return None };
    let bits = match field.wire.kind {
        WireKind::Bool => 1,
        WireKind::Int(ast::WireInt { kind: NumberKind::Unsigned | NumberKind::Signed, bits, order: None, .. }) => bits,
        _ => return None,
    };
    let clauses = &field.clauses;
    let others = clauses.presence.is_some() || clauses.absent.is_some() || clauses.rule.is_some();
    let plain = field.offset.is_none() && clauses.from.is_none() && clauses.by.is_none() && !others;
    (plain && !bits.is_multiple_of(8) && (1..64).contains(&bits)).then_some((field, bits))
}
