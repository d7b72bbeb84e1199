//! Validation of plain values: ranges, presence against conditions, lengths, text, rules.
//!
//! A record of few bytes is checked as a whole before it is written (`check`). All others are checked while they are
//! written, so a value is traversed once: `put` has these checks before and after each field. Which checks there are
//! `facts::checks` says.

mod choices;
mod extents;
mod numbers;
mod open;
mod presence;
mod rules;

use super::derive;
use crate::facts::checks::Check;
use crate::facts::scopes::is_option;
use crate::field::{code, expr, sessions, slot};
use crate::hooks::checksum::{self, Unarmed};
use crate::model::{CellId, Covered, Encoding, FieldId, Wire};
use crate::scope::{Act, Scope, captures};
use crate::text::tokens::{ToTokens, TokenStream, format_ident, quote};
use crate::text::{condition, literal};
use crate::values::delta;

/// The function that checks a scope's plain value before it is written; empty if it has no checks, or is checked while
/// it is written.
pub fn check(scope: &Scope<'_>) -> TokenStream {
    if scope.is_checked_as_written() || !scope.rejects() {
        return TokenStream::new();
    }
    let checker = Checker { scope, act: Act::Check };
    let fields = scope.outermost.iter().map(|id| checker.field(*id));
    let (amounts, rules) = (checker.amounts(), checker.rules());
    let visible = scope.visibility();
    let locals = derive::locals(scope, scope.variables(Act::Check).iter().copied().collect());
    let body = quote!(#locals #(#fields)* #amounts #(#rules)*);
    let outer = captures::declared(scope, scope.captured(Act::Check));
    let known = code::known_declared(scope);
    quote! {
        #[inline]
        #visible fn check(&self #outer #known) -> ::core::result::Result<(), ::wireform::Error> {
            #body
            Ok(())
        }
    }
}

/// The arguments of a nested scope's `check`, or of that of a choice: the captured cells, and the parameters.
fn args(scope: &Scope<'_>, captured: &[CellId]) -> TokenStream {
    let known = (!scope.record.params.is_empty()).then(|| format_ident!("known"));
    let args = captures::locals(scope, captured).into_iter().chain(known);
    quote!(#(#args),*)
}

/// Emits the checks of a scope.
pub struct Checker<'s, 'a> {
    pub scope: &'s Scope<'a>,
    /// The function that makes them. A writer makes none if the record is checked before.
    pub act: Act,
}

/// The path of a field, for errors. Most fields have no checks, so it becomes tokens only where it is used.
pub struct FieldPath(String);

/// The field, or the part of it, that is checked.
struct Place<'t> {
    id: FieldId,
    /// Its plain value; of a region the number of its bytes.
    value: &'t TokenStream,
    path: &'t FieldPath,
}

impl FieldPath {
    pub fn of(scope: &Scope<'_>, id: FieldId) -> Self {
        Self(scope.path(id))
    }

    /// The path of an element, which its list tells.
    pub const fn none() -> Self {
        Self(String::new())
    }

