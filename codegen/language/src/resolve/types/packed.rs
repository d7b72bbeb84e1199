//! Packed numbers: digits of mixed radix in one integer, the first digit lowest.

use crate::ast::{self, OptionKind};
use crate::diagnostic::Diagnostic;
use crate::model::{Code, Digit, Interval, Packed, PackedId, Value};
use crate::resolve::by_name::ByName;
use crate::resolve::resolver::{Resolver, ScalarType, docs};
use crate::resolve::types::count;
use crate::source::Span;

impl Resolver<'_> {
    pub(in crate::resolve) fn bind_packed(&mut self, item: &ast::Packed) -> Option<PackedId> {
        let on = self.packed_wire(&item.wire);
        let mut names = ByName::default();
        let digits: Vec<_> = item.digits.iter().map(|digit| self.digit(digit, &mut names)).collect();
        let (on, digits) = (on?, digits.into_iter().collect::<Option<Vec<_>>>()?);
        if self.is_unread(item.span) {
            return None;
        }
        let Some(last) = item.digits.last() else {
            let title = format!("`{}` has no digits", item.name.text);
            return self.refuse(Diagnostic::new(title, item.name.span, "nothing is packed"));
        };
        let values = digits.iter().fold(1, |product: u128, digit| product.saturating_mul(digit.radix.unsigned_abs()));
        let raws = on.interval.count();
        if values > raws {
            let title = format!("`{}` has {values} values, its wire holds {raws}", item.name.text);
            let diagnostic = Diagnostic::new(title, item.wire.span, format!("holds {}", on.interval));
            return self.refuse(diagnostic.other(last.span, "with this digit it is too much"));
        }
        let missing = raws.saturating_sub(values);
        let says = |kind: OptionKind| last.options.words.iter().any(|word| word.kind == kind);
        if missing > 0 && !says(OptionKind::Clamp) && !says(OptionKind::Refuse) {
            let title = format!("{} no value", count(missing, "raw has", "raws have"));
            let first = Code::try_from(values).unwrap_or(Code::MAX);
            let unnamed = Interval::new(first, on.interval.max);
            let written = self.sources.text(last.span).to_owned();
            return self.refuse(
                Diagnostic::new(title, last.span, format!("`{}` would be out of range", last.name.text))
                    .other(item.wire.span, format!("{unnamed} are beyond the last digit"))
                    .help(format!("write `{written} clamp`: their last digit reads as its largest"))
                    .help(format!("write `{written} refuse`: their last digit reads as it is, and cannot be set")),
            );
        }
        let id = PackedId(self.protocol.packed.len());
        let (name, docs) = (item.name.text.clone(), docs(&item.docs));
        self.protocol.packed.push(Packed { name, docs, carrier: on.carrier, raw: on.interval, digits });
        Some(id)
    }

    fn packed_wire(&mut self, wire: &ast::Wire) -> Option<ScalarType> {
        let on = self.carrier_type(wire)?;
        let on = self.bare(on, wire.span, "digits need a wire without a meaning of its own")?;
        if on.interval.min == 0 {
            return Some(on);
        }
        let title = "digits are packed in numbers from zero up";
        self.refuse(Diagnostic::new(title, wire.span, "holds negative numbers"))
    }

    fn digit<'a>(&mut self, digit: &'a ast::Digit, names: &mut ByName<'a, Span>) -> Option<Digit> {
        let name = &digit.name;
        if let Some(earlier) = names.add(&name.text, name.span) {
            let title = format!("`{}` is named twice", name.text);
            return self.refuse(Diagnostic::new(title, name.span, "again here").other(earlier, "first here"));
        }
        if let Some(range) = &digit.options.range {
            let diagnostic = Diagnostic::new("a digit has one range", range.span, "a second one");
            return self.refuse(diagnostic.other(digit.range.span, "its range").help("remove the second one"));
        }
        let choices = self.choices(&digit.options, false);
        let range = self.digit_range(&digit.range);
        let (choices, range) = (choices?, range?);
        if range.min == range.max {
            let title = format!("`{}` is always {}", digit.name.text, range.min);
            return self.refuse(Diagnostic::new(title, digit.range.span, "has one value").help("leave the digit out"));
        }
        let radix = Code::try_from(range.count()).unwrap_or(Code::MAX);
        let outside = choices.outside(Some(range.count()));
        Some(Digit {
            name: digit.name.text.clone(),
            docs: docs(&digit.docs),
            first: range.min,
            radix,
            unit: digit.options.unit.as_ref().map(|unit| unit.text.clone()),
            outside,
        })
    }

    /// The range of a digit. Both ends are required, since their distance is the radix.
    fn digit_range(&mut self, pattern: &ast::Pattern) -> Option<Interval> {
        if let [ast::Alternative { kind: ast::AlternativeKind::Range { low: Some(_), high: Some(_), .. }, .. }] =
            pattern.alternatives.as_slice()
        {
            // Integers with room for the surrounding arithmetic.
            let widest = Interval::of_bits(64, true);
            return self.pattern(pattern, widest, Value::Int(None))?.first().copied();
        }
        let diagnostic = Diagnostic::new("a digit needs a range with two ends", pattern.span, "how many values?");
        self.refuse(diagnostic.help("`0..360` has 360 values, `-90..=90` has 181"))
    }
}
