//! Expected numbers, lengths and presence in words, for errors: generated code and the interpreter say the same.

use crate::model::sets;
use crate::model::{
    Arm, CellId, Code, Enum, EnumCode, Family, FieldId, Input, Interval, Presence, Protocol, Record, Value,
};

/// Limit on the intervals that are listed; of more, the first ones.
const MOST: usize = 6;

/// The others.
const OTHER: &str = "another";

/// The numbers of these intervals: `0 to 4, 7 or 9`.
pub fn numbers(intervals: &[Interval]) -> String {
    numbers_of(Value::Int(None), intervals)
}

/// The numbers of these intervals, each in the notation of a value type.
fn numbers_of(value: Value, intervals: &[Interval]) -> String {
    let all = sets::union(intervals.to_vec());
    let each = |interval: &Interval| each(value, interval);
    listed(all.iter().flat_map(each).collect())
}

/// `0 to 4, 7 or 9`; of many, the first ones.
fn listed(mut words: Vec<String>) -> String {
    if words.len() > MOST {
        words.truncate(MOST);
        words.push(OTHER.to_owned());
    }
    match words.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, before)) => format!("{} or {last}", before.join(", ")),
        None => String::new(),
    }
}

/// A number in the notation of a value type.
pub fn number(value: Value, code: Code) -> String {
    value.notation().map_or_else(|| code.to_string(), |notation| notation.shown(code))
}

/// The numbers that a field of a value type holds. Those of an enum are names, if each has one; those of quantities are marked as
/// raw, since users set values.
pub fn held(protocol: &Protocol, value: Value, intervals: &[Interval]) -> String {
    match value {
        Value::Enum(id) => {
            let has_names = |one: &&Enum| sets::covers(&one.named_codes(), intervals);
            let is_meant = |code| intervals.iter().any(|codes| codes.contains(code));
            let named = protocol.enums.get(id.0).filter(has_names).map(|one| names_of(one, is_meant));
            named.unwrap_or_else(|| numbers(intervals))
        }
        Value::Quantity(_) => format!("raw {}", numbers_of(value, intervals)),
        _ => numbers_of(value, intervals),
    }
}

/// One number, two, or a range.
fn each(value: Value, interval: &Interval) -> Vec<String> {
    let [min, max] = [interval.min, interval.max].map(|code| number(value, code));
    match interval.max.saturating_sub(interval.min) {
        0 => vec![min],
        1 => vec![min, max],
        _ => vec![format!("{min} to {max}")],
    }
}

/// The names of an enum, with their codes: `Left (1) or Right (3)`. Of more than can be listed, the codes, if those can.
pub fn names(one: &Enum) -> String {
    names_of(one, |_| true)
}

fn names_of(one: &Enum, is_meant: impl Fn(Code) -> bool) -> String {
    let meant: Vec<&EnumCode> = one.codes.iter().filter(|code| is_meant(code.written)).collect();
    let codes = numbers(&meant.iter().flat_map(|code| code.read.iter().copied()).collect::<Vec<_>>());
    if meant.len() > MOST && !codes.ends_with(OTHER) {
        return codes;
    }
    listed(meant.iter().map(|code| format!("{} ({})", code.name, numbers(&code.read))).collect())
}

/// The codes of a family's messages.
pub fn codes(family: &Family) -> String {
    numbers(&family.members.iter().map(|member| Interval::only(member.code)).collect::<Vec<_>>())
}

/// The numbers of the arms of a match by a single tag.
pub fn tags(protocol: &Protocol, tag: Value, arms: &[Arm]) -> String {
    let is_open = arms.iter().any(Arm::is_rest);
    match tag {
        Value::Bool if is_open => numbers(&[Interval::new(0, 1)]),
        Value::Enum(id) => {
            let is_meant = |code| is_open || arms.iter().flat_map(Arm::codes).any(|codes| codes.contains(code));
            protocol.enums.get(id.0).map(|one| names_of(one, is_meant)).unwrap_or_default()
        }
        _ => numbers_of(tag, &arms.iter().flat_map(|arm| arm.codes().iter().copied()).collect::<Vec<_>>()),
    }
}

/// The lengths of a field that its count can encode.
pub fn lengths(record: &Record, id: FieldId, cell: CellId, lengths: &[Interval]) -> String {
    let words = match lengths {
        [Interval { min: ..=0, max }] => format!("at most {max}"),
        _ => numbers(lengths),
    };
    match record.cells.get(cell.0) {
        // The count of a prefix has no name.
        Some(count) if count.field != id => format!("{words} (`{}`)", count.path),
        _ => words,
    }
}

/// The lengths that a count can encode: `times` elements or bytes per unit, plus `plus`.
pub fn countable(counts: &[Interval], times: Code, plus: Code) -> Vec<Interval> {
    let each = counts.iter().map(|counts| {
        let [one, other] = [counts.min, counts.max].map(|count| count.saturating_mul(times).saturating_add(plus));
        Interval::new(one.min(other).max(0), one.max(other))
    });
    sets::union(each.filter(|lengths| lengths.max >= 0).collect())
}

/// The lengths of reserved space.
pub const NOT_NEGATIVE: &str = "at least 0";

/// The lengths that a count can encode, as multiples.
pub fn multiples(times: Code, plus: Code) -> String {
    let times = times.saturating_abs();
    match plus.checked_rem_euclid(times).unwrap_or(0) {
        0 => format!("a multiple of {times}"),
        rest => format!("a multiple of {times}, and {rest}"),
    }
}

/// The condition for a field to be present, or to differ from its default: as written, or by its tags.
pub fn presence(presence: &Presence, has_default: bool) -> String {
    let when = match presence {
        Presence::When { text, .. } => format!("`{text}`"),
        Presence::Always | Presence::Left { .. } | Presence::Chosen { .. } => "its tags say so".to_owned(),
    };
    if has_default { format!("the default unless {when}") } else { format!("present exactly if {when}") }
}

/// The value without bytes, where [`presence`] requires the default.
pub const ANOTHER: &str = "another value";

/// The choice of several tags together, such as `an arm`: ``an arm for `kind` and `code` ``.
pub fn chosen(what: &str, protocol: &Protocol, record: &Record, tags: &[Input]) -> String {
    let name = |tag: &Input| match *tag {
        Input::Cell(id) => record.cells.get(id.0).map(|cell| cell.path.clone()),
        Input::Param(id) => record.params.get(id.0).map(|param| param.name.clone()),
        Input::Session(id) => protocol.sessions.get(id.0).map(|session| session.name.clone()),
        Input::Part(_) | Input::Literal(_) | Input::Left => None,
    };
    let names: Vec<String> = tags.iter().filter_map(name).map(|name| format!("`{name}`")).collect();
    format!("{what} for {}", names.join(" and "))
}

/// The arm that tags choose, where a value has another, or bytes have none.
pub const ITS_ARM: &str = "an arm";

/// The width that tags choose.
pub const ITS_WIDTH: &str = "a width";

/// The arm of a value.
pub fn arm(arm: &Arm) -> String {
    format!("the arm `{}`", arm.name)
}
