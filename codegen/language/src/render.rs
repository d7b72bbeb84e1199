//! Diagnostics as text, with the lines of the schema that they are about: drawn by the renderer of rustc itself.

#[cfg(test)]
mod tests;

use std::collections::HashMap;

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet};

use crate::diagnostic::{Diagnostic, Label};
use crate::source::{FileId, Sources, Span};

/// So many with the same title, but for the names in it, are drawn: the others are as easily mended.
const MOST_ALIKE: usize = 8;

/// All diagnostics, each as one paragraph, and of those that are alike how many more there are. The same ones give the same text,
/// byte for byte.
#[must_use]
pub fn render(sources: &Sources, diagnostics: &[Diagnostic], color: bool) -> String {
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    let kind = |one: &Diagnostic| one.title.split('`').step_by(2).collect::<String>();
    let mut all: HashMap<String, usize> = HashMap::new();
    diagnostics.iter().for_each(|one| *all.entry(kind(one)).or_default() += 1);
    let mut drawn: HashMap<String, usize> = HashMap::new();
    let mut paragraphs: Vec<String> = Vec::new();
    let more = |count: usize| {
        renderer.render(&[Group::with_title(Level::ERROR.primary_title(format!("and {count} more like it")))])
    };
    for diagnostic in diagnostics {
        let alike = drawn.entry(kind(diagnostic)).or_default();
        if *alike == MOST_ALIKE {
            continue;
        }
        *alike += 1;
        let paths = Paths::of(sources, diagnostic);
        paragraphs.push(renderer.render(&[group(sources, diagnostic, &paths)]));
        let others = all.get(&kind(diagnostic)).map_or(0, |all| all.saturating_sub(MOST_ALIKE));
        if *alike == MOST_ALIKE && others > 0 {
            paragraphs.push(more(others));
        }
    }
    let lines = |paragraph: &String| paragraph.lines().map(|line| format!("{}\n", line.trim_end())).collect::<String>();
    paragraphs.iter().map(lines).collect::<Vec<_>>().join("\n")
}

/// A rendering without its lines of space, for snapshots of many.
#[cfg(test)]
pub(crate) fn compact(rendered: &str) -> String {
    let lines = rendered.lines().filter(|line| line.trim() != "|");
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// The files that a diagnostic points into, the one with the mistake first, each with its path.
struct Paths(Vec<(FileId, String)>);

impl Paths {
    fn of(sources: &Sources, diagnostic: &Diagnostic) -> Self {
        let mut paths: Vec<(FileId, String)> = Vec::new();
        for label in std::iter::once(&diagnostic.primary).chain(&diagnostic.others) {
            let file = label.span.file;
            if paths.iter().all(|(known, _)| *known != file) {
                paths.push((file, sources.get(file).path.display().to_string()));
            }
        }
        Self(paths)
    }
}

fn group<'a>(sources: &'a Sources, diagnostic: &'a Diagnostic, paths: &'a Paths) -> Group<'a> {
    let title = Level::ERROR.primary_title(diagnostic.title.as_str());
    let mut group = if is_about_no_text(sources, diagnostic) {
        Group::with_title(title)
    } else {
        title.elements(paths.0.iter().map(|(file, path)| {
            let text = sources.get(*file).text.as_str();
            let primary = std::iter::once((AnnotationKind::Primary, &diagnostic.primary));
            let others = diagnostic.others.iter().map(|label| (AnnotationKind::Context, label));
            let here = primary.chain(others).filter(|(_, label)| label.span.file == *file);
            Snippet::source(text)
                .path(path.as_str())
                .annotations(here.map(|(kind, label)| annotation(text, kind, label)))
        }))
    };
    for note in &diagnostic.notes {
        group = group.element(Level::NOTE.message(note.as_str()));
    }
    for help in &diagnostic.help {
        group = group.element(Level::HELP.message(help.text.as_str()));
    }
    group
}

/// Whether the title says it all: there is no text to point at and nothing to say there, as for a file that cannot
/// be read.
fn is_about_no_text(sources: &Sources, diagnostic: &Diagnostic) -> bool {
    let Diagnostic { primary, others, .. } = diagnostic;
    primary.text.is_empty() && others.is_empty() && sources.get(primary.span.file).text.is_empty()
}

fn annotation<'a>(text: &str, kind: AnnotationKind, label: &'a Label) -> Annotation<'a> {
    let annotation = kind.span(inside(text, label.span));
    if label.text.is_empty() { annotation } else { annotation.label(label.text.as_str()) }
}

/// A span as a range that surely lies inside of a text, between characters.
fn inside(text: &str, span: Span) -> std::ops::Range<usize> {
    let start = text.floor_char_boundary(span.start as usize);
    let end = text.floor_char_boundary(span.end as usize);
    start..end.max(start)
}
