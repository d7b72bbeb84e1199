//! Fields as the command line names them: `MESSAGE.FIELD`, the record and the path that the model has for it.

use wireform_build::interpret::Target;
use wireform_build::model::{
    Content, Delta, DeltaScope, FieldId, Item, Node, Protocol, Record, RecordId, Schema, Wire,
};
use wireform_build::near::{nearest, nearest_first};

use crate::model::names::Names;
use crate::target::target;

/// The most names that are listed.
const LISTED: usize = 12;

/// The kind of field that an option asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// A number.
    Number,
    /// A state that travels as its difference from one that only the receiver knows.
    Difference,
    /// Bytes without a meaning.
    Bytes,
}

/// A field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The name of its record.
    pub record: String,
    /// Its path in the record.
    pub path: String,
}

/// Why a version does not have a field.
enum Missing {
    /// It does not have the message.
    Message(String),
    /// The message has no such field.
    Field(String),
}

/// Finds a field in the newest version, or else in the latest that has it.
pub fn find(schema: &Schema, option: &str, text: &str, wanted: Wanted) -> Result<Place, String> {
    let (mut newest, mut with_message) = (None, None);
    for protocol in schema.protocols().rev() {
        match find_in(protocol, option, text, wanted) {
            Ok(place) => return Ok(place),
            Err(Missing::Message(why)) => newest = newest.or(Some(why)),
            Err(Missing::Field(why)) => with_message = with_message.or(Some(why)),
        }
    }
    Err(with_message.or(newest).unwrap_or_default())
}

/// Finds a message or struct in the newest version, or else in the latest that has it: the name that the model has for it.
pub fn record(schema: &Schema, option: &str, name: &str) -> Result<String, String> {
    let mut newest = None;
    for protocol in schema.protocols().rev() {
        match target(protocol, name) {
            Ok(Target::Record(id)) => return Ok(Names::new(protocol).record(id).to_owned()),
            Ok(Target::Family(_) | Target::Stream(_)) => {
                newest = newest.or(Some(format!("`{option}` takes a message or a struct, and `{name}` is a family")));
            }
            Err(unknown) => newest = newest.or(Some(unknown.to_string())),
        }
    }
    Err(newest.unwrap_or_default())
}

/// Finds a number of the record of a place, or `MESSAGE.FIELD`, a number of another message, in the same way.
pub fn beside(schema: &Schema, option: &str, place: &Place, path: &str) -> Result<Place, String> {
    let own = find(schema, option, &format!("{}.{path}", place.record), Wanted::Number);
    own.or_else(|why| find(schema, option, path, Wanted::Number).map_err(|_| why))
}

fn find_in(protocol: &Protocol, option: &str, text: &str, wanted: Wanted) -> Result<Place, Missing> {
    let names = Names::new(protocol);
    let splits = text.match_indices('.').map(|(at, dot)| (text.get(..at), text.get(at.saturating_add(dot.len())..)));
    let splits: Vec<(&str, &str)> = splits.filter_map(|(record, path)| Some((record?, path?))).collect();
    let lacks = || format!("`{option} {text}` lacks a field: it is MESSAGE.FIELD");
    let Some((first, _)) = splits.first() else {
        return Err(Missing::Message(lacks()));
    };
    let mut known = splits.iter().filter_map(|(record, path)| Some((record_of(&names, record)?, *path)));
    let Some((record, path)) = known.next() else {
        // The message of a family has both names.
        let is_family = protocol.families.iter().any(|family| family.name == *first);
        let name = match splits.get(1) {
            Some((second, _)) if is_family => second,
            None if is_family => text,
            Some(_) | None => first,
        };
        let why = target(protocol, name).map_or_else(|unknown| unknown.to_string(), |_| lacks());
        return Err(Missing::Message(why));
    };
    let fitting = |record: RecordId, path: &str| paths(&names, record, wanted).into_iter().any(|one| one == path);
    let mut all = std::iter::once((record, path)).chain(known);
    match all.find(|(record, path)| fitting(*record, path)) {
        Some((record, path)) => Ok(Place { record: names.record(record).to_owned(), path: path.to_owned() }),
        None => Err(Missing::Field(unknown(&names, record, path, wanted))),
    }
}

/// A record by the name that the model or the command line has for it.
fn record_of(names: &Names<'_>, name: &str) -> Option<RecordId> {
    let mut ids = (0..names.protocol.records.len()).map(RecordId);
    ids.find(|id| names.record(*id) == name).or_else(|| match target(names.protocol, name) {
        Ok(Target::Record(id)) => Some(id),
        Ok(Target::Family(_) | Target::Stream(_)) | Err(_) => None,
    })
}

