//! The functions that change packets in place, as they stand in generated code.

use std::collections::BTreeMap;
use std::fs;

/// The functions of each type that changes a packet in place, by the path of the type.
pub type Setters = BTreeMap<String, Vec<String>>;

/// All that stand in the generated code of a schema, which is laid out as rustfmt would.
pub fn setters(name: &str) -> Setters {
    let file = format!("{}/../generated/{name}/mod.rs", env!("CARGO_MANIFEST_DIR"));
    let code = fs::read_to_string(file).expect("generated code is checked in");
    let (mut modules, mut found, mut all) = (vec![name.to_owned()], None, Setters::new());
    for line in code.lines() {
        let indent = line.len() - line.trim_start().len();
        let words = line.trim_start();
        if let Some(module) = words.strip_prefix("pub mod ").and_then(|rest| rest.strip_suffix(" {")) {
            modules.truncate(indent / 4 + 1);
            modules.push(module.to_owned());
        } else if words.starts_with("impl") && words.ends_with('{') {
            modules.truncate(indent / 4 + 1);
            let word = |word: &&str| word.contains("Mut<");
            let of = words.split(' ').find(word).and_then(|word| word.split('<').next());
            found = of.filter(|_| !words.contains(" for ")).map(|of| format!("{}::{of}", modules.join("::")));
        }
        let function = words.strip_prefix("pub fn ").and_then(|rest| rest.split('(').next());
        let function = function.filter(|function| function.starts_with("set_") || function.starts_with("rewrite_"));
        if let (Some(of), Some(function)) = (&found, function) {
            all.entry(of.clone()).or_default().push(function.to_owned());
        }
    }
    all
}
