//! The names in a tree: those that it declares, for the table of references, and the types that it uses, for the order and the
//! depth of declarations.

use crate::ast::{
    Body, Entry, File, Item, Member, Message, Name, Param, Part, PartWidth, Target, ValueKind, ValueType,
};
use crate::ast::{Wire, WireKind};
use crate::references::{Definition, Kind, References};

/// A table of all declared names, without their uses.
pub(in crate::resolve) fn definitions(files: &[File]) -> References {
    let mut found = Mentioned::default();
    files.iter().flat_map(|file| &file.items).for_each(|item| found.item(item));
    References::new(found.declared)
}

#[derive(Default)]
pub(in crate::resolve) struct Mentioned<'a> {
    declared: Vec<Definition>,
    /// The types that are used: whether they are contained (those of numbers are not), and how many lists, groups, choices and
    /// regions are around them.
    pub(in crate::resolve) used: Vec<(bool, &'a Name, usize)>,
    level: usize,
    /// The most that are around anything.
    pub(in crate::resolve) deepest: usize,
}

impl<'a> Mentioned<'a> {
    fn name(&mut self, name: &Name, kind: Kind) {
        self.declared.push(Definition { span: name.span, kind });
    }

    pub(in crate::resolve) fn item(&mut self, item: &'a Item) {
        match item {
            Item::Use(_) => {}
            Item::Const(item) => self.name(&item.name, Kind::Constant),
            Item::Type(item) => {
                self.name(&item.name, Kind::Type);
                self.wire(&item.wire);
                self.value(&item.clauses.value, false);
            }
            Item::Varint(item) => self.name(&item.name, Kind::Type),
            Item::Quantity(item) => {
                self.name(&item.name, Kind::Type);
                self.number(&item.wire);
            }
            Item::Packed(item) => {
                self.name(&item.name, Kind::Type);
                self.number(&item.wire);
                item.digits.iter().for_each(|digit| self.name(&digit.name, Kind::Part));
            }
            Item::Enum(item) => {
                self.name(&item.name, Kind::Type);
                self.number(&item.wire);
                item.codes.iter().for_each(|code| self.name(&code.name, Kind::Code));
            }
            Item::Bits(item) => {
                self.name(&item.name, Kind::Type);
                self.number(&item.carrier);
                self.parts(&item.parts);
            }
            Item::Struct(item) => self.record(&item.name, Kind::Type, &item.params, &item.body),
            Item::Message(item) => self.message(item),
            Item::Family(item) => {
                self.name(&item.name, Kind::Family);
                self.params(&item.params);
                item.carrier.iter().for_each(|carrier| self.number(carrier));
                for member in &item.members {
                    match member {
                        Member::Message(message) => self.message(message),
                        Member::Named { name, .. } => self.used.push((true, name, 0)),
                    }
                }
            }
            Item::Session(item) => self.name(&item.name, Kind::Session),
            Item::Hook(item) => {
                self.name(&item.name, Kind::Hook);
                self.params(&item.params);
            }
            Item::Error(item) => item.name.iter().for_each(|name| self.name(name, Kind::Unknown)),
        }
    }

    fn message(&mut self, message: &'a Message) {
        self.record(&message.name, Kind::Message, &message.params, &message.body);
    }

    fn record(&mut self, name: &Name, kind: Kind, params: &'a [Param], body: &'a Body) {
        self.name(name, kind);
        self.params(params);
        self.body(body);
    }

    fn params(&mut self, params: &'a [Param]) {
        for param in params {
            self.name(&param.name, Kind::Parameter);
            self.number(&param.wire);
        }
    }

    fn parts(&mut self, parts: &'a [Part]) {
        for part in parts {
            part.name.iter().for_each(|name| self.name(name, Kind::Part));
            if let Some(PartWidth::Wire(wire)) = &part.width {
                self.wire(wire);
            }
            self.value(&part.value, false);
        }
    }

    pub(in crate::resolve) fn value(&mut self, value: &'a Option<ValueType>, is_contained: bool) {
        if let Some(ValueType { kind: ValueKind::Named(name), .. }) = value {
            self.used.push((is_contained, name, self.level));
        }
    }

    /// A wire of one number, with a name at most.
    fn number(&mut self, wire: &'a Wire) {
        if let WireKind::Named { name, .. } = &wire.kind {
            self.used.push((false, name, self.level));
        }
    }

    fn inside(&mut self, what: impl FnOnce(&mut Self)) {
        self.level += 1;
        self.deepest = self.deepest.max(self.level);
        what(self);
        self.level -= 1;
    }

    fn body(&mut self, body: &'a Body) {
        for entry in &body.entries {
            match entry {
                Entry::Field(field) => {
                    field.name.iter().for_each(|name| self.name(name, Kind::Field));
                    self.wire(&field.wire);
                    // In a state, a group may refer to a struct.
                    let is_group = matches!(field.wire.kind, WireKind::Group(_) | WireKind::If { .. });
                    self.value(&field.clauses.value, is_group);
                }
                Entry::Bits(bits) => {
                    self.wire(&bits.carrier);
                    self.parts(&bits.parts);
                }
                Entry::Within(within) => self.inside(|inner| inner.body(&within.body)),
                Entry::Example(_) | Entry::Error { .. } => {}
            }
        }
    }

    pub(in crate::resolve) fn wire(&mut self, wire: &'a Wire) {
        match &wire.kind {
            WireKind::Named { name, .. } => self.used.push((true, name, self.level)),
            WireKind::If { group, .. } | WireKind::Group(group) => {
                group.name.iter().for_each(|name| self.name(name, Kind::Type));
                self.inside(|inner| inner.body(&group.body));
            }
            WireKind::Bits { carrier, parts } => {
                self.wire(carrier);
                self.parts(parts);
            }
            WireKind::Match { arms, .. } => self.inside(|inner| {
                for arm in arms {
                    match &arm.target {
                        Target::None(_) => {}
                        Target::Variant { name, wire } => {
                            inner.name(name, Kind::Shape);
                            inner.wire(wire);
                        }
                        Target::Body { name, body } => {
                            inner.name(name, Kind::Shape);
                            inner.body(body);
                        }
                        Target::Wire(wire) => inner.wire(wire),
                    }
                }
            }),
            WireKind::List { item, .. } => self.inside(|inner| inner.wire(item)),
            _ => {}
        }
    }
}
