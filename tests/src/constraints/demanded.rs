//! All that a message, a struct or a family demands of its bytes, read off its model.
//!
//! Two things are none of it. A checksum that is a function of the program is compared when somebody hands that over, not
//! when bytes are read: `hooks` breaks such checksums in the features, `vectors::quake2::moves` those of real moves, and
//! `laws` compares what generated code and the interpreter say of them. What a message of the session must have said
//! before is demanded of the session, not of the bytes: `features` leaves it unsaid, value by value, and holds both to the
//! same error.

mod choices;
mod extents;
mod here;

use std::collections::BTreeSet;

use wireform_build::interpret::Target;
use wireform_build::layout::{may_be_no_text, scalar_interval};
use wireform_build::model::{
    CellId, Check, Content, Extent, FamilyId, Field, FieldId, Input, Interval, Item, Protocol, Record, RecordId, Role,
    Scalar, Source, Wire,
};

use super::constraint::{Constraint, Lift, Place, of_rule};
use super::lift;
use super::meaning::{is_picky, meanings};
use crate::paths::{join, of_constant};
use here::{Here, whole};

/// What is demanded.
pub struct Demanded<'p> {
    protocol: &'p Protocol,
    pub all: Vec<Constraint>,
    /// The fields that hold messages and nested parts. What these demand they demand by themselves.
    pub messages: BTreeSet<String>,
    /// The fields whose form only parameters or the session select: their bytes cannot break that, but the bytes that make
    /// them present can.
    pub given: BTreeSet<String>,
}

impl<'p> Demanded<'p> {
    pub fn by(protocol: &'p Protocol, target: Target) -> Self {
        let mut found = Self { protocol, all: Vec::new(), messages: BTreeSet::new(), given: BTreeSet::new() };
        match target {
            Target::Record(id) => {
                let params = vec![None; protocol.records[id.0].params.len()];
                found.record(id, "", &params);
            }
            Target::Family(id) | Target::Stream(id) => found.family(id, "", Vec::new()),
        }
        found
    }

    fn add(&mut self, path: &str, why: &str, places: Vec<Place>, lift: impl Fn(&mut Protocol) + 'static) {
        let lift: Lift = Box::new(lift);
        self.all.push(Constraint::new(path.to_owned(), why, places, lift));
    }

    /// A code in front, or an earlier number.
    fn family(&mut self, id: FamilyId, path: &str, by: Vec<Place>) {
        self.family_by(id, path, join(path, "code"), by);
    }

    /// The same, where an error about its code is at another path.
    fn family_by(&mut self, id: FamilyId, path: &str, code: String, by: Vec<Place>) {
        self.messages.insert(path.to_owned());
        let family = &self.protocol.families[id.0];
        if let Some(carrier) = family.carrier {
            self.scalar(carrier, &code, &[Place::Field(code.clone())]);
        }
        let places = if family.carrier.is_some() { vec![Place::Field(code.clone())] } else { by };
        if !family.open && !places.is_empty() {
            self.add(&code, "code", places, move |protocol| protocol.families[id.0].open = true);
        }
    }

    fn record(&mut self, id: RecordId, path: &str, params: &[Option<Place>]) {
        let record = &self.protocol.records[id.0];
        let here = Here { id, record, path, params };
        if let Role::Message { code: Some(code) } = record.role {
            let path = join(path, "code");
            self.scalar(code.scalar, &path, &[Place::Field(path.clone())]);
            self.add(&path, "code", vec![Place::Field(path.clone())], move |protocol| lift::code(protocol, id));
        }
        for (index, field) in record.fields.iter().enumerate() {
            self.field(here, FieldId(index), field);
        }
        for (index, checksum) in record.checksums.iter().enumerate().filter(|(_, one)| one.catalogue().is_some()) {
            let path = here.field(record.cells[checksum.cell.0].field);
            self.add(&path, "checksum", vec![Place::Field(path.clone())], move |protocol| {
                protocol.records[id.0].checksums.remove(index);
            });
        }
    }

