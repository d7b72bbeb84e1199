//! Renaming, checked by the model: a new name is refused unless the schema means the same with it.

mod comments;
mod examples;
mod same;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use lsp_types::{PrepareRenameParams, PrepareRenamePlaceholder, PrepareRenameResult, RenameParams, WorkspaceEdit};
use wireform_build::lexemes::{Kind as LexemeKind, lexemes};
use wireform_build::source::Span;

use super::analysis::Analysis;
use super::client::edits::Edits;
use super::navigation::{meant, name};
use super::requests::open;
use super::server::{Answer, Refusal};
use super::world::documents::Syntax;
use super::world::{Place, World};
use examples::Other;

/// The name at a position, if it can be renamed.
pub fn prepare(world: &mut World, params: PrepareRenameParams) -> Answer<Option<PrepareRenameResult>> {
    let at = params.text_document_position_params;
    let path = open(world, &at.text_document)?;
    let places = world.places(&path, at.position);
    require_resolved(&places)?;
    let Some(document) = world.documents.get(&path) else { return Ok(None) };
    let found = places.iter().find_map(written).map(|span| {
        let placeholder = document.text.body().get(span.range()).unwrap_or_default().to_owned();
        PrepareRenamePlaceholder { range: world.range(document, span), placeholder }.into()
    });
    Ok(found)
}

/// Refuses to rename in a text whose names the compiler does not know: it could not check the new one.
fn require_resolved(places: &[Place]) -> Answer<()> {
    let is_unknown = |place: &Place| !place.analysis.is_resolved() && !place.analysis.diagnostics.is_empty();
    match places.iter().find(|place| is_unknown(place)) {
        None => Ok(()),
        Some(place) => {
            let first = place.analysis.diagnostics.first().map(|one| one.title.as_str()).unwrap_or_default();
            Err(Refusal::failed(format!("the compiler could not check a new name: {first}")))
        }
    }
}

/// The name at a place, if it is one word.
fn written(place: &Place) -> Option<Span> {
    let span = name(place).or_else(|| protocol(place))?;
    is_name(place.analysis.sources.text(span)).then_some(span)
}

/// The name of the protocol, if it is at a place. Nothing in a schema refers to it.
fn protocol(place: &Place) -> Option<Span> {
    let header = Syntax::of(&place.analysis.sources.get(place.file).text).tree.header?;
    let span = Span { file: place.file, ..header.name.span };
    (span.range().start..=span.range().end).contains(&place.offset).then_some(span)
}

/// Whether a text is one name.
fn is_name(text: &str) -> bool {
    lexemes(text).map(|one| one.kind).eq([LexemeKind::Name]) && text != "_"
}

/// The edits that rename what is at a position.
pub fn rename(world: &mut World, params: RenameParams) -> Answer<Option<WorkspaceEdit>> {
    let at = params.text_document_position_params;
    let path = open(world, &at.text_document)?;
    let new = params.new_name;
    let places = world.places(&path, at.position);
    require_resolved(&places)?;
    let Some((place, span)) = places.iter().find_map(|place| Some((place, written(place)?))) else {
        return Err(Refusal::failed("there is no name here that a schema declares"));
    };
    let old = place.analysis.sources.text(span).to_owned();
    if !is_name(&new) {
        return Err(Refusal::failed(format!("`{new}` is not a name")));
    }
    if new == old {
        return Ok(Some(WorkspaceEdit::default()));
    }
    let mut edits = Edits::default();
    // A file may belong to several schemas: all of them have to mean the same afterwards.
    let schemas = concerned(world, &places);
    for analysis in &schemas {
        replace(analysis, &places, &old, &new, &mut edits);
    }
    if protocol(place) == Some(span) {
        edits.replace(place.analysis.path_of(span.file), span, new.clone());
    }
    if let Err(refusal) = check_all(world, &schemas, &edits, &old, &new) {
        let mut is_turned = false;
        for analysis in &schemas {
            let after = after(world, analysis, &edits, &old)?;
            let turned = examples::exchange(analysis, &after, &mut edits, &old, &new);
            if Rc::ptr_eq(analysis, &place.analysis) && turned.iter().any(|example| example.holds(span)) {
                let said = format!("the example does not say whose `{old}` this is: rename it where it is declared");
                return Err(Refusal::failed(said));
            }
            is_turned |= !turned.is_empty();
        }
        if !is_turned || check_all(world, &schemas, &edits, &old, &new).is_err() {
            return Err(refusal);
        }
    }
    require_plain_examples(world, &schemas, &edits, &old, &new)?;
    let all = merged(&schemas, &edits);
    Ok(Some(edits.for_client(world, &all)))
}

