//! The names by which pieces refer to each other, so that a new item does not change the references to all others.
//!
//! A record has its full name. A field has the path of names that leads to it in its record, arms included; its number
//! has the same path, a number in front of it that of the field and `count` or `code`, a part of unnamed bits its own name.

use std::collections::HashMap;

use wireform_build::model::{
    AliasId, BitsId, CellId, EnumId, Extent, FamilyId, FieldId, HookId, PackedId, Protocol, QuantityId, Record,
    RecordId, SessionId, Tag, VarintId, Wire,
};

use crate::target::full_name;

/// The names of all items of a protocol.
pub struct Names<'p> {
    /// The protocol.
    pub protocol: &'p Protocol,
    records: Vec<String>,
    paths: Vec<Paths>,
}

/// The paths of a record's fields and numbers.
struct Paths {
    fields: Vec<String>,
    numbers: Vec<String>,
    taken: Taken,
}

/// How often each name was asked for.
#[derive(Default)]
struct Taken(HashMap<String, usize>);

impl<'p> Names<'p> {
    /// Names everything.
    pub fn new(protocol: &'p Protocol) -> Self {
        let mut taken = Taken::default();
        let records = (0..protocol.records.len()).map(|id| taken.unique(full_name(protocol, RecordId(id))));
        Self { protocol, records: records.collect(), paths: protocol.records.iter().map(Paths::of).collect() }
    }

    /// A record.
    pub fn record(&self, id: RecordId) -> &str {
        self.records.get(id.0).map_or("", String::as_str)
    }

    /// A field of a record.
    pub fn field(&self, record: RecordId, id: FieldId) -> &str {
        self.paths.get(record.0).and_then(|paths| paths.fields.get(id.0)).map_or("", String::as_str)
    }

    /// The paths of a record's fields, by their ids.
    pub fn fields(&self, record: RecordId) -> &[String] {
        self.paths.get(record.0).map_or(&[], |paths| &paths.fields)
    }

    /// The paths of a record's numbers, by their ids.
    pub fn numbers(&self, record: RecordId) -> &[String] {
        self.paths.get(record.0).map_or(&[], |paths| &paths.numbers)
    }

    /// A number of a record.
    pub fn number(&self, record: RecordId, id: CellId) -> &str {
        self.paths.get(record.0).and_then(|paths| paths.numbers.get(id.0)).map_or("", String::as_str)
    }
}

macro_rules! names_of_items {
    ($($function:ident $id:ident $items:ident)*) => {
        impl<'p> Names<'p> {$(
            /// The name of an item.
            pub fn $function(&self, id: $id) -> &'p str {
                self.protocol.$items.get(id.0).map_or("", |item| &item.name)
            }
        )*}
    };
}

names_of_items! {
    varint VarintId varints
    enumeration EnumId enums
    bits BitsId bits
    quantity QuantityId quantities
    packed PackedId packed
    alias AliasId aliases
    session SessionId sessions
    hook HookId hooks
    family FamilyId families
}

impl Paths {
    fn of(record: &Record) -> Self {
        let [fields, numbers] = [record.fields.len(), record.cells.len()].map(|len| vec![String::new(); len]);
        let mut paths = Self { fields, numbers, taken: Taken::default() };
        paths.body(record, &record.body, "");
        paths
    }

    fn body(&mut self, record: &Record, body: &[FieldId], outer: &str) {
        for (id, field) in body.iter().filter_map(|id| Some((*id, record.fields.get(id.0)?))) {
            let path = self.taken.unique(join(outer, &field.label));
            match &field.wire {
                Wire::Bits { parts, .. } => {
                    let carrier = field.name.as_ref().map_or(outer, |_| &path);
                    for part in parts {
                        let path = self.taken.unique(join(carrier, part.name.as_deref().unwrap_or("reserved")));
                        self.set_number(part.cell, path);
                    }
                }
                Wire::Match { tag, arms, .. } => {
                    if let Tag::InPlace { cell, .. } = tag {
                        self.set_number(*cell, join(&path, "code"));
                    }
                    arms.iter().for_each(|arm| self.body(record, &arm.body, &join(&path, &arm.name)));
                }
                Wire::Within { body, .. } => self.body(record, body, outer),
                wire => {
                    wire.number().into_iter().for_each(|cell| self.set_number(cell, path.clone()));
                    wire.bodies().into_iter().for_each(|body| self.body(record, body, &path));
                }
            }
            if let Some((_, cell)) = field.wire.extent().and_then(Extent::prefix) {
                self.set_number(cell, join(&path, "count"));
            }
            for (cell, _) in record.cells_inside(id) {
                let of = record.cells.get(cell.0).map_or("", |cell| &cell.path);
                let name = of.strip_prefix(&record.path(id)).and_then(|name| name.strip_prefix('.'));
                self.set_number(cell, join(&path, name.unwrap_or(of)));
            }
            if let Some(slot) = self.fields.get_mut(id.0) {
                *slot = path;
            }
        }
    }

    fn set_number(&mut self, cell: CellId, path: String) {
        if let Some(slot) = self.numbers.get_mut(cell.0) {
            *slot = path;
        }
    }
}

fn join(outer: &str, name: &str) -> String {
    if outer.is_empty() { name.to_owned() } else { format!("{outer}.{name}") }
}

impl Taken {
    /// The name, with a number if it is the second or a later one: `reserved`, `reserved#2`.
    fn unique(&mut self, name: String) -> String {
        let count = self.0.entry(name.clone()).or_default();
        *count = count.saturating_add(1);
        if *count > 1 { format!("{name}#{count}") } else { name }
    }
}
