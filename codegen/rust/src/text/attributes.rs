//! Attributes that the user adds to single types, fields and variants, by their names in the schema.

use super::names;
use super::options::Options;
use super::tokens::{Delimiter, TokenStream, TokenTree, Tokens as _, is_group, is_punct, is_word, quote};

/// Whether a text is attributes of Rust, and nothing else: `#[derive(Hash)]`, `#[repr(align(4))] #[must_use]`.
pub fn is_attributes(text: &str) -> bool {
    let Ok(tokens) = text.parse::<TokenStream>() else { return false };
    let trees = tokens.trees();
    let is_attribute = |pair: &[TokenTree]| match pair {
        [hash, TokenTree::Group(group)] if is_punct(hash, &['#']) && group.delimiter() == Delimiter::Bracket => {
            matches!(group.stream().trees().first(), Some(first) if is_path(first))
        }
        _ => false,
    };
    !trees.is_empty() && trees.chunks(2).all(is_attribute)
}

fn is_path(first: &TokenTree) -> bool {
    matches!(first, TokenTree::Ident(_)) || is_punct(first, &[':'])
}

/// The attributes of the user, by the type, and the field or variant, to which they are added.
pub struct Attributes(Vec<Attribute>);

struct Attribute {
    ty: String,
    /// The name of a field or variant, in the cases of both.
    inside: Option<[String; 2]>,
    text: String,
}

impl Attribute {
    /// The tokens, which threads cannot share.
    fn tokens(&self) -> TokenStream {
        self.text.parse().unwrap_or_default()
    }
}

impl Attributes {
    /// The attributes of the options.
    pub fn of(options: &Options) -> Self {
        let attribute = |(name, text): &(String, String)| {
            let (ty, inside) = match name.split_once('.') {
                Some((ty, inside)) => (ty, Some(inside)),
                None => (name.as_str(), None),
            };
            let inside = inside.map(|one| [names::field_ident(one).to_string(), names::variant_ident(one).to_string()]);
            Attribute { ty: names::type_ident(ty).to_string(), inside, text: text.clone() }
        };
        Self(options.attributes.iter().map(attribute).collect())
    }

    /// `#[derive(Hash)] pub struct Sound { .. }`: the items with the attributes added.
    pub fn added(&self, items: TokenStream) -> TokenStream {
        if self.0.is_empty() { items } else { self.in_items(items) }
    }

    fn in_items(&self, items: TokenStream) -> TokenStream {
        let mut all = Vec::new();
        let mut trees = items.into_iter().peekable();
        let mut within: Option<String> = None;
        while let Some(tree) = trees.next() {
            let name = type_name(&all, &tree, trees.peek());
            if let Some(name) = name {
                // Before `pub`.
                let public = all.pop();
                let own = self.0.iter().filter(|one| one.ty == name && one.inside.is_none());
                all.extend(own.flat_map(|one| one.tokens()));
                all.extend(public);
                within = Some(name);
            }
            let ends = is_punct(&tree, &[';']) || is_group(&tree, Delimiter::Brace);
            match (tree, &within) {
                (TokenTree::Group(body), Some(name)) if body.delimiter() == Delimiter::Brace => {
                    let body = self.in_body(name, body.stream());
                    all.extend(quote!({ #body }));
                }
                (tree, _) => all.push(tree),
            }
            if ends {
                within = None;
            }
        }
        all.into_iter().collect()
    }

    fn in_body(&self, ty: &str, body: TokenStream) -> TokenStream {
        let inside: Vec<_> = self.0.iter().filter(|one| one.ty == ty && one.inside.is_some()).collect();
        if inside.is_empty() {
            return body;
        }
        let mut all = Vec::new();
        for tree in body {
            if let Some(name) = member_name(&all, &tree) {
                let public = all.pop_if(|last| is_word(last, "pub"));
                let own = inside.iter().filter(|one| one.inside.as_ref().is_some_and(|names| names.contains(&name)));
                all.extend(own.flat_map(|one| one.tokens()));
                all.extend(public);
            }
            all.push(tree);
        }
        all.into_iter().collect()
    }
}

/// The public types of generated code, and the fields and variants of each: `Sound`, `Sound.volume`.
pub fn places(code: &str) -> Vec<String> {
    let mut found = Vec::new();
    in_module(code.parse().unwrap_or_default(), &mut found);
    found
}

fn in_module(items: TokenStream, found: &mut Vec<String>) {
    let mut before = Vec::new();
    let mut trees = items.into_iter().peekable();
    let (mut within, mut is_module) = (None, false);
    while let Some(tree) = trees.next() {
        if let Some(name) = type_name(&before, &tree, trees.peek()) {
            found.push(name.clone());
            within = Some(name);
        }
        is_module |= is_word(&tree, "mod");
        if let TokenTree::Group(body) = &tree
            && body.delimiter() == Delimiter::Brace
        {
            match within.take() {
                Some(name) => members(&name, body.stream(), found),
                None if is_module => in_module(body.stream(), found),
                None => {}
            }
            is_module = false;
        }
        if is_punct(&tree, &[';']) {
            (within, is_module) = (None, false);
        }
        before.push(tree);
    }
}

fn members(ty: &str, body: TokenStream, found: &mut Vec<String>) {
    let mut before = Vec::new();
    for tree in body {
        if let Some(name) = member_name(&before, &tree) {
            found.push(format!("{ty}.{}", name.trim_start_matches("r#")));
        }
        before.push(tree);
    }
}

/// The name of a public type, if `tree` is its keyword `struct` or `enum`.
fn type_name(before: &[TokenTree], tree: &TokenTree, next: Option<&TokenTree>) -> Option<String> {
    let is_type = is_word(tree, "struct") || is_word(tree, "enum");
    let is_public = before.last().is_some_and(|last| is_word(last, "pub"));
    next.filter(|_| is_type && is_public).map(TokenTree::to_string)
}

/// The name of a field or variant, if `tree` is one: after `pub`, a comma, an attribute, or nothing.
fn member_name(before: &[TokenTree], tree: &TokenTree) -> Option<String> {
    let TokenTree::Ident(name) = tree else { return None };
    let is_attribute = match before {
        [.., hash, TokenTree::Group(group)] => is_punct(hash, &['#']) && group.delimiter() == Delimiter::Bracket,
        _ => false,
    };
    let begins = match before.last() {
        None => true,
        Some(last) => is_word(last, "pub") || is_punct(last, &[',']) || is_attribute,
    };
    (begins && *name != "pub").then(|| name.to_string())
}

#[cfg(test)]
mod tests;
