//! A `match` over many arms in several functions: one that is too long is refused by clippy, and slow to compile.

use super::arms::{self, JoinableArm};
use super::branch;
use super::format::most_lines;
use super::long::{LINES, is_too_long};
use super::tokens::{Ident, TokenStream, format_ident, quote};

/// So many arms of a line or two stand in one function.
const ARMS: usize = 12;
/// So many arms are never too long.
const FEW: usize = 6;
/// And so many in each function, however long they are.
const LEAST: usize = 3;
/// The lines around the arms.
const AROUND: usize = 8;

/// Whether so many short arms stand in several functions.
pub(super) fn are_many(arms: usize) -> bool {
    arms > ARMS + ARMS / 2
}

/// Whether arms of any length are too long for one function, behind what is done first.
pub(super) fn are_too_long(first: &TokenStream, arms: &[JoinableArm]) -> bool {
    let whole = arms::joined(arms);
    arms.len() > FEW && is_too_long(&quote!(#first match this { #whole }))
}

/// The arms of a `match`, in the parts that one function each takes.
pub(super) struct Chunks {
    parts: Vec<Part>,
    /// Whether they are all that there are, so that no other need stand behind the last.
    complete: bool,
}

/// Some arms; `only` has pattern and body where that is but one.
struct Part {
    arms: TokenStream,
    only: Option<(TokenStream, TokenStream)>,
}

impl Part {
    fn of(arms: &[JoinableArm]) -> Self {
        let only = <[_; 1]>::try_from(arms::join(arms)).ok().map(|[only]| only);
        Self { arms: arms::joined(arms), only }
    }
}

/// What the last function does with what it has no arm for.
pub(super) enum Last {
    /// This arm, if any.
    Arm(TokenStream),
    /// Nothing: all that something is to be done with has an arm somewhere.
    Nothing,
}

/// The functions of a `match`.
pub(super) struct Functions {
    /// The `match` in the first function, which is the caller's own.
    pub(super) first: TokenStream,
    /// The functions that it hands on to.
    pub(super) others: TokenStream,
}

/// Arms in parts of so many.
fn equal(arms: &[TokenStream], size: usize) -> Vec<&[TokenStream]> {
    let mut parts: Vec<&[TokenStream]> = arms.chunks(size).collect();
    // One message alone is no chunk.
    if parts.len() > 1 && parts.last().is_some_and(|part| part.len() == 1) {
        parts.pop();
        let end = parts.pop().map_or(0, <[_]>::len) + 1;
        parts.push(&arms[arms.len() - end..]);
    }
    parts
}

impl Chunks {
    /// Arms that are short, as many together as one can take in at a glance, and equally many in each function.
    pub(super) fn of_short(arms: &[TokenStream]) -> Self {
        let most = if are_many(arms.len()) { ARMS } else { arms.len().max(1) };
        let fits =
            |parts: &Vec<&[TokenStream]>| parts.iter().all(|part| !is_too_long(&quote!(match this { #(#part)* })));
        let sizes = (LEAST..=most).rev().map(|size| equal(arms, size));
        let mut parts = sizes.into_iter().find(fits).unwrap_or_else(|| equal(arms, LEAST.min(most)));
        // Even none are a `match`, of what stands behind them.
        if parts.is_empty() {
            parts.push(arms);
        }
        let complete = parts.len() == 1;
        Self { parts: parts.into_iter().map(|part| Part { arms: quote!(#(#part)*), only: None }).collect(), complete }
    }

    /// Arms of one function.
    pub(super) fn one(arms: &[JoinableArm]) -> Self {
        Self { parts: vec![Part::of(arms)], complete: true }
    }

    /// Arms that are too long, as many together as have fewer lines than a function may have; in front of those of the
    /// first function is what is done `first`.
    pub(super) fn of_long(first: &TokenStream, arms: Vec<JoinableArm>) -> Self {
        let (mut parts, mut lines) = (vec![Vec::new()], most_lines(first));
        for arm in arms {
            let (pattern, body) = (&arm.pattern, &arm.body);
            let more = most_lines(&quote!(#pattern => #body,));
            lines += more;
            match parts.last_mut() {
                Some(part) if lines + AROUND <= LINES || part.is_empty() => part.push(arm),
                Some(_) | None => {
                    parts.push(vec![arm]);
                    lines = more;
                }
            }
        }
        // One arm alone is no chunk.
        if let [.., before, last] = parts.as_mut_slice()
            && last.len() == 1
            && before.len() > 1
        {
            last.extend(before.pop());
            last.reverse();
        }
        Self { parts: parts.iter().map(|part| Part::of(part)).collect(), complete: false }
    }

    /// An arm for all that the last function is never asked for; none where one function does it all.
    pub(super) fn rest(&self, rest: TokenStream) -> TokenStream {
        if self.complete { TokenStream::new() } else { rest }
    }

    /// The functions; the last arm of each hands on to the next. `subjects` are what is matched in the first and in the
    /// others; `function` makes the function of a chunk's name and `match`, `call` the call of one: that only hands on
    /// what is asked for.
    pub(super) fn functions(
        &self,
        name: &str,
        subjects: (&TokenStream, &TokenStream),
        last: &Last,
        call: impl Fn(&Ident, &TokenStream) -> TokenStream,
        function: impl Fn(&Ident, TokenStream) -> TokenStream,
    ) -> Functions {
        self.functions_by(name, subjects, last, &call, &function)
    }

    /// The same, compiled once and not for each caller.
    fn functions_by(
        &self,
        name: &str,
        subjects: (&TokenStream, &TokenStream),
        last: &Last,
        call: &dyn Fn(&Ident, &TokenStream) -> TokenStream,
        function: &dyn Fn(&Ident, TokenStream) -> TokenStream,
    ) -> Functions {
        let ident = |index: usize| format_ident!("{name}_{}", index + 1);
        // What a function needs follows from those that it hands on to, so the last comes first.
        let (mut behind, mut others): (Option<TokenStream>, Vec<TokenStream>) = (None, Vec::new());
        for (index, Part { arms, only }) in self.parts.iter().enumerate().rev() {
            let subject = if index == 0 { subjects.0 } else { subjects.1 };
            let matching = match (behind.take(), last, only) {
                (Some(behind), ..) => {
                    let next = ident(index + 1);
                    let call = call(&next, &behind);
                    others.push(function(&next, behind));
                    quote!(match #subject { #arms _ => #call, })
                }
                // Whatever it is.
                (None, Last::Arm(last), Some((pattern, body))) if last.is_empty() && pattern.is("_") => body.clone(),
                (None, Last::Arm(last), _) => quote!(match #subject { #arms #last }),
                (None, Last::Nothing, _) if self.complete => quote!(match #subject { #arms }),
                (None, Last::Nothing, Some((pattern, body))) => branch::if_let(pattern, subject, body),
                (None, Last::Nothing, None) => quote!(match #subject { #arms _ => {} }),
            };
            behind = Some(matching);
        }
        others.reverse();
        Functions { first: behind.unwrap_or_default(), others: quote!(#(#others)*) }
    }
}