    fn field(&mut self, here: Here<'_>, id: FieldId, field: &Field) {
        let (path, record) = (here.field(id), here.id.0);
        self.rule(here, id, field, &path);
        let own = [Place::Field(path.clone())];
        match &field.wire {
            Wire::Scalar { scalar, cell } => {
                self.scalar(*scalar, &path, &own);
                self.cell(here, *cell, scalar_interval(self.protocol, *scalar), &path);
            }
            Wire::Chosen { tags, forms, cell } => {
                for scalar in forms.iter().filter_map(|form| form.scalar) {
                    self.scalar(scalar, &path, &own);
                }
                self.cell(here, *cell, here.record.cells[cell.0].interval, &path);
                self.forms(here, id, tags, forms, &path);
            }
            Wire::Bits { carrier, parts } => {
                self.scalar(*carrier, &path, &own);
                for part in parts {
                    let holds = Interval::of_bits(u32::from(part.width()), part.signed);
                    match here.record.cells[part.cell.0].source {
                        Source::Constant(_) => {
                            let told = join(here.path, &of_constant(here.record, id, part));
                            self.constant(here, part.cell, &told, own.to_vec());
                        }
                        _ => self.cell(here, part.cell, holds, &path),
                    }
                }
            }
            Wire::Octets { content: Content::Constant(bytes), .. } => {
                let bytes = bytes.len() as u64;
                self.add(&path, "constant", own.to_vec(), move |protocol| {
                    protocol.records[record].fields[id.0].wire = lift::space(bytes);
                });
            }
            Wire::Octets { extent, content: Content::Free } => self.extent(here, id, extent, &path),
            Wire::Octets { extent, content: Content::Text(text) } => {
                self.extent(here, id, extent, &path);
                if let Scalar::Varint(unit) = text.unit
                    && is_picky(self.protocol, Scalar::Varint(unit))
                {
                    // Numbers beyond its range are no characters.
                    self.add(&path, "varint", own.to_vec(), move |protocol| {
                        lift::characters(&mut protocol.records[record].fields[id.0].wire);
                        lift::varint(protocol, unit);
                    });
                }
                let is_empty = matches!(extent, Extent::Fixed { count: 0, .. });
                if !is_empty && may_be_no_text(self.protocol, text) {
                    self.add(&path, "text", own.to_vec(), move |protocol| {
                        lift::characters(&mut protocol.records[record].fields[id.0].wire);
                    });
                }
            }
            Wire::Record { record, args, .. } => self.record(*record, &path, &here.places(args)),
            Wire::Family { family, by, .. } => {
                let by = by.and_then(|cell| here.place(Input::Cell(cell)));
                let chooser = here.record.chooser(self.protocol, id).map(|chooser| here.field(chooser));
                let code = chooser.unwrap_or_else(|| join(&path, "code"));
                self.family_by(*family, &path, code, by.into_iter().collect());
            }
            Wire::List { item, extent } => {
                self.extent(here, id, extent, &path);
                self.item(here, id, item, &path);
            }
            Wire::Sparse { item, .. } => self.item(here, id, item, &path),
            Wire::Match { tag, arms, .. } => self.shapes(here, id, tag, arms, &path),
            Wire::Within { extent, body } => {
                self.extent(here, id, extent, &path);
                self.region(here, id, extent, body, &path);
            }
            Wire::Padding { space, filler } => {
                if let Some(length) = space.given() {
                    self.formula(here, id, length, &path);
                }
                if filler.is_checked {
                    self.add(&path, "constant", own.to_vec(), move |protocol| {
                        if let Wire::Padding { filler, .. } = &mut protocol.records[record].fields[id.0].wire {
                            filler.is_checked = false;
                        }
                    });
                }
            }
            // It is a target of its own, and may contain this one.
            Wire::Nested { .. } => {
                self.messages.insert(path.clone());
            }
            Wire::Float { .. } | Wire::Group { .. } => {}
        }
    }

