//! Proofs from two models that a reader of one reads each packet that a writer of the other makes, as the same value.
//!
//! Both readers go through such a packet side by side: what is to be shown is that each step of the second is that of the
//! first. It is a proof for all packets, so it gives up where it would need to know more: then packets are tried.

mod body;
mod checks;
mod forms;
mod number;
mod same;
mod wire;

use std::collections::HashMap;
use std::rc::Rc;

use wireform_build::interpret::Target;
use wireform_build::model::{CellId, FamilyId, FieldId, Input, Interval, Param, ParamKind, Protocol, Record, RecordId};

use crate::model::names::Names;

/// Why a proof ends without a result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Obstacle {
    /// The record or type, and the path in it.
    pub path: String,
    /// The difference.
    pub why: String,
    /// Where packets that are read otherwise may be found.
    pub at: Option<At>,
}

/// A place in the records of a writer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct At {
    /// The record.
    pub record: RecordId,
    /// The field, if it is one.
    pub field: Option<FieldId>,
    /// The numbers of the field that the reader may not take; none: any.
    pub numbers: Vec<Interval>,
}

/// Something in a packet that its reader passes without knowing it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Loss {
    /// A field, or a part of bits, whose bytes are reserved space for the reader.
    Field(String),
    /// A code that has a name for the writer only: the type and the name.
    Name(String),
    /// A message that the reader's family keeps without knowing it.
    Message(String),
}

/// A proof, or why there is none.
pub type Proven<T = ()> = Result<T, Obstacle>;

/// Proofs about one writer and one reader.
pub struct Proofs<'p> {
    /// The protocol of the writer.
    writer: &'p Protocol,
    /// The protocol of the reader.
    reader: &'p Protocol,
    /// The paths of the writer's fields and numbers, and of the reader's.
    names: [Rc<Names<'p>>; 2],
    /// Results by pairs.
    known: HashMap<Pair, Proven<Vec<Loss>>>,
    circles: Circles,
}

/// Two records, and whether they end their region.
type Pair = (RecordId, RecordId, bool);

/// Pairs that are being proven. Records that contain themselves lead back to one of them, which is then assumed to hold: all
/// that rests on it has its answer at last.
#[derive(Debug, Default)]
struct Circles {
    /// The pairs that are being proven, the outermost first.
    open: Vec<Pair>,
    /// The place in `open` of the outermost pair that was assumed.
    outermost: Option<usize>,
    /// The places of the open pairs on which results rest.
    resting: HashMap<Pair, usize>,
    /// The pairs of these, in the order in which they were proven.
    order: Vec<Pair>,
}

impl Circles {
    /// Rests what is being proven on the open pair at a place, if there is one.
    fn rest(&mut self, on: Option<usize>) {
        self.outermost = [self.outermost, on].into_iter().flatten().min();
    }
}

impl<'p> Proofs<'p> {
    /// Proofs about packets of this writer, for this reader.
    pub fn new(writer: &'p Protocol, reader: &'p Protocol) -> Self {
        let names = [writer, reader].map(|one| Rc::new(Names::new(one)));
        Self { writer, reader, names, known: HashMap::new(), circles: Circles::default() }
    }

    /// Proves that a reader reads each packet of a writer; what it passes without knowing it.
    pub fn target(&mut self, writer: Target, reader: Target) -> Proven<Vec<Loss>> {
        let mut losses = match (writer, reader) {
            (Target::Record(one), Target::Record(two)) => self.record(one, two, true)?,
            (Target::Family(one), Target::Family(two)) => self.family(one, two, true)?,
            (Target::Stream(one), Target::Stream(two)) => self.family(one, two, false)?,
            _ => return Err(obstacle("", "another kind of packet")),
        };
        losses.sort();
        losses.dedup();
        Ok(losses)
    }

    /// Whether each packet of the writer begins with a code that the reader rejects.
    pub fn has_other_code(&self, writer: Target, reader: Target) -> bool {
        let (Target::Record(one), Target::Record(two)) = (writer, reader) else { return false };
        let code = |protocol: &Protocol, id: RecordId| protocol.records.get(id.0).and_then(Record::message_code);
        match (code(self.writer, one), code(self.reader, two)) {
            (Some(before), Some(now)) => {
                let same = same::scalars((self.writer, before.scalar), (self.reader, now.scalar));
                before.code != now.code && same.is_ok()
            }
            _ => false,
        }
    }

