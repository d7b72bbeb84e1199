//! What the record's own functions call: a reader of the view, a check and a writer of the plain value. Of many shapes
//! each is several functions.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::super::arms::{Choosing, JoinableArm};
use super::super::check::Checker;
use super::super::chunks::{Chunks, Last, are_many, are_too_long};
use super::super::put::Putter;
use super::super::scope::{Act, Scope};
use super::super::take::Taker;
use super::super::{code, derive, facts, handed, hooks, parse, size};
use crate::model::{Cell, CellId, Demand, FieldId, Source, Tag, Wire};

/// The functions of one choice.
pub(super) struct Functions<'s, 'a> {
    pub(super) scope: &'s Scope<'a>,
    pub(super) id: FieldId,
}

/// What one of them looks like.
struct Outline<'o> {
    name: &'static str,
    act: Act,
    /// What it is called on: `self.`, or `Self::`.
    on: TokenStream,
    /// Its arguments before the cells that it is handed, as it declares them and as they are passed.
    declared: TokenStream,
    passed: TokenStream,
    /// `<E: ::wireform::Refusal>`
    generics: TokenStream,
    /// `-> Result<Self, E>`, and whether that may be an error.
    result: TokenStream,
    fails: bool,
    /// What becomes of the `match` at its end.
    ended: &'o dyn Fn(TokenStream) -> TokenStream,
}

impl Functions<'_, '_> {
    /// Reads the view.
    pub(super) fn take(&self, view_life: &TokenStream) -> TokenStream {
        let choosing = Taker::new(self.scope, format_ident!("input")).choosing(self.id);
        let whole = choosing.whole();
        let fails = facts::fails(&whole);
        let input = if code::mentions(&whole, "input") { quote!(input) } else { quote!(_input) };
        let input_life = if view_life.is_empty() { quote!('_) } else { quote!('a) };
        self.functions(
            choosing,
            &Outline {
                name: "take",
                act: Act::Take,
                on: quote!(Self::),
                declared: quote!(#input: &mut ::wireform::Input<#input_life, E>),
                passed: input,
                generics: quote!(<E: ::wireform::Refusal>),
                result: if fails { quote!(-> ::core::result::Result<Self, E>) } else { quote!(-> Self) },
                fails,
                ended: &|ended| if fails { quote!(Ok(#ended)) } else { ended },
            },
        )
    }

    /// Looks at the plain value; nothing where nothing can be wrong.
    pub(super) fn check(&self) -> Option<TokenStream> {
        let choosing = Checker { scope: self.scope }.choosing(self.id);
        let outline = Outline {
            name: "check",
            act: Act::Check,
            on: quote!(self.),
            declared: size::choice_receiver(self.scope, self.id),
            passed: TokenStream::new(),
            generics: TokenStream::new(),
            result: quote!(-> ::core::result::Result<(), ::wireform::WriteError>),
            fails: true,
            ended: &|ended| quote!(#ended Ok(())),
        };
        (!choosing.is_empty()).then(|| self.functions(choosing, &outline))
    }

    /// Writes the plain value; nothing where there are never any bytes.
    pub(super) fn put(&self) -> Option<TokenStream> {
        let choosing = Putter { scope: self.scope }.choosing(self.id);
        let output = hooks::output(&self.scope.place, &hooks::of_record(self.scope));
        let receiver = size::choice_receiver(self.scope, self.id);
        let outline = Outline {
            name: "put",
            act: Act::Put,
            on: quote!(self.),
            declared: quote!(#receiver, out: #output),
            passed: quote!(out),
            generics: TokenStream::new(),
            result: TokenStream::new(),
            fails: false,
            ended: &|ended| ended,
        };
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
        let chunks = match are_too_long(&codes) {
            false => Chunks::one(&codes),
            true if looks_in => Chunks::of_long(codes),
            true => Chunks::of_long(with_last_for_all(codes)),
        };
        let rest = if looks_in { chunks.rest(quote!(_ => 0,)) } else { TokenStream::new() };
        let functions = chunks.functions(
            "tag",
            (&this, &this),
            &Last::Arm(rest),
            |next| quote!(self.#next()),
            |name, body| function(&None, name, body),
        );
        let others = functions.others;
        let tag = function(&self.visible(), &format_ident!("tag"), functions.first);
        Some(quote!(#tag #others))
    }

    /// The record itself calls them, wherever it is.
    fn visible(&self) -> Option<TokenStream> {
        self.scope.place.module.map(|_| quote!(pub(super)))
    }

    fn functions(&self, choosing: Choosing, outline: &Outline<'_>) -> TokenStream {
        let (scope, Outline { name, act, on, ended, .. }) = (self.scope, outline);
        let own = format_ident!("{name}");
        let visible = self.visible();
        if choosing.arms.is_empty() {
            let body = ended(choosing.first);
            return self.function(outline, &own, (&visible, &TokenStream::new()), &body);
        }
        let reads = *act == Act::Take;
        let Choosing { first, subject, arms, last } = choosing;
        let kept = if reads { self.kept_of(&first, &last) } else { Vec::new() };
        let kept_declared: TokenStream = kept.iter().map(|(name, ty)| quote!(, #name: #ty)).collect();
        let kept_passed: TokenStream = kept.iter().map(|(name, _)| quote!(, #name)).collect();
        let cells = handed::passed(scope, &scope.read_by_choice(self.id, *act));
        let known = (!scope.record.params.is_empty()).then(|| quote!(, known));
        let passed = &outline.passed;
        let passed = parse::without_comma(quote!(#passed #kept_passed #cells #known));
        let failed = outline.fails.then(|| quote!(?));
        let chunks = match (are_too_long(&arms), reads) {
            (false, _) => Chunks::one(&arms),
            (true, true) if last.is_empty() => Chunks::of_long(with_last_for_all(arms)),
            (true, true) => Chunks::of_long(arms),
            // What nothing is to be done with needs no arm.
            (true, false) => Chunks::of_long(arms.into_iter().filter(|arm| arm.body.to_string() != "{ }").collect()),
        };
        let functions = chunks.functions(
            name,
            (&subject, &subject),
            &if reads { Last::Arm(last) } else { Last::Nothing },
            |next| quote!(#on #next(#passed) #failed),
            |name, body| self.function(outline, name, (&None, &kept_declared), &ended(body)),
        );
        let (matched, others) = (ended(functions.first), functions.others);
        let function = self.function(outline, &own, (&visible, &TokenStream::new()), &quote!(#first #matched));
        quote!(#function #others)
    }

    fn function(
        &self,
        outline: &Outline<'_>,
        name: &Ident,
        (visible, kept): (&Option<TokenStream>, &TokenStream),
        body: &TokenStream,
    ) -> TokenStream {
        let Outline { act, declared, generics, result, .. } = outline;
        let cells = handed::declared(self.scope, &self.scope.read_by_choice(self.id, *act), body);
        let known = code::used(code::known_declared(self.scope), "known", body);
        quote! {
            #[inline]
            #visible fn #name #generics(#declared #kept #cells #known) #result { #body }
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