    /// What must hold of a field and of what its rule reads and counts.
    fn rule(&mut self, here: Here<'_>, id: FieldId, field: &Field, path: &str) {
        let Some(rule) = field.rule.as_ref().filter(|rule| rule.repair.is_none()) else { return };
        let record = here.id.0;
        let mut places = whole(path);
        if let Check::Test(test) = &rule.check {
            places.extend(test.inputs().into_iter().filter_map(|input| here.place(input)));
            let counted = rule.measured().into_iter().chain(rule.counted());
            places.extend(counted.flat_map(|id| whole(&here.field(id))));
            if let Some(Extent::Counted(length)) = lift::extent(&mut field.wire.clone()) {
                places.extend(here.place(Input::Cell(length.cell)));
            }
        }
        self.add(path, &of_rule(&rule.text), places, move |protocol| {
            protocol.records[record].fields[id.0].rule = None;
        });
        if let Some(added) = self.all.last_mut() {
            added.is_early = is_early(here.record, id, field, &rule.check);
        }
    }

    /// How a number must be spelled.
    fn scalar(&mut self, scalar: Scalar, path: &str, places: &[Place]) {
        if let Scalar::Varint(id) = scalar
            && is_picky(self.protocol, scalar)
        {
            self.add(path, "varint", places.to_vec(), move |protocol| lift::varint(protocol, id));
        }
    }

    /// A constant, which is told at this path.
    fn constant(&mut self, here: Here<'_>, id: CellId, path: &str, places: Vec<Place>) {
        let record = here.id.0;
        self.add(path, "constant", places, move |protocol| {
            protocol.records[record].cells[id.0].source = Source::Reserved(0);
        });
    }

    /// What a number must be, or mean.
    fn cell(&mut self, here: Here<'_>, id: CellId, holds: Interval, path: &str) {
        let (record, cell) = (here.id.0, &here.record.cells[id.0]);
        let own = vec![Place::Field(path.to_owned())];
        match cell.source {
            Source::Constant(_) => self.constant(here, id, path, own),
            Source::Reserved(_) => {}
            Source::User | Source::Derived(_) => {
                for (why, means) in meanings(self.protocol, cell.value, holds) {
                    self.add(path, why, own.clone(), move |protocol| {
                        let means = means(protocol);
                        protocol.records[record].cells[id.0].value = means;
                        lift::choices(protocol);
                    });
                }
            }
        }
    }

    fn item(&mut self, here: Here<'_>, id: FieldId, item: &Item, path: &str) {
        let record = here.id.0;
        match item {
            Item::Scalar { scalar, value } => {
                let own = vec![Place::Field(path.to_owned())];
                self.scalar(*scalar, path, &own);
                for (why, means) in meanings(self.protocol, *value, scalar_interval(self.protocol, *scalar)) {
                    self.add(path, why, own.clone(), move |protocol| {
                        let means = means(protocol);
                        if let Wire::List { item: Item::Scalar { value, .. }, .. }
                        | Wire::Sparse { item: Item::Scalar { value, .. }, .. } =
                            &mut protocol.records[record].fields[id.0].wire
                        {
                            *value = means;
                        }
                    });
                }
            }
            Item::Record { record, args } => self.record(*record, path, &here.places(args)),
            Item::Family { family, .. } => self.family(*family, path, Vec::new()),
            Item::Float { .. } => {}
        }
    }
}

/// Whether a rule is that of a number and names no later field, nor what is counted in the packet.
fn is_early(record: &Record, id: FieldId, field: &Field, check: &Check) -> bool {
    let (Wire::Scalar { .. } | Wire::Chosen { .. } | Wire::Float { .. }) = field.wire else { return false };
    let Check::Test(test) = check else { return true };
    let is_there = |input: &Input| match input.cell() {
        Some(cell) => record.cells[cell.0].field <= id,
        None => *input != Input::Left,
    };
    test.amounts().is_empty() && test.inputs().iter().all(is_there)
}
