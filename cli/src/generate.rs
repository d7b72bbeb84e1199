//! `wireform generate`: one folder of schemas to one folder of Rust and documents, as a whole or not at all.
//!
//! Each `schema/NAME.wire` that declares a protocol becomes `generated/PROTOCOL/mod.rs` and the pages beside it. A folder in
//! that of the schemas is a group: each `schema/GROUP/NAME.wire` becomes `generated/GROUP/PROTOCOL/mod.rs`, or pages alone
//! where that is wanted. A file without a protocol is there to be imported. Files generated for a schema that is gone are
//! removed: an index tells which these are. Others are left alone, and where one is in the way nothing is written.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use wireform_build::build::documents::{documents, generate_beside};
use wireform_build::build::output::{Change, Output, Owned};
use wireform_build::load::{Files as _, is_schema, load_with};
use wireform_build::{Layout, Options};

use crate::args::{Generate, SCHEMAS};
use crate::folders::{entries, groups};
use crate::fragments::Fragments;
use crate::index::{self, Index};
use crate::print::print;
use crate::stop::{Outcome, Stop};

/// Writes the Rust and the documents of all schemas, or says where it differs.
pub fn generate(what: &Generate) -> Outcome {
    let output = compile(what)?;
    if what.check {
        return report(what, &output.changes()?);
    }
    let changes = output.write()?;
    if changes.is_empty() {
        print(&format!("nothing to do: `{}` is what the schemas say\n", what.out.display()))?;
    }
    for change in &changes {
        let (done, path) = match change {
            Change::Missing(path) => ("created", path),
            Change::Stale(path) => ("updated", path),
            Change::Extra(path) | Change::Remains(path) => ("removed", path),
            // It keeps everything from being written.
            Change::InTheWay(path, _) => ("kept", path),
        };
        print(&format!("{done} {}\n", path.display()))?;
    }
    Ok(())
}

/// The index of what is there. Code of other schemas is neither replaced nor removed.
fn index(what: &Generate) -> Outcome<Option<Index>> {
    let index = Index::read(&what.out);
    if let Some(other) = index.as_ref().and_then(|index| index.other_schemas(&what.out, &what.schema_dir)) {
        let (out, index) = (what.out.display(), what.out.join(index::NAME));
        return Err(Stop::Wrong(format!(
            "`{out}` has the code of other schemas, those in `{other}` as seen from there; choose another folder with \
             `--out`, or remove `{}` if they have moved",
            index.display()
        )));
    }
    Ok(index)
}

