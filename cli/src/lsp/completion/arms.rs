//! The names that the arms around an offset have already.

use wireform_build::lexemes::{Kind, lexemes};

use super::context::{Context, closer, token};

/// The names before `=>` in the innermost braces around a context, without the one that is being written.
pub fn taken<'t>(text: &'t str, context: &Context<'_>) -> Vec<&'t str> {
    let opener = context.levels.last().filter(|level| level.closer == "}").and_then(|level| level.start.checked_sub(1));
    let Some(opener) = opener.and_then(|at| context.tokens.get(at)) else { return Vec::new() };
    let from = opener.range.end;
    let rest = text.get(from..).unwrap_or("");
    let (mut names, mut found) = (Vec::new(), Vec::new());
    let mut depth = 0_usize;
    for token in lexemes(rest).map(|lexeme| token(rest, lexeme)) {
        let mark = if token.kind == Kind::Mark { token.text } else { "" };
        match mark {
            _ if closer(mark).is_some() => depth += 1,
            "}" | ")" | "]" => {
                let Some(outer) = depth.checked_sub(1) else { break };
                depth = outer;
                names.clear();
            }
            "," if depth == 0 => names.clear(),
            "=>" if depth == 0 => found.append(&mut names),
            _ if depth == 0 && token.kind == Kind::Name && from + token.range.start != context.written.start => {
                names.push(token.text);
            }
            _ => {}
        }
    }
    found
}
