//! `wireform check`: compiles schemas and says what is wrong with them, or what is in them.

use wireform_build::model::Protocol;

use crate::args::Check;
use crate::fragments::Fragments;
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
                }
            }
            Err(failure) if failure.without_protocol => fragments.add(failure),
            Err(failure) => failures.push(failure),
        }
    }
    failures.extend(fragments.strays());
    if failures.is_empty() { Ok(()) } else { Err(Stop::Schemas(failures)) }
}

/// `protocol sauerbraten v259: 112 messages in 2 families, 14 examples hold`
fn summary(protocol: &Protocol) -> String {
    let examples = protocol.records.iter().map(|record| record.examples.len()).sum();
    format!(
        "protocol {}{}: {} in {}, {} hold{}",
        protocol.name,
        protocol.version.as_ref().map_or_else(String::new, |version| format!(" {}", version.name)),
        messages(protocol),
        counted(protocol.families.len(), "family", "families"),
        counted(examples, "example", "examples"),
        if examples == 1 { "s" } else { "" },
    )
}