    /// The same of two records. `ends`: nothing follows them in their region.
    fn record(&mut self, one: RecordId, two: RecordId, ends: bool) -> Proven<Vec<Loss>> {
        let pair = (one, two, ends);
        if let Some(known) = self.known.get(&pair) {
            self.circles.rest(self.circles.resting.get(&pair).copied());
            return known.clone();
        }
        if let Some(open) = self.circles.open.iter().position(|open| *open == pair) {
            self.circles.rest(Some(open));
            return Ok(Vec::new());
        }
        let (place, first) = (self.circles.open.len(), self.circles.order.len());
        let around = self.circles.outermost.take();
        self.circles.open.push(pair);
        let proven = self.walk(one, two, ends);
        self.circles.open.pop();
        let on = self.circles.outermost.take().filter(|outermost| *outermost < place);
        match on {
            Some(on) => {
                self.circles.resting.insert(pair, on);
                self.circles.order.push(pair);
            }
            // It rests on no other: those that rest on it lead to it and back, so they have its answer.
            None => {
                for resting in self.circles.order.drain(first..) {
                    self.circles.resting.remove(&resting);
                    self.known.insert(resting, proven.clone());
                }
            }
        }
        self.known.insert(pair, proven.clone());
        self.circles.outermost = around;
        self.circles.rest(on);
        proven
    }

    fn walk(&mut self, one: RecordId, two: RecordId, ends: bool) -> Proven<Vec<Loss>> {
        let (writer, reader) = (self.writer, self.reader);
        let (Some(w), Some(r)) = (writer.records.get(one.0), reader.records.get(two.0)) else {
            return Err(obstacle("", "there is no such record"));
        };
        match (w.message_code(), r.message_code()) {
            (None, None) => {}
            (Some(before), Some(now)) if before.code == now.code => {
                same::scalars((writer, before.scalar), (reader, now.scalar)).map_err(|why| obstacle(&w.name, why))?;
            }
            _ => return Err(obstacle(&w.name, "another code")),
        }
        if (w.only().is_some(), w.delta.is_some()) != (r.only().is_some(), r.delta.is_some()) {
            return Err(obstacle(&w.name, "another kind of record"));
        }
        let Some(mut walk) = Walk::new(self, (one, two)) else { return Ok(Vec::new()) };
        walk.body(&w.body, &r.body, ends)?;
        walk.rules()?;
        walk.names_in(["", ""])?;
        walk.checksums()?;
        Ok(walk.losses)
    }

    /// The same of the messages of two families.
    fn family(&mut self, one: FamilyId, two: FamilyId, ends: bool) -> Proven<Vec<Loss>> {
        let (writer, reader) = (self.writer, self.reader);
        let (Some(w), Some(r)) = (writer.families.get(one.0), reader.families.get(two.0)) else {
            return Err(obstacle("", "there is no such family"));
        };
        match (w.carrier, r.carrier) {
            (None, None) => {}
            (Some(before), Some(now)) => {
                same::scalars((writer, before), (reader, now)).map_err(|why| obstacle(&w.name, why))?;
            }
            _ => return Err(obstacle(&w.name, "codes stand elsewhere")),
        }
        if w.open && !r.open {
            return Err(obstacle(&w.name, "messages with an unknown code are rejected"));
        }
        let mut losses = Vec::new();
        for member in &w.members {
            let path = format!("{}.{}", w.name, member.name);
            let Some(other) = r.members.iter().find(|other| other.code == member.code) else {
                // An unknown message takes all that is left: of a stream the messages behind it, of a list later elements.
                if r.open && ends {
                    losses.push(Loss::Message(path));
                    continue;
                }
                let at = Some(At { record: member.record, field: None, numbers: Vec::new() });
                return Err(Obstacle { at, ..obstacle(&path, "a message that the reader does not have") });
            };
            if other.name != member.name {
                return Err(obstacle(&path, "another message has its code"));
            }
            self.arguments(&w.params, &r.params, member.record, other.record, (&member.args, &other.args))
                .map_err(|why| obstacle(&path, why))?;
            losses.extend(self.record(member.record, other.record, ends)?);
        }
        Ok(losses)
    }

