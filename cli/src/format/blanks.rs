//! Whether a blank is between two tokens of a line.

use wireform_build::lexemes::Kind;

use super::tokens::Token;

/// Words that follow an operand: a wire, an expression or a pattern. Elsewhere they are names.
const CLAUSES: [&str; 17] = [
    "if", "else", "in", "as", "from", "by", "where", "fill", "range", "or", "wrap", "clamp", "refuse", "round",
    "trunc", "floor", "lossy",
];

/// Words before an operand, if one follows. Elsewhere they are names.
const OPENING: [&str; 5] = ["if", "match", "until", "through", "before"];

/// Operators between two operands. `-` is one, too, but for the sign of a number.
const BETWEEN: [&str; 19] =
    ["=", "==", "!=", "<", "<=", ">", ">=", "=>", "->", "+", "*", "/", "%", "&&", "||", "|", "-", "..", "..="];

/// The blanks of a text.
pub(super) struct Blanks {
    roles: Vec<Role>,
    /// Whether a blank is before the token, if both are on one line.
    pub(super) before: Vec<bool>,
}

/// The role of a token for its neighbours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    /// Ends an operand: a name, a literal, a closing bracket.
    Operand,
    /// A word of the language that is between operands, or before one.
    Word,
    /// A sign or a negation, which belongs to the next token.
    Sign,
    /// An operator between two operands.
    Operator,
    /// An opening bracket, a separator, or another mark.
    Mark,
}

impl Blanks {
    pub(super) fn of(tokens: &[Token<'_>]) -> Self {
        let mut blanks = Self { roles: Vec::with_capacity(tokens.len()), before: Vec::with_capacity(tokens.len()) };
        for at in 0..tokens.len() {
            let role = blanks.role(tokens, at);
            blanks.roles.push(role);
        }
        for at in 0..tokens.len() {
            let before = at > 0 && (blanks.is_wanted(tokens, at) || would_join(&tokens[at - 1], &tokens[at]));
            blanks.before.push(before);
        }
        blanks
    }

    /// Whether a line of an item may begin with this token.
    pub(super) fn may_begin_line(&self, tokens: &[Token<'_>], at: usize) -> bool {
        let is_range = |at: usize| matches!(tokens[at].text, ".." | "..=");
        match self.roles[at] {
            _ if at == 0 => true,
            Role::Operator => !is_range(at),
            Role::Word => self.roles[at - 1] == Role::Operand,
            Role::Operand | Role::Sign | Role::Mark => {
                self.roles[at - 1] == Role::Word && tokens[at - 1].text == "where"
            }
        }
    }

    /// How loosely a token with which a line may begin is bound to those before it; the loosest is 0.
    pub(super) fn looseness(&self, tokens: &[Token<'_>], at: usize) -> usize {
        match tokens[at].text {
            // An operator of conditions, or the word before a unit, which is short.
            "in" => 5,
            _ if self.roles[at] == Role::Word => 0,
            "=" | "=>" => 1,
            "||" => 2,
            "&&" => 3,
            "|" => 4,
            _ => 5,
        }
    }

    fn role(&self, tokens: &[Token<'_>], at: usize) -> Role {
        let token = &tokens[at];
        let is_after_operand = at.checked_sub(1).and_then(|before| self.roles.get(before)) == Some(&Role::Operand);
        let follows = tokens.get(at + 1);
        match token.kind {
            Kind::Number | Kind::Char | Kind::Text => Role::Operand,
            Kind::Name if is_after_operand && token.is_word(&CLAUSES) => Role::Word,
            Kind::Name if token.is_word(&OPENING) => {
                let is_call = follows.is_some_and(|next| next.is("(")) && !token.is_word(&["if", "match"]);
                if follows.is_some_and(begins_operand) && !is_call { Role::Word } else { Role::Operand }
            }
            Kind::Name => Role::Operand,
            Kind::Mark => match token.text {
                ")" | "]" | "}" => Role::Operand,
                // The end of a range may be missing: `_: .. fill 1`, `where 1.. else 0`.
                ".." if !follows.is_some_and(begins_operand) || follows.is_some_and(|next| next.is_word(&CLAUSES)) => {
                    Role::Operand
                }
                "!" => Role::Sign,
                "-" if !is_after_operand => Role::Sign,
                mark if BETWEEN.contains(&mark) => Role::Operator,
                _ => Role::Mark,
            },
            _ => Role::Mark,
        }
    }

    fn is_wanted(&self, tokens: &[Token<'_>], at: usize) -> bool {
        let (before, token) = (&tokens[at - 1], &tokens[at]);
        let role = self.roles[at - 1];
        let is_mark = |token: &Token<'_>, marks: &[&str]| token.kind == Kind::Mark && marks.contains(&token.text);
        if is_mark(token, &["}"]) {
            return !before.is("{");
        }
        if is_mark(token, &[",", ";", ":", ".", ")", "]"]) || is_mark(before, &["(", "[", ".", "@"]) {
            return false;
        }
        if role == Role::Sign || is_mark(before, &["..="]) || before.is("..") && role == Role::Operator {
            return false;
        }
        match token.text {
            _ if token.kind != Kind::Mark => true,
            ".." | "..=" => role != Role::Operand || before.is("}"),
            "(" => role != Role::Operand || !before.is_name() || before.is_word(&["within"]),
            "[" => role != Role::Operand || !(before.is_name() || before.is("]")),
            _ => true,
        }
    }
}

/// Whether an operand may begin with a token.
fn begins_operand(token: &Token<'_>) -> bool {
    match token.kind {
        Kind::Name | Kind::Number | Kind::Char | Kind::Text => true,
        Kind::Mark => matches!(token.text, "(" | "[" | "!" | "-"),
        _ => false,
    }
}

/// Whether two tokens without a blank between them would be other tokens.
fn would_join(before: &Token<'_>, token: &Token<'_>) -> bool {
    let is_word = |token: &Token<'_>| matches!(token.kind, Kind::Name | Kind::Number | Kind::Char | Kind::Text);
    if is_word(before) {
        return is_word(token) || before.kind == Kind::Number && token.is(".");
    }
    let Some(next) = token.text.chars().next() else { return false };
    match before.text {
        "." => next == '.',
        ".." | "!" => next == '=',
        "=" => matches!(next, '=' | '>'),
        "<" | ">" => next == '=',
        "-" => next == '>',
        "|" => next == '|',
        "/" => matches!(next, '/' | '*'),
        _ => false,
    }
}
