//! Conditions in few words: what a schema or the compiler puts together of `&&`, `||` and `!` may be longer than what it
//! says, and clippy tells whoever compiles it (`nonminimal_bool`, `overly_complex_bool_expr`).
//!
//! Clippy takes a condition apart as this does, and holds it against the shortest sum of products and the shortest product
//! of sums that mean the same. So does this; what is no shorter keeps its spelling, so only `a && b || a && c` becomes
//! `a && (b || c)`.

mod flat;
mod sums;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::iter;

use super::int::term;
use super::negation::negation;
use super::tokens::{Delimiter, TokenStream, Tree, quote};

/// So many terms of a longer condition are looked at together. Clippy's look ends at eight different ones, from the first.
const FRONT: usize = 24;

/// A condition, of terms by their places in a list. It is as deep as brackets are in a schema, which the parser holds to 64
/// levels, and a few that stand around these here: whatever looks at one may call itself for what stands in it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Formula {
    Known(bool),
    /// A term, or that it does not hold.
    Term(usize, bool),
    All(Vec<Formula>),
    Any(Vec<Formula>),
}

/// What is neither `&&`, `||` nor `!`.
#[derive(Default)]
struct Terms {
    /// Each with its opposite.
    all: Vec<(TokenStream, TokenStream)>,
    /// Which one a text is, and whether it is that or its opposite.
    spelled: BTreeMap<String, (usize, bool)>,
}

/// The same condition in as few terms as it needs.
pub(super) fn shortest(condition: TokenStream) -> TokenStream {
    if !is_compound(&condition) {
        return condition;
    }
    let mut terms = Terms::default();
    let formula = terms.read(&condition);
    let short = formula.clone().flat().shortened();
    if short == formula { condition } else { terms.write(&short) }
}

/// Whether one of some conditions holds.
pub(super) fn any(tests: impl Iterator<Item = TokenStream>) -> TokenStream {
    let tests: Vec<TokenStream> = tests.collect();
    match tests.as_slice() {
        [only] => only.clone(),
        tests => {
            let tests = tests.iter().map(|test| term(test.clone()));
            shortest(quote!(#(#tests)||*))
        }
    }
}

/// The opposite of a condition of several terms; nothing where it is a single one.
pub(super) fn opposite(condition: &TokenStream) -> Option<TokenStream> {
    if !is_compound(condition) {
        return None;
    }
    let mut terms = Terms::default();
    let formula = terms.read(condition).opposite().flat().shortened();
    Some(terms.write(&formula))
}

/// Whether a condition is made of several terms.
fn is_compound(condition: &TokenStream) -> bool {
    let text = condition.text();
    let trees = || condition.trees().collect::<Vec<_>>();
    (text.contains("&&") || text.contains("||")) && ['&', '|'].iter().any(|one| split(&trees(), *one).is_some())
}

/// `a`, `b` and `c` of `a || b || c`; nothing of a single term, which a choice is whatever stands in it.
fn split<'t>(trees: &[Tree<'t>], operator: char) -> Option<Vec<Vec<Tree<'t>>>> {
    if is_choice(trees) {
        return None;
    }
    let (mut parts, mut last) = (Vec::new(), Vec::new());
    let mut trees = trees.iter().copied().peekable();
    while let Some(tree) = trees.next() {
        if tree.is_punct(&[operator]) && trees.next_if(|next| next.is_punct(&[operator])).is_some() {
            parts.push(std::mem::take(&mut last));
        } else {
            last.push(tree);
        }
    }
    parts.push(last);
    (parts.len() > 1).then_some(parts)
}

