//! Validation of plain values: ranges, presence against conditions, lengths, text, rules.
//!
//! A record of few bytes is checked as a whole before it is written (`check`). All others are checked while they are
//! written, so a value is traversed once: `put` has these checks before and after each field.

mod choices;
mod extents;
mod lists;

use super::{derive, outlined};
use crate::facts::checks::is_of_bytes;
use crate::facts::scopes::is_option;
use crate::facts::widths::may_not_fit;
use crate::facts::{Checked, numbers};
use crate::field::{code, expr, rules, sessions, slot, value};
use crate::layout::{self, words};
use crate::model::{
    CellId, Check, Demand, Extent, Family, FieldId, Input, Interval, Presence, SessionId, Source, Value, Wire,
};
use crate::scope::locals::Companion;
use crate::scope::{Act, Scope, captures, demand};
use crate::text::emitted::Emitted;
use crate::text::int::{self, Int, of_raw, outside};
use crate::text::literal::number;
use crate::text::tokens::{ToTokens, TokenStream, format_ident, quote};
use crate::text::{branch, condition, names};
use crate::values::delta;

/// The function that checks a scope's plain value before it is written; empty if it has no checks, or is checked while
/// it is written.
pub fn check(scope: &Scope<'_>) -> TokenStream {
    if scope.is_checked_as_written() || !scope.rejects() {
        return TokenStream::new();
    }
    let checker = Checker { scope };
    let (fields, rules) = (checker.fields(scope.outermost), checker.rules());
    let visible = scope.visibility();
    let (locals, amounts) =
        (derive::locals(scope, scope.variables(Act::Check).iter().copied().collect()), checker.amounts());
    let body = quote!(#locals #(#fields)* #amounts #(#rules)*);
    let outer = captures::declared(scope, scope.captured(Act::Check));
    let known = code::known_declared(scope);
    quote! {
        #[inline]
        #visible fn check(&self #outer #known) -> ::core::result::Result<(), ::wireform::WriteError> {
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

pub struct Checker<'s, 'a> {
    pub scope: &'s Scope<'a>,
}

/// The path of a field, for errors. Most fields have no checks, so it becomes tokens only where it is used.
pub struct FieldPath(String);

impl ToTokens for FieldPath {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Self(path) = self;
        quote!(&#path).to_tokens(tokens);
    }
}

impl Checker<'_, '_> {
    pub fn path(&self, id: FieldId) -> FieldPath {
        FieldPath(self.scope.path(id))
    }

    pub fn refuse(&self, path: &FieldPath, kind: TokenStream) -> TokenStream {
        quote!(return Err(::wireform::WriteErrorKind::#kind.at(#path));)
    }

    /// The refusal with the number, or the words, that the value has in the place.
    pub fn found(&self, path: &FieldPath, kind: TokenStream, found: impl ToTokens) -> TokenStream {
        quote!(return Err(::wireform::WriteErrorKind::#kind.found(#path, #found));)
    }

    /// The refusal with what belongs in the place, too.
    pub fn unlike(
        &self,
        path: &FieldPath,
        kind: TokenStream,
        expected: impl ToTokens,
        found: impl ToTokens,
    ) -> TokenStream {
        quote!(return Err(::wireform::WriteErrorKind::#kind.unlike(#path, #expected, #found));)
    }

    fn fields(&self, body: &[FieldId]) -> Vec<TokenStream> {
        body.iter().map(|id| self.field(*id)).collect()
    }

    /// All checks of a field that needs none after it is written.
    pub fn field(&self, id: FieldId) -> TokenStream {
        let (scope, field, there) = (self.scope, self.scope.field(id), self.there(id));
        if !scope.is_public(id) {
            // The user sets nothing inside a hidden group.
            return there;
        }
        let name = names::field_ident(field.name.as_deref().unwrap_or_default());
        if !is_option(field) {
            let checks = self.present(id, &quote!(self.#name));
            return quote!(#there #checks);
        }
        let value = scope.locals().ident(field.name.as_deref().unwrap_or_default());
        let checks = self.present(id, &quote!(#value));
        let present = (!checks.is_empty()).then(|| quote!(if let Some(#value) = self.#name { #checks }));
        quote!(#there #present)
    }

    /// Checks that a field is present if and only if it must be; for inline bits, checks their bit fields.
    pub fn there(&self, id: FieldId) -> TokenStream {
        let (scope, field) = (self.scope, self.scope.field(id));
        if let Wire::Bits { parts, .. } = &field.wire {
            let parts = parts.iter().map(|part| self.part(part.cell));
            return quote!(#(#parts)*);
        }
        let demand = self.demand(id, field.condition_needs());
        if !scope.is_public(id) {
            let unfit = self.unfit(id);
            return quote!(#demand #unfit);
        }
        let path = self.path(id);
        let name = names::field_ident(field.name.as_deref().unwrap_or_default());
        let is_some = Emitted::operand(quote!(self.#name.is_some()));
        let absent = slot::absent_value(scope, field);
        let wrong = match (derive::checked_test(&field.presence), &absent) {
            (Some(test), None) => Some(condition::unlike(&is_some, &expr::test(scope, test))),
            (Some(test), Some(absent)) => {
                let there = branch::differs(&quote!(self.#name), absent);
                Some(condition::all([expr::negated(scope, test), there]))
            }
            (None, absent) => self.not_as_known(id, &is_some, absent.as_ref()),
        };
        let presence = wrong.filter(|wrong| !wrong.is(false)).map(|wrong| {
            let expected = words::presence(&field.presence, absent.is_some());
            let found = match absent {
                Some(_) => {
                    let another = words::ANOTHER;
                    quote!(&#another)
                }
                None => quote!(::wireform::Fact::presence(#is_some)),
            };
            let refuse = self.unlike(&path, quote!(Presence), quote!(&#expected), found);
            quote!(if #wrong { #refuse })
        });
        quote!(#demand #presence)
    }

    /// Rejects a derived number that does not fit the width that is chosen independently of it.
    fn unfit(&self, id: FieldId) -> TokenStream {
        let (scope, path) = (self.scope, self.path(id));
        let Some(cell) = scope.field(id).wire.number().filter(|_| may_not_fit(scope.protocol(), scope.record, id))
        else {
            return TokenStream::new();
        };
        let kind = match demand(scope.cell(cell)) {
            Some(Demand::Count { .. }) => quote!(Count),
            _ => quote!(Range),
        };
        let local = scope.local(cell);
        let unfit = self.by_tag(cell, &Emitted::path(local), scope.cell_int(cell), &path, kind);
        match &scope.field(id).presence {
            Presence::When { test, .. } => {
                let test = expr::test(scope, test);
                quote!(if #test { #unfit })
            }
            Presence::Always | Presence::Left { .. } | Presence::Chosen { .. } => unfit,
        }
    }

    /// The condition that a field's presence contradicts the parameters.
    fn not_as_known(&self, id: FieldId, is_some: &Emitted, absent: Option<&Emitted>) -> Option<Emitted> {
        let (yes, no) = (Emitted::Flag(true), Emitted::Flag(false));
        let name = names::field_ident(self.scope.field(id).name.as_deref().unwrap_or_default());
        if let Some(absent) = absent {
            let differs = branch::differs(&quote!(self.#name), absent);
            return derive::by_presence(self.scope, id, [&no, &differs, &no]);
        }
        let is_known = derive::by_presence(self.scope, id, [&yes, &yes, &no])?.is(true);
        let there = derive::by_presence(self.scope, id, [&yes, &no, &no])?;
        if is_known {
            return Some(condition::unlike(is_some, &there));
        }
        let is_none = Emitted::operand(quote!(self.#name.is_none()));
        derive::by_presence(self.scope, id, [&is_none, is_some, &no])
    }

    /// Rejects a field that depends on unset session state.
    pub fn demand(&self, id: FieldId, needs: Vec<SessionId>) -> TokenStream {
        let path = self.path(id);
        sessions::demand(self.scope, needs, |name| quote!(::wireform::WriteError::unsaid(#path, &#name)))
    }

    /// Checks a bit field of inline bits that the user sets.
    fn part(&self, cell: CellId) -> TokenStream {
        let scope = self.scope;
        if scope.cell(cell).source != Source::User || scope.is_flag(cell) {
            return TokenStream::new();
        }
        let name = names::field_ident(scope.cell(cell).name());
        self.range(cell, &quote!(self.#name), &FieldPath(scope.cell(cell).path.clone()))
    }

    /// Checks that a raw number fits its wire and that a reader accepts it.
    pub fn range(&self, cell: CellId, value: &TokenStream, path: &FieldPath) -> TokenStream {
        let scope = self.scope;
        let one = scope.cell(cell);
        let (raw, int) = value::to_number(scope.protocol(), one.value, Emitted::path(value), scope.cell_int(cell));
        let held = numbers::held(scope.protocol(), scope.record, cell);
        let possible = numbers::possible(scope.protocol(), one.value, int);
        let fits = held.iter().any(|one| possible.within(*one));
        let in_range = (!fits).then(|| {
            let expected = words::held(one.value, &held);
            if let ([only], None) = (held.as_slice(), one.value.notation()) {
                let (min, max) = (number(only.min), number(only.max));
                return quote!(::wireform::number::in_range(#raw, #min..=#max, #path, &#expected)?;);
            }
            of_raw(&raw, |raw| {
                let unfit = outside(raw, int, &held);
                let refuse = self.unlike(path, quote!(Range), quote!(&#expected), value::fact(one.value, raw));
                quote!(if #unfit { #refuse })
            })
        });
        let by_tag = self.by_tag(cell, &raw, int, path, quote!(Range));
        let valid = value::invalid(scope.protocol(), one.value, &[Interval::ANYTHING], value).map(|invalid| {
            let refuse = self.invalid(path, one.value, value, &raw);
            quote!(if #invalid { #refuse })
        });
        quote!(#in_range #by_tag #valid)
    }

    /// The refusal of an [`value::invalid`] value.
    pub fn invalid(&self, path: &FieldPath, of: Value, value: &TokenStream, raw: &Emitted) -> TokenStream {
        let error = value::invalid_error(of, &quote!(#path), value, raw);
        quote!(return Err(#error);)
    }

    /// Checks that a value fits the width that the parameters leave.
    fn by_tag(&self, cell: CellId, raw: &Emitted, int: Int, path: &FieldPath, kind: TokenStream) -> TokenStream {
        let field_id = self.scope.cell(cell).field;
        let fits = derive::fits(self.scope, field_id, &Emitted::path(quote!(raw)), int);
        let Some(fits) = fits.filter(|fits| !fits.test.is(true)) else { return TokenStream::new() };
        let (unfit, refuse) = (condition::not(&fits.test), self.unlike(path, kind, &fits.held, quote!(raw)));
        quote!({ let raw = #raw; if #unfit { #refuse } })
    }

    /// Checks of a present field before it is written; `value` is its plain value.
    pub fn present(&self, id: FieldId, value: &TokenStream) -> TokenStream {
        let (demand, checks) = (self.demand(id, self.scope.field(id).needs()), self.checks(id, value));
        quote!(#demand #checks)
    }

    /// Checks of a present field after it is written.
    pub fn after(&self, id: FieldId, value: &TokenStream) -> TokenStream {
        let (scope, path) = (self.scope, self.path(id));
        match &scope.field(id).wire {
            Wire::Text { encoding, unit, extent } if !is_of_bytes(*encoding, *unit) => match extent {
                Extent::Fixed { .. } | Extent::Until { .. } => TokenStream::new(),
                _ => self.length(extent, &quote!(#value.len()), &path, id),
            },
            Wire::Family { family, by: Some(cell), .. } if scope.record.is_users(*cell) => {
                let code = Int::of_codes(scope.protocol(), &scope.protocol().families[family.0]);
                self.agrees(*cell, Emitted::operand(quote!(#value.code())), code, &path)
            }
            Wire::Sparse { mask, .. } if scope.record.is_users(*mask) => {
                self.agrees(*mask, Emitted::operand(quote!(::wireform::sparse::mask(&#value))), Int::U64, &path)
            }
            Wire::Family { family, by: Some(cell), .. } => {
                self.code_of_unknown(&scope.protocol().families[family.0], *cell, value, &path)
            }
            _ => TokenStream::new(),
        }
    }

    fn checks(&self, id: FieldId, value: &TokenStream) -> TokenStream {
        let (scope, field, path) = (self.scope, self.scope.field(id), self.path(id));
        match &field.wire {
            Wire::Scalar { cell, .. } | Wire::Chosen { cell, .. } => self.range(*cell, value, &path),
            Wire::Bytes(extent) => self.bytes(extent, value, &path, id),
            Wire::Text { encoding, unit, extent } => self.text(*encoding, *unit, extent, value, &path, id),
            Wire::Record { record, args, from } if scope.context.facts.checked(*record) == Checked::Before => {
                let value = delta::written_value(scope, *record, from.as_ref(), value);
                let known = slot::record_args(scope, &scope.protocol().records[record.0], args);
                quote!(#value.check(#known).map_err(|error| error.inside(#path))?;)
            }
            Wire::List { item, extent } => self.list(item, extent, value, &path, id),
            // These are checked while they are written.
            _ if scope.is_checked_as_written() => TokenStream::new(),
            Wire::Group { .. } => {
                let Some(child) = scope.child_of(id) else { return TokenStream::new() };
                if !child.rejects() {
                    return TokenStream::new();
                }
                let args = args(scope, child.captured(Act::Check));
                quote!(#value.check(#args)?;)
            }
            Wire::Match { .. } => self.choice(id, value),
            Wire::Record { .. }
            | Wire::Family { .. }
            | Wire::Sparse { .. }
            | Wire::Float { .. }
            | Wire::Bits { .. }
            | Wire::Padding { .. }
            | Wire::Magic(_)
            | Wire::Within { .. } => TokenStream::new(),
        }
    }

    /// Rejects a value that contradicts the number that the user set for it.
    fn agrees(&self, cell: CellId, says: Emitted, of: Int, path: &FieldPath) -> TokenStream {
        let (own, int) = expr::input(self.scope, Input::Cell(cell));
        let refuse = self.unlike(path, quote!(Presence), &own, &says);
        let (own, says) = match [int, of].into_iter().find(|wide| wide.holds(int) && wide.holds(of)) {
            Some(wide) => (wide.convert(own, int), wide.convert(says, of)),
            None => (Emitted::operand(quote!(i128::from(#own))), Emitted::operand(quote!(i128::from(#says)))),
        };
        quote!(if #says != #own { #refuse })
    }

    /// Rejects an unknown message whose code does not fit the number that chooses messages.
    fn code_of_unknown(&self, family: &Family, cell: CellId, value: &TokenStream, path: &FieldPath) -> TokenStream {
        let scope = self.scope;
        if !family.open {
            return TokenStream::new();
        }
        let int = Int::of_codes(scope.protocol(), family);
        let held = layout::wire_interval(scope.protocol(), scope.record, cell);
        let unheld = int::outside(&Emitted::path(quote!(code)), int, &[held]);
        let unnamed =
            value::refused(&scope.context, scope.cell(cell).value, &Emitted::operand(quote!(code)), int, family.codes);
        let unfit = condition::any([unheld].into_iter().chain(unnamed.map(|unnamed| unnamed.test)));
        if unfit.is(false) {
            return TokenStream::new();
        }
        let refuse = self.found(path, quote!(Range), quote!(code));
        quote!({ let code = #value.code(); if #unfit { #refuse } })
    }

    /// The rules of this scope's fields, checked last, since they may read any field.
    pub fn rules(&self) -> Vec<TokenStream> {
        self.scope.body.iter().filter_map(|id| self.rule(*id)).collect()
    }

    /// Variables for the lengths and sizes that the rules use.
    pub fn amounts(&self) -> TokenStream {
        let scope = self.scope;
        let rules = || scope.body.iter().filter_map(|id| scope.field(*id).rule.as_ref());
        let lens = rules::lens(scope, rules(), |id| {
            let name = names::field_ident(scope.field(id).name.as_deref().unwrap_or_default());
            quote!(self.#name)
        });
        let sizes = rules::measured(rules()).into_iter().map(|id| {
            let name = scope.companion(id, Companion::Size);
            let size = outlined::measured(scope, scope, id, &quote!(self));
            quote!(let #name = #size;)
        });
        quote!(#lens #(#sizes)*)
    }

    /// The rule of a field of this scope.
    fn rule(&self, id: FieldId) -> Option<TokenStream> {
        let (scope, field) = (self.scope, self.scope.field(id));
        let rule = field.rule.as_ref()?;
        let (path, text) = (self.path(id), &rule.text);
        let refuse = match (rule.most(id), rules::told(scope, id)) {
            (Some(most), Some(found)) => {
                let most = number(most);
                self.unlike(&path, quote!(Limit), quote!(::wireform::Fact::AtMost(#most)), found)
            }
            (_, Some(found)) => self.found(&path, quote!(Rule(&#text)), found),
            (_, None) => self.refuse(&path, quote!(Rule(&#text))),
        };
        let name = names::field_ident(field.name.as_deref().unwrap_or_default());
        let optional = is_option(field);
        match &rule.check {
            Check::Float { low, high } => {
                let broken = |float| rules::float_broken(field, &float, *low, *high);
                Some(if optional {
                    let broken = broken(quote!(float));
                    quote!(if self.#name.is_some_and(|float| #broken) { #refuse })
                } else {
                    let broken = broken(quote!(self.#name));
                    quote!(if #broken { #refuse })
                })
            }
            Check::Ascending { cell } => {
                let broken = rules::descends(scope, field, *cell, &quote!(self.#name));
                Some(quote!(if #broken { #refuse }))
            }
            Check::Test(test) => {
                let broken = expr::negated(scope, test);
                let there = match &field.presence {
                    Presence::Always => None,
                    _ if !scope.is_public(id) => None,
                    _ if optional => Some(Emitted::operand(quote!(self.#name.is_some()))),
                    _ => Some(derive::is_there(scope, id, &quote!(self))),
                };
                let broken = condition::all(there.into_iter().chain([broken]));
                Some(quote!(if #broken { #refuse }))
            }
        }
    }
}
