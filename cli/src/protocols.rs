//! `wireform protocols` and `wireform schema`: the shipped protocols and those of the gallery, as a list and as their schemas.

use wireform_build::emit::markdown::first_sentence;
use wireform_build::load_text;
use wireform_build::model::{Protocol, Record, Role, Schema};

use crate::args;
use crate::print::print;
use crate::shipped;
use crate::stop::{Outcome, Stop};

/// Lists the shipped protocols, and those of the gallery: two lines each.
pub fn protocols() -> Outcome {
    for (name, text) in shipped::all() {
        let schema = load_text(name, text)?.schema;
        print(&format!("{name}: {}\n    {}\n", versions(&schema), first_sentence(schema.docs())))?;
    }
    Ok(())
}

/// Prints a schema as it is in its file.
pub fn schema(what: &args::Schema) -> Outcome {
    let name = &what.name;
    let text = shipped::text(name)
        .ok_or_else(|| Stop::Usage(format!("no shipped protocol has the name `{name}`; {}", shipped::names(name))))?;
    print(text)
}

/// `v259 with 112 messages, v260 with 113 messages`, `14 structs`
fn versions(schema: &Schema) -> String {
    let of = |protocol: &Protocol| {
        let structs = protocol.records.iter().filter(|record| record.role == Role::Struct).count();
        let is_message = |record: &Record| matches!(record.role, Role::Message { .. });
        let records = match protocol.records.iter().any(is_message) {
            true => messages(protocol),
            false => counted(structs, "struct", "structs"),
        };
        match &protocol.version {
            Some(version) => format!("{} with {records}", version.name),
            None => records,
        }
    };
    schema.protocols().map(of).collect::<Vec<_>>().join(", ")
}

/// `112 messages`
pub fn messages(protocol: &Protocol) -> String {
    let messages = protocol.records.iter().filter(|record| matches!(record.role, Role::Message { .. })).count();
    counted(messages, "message", "messages")
}

/// A number of things: `1 family`, `2 families`.
pub fn counted(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}
