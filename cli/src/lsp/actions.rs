//! Code actions: the changes that diagnostics propose, after each was tested, and all of them at once.

use std::path::Path;
use std::rc::Rc;
use std::time::{Duration, Instant};

use lsp_types::{CodeAction, CodeActionKind, CodeActionParams, CodeActionResponse, DiagnosticSeverity};
use wireform_build::diagnostic::{Diagnostic, Help};
use wireform_build::source::Span;

use super::analysis::{Analysis, has_edits, is_same};
use super::client::edits::Edits;
use super::diagnostics::{mistakes, shown};
use super::requests::open;
use super::server::Answer;
use super::world::World;

/// After this time no further mistake is tested: a person who selects a whole text full of mistakes waits no longer. The
/// outcomes are remembered, so the next request gets further.
const PATIENCE: Duration = Duration::from_millis(300);

/// The actions for a range of a document: they mend the mistakes on its lines, first those under it, then the others by
/// their distance. Clients send the cursor as an empty range, and a person sees the mistake of a line from anywhere in it.
pub fn actions(world: &mut World, params: CodeActionParams) -> Answer<Option<Vec<CodeActionResponse>>> {
    let path = open(world, &params.text_document)?;
    let Some(document) = world.documents.get(&path) else { return Ok(None) };
    let (text, encoding) = (Rc::clone(&document.text), world.settings.encoding);
    let [start, end] = [params.range.start, params.range.end].map(|at| text.offset(at, encoding));
    let (first, last) = (text.line(start), text.line(end));
    let only = params.context.only;
    let is_wanted = |kind: CodeActionKind| only.as_ref().is_none_or(|only| only.iter().any(|one| contains(one, &kind)));
    let until = Instant::now() + PATIENCE;
    let (mut schemas, mut near) = (Vec::new(), Vec::new());
    for schema in world.schemas_of(&path) {
        let analysis = world.analysis(&schema);
        let all = mistakes(world, &analysis);
        let here = all.iter().filter(|(one, _)| {
            let span = one.primary.span;
            let range = span.range();
            analysis.path_of(span.file) == path && text.line(range.start) <= last && first <= text.line(range.end)
        });
        near.extend(here.map(|(one, severity)| {
            let range = one.primary.span.range();
            let distance = range.start.saturating_sub(end).max(start.saturating_sub(range.end));
            let rank = (distance, range.len());
            Near { rank, analysis: Rc::clone(&analysis), mistake: one.clone(), severity: *severity }
        }));
        schemas.push((analysis, all));
    }
    let mut found = Vec::new();
    if is_wanted(CodeActionKind::QuickFix) {
        near.sort_by_key(|one| one.rank);
        found = quick_fixes(world, &near, until);
    }
    // All proposals are tested then, so it is done on request only, and after those that a person sees.
    if only.is_some() && is_wanted(CodeActionKind::SourceFixAll) {
        found.extend(schemas.iter().filter_map(|(analysis, all)| fix_all(world, analysis, &path, all, until)));
    }
    Ok(Some(found.into_iter().map(CodeActionResponse::from).collect()))
}

/// A mistake on the lines of a request.
struct Near {
    /// The distance from the range of the request, and the length.
    rank: (usize, usize),
    analysis: Rc<Analysis>,
    mistake: Diagnostic,
    severity: DiagnosticSeverity,
}

