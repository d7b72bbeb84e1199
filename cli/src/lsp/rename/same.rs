//! Whether a schema means the same after a rename: each name still stands for what it stood for, and the model is the same
//! but for the name.

use std::collections::BTreeSet;

use wireform_build::names::type_name;
use wireform_build::references::References;
use wireform_build::source::Span;

use super::examples;

use crate::lsp::analysis::Analysis;
use crate::lsp::client::edits::Edits;
use crate::model::tree;
use crate::model::tree::{Object, Tree};

/// The first difference, as a sentence; `None` if there is none.
pub fn difference(before: &Analysis, after: &Analysis, edits: &Edits, old: &str, new: &str) -> Option<String> {
    let titles = |analysis: &Analysis| -> Vec<String> {
        analysis.diagnostics.iter().map(|one| one.title.replace(&format!("`{old}`"), &format!("`{new}`"))).collect()
    };
    let (was, is) = (titles(before), titles(after));
    if was != is {
        let fresh = is.iter().enumerate().find(|(at, title)| was.get(*at) != Some(title));
        return Some(match fresh {
            Some((_, title)) => title.clone(),
            None => "mistakes of the schema would look like none".to_owned(),
        });
    }
    // An example that holds means the same: its bytes say more than its names. Others may not have been executed.
    let do_hold = before.diagnostics.is_empty();
    let in_examples = || [before, after].map(examples::all);
    let is_bound = |[were, are]: &[Vec<Span>; 2]| bound(before, Some(edits), were) == bound(after, None, are);
    let is_kept = is_bound(&Default::default()) || do_hold && is_bound(&in_examples());
    if !is_kept {
        return Some("another name would stand for something else".to_owned());
    }
    let names = [(old.to_owned(), new.to_owned()), (type_name(old), type_name(new))];
    let model = |analysis: &Analysis| analysis.schema.as_ref().map(tree);
    let is_same = match (model(before), model(after)) {
        (Some(before), Some(after)) => is_same_but_for(&names, &before, &after),
        (None, None) => true,
        _ => false,
    };
    (!is_same).then(|| "the schema would mean something else".to_owned())
}

/// Each name with what it stands for, at the places after some edits; those in the given examples are left out.
fn bound(analysis: &Analysis, edits: Option<&Edits>, examples: &[Span]) -> BTreeSet<(Span, Span)> {
    let references: &References = &analysis.references;
    let moved = |span: Span| edits.map_or(span, |edits| edits.moved(analysis.path_of(span.file), span));
    let own = references.definitions().iter().map(|one| (one.span, one.span));
    let in_example = |span: Span| {
        let before = examples.partition_point(|example| (example.file, example.start) <= (span.file, span.start));
        before.checked_sub(1).and_then(|at| examples.get(at)).is_some_and(|example| example.holds(span))
    };
    let uses = references.references().filter(|one| !in_example(one.span)).map(|one| (one.span, one.definition));
    own.chain(uses).map(|(span, definition)| (moved(span), moved(definition))).collect()
}

/// A name before and after a rename, in each of its forms: a record within another is named after both.
type Names = [(String, String); 2];

/// Whether two models are the same, but for a name and for names that are made of it.
fn is_same_but_for(names: &Names, before: &Tree, after: &Tree) -> bool {
    match (before, after) {
        (Tree::Text(before), Tree::Text(after)) => before == after || becomes(names, before, after),
        (Tree::List(before), Tree::List(after)) => {
            before.len() == after.len()
                && before.iter().zip(after).all(|(one, other)| is_same_but_for(names, one, other))
        }
        (Tree::Object(Object(before)), Tree::Object(Object(after))) => {
            let is_same = |((key, one), (other_key, other)): (&(&str, Tree), &(&str, Tree))| {
                key == other_key && is_same_but_for(names, one, other)
            };
            before.len() == after.len() && before.iter().zip(after).all(is_same)
        }
        // A float that is no number is the same one.
        (Tree::Float(one), Tree::Float(other)) => one.to_bits() == other.to_bits(),
        _ => before == after,
    }
}

/// Whether a text becomes another if a name is replaced in some of its places.
fn becomes(names: &Names, before: &str, after: &str) -> bool {
    let mut seen = BTreeSet::from([(before.len(), after.len())]);
    let mut waiting = vec![(before, after)];
    while let Some((before, after)) = waiting.pop() {
        if before.is_empty() && after.is_empty() {
            return true;
        }
        let mut steps = Vec::new();
        for (old, new) in names {
            steps.extend(before.strip_prefix(old.as_str()).zip(after.strip_prefix(new.as_str())));
        }
        let (mut here, mut there) = (before.chars(), after.chars());
        if here.next().is_some_and(|c| there.next() == Some(c)) {
            steps.push((here.as_str(), there.as_str()));
        }
        waiting.extend(steps.into_iter().filter(|(before, after)| seen.insert((before.len(), after.len()))));
    }
    false
}

#[cfg(test)]
mod tests {
    use super::becomes;

    #[test]
    fn names_are_made_of_names() {
        let names = [("team".to_owned(), "group".to_owned()), ("Team".to_owned(), "Group".to_owned())];
        let becomes = |before: &str, after: &str| becomes(&names, before, after);
        assert!(becomes("JoinTeam", "JoinGroup"));
        assert!(becomes("join.team.teamster", "join.group.teamster"));
        assert!(becomes("", ""));
        assert!(!becomes("join.team", "join.groups"));
        assert!(!becomes("join.team", "leave.group"));
        assert!(!becomes("other", "group"));
    }
}
