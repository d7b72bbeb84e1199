//! Structs, messages, and the elements of lists: builds a record of the model from a body.

pub(super) mod absent;
mod aligned;
pub(super) mod builder;
pub(super) mod field;
pub(super) mod filler;
mod group;
mod joined;
mod measured;
pub(super) mod nested;
mod odd;
mod offset;
pub(super) mod places;
mod presence;
mod region;
pub(super) mod reserved;
mod trailer;

use super::delta;
use super::extent::LONGEST;
use crate::ast::{self, StructKind};
use crate::diagnostic::Diagnostic;
use crate::layout;
use crate::model::{
    Circle, Delta, Docs, FieldId, Lengths, MessageCode, Node, Param, Record, RecordId, Role, Takes, Wire, in_scope,
};
use crate::resolve::record::builder::{Builder, Frame};
use crate::resolve::record::places::RecordPlaces;
use crate::resolve::resolver::{Resolver, docs};
use crate::resolve::scope;
use crate::source::Span;

/// Limit on the size of values, so that several fit on a stack.
const LARGEST: u64 = 0x2_0000;

/// The syntax of a record.
#[derive(Clone, Copy)]
pub(super) struct Parts<'a, 's> {
    pub(super) name: &'a ast::Name,
    pub(super) docs: &'a ast::Docs,
    pub(super) kind: StructKind,
    pub(super) params: &'a [ast::Param],
    pub(super) body: &'a ast::Body,
    /// The parameters of the enclosing family, with their spans.
    pub(super) lent: &'s [(Param, Span)],
}

/// The properties of a record besides its frame.
pub(super) struct Made {
    pub(super) name: String,
    pub(super) docs: Docs,
    pub(super) role: Role,
    pub(super) delta: Option<Delta>,
    /// The span of its name.
    pub(super) span: Span,
}

impl<'a> Resolver<'a> {
    pub(super) fn bind_struct(&mut self, item: &'a ast::Struct) -> Option<RecordId> {
        let parts = Parts {
            name: &item.name,
            docs: &item.docs,
            kind: item.kind,
            params: &item.params,
            body: &item.body,
            lent: &[],
        };
        self.record(parts, Role::Struct)
    }

    /// A shared message, which families may refer to.
    pub(super) fn bind_message(&mut self, item: &'a ast::Message) -> Option<RecordId> {
        // The code of a message without a carrier is unused, but it must be an integer.
        let carrier = self.carrier_of(&item.name)?;
        let code = self.message_code(item, carrier);
        // The fields are checked even so.
        let in_front = carrier.map(|scalar| MessageCode { scalar, code: code.unwrap_or(0) });
        let record = self.message(item, in_front, &[]);
        code.and(record)
    }

    /// A message with its code, in a family or not.
    pub(super) fn message(
        &mut self,
        item: &'a ast::Message,
        code: Option<MessageCode>,
        lent: &[(Param, Span)],
    ) -> Option<RecordId> {
        let parts = Parts {
            name: &item.name,
            docs: &item.docs,
            kind: StructKind::Struct,
            params: &item.params,
            body: &item.body,
            lent,
        };
        self.record(parts, Role::Message { code })
    }

    fn record(&mut self, parts: Parts<'a, '_>, role: Role) -> Option<RecordId> {
        let (name, delta) = delta::carried(parts.kind, &parts.name.text, parts.docs);
        // Nested types are named after the state, to which they belong too.
        let head = Span { end: parts.body.span.start, ..parts.name.span };
        let frame = Frame::new(parts.name.text.clone(), self.declared(parts.body), delta.is_some());
        let mut builder = Builder { resolver: self, frame, outer: Vec::new(), elements: Vec::new(), fields: 0 };
        builder.frame.lent = parts.lent.to_vec();
        builder.frame.broken = !builder.params(parts.params) || builder.resolver.is_unread(head);
        if builder.frame.broken
            && let Some(scope) = builder.frame.scope_mut()
        {
            scope.declared.push((scope::ANY_NAME, head));
        }
        builder.body(parts.body);
        let (frame, elements) = builder.complete()?;
        self.inherits_something(parts.kind, &frame.fields, &parts.name.text, parts.name.span)?;
        let made = Made { name, docs: docs(parts.docs), role, delta, span: parts.name.span };
        let id = self.finish_record(frame, made, &parts.body.entries)?;
        if let Some(places) = self.places.get_mut(id.0) {
            places.elements = elements;
        }
        Some(id)
    }

    /// Rejects records whose minimal length exceeds that of a packet.
    fn fits_a_packet(&mut self, record: &Record, span: Span) -> Option<()> {
        if i128::from(record.lengths.accepted.min) <= LONGEST {
            return Some(());
        }
        self.refuse(
            Diagnostic::new(format!("`{}` is longer than any packet", record.name), span, "never as short as that")
                .help(format!("{LONGEST} bytes are the most: have fewer elements, or let the packet say how many")),
        )
    }

    /// Rejects values too large for the stack of readers and writers, which pass them by value.
    fn fits_a_stack(&mut self, record: &Record, span: Span) -> Option<()> {
        if record.memory <= LARGEST {
            return Some(());
        }
        let title = format!("a value of `{}` is too large", record.name);
        self.refuse(Diagnostic::new(title, span, format!("about {} KiB", record.memory.div_ceil(1024))).help(format!(
            "{} KiB are the most: put what repeats into a list, whose elements are read one by one",
            LARGEST / 1024
        )))
    }