/// The paths in a record that an option takes.
fn paths<'n>(names: &'n Names<'_>, id: RecordId, wanted: Wanted) -> Vec<&'n str> {
    let Some(record) = names.protocol.records.get(id.0) else { return Vec::new() };
    let fields = |fits: &dyn Fn(&Wire) -> bool| -> Vec<&'n str> {
        let ids = (0..record.fields.len()).map(FieldId);
        let ids = ids.filter(|field| record.fields.get(field.0).is_some_and(|field| fits(&field.wire)));
        ids.map(|field| names.field(id, field)).collect()
    };
    match wanted {
        Wanted::Number => names.numbers(id).iter().map(String::as_str).filter(|path| !path.is_empty()).collect(),
        Wanted::Difference => fields(&|wire| is_difference(names.protocol, wire)),
        Wanted::Bytes => fields(&|wire| matches!(wire, Wire::Octets { content: Content::Free, .. })),
    }
}

/// Whether the base of a wire's difference is known to the receiver only.
fn is_difference(protocol: &Protocol, wire: &Wire) -> bool {
    let is_delta = |id: RecordId| protocol.records.get(id.0).is_some_and(|Record { delta, .. }| delta.is_some());
    match wire {
        Wire::Record { record, from: None, .. } => is_delta(*record),
        Wire::Group { delta: Some(Delta { scope: DeltaScope::Whole, .. }), .. } => true,
        Wire::List { item: Item::Record { .. }, .. } => {
            matches!(wire.holds(), Some(Node::Record(record)) if is_delta(record))
        }
        _ => false,
    }
}

fn unknown(names: &Names<'_>, id: RecordId, path: &str, wanted: Wanted) -> String {
    let (one, several) = match wanted {
        Wanted::Number => ("number", "numbers"),
        Wanted::Difference => ("difference from an earlier state", "differences from earlier states"),
        Wanted::Bytes => ("bytes", "bytes"),
    };
    let (record, paths) = (names.record(id), paths(names, id, wanted));
    if paths.is_empty() {
        return format!("`{record}` has no {several}");
    }
    let exists = names.fields(id).iter().any(|field| field == path);
    let head = match (exists, wanted) {
        (true, Wanted::Bytes) => format!("`{path}` of `{record}` is not {one}"),
        (true, Wanted::Number | Wanted::Difference) => format!("`{path}` of `{record}` is no {one}"),
        (false, _) => format!("`{record}` has no {one} `{path}`"),
    };
    let near = nearest(path, paths.iter().copied()).map(|near| format!("; did you mean `{near}`? There are "));
    let listed = nearest_first(path, paths, |path| path);
    let more = listed.len().saturating_sub(LISTED);
    let shown: Vec<&str> = listed.into_iter().take(LISTED).collect();
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{head}{}{}{more}", near.as_deref().unwrap_or("; there are "), shown.join(", "))
}

#[cfg(test)]
mod tests {
    use super::{Wanted, find};
    use crate::support::schema;

    const ITEMS: &str = "
        delta Step { bits u8 { moved, _: .. }, x: i8 if moved else base.x }
        struct Change { bits u8 { gone, up, _: .. }, number: u8, state: if !gone delta Entity { y: u8 if up else base.y } }
        family F: u8 {
            message Walk = 1 { number: u16, step: Step, shown: Step from zero, more: bytes[..] }
            message Empty = 2;
        }";

    fn found(text: &str, wanted: Wanted) -> Result<(String, String), String> {
        find(&schema(ITEMS).into(), "--option", text, wanted).map(|place| (place.record, place.path))
    }

    fn place(record: &str, path: &str) -> Result<(String, String), String> {
        Ok((record.to_owned(), path.to_owned()))
    }

    #[test]
    fn fields_of_each_kind_are_found() {
        assert_eq!(found("F.Walk.number", Wanted::Number), place("F.Walk", "number"));
        assert_eq!(found("Walk.number", Wanted::Number), place("F.Walk", "number"));
        assert_eq!(found("Change.gone", Wanted::Number), place("Change", "gone"));
        assert_eq!(found("F.Walk.step", Wanted::Difference), place("F.Walk", "step"));
        assert_eq!(found("Change.state", Wanted::Difference), place("Change", "state"));
        assert_eq!(found("F.Walk.more", Wanted::Bytes), place("F.Walk", "more"));
    }

    #[test]
    fn errors_name_what_there_is() {
        let error = |text: &str, wanted| found(text, wanted).expect_err(text);
        assert_eq!(
            error("F.Walk.numbre", Wanted::Number),
            "`F.Walk` has no number `numbre`; did you mean `number`? There are number"
        );
        assert_eq!(
            error("F.Walk.shown", Wanted::Difference),
            "`shown` of `F.Walk` is no difference from an earlier state; there are step"
        );
        assert_eq!(error("F.Walk.step", Wanted::Bytes), "`step` of `F.Walk` is not bytes; there are more");
        assert_eq!(error("F.Empty.x", Wanted::Number), "`F.Empty` has no numbers");
        assert_eq!(error("number", Wanted::Number), "`--option number` lacks a field: it is MESSAGE.FIELD");
        assert_eq!(error("F.Walk", Wanted::Number), "`--option F.Walk` lacks a field: it is MESSAGE.FIELD");
        let told = error("F.Wlak.number", Wanted::Number);
        assert!(
            told.starts_with("the schema has no message, struct or family `F.Wlak`; did you mean `F.Walk`?"),
            "{told}"
        );
    }
}
