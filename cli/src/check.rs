//! `wireform check`: compiles schemas and says what is wrong with them, or what is in them.

use wireform_build::model::{Protocol, Role};

use crate::args::Check;
use crate::fragments::Fragments;
use crate::owners::owners;
use crate::print::print;
use crate::protocols::{counted, messages};
use crate::shipped;
use crate::stop::{Outcome, Stop};

/// Compiles all files: those that are right are summed up on standard output, and of the others everything is said. A
/// file without a protocol was compiled with the one that imports it, which has to be among them.
pub fn check(what: &Check) -> Outcome {
    let mut failures = Vec::new();
    let mut fragments = Fragments::default();
    for file in &what.files {
        let outcome = shipped::load(file, &what.imports);
        fragments.see(&outcome);
        match outcome {
            Ok(compiled) => {
                for protocol in compiled.schema.protocols() {
                    print(&format!("{}: {}\n", file.display(), summary(protocol)))?;
                    if what.owners {
                        print(&owners(protocol))?;
                    }
                }
            }
            Err(failure) if failure.without_protocol => fragments.add(failure),
            Err(failure) => failures.push(failure),
        }
    }
    failures.extend(fragments.strays());
    if failures.is_empty() { Ok(()) } else { Err(Stop::Schemas(failures)) }
}

/// `protocol sauerbraten v259: 112 messages in 2 families, 5 structs, 14 examples hold`
fn summary(protocol: &Protocol) -> String {
    let examples = protocol.records.iter().map(|record| record.examples.len()).sum();
    format!(
        "protocol {}{}: {}, {} hold{}",
        protocol.name,
        protocol.version.as_ref().map_or_else(String::new, |version| format!(" {}", version.name)),
        contents(protocol),
        counted(examples, "example", "examples"),
        if examples == 1 { "s" } else { "" },
    )
}

/// `112 messages in 2 families, 5 structs`: without those of which there are none.
fn contents(protocol: &Protocol) -> String {
    let structs = protocol.records.iter().filter(|record| record.role == Role::Struct).count();
    let families = counted(protocol.families.len(), "family", "families");
    let structs = Some(counted(structs, "struct", "structs")).filter(|_| structs > 0);
    let has_messages = !protocol.families.is_empty() || structs.is_none();
    let messages = has_messages.then(|| format!("{} in {families}", messages(protocol)));
    messages.into_iter().chain(structs).collect::<Vec<_>>().join(", ")
}
