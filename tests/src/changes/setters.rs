//! The functions that change packets in place, as they stand in generated code.

use std::collections::BTreeMap;

use wireform_build::{Layout, Options};

/// The functions of each type that changes a packet in place, by the path of the type.
pub type Setters = BTreeMap<String, Vec<String>>;

/// All that stand in the generated code of a schema, which is laid out as rustfmt would; but for those of fields that may be
/// absent or whose length varies, which the laws over generated code of all schemas try.
pub fn setters(name: &str) -> Setters {
    let schema = format!("{}/../schema/{name}.wire", env!("CARGO_MANIFEST_DIR"));
    let compiled = wireform_build::load(schema).expect("a shipped schema");
    let options = Options { layout: Layout::Tidy, patch: true, ..Options::default() };
    let code = wireform_build::rust(&compiled.schema, &options);
    let (mut modules, mut found, mut all) = (vec![name.to_owned()], None, Setters::new());
    for line in code.lines() {
        let indent = line.len() - line.trim_start().len();
        let words = line.trim_start().trim_start_matches("#[inline] ");
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
        if let Some(of) = found.as_ref().filter(|_| line.contains("self.packet.replace")) {
            all.entry(of.clone()).or_default().pop();
        }
    }
    all.retain(|_, functions| !functions.is_empty());
    all
}
