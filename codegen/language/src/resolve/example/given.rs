//! The values of an example by their whole paths: the path before a brace or a bracket is that of its values, too.

use std::collections::HashMap;

use crate::ast::{Expr, ExprKind, Name, Path};
use crate::diagnostic::Diagnostic;
use crate::model::path_text;
use crate::near::proposal;
use crate::source::Span;

/// A value of an example.
pub(in crate::resolve) struct Given<'e> {
    /// Its whole path.
    pub(in crate::resolve) path: Vec<Name>,
    /// The end of the path as it is written, from the innermost brace or bracket on.
    pub(in crate::resolve) written: String,
    pub(in crate::resolve) value: &'e Expr,
    /// The path and the value, as far as they are written.
    pub(in crate::resolve) span: Span,
}

impl Given<'_> {
    /// The last step of the path.
    pub(in crate::resolve) fn name_span(&self) -> Span {
        self.path.last().map_or(self.span, |name| name.span)
    }

    /// The whole path as text.
    pub(in crate::resolve) fn text(&self) -> String {
        text_of(&self.path)
    }
}

fn text_of(path: &[Name]) -> String {
    path_text(&spelled(path).collect::<Vec<_>>())
}

/// The texts of a path's steps.
pub(in crate::resolve) fn spelled(path: &[Name]) -> impl Iterator<Item = &str> {
    path.iter().map(|name| name.text.as_str())
}

/// Whether a value in a list has fields, so that the values of the list have paths of their own.
pub(in crate::resolve) fn holds_fields(value: &Expr) -> bool {
    value.all().iter().any(|one| matches!(one.kind, ExprKind::Fields(_)))
}

/// All values of an example.
pub(in crate::resolve) struct Values<'e> {
    /// Each container before what is in it.
    pub(in crate::resolve) all: Vec<Given<'e>>,
    /// Those that are not all fields in braces, by their whole paths: an example may have as many as a packet has bytes.
    at: HashMap<String, Vec<&'e Expr>>,
}

impl<'e> Values<'e> {
    /// The values at a path.
    pub(in crate::resolve) fn at(&self, path: &[Name]) -> &[&'e Expr] {
        self.at.get(&text_of(path)).map_or(&[], Vec::as_slice)
    }
}

/// All values of an example.
pub(in crate::resolve) fn given(values: &[(Path, Expr)]) -> Values<'_> {
    let (mut all, mut at) = (Vec::new(), HashMap::<_, Vec<_>>::new());
    add_fields(&[], values, &mut all);
    for one in all.iter().filter(|one| !matches!(one.value.kind, ExprKind::Fields(_))) {
        at.entry(one.text()).or_default().push(one.value);
    }
    Values { all, at }
}

fn add_fields<'e>(outer: &[Name], values: &'e [(Path, Expr)], all: &mut Vec<Given<'e>>) {
    for (path, value) in values {
        let steps: Vec<&str> = spelled(&path.segments).collect();
        let (whole, span) = ([outer, &path.segments].concat(), path.span.to(value.span));
        add(Given { path: whole, written: path_text(&steps), value, span }, all);
    }
}

fn add<'e>(given: Given<'e>, all: &mut Vec<Given<'e>>) {
    let (path, value) = (given.path.clone(), given.value);
    if let ExprKind::Named { name, fields } = &value.kind {
        add(Given { path, written: given.written.clone(), value: name, span: given.span }, all);
        return add(Given { value: fields, ..given }, all);
    }
    all.push(given);
    match &value.kind {
        ExprKind::Fields(values) => add_fields(&path, values, all),
        ExprKind::List(items) if holds_fields(value) => {
            for (index, item) in items.iter().enumerate() {
                let step = Name { text: format!("[{index}]"), span: item.span };
                let path = [path.as_slice(), &[step]].concat();
                add(Given { path, written: String::new(), value: item, span: item.span }, all);
            }
        }
        _ => {}
    }
}

/// Adds proposals to a diagnostic about an unknown name: a similar name, and the list of candidates.
pub(in crate::resolve) fn among(wrong: Diagnostic, name: &Name, names: &[&str]) -> Diagnostic {
    /// Limit on the listed candidates.
    const MOST: usize = 8;
    let wrong = wrong.help_if(proposal(name.span, &name.text, names.iter().copied())).knowing(names);
    let mut told: Vec<String> = Vec::new();
    for name in names.iter().map(|name| format!("`{name}`")) {
        if !told.contains(&name) {
            told.push(name);
        }
    }
    if told.len() > MOST {
        told.truncate(MOST);
        told.push("..".to_owned());
    }
    match told.as_slice() {
        [] => wrong,
        [only] => wrong.note(format!("the only name here is {only}")),
        all => wrong.note(format!("the names here are {}", all.join(", "))),
    }
}
