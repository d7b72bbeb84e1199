//! The schemas on pages.

use std::path::{Path, PathBuf};

use wireform_cli::format;
use wireform_cli::syntax_errors;

use crate::document::{Block, blocks, reference};
use crate::oracle::same;

/// The workspace.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The paths of all files below a folder with an ending, in order, from the workspace.
pub fn paths(folder: &str, ending: &str) -> Vec<String> {
    let mut paths = Vec::new();
    let mut waiting = vec![folder.to_owned()];
    while let Some(folder) = waiting.pop() {
        for entry in std::fs::read_dir(root().join(&folder)).expect("a folder") {
            let entry = entry.expect("an entry");
            let path = format!("{folder}/{}", entry.file_name().into_string().expect("a name in UTF-8"));
            if entry.file_type().expect("its type").is_dir() {
                waiting.push(path);
            } else if path.ends_with(ending) {
                paths.push(path);
            }
        }
    }
    paths.sort();
    paths
}

/// A file of the repository.
pub fn read(path: &str) -> String {
    let text = std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    text.replace("\r\n", "\n")
}

/// The pages with schemas.
const PAGES: [&str; 4] = ["schema/guide.md", "schema/errors.md", "schema/gallery/README.md", "cli/model.md"];

/// Inside of a record, as the reference shows fields.
const RECORD: &str = "protocol example { byte_order: little }\nstruct Example {\n";

/// A block of a page, laid out. `None` if it is no schema: one that is refused shows a mistake.
fn laid_out(block: &Block) -> Option<String> {
    match block.info.as_str() {
        "wire" | "wire,prelude" | "wire,part" | "wire,file" => {
            assert!(syntax_errors(&block.text).is_empty(), "{}:{}", block.page, block.line);
            Some(format(&block.text))
        }
        "wire,fields" => {
            let text = format(&format!("{RECORD}{}}}\n", block.text));
            let fields = text.strip_prefix(RECORD).and_then(|rest| rest.strip_suffix("}\n"));
            Some(fields.expect("the record").to_owned())
        }
        _ => None,
    }
}

/// `WIREFORM_BLESS=1` lays them out.
#[test]
fn schemas_on_pages_are_laid_out() {
    let is_blessed = std::env::var_os("WIREFORM_BLESS").is_some();
    let pages = reference(&root()).into_iter().chain(PAGES.map(str::to_owned));
    let mut count = 0;
    for page in pages {
        let mut text = read(&page);
        for block in blocks(&page, &text.clone()) {
            let Some(laid_out) = laid_out(&block) else { continue };
            count += 1;
            if is_blessed {
                text = text.replacen(&format!("\n{}```", block.text), &format!("\n{laid_out}```"), 1);
            } else {
                same(&format!("{page}:{}: not laid out", block.line), &block.text, &block.text, &laid_out);
            }
        }
        if is_blessed {
            std::fs::write(root().join(&page), text).expect("the page");
        }
    }
    assert!(count > 80, "only {count} schemas");
}
