//! What tags say of the width of a number: the first form that holds it, among those that what the receiver knows leaves.

use super::super::int::{Int, number, outside, typed, within};
use super::super::scope::Scope;
use super::super::tokens::{TokenStream, quote};
use super::super::{intervals, value};
use super::known::Known;
use super::{inside, own_raw};
use crate::model::{Absent, Code, FieldId, Form, Input, Interval, Presence, Source, Wire, sets};

/// Of which type a tag is.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    Flag,
    Number(Int),
}

/// What a tag says of the first form that holds the value.
pub(super) fn form_code(scope: &Scope<'_>, field: FieldId, column: usize, kind: Kind) -> TokenStream {
    let Wire::Chosen { cell, .. } = &scope.field(field).wire else { return quote!(0) };
    let told = Told { scope, field, column, kind };
    let known = Known::of(scope, field);
    let one = scope.cell(*cell);
    let chain = |raw: TokenStream, int: Int| {
        let raw = if raw.to_string().contains("::") { quote!((#raw)) } else { raw };
        known.choose(kind, |forms| told.of_number(forms, &raw, int))
    };
    if one.source != Source::User {
        let (raw, from) = own_raw(scope, *cell);
        let int = scope.cell_int(*cell);
        return chain(int.convert(raw, from), int);
    }
    let none = known.choose(kind, |forms| told.of_nothing(forms));
    let of_value = |_: &Scope<'_>, value: &TokenStream| {
        let (raw, int) = value::to_raw(scope.protocol(), one.value, value.clone(), scope.cell_int(*cell));
        chain(raw, int)
    };
    inside(scope, field, &quote!(self), &of_value, &none)
}

/// A tag that says something of a field.
struct Told<'s, 'm> {
    scope: &'s Scope<'m>,
    field: FieldId,
    column: usize,
    kind: Kind,
}

impl Told<'_, '_> {
    fn says(&self, form: &Form) -> Code {
        form.pattern.get(self.column).and_then(|pattern| pattern.first()).map_or(0, |first| first.min)
    }

    fn constant(&self, code: Code) -> TokenStream {
        match self.kind {
            Kind::Flag => {
                let yes = code != 0;
                quote!(#yes)
            }
            Kind::Number(_) => number(code),
        }
    }

    /// Of a field that is absent.
    fn of_nothing(&self, forms: &[&Form]) -> TokenStream {
        let none = forms.iter().find(|form| form.scalar.is_none());
        let code = none.map_or(0, |form| self.says(form));
        self.constant(code)
    }

    /// Of a field whose number is `raw`.
    fn of_number(&self, forms: &[&Form], raw: &TokenStream, int: Int) -> TokenStream {
        let with_bytes: Vec<&Form> = forms.iter().copied().filter(|form| form.scalar.is_some()).collect();
        // What each code stands for: the numbers that its forms hold and no earlier form does; the last form takes all
        // that is left, since what fits in none was refused.
        let mut left = vec![int.interval()];
        let mut codes: Vec<(Code, Vec<Interval>)> = Vec::new();
        // What an absent field is worth is left out.
        let none = forms.iter().find(|form| form.scalar.is_none());
        if let (Some(none), Presence::Chosen { absent: Absent::Raw(worth) }) =
            (none, &self.scope.field(self.field).presence)
        {
            let (held, rest) = intervals::split(&left, Interval { min: *worth, max: *worth });
            codes.push((self.says(none), held));
            left = rest;
        }
        for (index, form) in with_bytes.iter().enumerate() {
            let (held, rest) = intervals::split(&left, form.interval);
            let held = if index + 1 == with_bytes.len() { std::mem::take(&mut left) } else { held };
            left = rest;
            match codes.iter_mut().find(|(code, _)| *code == self.says(form)) {
                Some((_, numbers)) => numbers.extend(held),
                None => codes.push((self.says(form), held)),
            }
        }
        match self.kind {
            Kind::Flag => {
                let numbers = |yes: bool| {
                    codes.iter().filter(move |(code, _)| (*code != 0) == yes).flat_map(|(_, all)| all.clone())
                };
                let (yes, no) = (sets::union(numbers(true).collect()), sets::union(numbers(false).collect()));
                if no.len() < yes.len() { outside(raw, int, &no) } else { within(raw, int, &yes) }
            }
            Kind::Number(of) => numbered(&codes, raw, int, of),
        }
    }
}

/// The code of a number, each with those numbers that have it, as an integer of type `of`.
fn numbered(codes: &[(Code, Vec<Interval>)], raw: &TokenStream, int: Int, of: Int) -> TokenStream {
    if let [(yes, numbers), (no, _)] = codes {
        let (test, yes, no) = (within(raw, int, numbers), typed(*yes, of), number(*no));
        return quote!(if #test { #yes } else { #no });
    }
    let mut tokens = TokenStream::new();
    for (index, (code, numbers)) in codes.iter().enumerate() {
        // The first says of which type all are.
        let code = if index == 0 { typed(*code, of) } else { number(*code) };
        if index + 1 == codes.len() {
            tokens = if index == 0 { code } else { quote!(#tokens { #code }) };
        } else {
            let fits = within(raw, int, numbers);
            tokens = quote!(#tokens if #fits { #code } else);
        }
    }
    if tokens.is_empty() { typed(0, of) } else { tokens }
}

/// One of three conditions: where what the receiver knows says that a field is there, that it is not, or leaves it open.
/// Nothing, where the receiver is not asked.
pub(in crate::emit::rust) fn by_presence(
    scope: &Scope<'_>,
    field: FieldId,
    [there, absent, open]: [&TokenStream; 3],
) -> Option<TokenStream> {
    let found = scope.field(field);
    let (Wire::Chosen { tags, .. }, Presence::Chosen { .. }) = (&found.wire, &found.presence) else { return None };
    let condition = |forms: &[&Form]| {
        let has = |bytes: bool| forms.iter().any(|form| form.scalar.is_some() == bytes);
        match (has(true), has(false)) {
            (true, true) => open.clone(),
            (true, false) => there.clone(),
            (false, _) => absent.clone(),
        }
    };
    let is_asked = !is_derived_from(scope, tags, field);
    is_asked.then(|| Known::of(scope, field).choose(Kind::Flag, condition))
}

/// Whether a field that is written can hold the number `raw`, where what the receiver knows says something of its width.
pub(in crate::emit::rust) fn fits(
    scope: &Scope<'_>,
    field: FieldId,
    raw: &TokenStream,
    int: Int,
) -> Option<TokenStream> {
    let found = scope.field(field);
    let Wire::Chosen { tags, .. } = &found.wire else { return None };
    let held = |forms: &[&Form]| {
        let with_bytes = forms.iter().filter(|form| form.scalar.is_some()).map(|form| form.interval);
        let may_be_absent = forms.iter().any(|form| form.scalar.is_none());
        match found.presence {
            // That it is not there was asked before.
            Presence::Chosen { .. } if forms.iter().all(|form| form.scalar.is_none()) => quote!(true),
            Presence::Chosen { absent: Absent::Raw(worth) } if may_be_absent => {
                within(raw, int, &sets::union(with_bytes.chain([Interval::only(worth)]).collect()))
            }
            _ => within(raw, int, &sets::union(with_bytes.collect())),
        }
    };
    let is_asked = !is_derived_from(scope, tags, field);
    is_asked.then(|| Known::of(scope, field).choose(Kind::Flag, held))
}

/// Whether it makes a difference for what is written what those tags are that are not derived.
pub(in crate::emit::rust) fn asks_given(scope: &Scope<'_>, field: FieldId) -> bool {
    Known::of(scope, field).tell()
}

/// Whether a number that the writer works out may be none of the width that somebody else chooses.
pub(in crate::emit::rust) fn may_not_fit(scope: &Scope<'_>, field: FieldId) -> bool {
    let Wire::Chosen { tags, cell, .. } = &scope.field(field).wire else { return false };
    let derived = super::super::scope::demand(scope.cell(*cell)).is_some();
    derived && !is_derived_from(scope, tags, field) && asks_given(scope, field)
}

/// Whether the tags of a field of chosen width are derived from it.
pub(in crate::emit::rust) fn is_derived_from(scope: &Scope<'_>, tags: &[Input], field: FieldId) -> bool {
    tags.iter().all(|tag| is_derived(scope, *tag, field))
}

/// (Of how much is left the value alone says how wide it is written.)
pub(super) fn is_derived(scope: &Scope<'_>, tag: Input, field: FieldId) -> bool {
    tag == Input::Left || scope.record.derives_tag(field, tag)
}
