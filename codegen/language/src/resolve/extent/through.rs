//! Lists whose last element is one of them, `through more: 0`, or after which the next field begins, `before 0xFF`.

use crate::ast::{self, AlternativeKind, Pattern, UntilEnd};
use crate::diagnostic::{Diagnostic, Help};
use crate::layout;
use crate::model::{
    Absent, BitsId, Cell, CellId, Code, Demand, End, Extent, Field, FieldId, Input, Interval, Item, Kept, Presence,
    Record, RecordId, Scalar, Source, Tag, Value, Wire, sets,
};
use crate::near::proposal;
use crate::source::Span;

use crate::resolve::extent::{Of, shows_its_length};
use crate::resolve::ownership::uses::Use;
use crate::resolve::record::builder::Builder;

const BEGIN: &str = "elements before an end begin with a number of fixed size";

impl<'a> Builder<'_, 'a> {
    /// The end of a list by `through` or `before`, and of numbers by `until`.
    pub(super) fn list_end(&mut self, end: &'a UntilEnd, kept: Kept, of: Of) -> Option<End> {
        match (end, of) {
            (UntilEnd::Pattern(pattern), Of::Numbers(interval, value)) => {
                let (read, written) = self.end_codes(pattern, interval, value)?;
                Some(End::Value { read, written })
            }
            (UntilEnd::Field { path, pattern }, Of::Numbers(..)) => self.no_fields(path.span, pattern),
            (UntilEnd::Field { path, pattern }, Of::Records(_)) if kept == Kept::Left => {
                let title = "`before` takes no name of a field";
                let wrong = Diagnostic::new(title, path.span, "it compares the first number of an element");
                let name = Span { end: pattern.span.start, ..path.span };
                self.refuse(wrong.help(Help::without(name, "leave the name out")))
            }
            (UntilEnd::Field { path, pattern }, Of::Records(record)) => self.through_field(record, path, pattern),
            (UntilEnd::Pattern(pattern), Of::Records(record)) if kept == Kept::Left => {
                self.before_element(record, pattern)
            }
            (UntilEnd::Pattern(pattern), Of::Records(record)) => self.through_value(record, pattern),
            (UntilEnd::Expr(expr), _) => {
                let wrong = Diagnostic::new(format!("`{}` looks for numbers", kept.word()), expr.span, "a condition");
                let wrong = wrong.help("name a number and its codes, or a shape and its arms: `through more: 0`");
                self.refuse(wrong.help("remaining bytes end a list by `until left() <= 2`"))
            }
            (UntilEnd::Pattern(Pattern { span, .. }) | UntilEnd::Field { path: ast::Path { span, .. }, .. }, _) => {
                self.ends_nothing(*span)
            }
        }
    }

    /// Rejects an end of elements that have neither numbers nor shapes.
    fn ends_nothing<T>(&mut self, span: Span) -> Option<T> {
        let wrong = Diagnostic::new("these elements cannot end a list", span, "neither numbers nor records");
        self.refuse(wrong.help("give a count"))
    }

    /// Notes that the place of an element sets a bare bit of it, if the list ends by that.
    pub(super) fn placed(&mut self, end: &'a UntilEnd) {
        let UntilEnd::Field { path, pattern } = end else { return };
        let name = path.dotted();
        let Some(at) = self.frame.cells.iter().position(|cell| cell.path == name.text) else { return };
        let (id, cell) = (CellId(at), self.frame.cells.get(at).map(|cell| (cell.field, cell.interval, cell.value)));
        let Some((field, interval, value)) = cell.filter(|_| self.frame.origin(id).bare) else { return };
        let Some(codes) = self.resolver.codes(pattern, interval, value) else {
            self.frame.broken = true;
            return;
        };
        match codes.read.as_slice() {
            [last] if last.min == last.max => {
                self.frame.uses.push(Use::Place { cell: id, field, last: last.min, span: name.span });
            }
            all => self.frame.broken |= self.some_go_on(all, interval, pattern.span).is_none(),
        }
    }

    /// The codes that end a list, of a number whose value decides.
    fn end_codes(&mut self, pattern: &Pattern, interval: Interval, value: Value) -> Option<(Vec<Interval>, Code)> {
        let codes = self.resolver.codes(pattern, interval, value)?;
        // Every spelling may be read.
        self.chosen_by_value(value, Interval::ANYTHING, std::slice::from_ref(&codes.read), pattern.span)?;
        self.some_go_on(&codes.read, interval, pattern.span)?;
        Some((codes.read, codes.written))
    }

    /// Rejects an end that every element has.
    pub(super) fn some_go_on(&mut self, read: &[Interval], whole: Interval, span: Span) -> Option<()> {
        if !sets::covers(read, &[whole]) {
            return Some(());
        }
        let (label, help) = match whole.min == whole.max {
            true => ("all of them have this number", "end it by a number that your program sets"),
            false => ("the pattern has all numbers", "leave some of them out"),
        };
        self.refuse(Diagnostic::new("every element would end the list", span, label).help(help))
    }

    /// `[match u8 { .. }; through End]`, whose elements have no name for their only field.
    fn through_value(&mut self, id: RecordId, pattern: &Pattern) -> Option<End> {
        let record = self.resolver.protocol.records.get(id.0)?.clone();
        if let Some(only) = record.only() {
            let field = record.fields.get(only.0)?;
            return match (&field.wire, field.wire.number()) {
                (Wire::Match { .. }, _) => self.through_arms((id, &record), only, pattern),
                (_, Some(cell)) => self.through_cell(&record, cell, pattern, pattern.span),
                _ => self.ends_nothing(pattern.span),
            };
        }
        let shape = record.fields.iter().find(|field| matches!(field.wire, Wire::Match { .. }));
        let number = record.cells.iter().find(|cell| cell.source == Source::User).map(|cell| cell.path.clone());
        let is_name = pattern.alternatives.iter().all(|one| matches!(one.kind, AlternativeKind::Name(_)));
        let first = shape.and_then(|field| field.name.clone()).filter(|_| is_name).or(number);
        let title = "which field of the last element is it?";
        let none = "none of them is a number of your program: give a count";
        self.which_field(pattern, Kept::Yes, title, first.ok_or(none))
    }

    /// `[{ more: bool, .. }; through more: 0]`, `[{ label: match .. }; through label: Root]`
    fn through_field(&mut self, id: RecordId, path: &ast::Path, pattern: &Pattern) -> Option<End> {
        let record = self.resolver.protocol.records.get(id.0)?.clone();
        let name = path.dotted();
        let named = |name: &str| (0..record.fields.len()).map(FieldId).find(|id| record.path(*id) == name);
        let cell = record.cell_at(&name.text);
        let shape = named(&name.text)
            .filter(|id| record.fields.get(id.0).is_some_and(|field| matches!(field.wire, Wire::Match { .. })));
        let mut known = String::new();
        for segment in &path.segments {
            known = if known.is_empty() { segment.text.clone() } else { format!("{known}.{}", segment.text) };
            let places = self.resolver.places.get(id.0)?;
            let part = record.cell_at(&known).and_then(|cell| places.cell(cell));
            let declared = part.or_else(|| places.field(named(&known)?));
            self.resolver.note_if(segment, declared);
        }
        match (cell, shape) {
            (Some(cell), _) => {
                self.in_each_element(&record, record.cells.get(cell.0)?.field, name.span)?;
                self.through_cell(&record, cell, pattern, name.span)
            }
            (None, Some(shape)) => {
                self.in_each_element(&record, shape, name.span)?;
                self.through_arms((id, &record), shape, pattern)
            }
            (None, None) => {
                let shapes = record.fields.iter().filter(|field| matches!(field.wire, Wire::Match { .. }));
                let names = record.own_cells().map(|(_, cell)| cell.path.as_str());
                let names = names.chain(shapes.filter_map(|field| field.name.as_deref()));
                let help = proposal(name.span, &name.text, names.clone());
                let title = format!("the elements have no number or shape `{}`", name.text);
                self.refuse(Diagnostic::new(title, name.span, "not known there").help_if(help).knowing(names))
            }
        }
    }

    /// Rejects a field that not every element has.
    fn in_each_element(&mut self, record: &Record, id: FieldId, span: Span) -> Option<()> {
        let field = |id: FieldId| record.fields.get(id.0);
        let itself = field(id).is_some_and(|field| field.presence == Presence::Always);
        let mut around = std::iter::successors(field(id)?.parent, |id| field(*id)?.parent);
        let is_around = |field: &Field| field.presence == Presence::Always && !matches!(field.wire, Wire::Match { .. });
        if itself && around.all(|id| field(id).is_some_and(is_around)) {
            return Some(());
        }
        let name = self.resolver.sources.text(span).to_owned();
        let wrong = Diagnostic::new(format!("`{name}` cannot end the list"), span, "not present in every element");
        self.refuse(wrong.help("end it by a number or a shape that each element has"))
    }

    /// An end by a number of the user's, or by a bit that the place of the element sets.
    fn through_cell(&mut self, record: &Record, id: CellId, pattern: &Pattern, span: Span) -> Option<End> {
        let cell = record.cells.get(id.0)?;
        let name = cell.name().to_owned();
        let (read, written) = self.end_codes(pattern, cell.interval, cell.value)?;
        match &cell.source {
            Source::Derived(Demand::Place { .. }) => self.has_a_place(record, cell, span)?,
            Source::User => {}
            Source::Derived(_) if shows_its_length(record, cell) => {}
            Source::Derived(_) | Source::Constant(_) | Source::Reserved(_) => {
                let shape = record.fields.iter().find(|field| match &field.wire {
                    Wire::Match { tag, .. } => tag.number() == Some(Input::Cell(id)),
                    _ => false,
                });
                let wrong = Diagnostic::new(format!("`{name}` cannot end the list"), span, "the writer sets it");
                return self.refuse(wrong.help(match shape.and_then(|field| field.name.as_deref()) {
                    Some(shape) => format!("name the shapes of the last element: `through {shape}: ..`").into(),
                    None => Help::from("end it by a number that your program sets"),
                }));
            }
        }
        let rule = record.fields.get(cell.field.0).and_then(|field| field.rule.as_ref());
        if let Some(Absent::Raw(_)) = rule.and_then(|rule| rule.repair.as_ref()) {
            let wrong = Diagnostic::new(format!("`{name}` cannot end the list"), span, "readers repair it");
            return self.refuse(wrong.help("drop the `else` of its rule, or give a count"));
        }
        Some(End::Cell { cell: id, read, written })
    }

    /// Rejects a bit that the list cannot set after its element is written.
    fn has_a_place(&mut self, record: &Record, cell: &Cell, span: Span) -> Option<()> {
        let offset = layout::offset_of(&self.resolver.protocol, record, cell.field).constant();
        let wire = record.fields.get(cell.field.0).map(|field| &field.wire);
        let why = match matches!(wire, Some(Wire::Bits { carrier: Scalar::Int { .. }, .. })) {
            false => "the size of its carrier varies",
            true if offset.is_none() => "its offset in the element varies",
            true if !record.checksums.is_empty() => "the element has a checksum",
            true if record.delta.is_some() => "the elements are differences",
            true => return Some(()),
        };
        let title = format!("the place of the element cannot set `{}`", cell.name());
        self.refuse(Diagnostic::new(title, span, why).help(format!("let the user say it: `{}: bool`", cell.name())))
    }

    /// An end by the shapes of the last element.
    fn through_arms(&mut self, (id, record): (RecordId, &Record), shape: FieldId, pattern: &Pattern) -> Option<End> {
        let Wire::Match { tag, arms, .. } = &record.fields.get(shape.0)?.wire else { return None };
        let declared = self.resolver.places.get(id.0).and_then(|places| places.arms.get(&shape)).cloned();
        let Some(Input::Cell(cell)) = tag.number() else {
            let title = "this shape cannot end the list";
            let wrong = Diagnostic::new(title, pattern.span, "it is not chosen by one number of the element");
            return self.refuse(wrong.help("let a number in the element choose it, or a part of bits in place"));
        };
        let whole = record.cells.get(cell.0)?.interval;
        let mut read = Vec::new();
        for one in &pattern.alternatives {
            let name = if let AlternativeKind::Name(name) = &one.kind { Some(name) } else { None };
            let text = name.map_or("", |name| name.text.as_str());
            let Some((at, arm)) = arms.iter().enumerate().find(|(_, arm)| arm.name == text) else {
                let names: Vec<&str> = arms.iter().map(|arm| arm.name.as_str()).collect();
                let wrong =
                    Diagnostic::new("a list ends with a shape of the last element", one.span, "no arm has this name");
                let help = proposal(one.span, text, names.iter().copied());
                let wrong = wrong.knowing(&names);
                return self.refuse(wrong.help_if(help).help(format!("name one of these: {}", names.join(", "))));
            };
            if let (Some(name), Some(declared)) = (name, &declared) {
                self.resolver.note_if(name, declared.get(at).copied());
            }
            read.extend(arm.codes_among(arms, whole));
        }
        self.some_go_on(&read, whole, pattern.span)?;
        let written = read.first()?.min;
        Some(End::Cell { cell, read, written })
    }

    /// `[{ code: u8, .. }; before 0xFF]`: elements begin with a number of fixed size.
    fn before_element(&mut self, id: RecordId, pattern: &Pattern) -> Option<End> {
        let Some((scalar, value, path)) = self.first_number(id) else {
            return self.refuse(
                Diagnostic::new(BEGIN, pattern.span, "these elements begin otherwise")
                    .note("the number must be written as it is read: without reserved bits, repairs and defaults")
                    .help("let each begin with an integer or inline bits, always present; or give a count"),
            );
        };
        let whole = layout::scalar_interval(&self.resolver.protocol, scalar);
        let (read, _) = self.end_codes(pattern, whole, value)?;
        Some(End::Begins { scalar, path, read })
    }

    /// Rejects a list of varints before a number: its bytes may differ from those of the same number after it.
    pub(super) fn begins_alike(&mut self, item: &Item, extent: &Extent, span: Span) -> Option<()> {
        let varints = matches!(item, Item::Scalar { scalar: Scalar::Varint(_), .. });
        if !(varints && matches!(extent, Extent::Until { kept: Kept::Left, .. })) {
            return Some(());
        }
        let wrong = Diagnostic::new(BEGIN, span, "these are varints");
        self.refuse(wrong.help("take the end with `until`, or give a count"))
    }

    /// Whether the number with which an element begins is written as it is read.
    fn is_kept(&self, record: &Record, id: CellId) -> bool {
        let Some(cell) = record.cells.get(id.0) else { return false };
        let field = |id: FieldId| record.fields.get(id.0);
        let repaired =
            field(cell.field).and_then(|field| field.rule.as_ref()).is_some_and(|rule| rule.repair.is_some());
        match &cell.source {
            Source::User if let Value::Bits(bits) = cell.value => !repaired && !self.has_reserved(bits),
            Source::User | Source::Constant(_) => !repaired,
            Source::Derived(Demand::Presence { field: id, .. }) => {
                field(*id).is_some_and(|field| field.presence.absent() == Some(&Absent::Nothing))
            }
            Source::Derived(Demand::Arm { .. } | Demand::Mask { .. } | Demand::Count { .. }) => true,
            Source::Derived(_) | Source::Reserved(_) => false,
        }
    }

    /// Whether a layout has bits that a writer fills.
    fn has_reserved(&self, bits: BitsId) -> bool {
        self.resolver.protocol.bits.get(bits.0).is_some_and(|layout| {
            layout.parts.iter().any(|part| match part.value {
                Value::Bits(inner) => self.has_reserved(inner),
                _ => part.reserved().is_some(),
            })
        })
    }

    /// The first number of a record, or the carrier with which it begins, as an unsigned number; with its path.
    fn first_number(&self, id: RecordId) -> Option<(Scalar, Value, String)> {
        let record = self.resolver.protocol.records.get(id.0)?;
        let mut body = record.body.as_slice();
        loop {
            let first = *body.first()?;
            let field = record.fields.get(first.0).filter(|field| field.presence == Presence::Always)?;
            let path = record.path(first);
            match &field.wire {
                Wire::Scalar { scalar: scalar @ Scalar::Int { .. }, cell } if self.is_kept(record, *cell) => {
                    return Some((*scalar, record.cells.get(cell.0)?.value, path));
                }
                Wire::Bits { carrier: Scalar::Int { bytes, order, .. }, parts }
                    if parts.iter().all(|part| self.is_kept(record, part.cell))
                        && parts.iter().map(|part| u16::from(part.width())).sum::<u16>() == u16::from(*bytes) * 8 =>
                {
                    return Some((Scalar::Int { bytes: *bytes, signed: false, order: *order }, Value::Int(None), path));
                }
                Wire::Group { body: inner, .. } => body = inner,
                Wire::Match { tag: Tag::InPlace { scalar: scalar @ Scalar::Int { .. }, cell }, .. } => {
                    return Some((*scalar, record.cells.get(cell.0)?.value, path));
                }
                Wire::Record { record, .. } => {
                    let (scalar, value, inner) = self.first_number(*record)?;
                    return Some((scalar, value, format!("{path}.{inner}")));
                }
                _ => return None,
            }
        }
    }
}
