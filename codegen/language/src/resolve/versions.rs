//! The versions of a schema: `versions: [259, 260]`.

pub(super) mod condition;

use std::collections::HashMap;

use crate::ast::{self, Expr, ExprKind};
use crate::diagnostic::{Diagnostic, Diagnostics, Help};
use crate::model::{Code, Version};
use crate::near::nearest;
use crate::source::{Sources, Span};

use crate::resolve::declare::unread::Unread;

/// A version and the span of its declaration.
#[derive(Debug, Clone)]
pub(super) struct Listed {
    pub(super) version: Version,
    pub(super) span: Span,
}

/// The results of each condition on the version, one per version that evaluates it. The key is the span of the condition.
pub(super) type Decided = HashMap<Span, HashMap<Option<Code>, bool>>;

/// The conditions that are evaluated in all versions and never hold. (A condition that an enclosing one excludes from a
/// version is valid.)
pub(super) fn never_hold(decided: Decided, versions: &[Listed]) -> impl Iterator<Item = Span> {
    let all = versions.len();
    let never = move |held: &HashMap<Option<Code>, bool>| held.len() == all && !held.values().any(|held| *held);
    decided.into_iter().filter(move |(_, held)| never(held)).map(|(span, _)| span)
}

/// The diagnostic for a condition that holds in no version.
pub(super) fn never_holds(sources: &Sources, versions: &[Listed], span: Span) -> Diagnostic {
    let all: Vec<String> = versions.iter().map(|one| one.version.number.to_string()).collect();
    let (first, last) = (all.first().map_or("", String::as_str), all.last().map_or("", String::as_str));
    let wrong = Diagnostic::new("this holds in no version", span, format!("the versions are {}", all.join(", ")));
    let help = if first == last { format!("`if VERSION == {first}`") } else { format!("`if VERSION >= {last}`") };
    let words = sources.text(span);
    let numbers = words.match_indices(|c: char| c.is_ascii_digit()).map(|(at, _)| at);
    let first_digit = numbers.into_iter().find(|at| words.get(..*at).is_some_and(|before| !before.ends_with(is_word)));
    let Some(at) = first_digit else {
        return wrong
            .help(format!("name a version of the header, such as {help}, or add the missing one to `versions`"));
    };
    let number: String = words.get(at..).unwrap_or_default().chars().take_while(char::is_ascii_digit).collect();
    let place = Span::new(span.file, span.range().start + at, span.range().start + at + number.len());
    // Beyond the newest version, the newest was meant.
    let is_above = number.parse::<Code>().is_ok_and(|number| versions.iter().all(|one| one.version.number < number));
    let near = nearest(&number, all.iter().map(String::as_str)).or_else(|| is_above.then_some(last));
    let near = near.filter(|_| !all.contains(&number));
    let meant = all.iter().filter(|one| **one != number && near.is_none_or(|near| near == *one));
    let (before, after) = (words.get(..at).unwrap_or_default(), words.get(at + number.len()..).unwrap_or_default());
    let written = |one: &String| Help::write(place, one).said(format!("write `{before}{one}{after}`"));
    meant.rev().take(4).map(written).fold(wrong, Diagnostic::help)
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The versions of a schema, oldest first; none if a header is unreadable, which may declare some.
pub(super) fn listed(
    sources: &Sources,
    files: &[ast::File],
    unread: &Unread,
    diagnostics: &mut Diagnostics,
) -> Option<Vec<Listed>> {
    if unread.header {
        return Some(Vec::new());
    }
    let mut settings = files.iter().map(|file| file.header.as_ref().and_then(setting));
    let own = settings.next().flatten();
    let versions = match own {
        Some(own) => list(sources, &own.value, diagnostics)?,
        None => Vec::new(),
    };
    for other in settings.flatten() {
        let theirs = list(sources, &other.value, diagnostics)?;
        if !theirs.iter().map(|one| &one.version).eq(versions.iter().map(|one| &one.version)) {
            let wrong = Diagnostic::new("the versions of this file differ from the schema's", other.value.span, "");
            let wrong = match own {
                Some(own) => wrong.other(own.value.span, "the schema's versions"),
                None => wrong.note("the schema that imports it has no versions"),
            };
            return diagnostics.refuse(wrong.help("declare the same versions in both"));
        }
    }
    Some(versions)
}

fn setting(header: &ast::Header) -> Option<&ast::Setting> {
    header.settings.iter().find(|setting| setting.name.text == "versions")
}

/// `[259, 260]`
fn list(sources: &Sources, value: &Expr, diagnostics: &mut Diagnostics) -> Option<Vec<Listed>> {
    let ExprKind::List(items) = &value.kind else {
        let wrong = Diagnostic::new("these are no versions", value.span, "expected a list of numbers");
        return diagnostics.refuse(wrong.help("write `versions: [1, 2]`"));
    };
    if items.is_empty() {
        let wrong = Diagnostic::new("a protocol without versions", value.span, "the list is empty");
        return diagnostics.refuse(wrong.help("name at least one version, or leave `versions` out"));
    }
    let mut versions: Vec<Listed> = Vec::new();
    for item in items {
        let ExprKind::Int(number) = item.kind else {
            let wrong = Diagnostic::new("a version is a whole number", item.span, "not a whole number");
            return diagnostics.refuse(wrong.help("write it out: `260`, `2015_10`"));
        };
        if let Some(Listed { span, .. }) = versions.last().filter(|earlier| earlier.version.number >= number) {
            let wrong =
                Diagnostic::new("versions stand in order, the oldest first", item.span, "not after the one before");
            return diagnostics.refuse(wrong.other(*span, "the one before").help("sort them"));
        }
        let version = Version { number, name: format!("v{}", sources.text(item.span)) };
        versions.push(Listed { version, span: item.span });
    }
    Some(versions)
}
