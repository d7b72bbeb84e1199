//! The numbers of a packet, and others to put in their places.

use std::collections::BTreeSet;

use wireform_build::interpret::{Event, Of, Run, Value, encoded};
use wireform_build::layout::scalar_interval;
use wireform_build::model::{
    CellId, Check, Code, FieldId, Interval, Item, Part, Presence, Protocol, Record, Scalar, Source, Wire,
};

use crate::paths::in_record;

/// So many are a few.
const FEW: usize = 80;

/// Whether a field is one number, or a carrier of several.
pub fn is_number(wire: &Wire) -> bool {
    matches!(wire, Wire::Scalar { .. } | Wire::Chosen { .. } | Wire::Bits { .. })
}

/// Bytes of a field of the record that is read.
pub struct Span {
    pub field: FieldId,
    pub start: usize,
    pub end: usize,
}

/// A number of the record that is read.
pub struct Site {
    /// The cell, unless it is an element of a list.
    pub cell: Option<CellId>,
    pub start: usize,
    pub end: usize,
    scalar: Scalar,
    raw: Code,
    /// The part of a carrier that the cell is.
    part: Option<Part>,
}

/// The fields and numbers of the outermost record.
#[derive(Default)]
pub struct Found {
    pub fields: Vec<Span>,
    pub numbers: Vec<Site>,
}

impl Found {
    pub fn of(events: &[Event<'_>], record: &Record) -> Self {
        let mut found = Self::default();
        // Records, fields of the outermost one (by their index) and others that have begun.
        let mut open: Vec<Option<usize>> = Vec::new();
        let mut records = 0;
        let mut at = 0;
        for event in events {
            match event {
                Event::Record(_) => {
                    records += 1;
                    open.push(None);
                }
                Event::Field(id) if records == 1 => {
                    open.push(Some(found.fields.len()));
                    found.fields.push(Span { field: *id, start: at, end: at });
                }
                Event::Field(_) | Event::Element(_) => open.push(None),
                Event::Complete { .. } => records -= 1,
                Event::End => {
                    if let Some(Some(field)) = open.pop() {
                        found.fields[field].end = at;
                    }
                }
                Event::Run { run, offset, len } => {
                    at = offset + len;
                    if records == 1 {
                        found.run(record, *run, *offset, at);
                    }
                }
                Event::Hook { .. } => {}
            }
        }
        found
    }

    fn run(&mut self, record: &Record, run: Run, start: usize, end: usize) {
        let site = |cell, scalar, raw, part| Site { cell, start, end, scalar, raw, part };
        match run {
            Run::Number { scalar, raw, of: Of::Cell(cell) } => {
                self.numbers.push(site(Some(cell), scalar, raw, None));
            }
            Run::Number { scalar, raw, of: Of::Element(_) } => self.numbers.push(site(None, scalar, raw, None)),
            Run::Bits { carrier, raw } => {
                let field = self.fields.last().map(|span| &record.fields[span.field.0].wire);
                if let Some(Wire::Bits { parts, .. }) = field {
                    let parts = parts.iter().map(|part| site(Some(part.cell), carrier, raw, Some(part.clone())));
                    self.numbers.extend(parts);
                }
            }
            _ => {}
        }
    }
}

impl Found {
    /// The bytes of a packet in which each number is as short, or as long, as it can be.
    pub fn extreme(&self, protocol: &Protocol, record: &Record, bytes: &[u8], longest: bool) -> Vec<u8> {
        let mut all = bytes.to_vec();
        let mut carrier = None;
        for site in self.numbers.iter().rev().filter(|site| site.varies()) {
            let range = scalar_interval(protocol, site.scalar);
            let other = match (&site.part, site.cell) {
                (Some(part), Some(cell)) => {
                    // The last part comes first; each changes what those after it made.
                    let raw = carrier.take().filter(|(start, _)| *start == site.start).map_or(site.raw, |(_, raw)| raw);
                    let is_constant = matches!(record.cells[cell.0].source, Source::Constant(_));
                    let bits = if is_constant { part.of(raw) } else { -Code::from(longest) };
                    let raw = put(range, part, raw, bits);
                    carrier = Some((site.start, raw));
                    range.contains(raw).then(|| encoded(protocol, site.scalar, raw)).filter(|_| part.mask() & 1 == 1)
                }
                _ => {
                    let others = tried(range, &[]).into_iter().map(|number| encoded(protocol, site.scalar, number));
                    if longest { others.max_by_key(Vec::len) } else { others.min_by_key(Vec::len) }
                }
            };
            if let Some(other) = other {
                all.splice(site.start..site.end, other);
            }
        }
        all
    }
}

/// A carrier of this range with other bits in a part.
fn put(range: Interval, part: &Part, raw: Code, bits: Code) -> Code {
    let raw = (raw & !Code::from(part.mask())) | part.put(bits);
    Interval::of_bits(range.count().ilog2().max(1), range.min < 0).wrap(raw)
}

impl Site {
    /// Whether some numbers are longer than others.
    pub fn varies(&self) -> bool {
        matches!(self.scalar, Scalar::Varint(_))
    }

    /// The bytes of others in this place: all, or those of each kind.
    pub fn others(&self, protocol: &Protocol, named: &[Code]) -> Vec<Vec<u8>> {
        self.with(protocol, |range| tried(range, named))
    }

