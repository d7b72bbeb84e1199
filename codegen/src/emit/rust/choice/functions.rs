//! What the record's own functions call: a reader of the view, a check and a writer of the plain value. Of many shapes
//! each is several functions.

use super::super::arms::{Choosing, JoinableArm};
use super::super::check::{Checker, is_tested_apart, tests_of_tag};
use super::super::chunks::{Chunks, Last, are_many, are_too_long};
use super::super::put::Putter;
use super::super::scope::{Act, Scope};
use super::super::take::Taker;
use super::super::tokens::{Ident, TokenStream, format_ident, quote};
use super::super::{code, derive, expr, facts, handed, hooks, parse, size};
use crate::model::{Cell, CellId, Demand, FieldId, Source, Tag, Wire};

/// The functions of one choice.
pub(super) struct Functions<'s, 'a> {
    pub(super) scope: &'s Scope<'a>,
    pub(super) id: FieldId,
}

/// What one of them looks like.
struct Outline {
    name: &'static str,
    act: Act,
    kind: Kind,
}

enum Kind {
    /// `Self::take(input)`, of which each part fails, and looks at the input, only where it has to; `'a` of the input.
    Take(TokenStream),
    /// `self.check()`
    Check { receiver: TokenStream },
    /// `self.put(out)`
    Put { receiver: TokenStream, output: TokenStream },
}

