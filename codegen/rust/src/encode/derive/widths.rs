//! Derives the tags of a width: the writer takes the first form that holds the number. Tags that are set otherwise
//! exclude forms before.

use super::known::Known;
use super::nested::Leaf;
use super::{inside, own_raw};
use crate::facts::widths;
use crate::field::value;
use crate::layout::words;
use crate::model::{Absent, Code, FieldId, Form, Interval, Presence, Source, Wire, sets};
use crate::scope::Scope;
use crate::text::emitted::Emitted;
use crate::text::int::{Int, outside, within};
use crate::text::literal::{number, typed};
use crate::text::tokens::{TokenStream, quote};

/// The type of a tag.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    Flag,
    Number(Int),
}

/// `fall.speed.raw() >= 256`: a tag's code for the first form that holds the value.
pub(super) fn form_code(scope: &Scope<'_>, field: FieldId, column: usize, kind: Kind) -> Emitted {
    let Wire::Chosen { cell, .. } = &scope.field(field).wire else { return Emitted::Flag(false) };
    let discriminant = Discriminant { scope, field, column, kind };
    let known = Known::of(scope, field);
    let one = scope.cell(*cell);
    let chain = |raw: Emitted, int: Int| {
        known.choose(kind, |forms| discriminant.codes(forms, int), |codes| discriminant.of_number(codes, &raw, int))
    };
    if one.source != Source::User {
        let (raw, from) = own_raw(scope, *cell);
        let int = scope.cell_int(*cell);
        return chain(int.convert(raw, from), int);
    }
    let of_value = |value: &TokenStream| {
        let (raw, int) = value::to_raw(scope.protocol(), one.value, Emitted::path(value), scope.cell_int(*cell));
        chain(raw, int)
    };
    let int = Int::of_raw(scope.protocol(), one.value, scope.cell_int(*cell));
    let only = |forms: &[&Form]| only_code(&discriminant.codes(forms, int));
    let leaf = if known.all(|forms| only(forms).is_some()) {
        // No code depends on the number.
        let same = chain(Emitted::number(0), int);
        if known.all(|forms| only(forms) == Some(discriminant.of_absent(forms))) {
            return same;
        }
        Leaf::Same(same)
    } else {
        Leaf::Of(&of_value)
    };
    let absent = known.choose(kind, |forms| discriminant.of_absent(forms), |code| discriminant.constant(*code));
    inside(scope, field, &quote!(self), &leaf, &absent)
}

/// The codes of a tag, each with its numbers.
type Codes = Vec<(Code, Vec<Interval>)>;

/// The code, if all numbers have the same.
fn only_code(codes: &[(Code, Vec<Interval>)]) -> Option<Code> {
    match codes {
        [] => Some(0),
        [(only, _)] => Some(*only),
        _ => None,
    }
}

/// A tag that is derived from the width of a field.
struct Discriminant<'s, 'm> {
    scope: &'s Scope<'m>,
    field: FieldId,
    column: usize,
    kind: Kind,
}

impl Discriminant<'_, '_> {
    fn code(&self, form: &Form) -> Code {
        let code = form.written(self.column);
        match self.kind {
            Kind::Flag => Code::from(code != 0),
            Kind::Number(_) => code,
        }
    }

    fn constant(&self, code: Code) -> Emitted {
        match self.kind {
            Kind::Flag => Emitted::Flag(code != 0),
            Kind::Number(_) => Emitted::number(code),
        }
    }

    /// The code for an absent field.
    fn of_absent(&self, forms: &[&Form]) -> Code {
        let none = forms.iter().find(|form| form.scalar.is_none());
        none.map_or(0, |form| self.code(form))
    }

    /// The codes, in the order of the forms, and the numbers of each.
    fn codes(&self, forms: &[&Form], int: Int) -> Codes {
        let with_bytes: Vec<&Form> = forms.iter().copied().filter(|form| form.scalar.is_some()).collect();
        // The numbers of each code: those that its forms hold and no earlier form does. The last form takes all
        // remaining ones, since a number that fits no form was rejected.
        let mut remaining = vec![int.interval()];
        let mut codes = Codes::new();
        // A field that has its default is absent.
        let none = forms.iter().find(|form| form.scalar.is_none());
        if let (Some(none), Presence::Chosen { absent: Absent::Raw(default) }) =
            (none, &self.scope.field(self.field).presence)
        {
            codes.push((self.code(none), taken(&mut remaining, Interval::only(*default))));
        }
        for (index, form) in with_bytes.iter().enumerate() {
            let is_last = index + 1 == with_bytes.len();
            let held = taken(&mut remaining, if is_last { int.interval() } else { form.interval });
            match codes.iter_mut().find(|(code, _)| *code == self.code(form)) {
                Some((_, numbers)) => numbers.extend(held),
                None => codes.push((self.code(form), held)),
            }
        }
        let codes = codes.into_iter().filter(|(_, numbers)| !numbers.is_empty());
        codes.map(|(code, numbers)| (code, sets::union(numbers))).collect()
    }