    /// The bytes of a few others in this place.
    pub fn few(&self, protocol: &Protocol, named: &[Code]) -> Vec<Vec<u8>> {
        let near = |one: &Code| [one - 1, *one, one + 1];
        self.with(protocol, |range| {
            let all: BTreeSet<Code> = named.iter().flat_map(near).chain([range.min, -1, 0, 1, range.max]).collect();
            all.into_iter().filter(|one| range.contains(*one)).take(FEW).collect()
        })
    }

    fn with(&self, protocol: &Protocol, tried: impl Fn(Interval) -> Vec<Code>) -> Vec<Vec<u8>> {
        let whole = scalar_interval(protocol, self.scalar);
        let numbers = match &self.part {
            Some(part) => {
                let with = |bits: Code| put(whole, part, self.raw, bits);
                let bits = tried(Interval::of_bits(part.width().into(), part.signed));
                bits.into_iter().map(with).filter(|raw| whole.contains(*raw)).collect()
            }
            None => tried(whole),
        };
        numbers.into_iter().map(|number| encoded(protocol, self.scalar, number)).collect()
    }
}

/// Values that have other numbers in fields whose width a number chooses, shorter and longer ones, and one without all that
/// may be absent.
pub fn wider(protocol: &Protocol, record: &Record, value: &Value) -> Vec<Value> {
    let fields = (0..).map(FieldId).zip(&record.fields);
    let chosen = fields.filter(|(_, field)| field.name.is_some() && matches!(field.wire, Wire::Chosen { .. }));
    let changed = chosen.flat_map(|(id, field)| {
        let Wire::Chosen { forms, .. } = &field.wire else { return Vec::new() };
        let ends = forms.iter().filter_map(|form| Some((form.scalar?, form.interval)));
        let numbers = ends.flat_map(|(scalar, range)| {
            let shortest = range.meet(Interval::new(-1, 1)).unwrap_or(range);
            let held = scalar_interval(protocol, scalar);
            [shortest.min, shortest.max, range.min, range.max, held.min, held.max, held.max >> 7, held.max >> 16]
        });
        let path = in_record(record, id);
        numbers.filter_map(|number| with(value, &path, Value::Int(number))).collect()
    });
    let nothing = record.fields.iter().enumerate().filter(|(_, field)| field.presence != Presence::Always);
    let without = nothing.fold(value.clone(), |value, (id, _)| {
        with(&value, &in_record(record, FieldId(id)), Value::Null).unwrap_or(value)
    });
    changed.chain([without]).collect()
}

/// The same value with another at a path.
fn with(value: &Value, path: &str, other: Value) -> Option<Value> {
    let mut changed = value.clone();
    let mut inner = &mut changed;
    for name in path.split('.') {
        let (Value::Record(fields) | Value::Message { fields, .. } | Value::Arm { fields, .. }) = inner else {
            return None;
        };
        inner = &mut fields.iter_mut().find(|(own, _)| own == name)?.1;
    }
    *inner = other;
    Some(changed)
}

/// All numbers of a small range; of any other those at its ends, around those that are named, and of each length.
fn tried(range: Interval, named: &[Code]) -> Vec<Code> {
    if range.count() <= 256 {
        return (range.min..=range.max).collect();
    }
    let powers = (0..64).map(|bit| 1 << bit).flat_map(|one: Code| [one, -one]);
    let near = named.iter().flat_map(|one| [one - 1, *one, one + 1]).chain(powers.flat_map(|one| [one - 1, one]));
    let mut all: Vec<Code> = near.chain([0, range.min, range.max]).filter(|one| range.contains(*one)).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// The numbers that a record names: codes of names, shapes, widths and messages, and numbers of rules.
pub fn named(protocol: &Protocol, record: &Record) -> Vec<Code> {
    let mut all: Vec<Interval> = Vec::new();
    for one in &protocol.enums {
        all.extend(one.codes.iter().flat_map(|code| &code.read));
    }
    for field in &record.fields {
        match &field.wire {
            Wire::Match { arms, .. } => all.extend(arms.iter().flat_map(|arm| arm.patterns.iter().flatten().flatten())),
            Wire::Chosen { forms, .. } => all.extend(forms.iter().flat_map(|form| form.pattern.iter().flatten())),
            Wire::Family { family, .. } | Wire::List { item: Item::Family { family, .. }, .. } => {
                let members = protocol.families[family.0].members.iter();
                all.extend(members.map(|member| Interval::only(member.code)));
            }
            _ => {}
        }
    }
    let rules = record.fields.iter().filter_map(|field| field.rule.as_ref());
    let of_rules = rules.filter(|rule| matches!(rule.check, Check::Test(_))).flat_map(|rule| in_text(&rule.text));
    all.into_iter().flat_map(|one| [one.min, one.max]).chain(of_rules).collect()
}

/// The numbers in a text.
pub fn in_text(text: &str) -> Vec<Code> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
    let number = |word: &str| {
        let word = word.replace('_', "");
        match word.strip_prefix("0x") {
            Some(word) => Code::from_str_radix(word, 16).ok(),
            None => word.parse().ok(),
        }
    };
    words.filter_map(number).flat_map(|number| [number, -number]).collect()
}
