//! Errors and sizes of the right packets of a record, and of packets that differ from them in one place.

use std::collections::{BTreeMap, BTreeSet};

use wireform_build::emit::markdown::{Claims, Rejected};
use wireform_build::interpret::{self, ReadError, ReadErrorKind, Target};
use wireform_build::model::{CellId, Code, Extent, FieldId, Input, ParamKind, Protocol, Record, Tag, Wire};

use super::numbers::{Found, in_text, is_number, named, wider};
use super::sizes::Compared;
use crate::constraints::others::others;
use crate::paths::{in_record, of_constant};
use crate::right::Packets;
use crate::schemas::Known;

/// More bytes are not added to a packet that lacks them, and not so often.
const MOST_NEEDED: usize = 300;
const MOST_TIMES: usize = 12;

/// In place of each cell all others are tried so often, and in so many packets in any case.
const MOST_LOOKS: usize = 1;
const LEAST: usize = 1;

/// How a packet is rejected.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Error {
    /// The path of the field at which it is.
    pub path: String,
    /// The word for it.
    pub why: &'static str,
    /// The number that is another than in a right packet.
    pub cell: Option<CellId>,
}

impl Error {
    /// Whether a sentence tells it.
    pub fn is(&self, record: &Record, said: &Rejected) -> bool {
        let is_here = self.is_at(record, said.field);
        match said.why {
            // A field that does not fit into its region is told by its own name.
            "short" => ["short", "trailing"].contains(&self.why),
            // With more bytes there might be a shape.
            "value" if said.text.contains(" remain") && self.why == "short" => is_here,
            // A number that breaks its rule may select nothing before that.
            "rule" if SELECTED.contains(&self.why) => self.is_of(record, said.field),
            why => is_here && self.why == why && said.cell.is_none_or(|cell| self.cell == Some(cell)),
        }
    }

    /// Whether a page tells it, where it is about the record's own fields.
    pub fn is_told(&self, record: &Record, claims: &Claims) -> bool {
        let fields = || (0..record.fields.len()).map(FieldId);
        if ENDS.contains(&self.why) || !fields().any(|id| self.is_at(record, id)) {
            return true;
        }
        let is_told = |said: &Rejected| {
            // Another number than this one may have led there.
            let is_other = self.cell.is_none_or(|cell| record.cells[cell.0].field != said.field);
            let by_rule = said.why == "rule" && SELECTED.contains(&self.why);
            let selects = fields().any(|id| self.is_at(record, id) && selectors(record, id).contains(&said.field));
            self.is(record, said)
                || is_other && self.is(record, &Rejected { cell: None, ..said.clone() })
                || by_rule && selects
        };
        claims.rejected.iter().any(is_told)
    }

    fn is_at(&self, record: &Record, id: FieldId) -> bool {
        let path = in_record(record, id);
        let mut parts = record.fields[id.0].wire.parts().iter();
        self.path == path
            || (self.why == "code" && self.path == format!("{path}.code"))
            || (self.why == "constant" && parts.any(|part| self.path == of_constant(record, id, part)))
    }

    fn is_of(&self, record: &Record, id: FieldId) -> bool {
        self.cell.is_some_and(|cell| record.cells[cell.0].field == id)
    }
}

/// How numbers are rejected that select or count nothing.
const SELECTED: [&str; 3] = ["value", "code", "count"];

/// Errors that the lists of the pages omit: packets that end too early, forms of numbers, earlier messages.
const ENDS: [&str; 4] = ["truncated", "short", "varint", "session"];

/// The fields whose numbers select or count a field.
fn selectors(record: &Record, id: FieldId) -> Vec<FieldId> {
    let wire = &record.fields[id.0].wire;
    let inputs = match (wire, wire.extent()) {
        (Wire::Chosen { tags, .. }, _) => tags.clone(),
        (Wire::Match { tag: tag @ (Tag::Input(_) | Tag::Tuple(_)), .. }, _) => tag.numbers(),
        (Wire::Family { by: Some(cell), .. }, _) => vec![Input::Cell(*cell)],
        (_, Some(Extent::Counted(length))) => vec![Input::Cell(length.cell)],
        (_, Some(Extent::Given(count))) => count.inputs(),
        _ => Vec::new(),
    };
    inputs.into_iter().filter_map(Input::cell).map(|cell| record.cells[cell.0].field).collect()
}

/// The errors and sizes that were seen.
#[derive(Default)]
pub struct Observed {
    pub errors: BTreeSet<Error>,
    /// The sizes of written packets, of their fields, and of codes before shapes.
    pub whole: BTreeSet<u64>,
    pub fields: Vec<BTreeSet<u64>>,
    pub codes: Vec<BTreeSet<u64>>,
    /// The numbers in whose place others were tried.
    pub tried: BTreeSet<CellId>,
}

impl Observed {
    /// Makes so many right packets of a record, and changes them.
    pub fn of(protocol: &Protocol, claims: &Claims, packets: usize) -> Self {
        let record = &protocol.records[claims.record.0];
        let fields = vec![BTreeSet::new(); record.fields.len()];
        let mut observed = Self { fields: fields.clone(), codes: fields, ..Self::default() };
        let target = Target::Record(claims.record);
        let named = named(protocol, record);
        let looked_at = BTreeMap::new();
        let mut looker = Looker { protocol, record, target, claims, named, looked_at, observed: &mut observed };
        for (at, (bytes, known)) in Packets::new(protocol, target, None).several(packets).enumerate() {
            looker.packet(&bytes, &known);
            let all_seen = || Compared::of(record, claims, looker.observed).unseen.is_empty();
            if at >= LEAST && claims.rejected.iter().all(|said| looker.is_seen(said)) && all_seen() {
                break;
            }
        }
        observed
    }
}

