//! The descriptions of this folder.

use std::path::{Path, PathBuf};

use wireform_cli::format;
use wireform_import::{Imported, Unreadable, kaitai, pdl, protodef};

/// A description, or two versions of one.
pub struct Subject {
    /// The folder, which is the language: `kaitai`.
    pub language: &'static str,
    /// The file.
    pub path: PathBuf,
}

const LANGUAGES: [(&str, &str); 3] = [("protodef", "json"), ("kaitai", "ksy"), ("pdl", "pdl")];

/// All descriptions, those of one language after those of another.
pub fn subjects() -> Vec<Subject> {
    let mut subjects = Vec::new();
    for (language, extension) in LANGUAGES {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/import").join(language);
        let entries = std::fs::read_dir(&folder).into_iter().flatten().map(|entry| entry.expect("an entry").path());
        let mut files: Vec<PathBuf> =
            entries.filter(|path| path.extension().is_some_and(|end| end == extension)).collect();
        files.sort();
        subjects.extend(files.into_iter().map(|path| Subject { language, path }));
    }
    subjects
}

impl Subject {
    /// The name of the file, without what it ends in.
    pub fn name(&self) -> &str {
        self.path.file_stem().and_then(|name| name.to_str()).expect("a name")
    }

    /// Its text.
    pub fn text(&self) -> String {
        std::fs::read_to_string(&self.path).expect("a description")
    }

    /// The schema, laid out, and the summary.
    pub fn imported(&self) -> Result<Imported, Unreadable> {
        let older = self.name().strip_suffix("_2").map(|name| self.path.with_file_name(format!("{name}.json")));
        let older = older.map(|path| std::fs::read_to_string(path).expect("the older version"));
        self.import(older.as_deref(), &self.text())
    }

    /// The same of another text in its place.
    pub fn import(&self, older: Option<&str>, text: &str) -> Result<Imported, Unreadable> {
        let imported = match (self.language, older) {
            ("protodef", Some(older)) => protodef(&[(Some("1"), older), (Some("2"), text)], self.name()),
            ("protodef", None) => protodef(&[(None, text)], self.name()),
            ("pdl", _) => pdl(text, self.name()),
            _ => {
                let read = |path: &Path| {
                    if path == self.path { Ok(text.to_owned()) } else { std::fs::read_to_string(path) }
                };
                kaitai(&self.path, None, &read)
            }
        }?;
        Ok(Imported { text: format(&imported.text), ..imported })
    }
}
