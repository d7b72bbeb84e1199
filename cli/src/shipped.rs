//! Schemas by name, in place of a file: `schema/NAME.wire` or `schema/GROUP/NAME.wire` of this folder, or a protocol that
//! ships with Wireform.

use std::path::{Path, PathBuf};

use wireform_build::load::{Compiled, load_with};
use wireform_build::near::nearest;
use wireform_build::{Failure, load_text};
use wireform_schemas::{ALL, GALLERY};

use crate::args::{Imports, SCHEMAS};
use crate::folders::groups;

/// Compiles a schema: a file, the schema of this name in the folder that `generate` reads, or a shipped protocol.
pub fn load(schema: &Path, imports: &Imports) -> Result<Compiled, Failure> {
    // `generated/quake2` is a folder, and people work beside it.
    let is_file = schema.exists() && !schema.is_dir();
    if let Some(own) = own(schema).filter(|_| !is_file) {
        return load_with(&own, &imports.of_folder(Path::new(SCHEMAS)));
    }
    match schema.to_str().and_then(text) {
        Some(text) if !is_file => load_text(schema, text),
        _ => load_with(schema, &imports.of_schema(schema)).map_err(|failure| with_help(failure, schema)),
    }
}

/// The schema of a name in the folder of this user's schemas, or else in one of its groups, if there is one.
fn own(name: &Path) -> Option<PathBuf> {
    if name.components().count() != 1 || name.extension().is_some() {
        return None;
    }
    let folder = Path::new(SCHEMAS);
    let groups = groups(folder).unwrap_or_default();
    let mut paths = std::iter::once(String::new()).chain(groups).map(|group| folder.join(group).join(name));
    paths.find_map(|path| Some(path.with_extension("wire")).filter(|path| path.is_file()))
}

/// The shipped protocols and those of the gallery: their names and schemas.
pub fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
    ALL.into_iter().chain(GALLERY)
}

/// The schema of a shipped protocol.
pub fn text(name: &str) -> Option<&'static str> {
    all().find(|(known, _)| *known == name).map(|(_, text)| text)
}

/// The names of the shipped protocols, after the one that was probably meant.
pub fn names(wanted: &str) -> String {
    let listed = all().map(|(name, _)| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    match nearest(wanted, all().map(|(name, _)| name)) {
        Some(near) => format!("did you mean `{near}`? The shipped protocols are {listed}"),
        None => format!("the shipped protocols are {listed}"),
    }
}

/// Adds to the failure of a file how a shipped protocol is named, where one may be meant.
fn with_help(mut failure: Failure, schema: &Path) -> Failure {
    let Some(stem) = schema.file_stem().and_then(|stem| stem.to_str()) else { return failure };
    let is_name = schema.as_os_str() == stem;
    let help = match (schema.exists(), text(stem)) {
        (true, Some(_)) if is_name => {
            Some(format!("this file hides the shipped protocol `{stem}`: run the command in another folder"))
        }
        (true, _) => None,
        (false, Some(_)) => Some(format!("`{stem}`, without folder and ending, is a shipped protocol")),
        (false, None) => is_name.then(|| names(stem)),
    };
    for diagnostic in &mut failure.diagnostics {
        diagnostic.help.extend(help.clone().map(Into::into));
    }
    failure
}
