//! Help for JSON of another shape: the JSON that was probably meant.

use serde_json::{Map, Value as Json};
use wireform_build::interpret::{Entry, WriteError, WriteErrorKind, entries};
use wireform_build::model::{self, Arm, Family, FamilyMember, FieldId, Record, Wire};

use super::from::{FromJson, Known, derives, wrong};
use super::{object, tagged, text};

/// So many names of fields are shown.
const SHOWN: usize = 6;
/// So many messages with the same fields are shown.
const MOST: usize = 3;
/// Longer JSON is not repeated.
const LONGEST: usize = 60;

/// JSON as help repeats it.
pub(super) fn shown(json: &Json) -> String {
    Some(text(json)).filter(|text| text.chars().count() <= LONGEST).unwrap_or_else(|| "..".to_owned())
}

impl<'p> FromJson<'p> {
    /// The error for something in place of the fields of a body: an array, or the value of the only field, gets their names.
    pub(super) fn not_fields(&self, record: &'p Record, body: &[FieldId], json: &Json) -> WriteError {
        let known = entries(record, body);
        let elements = json.as_array().map_or(std::slice::from_ref(json), Vec::as_slice);
        let elements = Some(elements).filter(|list| list.len() == known.len());
        let fields = known.iter().enumerate().take(SHOWN).map(|(index, (name, entry))| {
            let given = elements.and_then(|list| self.taken(record, *entry, list.get(index)?));
            format!("\"{name}\":{}", given.unwrap_or_else(|| "..".to_owned()))
        });
        let fields = fields.collect::<Vec<_>>().join(",");
        let more = if known.len() > SHOWN { ",.." } else { "" };
        wrong("an object", json).expected(format!("{{{fields}{more}}}"))
    }

    /// A piece of JSON in the form that a field takes: as it is, or as the value of a quantity.
    fn taken(&self, record: &'p Record, entry: Entry, json: &Json) -> Option<String> {
        let takes = |one: &Json| self.value(record, &Known::Entry(entry), one).is_ok();
        let forms = [json.clone(), object([("value", json.clone())])];
        forms.iter().find(|form| takes(form)).map(shown)
    }

    /// The error for a name around all fields, and for the name of a field that is further inside.
    pub(super) fn misplaced(
        &self,
        record: &'p Record,
        body: &[FieldId],
        name: &str,
        fields: &Map<String, Json>,
    ) -> Option<WriteError> {
        let known = entries(record, body);
        let json = fields.get(name)?;
        // A number that the writer derives is nowhere else but in a shape that stores it.
        let is_derived = derives(record, body, name);
        let around = !is_derived
            && json.as_object().is_some_and(|inner| {
                (fields.len() == 1 || !inner.is_empty())
                    && inner.keys().all(|key| known.iter().any(|(known, _)| key == known))
            });
        let help = if around && fields.len() == 1 {
            format!("give its fields without it: {}", shown(json))
        } else if around {
            "give its fields without it".to_owned()
        } else {
            let has = |known: &&str| !is_derived && *known == name;
            let inside = |(outer, entry): &(&'p str, Entry)| {
                let arm = self.arm_with(record, *entry, (name, &has), fields.get(*outer));
                let written = format!("{{\"{name}\":{}}}", shown(json));
                match arm {
                    Some(arm) => Some(format!("{{\"{arm}\":{written}}}")),
                    None => self.names_in(record, *entry).iter().any(has).then_some(written),
                }
            };
            let (outer, inside) = known.iter().find_map(|one| Some((one.0, inside(one)?)))?;
            format!("`{name}` is in `{outer}`: {{\"{outer}\":{inside}}}")
        };
        Some(WriteError::new(name, WriteErrorKind::Unknown { help: Some(help) }))
    }

    /// The shape of a choice that stores a code of this name or has such a field: the one that is given, if one is.
    fn arm_with(
        &self,
        record: &'p Record,
        entry: Entry,
        (name, has): (&str, &impl Fn(&&str) -> bool),
        given: Option<&Json>,
    ) -> Option<&'p str> {
        let Entry::Field(id) = entry else { return None };
        let Wire::Match { tag, arms, .. } = &record.fields.get(id.0)?.wire else { return None };
        let given = given.and_then(tagged).map(|(arm, _)| arm);
        let has_it = |arm: &&Arm| {
            let is_stored = record.stored_code(tag, arm).is_some_and(|(stored, _)| stored == name);
            is_stored || !arm.transparent && entries(record, &arm.body).iter().any(|(known, _)| has(known))
        };
        let mut arms = arms.iter().filter(|arm| given.is_none_or(|given| given == arm.name));
        arms.find(has_it).map(|arm| arm.name.as_str())
    }

    /// The names in the object of a field.
    fn names_in(&self, record: &'p Record, entry: Entry) -> Vec<&'p str> {
        let Entry::Field(id) = entry else { return Vec::new() };
        let names =
            |record: &'p Record, body: &[FieldId]| entries(record, body).into_iter().map(|(name, _)| name).collect();
        match record.fields.get(id.0).map(|field| &field.wire) {
            Some(Wire::Group { body, .. }) => names(record, body),
            Some(Wire::Record { record, .. }) => {
                self.protocol.records.get(record.0).map_or(Vec::new(), |record| names(record, &record.body))
            }
            Some(Wire::Scalar { cell, .. }) => match record.cells.get(cell.0).map(|cell| cell.value) {
                Some(model::Value::Bits(id)) => {
                    let parts = self.protocol.bits.get(id.0).into_iter().flat_map(|bits| &bits.parts);
                    parts.filter_map(|part| part.name.as_deref()).collect()
                }
                Some(model::Value::Packed(id)) => {
                    let digits = self.protocol.packed.get(id.0).into_iter().flat_map(|packed| &packed.digits);
                    digits.map(|digit| digit.name.as_str()).collect()
                }
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }
    }

    /// The error for the name of a message of another family.
    pub(super) fn elsewhere(&self, name: &str) -> Option<WriteError> {
        let has = |family: &&Family| family.members.iter().any(|member| member.name == name);
        let other = self.protocol.families.iter().find(has)?;
        let help = format!("`{name}` is a message of `{}`", other.name);
        Some(WriteError::new(name, WriteErrorKind::Unknown { help: Some(help) }))
    }

    /// Messages with their names around their fields, for JSON without: those with these fields, or one whose name is a value
    /// in it.
    pub(super) fn named(&self, family: &'p Family, json: &Json) -> Option<String> {
        let is_named = |name: &str, json: &Json| json.as_str().is_some_and(|word| word.eq_ignore_ascii_case(name));
        if let Some(one) = family.members.iter().find(|one| is_named(&one.name, json)) {
            return Some(format!("{{\"{}\":{{}}}}", one.name));
        }
        let fields = json.as_object().filter(|fields| !fields.is_empty())?;
        let by_value = family.members.iter().find(|one| fields.values().any(|value| is_named(&one.name, value)));
        if let Some(one) = by_value {
            return Some(format!("{{\"{}\":{{..}}}}", one.name));
        }
        let has_all = |record: &'p Record| {
            let known = entries(record, &record.body);
            fields.keys().all(|key| known.iter().any(|(known, _)| key == known))
        };
        let fits = |one: &&FamilyMember| self.protocol.records.get(one.record.0).is_some_and(has_all);
        let fitting = family.members.iter().filter(fits);
        let fitting: Vec<String> = fitting.map(|one| format!("{{\"{}\":{}}}", one.name, shown(json))).collect();
        Some(fitting.join(" or ")).filter(|_| (1..=MOST).contains(&fitting.len()))
    }
}
