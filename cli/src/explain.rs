//! What each byte of a packet is, as the person who wrote the protocol's document would list it. The lines are made as the
//! packet is read, so it is read twice: for the widths of the columns, and for the lines.

use std::collections::HashMap;
use std::io;
use std::sync::Arc;

use wireform_build::interpret::words::{bits, meanings, shown};
use wireform_build::interpret::{Read, ReadError, Step, StepKind, Told, Value, WriteError, read_lean};

use crate::differences::Difference;
use crate::differs::{Mark, Places};
use crate::packet::Packet;
use crate::table::{Row, Table, Weight};
use crate::with::Known;

/// A packet, and how it is explained.
pub struct Explained<'a> {
    pub subject: &'a Packet,
    pub known: &'a Known,
    pub packet: &'a Arc<[u8]>,
    /// With what the schema says.
    pub docs: bool,
    pub decimal: bool,
}

/// All that stands before the first line.
pub struct Survey<'a> {
    pub outcome: Result<Read<'a>, ReadError>,
    table: Table,
    repairs: Repairs,
    marks: HashMap<usize, Vec<Mark>>,
}

impl<'a> Explained<'a> {
    /// The widths of the columns.
    pub fn survey(&self) -> Survey<'a> {
        let (mut table, mut repairs) = (Table::new(self.decimal), Repairs::default());
        let mut rows = Rows::new(self, None, |_, row| table.fit(&row));
        let outcome = self.read(|told| match told {
            Told::Step(step) => rows.step(step),
            Told::ReadAs(number, value) => repairs.add(number, &value),
        });
        rows.finish();
        repairs.all.sort_unstable();
        Survey { outcome, table, repairs, marks: HashMap::new() }
    }

    /// The same with the differences, each at its line; and with the values that rules give.
    pub fn complete(&self, survey: &mut Survey<'a>, differences: &[Difference]) {
        if differences.is_empty() && survey.repairs.all.is_empty() {
            return;
        }
        let (mut table, mut places) = (Table::new(self.decimal), Places::new(differences));
        let mut rows = Rows::new(self, Some(survey), |step, row| {
            table.fit(&row);
            places.step(step);
        });
        // It is read as it was before.
        let _ = self.read(|told| rows.told(told));
        rows.finish();
        survey.marks = places.marks();
        survey.marks.values().for_each(|marks| table.fit(&Row { differs: marks.clone(), ..Row::default() }));
        survey.table = table;
    }

    /// The lines: one for each step of reading, and those for what is left over and for what cannot be written.
    pub fn print(
        &self,
        survey: &mut Survey<'a>,
        refused: Option<&WriteError>,
        out: &mut dyn io::Write,
    ) -> io::Result<()> {
        let rest = survey.outcome.as_ref().map_or(&[][..], |read| read.rest);
        let rest = (!rest.is_empty()).then(|| left_over(self.packet.len().saturating_sub(rest.len()), rest));
        let last: Vec<Row<'_>> = rest.into_iter().chain(refused.map(refused_row)).collect();
        last.iter().for_each(|row| survey.table.fit(row));
        let mut printed = Ok(());
        let mut rows = Rows::new(self, Some(survey), |_, row| {
            if printed.is_ok() {
                printed = survey.table.print(&row, out);
            }
        });
        let _ = self.read(|told| rows.told(told));
        rows.finish();
        printed.and_then(|()| last.iter().try_for_each(|row| survey.table.print(row, out)))
    }

    fn read(&self, mut told: impl FnMut(Told)) -> Result<Read<'a>, ReadError> {
        let Packet { protocol, target, .. } = self.subject;
        let known = (&*self.known.params, &self.known.session);
        read_lean(protocol, *target, self.packet, known, Some(&mut told))
    }
}

/// The values that rules give, by the numbers of steps. There may be as many as bytes, and few different ones.
#[derive(Default)]
struct Repairs {
    all: Vec<(u32, u32)>,
    values: Vec<Value>,
    index: HashMap<String, u32>,
}

impl Repairs {
    fn add(&mut self, number: usize, value: &Value) {
        let index = *self.index.entry(format!("{value:?}")).or_insert_with(|| {
            self.values.push(value.clone());
            u32::try_from(self.values.len().saturating_sub(1)).unwrap_or(u32::MAX)
        });
        self.all.extend(u32::try_from(number).ok().map(|number| (number, index)));
    }

    fn get(&self, number: usize) -> Option<&Value> {
        let number = u32::try_from(number).ok()?;
        let at = self.all.binary_search_by_key(&number, |(step, _)| *step).ok()?;
        self.values.get(usize::try_from(self.all.get(at)?.1).ok()?)
    }
}

