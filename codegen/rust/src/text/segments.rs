//! Functions that call themselves: without optimisation, each statement of a function has its own place in the frame, so
//! those that do not lead back are in closures, whose frames end before the function calls itself.

use super::tokens::{
    Delimiter, Ident, TokenStream, TokenTree, Tokens, braced, format_ident, is_group, is_punct, is_word, quote,
};

/// Statements of a function that calls itself.
pub struct Piece {
    pub statements: TokenStream,
    /// Whether the function calls itself in them.
    pub leads_back: bool,
}

impl Piece {
    /// Statements in which the function does not call itself.
    pub const fn plain(statements: TokenStream) -> Self {
        Self { statements, leads_back: false }
    }

    /// Statements in which the function calls itself, or that bind what others change.
    pub const fn back(statements: TokenStream) -> Self {
        Self { statements, leads_back: true }
    }
}

/// The function around the statements.
pub struct Around<'t> {
    /// The type of its errors.
    pub error: &'t TokenStream,
    /// It returns nothing but errors.
    pub is_bare: bool,
}

/// The statements with those in closures that do not lead back; `end` uses variables at the end.
///
/// ```text
/// let inner = match (|| -> Result<_, E> { let inner = input.byte()?; Ok(inner) })() { .. };
/// let came_back = inner.pass_body(input); if came_back.is_err() { return came_back; }
/// ```
pub fn apart(pieces: Vec<Piece>, end: &TokenStream, Around { error, is_bare }: &Around<'_>) -> TokenStream {
    let mut all = TokenStream::new();
    let mut rest = join(pieces).into_iter();
    while let Some(Piece { statements, leads_back }) = rest.next() {
        if leads_back || !may_return(&statements) || binds_to_change(&statements.trees()) {
            all.extend(if *is_bare { short(statements.trees()) } else { statements });
            continue;
        }
        let behind: TokenStream = rest.as_slice().iter().map(|piece| piece.statements.clone()).collect();
        let behind = quote!(#behind #end).trees();
        let used = bound(&statements.trees()).into_iter().filter(|name| use_of(&behind, name) == Use::Used);
        let used: Vec<Ident> = used.map(|name| format_ident!("{name}")).collect();
        let result = match used.as_slice() {
            [only] => quote!(#only),
            several => quote!((#(#several),*)),
        };
        let bound = (!used.is_empty()).then(|| quote!(let #result =));
        let called = quote!((|| -> ::core::result::Result<_, #error> { #statements Ok(#result) })());
        all.extend(match bound {
            None if *is_bare => done(&called),
            // A `?` would have more errors in the frame.
            bound if *is_bare => {
                quote!(#bound match #called { Ok(found) => found, Err(error) => return Err(error) };)
            }
            bound => quote!(#bound #called?;),
        });
    }
    all
}

/// `let came_back = value.put(out); if came_back.is_err() { return came_back; }`: a `?` would have three more errors in the
/// frame.
fn done(call: &TokenStream) -> TokenStream {
    quote!(let came_back = #call; if came_back.is_err() { return came_back; })
}

/// Statements, with [`done`] for each `?` at the end of a call.
fn short(trees: Vec<TokenTree>) -> TokenStream {
    let mut all = TokenStream::new();
    let mut statement: Vec<TokenTree> = Vec::new();
    let mut trees = trees.into_iter().peekable();
    while let Some(tree) = trees.next() {
        let ends = is_punct(&tree, &[';']);
        let is_block = is_group(&tree, Delimiter::Brace);
        statement.push(tree);
        let is_chained =
            trees.peek().is_some_and(|next| is_word(next, "else") || is_punct(next, &['.', '?', '=', ',']));
        let begins =
            |words: &[&str]| statement.first().is_some_and(|first| words.iter().any(|word| is_word(first, word)));
        let is_control = begins(&["if", "match", "for", "while", "loop"]) || (is_block && statement.len() == 1);
        let is_whole = is_block && !is_chained && is_control;
        let is_call = matches!(statement.as_slice(), [.., one, two] if is_punct(one, &['?']) && is_punct(two, &[';']));
        if ends && is_call && !begins(&["let", "return"]) {
            statement.truncate(statement.len().saturating_sub(2));
            all.extend(done(&statement.drain(..).collect()));
        } else if ends || is_whole {
            all.extend(statement.drain(..).map(|tree| if is_control { shortened(tree) } else { tree }));
        }
    }
    all.extend(statement.into_iter().map(shortened));
    all
}

/// A block with [`short`] statements.
fn shortened(tree: TokenTree) -> TokenTree {
    match tree {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => braced(short(group.stream().trees())),
        tree => tree,
    }
}

/// Neighbours that do not lead back are one piece.
fn join(pieces: Vec<Piece>) -> Vec<Piece> {
    let mut all: Vec<Piece> = Vec::new();
    for piece in pieces {
        match all.last_mut() {
            Some(last) if !last.leads_back && !piece.leads_back => last.statements.extend(piece.statements),
            _ => all.push(piece),
        }
    }
    all
}

/// A result in a closure of its own: of several, there is the frame of one at a time.
pub fn alone(result: &TokenStream, error: &TokenStream) -> TokenStream {
    quote!((|| -> ::core::result::Result<(), #error> { #result })())
}

/// Whether statements may leave the function.
fn may_return(statements: &TokenStream) -> bool {
    statements.trees().iter().any(|tree| match tree {
        TokenTree::Group(group) => may_return(&group.stream()),
        tree => is_punct(tree, &['?']) || is_word(tree, "return"),
    })
}

/// Whether statements bind a variable that others may change.
fn binds_to_change(trees: &[TokenTree]) -> bool {
    trees.windows(2).any(|pair| matches!(pair, [one, two] if is_word(one, "let") && is_word(two, "mut")))
}

/// The variables that statements bind, without cursors of regions, which end with them.
fn bound(trees: &[TokenTree]) -> Vec<String> {
    let mut names = Vec::new();
    for (at, _) in trees.iter().enumerate().filter(|(_, tree)| is_word(tree, "let")) {
        let behind = trees.get(at.saturating_add(1)..).unwrap_or_default();
        let Some(equals) = behind.iter().position(|tree| is_punct(tree, &['='])) else { continue };
        let (pattern, value) = behind.split_at(equals);
        let is_cursor = value.get(1).is_some_and(|tree| is_punct(tree, &['&']))
            && value.get(2).is_some_and(|tree| is_word(tree, "mut"));
        if !is_cursor {
            names_of(pattern, &mut names);
        }
    }
    names
}

/// The variables of a pattern, in front of its type.
fn names_of(pattern: &[TokenTree], names: &mut Vec<String>) {
    for tree in pattern.iter().take_while(|tree| !is_punct(tree, &[':'])) {
        match tree {
            TokenTree::Group(group) => names_of(&group.stream().trees(), names),
            TokenTree::Ident(ident) => {
                let name = ident.to_string();
                if name != "mut" && name != "_" && !name.starts_with(char::is_uppercase) && !names.contains(&name) {
                    names.push(name);
                }
            }
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}

/// The first that statements do with a variable.
#[derive(Debug, PartialEq, Eq)]
enum Use {
    Never,
    Used,
    /// They bind another of this name.
    Hidden,
}

fn use_of(trees: &[TokenTree], name: &str) -> Use {
    let mut before: Option<&TokenTree> = None;
    let mut at = 0;
    while let Some(tree) = trees.get(at) {
        if is_word(tree, "let") {
            let behind = trees.get(at.saturating_add(1)..).unwrap_or_default();
            let length = behind.iter().position(|tree| is_punct(tree, &['='])).unwrap_or(behind.len());
            let (pattern, value) = behind.split_at(length);
            let mut names = Vec::new();
            names_of(pattern, &mut names);
            if names.iter().any(|one| one == name) {
                let end = value.iter().position(|tree| is_punct(tree, &[';'])).unwrap_or(value.len());
                let used = use_of(value.get(..end).unwrap_or_default(), name) == Use::Used;
                return if used { Use::Used } else { Use::Hidden };
            }
        }
        match tree {
            TokenTree::Group(group) if use_of(&group.stream().trees(), name) == Use::Used => return Use::Used,
            tree if is_word(tree, name) && !before.is_some_and(|tree| is_punct(tree, &['.'])) => return Use::Used,
            _ => {}
        }
        before = Some(tree);
        at = at.saturating_add(1);
    }
    Use::Never
}

#[cfg(test)]
mod tests;
