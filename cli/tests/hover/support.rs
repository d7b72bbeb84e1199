//! Schemas with what an editor shows of them.

use std::fs;
use std::path::{Path, PathBuf};

use wireform_build::lexemes::{Kind, lexemes};
use wireform_build::load::{Disk, load_with};
use wireform_build::source::FileId;
use wireform_cli::lsp::Analysis;

/// The file of every schema that a test compiles by itself.
pub const FILE: FileId = FileId(0);

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// All schemas in files: the shipped ones, the gallery, those of features.
pub fn files() -> Vec<PathBuf> {
    let folders = ["schema", "schema/gallery", "tests/schema", "tests/schema/features", "examples"];
    let mut all: Vec<PathBuf> = folders.iter().flat_map(|folder| in_folder(&root().join(folder))).collect();
    all.sort();
    all
}

fn in_folder(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths.filter(|path| path.extension().is_some_and(|end| end == "wire")).collect()
}

pub fn analysis(path: &Path) -> Analysis {
    Analysis::from(load_with(path, &Disk::anywhere()))
}

/// The offsets and texts of all names of a text, words of the language included.
pub fn names(text: &str) -> Vec<(usize, &str)> {
    let names = lexemes(text).filter(|one| one.kind == Kind::Name);
    names.map(|one| (one.range.start, &text[one.range])).collect()
}

pub fn offset(at: usize) -> u32 {
    u32::try_from(at).expect("a short text")
}