/// Refuses to rename if an example may be meant in two ways and is not executed, because something else is wrong.
fn require_plain_examples(world: &World, schemas: &[Rc<Analysis>], edits: &Edits, old: &str, new: &str) -> Answer<()> {
    for analysis in schemas.iter().filter(|analysis| analysis.schema.is_none()) {
        let other = Other::than(analysis, edits, old, new);
        if other.is_possible(analysis, &after(world, analysis, &other.edits, old)?) {
            let said =
                format!("an example does not say whose `{old}` it has: correct the mistakes of the schema first");
            return Err(Refusal::failed(said));
        }
    }
    Ok(())
}

/// The schemas that may use what is at these places: those through which the document is checked, and all open ones with
/// the files in which it is declared.
fn concerned(world: &mut World, places: &[Place]) -> Vec<Rc<Analysis>> {
    let mut files: BTreeSet<PathBuf> = BTreeSet::new();
    for place in places {
        files.extend(meant(place).into_iter().map(|one| place.analysis.path_of(one.span.file).to_owned()));
    }
    let mut schemas: Vec<Rc<Analysis>> = places.iter().map(|place| Rc::clone(&place.analysis)).collect();
    let mut others: BTreeSet<PathBuf> = world.wanted();
    others.extend(files.iter().flat_map(|file| world.importers(file)));
    for schema in others {
        let analysis = world.analysis(&schema);
        let is_known = schemas.iter().any(|known| known.path == analysis.path);
        if !is_known && files.iter().any(|file| analysis.file(file).is_some()) {
            schemas.push(analysis);
        }
    }
    schemas
}

/// Replaces a name wherever a schema declares and uses it.
fn replace(analysis: &Analysis, places: &[Place], old: &str, new: &str, edits: &mut Edits) {
    let mut names: BTreeSet<Span> = BTreeSet::new();
    for place in places {
        for one in meant(place) {
            let path = place.analysis.path_of(one.span.file);
            let Some(file) = analysis.file(path) else { continue };
            let Some(own) = analysis.references.definitions().iter().find(|own| own.span == Span { file, ..one.span })
            else {
                continue;
            };
            names.insert(own.span);
            names.extend(analysis.references.uses(*own));
            if comments::has_section(own.kind) {
                names.extend(comments::mentions(&analysis.sources, old));
            }
        }
    }
    for span in names {
        edits.replace(analysis.path_of(span.file), span, new.to_owned());
    }
}

/// Refuses a new name with which one of the schemas does not mean the same.
fn check_all(world: &World, schemas: &[Rc<Analysis>], edits: &Edits, old: &str, new: &str) -> Answer<()> {
    schemas.iter().try_for_each(|analysis| {
        let after = after(world, analysis, edits, old)?;
        match same::difference(analysis, &after, edits, old, new) {
            None => Ok(()),
            Some(why) => Err(Refusal::failed(format!("`{old}` cannot be `{new}`: {why}"))),
        }
    })
}

/// A schema after the edits.
fn after(world: &World, before: &Analysis, edits: &Edits, old: &str) -> Answer<Analysis> {
    let mut changed = BTreeMap::new();
    for path in edits.paths() {
        let Some(file) = before.file(path) else { continue };
        let text = edits.applied(path, &before.sources.get(file).text);
        let text =
            text.ok_or_else(|| Refusal::failed(format!("`{old}` is written in ways that cannot be replaced")))?;
        changed.insert(path.to_owned(), text);
    }
    if changed.is_empty() {
        return Ok(before.clone());
    }
    Ok(Analysis::of(&before.path, &world.files(&before.path).with(changed)))
}

/// The texts of all edited files as one schema has them, for their lines.
fn merged(schemas: &[Rc<Analysis>], edits: &Edits) -> Analysis {
    let mut all = schemas.first().map(|first| Analysis::clone(first)).unwrap_or_default();
    let missing = |path: &Path, all: &Analysis| all.file(path).is_none();
    for path in edits.paths() {
        if missing(path, &all)
            && let Some((other, file)) = schemas.iter().find_map(|other| Some((other, other.file(path)?)))
        {
            all.sources.add(path, other.sources.get(file).text.clone());
        }
    }
    all
}
