//! Follows `use "file.wire";` from file to file.
//!
//! A path is relative to the importing file, and `a/../b` is normalised to `b`: equal normalised paths are the same
//! file. Files are visited breadth-first, each once; so cycles end, without recursion.

use std::collections::{HashSet, VecDeque};
use std::io;
use std::path::{Component, Path, PathBuf};

use super::{Files, MAX_FILE};
use crate::ast::{self, Item, Text};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::near::nearest;
use crate::parse;
use crate::source::{FileId, Sources, Span};

/// Limit on the files of one schema, far beyond any protocol.
const MAX_FILES: usize = 1000;

/// Reads and parses a schema and all its imports; the schema comes first.
pub(super) fn collect(
    schema: &Path,
    files: &dyn Files,
    sources: &mut Sources,
    diagnostics: &mut Diagnostics,
) -> Vec<ast::File> {
    let mut trees = Vec::new();
    let mut seen = HashSet::new();
    let mut waiting: VecDeque<(PathBuf, Option<Text>)> = VecDeque::from([(normal(schema), None)]);
    while let Some((path, import)) = waiting.pop_front() {
        if !seen.insert(normal(&files.one_path(&path))) {
            continue;
        }
        if seen.len() > MAX_FILES {
            let span = import.map_or_else(Span::default, |import| import.span);
            diagnostics.push(Diagnostic::new(
                "too many imports",
                span,
                format!("this would be file number {} of one schema", seen.len()),
            ));
            break;
        }
        if let Some(import) = &import
            && files.is_outside(&path)
        {
            diagnostics.push(outside(import));
            continue;
        }
        let read = files.read(&path).map_err(|error| reason(&error)).and_then(|bytes| {
            if bytes.len() > MAX_FILE { Err("it is too large to be a schema".to_owned()) } else { Ok(bytes) }
        });
        let bytes = match read {
            Ok(bytes) => bytes,
            Err(why) => {
                diagnostics.push(unreadable(&path, &why, import.as_ref(), files, sources));
                continue;
            }
        };
        let Some(file) = add(path.clone(), bytes, sources, diagnostics) else { continue };
        let tree = parse::parse(sources, file, diagnostics);
        for item in &tree.items {
            if let Item::Use(import) = item
                && let Some(target) = target(&path, &import.path, diagnostics)
            {
                waiting.push_back((target, Some(import.path.clone())));
            }
        }
        trees.push(tree);
    }
    trees
}

/// Adds a file's text. Text that is not UTF-8 is cut at the invalid byte, so that the diagnostic can point to it.
fn add(path: PathBuf, bytes: Vec<u8>, sources: &mut Sources, diagnostics: &mut Diagnostics) -> Option<FileId> {
    let error = match String::from_utf8(bytes) {
        Ok(text) => {
            // A byte order mark is not part of the text.
            let text = text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text);
            return Some(sources.add(path, text));
        }
        Err(error) => error,
    };
    let good = error.utf8_error().valid_up_to();
    let mut text = String::from_utf8_lossy(error.as_bytes().get(..good).unwrap_or_default()).into_owned();
    text.push(char::REPLACEMENT_CHARACTER);
    let found = error.as_bytes().get(good).copied().unwrap_or_default();
    let end = text.len();
    let file = sources.add(path, text);
    diagnostics.push(
        Diagnostic::new(
            "this file is not UTF-8 text",
            Span::new(file, good, end),
            format!("the byte {found:#04x} does not belong here"),
        )
        .help("save the file as UTF-8"),
    );
    None
}

/// The path of an import. `None` if the import is invalid.
fn target(importer: &Path, import: &Text, diagnostics: &mut Diagnostics) -> Option<PathBuf> {
    let written = &import.value;
    let mut wrong = |title: &str, label: &str, help: Option<String>| {
        let diagnostic = Diagnostic::new(title, import.span, label);
        diagnostics.push(help.into_iter().fold(diagnostic, Diagnostic::help));
        None
    };
    if written.is_empty() {
        return wrong("an import without a file", "the path is empty", None);
    }
    if written.contains('\\') {
        let help = format!("write `\"{}\"`", written.replace('\\', "/"));
        return wrong(
            "a backslash in the path of an import",
            "folders are separated by `/` on every system",
            Some(help),
        );
    }
    if Path::new(written).has_root() || written.contains(':') {
        return wrong("an import by absolute path", "imports are relative to the file in which they stand", None);
    }
    Some(normal(&importer.parent().unwrap_or(Path::new("")).join(written)))
}

/// The path with `.` and `folder/..` removed: all files of a schema have such paths.
pub fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir if matches!(normal.components().next_back(), Some(Component::Normal(_))) => {
                normal.pop();
            }
            other => normal.push(other),
        }
    }
    normal
}

fn outside(import: &Text) -> Diagnostic {
    let title = "an import from outside of the schema's folder";
    Diagnostic::new(title, import.span, "imports, and the targets of links, stay in that folder")
        .help("allow it with `--allow-outside`, or in a build script with `Builder::allow_outside(true)`")
}

fn unreadable(path: &Path, why: &str, import: Option<&Text>, files: &dyn Files, sources: &mut Sources) -> Diagnostic {
    let title = format!("cannot read `{}`", path.display());
    let mut diagnostic = match import {
        Some(import) => Diagnostic::new(title, import.span, why),
        None => {
            // No text to point to: an empty file takes its place.
            let file = sources.add(path, "");
            Diagnostic::new(format!("{title}: {why}"), Span::new(file, 0, 0), "")
        }
    };
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let folder = path.parent().unwrap_or(Path::new(""));
    let names = files.names(folder);
    let exists = names.iter().any(|known| known == name);
    let with_ending = format!("{name}.wire");
    let ended = names.iter().find(|known| **known == with_ending).map(String::as_str);
    let near = ended.or_else(|| nearest(name, names.iter().map(String::as_str)));
    if !exists && let Some(near) = near {
        let meant = match import {
            // The proposal keeps the folders of the import and replaces the file name.
            Some(import) => match import.value.rsplit_once('/') {
                Some((folders, _)) => format!("{folders}/{near}"),
                None => near.to_owned(),
            },
            None => folder.join(near).display().to_string(),
        };
        diagnostic = diagnostic.help(format!("there is `{meant}`"));
    }
    diagnostic
}

/// The reason for a failed read, in the same words on every system where possible.
fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_owned(),
        io::ErrorKind::IsADirectory => "this is a folder".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string(),
    }
}

#[cfg(test)]
mod tests;
