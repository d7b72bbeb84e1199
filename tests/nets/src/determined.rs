//! Law 1: numbers that the user sets although they follow from all else that the value has. They are candidates of a
//! wrong owner: the reference gives some numbers to the user that follow from two uses together.

use std::collections::hash_map::DefaultHasher;
use std::collections::{BTreeSet, HashMap};
use std::hash::{Hash, Hasher};

use wireform_build::interpret::Value;
use wireform_build::model::{Code, Protocol, RecordId, Source};

use crate::schema::Schema;

/// The numbers of the user in what was read so far.
pub struct Determined {
    numbers: Vec<Number>,
}

struct Number {
    name: String,
    /// The row that declares it, and those that use it.
    rows: (&'static str, Vec<&'static str>),
    /// The number that it was beside the rest of the value, by the hash of that.
    beside: HashMap<u64, Code>,
    /// All numbers that it was.
    seen: BTreeSet<Code>,
    follows: bool,
}

impl Determined {
    /// The used numbers of a schema that are the user's.
    pub fn new(schema: &Schema, protocol: &Protocol, id: RecordId) -> Self {
        let cells = &protocol.records[id.0].cells;
        let is_users = |name: &str| cells.iter().any(|cell| cell.name() == name && cell.source == Source::User);
        let numbers = schema.names.iter().enumerate().filter(|(_, name)| is_users(&name.text));
        let numbers = numbers.filter_map(|(index, name)| {
            let mut uses = schema.users(index);
            uses.sort_unstable();
            let rows = (schema.entries[name.entry].row().text, uses);
            let name = name.text.clone();
            let (beside, seen) = (HashMap::new(), BTreeSet::new());
            (!rows.1.is_empty()).then_some(Number { name, rows, beside, seen, follows: true })
        });
        // Larger schemas have the candidates of smaller ones.
        let numbers = if schema.entries.len() <= 3 { numbers.collect() } else { vec![] };
        Self { numbers }
    }

    /// Sees a value.
    pub fn see(&mut self, value: &Value) {
        for number in self.numbers.iter_mut().filter(|number| number.follows) {
            let mut rest = value.clone();
            let Some(code) = taken(&mut rest, &number.name).and_then(|value| value.raw()) else { continue };
            let mut hash = DefaultHasher::new();
            format!("{rest:?}").hash(&mut hash);
            number.seen.insert(code);
            number.follows = *number.beside.entry(hash.finish()).or_insert(code) == code;
        }
    }

    /// The numbers that follow.
    pub fn candidates(self) -> Vec<(&'static str, Vec<&'static str>)> {
        let follows = |number: &Number| number.follows && number.seen.len() > 1;
        self.numbers.into_iter().filter(follows).map(|number| number.rows).collect()
    }
}

/// Takes a field out of a value, or out of a group or an arm in it.
fn taken(value: &mut Value, name: &str) -> Option<Value> {
    let (Value::Record(fields) | Value::Arm { fields, .. }) = value else { return None };
    if let Some((_, found)) = fields.iter_mut().find(|(field, _)| field == name) {
        return Some(std::mem::take(found));
    }
    fields.iter_mut().find_map(|(_, inner)| taken(inner, name))
}
