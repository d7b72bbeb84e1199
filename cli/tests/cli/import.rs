//! `wireform import`: for each construct of each language, a small description, the schema that it becomes, and packets.
//!
//! In `tests/import` a folder for each language has descriptions. Beside `chat.json` stand `chat.wire`, the schema, with
//! the summary at its end, and `chat.jsonl`, packets: a message, its bytes, and its values or the reason for which a reader
//! refuses it. `WIREFORM_BLESS=1` writes schemas and values anew; they are read before they are kept.

#[path = "../import/command.rs"]
mod command;
#[path = "../import/golden.rs"]
mod golden;
#[path = "../import/hostile.rs"]
mod hostile;
#[path = "../import/hostile_pdl.rs"]
mod hostile_pdl;
#[path = "../import/mutants.rs"]
mod mutants;
#[path = "../../../codegen/tests/support/random.rs"]
mod random;
#[path = "../import/subject.rs"]
mod subject;
