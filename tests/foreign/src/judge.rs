//! The verdict about one line.

use serde_json::Value as Json;
use wireform_build::interpret::{ReadError, Step, StepKind, Target, Unknown, read_exact, trace};
use wireform_build::model::{Code, Param, Protocol, Schema, SessionValues};
use wireform_cli::differences::{Difference, Kind, differences};
use wireform_cli::target::target_of;

use crate::adapter::{Adapter, Named};
use crate::classes::covers;
use crate::compare::difference;
use crate::fields::{Derived, Fields};
use crate::line::Line;
use crate::plain::plain;
use crate::why::Why;

/// The verdict on a line.
#[derive(Debug, PartialEq, Eq)]
pub enum Verdict {
    /// All fields are those of the line, and the same bytes are written.
    Same,
    /// All fields are those of the line, and other bytes are written, each for a kind of reason that the project knows. The
    /// line says itself that it is not canonical.
    Otherwise,
    /// Rejected, as the line says, for a reason of its class.
    Rejected,
    /// Excluded by the adapter.
    Excluded,
    /// A valid line that is not whole, and why.
    NotWhole(Why),
    /// An invalid line that is accepted, or rejected for another reason.
    NotRejected(Why),
}

/// Reads and writes a line.
pub fn judge(adapter: &Adapter, schema: &Schema, line: &Line) -> Verdict {
    if adapter.excludes(line.text("id")) {
        return Verdict::Excluded;
    }
    let error = line.text("error");
    match (line.json["valid"] == true, read(adapter, schema, line)) {
        (true, Ok(read)) => whole(adapter, line, read),
        (true, Err(why)) => Verdict::NotWhole(Why::rejected(&why)),
        (false, Err(why)) if covers(adapter.classes, error, why.kind.word()) => Verdict::Rejected,
        (false, Err(why)) => Verdict::NotRejected(Why::rejected_otherwise(error, &why)),
        (false, Ok(_)) => {
            let [field, note] = ["field", "note"].map(|key| line.text(key));
            Verdict::NotRejected(Why::accepted(error, field, note))
        }
    }
}

/// The fields of a line, as its sheet names them; none if its packet is rejected.
pub fn found(adapter: &Adapter, schema: &Schema, line: &Line) -> Option<Json> {
    let read = read(adapter, schema, line).ok()?;
    Some((adapter.fields)(&line.message, read.fields))
}

/// A packet that was read, and what it was read as.
struct Read<'s> {
    protocol: &'s Protocol,
    target: Target,
    params: Vec<Code>,
    fields: Fields,
}

/// Reads by the first parameters that agree with the packet; or the error of those that led furthest.
fn read<'s>(adapter: &Adapter, schema: &'s Schema, line: &Line) -> Result<Read<'s>, ReadError> {
    let packet = (adapter.packet)(&line.message, &line.json["context"]);
    let mut furthest: Option<ReadError> = None;
    for name in &packet.targets {
        let (protocol, target) = target_of(schema, name).unwrap_or_else(|why| panic!("{line}: {why}"));
        for named in &packet.params {
            let params = in_order(target.params(protocol), named);
            match read_exact(protocol, target, &line.bytes, &params) {
                Ok(value) => {
                    let fields = Fields::of(plain(protocol, &value));
                    if (packet.agree)(named, &fields) {
                        let derived = derived(protocol, target, &line.bytes, &params);
                        return Ok(Read {
                            protocol,
                            target,
                            params,
                            fields: fields.with_derived(derived).with_packet(&line.bytes),
                        });
                    }
                }
                Err(error) if furthest.as_ref().is_none_or(|other| error.offset > other.offset) => {
                    furthest = Some(error)
                }
                Err(_) => {}
            }
        }
    }
    Err(furthest.unwrap_or_else(|| panic!("{line}: no parameters agree with it")))
}

/// The numbers of a packet that are no values: counts, sizes, tags, checksums, constants, and the lengths of terminators
/// and reserved space.
fn derived(protocol: &Protocol, target: Target, bytes: &[u8], params: &[Code]) -> Derived {
    let (steps, _) = trace(protocol, target, bytes, params, &SessionValues::default());
    let number = |step: Step| match step.kind {
        StepKind::Derived | StepKind::Constant => Some((step.path, step.raw?)),
        StepKind::Terminator | StepKind::Reserved => Some((step.path, Code::try_from(step.len).ok()?)),
        _ => None,
    };
    steps.into_iter().filter_map(number).collect()
}

/// Parameters in the order of the schema.
pub fn in_order(params: &[Param], named: &Named) -> Vec<Code> {
    let given = |name: &str| named.iter().find(|(param, _)| *param == name).map(|(_, value)| *value);
    params.iter().map(|param| given(&param.name).unwrap_or_else(|| panic!("`{}` is missing", param.name))).collect()
}

fn whole(adapter: &Adapter, line: &Line, read: Read<'_>) -> Verdict {
    let Read { protocol, target, params, fields } = read;
    if let Some(why) = difference(&line.json["fields"], &(adapter.fields)(&line.message, fields)) {
        return Verdict::NotWhole(why);
    }
    match differences(protocol, target, &line.bytes, &params, &SessionValues::default(), &Unknown) {
        Err(why) => Verdict::NotWhole(Why::not_written(format!("{why:?}"))),
        Ok(written) if written.bytes == line.bytes => Verdict::Same,
        Ok(written) if !line.is_canonical() && written.differences.iter().all(|one| one.kind.is_some()) => {
            Verdict::Otherwise
        }
        Ok(written) => Verdict::NotWhole(otherwise(&written.differences)),
    }
}

/// The first difference of no known kind; or any, if the line is canonical.
fn otherwise(differences: &[Difference]) -> Why {
    let unknown = differences.iter().find(|one| one.kind.is_none());
    match unknown.or(differences.first()) {
        Some(one) => Why::written_otherwise(&one.path, one.kind.map_or("for no known reason", Kind::word)),
        None => Why::not_written("other bytes, without a difference".to_owned()),
    }
}