    /// The code for the number `raw`.
    fn of_number(&self, codes: &[(Code, Vec<Interval>)], raw: &Emitted, int: Int) -> Emitted {
        match self.kind {
            Kind::Flag => {
                let numbers = |flag: Code| codes.iter().find(|(code, _)| *code == flag).map_or(&[][..], |(_, all)| all);
                let (yes, no) = (numbers(1), numbers(0));
                if no.len() < yes.len() { outside(raw, int, no) } else { within(raw, int, yes) }
            }
            Kind::Number(of) => numbered(codes, raw, int, of),
        }
    }
}

/// Takes the numbers inside an interval out of a set.
fn taken(set: &mut Vec<Interval>, by: Interval) -> Vec<Interval> {
    let inside = sets::clip(set, by);
    *set = sets::without(set, by);
    inside
}

/// `if raw <= 255 { 0u8 } else { 1 }`: the code of `raw`, as an integer of type `of`; `codes` has the numbers of each
/// code.
fn numbered(codes: &[(Code, Vec<Interval>)], raw: &Emitted, int: Int, of: Int) -> Emitted {
    if let Some(only) = only_code(codes) {
        return Emitted::typed(only, of);
    }
    if let [(yes, numbers), (no, _)] = codes {
        let (test, yes, no) = (within(raw, int, numbers), typed(*yes, of), number(*no));
        return Emitted::branch(quote!(if #test { #yes } else { #no }));
    }
    let mut tokens = TokenStream::new();
    for (index, (code, numbers)) in codes.iter().enumerate() {
        // The first literal fixes the type of all.
        let code = if index == 0 { typed(*code, of) } else { number(*code) };
        if index + 1 == codes.len() {
            tokens.extend(quote!({ #code }));
        } else {
            let fits = within(raw, int, numbers);
            tokens.extend(quote!(if #fits { #code } else));
        }
    }
    Emitted::branch(tokens)
}

/// Selects one of four conditions by the given tags: the field is present, is absent, may be either, or has no arm. `None`
/// if all tags are derived.
pub fn by_presence(scope: &Scope<'_>, field: FieldId, conditions: [&Emitted; 4]) -> Option<Emitted> {
    let found = scope.field(field);
    let (Wire::Chosen { tags, .. }, Presence::Chosen { .. }) = (&found.wire, &found.presence) else { return None };
    let index = |forms: &[&Form]| {
        let has = |bytes: bool| forms.iter().any(|form| form.scalar.is_some() == bytes);
        let index = match (has(true), has(false)) {
            (true, false) => 0,
            (false, true) => 1,
            (true, true) => 2,
            (false, false) => 3,
        };
        // The first that is the same constant.
        let same = conditions
            .iter()
            .position(|one| matches!((one, conditions[index]), (Emitted::Flag(a), Emitted::Flag(b)) if a == b));
        same.unwrap_or(index)
    };
    let is_asked = !widths::are_derived(scope.record, tags, field);
    is_asked.then(|| Known::of(scope, field).choose(Kind::Flag, index, |index| conditions[*index].clone()))
}

/// A number and the forms of a field that its given tags leave.
pub struct Fits {
    /// The test that one of these forms holds the number.
    pub test: Emitted,
    /// The numbers that they hold, in words.
    pub held: Emitted,
}

/// The test that a field can hold the number `raw` in the forms that its given tags leave.
pub fn fits(scope: &Scope<'_>, field: FieldId, raw: &Emitted, int: Int) -> Fits {
    let (found, known) = (scope.field(field), Known::of(scope, field));
    let held = |forms: &[&Form]| widths::held(found, forms, int.interval());
    let words = |forms: &[&Form]| words::numbers(&held(forms));
    Fits {
        test: known.choose(Kind::Flag, held, |numbers| within(raw, int, numbers)),
        held: known.choose(Kind::Number(int), words, |words| Emitted::operand(quote!(&#words))),
    }
}
