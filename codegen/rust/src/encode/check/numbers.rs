//! Checks of numbers: a wire must hold them, and a reader accept them.

use super::{Checker, FieldPath, Place};
use crate::encode::derive;
use crate::field::{expr, value};
use crate::layout::{wire_interval, words};
use crate::model::{CellId, Demand, FamilyId, Input, Interval, Protocol, Scalar, Value, Wire};
use crate::scope::demand;
use crate::text::emitted::Emitted;
use crate::text::int::{Int, of_raw, outside};
use crate::text::literal::number;
use crate::text::tokens::{TokenStream, quote};
use crate::text::{condition, names};

impl FieldPath {
    /// Rejects a raw number of type `int` outside of these.
    pub fn refuse_outside(
        &self,
        protocol: &Protocol,
        of: Value,
        raw: &Emitted,
        int: Int,
        held: &[Interval],
    ) -> TokenStream {
        let expected = words::held(protocol, of, held);
        of_raw(raw, |raw| {
            let unfit = outside(raw, int, held);
            let refuse = self.unlike(quote!(Range), quote!(&#expected), value::fact(of, raw));
            quote!(if #unfit { #refuse })
        })
    }

    /// Rejects a value with this raw number that no wire can have.
    pub fn refuse_invalid(&self, of: Value, value: &TokenStream, raw: &Emitted) -> TokenStream {
        let (test, error) = match of {
            Value::Enum(_) => (quote!(is_canonical), quote!(unlike(#self, #value.expected_code(), #raw))),
            _ => (quote!(is_valid), quote!(found(#self, #raw))),
        };
        quote!(if !#value.#test() { return Err(::wireform::Unwritable::Range.#error); })
    }
}

impl Checker<'_, '_> {
    /// Checks a bit field of inline bits.
    pub(super) fn part(&self, cell: CellId) -> TokenStream {
        let one = self.scope.cell(cell);
        let name = names::field_ident(one.name());
        self.number(cell, &quote!(self.#name), &FieldPath(one.path.clone()))
    }

    /// The number of a value, and its type.
    fn raw(&self, cell: CellId, value: &TokenStream) -> (Emitted, Int) {
        let scope = self.scope;
        value::to_number(scope.protocol(), scope.cell(cell).value, Emitted::path(value), scope.cell_int(cell))
    }

    /// Checks that the wire holds a raw number.
    pub(super) fn range(&self, cell: CellId, held: &[Interval], at: &Place<'_>) -> TokenStream {
        let Place { value, path, .. } = at;
        let of = self.scope.cell(cell).value;
        let ([only], None) = (held, of.notation()) else { return self.outside(cell, held, at) };
        let ((raw, _), min, max) = (self.raw(cell, value), number(only.min), number(only.max));
        let expected = words::held(self.scope.protocol(), of, held);
        quote!(::wireform::number::in_range(#raw, #min..=#max, #path, &#expected)?;)
    }

    /// Rejects a raw number outside of these.
    pub(super) fn outside(&self, cell: CellId, held: &[Interval], at: &Place<'_>) -> TokenStream {
        let (raw, int) = self.raw(cell, at.value);
        at.path.refuse_outside(self.scope.protocol(), self.scope.cell(cell).value, &raw, int, held)
    }

    /// Checks that a number fits the width that the given tags leave.
    pub(super) fn width(&self, cell: CellId, at: &Place<'_>) -> TokenStream {
        let scope = self.scope;
        let id = scope.cell(cell).field;
        let (raw, int) = match scope.record.is_users(cell) {
            true => self.raw(cell, at.value),
            false => (Emitted::path(scope.local(cell)), scope.cell_int(cell)),
        };
        let kind = match demand(scope.cell(cell)) {
            Some(Demand::Count { .. }) => quote!(Count),
            _ => quote!(Range),
        };
        let fits = derive::fits(scope, id, &Emitted::path(quote!(raw)), int);
        let (unfit, refuse) = (condition::not(&fits.test), at.path.unlike(kind, &fits.held, quote!(raw)));
        let check = quote!({ let raw = #raw; if #unfit { #refuse } });
        let test = scope.field(id).presence.test().filter(|_| !scope.record.is_users(cell));
        match test.map(|test| expr::test(scope, test)) {
            Some(test) => quote!(if #test { #check }),
            None => check,
        }
    }

    /// Checks that a value can be written on some wire.
    pub(super) fn meaning(&self, cell: CellId, at: &Place<'_>) -> TokenStream {
        let (raw, _) = self.raw(cell, at.value);
        at.path.refuse_invalid(self.scope.cell(cell).value, at.value, &raw)
    }

    /// Checks that the wire holds each number of a list that is written in one batch with other varints.
    pub(super) fn numbers(&self, scalar: Scalar, held: Interval, Place { value, path, .. }: &Place<'_>) -> TokenStream {
        let int = Int::of_scalar(self.scope.protocol(), scalar);
        let unfit = outside(&Emitted::path(quote!(number)), int, &[held]);
        let expected = words::numbers(&[held]);
        let refuse = path.unlike(quote!(Range), quote!(&#expected), quote!(number));
        quote!(if let Some(&number) = #value.iter().find(|&&number| #unfit) { #refuse })
    }

    /// Rejects a message or a mask that contradicts the number that the user set for it.
    pub(super) fn agrees(&self, cell: CellId, Place { id, value, path }: &Place<'_>) -> TokenStream {
        let scope = self.scope;
        let (own, int) = expr::input(scope, Input::Cell(cell));
        let (says, of) = match &scope.field(*id).wire {
            Wire::Family { family, .. } => {
                let code = Int::of_codes(scope.protocol(), &scope.protocol().families[family.0]);
                (Emitted::operand(quote!(#value.code())), code)
            }
            _ => (Emitted::operand(quote!(::wireform::sparse::mask(&#value))), Int::U64),
        };
        let refuse = path.unlike(quote!(Presence), &own, &says);
        let (own, says) = match [int, of].into_iter().find(|wide| wide.holds(int) && wide.holds(of)) {
            Some(wide) => (wide.convert(own, int), wide.convert(says, of)),
            None => (Emitted::operand(quote!(i128::from(#own))), Emitted::operand(quote!(i128::from(#says)))),
        };
        quote!(if #says != #own { #refuse })
    }

    /// Rejects an unknown message whose code does not fit the number that chooses messages.
    pub(super) fn code_of_unknown(
        &self,
        family: FamilyId,
        cell: CellId,
        Place { value, path, .. }: &Place<'_>,
    ) -> TokenStream {
        let (scope, code) = (self.scope, quote!(code));
        let family = &scope.protocol().families[family.0];
        let int = Int::of_codes(scope.protocol(), family);
        let held = wire_interval(scope.protocol(), scope.record, cell);
        let unheld = outside(&Emitted::path(&code), int, &[held]);
        let of = scope.cell(cell).value;
        let unnamed = value::refused(&scope.context, of, &Emitted::operand(code.clone()), int, family.codes);
        let unfit = condition::any([unheld].into_iter().chain(unnamed.map(|unnamed| unnamed.test)));
        let refuse = path.found(quote!(Range), &code);
        quote!({ let code = #value.code(); if #unfit { #refuse } })
    }
}