/// All that is to be there. If any schema is wrong, all that is wrong with any of them.
fn compile(what: &Generate) -> Outcome<Output> {
    let index = index(what)?;
    let mut output = Output::default();
    let mut failures = Vec::new();
    let mut origins: BTreeMap<String, PathBuf> = BTreeMap::new();
    let mut fragments = Fragments::default();
    let disk = what.imports.of_folder(&what.schema_dir);
    let groups = schemas(&what.schema_dir)?;
    let is_group = |name: &&String| groups.iter().any(|(group, _)| !group.is_empty() && group == *name);
    if let Some(other) = what.pages_only.iter().find(|name| !is_group(name)) {
        let folder = what.schema_dir.display();
        return Err(Stop::Wrong(format!("`{other}` of `--pages-only` is no folder of schemas in `{folder}`")));
    }
    for (group, schemas) in groups {
        let others = origins.len();
        for schema in schemas {
            if disk.is_outside(&schema) {
                let (link, folder) = (schema.display(), what.schema_dir.display());
                return Err(Stop::Wrong(format!(
                    "`{link}` is a link out of `{folder}`: allow it with `--allow-outside`"
                )));
            }
            let outcome = load_with(&schema, &disk);
            fragments.see(&outcome);
            let compiled = match outcome {
                Ok(compiled) => compiled,
                Err(failure) => {
                    if failure.without_protocol {
                        fragments.add(failure);
                    } else {
                        failures.push(failure);
                    }
                    continue;
                }
            };
            let name = compiled.schema.name();
            if let Some(other) = origins.insert(index::folder(&group, name), schema.clone()) {
                let (other, this) = (other.display(), schema.display());
                return Err(Stop::Wrong(format!("`{other}` and `{this}` both describe a protocol `{name}`")));
            }
            // The names differ, so the paths do.
            let pages = documents(&compiled);
            if !what.pages_only.contains(&group) {
                let options = Options {
                    layout: Layout::Tidy,
                    patch: what.patch,
                    owned: what.owned,
                    // The code may be a crate that others use; to its own crate it makes no difference.
                    non_exhaustive: true,
                    ..Options::default()
                };
                let path = Path::new(&group).join(name).join("mod.rs");
                let _ = output.add(&what.out, path, generate_beside(&compiled, &options, &pages, ""));
            }
            let _ = output.add_documents(&what.out, Path::new(&group), name, &pages);
        }
        if origins.len() > others {
            output.add_shared(&what.out, Path::new(&group));
        }
    }
    failures.extend(fragments.strays());
    if !failures.is_empty() {
        return Err(Stop::Schemas(failures));
    }
    if origins.is_empty() {
        return Err(Stop::Wrong(format!("there is no schema of a protocol in `{}`", what.schema_dir.display())));
    }
    // Files of a protocol or a group that is gone must not stay either.
    let gone = index.iter().flat_map(Index::protocols);
    let known: BTreeSet<&str> = origins.keys().map(String::as_str).chain(gone).collect();
    for name in known {
        output.owns_documents(&what.out, name, Owned::PagesAndModule);
        if let Some((group, _)) = name.split_once('/') {
            output.owns(&what.out, group, Owned::Pages);
        }
    }
    // The last file: until all others are there, the old index knows what may be removed.
    let text = Index::text(index.as_ref(), &what.out, &what.schema_dir, origins.keys().cloned());
    let _ = output.add(&what.out, index::NAME, text);
    Ok(output)
}

/// The schemas of a folder, and those of each group in it, in the order of their names. Hidden files are none: editors have
/// locks there. The folder itself is the group without a name.
fn schemas(folder: &Path) -> Outcome<Vec<(String, Vec<PathBuf>)>> {
    if !folder.exists() {
        let folder = folder.display();
        let help = "name the folder of your schemas with `--schema-dir`";
        return Err(Stop::Wrong(format!("there is no folder `{folder}`; {help}")));
    }
    let wrong = |path: &Path, error| Stop::file("read", path, &error);
    let groups = groups(folder).map_err(|error| wrong(folder, error))?;
    let all = std::iter::once(String::new()).chain(groups).map(|group| {
        let path = folder.join(&group);
        let entries = entries(&path).map_err(|error| wrong(&path, error))?;
        Ok((group, entries.into_iter().filter(|path| is_schema(path)).collect()))
    });
    all.collect()
}

/// The answer of `--check`.
fn report(what: &Generate, changes: &[Change]) -> Outcome {
    if changes.is_empty() {
        return Ok(());
    }
    for change in changes {
        print(&format!("{change}\n"))?;
    }
    if changes.iter().all(Change::is_mended_by_generating) {
        print(&format!("run: {}\n", command(what)))?;
    } else {
        print("remove what is in the way, or choose another folder\n")?;
    }
    Err(Stop::Said)
}

/// The command that mends it, to be pasted.
fn command(what: &Generate) -> String {
    // Someone who came here through cargo may not have the command installed.
    let through_cargo = std::env::var("CARGO_PKG_NAME").is_ok_and(|name| name == env!("CARGO_PKG_NAME"));
    let mut command =
        if through_cargo { "cargo run -p wireform-cli -- generate" } else { "wireform generate" }.to_owned();
    for (option, folder, default) in [("--schema-dir", &what.schema_dir, SCHEMAS), ("--out", &what.out, "generated")] {
        if folder != Path::new(default) {
            command.push_str(&format!(" {option} {}", quoted(&folder.display().to_string())));
        }
    }
    for group in &what.pages_only {
        command.push_str(&format!(" --pages-only {}", quoted(group)));
    }
    for (option, wanted) in
        [("--patch", what.patch), ("--owned", what.owned), ("--allow-outside", what.imports.allow_outside)]
    {
        if wanted {
            command.push_str(&format!(" {option}"));
        }
    }
    command
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '/' | '.' | '_' | '-' | '+' | ':' | '\\' | ',');
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}