/// Makes lines of steps. Few of them wait for those that decide about them.
struct Rows<'r, F> {
    packet: &'r [u8],
    docs: bool,
    survey: Option<&'r Survey<'r>>,
    waiting: Vec<Step>,
    /// The depth of a waiting record that may have only inline bits.
    group: Option<usize>,
    steps: usize,
    rows: usize,
    each: F,
}

impl<'r, F: FnMut(&Step, Row<'r>)> Rows<'r, F> {
    fn new(explained: &'r Explained<'_>, survey: Option<&'r Survey<'r>>, each: F) -> Self {
        let (packet, docs) = (&**explained.packet, explained.docs);
        Self { packet, docs, survey, waiting: Vec::new(), group: None, steps: 0, rows: 0, each }
    }

    fn told(&mut self, told: Told) {
        match told {
            Told::Step(step) => self.step(step),
            Told::ReadAs(..) => {}
        }
    }

    fn step(&mut self, mut step: Step) {
        step.read_as = self.survey.and_then(|survey| survey.repairs.get(self.steps)).cloned();
        self.steps = self.steps.saturating_add(1);
        let below = |group: usize| group.saturating_add(1);
        match self.group {
            Some(group) if step.depth > below(group) => {}
            Some(group) => {
                self.group = None;
                if step.depth <= group {
                    self.flush(step.depth);
                }
            }
            None => {
                let is_record = |last: &&Step| last.kind == StepKind::Record && below(last.depth) == step.depth;
                match self.waiting.last().filter(is_record) {
                    Some(last) if step.kind == StepKind::Bits => self.group = Some(last.depth),
                    _ => self.flush(step.depth),
                }
            }
        }
        self.waiting.push(step);
    }

    fn finish(mut self) {
        self.flush(0);
    }

    /// Makes lines of all that wait. `next` is the depth of the next step.
    fn flush(&mut self, next: usize) {
        let (offset, len, raw, read_as, doc) = (0, 0, None, None, None);
        let (path, name, kind, value) = (String::new(), String::new(), StepKind::Field, Value::Null);
        self.waiting.push(Step { depth: next, offset, len, path, name, kind, raw, value, read_as, doc });
        let steps = shown(&self.waiting);
        self.waiting.clear();
        let without_next = steps.len().saturating_sub(1);
        for (step, meaning) in steps.iter().zip(meanings(&steps)).take(without_next) {
            let doc = step.doc.clone().filter(|_| self.docs).unwrap_or_default();
            let differs = self.survey.and_then(|survey| survey.marks.get(&self.rows)).cloned().unwrap_or_default();
            (self.each)(step, Row { meaning, doc, differs, ..row(self.packet, step) });
            self.rows = self.rows.saturating_add(1);
        }
    }
}

/// The line of bytes after the packet.
fn left_over(offset: usize, rest: &[u8]) -> Row<'_> {
    let s = if rest.len() == 1 { "" } else { "s" };
    let meaning = format!("{} byte{s} left over", rest.len());
    Row { offset, bytes: rest, field: "(rest)".to_owned(), meaning, weight: Weight::Odd, ..Row::default() }
}

/// The line of a packet that is read and cannot be written.
fn refused_row(error: &WriteError) -> Row<'static> {
    Row { field: "(not written)".to_owned(), meaning: error.to_string(), weight: Weight::Odd, ..Row::default() }
}

fn row<'p>(packet: &'p [u8], step: &Step) -> Row<'p> {
    let end = step.offset.saturating_add(step.len);
    // What holds other steps is shown by them.
    let holds = matches!(step.kind, StepKind::Record | StepKind::List);
    let bytes = if holds { &[] } else { packet.get(step.offset..end).unwrap_or_default() };
    Row {
        offset: step.offset,
        bytes,
        bits: bits(step.kind).unwrap_or_default(),
        depth: step.depth,
        field: step.name.clone(),
        raw: step.raw.map(|raw| raw.to_string()).unwrap_or_default(),
        weight: match step.kind {
            StepKind::Rejected => Weight::Odd,
            StepKind::Record | StepKind::List | StepKind::Field | StepKind::Part { .. } => Weight::Value,
            StepKind::Code
            | StepKind::Derived
            | StepKind::Hook
            | StepKind::Bits
            | StepKind::Constant
            | StepKind::Reserved
            | StepKind::Terminator
            | StepKind::Inherited => Weight::Frame,
        },
        ..Row::default()
    }
}
