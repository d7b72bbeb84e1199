//! Names in documentation: the pages link a word in backticks to the section of the message or type with this name.

use wireform_build::lexemes::{Comment, Kind as LexemeKind, lexemes};
use wireform_build::references::Kind;
use wireform_build::source::{FileId, Sources, Span};

/// Whether what a name stands for has a section on the pages.
pub fn has_section(kind: Kind) -> bool {
    matches!(kind, Kind::Type | Kind::Message | Kind::Family)
}

/// The places in documentation at which the pages would link a name. Code between fences is left alone.
pub fn mentions(sources: &Sources, name: &str) -> Vec<Span> {
    let mut found = Vec::new();
    for (source, file) in sources.iter().zip((0..).map(FileId)) {
        let mut is_fenced = false;
        for lexeme in lexemes(&source.text) {
            if !matches!(lexeme.kind, LexemeKind::Comment(Comment::Doc | Comment::Head)) {
                // Another comment begins with the next lines.
                is_fenced &= lexeme.kind == LexemeKind::Space;
                continue;
            }
            let line = source.text.get(lexeme.range.clone()).unwrap_or_default();
            let content = line.get(3..).unwrap_or_default();
            if content.trim_start().starts_with("```") || content.trim_start().starts_with("~~~") {
                is_fenced = !is_fenced;
            } else if !is_fenced {
                let start = lexeme.range.start + 3;
                found.extend(in_line(content, name).map(|at| Span::new(file, start + at, start + at + name.len())));
            }
        }
    }
    found
}

/// The places of a name in single backticks, as `documents::prose` finds them.
fn in_line<'a>(line: &'a str, name: &'a str) -> impl Iterator<Item = usize> {
    let is_plain = !line.contains("``") && line.matches('`').count().is_multiple_of(2);
    let mut at = 0;
    line.split('`').enumerate().filter_map(move |(index, piece)| {
        let start = at;
        at += piece.len() + 1;
        (is_plain && index % 2 == 1 && piece == name).then_some(start)
    })
}