/// `if a { b } else { c }`
fn is_choice(trees: &[Tree<'_>]) -> bool {
    trees.first().is_some_and(|first| first.is_ident("if") || first.is_ident("match"))
}

impl Terms {
    fn read(&mut self, condition: &TokenStream) -> Formula {
        self.read_trees(&condition.trees().collect::<Vec<_>>())
    }

    fn read_trees(&mut self, trees: &[Tree<'_>]) -> Formula {
        match trees {
            [only] if only.is_group(Delimiter::Parenthesis) => return self.read(&only.inside().rest()),
            [not, only] if not.is_punct(&['!']) && only.is_group(Delimiter::Parenthesis) => {
                return self.read(&only.inside().rest()).opposite();
            }
            [only] if only.is_ident("true") || only.is_ident("false") => return Formula::Known(only.is_ident("true")),
            _ => {}
        }
        let mut all = |parts: Vec<Vec<Tree<'_>>>| parts.iter().map(|part| self.read_trees(part)).collect();
        if let Some(parts) = split(trees, '|') {
            return Formula::Any(all(parts));
        }
        match split(trees, '&') {
            Some(parts) => Formula::All(all(parts)),
            None => self.term(trees),
        }
    }

    fn term(&mut self, trees: &[Tree<'_>]) -> Formula {
        let term: TokenStream = trees.iter().copied().collect();
        let spelled = term.to_string();
        let (at, holds) = self.spelled.get(&spelled).copied().unwrap_or_else(|| {
            let (at, not) = (self.all.len(), negation(&term));
            self.spelled.entry(not.to_string()).or_insert((at, false));
            self.spelled.insert(spelled, (at, true));
            self.all.push((term, not));
            (at, true)
        });
        Formula::Term(at, holds)
    }

    fn write(&self, formula: &Formula) -> TokenStream {
        let operand = |one: &Formula| {
            let text = self.write(one);
            let is_several = one.parts().is_some() || is_choice(&text.trees().collect::<Vec<_>>());
            if is_several { quote!((#text)) } else { text }
        };
        match formula {
            Formula::Known(known) => quote!(#known),
            Formula::Term(at, holds) => {
                self.all.get(*at).map(|(so, not)| if *holds { so } else { not }).cloned().unwrap_or_default()
            }
            Formula::All(all) => {
                let all = all.iter().map(operand);
                quote!(#(#all)&&*)
            }
            Formula::Any(any) => {
                let any = any.iter().map(operand);
                quote!(#(#any)||*)
            }
        }
    }
}

impl Formula {
    fn opposite(self) -> Self {
        let each = |all: Vec<Self>| all.into_iter().map(Self::opposite).collect();
        match self {
            Self::Known(known) => Self::Known(!known),
            Self::Term(at, holds) => Self::Term(at, !holds),
            Self::All(all) => Self::Any(each(all)),
            Self::Any(any) => Self::All(each(any)),
        }
    }

    /// Of some, whether they all have to hold, or one of them.
    fn of(all_hold: bool, some: Vec<Self>) -> Self {
        if all_hold { Self::All(some) } else { Self::Any(some) }
    }

    /// Whether all have to hold, or one of them, and which; nothing of a term.
    fn parts(&self) -> Option<(bool, &[Self])> {
        match self {
            Self::All(all) => Some((true, all)),
            Self::Any(any) => Some((false, any)),
            Self::Known(_) | Self::Term(..) => None,
        }
    }

    /// The same with what stands in front as short as can be.
    fn with_short_front(self) -> Self {
        let Some((all_hold, parts)) = self.parts() else { return self };
        let mut terms = 0;
        let is_front = |part: &&Self| {
            terms += part.terms().len();
            terms <= FRONT
        };
        let front: Vec<Self> = parts.iter().take_while(is_front).cloned().collect();
        let rest = parts.iter().skip(front.len()).cloned();
        let front = Self::of(all_hold, front).flat().shortened();
        Self::of(all_hold, iter::once(front).chain(rest).collect()).flat()
    }

    /// The terms in it, as often as they stand there.
    fn terms(&self) -> Vec<usize> {
        match self {
            Self::Known(_) => Vec::new(),
            Self::Term(at, _) => vec![*at],
            Self::All(all) | Self::Any(all) => all.iter().flat_map(Self::terms).collect(),
        }
    }

    /// How long it is: terms; `&&`, `||` and brackets, as clippy counts them.
    fn cost(&self) -> (usize, usize) {
        let Some((_, parts)) = self.parts() else { return (usize::from(matches!(self, Self::Term(..))), 0) };
        parts.iter().fold((0, parts.len().saturating_sub(1)), |(terms, operators), part| {
            let (more, inside) = part.cost();
            (terms + more, operators + inside + usize::from(part.parts().is_some()))
        })
    }

    /// The shortest that is found: of each part, of the whole, of two beside each other; until nothing gets shorter.
    fn shortened(self) -> Self {
        let mut terms = self.terms();
        let count = terms.len();
        terms.sort_unstable();
        terms.dedup();
        // Each of them once: nothing is shorter.
        let Some((all_hold, parts)) = self.parts().filter(|_| terms.len() < count) else { return self };
        let parts: Vec<Self> = parts.iter().cloned().map(Self::shortened).collect();
        let this = Self::of(all_hold, parts).flat();
        if count > FRONT {
            return this.with_short_front();
        }
        if let Some(shorter) = sums::shorter(&this) {
            return shorter.shortened();
        }
        let Some((all_hold, parts)) = this.parts() else { return this };
        for (at, one) in parts.iter().enumerate() {
            for (behind, other) in parts.iter().enumerate().skip(at + 1) {
                let pair = Self::of(all_hold, vec![one.clone(), other.clone()]);
                if let Some(shorter) = sums::shorter(&pair) {
                    // In the place of the first.
                    let (front, rest) = (parts.iter().take(at), parts.iter().enumerate().skip(at + 1));
                    let rest = rest.filter(|(other, _)| *other != behind).map(|(_, part)| part);
                    let parts = front.chain([&shorter]).chain(rest).cloned().collect();
                    return Self::of(all_hold, parts).flat().shortened();
                }
            }
        }
        this
    }
}
