//! Code actions: the changes that diagnostics propose, after each was tested, and all of them at once.

use std::path::Path;
use std::time::{Duration, Instant};

use lsp_types::{CodeAction, CodeActionKind, CodeActionParams, CodeActionResponse, DiagnosticSeverity};
use wireform_build::diagnostic::{Diagnostic, Help};
use wireform_build::source::Span;

use super::analysis::Analysis;
use super::client::edits::Edits;
use super::diagnostics::{mistakes, shown};
use super::requests::open;
use super::server::Answer;
use super::world::World;

/// After this time no further mistake is tested: whoever selects a whole text full of mistakes waits no longer. The outcomes
/// are remembered, so the next request gets further.
const PATIENCE: Duration = Duration::from_millis(300);

/// The actions for a range of a document.
pub fn actions(world: &mut World, params: CodeActionParams) -> Answer<Option<Vec<CodeActionResponse>>> {
    let path = open(world, &params.text_document)?;
    let Some(document) = world.documents.get(&path) else { return Ok(None) };
    let encoding = world.settings.encoding;
    let [start, end] = [params.range.start, params.range.end].map(|at| document.text.offset(at, encoding));
    let only = params.context.only;
    let is_wanted = |kind: CodeActionKind| only.as_ref().is_none_or(|only| only.iter().any(|one| contains(one, &kind)));
    let until = Instant::now() + PATIENCE;
    let mut found = Vec::new();
    for schema in world.schemas_of(&path) {
        let analysis = world.analysis(&schema);
        let all = mistakes(world, &analysis);
        let here = all.iter().filter(|(one, _)| {
            let span = one.primary.span;
            analysis.path_of(span.file) == path && span.range().start <= end && start <= span.range().end
        });
        if is_wanted(CodeActionKind::QuickFix) {
            let here = here.take_while(|_| Instant::now() < until);
            here.for_each(|(one, severity)| fixes(world, &analysis, one, *severity, &mut found));
        }
        // All proposals are tested then, so it is done on request only.
        if only.is_some() && is_wanted(CodeActionKind::SourceFixAll) {
            found.extend(fix_all(world, &analysis, &path, &all, until));
        }
    }
    Ok(Some(found))
}

/// Whether an action of a kind is one of another: `source.fixAll` is one of `source`.
fn contains(wanted: &CodeActionKind, kind: &CodeActionKind) -> bool {
    let rest = kind.as_str().strip_prefix(wanted.as_str());
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.') || wanted.as_str().is_empty())
}

/// A diagnostic with the proposals that fix it.
fn tested(world: &World, analysis: &Analysis, wanted: &Diagnostic) -> Diagnostic {
    let has_edits = |one: &Diagnostic| one.help.iter().any(|help| !help.edits.is_empty());
    // The tests of a small schema are those of a build, and may be done. That drops the proposals of a large one.
    let known = analysis.tried.as_ref().filter(|tried| tried.contains(wanted) && has_edits(wanted));
    let is_same = |one: &&Diagnostic| one.primary == wanted.primary && one.title == wanted.title;
    let raw = analysis.diagnostics.iter().find(is_same);
    match (known, raw) {
        (None, Some(raw)) => world.tested(analysis, raw),
        _ => wanted.clone(),
    }
}

/// The actions that mend one mistake.
fn fixes(
    world: &World,
    analysis: &Analysis,
    mistake: &Diagnostic,
    severity: DiagnosticSeverity,
    found: &mut Vec<CodeActionResponse>,
) {
    // The hint about a missing header is no mistake, so a change of it mends nothing.
    let tested = if severity == DiagnosticSeverity::Error { tested(world, analysis, mistake) } else { mistake.clone() };
    let helps: Vec<&Help> = tested.help.iter().filter(|help| !help.edits.is_empty()).collect();
    for help in &helps {
        let mut edits = Edits::default();
        if !edits.add(analysis, &help.edits) {
            continue;
        }
        let action = CodeAction {
            title: help.text.clone(),
            kind: Some(CodeActionKind::QuickFix),
            diagnostics: Some(vec![shown(world, analysis, mistake, severity)]),
            is_preferred: Some(helps.len() == 1),
            edit: Some(edits.for_client(world, analysis)),
            ..CodeAction::default()
        };
        // A file of several schemas may be wrong in all of them.
        if !found.iter().any(|one| matches!(one, CodeActionResponse::CodeAction(one) if one.title == action.title && one.edit == action.edit)) {
            found.push(action.into());
        }
    }
}

/// The action that mends all mistakes of a file for which there is only one way.
fn fix_all(
    world: &World,
    analysis: &Analysis,
    path: &Path,
    mistakes: &[(Diagnostic, DiagnosticSeverity)],
    until: Instant,
) -> Option<CodeActionResponse> {
    let is_here = |span: Span| analysis.path_of(span.file) == path;
    let here =
        mistakes.iter().filter(|(one, severity)| *severity == DiagnosticSeverity::Error && is_here(one.primary.span));
    let mut all = Edits::default();
    for (mistake, _) in here.take_while(|_| Instant::now() < until) {
        let tested = tested(world, analysis, mistake);
        if let Some(edits) = tested.edits().filter(|edits| edits.iter().all(|edit| is_here(edit.span))) {
            all.add(analysis, edits);
        }
    }
    let action = CodeAction {
        title: "mend all mistakes for which there is one way".to_owned(),
        kind: Some(CodeActionKind::SourceFixAll),
        edit: Some(all.for_client(world, analysis)),
        ..CodeAction::default()
    };
    (!all.is_empty()).then(|| action.into())
}
