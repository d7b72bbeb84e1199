//! The verdict about one line.

use wireform_build::interpret::{Target, Unknown, Value, read_exact};
use wireform_build::model::{Code, Protocol, Schema, SessionValues};
use wireform_cli::differences::{Difference, Kind, differences};
use wireform_cli::target::target_of;

use crate::adapter::{Adapter, Packet};
use crate::classes::covers;
use crate::compare::difference;
use crate::fields::Fields;
use crate::line::Line;
use crate::plain::plain;

/// What came of a line.
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
    NotWhole(String),
    /// An invalid line that is accepted, or rejected for another reason.
    NotRejected(String),
}

/// Reads and writes a line.
pub fn judge(adapter: &Adapter, schema: &Schema, line: &Line) -> Verdict {
    if adapter.excluded.iter().any(|(id, _)| *id == line.text("id")) {
        return Verdict::Excluded;
    }
    let Packet { target, params } = (adapter.packet)(&line.message, &line.json["context"]);
    let (protocol, target) = target_of(schema, target).unwrap_or_else(|why| panic!("{line}: {why}"));
    let given = |name: &str| params.iter().find(|(param, _)| *param == name).map(|(_, value)| *value);
    let params = target.params(protocol).iter().map(|param| given(&param.name)).collect::<Option<Vec<Code>>>();
    let params = params.unwrap_or_else(|| panic!("{line}: a parameter is missing"));
    let read = read_exact(protocol, target, &line.bytes, &params);
    match (line.json["valid"] == true, read) {
        (true, Ok(value)) => whole(adapter, line, protocol, target, &params, &value),
        (true, Err(error)) => Verdict::NotWhole(format!("rejected: {error}")),
        (false, Err(error)) if covers(line.text("error"), error.kind.word()) => Verdict::Rejected,
        (false, Err(error)) => {
            Verdict::NotRejected(format!("expected {}, found {}: {error}", line.text("error"), error.kind.word()))
        }
        (false, Ok(_)) => {
            let [error, field, note] = ["error", "field", "note"].map(|key| line.text(key));
            Verdict::NotRejected(format!("{field}: expected {error}, found no error: {note}"))
        }
    }
}

fn whole(
    adapter: &Adapter,
    line: &Line,
    protocol: &Protocol,
    target: Target,
    params: &[Code],
    value: &Value,
) -> Verdict {
    let found = (adapter.fields)(&line.message, Fields::of(plain(protocol, value)));
    if let Some(why) = difference(&line.json["fields"], &found) {
        return Verdict::NotWhole(why);
    }
    match differences(protocol, target, &line.bytes, params, &SessionValues::default(), &Unknown) {
        Err(why) => Verdict::NotWhole(format!("not written: {why:?}")),
        Ok(written) if written.bytes == line.bytes => Verdict::Same,
        Ok(written) if !line.is_canonical() && written.differences.iter().all(|one| one.kind.is_some()) => {
            Verdict::Otherwise
        }
        Ok(written) => Verdict::NotWhole(written.differences.iter().map(told).collect::<Vec<_>>().join("; ")),
    }
}

fn told(one: &Difference) -> String {
    format!("{}: written otherwise, {}", one.path, one.kind.map_or("for no known reason", Kind::word))
}