    pub fn refuse(&self, kind: TokenStream) -> TokenStream {
        quote!(return Err(::wireform::Unwritable::#kind.at(#self));)
    }

    /// The refusal with the number, or the words, that the value has in the place.
    fn found(&self, kind: TokenStream, found: impl ToTokens) -> TokenStream {
        quote!(return Err(::wireform::Unwritable::#kind.found(#self, #found));)
    }

    /// The refusal with what belongs in the place, too.
    fn unlike(&self, kind: TokenStream, expected: impl ToTokens, found: impl ToTokens) -> TokenStream {
        quote!(return Err(::wireform::Unwritable::#kind.unlike(#self, #expected, #found));)
    }
}

impl ToTokens for FieldPath {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Self(path) = self;
        quote!(&#path).to_tokens(tokens);
    }
}

impl Checker<'_, '_> {
    fn is_silent(&self) -> bool {
        self.act == Act::Put && !self.scope.is_checked_as_written()
    }

    /// All checks of a field that needs none after it is written.
    pub fn field(&self, id: FieldId) -> TokenStream {
        let (field, always) = (self.scope.field(id), self.always(id));
        if self.scope.facts.checks.field(id).before.is_empty() {
            return always;
        }
        let member = self.scope.member(id);
        if !is_option(field) {
            let checks = self.before(id, &quote!(self.#member));
            return quote!(#always #checks);
        }
        let value = self.scope.locals().ident(field.name.as_deref().unwrap_or_default());
        let checks = self.before(id, &quote!(#value));
        quote!(#always if let Some(#value) = self.#member { #checks })
    }

    /// The checks of a field that are made whether it is present or not.
    pub fn always(&self, id: FieldId) -> TokenStream {
        let name = self.scope.member(id);
        self.all(&self.scope.facts.checks.field(id).always, id, &quote!(self.#name))
    }

    /// The checks of a present field before it is written; `value` is its plain value.
    pub fn before(&self, id: FieldId, value: &TokenStream) -> TokenStream {
        self.all(&self.scope.facts.checks.field(id).before, id, value)
    }

    /// The checks of a present field after it is written; of a region its number of bytes, `count`, is the value.
    pub fn after(&self, id: FieldId, value: &TokenStream) -> TokenStream {
        self.all(&self.scope.facts.checks.field(id).after, id, value)
    }

    /// The checks of a number that the user sets.
    pub fn number(&self, cell: CellId, value: &TokenStream, path: &FieldPath) -> TokenStream {
        let place = Place { id: self.scope.cell(cell).field, value, path };
        self.scope.facts.checks.number(cell).iter().map(|check| self.one(check, &place)).collect()
    }

    fn all(&self, checks: &[Check], id: FieldId, value: &TokenStream) -> TokenStream {
        if checks.is_empty() || self.is_silent() {
            return TokenStream::new();
        }
        let place = Place { id, value, path: &FieldPath::of(self.scope, id) };
        checks.iter().map(|check| self.one(check, &place)).collect()
    }

    fn one(&self, check: &Check, at: &Place<'_>) -> TokenStream {
        let Place { value, path, .. } = at;
        match check {
            Check::Session(session) => {
                sessions::demand(self.scope, vec![*session], |name| quote!(::wireform::Error::unsaid(#path, &#name)))
            }
            Check::Presence(test) => self.presence(test, at),
            Check::PresenceByTags { always } => self.presence_by_tags(*always, at),
            Check::Part(cell) => self.part(*cell),
            Check::Range(cell, held) => self.range(*cell, held, at),
            Check::Width(cell) => self.width(*cell, at),
            Check::Meaning(cell) => self.meaning(*cell, at),
            Check::StoredCode(cell, codes) => self.outside(*cell, codes, at),
            Check::Numbers(scalar, held) => self.numbers(*scalar, *held, at),
            Check::Count(length, codes) => self.count(*length, codes, at),
            Check::SameCount(length) => self.same_count(length, at),
            Check::Length(expr) => self.length(expr, false, at),
            Check::Space(expr, test) => self.space(expr, test.as_ref(), at),
            Check::Fits(most) => self.length(most, true, at),
            Check::AtMost(count) => self.at_most(*count, at),
            Check::Sentinel(ends) => self.sentinel(ends, at),
            Check::Closes => self.closes(at.id, value),
            Check::Unfilled(byte) => {
                let (byte, refuse) = (literal::hex((*byte).into()), at.path.refuse(quote!(Sentinel)));
                quote!(if #value.as_bytes().last() == Some(&#byte) { #refuse })
            }
            Check::Ascii => {
                let word = Encoding::Ascii.title();
                quote!(if !#value.is_ascii() { return Err(::wireform::Unwritable::Text.expected(#path, &#word)); })
            }
            Check::Inside => self.inside(at),
            Check::Agrees(cell) => self.agrees(*cell, at),
            Check::UnknownCode(family, cell) => self.code_of_unknown(*family, *cell, at),
            Check::Constants(covered) => self.constants(covered, at),
            Check::Tags(inputs) => self.chosen(inputs, at),
        }
    }

    /// The check of a number that chooses constants of a checksum, where that is present.
    fn constants(&self, covered: &Covered, Place { id, path, .. }: &Place<'_>) -> TokenStream {
        let Some(Unarmed { test, expected, found }) = checksum::unarmed(self.scope, covered) else {
            return TokenStream::new();
        };
        let refuse = path.unlike(quote!(Range), quote!(&#expected), found);
        let presence = self.scope.field(*id).presence.test().map(|test| expr::test(self.scope, test));
        let wrong = condition::all(presence.into_iter().chain([test]));
        quote!(if #wrong { #refuse })
    }

    /// The check of the record, the group or the choice that a field has.
    fn inside(&self, Place { id, value, path }: &Place<'_>) -> TokenStream {
        let scope = self.scope;
        if let Wire::Record { record, args, from } = &scope.field(*id).wire {
            let value = delta::written_value(scope, *record, from.as_ref(), value);
            let known = slot::record_args(scope, &scope.protocol().records[record.0], args);
            return quote!(#value.check(#known).map_err(|error| error.inside(#path))?;);
        }
        let args = match scope.child_of(*id) {
            Some(group) => args(scope, group.captured(Act::Check)),
            None => args(scope, &scope.read_by_choice(*id, Act::Check)),
        };
        quote!(#value.check(#args)?;)
    }
}
