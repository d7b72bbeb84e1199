//! `wireform protocols` and `wireform schema`: the shipped protocols, as a list and as their schemas.

use wireform_build::emit::markdown::first_sentence;
use wireform_build::load_text;
use wireform_build::model::{Protocol, Role, Schema};
use wireform_schemas::ALL;

use crate::args;
use crate::print::print;
use crate::shipped;
use crate::stop::{Outcome, Stop};

/// Lists the shipped protocols: two lines each.
pub fn protocols() -> Outcome {
    for (name, text) in ALL {
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

/// `v259 with 112 messages, v260 with 113 messages`
fn versions(schema: &Schema) -> String {
    let of = |protocol: &Protocol| match &protocol.version {
        Some(version) => format!("{} with {}", version.name, messages(protocol)),
        None => messages(protocol),
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