    /// The arguments that a family passes to its messages.
    fn arguments(
        &self,
        before: &[Param],
        now: &[Param],
        one: RecordId,
        two: RecordId,
        (given, taken): (&[Input], &[Input]),
    ) -> Result<(), &'static str> {
        let known = |id: usize| match (given.get(id), before) {
            (Some(Input::Param(id)), all) => {
                all.get(id.0).and_then(|param| now.iter().position(|one| one.name == param.name))
            }
            _ => None,
        };
        let (Some(w), Some(r)) = (self.writer.records.get(one.0), self.reader.records.get(two.0)) else {
            return Ok(());
        };
        for (index, param) in r.params.iter().enumerate() {
            let Some(own) = w.params.iter().position(|one| one.name == param.name) else { continue };
            let same = match (given.get(own), taken.get(index)) {
                (Some(Input::Param(_)), Some(Input::Param(id))) => known(own) == Some(id.0),
                (one, two) => one == two,
            };
            if !same {
                return Err("another argument");
            }
        }
        Ok(())
    }
}

/// Two records, side by side.
struct Walk<'w, 'p> {
    proofs: &'w mut Proofs<'p>,
    writer: &'p Protocol,
    reader: &'p Protocol,
    /// The paths of the fields and numbers of both.
    names: [Rc<Names<'p>>; 2],
    /// The ids of both records.
    ids: (RecordId, RecordId),
    /// The writer's record.
    w: &'p Record,
    /// The reader's.
    r: &'p Record,
    /// The reader's cell of each of the writer's that has been passed.
    cells: Vec<Option<CellId>>,
    /// The reader's field of each of the writer's.
    fields: Vec<Option<FieldId>>,
    /// The numbers that a cell of the reader has in packets of the writer.
    known: Vec<Option<Vec<Interval>>>,
    losses: Vec<Loss>,
}

impl<'w, 'p> Walk<'w, 'p> {
    /// The beginning of two records; none if there are none.
    fn new(proofs: &'w mut Proofs<'p>, ids: (RecordId, RecordId)) -> Option<Self> {
        let (writer, reader) = (proofs.writer, proofs.reader);
        let (w, r) = (writer.records.get(ids.0.0)?, reader.records.get(ids.1.0)?);
        Some(Self {
            names: proofs.names.clone(),
            ids,
            writer,
            reader,
            w,
            r,
            cells: vec![None; w.cells.len()],
            fields: vec![None; w.fields.len()],
            known: vec![None; r.cells.len()],
            losses: Vec::new(),
            proofs,
        })
    }

    /// The name of a field of the writer, with those of the groups around it.
    fn name(&self, id: FieldId) -> String {
        let [names, _] = &self.names;
        names.field(self.ids.0, id).to_owned()
    }

    /// The same of the reader.
    fn reader_name(&self, id: FieldId) -> String {
        let [_, names] = &self.names;
        names.field(self.ids.1, id).to_owned()
    }

    /// The path of a field of the writer.
    fn path(&self, id: FieldId) -> String {
        format!("{}.{}", self.w.name, self.name(id))
    }

    /// The path of a number of the writer.
    fn number_path(&self, id: CellId) -> String {
        let [names, _] = &self.names;
        format!("{}.{}", self.w.name, names.number(self.ids.0, id))
    }

    /// The path of a field of the reader.
    fn reader_path(&self, id: FieldId) -> String {
        format!("{}.{}", self.r.name, self.reader_name(id))
    }

    fn no(&self, id: FieldId, why: impl Into<String>) -> Obstacle {
        let at = Some(At { record: self.ids.0, field: Some(id), numbers: Vec::new() });
        Obstacle { at, ..obstacle(&self.path(id), why) }
    }

    /// The same of a number of which the reader may not take some.
    fn not_taken(&self, id: FieldId, wrong: Wrong) -> Obstacle {
        let at = Some(At { record: self.ids.0, field: Some(id), numbers: wrong.numbers });
        Obstacle { at, ..obstacle(&self.path(id), wrong.why) }
    }
}

/// Why a reader may not take numbers of a writer.
struct Wrong {
    why: String,
    /// Those that it does not take; none: any.
    numbers: Vec<Interval>,
}

impl<T: Into<String>> From<T> for Wrong {
    fn from(why: T) -> Self {
        Self { why: why.into(), numbers: Vec::new() }
    }
}

fn obstacle(path: &str, why: impl Into<String>) -> Obstacle {
    Obstacle { path: path.to_owned(), why: why.into(), at: None }
}

/// The numbers that a parameter may have.
fn numbers_of(protocol: &Protocol, kind: ParamKind) -> Interval {
    match kind {
        ParamKind::Bool => Interval::new(0, 1),
        ParamKind::Int(interval) => interval,
        ParamKind::Enum(id) => protocol.enums.get(id.0).map_or(Interval::ANYTHING, |one| one.interval),
    }
}