    /// Completes a record with everything that depends on all of its fields, and adds it to the model.
    pub(super) fn finish_record(
        &mut self,
        mut frame: Frame<'a>,
        made: Made,
        entries: &'a [ast::Entry],
    ) -> Option<RecordId> {
        let Made { name, docs, role, delta, span } = made;
        let mut record = Record {
            name,
            module: None,
            docs,
            role,
            params: std::mem::take(&mut frame.params),
            body: frame.close().1,
            fields: std::mem::take(&mut frame.fields),
            cells: std::mem::take(&mut frame.cells),
            lengths: Lengths::NOTHING,
            takes_rest: Takes::Never,
            memory: 0,
            checksums: Vec::new(),
            delta,
            circle: self.circle_here(),
            examples: Vec::new(),
        };
        let mut places = RecordPlaces { name: span, ..RecordPlaces::default() };
        places.cells = frame.origins.iter().map(|origin| origin.span).collect();
        places.fields = std::mem::take(&mut frame.places);
        places.params = std::mem::take(&mut frame.param_spans);
        places.arms = std::mem::take(&mut frame.arms);
        self.trailers(&mut record, &mut places, &frame.trailers)?;
        places.open_end = self.open_end(&record, &places)?;
        places.no_element = self.no_element(&record, &places);
        self.regions(&mut record, &places)?;
        self.widen_codes(&record);
        self.check_sizes(&record, &places)?;
        self.check_followed(&record, &places)?;
        self.check_left(&record, &places)?;
        self.check_repairs(&record, &places)?;
        record.lengths = layout::record_lengths(&self.protocol, &record);
        record.takes_rest = layout::body_takes_rest(&self.protocol, &record, &record.body);
        self.fits_a_packet(&record, span)?;
        record.memory = layout::record_memory(&self.protocol, &record);
        self.fits_a_stack(&record, span)?;
        places.elements_of_nothing = self.elements_without_bytes(&record);
        self.checksums(&mut record, &frame, &places)?;
        self.no_hooks_in_delta(&record, &places)?;
        self.check_offsets(&record, &frame.offsets)?;
        let id = RecordId(self.protocol.records.len());
        self.places.push(places);
        self.protocol.records.push(record);
        self.examples.push((id, entries));
        self.protocol.order.push(Node::Record(id));
        Some(id)
    }
}

impl<'a> Resolver<'a> {
    /// The circle of the declaration that is being bound.
    pub(super) fn circle_here(&self) -> Option<Circle> {
        self.circles.get(self.pending.last()?.0).cloned()
    }

    /// Binds the examples of all records: their paths may lead into any of them.
    pub(super) fn bind_examples(&mut self) {
        for (id, entries) in std::mem::take(&mut self.examples) {
            let mut examples = Vec::new();
            for entry in entries {
                let ast::Entry::Example(example) = entry else { continue };
                if !self.is_unread(example.span) && self.shows_another_version(example) == Some(false) {
                    examples.extend(self.example(id, example));
                }
            }
            if let Some(record) = self.protocol.records.get_mut(id.0) {
                record.examples = examples;
            }
        }
    }
}

impl<'a> Builder<'_, 'a> {
    /// Runs the checks that need the whole record: rules, then ownership. `None` if any error was reported.
    pub(super) fn complete(mut self) -> Option<(Frame<'a>, Vec<RecordId>)> {
        self.complete_frame();
        (!self.frame.broken).then_some((self.frame, self.elements))
    }

    pub(super) fn complete_frame(&mut self) {
        self.late_rules();
        if !self.frame.broken {
            self.settle();
        }
    }

    /// Binds a body.
    pub(super) fn body(&mut self, body: &'a ast::Body) {
        let is_record = self.outer.is_empty() && self.frame.at == scope::ScopeId::default();
        self.entries(&body.entries, is_record);
        self.label_carriers();
    }

    /// Binds the entries of a body, or of a region in it, in order.
    pub(super) fn entries(&mut self, entries: &'a [ast::Entry], is_record: bool) {
        let mut odd = 0;
        for (at, entry) in entries.iter().enumerate() {
            (self.frame.entries, self.frame.entry) = (entries, at);
            if self.is_full() || self.resolver.diagnostics.is_full() {
                break;
            }
            if at >= odd {
                odd = at + self.odd_numbers(entries.get(at..).unwrap_or_default());
            }
            match entry {
                ast::Entry::Field(_) if at < odd => {}
                ast::Entry::Field(field) => self.field(field),
                ast::Entry::Bits(bits) => {
                    self.inline_bits(&bits.docs, &bits.carrier, &bits.parts, bits.span);
                }
                ast::Entry::Joined(field) => {
                    self.joined(field);
                }
                ast::Entry::Within(within) => self.region(within),
                ast::Entry::Error { is_example, .. } => self.frame.broken |= !is_example,
                ast::Entry::Example(example) => {
                    if !is_record {
                        let wrong = Diagnostic::new("an example of a group", example.span, "has no bytes of its own");
                        self.complain(wrong.help("move it to the struct or message"));
                    }
                }
            }
        }
    }

    /// Labels several unnamed carriers of one body by their first named parts.
    pub(super) fn label_carriers(&mut self) {
        let Some(scope) = self.frame.scope() else { return };
        let is_carrier = |id: &FieldId| {
            let field = self.frame.fields.get(id.0).map(|field| (&field.name, &field.wire));
            matches!(field, Some((None, Wire::Bits { .. })))
        };
        let carriers: Vec<_> = in_scope(&self.frame.fields, &scope.body).into_iter().filter(is_carrier).collect();
        if carriers.len() < 2 {
            return;
        }
        for id in carriers {
            if let Some(field) = self.frame.field(id)
                && let Wire::Bits { parts, .. } = &field.wire
                && let Some(name) = parts.iter().find_map(|part| part.name.as_ref())
            {
                field.label = format!("{name}_bits");
            }
        }
    }
}
