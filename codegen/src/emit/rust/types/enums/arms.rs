//! Matches over many names: no function grows beyond what clippy takes for a page.

use super::super::super::tokens::{Ident, TokenStream, format_ident, quote};

/// So many arms stand in one function.
const MOST: usize = 60;

/// What a function of one match is made of.
pub(super) struct Matching {
    /// `from_code`
    pub(super) name: &'static str,
    /// `code: u8`, and how the next function is called with it: `Self::`, `code`.
    pub(super) argument: TokenStream,
    pub(super) receiver: TokenStream,
    pub(super) passed: TokenStream,
    /// What is matched.
    pub(super) subject: TokenStream,
    /// `-> Self`
    pub(super) gives: TokenStream,
    /// Patterns and values; they cover everything.
    pub(super) arms: Vec<(TokenStream, TokenStream)>,
}

impl Matching {
    /// The body of the function, and the functions that it goes on to where one is not enough.
    pub(super) fn split(&self) -> (TokenStream, Vec<TokenStream>) {
        let chunks: Vec<_> = self.arms.chunks(size(self.arms.len())).collect();
        let count = chunks.len();
        let mut bodies = chunks.into_iter().enumerate().map(|(index, arms)| {
            let number = index.saturating_add(1);
            let next = (number < count).then(|| {
                let (next, receiver, passed) = (self.ident(number.saturating_add(1)), &self.receiver, &self.passed);
                quote!(_ => #receiver #next(#passed),)
            });
            // What reaches the last function and none of its other arms is the last one's.
            let covers = number == count && count > 1;
            let last = arms.len().saturating_sub(1);
            let arms = arms.iter().enumerate().map(|(index, (pattern, value))| {
                if covers && index == last { quote!(_ => #value,) } else { quote!(#pattern => #value,) }
            });
            let subject = &self.subject;
            (number, quote!(match #subject { #(#arms)* #next }))
        });
        let first = bodies.next().map(|(_, body)| body).unwrap_or_default();
        let more = bodies.map(|(number, body)| {
            let (name, argument, gives) = (self.ident(number), &self.argument, &self.gives);
            quote! {
                const fn #name(#argument) -> #gives {
                    #body
                }
            }
        });
        (first, more.collect())
    }

    fn ident(&self, number: usize) -> Ident {
        format_ident!("{}_{number}", self.name)
    }
}

/// How many arms stand in each function: never one alone in the last, which would be no match.
fn size(arms: usize) -> usize {
    (2..=MOST).rev().find(|size| arms.checked_rem(*size) != Some(1)).unwrap_or(MOST)
}
