//! The definitions of all names, for the table of references.

use crate::ast::{Body, Entry, File, Item, Member, Message, Name, Param, Part, Target, Wire, WireKind};
use crate::references::{Definition, Kind, References};

/// A table of all declared names, without their uses.
pub(in crate::resolve) fn definitions(files: &[File]) -> References {
    let mut found = Found(Vec::new());
    files.iter().flat_map(|file| &file.items).for_each(|item| found.item(item));
    References::new(found.0)
}

struct Found(Vec<Definition>);

impl Found {
    fn name(&mut self, name: &Name, kind: Kind) {
        self.0.push(Definition { span: name.span, kind });
    }

    fn item(&mut self, item: &Item) {
        match item {
            Item::Use(_) => {}
            Item::Const(item) => self.name(&item.name, Kind::Constant),
            Item::Type(item) => {
                self.name(&item.name, Kind::Type);
                self.wire(&item.wire);
            }
            Item::Varint(item) => self.name(&item.name, Kind::Type),
            Item::Quantity(item) => self.name(&item.name, Kind::Type),
            Item::Packed(item) => {
                self.name(&item.name, Kind::Type);
                item.digits.iter().for_each(|digit| self.name(&digit.name, Kind::Part));
            }
            Item::Enum(item) => {
                self.name(&item.name, Kind::Type);
                item.codes.iter().for_each(|code| self.name(&code.name, Kind::Code));
            }
            Item::Bits(item) => {
                self.name(&item.name, Kind::Type);
                self.parts(&item.parts);
            }
            Item::Struct(item) => self.record(&item.name, Kind::Type, &item.params, &item.body),
            Item::Message(item) => self.message(item),
            Item::Family(item) => {
                self.name(&item.name, Kind::Family);
                self.params(&item.params);
                for member in &item.members {
                    if let Member::Message(message) = member {
                        self.message(message);
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

    fn message(&mut self, message: &Message) {
        self.record(&message.name, Kind::Message, &message.params, &message.body);
    }

    fn record(&mut self, name: &Name, kind: Kind, params: &[Param], body: &Body) {
        self.name(name, kind);
        self.params(params);
        self.body(body);
    }

    fn params(&mut self, params: &[Param]) {
        params.iter().for_each(|param| self.name(&param.name, Kind::Parameter));
    }

    fn parts(&mut self, parts: &[Part]) {
        parts.iter().filter_map(|part| part.name.as_ref()).for_each(|name| self.name(name, Kind::Part));
    }

    fn body(&mut self, body: &Body) {
        for entry in &body.entries {
            match entry {
                Entry::Field(field) => {
                    field.name.iter().for_each(|name| self.name(name, Kind::Field));
                    self.wire(&field.wire);
                }
                Entry::Bits(bits) => self.parts(&bits.parts),
                Entry::Within(within) => self.body(&within.body),
                Entry::Example(_) | Entry::Error { .. } => {}
            }
        }
    }

    fn wire(&mut self, wire: &Wire) {
        match &wire.kind {
            WireKind::If { group, .. } | WireKind::Group(group) => {
                group.name.iter().for_each(|name| self.name(name, Kind::Type));
                self.body(&group.body);
            }
            WireKind::Bits { parts, .. } => self.parts(parts),
            WireKind::Match { arms, .. } => {
                for arm in arms {
                    match &arm.target {
                        Target::None(_) => {}
                        Target::Variant { name, wire } => {
                            self.name(name, Kind::Shape);
                            self.wire(wire);
                        }
                        Target::Body { name, body } => {
                            self.name(name, Kind::Shape);
                            self.body(body);
                        }
                        Target::Wire(wire) => self.wire(wire),
                    }
                }
            }
            WireKind::List { item, .. } => self.wire(item),
            _ => {}
        }
    }
}
