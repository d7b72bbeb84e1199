//! Sparse lists: `[i16 if mask; 32]`, `[i16 if mask else base.stats; 32]`.
//!
//! Bit `i` of an earlier number is the presence of element `i`. The writer derives the number from the elements, so
//! nothing else may depend on it.

use crate::ast::{self, BitOrder, ExprKind};
use crate::diagnostic::{Diagnostic, Help};
use crate::layout;
use crate::model::{CellId, Extent, FieldId, InBase, Input, Interval, Item, Presence, Value, Wire};
use crate::source::Span;

use crate::resolve::delta::{behind_base, incomparable};
use crate::resolve::ownership::uses::Use;
use crate::resolve::record::builder::Builder;
use crate::resolve::record::field::{Called, Spelled};
use crate::resolve::scope::Entry;

impl<'a> Builder<'_, 'a> {
    /// A list with a fixed number of places, each of which may be empty.
    pub(in crate::resolve) fn sparse(
        &mut self,
        called: Called<'a>,
        spelled: &Spelled<'a>,
        (item, sparse): (&'a ast::Wire, &'a ast::Sparse),
        extent: &'a ast::Extent,
    ) -> Option<(Wire, Entry)> {
        self.no_value(spelled)?;
        let (span, item_span) = (extent.span, item.span);
        let (item, _) = self.called_item(called, item, None)?;
        if let Item::Family { .. } = item {
            return self.refuse(
                Diagnostic::new("a message fills no place of a list", item_span, "places hold numbers and structs")
                    .help("let each place hold a struct with the message in it"),
            );
        }
        let count = self.places(extent)?;
        self.check_list(&item, &Extent::Fixed { count, or_end: false }, span)?;
        let mask = self.mask(sparse, count, span)?;
        self.frame.uses.push(Use::Mask { cell: mask, field: called.id, span: sparse.mask.span });
        self.can_be_verified(&item, spelled.wire.span)?;
        let mut wire = Wire::Sparse { item, count, mask, base: None };
        if let Some(absent) = &sparse.absent {
            let inherited = self.inherited_places(called.id, &wire, absent, item_span)?;
            if let Wire::Sparse { base, .. } = &mut wire {
                *base = Some(inherited);
            }
        }
        Some((wire, Entry::Other("a list")))
    }

    /// The number of places.
    fn places(&mut self, extent: &'a ast::Extent) -> Option<u64> {
        if let ast::ExtentKind::Count { count, or_end: None } = &extent.kind
            && self.wire_in_front(count).is_none()
            && !self.asks_left(count)
            && let Some(number) = self.number(count)?.constant()
        {
            return self.fixed_count(number, extent.span);
        }
        self.refuse(
            Diagnostic::new("how many places are there?", extent.span, "no constant")
                .note("each bit of the mask stands for one place, so their number is known when the schema is written")
                .help("give a number: `[i16 if mask; 32]`"),
        )
    }

    /// The number whose bits are the presence of the elements.
    fn mask(&mut self, sparse: &'a ast::Sparse, count: u64, places: Span) -> Option<CellId> {
        let path = sparse.mask.clone();
        let (span, name) = (path.span, self.resolver.sources.text(path.span).to_owned());
        let operand = self.tag(&ast::Expr { kind: ExprKind::Path(path), span })?;
        let Some(Input::Cell(cell)) = operand.input else {
            let label = "known from elsewhere, so the writer cannot set it";
            let wrong = Diagnostic::new(format!("`{name}` is no field of this record"), span, label);
            return self.refuse(wrong.help("name an earlier number of the same record"));
        };
        let declared = self.frame.origin(cell).span;
        let flag = matches!(operand.value, Value::Bool) && operand.interval == Interval::new(0, 1);
        if !operand.value.is_number() && !flag {
            let meaning = self.resolver.value_name(operand.value);
            let plain = format!("u{}", count.next_multiple_of(8));
            let field = self.frame.cells.get(cell.0).map(|found| found.field);
            let wire = field.map_or(declared, |id| self.frame.place(id).wire);
            let said = format!("declare it as a plain number, `{name}: {plain}`: each bit stands for a place");
            let wrong = Diagnostic::new("a mask is a plain number", span, format!("this is {meaning}"));
            return self.refuse(wrong.other(declared, "declared here").help(Help::write(wire, plain).said(said)));
        }
        let held = self.held_by(cell);
        if held.min < 0 {
            return self.refuse(
                Diagnostic::new("a mask is an unsigned number", span, format!("`{name}` lies in {held}"))
                    .other(declared, "declared here")
                    .help("use an unsigned number, or cut it into bits: `bits i16 { mask: u9, _: .. }`"),
            );
        }
        let bits = u64::from(held.max.checked_ilog2().map_or(0, |highest| highest.saturating_add(1)));
        if bits < count {
            let title = format!("`{name}` has no bit for place {bits}");
            let label = format!("{count} places, counted from 0");
            return self.refuse(
                Diagnostic::new(title, places, label)
                    .other(declared, format!("{bits} bits"))
                    .help(format!("if the mask has only {bits} bits, so has the list: `[..; {bits}]`")),
            );
        }
        self.fills_its_mask(cell, count, span, places)?;
        Some(cell)
    }

    /// Each bit of a mask must belong to a place or be zero: other bits would be lost.
    fn fills_its_mask(&mut self, cell: CellId, count: u64, span: Span, places: Span) -> Option<()> {
        let found = self.frame.cells.get(cell.0)?;
        let (highest, field) = (found.interval.max.checked_ilog2(), found.field);
        if highest.is_none_or(|highest| u64::from(highest) < count) {
            return Some(());
        }
        let name = self.name_of(cell);
        let part = name.rsplit('.').next().unwrap_or(&name);
        let text = |span| self.resolver.sources.text(span);
        let carrier = match self.frame.fields.get(field.0).map(|field| &field.wire) {
            Some(Wire::Scalar { .. }) => Some(text(self.frame.place(field).wire)),
            _ => None,
        };
        let help = match carrier {
            Some(carrier) => {
                let order = self.resolver.listed(BitOrder::LowFirst);
                let bits = format!("bits {carrier} {order}{{ {part}: u{count}, _: .. }}");
                let place = self.frame.place(field);
                Help::write(place.name.to(place.wire), &bits).said(format!("cut it: `{bits}`"))
            }
            None => format!("let it have as many bits as there are places: `{part}: u{count}`").into(),
        };
        let declared = self.frame.origin(cell).span;
        let label = format!("{} bits", highest.unwrap_or(0).saturating_add(1));
        self.refuse(
            Diagnostic::new(format!("`{name}` has bits that stand for no place"), span, "what they say would be lost")
                .other(declared, label)
                .other(places, format!("{count} places"))
                .help(help),
        )
    }

    /// The interval of a cell's wire, without its rule.
    fn held_by(&self, cell: CellId) -> Interval {
        let Some(found) = self.frame.cells.get(cell.0) else { return Interval::only(0) };
        match self.frame.fields.get(found.field.0).map(|field| &field.wire) {
            Some(Wire::Scalar { scalar, .. }) => layout::scalar_interval(&self.resolver.protocol, *scalar),
            _ => found.interval,
        }
    }

    /// The list of the base whose elements replace absent ones.
    fn inherited_places(&mut self, id: FieldId, wire: &Wire, absent: &ast::Expr, item: Span) -> Option<InBase> {
        let Some((path, behind)) = behind_base(absent) else {
            let wrong = Diagnostic::new("an empty place holds nothing", absent.span, "no list of the base");
            let wrong = wrong.help("leave out the `else`: each element is an option");
            return self.refuse(wrong.help("or, in a delta, name the list of the base: `else base.x`"));
        };
        if let Some(field) = self.frame.fields.get(id.0)
            && field.presence != Presence::Always
        {
            let span = self.frame.place(id).name;
            let wrong = Diagnostic::new("this may be absent, and so may each of its elements", path.span, "inherited");
            let wrong = wrong.other(span, "has a condition of its own");
            return self.refuse(wrong.help("drop the condition: a mask without bits says that nothing changed"));
        }
        let label = match wire {
            Wire::Sparse { item: Item::Record { record, .. }, .. } => {
                incomparable(&self.resolver.protocol, &Wire::Record { record: *record, args: Vec::new(), from: None })
            }
            _ => None,
        };
        if let Some(label) = label {
            return self.not_comparable(item, label);
        }
        let found = self.of_base(id, path, behind)?;
        if let Some(field) = self.frame.field(id) {
            field.wire = wire.clone();
        }
        self.like_the_other(id, &found, path)?;
        Some(found)
    }
}
