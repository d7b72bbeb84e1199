//! Laws over all schemas of the repository, which take many times as long without optimisation as the unit tests.

#[path = "laws/mistakes.rs"]
mod mistakes;
#[path = "laws/mutations.rs"]
mod mutations;
#[path = "../../tests/support/random.rs"]
mod random;
#[path = "laws/references.rs"]
mod references;
#[path = "../../tests/support/share.rs"]
mod share;

use std::path::{Path, PathBuf};

use wireform_language::lexemes::{Kind, Lexeme, lexemes};
use wireform_language::load::is_schema;

/// The schemas of the repository, by path.
fn schemas() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
    let mut schemas = Vec::new();
    for folder in ["schema", "tests/schema/features", "tests/schema/specimens"] {
        let files = std::fs::read_dir(root.join(folder)).unwrap();
        let paths = files.map(|file| file.unwrap().path()).filter(|path| is_schema(path));
        schemas.extend(paths.map(|path| (path.clone(), std::fs::read_to_string(path).unwrap())));
    }
    schemas.sort();
    assert!(schemas.len() > 20);
    schemas
}

/// The lexemes of a text that the parser sees.
fn tokens(text: &str) -> Vec<Lexeme> {
    lexemes(text).filter(|lexeme| !matches!(lexeme.kind, Kind::Space | Kind::Comment(_))).collect()
}
