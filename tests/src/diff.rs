//! `wireform diff`: each verdict about two schemas is what their readers do with packets of each other.
//!
//! The pairs are the versions of each schema, schemas with an edit as a person makes it, and schemas in other words. Packets
//! come from the tests' own examples and random values, not from those of the command.

mod edits;
mod pairs;

use std::collections::BTreeMap;
use std::fmt;

use wireform_build::interpret::{Target, Value, read_exact_in, write_in};
use wireform_build::model::{Code, Param, ParamKind, Protocol, SessionId, SessionValues};
use wireform_cli::diff::changes::Class;
use wireform_cli::diff::report::{self, Item};
use wireform_cli::diff::values::compare;
use wireform_cli::diff::verdict::{Effort, Outcome, Verdict, Witness};

use crate::right::Packets;
use crate::schemas::Known;

/// How much was tried.
#[derive(Debug, Default)]
struct Tried {
    /// Packets of a writer that a reader read, or not.
    read: usize,
    refused: usize,
    /// Verdicts of each kind.
    verdicts: BTreeMap<&'static str, usize>,
    /// Packets shown.
    witnesses: usize,
    /// Verdicts without a proof, or without a packet that works, for which these packets are the missing example.
    missed: usize,
}

impl fmt::Display for Tried {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { read, refused, verdicts, witnesses, missed } = self;
        write!(f, "{read} packets read, {refused} not; {verdicts:?}, {witnesses} shown packets; {missed} missed")
    }
}

/// The writer of packets and their reader, whose names are the same.
#[derive(Clone, Copy)]
struct Sides<'p> {
    writer: &'p Protocol,
    target: Target,
    reader: &'p Protocol,
    other: Target,
}

/// How many packets are tried, and how many by the command itself.
type Much = (usize, Effort);

/// The effort of an ordinary run.
const LITTLE: Effort = Effort { most: 100, more: 10, all: 25 };

/// The effort for many edits.
const MORE: Effort = Effort { most: 300, more: 30, all: 60 };

/// Compares two protocols, and tries each verdict with so many packets.
fn try_pair(name: &str, old: &Protocol, new: &Protocol, (packets, effort): Much, tried: &mut Tried) -> Vec<Item> {
    let (renamed, report) = report::all(old, new, effort);
    let mut differs = false;
    for item in &report.items {
        differs |= item.differs();
        let Some(verdicts) = &item.verdicts else { continue };
        let (before, now) = (report::target(&renamed, item), report::target(new, item));
        let (before, now) = (before.expect("an old target"), now.expect("a new target"));
        let forth = Sides { writer: &renamed, target: before, reader: new, other: now };
        let back = Sides { writer: new, target: now, reader: &renamed, other: before };
        for (sides, verdict) in [(forth, &verdicts.new_reads_old), (back, &verdicts.old_reads_new)] {
            *tried.verdicts.entry(verdict.word()).or_default() += 1;
            try_verdict(&format!("{name}: {} {verdict:?}", item.name), sides, verdict, packets, tried);
        }
    }
    if !differs {
        let always = report.items.iter().filter_map(|item| item.verdicts.as_ref());
        let always = always.flat_map(|one| [&one.new_reads_old, &one.old_reads_new]);
        assert!(always.into_iter().all(|one| *one == Verdict::Always), "{name}: nothing differs, but a verdict does");
    }
    report.items
}

fn try_verdict(name: &str, sides: Sides<'_>, verdict: &Verdict, packets: usize, tried: &mut Tried) {
    if let Some(witness) = verdict.witness() {
        tried.witnesses += 1;
        try_witness(name, sides, witness);
    }
    let mut known = BTreeMap::new();
    for (bytes, knows) in Packets::new(sides.writer, sides.target, None).several(packets) {
        let Some(outcome) = reading(sides, &bytes, &knows, &mut known) else { continue };
        match &outcome {
            Ok(_) => tried.read += 1,
            Err(_) => tried.refused += 1,
        }
        match (verdict, outcome) {
            (Verdict::Always, Ok(losses)) => assert_eq!(losses, 0, "{name} {bytes:02x?}"),
            (Verdict::Partly { .. }, Ok(_)) | (Verdict::Some { .. }, _) => {}
            (Verdict::Always | Verdict::Partly { .. }, Err(why)) => panic!("{name}\n{bytes:02x?}: {why}"),
            (Verdict::OtherCode, Ok(_)) => panic!("{name}\n{bytes:02x?}: it is read"),
            (Verdict::Never { .. }, Ok(_)) | (Verdict::NotProven { .. }, Err(_)) => tried.missed += 1,
            (Verdict::OtherCode | Verdict::Never { .. }, Err(_)) | (Verdict::NotProven { .. }, Ok(_)) => {}
        }
    }
}