impl Kind {
    /// What becomes of the `match` at the end of a function.
    fn ended(&self, matching: TokenStream, fails: bool) -> TokenStream {
        match self {
            Self::Take(_) if fails => quote!(Ok(#matching)),
            Self::Put { .. } if fails => quote!(#matching Ok(())),
            Self::Take(_) | Self::Put { .. } => matching,
            Self::Check { .. } => quote!(#matching Ok(())),
        }
    }

    /// The generics, the arguments before the cells that it is handed, and the result of a function with this body. The
    /// one that others call has an input in any case.
    fn signature(&self, body: &TokenStream, is_first: bool) -> (TokenStream, TokenStream, TokenStream) {
        match self {
            Self::Take(life) => {
                let (reads, fails) = (code::mentions(body, "input"), facts::fails(body));
                let input = if reads { quote!(input) } else { quote!(_input) };
                let input = (reads || is_first).then(|| quote!(#input: &mut ::wireform::Input<#life, E>));
                (
                    if input.is_some() || fails { quote!(<E: ::wireform::Refusal>) } else { TokenStream::new() },
                    quote!(#input),
                    if fails { quote!(-> ::core::result::Result<Self, E>) } else { quote!(-> Self) },
                )
            }
            Self::Check { receiver } => (TokenStream::new(), receiver.clone(), written()),
            Self::Put { receiver, output } => {
                let result = if facts::fails(body) { written() } else { TokenStream::new() };
                let out = code::out(body);
                (TokenStream::new(), quote!(#receiver, #out: #output), result)
            }
        }
    }

    /// The call of a function with this body, with more arguments behind its own.
    fn call(&self, name: &Ident, body: &TokenStream, more: &TokenStream) -> TokenStream {
        match self {
            Self::Take(_) => {
                let (reads, fails) = (code::mentions(body, "input"), facts::fails(body));
                let (input, failed) = (reads.then(|| quote!(input)), fails.then(|| quote!(?)));
                // How it refuses follows from the input, if it has that.
                let refusal = (fails && !reads).then(|| quote!(::<E>));
                let passed = parse::without_comma(quote!(#input #more));
                quote!(Self::#name #refusal(#passed) #failed)
            }
            Self::Check { .. } => {
                let passed = parse::without_comma(more.clone());
                quote!(self.#name(#passed)?)
            }
            Self::Put { .. } => {
                let failed = facts::fails(body).then(|| quote!(?));
                quote!(self.#name(out #more) #failed)
            }
        }
    }
}

/// The result of what looks at values.
fn written() -> TokenStream {
    quote!(-> ::core::result::Result<(), ::wireform::WriteError>)
}

impl Functions<'_, '_> {
    /// Reads the view.
    pub(super) fn take(&self, view_life: &TokenStream) -> TokenStream {
        let choosing = Taker::new(self.scope, format_ident!("input")).choosing(self.id);
        let life = if view_life.is_empty() { quote!('_) } else { quote!('a) };
        self.functions(choosing, &Outline { name: "take", act: Act::Take, kind: Kind::Take(life) })
    }

    /// Looks at the plain value before it is written; nothing where nothing can be wrong, or is looked at so.
    pub(super) fn check(&self) -> Option<TokenStream> {
        if self.scope.is_checked_as_written() {
            return None;
        }
        let choosing = Checker { scope: self.scope }.choosing(self.id);
        let kind = Kind::Check { receiver: size::choice_receiver(self.scope, self.id) };
        let outline = Outline { name: "check", act: Act::Check, kind };
        (!choosing.is_empty()).then(|| self.functions(choosing, &outline))
    }

    /// Writes the plain value; nothing where there are never any bytes.
    pub(super) fn put(&self) -> Option<TokenStream> {
        let choosing = Putter { scope: self.scope }.choosing(self.id);
        let output = hooks::output(&self.scope.place, &hooks::of_record(self.scope));
        let receiver = size::choice_receiver(self.scope, self.id);
        let outline = Outline { name: "put", act: Act::Put, kind: Kind::Put { receiver, output } };
        (!choosing.is_empty()).then(|| self.functions(choosing, &outline))
    }

    /// What the tag of the plain value is, where it has so many shapes that one function cannot tell.
    pub(super) fn tag(&self) -> Option<TokenStream> {
        let (scope, id) = (self.scope, self.id);
        let Wire::Match { tag, arms, .. } = &scope.field(id).wire else { return None };
        let derived = |cell: &Cell| matches!(cell.source, Source::Derived(Demand::Arm { field }) if field == id);
        let cell = match tag {
            Tag::InPlace { cell, .. } => Some(*cell),
            Tag::Input(_) => scope.record.cells.iter().position(derived).map(CellId),
        };
        let int = scope.cell_int(cell.filter(|_| are_many(arms.len()))?);
        let (ty, receiver, this) = (int.ident(), size::choice_receiver(scope, id), size::this_choice(scope, id));
        let function = |visible: &Option<TokenStream>, name: &Ident, body: TokenStream| {
            quote! {
                #[inline]
                #visible fn #name(#receiver) -> #ty { #body }
            }
        };
        let mut codes = derive::codes_of_arms(scope, id, int);
        // Those that keep their code come first: the last is most often one that need not be looked into.
        codes.sort_by_key(|arm| arm.bound.is_empty());
        let looks_in = codes.last().is_some_and(|last| !last.bound.is_empty());
        let chunks = match are_too_long(&TokenStream::new(), &codes) {
            false => Chunks::one(&codes),
            true if looks_in => Chunks::of_long(&TokenStream::new(), codes),
            true => Chunks::of_long(&TokenStream::new(), with_last_for_all(codes)),
        };
        let rest = if looks_in { chunks.rest(quote!(_ => 0,)) } else { TokenStream::new() };
        let functions = chunks.functions(
            "tag",
            (&this, &this),
            &Last::Arm(rest),
            |next, _| quote!(self.#next()),
            |name, body| function(&None, name, body),
        );
        let others = functions.others;
        let tag = function(&self.visible(), &format_ident!("tag"), functions.first);
        Some(quote!(#tag #others))
    }

    /// Whether a tag that the value does not set chooses the shape that the value is, where it has so many shapes that one
    /// function cannot tell.
    pub(super) fn is_chosen_by(&self) -> Option<TokenStream> {
        let (scope, id) = (self.scope, self.id);
        let Wire::Match { name, tag, arms } = &scope.field(id).wire else { return None };
        let (_, int) = expr::input(scope, scope.given_tag(tag)?);
        let tests = tests_of_tag(name, arms, int);
        if !is_tested_apart(&tests) {
            return None;
        }
        let (ty, receiver, this) = (int.ident(), size::choice_receiver(scope, id), size::this_choice(scope, id));
        let function = |name: &Ident, body: TokenStream| {
            quote! {
                #[inline]
                fn #name(#receiver, code: #ty) -> bool { #body }
            }
        };
        let chunks = match are_too_long(&TokenStream::new(), &tests) {
            true => Chunks::of_long(&TokenStream::new(), with_last_for_all(tests)),
            false => Chunks::one(&tests),
        };
        let functions = chunks.functions(
            "is_chosen_by",
            (&this, &this),
            &Last::Arm(TokenStream::new()),
            |next, _| quote!(self.#next(code)),
            function,
        );
        let (first, others) = (function(&format_ident!("is_chosen_by"), functions.first), functions.others);
        Some(quote!(#first #others))
    }

    /// The record itself calls them, wherever it is.
    fn visible(&self) -> Option<TokenStream> {
        self.scope.place.module.map(|_| quote!(pub(super)))
    }

    fn functions(&self, choosing: Choosing, outline: &Outline) -> TokenStream {
        let (scope, Outline { name, act, kind }) = (self.scope, outline);
        let (own, reads) = (format_ident!("{name}"), *act == Act::Take);
        if choosing.arms.is_empty() {
            let fails = !reads && facts::fails(&choosing.first);
            let body = kind.ended(choosing.first, fails);
            return self.function(outline, &own, None, &body);
        }
        let Choosing { first, subject, arms, last } = choosing;
        let kept = if reads { self.kept_of(&first, &last) } else { Vec::new() };
        let kept_declared: TokenStream = kept.iter().map(|(name, ty)| quote!(, #name: #ty)).collect();
        let kept_passed: TokenStream = kept.iter().map(|(name, _)| quote!(, #name)).collect();
        let cells = handed::passed(scope, &scope.read_by_choice(self.id, *act));
        let known = (!scope.record.params.is_empty()).then(|| quote!(, known));
        let passed = quote!(#kept_passed #cells #known);
        let part = |name: &Ident, matching: TokenStream| {
            let fails = facts::fails(&matching);
            self.function(outline, name, Some(&kept_declared), &kind.ended(matching, fails))
        };
        let chunks = match (are_too_long(&first, &arms), reads) {
            (false, _) => Chunks::one(&arms),
            (true, true) if last.is_empty() => Chunks::of_long(&first, with_last_for_all(arms)),
            (true, true) => Chunks::of_long(&first, arms),
            // What nothing is to be done with needs no arm.
            (true, false) => {
                Chunks::of_long(&first, arms.into_iter().filter(|arm| arm.body.to_string() != "{ }").collect())
            }
        };
        let functions = chunks.functions(
            name,
            (&subject, &subject),
            &if reads { Last::Arm(last) } else { Last::Nothing },
            |next, body| kind.call(next, body, &passed),
            part,
        );
        let matching = functions.first;
        let fails = facts::fails(&quote!(#first #matching));
        let (matched, others) = (kind.ended(matching, fails), functions.others);
        let function = self.function(outline, &own, None, &quote!(#first #matched));
        quote!(#function #others)
    }

    /// One that the record calls, or, where more is handed on to it, one of the others.
    fn function(&self, outline: &Outline, name: &Ident, kept: Option<&TokenStream>, body: &TokenStream) -> TokenStream {
        let Outline { act, kind, .. } = outline;
        let (generics, declared, result) = kind.signature(body, kept.is_none());
        let visible = if kept.is_none() { self.visible() } else { None };
        let cells = handed::declared(self.scope, &self.scope.read_by_choice(self.id, *act), body);
        let known = code::used(code::known_declared(self.scope), "known", body);
        let declared = parse::without_comma(quote!(#declared #kept #cells #known));
        quote! {
            #[inline]
            #visible fn #name #generics(#declared) #result { #body }
        }
    }

    /// What the first function of a reader hands on to the others: where the tag stood, and the tag.
    fn kept_of(&self, first: &TokenStream, last: &TokenStream) -> Vec<(Ident, TokenStream)> {
        let at = code::mentions(first, "at") && code::mentions(last, "at");
        let at = at.then(|| (format_ident!("at"), quote!(usize)));
        let tag = match &self.scope.field(self.id).wire {
            Wire::Match { tag: Tag::InPlace { cell, .. }, .. } => {
                Some((self.scope.local(*cell), self.scope.local_type(*cell)))
            }
            _ => None,
        };
        at.into_iter().chain(tag).collect()
    }
}

/// Arms of which the last takes whatever no other takes.
fn with_last_for_all(mut arms: Vec<JoinableArm>) -> Vec<JoinableArm> {
    if let Some(last) = arms.last_mut() {
        last.pattern = quote!(_);
    }
    arms
}
