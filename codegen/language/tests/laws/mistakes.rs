//! A syntax error within the braces of a declaration is reported in this declaration only.
//!
//! The property: in a valid schema one token between the braces of a declaration is dropped, doubled or exchanged. If
//! the parser reports an error and the braces still match, all diagnostics lie in this declaration.

use std::ops::Range;

use wireform_language::lexemes::{Kind, Lexeme};
use wireform_language::load::{Disk, Replaced, load_with};
use wireform_language::tree;
use wireform_model::source::{FileId, Span};

use crate::random::Random;
use crate::share::{part, share};
use crate::{schemas, tokens};

/// Mutants of each schema.
const MUTANTS: usize = 15;

/// Replacement tokens, in addition to those of the schema.
const STRANGE: [&str; 10] = ["?", "=", ";", "..", "(", "]", "9", "x", "X", "if"];

/// A declaration with braces: its range, and the tokens between the braces.
struct Declaration {
    range: Range<usize>,
    inside: Vec<usize>,
}

fn declarations(text: &str, tokens: &[Lexeme]) -> Vec<Declaration> {
    let (mut found, mut start, mut depth, mut inside) = (Vec::new(), None, 0_usize, Vec::new());
    for (at, token) in tokens.iter().enumerate() {
        let from = *start.get_or_insert(token.range.start);
        let mark = if token.kind == Kind::Mark { &text[token.range.clone()] } else { "" };
        match mark {
            "{" => depth += 1,
            "}" => depth -= 1,
            _ if depth > 0 => inside.push(at),
            _ => {}
        }
        if depth == 0 && matches!(mark, "}" | ";") {
            found.push(Declaration { range: from..token.range.end, inside: std::mem::take(&mut inside) });
            start = None;
        }
    }
    found.retain(|declaration| !declaration.inside.is_empty());
    found
}

/// The text with one token changed, and the increase in length.
fn changed(random: &mut Random, text: &str, tokens: &[Lexeme], at: usize) -> (String, i64) {
    let written = |at: usize| &text[tokens[at].range.clone()];
    let range = tokens[at].range.clone();
    let other = match random.below(4) {
        0 => String::new(),
        1 => format!("{} {}", written(at), written(at)),
        2 => written(random.below(tokens.len())).to_owned(),
        _ => random.pick(&STRANGE).map_or_else(String::new, |&one| one.to_owned()),
    };
    let other = format!(" {other} ");
    let longer = other.len() as i64 - range.len() as i64;
    (format!("{}{other}{}", &text[..range.start], &text[range.end..]), longer)
}

/// Whether the parser rejects a text whose braces match.
fn is_syntax_error(text: &str) -> bool {
    let (tree, diagnostics) = tree(text);
    tree.braces_match && !diagnostics.is_empty()
}

#[test]
fn a_mistake_is_told_where_it_is() {
    let mut random = Random(1);
    let (mut wrong, mut tried) = (Vec::new(), 0);
    for (path, text) in share("schemas", schemas()) {
        let tokens = tokens(&text);
        let declarations = declarations(&text, &tokens);
        for _ in 0..MUTANTS {
            let Some(declaration) = random.pick(&declarations) else { continue };
            let Some(&at) = random.pick(&declaration.inside) else { continue };
            let (mutant, longer) = changed(&mut random, &text, &tokens, at);
            if !is_syntax_error(&mutant) {
                continue;
            }
            tried += 1;
            let range = &declaration.range;
            let end = usize::try_from(range.end as i64 + longer).unwrap();
            let (disk, part) = (Disk::beside(&path), mutant[range.start..end].to_owned());
            let told = load_with(&path, &Replaced::new(&path, mutant, &disk)).expect_err("the parser complains");
            let is_outside =
                |span: Span| span.file != FileId(0) || span.range().start < range.start || span.range().end > end;
            if told.diagnostics.iter().any(|one| is_outside(one.primary.span)) {
                wrong.push(format!("{}, {part:?}\n{}", path.display(), told.render(false)));
            }
        }
    }
    println!("{tried} mistakes");
    assert!(tried > part(300), "{tried}");
    assert!(wrong.is_empty(), "{} of {tried}\n{}", wrong.len(), wrong.join("\n"));
}
