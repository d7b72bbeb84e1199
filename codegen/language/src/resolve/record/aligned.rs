//! `_: align(4)`: reserved space up to a multiple, counted from the start of the record.

use crate::ast;
use crate::diagnostic::Diagnostic;
use crate::layout;
use crate::model::{Extent, FieldId, Filler, Record, Scalar, Space, Wire};

use crate::resolve::record::builder::Builder;
use crate::resolve::record::field::Spelled;
use crate::resolve::record::filler::LARGEST;
use crate::resolve::record::places::RecordPlaces;
use crate::resolve::resolver::Resolver;

impl<'a> Builder<'_, 'a> {
    /// The wire of `_: align(4)`, `_: align(4) fill 0xFF`, `_: align(4) = 0`.
    pub(in crate::resolve) fn aligned(&mut self, spelled: &Spelled<'a>, multiple: &ast::Expr) -> Option<Wire> {
        let byte = self.fill_byte(spelled.computed.or(spelled.fill), 1, 0)?;
        let code = self.resolver.integer(multiple)?;
        let Some(of) = u64::try_from(code).ok().filter(|of| (2..=LARGEST).contains(&code) && of.is_power_of_two())
        else {
            let title = format!("no space goes up to a multiple of {code}");
            let wrong = Diagnostic::new(title, multiple.span, format!("not a power of two from 2 to {LARGEST}"));
            return self.refuse(wrong.help("give 2, 4, 8 or 16, as the protocol says"));
        };
        let filler = Filler { byte, is_checked: spelled.computed.is_some() };
        Some(Wire::Padding { space: Space::Align(of), filler })
    }
}

impl Resolver<'_> {
    /// Gives aligned space its number of bytes where every packet has the same, and rejects it in what a writer measures
    /// before it knows the place.
    pub(in crate::resolve) fn align(&mut self, record: &mut Record, places: &RecordPlaces) -> Option<()> {
        for id in (0..record.fields.len()).map(FieldId) {
            let Some(Wire::Padding { space: Space::Align(of), filler }) =
                record.fields.get(id.0).map(|field| &field.wire)
            else {
                continue;
            };
            let (of, filler) = (*of, *filler);
            let count =
                layout::residue(&self.protocol, record, id, of).and_then(|at| of.checked_sub(at)?.checked_rem(of));
            if let (Some(count), Some(field)) = (count, record.fields.get_mut(id.0)) {
                let constant = || vec![filler.byte; usize::try_from(count).unwrap_or(0)];
                field.wire = if filler.is_checked { Wire::constant(constant()) } else { Wire::reserved(count, filler) };
            }
        }
        let rules = record.fields.iter().filter_map(|field| field.rule.as_ref());
        let by_rules: Vec<FieldId> = rules.flat_map(|rule| rule.measured()).collect();
        for id in (0..record.fields.len()).map(FieldId) {
            // A region that follows its size is measured where it is written, unless the size could have several widths.
            let extent = record.fields.get(id.0).and_then(|field| field.wire.extent());
            let is_early = match extent {
                Some(Extent::Prefixed { scalar, .. }) => matches!(scalar, Scalar::Varint(_)),
                extent => matches!(extent, Some(Extent::Counted(_))) || by_rules.contains(&id),
            };
            let Some(of) = record.alignment(&[id]).filter(|_| is_early) else { continue };
            if layout::residue(&self.protocol, record, id, of).is_none() {
                let span = places.fields.get(id.0).map_or(places.name, |place| place.wire);
                let wrong = Diagnostic::new("a writer cannot measure this", span, "its length depends on its place");
                let note = format!(
                    "in it, space up to a multiple counts from the start of `{}`, after bytes of any number",
                    record.name
                );
                return self.refuse(
                    wrong.note(note).help("declare a `struct` of these fields: then the space counts from its start"),
                );
            }
        }
        Some(())
    }
}
