//! `wireform import`: a description in another language, as a schema.

use std::io;
use std::path::{Path, PathBuf};

use wireform_import::{Imported, Unreadable, kaitai, pdl, protodef};

use crate::args::{Import, Language};
use crate::format;
use crate::input;
use crate::print::{print, tell};
use crate::protocols::counted;
use crate::stop::{Outcome, Stop};

/// Writes the schema to its folder, or prints it, and says on standard error how much is in it.
pub fn import(what: &Import) -> Outcome {
    let imported = imported(what)?;
    let text = format(&imported.text);
    let Some(folder) = &what.out else {
        print(&text)?;
        tell(&imported.summary.to_string().trim_end());
        return Ok(());
    };
    let path = folder.join(format!("{}.wire", imported.name));
    write(&path, &text, what.force)?;
    print(&format!("{}: {}", path.display(), imported.summary))
}

fn imported(what: &Import) -> Outcome<Imported> {
    let one = || match what.files.as_slice() {
        [file] if what.versions.is_empty() => Ok(file),
        _ => Err(Stop::Usage("only ProtoDef has versions: name one file".to_owned())),
    };
    let name = what.name.as_deref();
    if let Some(name) = name.filter(|name| !name.contains(|c: char| c.is_ascii_alphabetic())) {
        return Err(Stop::Usage(format!("`{name}` is no name of a protocol: it has letters from a to z")));
    }
    let (outcome, file): (Result<Imported, Unreadable>, &PathBuf) = match what.language {
        Language::Kaitai => {
            let file = one()?;
            (kaitai(file, name, &text), file)
        }
        Language::Pdl => {
            let file = one()?;
            (pdl(&read(file)?, name.or_else(|| stem(file)).unwrap_or("pdl")), file)
        }
        Language::Protodef => {
            let versions = versions(what)?;
            let texts = what.files.iter().map(|file| read(file)).collect::<Outcome<Vec<_>>>()?;
            let files: Vec<_> = versions.iter().map(Option::as_deref).zip(texts.iter().map(String::as_str)).collect();
            let file = what.files.first().ok_or(Stop::Said)?;
            (protodef(&files, name.or_else(|| stem(file)).unwrap_or("protodef")), file)
        }
    };
    outcome.map_err(|wrong| Stop::Wrong(format!("cannot import `{}`: {wrong}", file.display())))
}

/// The name of a file without its ending; standard input has none.
fn stem(file: &Path) -> Option<&str> {
    file.file_stem()?.to_str().filter(|stem| *stem != "-")
}

/// The version of each file: as said, or that of the `version.json` beside it.
fn versions(what: &Import) -> Outcome<Vec<Option<String>>> {
    match what.versions.as_slice() {
        [] if what.files.len() == 1 => Ok(vec![None]),
        [] => Ok(what.files.iter().map(|file| beside(file)).collect()),
        named if named.len() == what.files.len() => Ok(named.iter().cloned().map(Some).collect()),
        named => Err(Stop::Usage(format!(
            "{} and {}: say one for each",
            counted(what.files.len(), "file", "files"),
            counted(named.len(), "version", "versions")
        ))),
    }
}

/// The number in minecraft-data's `version.json`.
fn beside(file: &Path) -> Option<String> {
    let text = read(&file.with_file_name("version.json")).ok()?;
    let json: serde_json::Value = serde_json::from_str(&text).ok()?;
    Some(json.get("version")?.as_u64()?.to_string())
}

/// The text of a file, or of standard input for `-`.
fn read(path: &Path) -> Outcome<String> {
    if path == Path::new("-") {
        return input::stdin_text();
    }
    String::from_utf8(input::file(path)?)
        .map_err(|_| Stop::Wrong(format!("cannot read `{}`: it is not UTF-8 text", path.display())))
}

/// The same, for files that a description imports.
fn text(path: &Path) -> io::Result<String> {
    read(path).map_err(|stop| match stop {
        Stop::Wrong(text) => io::Error::other(text),
        stop => io::Error::other(stop.to_string()),
    })
}

/// A person may have changed the schema that is there: it stays, unless it is the same or the command line says otherwise.
fn write(path: &Path, text: &str, force: bool) -> Outcome {
    if !force && std::fs::read_to_string(path).is_ok_and(|there| there != text) {
        return Err(Stop::Wrong(format!(
            "`{}` is there already, and differs; choose another folder with `-o`, or replace it with `--force`",
            path.display()
        )));
    }
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(|error| Stop::file("make", folder, &error))?;
    }
    std::fs::write(path, text).map_err(|error| Stop::file("write", path, &error))
}
