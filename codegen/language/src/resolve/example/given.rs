//! The values of an example by their whole paths: the path before a brace or a bracket is that of its values, too.

use crate::ast::{Expr, ExprKind, Name, Path};
use crate::model::path_text;
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
        path_text(&spelled(&self.path).collect::<Vec<_>>())
    }
}

/// The texts of a path's steps.
pub(in crate::resolve) fn spelled(path: &[Name]) -> impl Iterator<Item = &str> {
    path.iter().map(|name| name.text.as_str())
}

/// Whether a value in a list has fields, so that the values of the list have paths of their own.
pub(in crate::resolve) fn holds_fields(value: &Expr) -> bool {
    value.all().iter().any(|one| matches!(one.kind, ExprKind::Fields(_)))
}

/// All values of an example, each container before what is in it.
pub(in crate::resolve) fn given(values: &[(Path, Expr)]) -> Vec<Given<'_>> {
    let mut all = Vec::new();
    add_fields(&[], values, &mut all);
    all
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
