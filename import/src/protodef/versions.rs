//! Several versions of one protocol as one schema: all that is the same in them stands once.

use std::collections::HashMap;

use crate::Unreadable;
use crate::draft::{Body, Draft, Entry, Field, Item, Message, Wire};

/// The most fields of which the common ones are looked for.
const MOST_FIELDS: usize = 500;

/// The numbers of versions, if they can be told apart and are in order.
pub fn checked(numbers: Option<Vec<&str>>) -> Result<Vec<u64>, Unreadable> {
    let wrong = |title: &str| {
        Unreadable::new(title).help("say the number of each file, the oldest first: `--versions 758,769`")
    };
    let numbers = numbers.ok_or_else(|| wrong("a version has no number"))?;
    let numbers = numbers.iter().map(|number| number.parse().ok()).collect::<Option<Vec<u64>>>();
    let numbers = numbers.ok_or_else(|| wrong("a version is no number"))?;
    if numbers.is_sorted_by(|one, next| one < next) { Ok(numbers) } else { Err(wrong("the versions are not in order")) }
}

/// One schema of all versions: each declaration once, and once more for versions in which it is another.
pub fn merged(drafts: &[Draft], numbers: &[u64]) -> Draft {
    let list = numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    let mut draft = Draft { items: Vec::new(), ..drafts.first().cloned().unwrap_or_default() };
    draft.settings.push(format!("versions: [{list}]"));
    let items =
        drafts.iter().zip(numbers).flat_map(|(draft, number)| draft.items.iter().map(move |item| (*number, item)));
    for group in by_name(items, |item| item.name.name.as_str()) {
        if let Some((_, Item { body: Body::Family { .. }, .. })) = group.first() {
            draft.items.extend(family(&group, numbers));
            continue;
        }
        for (versions, mut item) in variants(&group, merged_item) {
            if let Body::Struct { fields, .. } = &mut item.body {
                conditions(fields, &versions);
            }
            let guard = guard(&versions, numbers);
            draft.items.push(Item { guard, versions, ..item });
        }
    }
    draft
}

