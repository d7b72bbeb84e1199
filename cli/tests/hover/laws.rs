//! What holds for every name of every schema.

use wireform_cli::lsp::hover::Hovers;

use crate::support::{FILE, analysis, files, names};

#[test]
fn every_name_is_explained() {
    let mut wrong = std::collections::BTreeMap::<String, String>::new();
    let mut count = 0_usize;
    for path in files() {
        let compiled = analysis(&path);
        let hovers = Hovers::new(&compiled);
        let text = &compiled.sources.get(FILE).text;
        for (at, name) in names(text) {
            count += 1;
            let line = text[..at].lines().count();
            match hovers.at(FILE, u32::try_from(at).expect("a short text")) {
                Some((span, markdown)) if markdown.contains(name) && span.range() == (at..at + name.len()) => {}
                other => {
                    wrong
                        .entry(name.to_owned())
                        .or_insert_with(|| format!("{}:{line}: {name}: {other:?}", path.display()));
                }
            }
        }
    }
    assert!(count > 10_000, "only {count} names");
    let wrong: Vec<String> = wrong.into_values().collect();
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
}
