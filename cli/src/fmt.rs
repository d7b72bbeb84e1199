//! `wireform fmt`: brings schemas into their canonical layout, or says which are not in it.

mod replace;

use std::io::Write as _;
use std::path::{Path, PathBuf};

use wireform_build::Failure;
use wireform_build::diagnostic::Diagnostic;
use wireform_build::load::{Compiled, Disk, Files as _, MAX_FILE, is_schema, load_text, load_with};

use crate::args::Fmt;
use crate::folders::entries;
use crate::format::{format, syntax_errors};
use crate::input;
use crate::print::{print, unless_unread};
use crate::stop::{Outcome, Stop};

/// Lays out all files, or standard input.
pub fn fmt(what: &Fmt) -> Outcome {
    let is_stdin = |path: &PathBuf| path == Path::new("-");
    match what.paths.as_slice() {
        [] => return stdin(what.check),
        [only] if is_stdin(only) => return stdin(what.check),
        paths if paths.iter().any(is_stdin) => {
            return Err(Stop::Usage("`-` is standard input, and goes with no other file".to_owned()));
        }
        _ => {}
    }
    let mut failures = Vec::new();
    let mut differs = false;
    for path in schemas(&what.paths)? {
        match file(&path, what.check)? {
            Found::Right => {}
            Found::Other => differs = true,
            Found::Wrong(failure) => failures.push(*failure),
        }
    }
    if !failures.is_empty() {
        return Err(Stop::Schemas(failures));
    }
    if what.check && differs { Err(Stop::Said) } else { Ok(()) }
}

/// How a file was found.
enum Found {
    /// In the canonical layout.
    Right,
    /// In another one, which was said.
    Other,
    /// It is no schema.
    Wrong(Box<Failure>),
}

/// The schemas that are named, and those in the folders that are named, each folder in the order of its names.
fn schemas(paths: &[PathBuf]) -> Outcome<Vec<PathBuf>> {
    let mut schemas = Vec::new();
    for path in paths {
        if path.is_dir() {
            let before = schemas.len();
            folder(path, &mut schemas)?;
            if schemas.len() == before {
                return Err(Stop::Wrong(format!("there is no schema in `{}`", path.display())));
            }
        } else {
            schemas.push(path.clone());
        }
    }
    Ok(schemas)
}

/// The schemas in a folder and in the folders in it. Hidden ones are none, and no link is followed.
fn folder(path: &Path, schemas: &mut Vec<PathBuf>) -> Outcome {
    let mut waiting = vec![path.to_owned()];
    while let Some(path) = waiting.pop() {
        let mut folders = Vec::new();
        for entry in entries(&path).map_err(|error| Stop::file("read", &path, &error))? {
            let kind = entry.symlink_metadata().map_err(|error| Stop::file("read", &entry, &error))?;
            let is_hidden = entry.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
            if kind.is_dir() && !is_hidden {
                folders.push(entry);
            } else if kind.is_file() && is_schema(&entry) {
                schemas.push(entry);
            }
        }
        waiting.extend(folders.into_iter().rev());
    }
    Ok(())
}

fn file(path: &Path, check: bool) -> Outcome<Found> {
    let disk = Disk::beside(path);
    let bytes = disk.read(path).map_err(|error| Stop::file("read", path, &error))?;
    let text = match String::from_utf8(bytes) {
        Ok(text) if text.len() <= MAX_FILE => text,
        Ok(_) | Err(_) => return wrong(path, load_with(path, &disk), &[]),
    };
    let errors = syntax_errors(&text);
    if !errors.is_empty() {
        return wrong(path, load_with(path, &disk), &errors);
    }
    let laid_out = format(&text);
    if laid_out == text {
        return Ok(Found::Right);
    }
    if check {
        print(&difference(&path.display().to_string(), &text, &laid_out))?;
    } else {
        replace::replace(path, laid_out.as_bytes()).map_err(|error| Stop::file("write", path, &error))?;
        print(&format!("formatted {}\n", path.display()))?;
    }
    Ok(Found::Other)
}

/// From standard input to standard output.
fn stdin(check: bool) -> Outcome {
    let text = input::stdin_text()?;
    let errors = syntax_errors(&text);
    if !errors.is_empty() {
        let name = Path::new("standard input");
        return match wrong(name, load_text(name, text), &errors)? {
            Found::Wrong(failure) => Err((*failure).into()),
            Found::Right | Found::Other => Ok(()),
        };
    }
    let laid_out = format(&text);
    if !check {
        let mut out = std::io::stdout().lock();
        return unless_unread(out.write_all(laid_out.as_bytes()).and_then(|()| out.flush()));
    }
    if laid_out == text {
        return Ok(());
    }
    print(&difference("standard input", &text, &laid_out))?;
    Err(Stop::Said)
}

/// The failure of a text with these syntax errors. Other errors are no matter of the layout; the compiler has tested the
/// proposals.
fn wrong(path: &Path, compiled: Result<Compiled, Failure>, errors: &[Diagnostic]) -> Outcome<Found> {
    let Err(mut failure) = compiled else {
        return Err(Stop::Wrong(format!("`{}` has changed while it was read", path.display())));
    };
    let is_syntax = |one: &Diagnostic| {
        errors.iter().any(|error| error.title == one.title && error.primary.span == one.primary.span)
    };
    if failure.diagnostics.iter().any(is_syntax) {
        failure.diagnostics.retain(is_syntax);
    }
    Ok(Found::Wrong(Box::new(failure)))
}

/// The place and the first line that differs: as it is, and as it would be.
fn difference(name: &str, text: &str, laid_out: &str) -> String {
    let (mut old, mut new) = (text.split('\n'), laid_out.split('\n'));
    let mut line = 1;
    loop {
        match (old.next(), new.next()) {
            (Some(old), Some(new)) if old == new => line += 1,
            (old, new) => {
                let shown = |mark: char, line: Option<&str>| {
                    line.map_or_else(String::new, |line| format!("{mark} {}\n", line.escape_debug()))
                };
                return format!("{name}:{line}\n{}{}", shown('-', old), shown('+', new));
            }
        }
    }
}
