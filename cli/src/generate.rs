//! `wireform generate`: one folder of schemas to one folder of Rust and documents, as a whole or not at all.
//!
//! Each `schema/NAME.wire` that declares a protocol becomes `generated/PROTOCOL/mod.rs` and the pages beside it. A file without a protocol is
//! there to be imported. What was generated for a schema that is gone is removed; what was not generated is left alone.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};

use wireform_build::build::output::{Change, Output};
use wireform_build::build::{Beside, GENERATED, GENERATED_PAGE, documents, generate as text};
use wireform_build::{Options, load};

use crate::args::Generate;
use crate::stop::{Outcome, Stop};

/// Writes the Rust and the documents of all schemas, or says where it differs.
pub fn generate(what: &Generate) -> Outcome {
    let output = compile(what)?;
    let mut changes = output.changes();
    changes.extend(extras(&what.out, &output)?);
    if what.check {
        return report(what, &changes);
    }
    output.write().map_err(|error| Stop::Wrong(error.to_string()))?;
    if changes.is_empty() {
        writeln!(anstream::stdout(), "nothing to do: `{}` is what the schemas say", what.out.display())?;
    }
    for change in &changes {
        if let Change::Extra(path) = change {
            remove(path)?;
        }
        let (done, path) = match change {
            Change::Missing(path) => ("created", path),
            Change::Stale(path) => ("updated", path),
            Change::Extra(path) => ("removed", path),
        };
        writeln!(anstream::stdout(), "{done} {}", path.display())?;
    }
    Ok(())
}

/// All that is to be there. If any schema is wrong, all that is wrong with any of them.
fn compile(what: &Generate) -> Outcome<Output> {
    let mut output = Output::default();
    let mut failures = Vec::new();
    let mut origins: BTreeMap<String, PathBuf> = BTreeMap::new();
    let mut fragments = Vec::new();
    let mut imported: HashSet<PathBuf> = HashSet::new();
    for schema in schemas(&what.schema_dir)? {
        let outcome = load(&schema);
        let sources = outcome.as_ref().map_or_else(|failure| &failure.sources, |compiled| &compiled.sources);
        imported.extend(sources.iter().skip(1).map(|source| source.path.clone()));
        let compiled = match outcome {
            Ok(compiled) => compiled,
            Err(failure) => {
                if failure.without_protocol {
                    fragments.push(failure)
                } else {
                    failures.push(failure)
                }
                continue;
            }
        };
        let name = compiled.schema.name();
        let folder = what.out.join(name);
        if let Some(other) = origins.insert(name.to_owned(), schema.clone()) {
            let (other, this) = (other.display(), schema.display());
            return Err(Stop::Wrong(format!("`{other}` and `{this}` both describe a protocol `{name}`")));
        }
        // The names differ, so the paths do.
        let pages = documents(&compiled);
        let beside = Beside { pages: &pages, folder: "" };
        let _ = output.add(folder.join("mod.rs"), text(&compiled, &Options::default(), Some(beside)));
        for page in pages {
            let _ = output.add(folder.join(page.file), page.text);
        }
    }
    // A file without a protocol is fine where somebody imports it; otherwise its first line was forgotten.
    failures.extend(
        fragments
            .into_iter()
            .filter(|fragment| fragment.sources.iter().next().is_none_or(|source| !imported.contains(&source.path))),
    );
    if !failures.is_empty() {
        return Err(Stop::Schemas(failures));
    }
    if origins.is_empty() {
        return Err(Stop::Wrong(format!("there is no schema of a protocol in `{}`", what.schema_dir.display())));
    }
    Ok(output)
}

/// The schemas of a folder, in the order of their names.
fn schemas(folder: &Path) -> Outcome<Vec<PathBuf>> {
    let mut schemas: Vec<PathBuf> =
        entries(folder)?.into_iter().filter(|path| path.extension().is_some_and(|end| end == "wire")).collect();
    schemas.sort();
    Ok(schemas)
}

/// Generated files that no schema asks for.
fn extras(out: &Path, output: &Output) -> Outcome<Vec<Change>> {
    if !out.exists() {
        return Ok(Vec::new());
    }
    let mut extras: Vec<PathBuf> = Vec::new();
    for folder in entries(out)?.into_iter().filter(|path| path.is_dir()) {
        let ours = entries(&folder)?.into_iter().filter(|path| is_module(path) || is_page(path));
        extras.extend(ours.filter(|path| !output.has(path) && is_generated(path)));
    }
    extras.sort();
    Ok(extras.into_iter().map(Change::Extra).collect())
}

fn is_module(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == "mod.rs")
}

fn is_page(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "md")
}

fn is_generated(path: &Path) -> bool {
    let Ok(file) = fs::File::open(path) else { return false };
    let mut line = String::new();
    BufReader::new(file).read_line(&mut line).is_ok()
        && line.starts_with(if is_page(path) { GENERATED_PAGE } else { GENERATED })
}

/// Removes a generated file, and its folder if nothing else is in there.
fn remove(path: &Path) -> Outcome {
    fs::remove_file(path).map_err(|error| Stop::file("remove", path, &error))?;
    if let Some(folder) = path.parent() {
        // A folder with something else in it stays: that is the error that is expected here.
        let _ = fs::remove_dir(folder);
    }
    Ok(())
}

fn entries(folder: &Path) -> Outcome<Vec<PathBuf>> {
    let wrong = |error| Stop::file("read", folder, &error);
    fs::read_dir(folder).map_err(wrong)?.map(|entry| Ok(entry.map_err(wrong)?.path())).collect()
}

/// The answer of `--check`.
fn report(what: &Generate, changes: &[Change]) -> Outcome {
    if changes.is_empty() {
        return Ok(());
    }
    let mut out = anstream::stdout();
    for change in changes {
        writeln!(out, "{change}")?;
    }
    writeln!(out, "run: {}", command(what))?;
    Err(Stop::Said)
}

/// The command that mends it, to be pasted.
fn command(what: &Generate) -> String {
    // Someone who came here through cargo may not have the command installed.
    let through_cargo = std::env::var("CARGO_PKG_NAME").is_ok_and(|name| name == env!("CARGO_PKG_NAME"));
    let mut command =
        if through_cargo { "cargo run -p wireform-cli -- generate" } else { "wireform generate" }.to_owned();
    for (option, folder, default) in [("--schema-dir", &what.schema_dir, "schema"), ("--out", &what.out, "generated")] {
        if folder != Path::new(default) {
            command.push_str(&format!(" {option} {}", folder.display()));
        }
    }
    command
}