struct Looker<'l> {
    protocol: &'l Protocol,
    record: &'l Record,
    target: Target,
    claims: &'l Claims,
    named: Vec<Code>,
    /// How often other numbers were tried in place of a cell, or of an element.
    looked_at: BTreeMap<Option<CellId>, usize>,
    observed: &'l mut Observed,
}

impl Looker<'_> {
    /// Looks at a right packet, and at others.
    fn packet(&mut self, bytes: &[u8], known: &Known) {
        self.read(bytes.to_vec(), known, None, true);
        let Some((found, len)) = self.found(bytes, known) else { return };
        let bytes = &bytes[..len];
        let unseen: Vec<&Rejected> = self.claims.rejected.iter().filter(|said| !self.is_seen(said)).collect();
        for site in &found.numbers {
            let looked_at = self.looked_at.entry(site.cell).or_default();
            *looked_at += 1;
            let others = match *looked_at > MOST_LOOKS {
                false => site.others(self.protocol, &self.named),
                true if unseen.is_empty() => Vec::new(),
                true => site.few(self.protocol, &self.named),
            };
            let writes = site.varies() || site.cell.is_some_and(|cell| self.selects(cell));
            for other in others {
                self.read([&bytes[..site.start], &other, &bytes[site.end..]].concat(), known, site.cell, writes);
            }
            self.observed.tried.extend(site.cell);
        }
        for longest in [false, true] {
            self.read(found.extreme(self.protocol, self.record, bytes, longest), known, None, true);
        }
        if let Ok(read) = self.interpret(bytes, known) {
            for value in wider(self.protocol, self.record, &read.value) {
                self.write(&value, known);
            }
        }
        for said in unseen.into_iter().filter(|said| said.cell.is_none()) {
            self.others(&found, bytes, known, said);
        }
    }

    /// Tries to have a packet rejected for what a sentence tells.
    fn others(&mut self, found: &Found, bytes: &[u8], known: &Known, said: &Rejected) {
        let numbers = in_text(&said.text);
        for span in found.fields.iter().filter(|span| span.field == said.field) {
            for other in others(&bytes[span.start..span.end], &numbers) {
                if self.is_seen(said) {
                    return;
                }
                self.read([&bytes[..span.start], &other, &bytes[span.end..]].concat(), known, None, false);
            }
        }
        for more in [1, 2, 3, 8] {
            self.read([bytes, &vec![0; more]].concat(), known, None, false);
            let less = bytes.len().saturating_sub(more);
            self.read(bytes[..less].to_vec(), known, None, false);
        }
        for (index, param) in self.record.params.iter().enumerate() {
            let ParamKind::Int(range) = param.kind else { continue };
            for code in [range.min, 0, 1, 5, 200, range.max] {
                let mut known = known.clone();
                known.params[index] = code;
                self.read(bytes.to_vec(), &known, None, false);
            }
        }
    }

    /// Whether a number selects a width.
    fn selects(&self, cell: CellId) -> bool {
        let has = |wire: &Wire| matches!(wire, Wire::Chosen { tags, .. } if tags.contains(&Input::Cell(cell)));
        self.record.fields.iter().any(|field| has(&field.wire))
    }

    fn is_seen(&self, said: &Rejected) -> bool {
        self.observed.errors.iter().any(|error| error.is(self.record, said))
    }

    fn interpret<'b>(&self, bytes: &'b [u8], known: &Known) -> Result<interpret::Read<'b>, ReadError> {
        interpret::read_in(self.protocol, self.target, bytes, &known.params, &mut known.session.clone())
    }

    fn found(&self, bytes: &[u8], known: &Known) -> Option<(Found, usize)> {
        let hooks = &interpret::Unknown;
        let (read, events) =
            interpret::events(self.protocol, self.target, bytes, &known.params, &known.session, hooks).ok()?;
        Some((Found::of(&events, self.record), bytes.len() - read.rest.len()))
    }

    /// Reads a packet, and perhaps writes what it holds; `cell` is the number that is another than in a right one.
    fn read(&mut self, mut bytes: Vec<u8>, known: &Known, cell: Option<CellId>, writes: bool) {
        for _ in 0..MOST_TIMES {
            match self.interpret(&bytes, known) {
                Ok(read) if writes => return self.write(&read.value, known),
                Ok(_) => return,
                Err(error) => {
                    let needed = match error.kind {
                        ReadErrorKind::Truncated { needed } if needed <= MOST_NEEDED => Some(needed),
                        _ => None,
                    };
                    let error = error.at_the_end();
                    self.observed.errors.insert(Error { path: error.path, why: error.kind.word(), cell });
                    let Some(needed) = needed else { return };
                    bytes.resize(bytes.len() + needed, 0);
                }
            }
        }
    }

    /// Writes a value, and measures.
    fn write(&mut self, value: &interpret::Value, known: &Known) {
        let mut session = known.session.clone();
        let written = interpret::write_in(self.protocol, self.target, value, &known.params, &mut session);
        let Ok(bytes) = written else { return };
        let Some((found, _)) = self.found(&bytes, known) else { return };
        self.observed.whole.insert(bytes.len() as u64);
        for span in &found.fields {
            let field = &self.record.fields[span.field.0];
            let size = (span.end - span.start) as u64;
            // A number that may be absent has no bytes then.
            if size > 0 || !is_number(&field.wire) {
                self.observed.fields[span.field.0].insert(size);
            }
        }
        for site in found.numbers {
            let field = site.cell.map(|cell| self.record.cells[cell.0].field);
            if let Some(FieldId(field)) = field
                && let Wire::Match { tag: Tag::InPlace { .. }, .. } = self.record.fields[field].wire
            {
                self.observed.codes[field].insert((site.end - site.start) as u64);
            }
        }
    }
}
