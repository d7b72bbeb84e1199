//! A syntax error within the braces of a declaration is reported in this declaration only.
//!
//! The property: in a valid schema one token between the braces of a declaration is dropped, doubled or exchanged. If
//! the parser reports an error and the braces still match, all diagnostics lie in this declaration.

use std::path::Path;

use super::{Changed, schemas};
use crate::diagnostic::Diagnostics;
use crate::lex::{Lexed, Mark, TokenKind, lex};
use crate::load::load_with;
use crate::random::Random;
use crate::source::{FileId, Sources, Span};

/// Mutants of each schema.
const MUTANTS: usize = 15;

/// Replacement tokens, in addition to those of the schema.
const STRANGE: [&str; 10] = ["?", "=", ";", "..", "(", "]", "9", "x", "X", "if"];

/// A declaration with braces: its span, and the tokens between the braces.
struct Declaration {
    span: Span,
    inside: Vec<usize>,
}

fn declarations(lexed: &Lexed) -> Vec<Declaration> {
    let (mut found, mut start, mut depth, mut inside) = (Vec::new(), None, 0_usize, Vec::new());
    for (at, token) in lexed.tokens.iter().enumerate() {
        let from = *start.get_or_insert(token.span);
        let mark = if let TokenKind::Mark(mark) = token.kind { Some(mark) } else { None };
        match mark {
            Some(Mark::OpenBrace) => depth += 1,
            Some(Mark::CloseBrace) => depth -= 1,
            _ if depth > 0 => inside.push(at),
            _ => {}
        }
        if depth == 0 && matches!(mark, Some(Mark::CloseBrace | Mark::Semicolon)) {
            found.push(Declaration { span: from.to(token.span), inside: std::mem::take(&mut inside) });
            start = None;
        }
    }
    found.retain(|declaration| !declaration.inside.is_empty());
    found
}

/// The text with one token changed, and the increase in length.
fn changed(random: &mut Random, text: &str, lexed: &Lexed, at: usize) -> (String, i64) {
    let written = |at: usize| text.get(lexed.tokens[at].span.range()).unwrap_or("");
    let range = lexed.tokens[at].span.range();
    let other = match random.below(4) {
        0 => String::new(),
        1 => format!("{} {}", written(at), written(at)),
        2 => written(random.below(lexed.tokens.len())).to_owned(),
        _ => random.pick(&STRANGE).map_or_else(String::new, |&one| one.to_owned()),
    };
    let other = format!(" {other} ");
    let longer = other.len() as i64 - range.len() as i64;
    (format!("{}{other}{}", &text[..range.start], &text[range.end..]), longer)
}

/// Whether the parser rejects a text whose braces match.
fn is_syntax_error(path: &Path, text: &str) -> bool {
    let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
    let file = sources.add(path, text);
    let tree = crate::parse::parse(&sources, file, &mut diagnostics);
    tree.braces_match && !diagnostics.is_empty()
}

#[test]
fn a_mistake_is_told_where_it_is() {
    let mut random = Random(1);
    let (mut wrong, mut tried) = (Vec::new(), 0);
    for (path, text) in schemas() {
        let lexed = lex(FileId(0), &text, &mut Diagnostics::default());
        let declarations = declarations(&lexed);
        for _ in 0..MUTANTS {
            let Some(declaration) = random.pick(&declarations) else { continue };
            let Some(&at) = random.pick(&declaration.inside) else { continue };
            let (mutant, longer) = changed(&mut random, &text, &lexed, at);
            if !is_syntax_error(&path, &mutant) {
                continue;
            }
            tried += 1;
            let range = declaration.span.range();
            let end = usize::try_from(range.end as i64 + longer).unwrap();
            let told = load_with(&path, &Changed { path: &path, text: &mutant }).expect_err("the parser complains");
            let is_outside =
                |span: Span| span.file != FileId(0) || span.range().start < range.start || span.range().end > end;
            if told.diagnostics.iter().any(|one| is_outside(one.primary.span)) {
                wrong.push(format!("{}, {:?}\n{}", path.display(), &mutant[range.start..end], told.render(false)));
            }
        }
    }
    assert!(tried > 300, "{tried}");
    assert!(wrong.is_empty(), "{} of {tried}\n{}", wrong.len(), wrong.join("\n"));
}