/// The actions that mend some mistakes, of which the first is the nearest. The one without a choice is preferred, unless it is
/// a guess.
fn quick_fixes(world: &World, near: &[Near], until: Instant) -> Vec<CodeAction> {
    let mut found: Vec<CodeAction> = Vec::new();
    let (mut tested, mut of_nearest, mut is_guess) = (0, 0, false);
    for one in near.iter().take_while(|_| Instant::now() < until) {
        let new = fixes(world, &one.analysis, &one.mistake, one.severity);
        // A file of several schemas may be wrong in all of them.
        let is_new = |new: &CodeAction| !found.iter().any(|one| one.title == new.title && one.edit == new.edit);
        let new: Vec<(CodeAction, bool)> = new.into_iter().filter(|(new, _)| is_new(new)).collect();
        if found.is_empty() {
            is_guess = new.first().is_some_and(|(_, is_guess)| *is_guess);
        }
        if tested == 0 {
            of_nearest = new.len();
        }
        tested += 1;
        found.extend(new.into_iter().map(|(action, _)| action));
    }
    // The nearest mistake is the one that is meant. If it has no fix, one of another is preferred only if there is no choice.
    let is_obvious = if of_nearest == 0 { tested == near.len() && found.len() == 1 } else { of_nearest == 1 };
    if let (true, Some(first)) = (is_obvious && !is_guess, found.first_mut()) {
        first.is_preferred = Some(true);
    }
    found
}

/// Whether an action of a kind is one of another: `source.fixAll` is one of `source`.
fn contains(wanted: &CodeActionKind, kind: &CodeActionKind) -> bool {
    let rest = kind.as_str().strip_prefix(wanted.as_str());
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.') || wanted.as_str().is_empty())
}

/// A diagnostic with the proposals that fix it.
fn tested(world: &World, analysis: &Analysis, wanted: &Diagnostic) -> Diagnostic {
    // The tests of a small schema are those of a build, and may be done. That drops the proposals of a large one.
    let known = analysis.tried.as_ref().filter(|tried| tried.contains(wanted) && has_edits(wanted));
    let raw = analysis.diagnostics.iter().find(|one| is_same(one, wanted));
    match (known, raw) {
        (None, Some(raw)) => world.tested(analysis, raw, &|| true).unwrap_or_else(|| wanted.clone()),
        _ => wanted.clone(),
    }
}

/// The actions that mend one mistake, and whether each is a guess.
fn fixes(
    world: &World,
    analysis: &Analysis,
    mistake: &Diagnostic,
    severity: DiagnosticSeverity,
) -> Vec<(CodeAction, bool)> {
    // The hint about a missing header is no mistake, so a change of it mends nothing.
    let tested = if severity == DiagnosticSeverity::Error { tested(world, analysis, mistake) } else { mistake.clone() };
    let with_edits = tested.help.iter().filter(|help| !help.edits.is_empty());
    let fix = |help: &Help| {
        let mut edits = Edits::default();
        let is_whole = edits.add(analysis, &help.edits);
        let action = || CodeAction {
            title: help.text.clone(),
            kind: Some(CodeActionKind::QuickFix),
            diagnostics: Some(vec![shown(world, analysis, mistake, severity)]),
            is_preferred: Some(false),
            edit: Some(edits.for_client(world, analysis)),
            ..CodeAction::default()
        };
        is_whole.then(|| (action(), help.is_guess))
    };
    with_edits.filter_map(fix).collect()
}

/// The action that mends all mistakes of a file for which there is only one way.
fn fix_all(
    world: &World,
    analysis: &Analysis,
    path: &Path,
    mistakes: &[(Diagnostic, DiagnosticSeverity)],
    until: Instant,
) -> Option<CodeAction> {
    let is_here = |span: Span| analysis.path_of(span.file) == path;
    let here =
        mistakes.iter().filter(|(one, severity)| *severity == DiagnosticSeverity::Error && is_here(one.primary.span));
    let mut all = Edits::default();
    for (mistake, _) in here.take_while(|_| Instant::now() < until) {
        let tested = tested(world, analysis, mistake);
        let is_guess = tested.help.iter().any(|help| help.is_guess);
        if let Some(edits) =
            tested.edits().filter(|_| !is_guess).filter(|edits| edits.iter().all(|edit| is_here(edit.span)))
        {
            all.add(analysis, edits);
        }
    }
    let action = CodeAction {
        title: "mend all mistakes for which there is one way".to_owned(),
        kind: Some(CodeActionKind::SourceFixAll),
        edit: Some(all.for_client(world, analysis)),
        ..CodeAction::default()
    };
    (!all.is_empty()).then_some(action)
}