/// Declarations of one name, in the order in which they come first.
fn by_name<'d, T>(all: impl Iterator<Item = (u64, &'d T)>, name: impl Fn(&T) -> &str) -> Vec<Vec<(u64, &'d T)>> {
    let mut groups: Vec<Vec<(u64, &'d T)>> = Vec::new();
    let mut at: HashMap<String, usize> = HashMap::new();
    for (version, one) in all {
        let number = *at.entry(name(one).to_owned()).or_insert(groups.len());
        match groups.get_mut(number) {
            Some(group) => group.push((version, one)),
            None => groups.push(vec![(version, one)]),
        }
    }
    groups
}

/// Joins each declaration with an earlier one if they agree, and gives the versions of each that is left.
fn variants<T: Clone>(group: &[(u64, &T)], join: impl Fn(&T, &[u64], &T, u64) -> Option<T>) -> Vec<(Vec<u64>, T)> {
    let mut variants: Vec<(Vec<u64>, T)> = Vec::new();
    for (version, one) in group {
        let joined = variants.iter_mut().find_map(|(versions, other)| {
            *other = join(other, versions, one, *version)?;
            versions.push(*version);
            Some(())
        });
        if joined.is_none() {
            variants.push((vec![*version], (*one).clone()));
        }
    }
    variants
}

fn merged_item(older: &Item, versions: &[u64], newer: &Item, version: u64) -> Option<Item> {
    let mut item = newer.clone();
    match (&older.body, &mut item.body) {
        (Body::Struct { params, fields, .. }, Body::Struct { params: others, fields: more, .. })
            if params == others =>
        {
            *more = merged_fields(fields, versions, more, version)?;
        }
        (one, other) if one == other => {}
        _ => return None,
    }
    (older.left_out == newer.left_out).then_some(item)
}

fn merged_message(older: &Message, versions: &[u64], newer: &Message, version: u64) -> Option<Message> {
    let fields = merged_fields(&older.fields, versions, &newer.fields, version)?;
    (older.left_out == newer.left_out).then(|| Message { fields, ..newer.clone() })
}

/// The fields of older versions with those of a newer one between them, if most are the same and the others may have a
/// condition. Fields of some versions know these until [`conditions`] says so in the schema.
fn merged_fields(older: &[Field], versions: &[u64], newer: &[Field], version: u64) -> Option<Vec<Field>> {
    if older.len().max(newer.len()) > MOST_FIELDS {
        return None;
    }
    // For each pair of places, how many fields at and behind them are the same.
    let mut longest = vec![vec![0usize; newer.len() + 1]; older.len() + 1];
    let at = |longest: &[Vec<usize>], old: usize, new: usize| longest.get(old).and_then(|row| row.get(new)).copied();
    for (old, field) in older.iter().enumerate().rev() {
        for (new, other) in newer.iter().enumerate().rev() {
            let best = if field.is_like(other) {
                at(&longest, old + 1, new + 1).map(|behind| behind + 1)
            } else {
                at(&longest, old + 1, new).max(at(&longest, old, new + 1))
            };
            if let (Some(best), Some(cell)) = (best, longest.get_mut(old).and_then(|row| row.get_mut(new))) {
                *cell = best;
            }
        }
    }
    let only = |field: &Field, versions: &[u64]| -> Option<Field> {
        let can = matches!(&field.entry, Entry::Named { .. }) && !field.cut;
        let versions = if field.versions.is_empty() { versions.to_vec() } else { field.versions.clone() };
        can.then(|| Field { versions, ..field.clone() })
    };
    let (mut old, mut new, mut fields) = (0, 0, Vec::new());
    loop {
        fields.push(match (older.get(old), newer.get(new)) {
            (None, None) => break,
            (Some(field), Some(other)) if field.is_like(other) => {
                (old, new) = (old + 1, new + 1);
                let mut both = field.clone();
                both.versions.extend((!field.versions.is_empty()).then_some(version));
                both
            }
            (Some(field), other) if other.is_none() || at(&longest, old + 1, new) >= at(&longest, old, new + 1) => {
                old += 1;
                only(field, versions)?
            }
            (_, Some(field)) => {
                new += 1;
                only(field, &[version])?
            }
            (Some(_), None) => return None,
        });
    }
    let common = older.len() + newer.len() - fields.len();
    (fields.len() <= 2 * common).then_some(fields)
}

impl Field {
    /// Whether it is the same field, in whatever versions.
    fn is_like(&self, other: &Self) -> bool {
        self.entry == other.entry && self.docs == other.docs && self.cut == other.cut && self.size == other.size
    }
}

/// Says the versions of fields that not all versions of their record have.
fn conditions(fields: &mut [Field], all: &[u64]) {
    for field in fields {
        let Some(guard) = guard(&std::mem::take(&mut field.versions), all) else { continue };
        if let Entry::Named { wire, when, .. } = &mut field.entry {
            let when = if let Wire::Group { when, .. } = wire { when } else { when };
            *when = Some(match when.take() {
                Some(own) if own.contains("||") => format!("({own}) && {guard}"),
                Some(own) => format!("{own} && {guard}"),
                None => guard,
            });
        }
    }
}

/// A family that has the messages of all versions.
fn family(group: &[(u64, &Item)], numbers: &[u64]) -> Option<Item> {
    let mut item = group.last().map(|(_, newest)| (*newest).clone())?;
    let Body::Family { messages: out, .. } = &mut item.body else { return None };
    out.clear();
    let all = group.iter().flat_map(|(version, item)| match &item.body {
        Body::Family { messages, .. } => messages.iter().map(|message| (*version, message)).collect(),
        _ => Vec::new(),
    });
    for group in by_name(all, |message| message.name.name.as_str()) {
        for (versions, mut message) in variants(&group, merged_message) {
            conditions(&mut message.fields, &versions);
            let codes = group.iter().filter(|(version, _)| versions.contains(version));
            let code = code(codes.map(|(version, one)| (*version, one.code.as_str())));
            out.push(Message { code, guard: guard(&versions, numbers), ..message });
        }
    }
    Some(item)
}

/// `if VERSION >= 769 { 5 } else { 4 }`: the newest first, each run of versions once.
fn code<'d>(mut codes: impl Iterator<Item = (u64, &'d str)>) -> String {
    let mut last = codes.next().map_or("", |(_, code)| code);
    let mut text = last.to_owned();
    for (version, code) in codes {
        if last != code {
            text = format!("if VERSION >= {version} {{ {code} }} else {{ {text} }}");
        }
        last = code;
    }
    text
}

/// The condition of some of all versions; none for all, and for none, which means all.
fn guard(versions: &[u64], all: &[u64]) -> Option<String> {
    let (first, last) = (versions.first()?, versions.last()?);
    let is_run = all.iter().filter(|version| (first..=last).contains(version)).count() == versions.len();
    Some(match (all.first() == Some(first), all.last() == Some(last)) {
        _ if !is_run => {
            format!("VERSION in {}", versions.iter().map(ToString::to_string).collect::<Vec<_>>().join(" | "))
        }
        (true, true) => return None,
        (false, true) => format!("VERSION >= {first}"),
        (true, false) => format!("VERSION <= {last}"),
        _ if first == last => format!("VERSION == {first}"),
        _ => format!("VERSION >= {first} && VERSION <= {last}"),
    })
}
