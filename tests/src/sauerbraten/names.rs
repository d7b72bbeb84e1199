//! How the vectors call messages and fields, and what the schema calls them.

mod tables;

use serde_json::Value as Json;
use wireform_build::interpret::Value;

use Place::{At, Bit, Derived, Len, List, Said, Texts};

/// Where a vector's field is found in a plain value.
pub enum Place {
    /// A number or text at this path.
    At(&'static str),
    /// One bit of a number that has no name of its own in the schema: the others follow from the rest.
    Bit(&'static str, u32),
    /// How many elements there are.
    Len(&'static str),
    /// A list, and the fields of its elements.
    List(&'static str, &'static [Fields]),
    /// A list of texts.
    Texts(&'static str),
    /// What a client said.
    Said(&'static str),
    /// A number that follows from the rest: it is no field of the value.
    Derived(&'static str),
}

/// Names, theirs first.
pub type Fields = &'static [(&'static str, Place)];

/// A message.
pub struct Message {
    pub theirs: &'static str,
    pub ours: &'static str,
    /// The only family in which it looks like this, where it has another layout elsewhere.
    family: Option<&'static str>,
    fields: &'static [Fields],
}

/// The message of a family that the vectors call so.
pub fn message(theirs: &str, family: &str) -> Option<&'static Message> {
    all(family).find(|message| message.theirs == theirs)
}

/// All messages that the vectors have, as they look in a family.
pub fn all(family: &str) -> impl Iterator<Item = &'static Message> {
    tables::MESSAGES.iter().filter(move |message| message.family.is_none_or(|only| only == family))
}

/// The field that the vectors call so: `masters.end` is the number that says whether the list ends. Where an element
/// holds a whole group of fields, a vector leaves out the list.
pub fn field(message: &Message, theirs: &str) -> Option<String> {
    if theirs == "type" {
        return Some("code".to_owned());
    }
    let Some((list, inner)) = theirs.split_once('.') else {
        return match find(message.fields, theirs) {
            Some(At(path) | Len(path) | List(path, _) | Texts(path) | Said(path) | Derived(path)) => Some(whole(path)),
            Some(Bit(..)) => Some("bits".to_owned()),
            None => lists(message).find_map(|(path, tables)| element(path, tables, theirs)),
        };
    };
    let List(path, tables) = find(message.fields, list)? else { return None };
    match inner {
        "end" => at_field(path, tables.first()?.first().map(|(_, place)| place)?),
        _ => element(path, tables, inner),
    }
}

fn find(tables: &'static [Fields], name: &str) -> Option<&'static Place> {
    tables.iter().copied().flatten().find(|(theirs, _)| *theirs == name).map(|(_, place)| place)
}

/// The field, of what may be a place in its list.
fn whole(path: &str) -> String {
    path.split('[').next().unwrap_or_default().to_owned()
}

fn lists(message: &Message) -> impl Iterator<Item = (&'static str, &'static [Fields])> {
    message.fields.iter().copied().flatten().filter_map(|(_, place)| match place {
        List(path, tables) => Some((*path, *tables)),
        _ => None,
    })
}

fn element(list: &str, tables: &'static [Fields], theirs: &str) -> Option<String> {
    find(tables, theirs).and_then(|place| at_field(list, place))
}

fn at_field(list: &str, place: &Place) -> Option<String> {
    let At(inner) = place else { return None };
    Some(format!("{list}.{}", whole(inner)))
}

/// Compares a vector's fields with a plain value: all fields of both.
pub fn compare(message: &Message, theirs: &Json, ours: &Value) -> Result<(), String> {
    let theirs = theirs.as_object().ok_or("the vector's fields are no object")?;
    let mut compared = 0;
    for (key, expected) in theirs.iter().filter(|(key, _)| *key != "type") {
        compared += compare_field(message.fields, key, expected, ours).map_err(|why| format!("{key}: {why}"))?;
    }
    let all = leaves(ours);
    if compared == all { Ok(()) } else { Err(format!("{compared} numbers and texts compared, there are {all}")) }
}

fn compare_field(tables: &'static [Fields], key: &str, expected: &Json, ours: &Value) -> Result<usize, String> {
    match find(tables, key).ok_or("no such field is known")? {
        At(path) => same(expected, at(ours, path)?).map(|()| 1),
        Bit(path, bit) => {
            let bits = expected.as_u64().ok_or("no number")?;
            same(&Json::from(bits >> bit & 1), at(ours, path)?).map(|()| 1)
        }
        Len(path) => {
            let Value::List(list) = at(ours, path)? else { return Err("no list".to_owned()) };
            let same = expected.as_u64() == u64::try_from(list.len()).ok();
            if same { Ok(0) } else { Err(format!("{} elements", list.len())) }
        }
        Derived(_) => Ok(0),
        Said(path) => {
            let Value::List(list) = at(ours, path)? else { return Err("no list".to_owned()) };
            let expected = expected.as_array().ok_or("no array")?;
            if list.len() != expected.len() {
                return Err(format!("{} messages instead of {}", list.len(), expected.len()));
            }
            for (theirs, ours) in expected.iter().zip(list) {
                let name = theirs["type"].as_str().unwrap_or_default();
                let inner = message(name, "Said").ok_or_else(|| format!("{name} is not known"))?;
                if !matches!(ours, Value::Message { name, .. } if name == inner.ours) {
                    return Err(format!("{name} is read as {ours:?}"));
                }
                compare(inner, theirs, ours).map_err(|why| format!("{name}: {why}"))?;
            }
            Ok(list.iter().map(leaves).sum())
        }
        Texts(path) => {
            let Value::List(list) = at(ours, path)? else { return Err("no list".to_owned()) };
            let expected = expected.as_array().ok_or("no array")?;
            if list.len() != expected.len() {
                return Err(format!("{} texts instead of {}", list.len(), expected.len()));
            }
            expected.iter().zip(list).try_for_each(|(expected, ours)| same(expected, ours))?;
            Ok(list.len())
        }
        List(path, tables) => {
            let Value::List(list) = at(ours, path)? else { return Err("no list".to_owned()) };
            let elements = expected.as_array().ok_or("no array")?;
            if elements.len() != list.len() {
                return Err(format!("{} elements instead of {}", list.len(), elements.len()));
            }
            let mut compared = 0;
            for (index, (expected, ours)) in elements.iter().zip(list).enumerate() {
                for (key, expected) in expected.as_object().ok_or("no object")? {
                    let one = compare_field(tables, key, expected, ours);
                    compared += one.map_err(|why| format!("[{index}].{key}: {why}"))?;
                }
            }
            Ok(compared)
        }
    }
}

fn same(expected: &Json, ours: &Value) -> Result<(), String> {
    let same = match (expected, ours) {
        (Json::Number(number), Value::Bool(flag)) => number.as_i64().is_some_and(|number| (number != 0) == *flag),
        (Json::Number(number), _) => ours.raw() == number.as_i64().map(i128::from),
        (Json::String(text), Value::Text(ours)) => text == ours,
        _ => false,
    };
    if same { Ok(()) } else { Err(format!("{expected} is read as {ours:?}")) }
}

/// A value by its path: `state.ammo[0]`.
pub fn at<'v>(value: &'v Value, path: &str) -> Result<&'v Value, String> {
    let mut value = value;
    for step in path.split('.') {
        let (name, index) = match step.strip_suffix(']').and_then(|step| step.split_once('[')) {
            Some((name, index)) => (name, index.parse::<usize>().ok()),
            None => (step, None),
        };
        value = value.field(name).ok_or_else(|| format!("no field {name}"))?;
        if let Some(index) = index {
            let Value::List(list) = value else { return Err(format!("{name} is no list")) };
            value = list.get(index).ok_or_else(|| format!("{name} is too short"))?;
        }
    }
    Ok(value)
}

/// How many numbers and texts a value holds.
fn leaves(value: &Value) -> usize {
    match value {
        Value::Null => 0,
        Value::List(list) => list.iter().map(leaves).sum(),
        Value::Record(fields) | Value::Message { fields, .. } | Value::Arm { fields, .. } => {
            fields.iter().map(|(_, value)| leaves(value)).sum()
        }
        _ => 1,
    }
}
