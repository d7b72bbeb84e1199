//! Conditions in few words: what a schema or the compiler puts together of `&&`, `||` and `!` may be longer than what it
//! says, and clippy tells whoever compiles it (`nonminimal_bool`, `overly_complex_bool_expr`).
//!
//! Clippy takes a condition apart as this does, and holds it against the shortest sum of products and the shortest product
//! of sums that mean the same. So does this; what is no shorter keeps its spelling, so only `a && b || a && c` becomes
//! `a && (b || c)`.

mod sums;
#[cfg(test)]
mod tests;

use super::int::term;
use super::negation::negation;
use super::tokens::{Delimiter, TokenStream, Tree, quote};

/// So many terms of a longer condition are looked at together. Clippy's look ends at eight different ones, from the first.
const FRONT: usize = 24;

/// A condition, of terms by their places in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Formula {
    Known(bool),
    /// A term, or that it does not hold.
    Term(usize, bool),
    All(Vec<Formula>),
    Any(Vec<Formula>),
}

/// What is neither `&&`, `||` nor `!`: each with its opposite.
#[derive(Default)]
struct Terms(Vec<(TokenStream, TokenStream)>);

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
        for (at, (so, not)) in self.0.iter().enumerate() {
            if so.to_string() == spelled {
                return Formula::Term(at, true);
            }
            if not.to_string() == spelled {
                return Formula::Term(at, false);
            }
        }
        let not = negation(&term);
        self.0.push((term, not));
        Formula::Term(self.0.len() - 1, true)
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
                let (so, not) = &self.0[*at];
                if *holds { so.clone() } else { not.clone() }
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

    /// Without what is known, what stands there twice, and brackets that are not needed.
    fn flat(self) -> Self {
        let (all_hold, parts) = match self {
            Self::All(all) => (true, all),
            Self::Any(any) => (false, any),
            Self::Known(_) | Self::Term(..) => return self,
        };
        let mut flat: Vec<Self> = Vec::new();
        for part in parts {
            match part.flat() {
                Self::Known(known) if known == all_hold => {}
                Self::Known(known) => return Self::Known(known),
                part => match part.parts() {
                    Some((same, inner)) if same == all_hold => inner.iter().for_each(|one| put(&mut flat, one.clone())),
                    _ => put(&mut flat, part),
                },
            }
        }
        // Where it matters what else holds, a term that stands alone is known.
        for at in 0..flat.len() {
            let Self::Term(term, holds) = flat[at] else { continue };
            if flat.iter().enumerate().any(|(other, part)| other != at && part.terms().contains(&term)) {
                let alone = flat.remove(at);
                let rest = Self::of(all_hold, flat).given(term, holds == all_hold);
                return Self::of(all_hold, vec![alone, rest]).flat();
            }
        }
        match flat.len() {
            0 => Self::Known(all_hold),
            1 => flat.swap_remove(0),
            _ => Self::of(all_hold, flat),
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
        let (front, rest) = parts.split_at(parts.iter().take_while(is_front).count());
        let front = Self::of(all_hold, front.to_vec()).flat().shortened();
        Self::of(all_hold, [&[front], rest].concat()).flat()
    }

    /// The same, where a term is known.
    fn given(self, term: usize, holds: bool) -> Self {
        let each = |all: Vec<Self>| all.into_iter().map(|one| one.given(term, holds)).collect();
        match self {
            Self::Term(at, so) if at == term => Self::Known(so == holds),
            Self::Known(_) | Self::Term(..) => self,
            Self::All(all) => Self::All(each(all)),
            Self::Any(any) => Self::Any(each(any)),
        }
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
                    let mut parts = parts.to_vec();
                    parts[at] = shorter;
                    parts.remove(behind);
                    return Self::of(all_hold, parts).flat().shortened();
                }
            }
        }
        this
    }
}

fn put(all: &mut Vec<Formula>, one: Formula) {
    if !all.contains(&one) {
        all.push(one);
    }
}