/// The result of reading a packet: how much the reader does not know, or why it does not have the same value. None: no
/// writer makes the packet, or it has an unknown message that only the reader knows.
fn reading(
    sides: Sides<'_>,
    bytes: &[u8],
    knows: &Known,
    known: &mut BTreeMap<String, String>,
) -> Option<Result<usize, String>> {
    let Sides { writer, target, reader, other } = sides;
    let value = read_exact_in(writer, target, bytes, &knows.params, &mut knows.session.clone()).ok()?;
    let bytes = write_in(writer, target, &value, &knows.params, &mut knows.session.clone()).ok()?;
    let value = read_exact_in(writer, target, &bytes, &knows.params, &mut knows.session.clone()).ok()?;
    let (params, session) = as_known(sides, knows)?;
    let read = match read_exact_in(reader, other, &bytes, &params, &mut session.clone()) {
        Ok(read) => read,
        Err(error) => return if knows_more(reader, &value) { None } else { Some(Err(error.to_string())) },
    };
    let compared = compare(&value, &read);
    if let Some(differs) = compared.differs {
        return if knows_more(reader, &value) { None } else { Some(Err(format!("{differs:?}"))) };
    }
    for (path, value) in compared.only_read {
        let before = known.entry(path.clone()).or_insert_with(|| value.clone());
        if *before != value {
            return Some(Err(format!("{path} is read from other bytes")));
        }
    }
    Some(Ok(compared.losses.len()))
}

/// Whether a value has a message that its writer does not know and the reader does: its bytes are any.
fn knows_more(reader: &Protocol, value: &Value) -> bool {
    let in_fields = |fields: &[(String, Value)]| fields.iter().any(|(_, value)| knows_more(reader, value));
    match value {
        Value::Unknown { code, .. } => {
            reader.families.iter().flat_map(|family| &family.members).any(|member| member.code == *code)
        }
        Value::Record(fields) | Value::Message { fields, .. } | Value::Arm { fields, .. } => in_fields(fields),
        Value::List(all) => all.iter().any(|value| knows_more(reader, value)),
        _ => false,
    }
}

/// The parameters and session values of the writer's receiver, for the reader; none if it cannot have them.
fn as_known(sides: Sides<'_>, knows: &Known) -> Option<(Vec<Code>, SessionValues)> {
    let Sides { writer, target, reader, other } = sides;
    let own = target.params(writer);
    let given = |param: &Param| {
        let index = own.iter().position(|one| one.name == param.name);
        index.and_then(|index| knows.params.get(index)).copied()
    };
    let fits = |kind: ParamKind, code: Code| match kind {
        ParamKind::Bool => (0..=1).contains(&code),
        ParamKind::Int(interval) => interval.contains(code),
        ParamKind::Enum(id) => {
            let one = &reader.enums[id.0];
            one.interval.contains(code) && (one.open || one.name_of(code).is_some())
        }
    };
    let params: Option<Vec<Code>> = other
        .params(reader)
        .iter()
        .map(|param| {
            let code = given(param).unwrap_or_default();
            fits(param.kind, code).then_some(code)
        })
        .collect();
    let mut session = SessionValues::default();
    for (id, one) in reader.sessions.iter().enumerate() {
        let index = writer.sessions.iter().position(|other| other.name == one.name);
        let code = index.and_then(|index| knows.session.get(SessionId(index)));
        if code.is_some_and(|code| !fits(one.kind, code)) {
            return None;
        }
        session.set(SessionId(id), code);
    }
    Some((params?, session))
}

/// A shown packet is one that the writer makes, and the reader does with it what is said.
fn try_witness(name: &str, sides: Sides<'_>, witness: &Witness) {
    let Sides { writer, target, reader, other } = sides;
    let known = |protocol: &Protocol, target: Target| {
        let code = |name: &str| witness.with.iter().find(|(known, _)| known == name).map(|(_, code)| *code);
        let params = target.params(protocol).iter().map(|param| code(&param.name).unwrap_or_default()).collect();
        let mut session = SessionValues::default();
        for (id, one) in protocol.sessions.iter().enumerate() {
            session.set(SessionId(id), code(&one.name));
        }
        Known { params, session }
    };
    let own = known(writer, target);
    let value = read_exact_in(writer, target, &witness.bytes, &own.params, &mut own.session.clone());
    let value = value.unwrap_or_else(|error| panic!("{name}: its own reader: {error}"));
    let written = write_in(writer, target, &value, &own.params, &mut own.session.clone());
    assert_eq!(written.as_ref(), Ok(&witness.bytes), "{name}");
    let theirs = known(reader, other);
    let read = read_exact_in(reader, other, &witness.bytes, &theirs.params, &mut theirs.session.clone());
    match (&witness.outcome, read) {
        (Outcome::Rejected(error), Err(other)) => assert_eq!(*error, other, "{name}"),
        (Outcome::Differs(differs), Ok(read)) => {
            assert_eq!(compare(&value, &read).differs.as_ref(), Some(differs), "{name}")
        }
        (Outcome::Made(path), Ok(read)) => assert!(compare(&value, &read).only_read.contains_key(path), "{name}"),
        (outcome, read) => panic!("{name}: {outcome:?}, but {read:?}"),
    }
}

/// Whether an item differs in nothing but comments.
fn only_docs(item: &Item) -> bool {
    !item.differs() && item.changes.iter().all(|change| change.class == Class::Docs)
}
