//! Derived numbers: presence bits, width tags, discriminants and counts, which the writer computes from the plain
//! value.

mod known;
mod nested;
mod widths;

use super::outlined;
use crate::field::{slot, value};
use crate::model::{ArmCode, CellId, Code, Demand, FieldId, Held, Source, Wire};
use crate::scope::{self, Act, Scope};
use crate::text::emitted::{Binding, Emitted};
use crate::text::int::Int;
use crate::text::literal::{number, typed};
use crate::text::tokens::{ToTokens, TokenStream, format_ident, quote};
use crate::text::{branch, condition, names};
use nested::{Leaf, are_siblings, first_inside, inside};
use widths::{Kind, form_code};
pub use widths::{by_presence, fits};

/// `let wide_x = ..;`
pub fn local(scope: &Scope<'_>, cell: CellId) -> TokenStream {
    let name = scope.local(cell);
    if scope.is_flag(cell) {
        let flag = own_flag(scope, cell);
        return quote!(let #name = #flag;);
    }
    let ((raw, from), int) = (own_raw(scope, cell), scope.cell_int(cell));
    let raw = int.convert(raw, from);
    quote!(let #name = #raw;)
}

/// The local variables of a function. Tags that the user sets come first, since they restrict the width that other tags
/// choose. Sizes come last: measuring may need the others.
pub fn locals(scope: &Scope<'_>, mut cells: Vec<CellId>) -> TokenStream {
    cells.retain(|cell| !scope.is_late(*cell));
    let is_region = |field: &FieldId| matches!(scope.field(*field).wire, Wire::Within { .. });
    let is_size =
        |cell: &CellId| scope::demand(scope.cell(*cell)).is_some_and(|demand| demand.fields().iter().any(is_region));
    let (sizes, others): (Vec<CellId>, Vec<CellId>) = cells.into_iter().partition(is_size);
    let (tags, others): (Vec<CellId>, Vec<CellId>) =
        others.into_iter().partition(|cell| scope.record.is_users(*cell) && scope.record.tells_width(*cell));
    tags.into_iter().chain(others).chain(sizes).map(|cell| local(scope, cell)).collect()
}

/// A cell's raw number as it is written, and its type: a local variable if there is one.
pub fn raw(scope: &Scope<'_>, cell: CellId) -> (Emitted, Int) {
    if scope.has_local(Act::Put, cell) && !scope.is_late(cell) {
        return (Emitted::Variable(scope.local(cell)), scope.cell_int(cell));
    }
    own_raw(scope, cell)
}

/// A flag as it is written.
pub fn flag(scope: &Scope<'_>, cell: CellId) -> Emitted {
    if scope.has_local(Act::Put, cell) {
        return Emitted::Variable(scope.local(cell));
    }
    own_flag(scope, cell)
}

fn own_flag(scope: &Scope<'_>, cell: CellId) -> Emitted {
    match &scope.cell(cell).source {
        Source::User => given(scope, cell, &Leaf::Value, &Emitted::Flag(false)),
        Source::Constant(code) | Source::Reserved(code) => Emitted::Flag(*code != 0),
        Source::Derived(demand) => match demand {
            Demand::Presence { field, negated } => flag_of(scope, *field, &quote!(self), *negated),
            Demand::Form { field, column } => form_code(scope, *field, *column, Kind::Flag),
            Demand::Place { last } => Emitted::Flag(*last == 0),
            Demand::Arm { .. } | Demand::Mask { .. } | Demand::Count { .. } | Demand::Checksum | Demand::Hook => {
                let (raw, _) = derived(scope, cell, demand);
                let raw = raw.within(Binding::Operand);
                Emitted::comparison(quote!(#raw != 0))
            }
        },
    }
}

/// `leaf` of a number that the user sets, in this scope or in a group of it; `absent` if it is not present.
fn given(scope: &Scope<'_>, cell: CellId, leaf: &Leaf<'_>, absent: &Emitted) -> Emitted {
    let (id, this) = (scope.cell(cell).field, quote!(self));
    if let Some(path) = scope.path_inside(cell).map(|path| path.map(names::field_ident).collect::<Vec<_>>()) {
        let number = |of: &TokenStream| leaf.of(&quote!(#of #(.#path)*));
        return inside(scope, id, &this, &Leaf::Of(&number), absent);
    }
    let Wire::Bits { .. } = &scope.field(id).wire else { return inside(scope, id, &this, leaf, absent) };
    let name = names::field_ident(scope.cell(cell).name());
    match scope.field(id).parent.filter(|_| !scope.body.contains(&id)) {
        None => leaf.of(&quote!(self.#name)),
        Some(group) => {
            let part = |group: &TokenStream| leaf.of(&quote!(#group.#name));
            inside(scope, group, &this, &Leaf::Of(&part), absent)
        }
    }
}

/// `self.cn`, `u8::from(self.fall.is_some())`: a cell's raw number, from the value, and its type.
pub fn own_raw(scope: &Scope<'_>, cell: CellId) -> (Emitted, Int) {
    let (one, int) = (scope.cell(cell), scope.cell_int(cell));
    match &one.source {
        Source::User => {
            let of_value =
                |user_value: &TokenStream| value::to_raw(scope.protocol(), one.value, Emitted::path(user_value), int).0;
            let leaf = if one.value.held() == Held::Int { Leaf::Value } else { Leaf::Of(&of_value) };
            (given(scope, cell, &leaf, &Emitted::number(0)), Int::of_raw(scope.protocol(), one.value, int))
        }
        Source::Constant(code) | Source::Reserved(code) => (Emitted::number(*code), int),
        Source::Derived(demand) => derived(scope, cell, demand),
    }
}

fn derived(scope: &Scope<'_>, cell: CellId, demand: &Demand) -> (Emitted, Int) {
    let (int, absent) = (scope.cell_int(cell), Emitted::number(scope.cell(cell).absent.unwrap_or(0)));
    match demand {
        Demand::Presence { field, negated } => {
            let there = flag_of(scope, *field, &quote!(self), *negated);
            (Emitted::operand(quote!(u8::from(#there))), Int::U8)
        }
        // The list around the record sets that of the last element.
        Demand::Place { last } => (Emitted::number(Code::from(*last == 0)), int),
        // Written after the bytes that it covers.
        Demand::Checksum | Demand::Hook => (Emitted::number(0), int),
        Demand::Form { field, column } => (form_code(scope, *field, *column, Kind::Number(int)), int),
        Demand::Arm { field, column } => {
            let code = |value: &TokenStream| arm_code(scope, (*field, *column), value, int);
            (inside(scope, *field, &quote!(self), &Leaf::Of(&code), &absent), int)
        }
        Demand::Mask { field } => {
            let bits = |value: &TokenStream| {
                int.convert(Emitted::operand(quote!(::wireform::sparse::mask(&#value))), Int::U64)
            };
            (inside(scope, *field, &quote!(self), &Leaf::Of(&bits), &absent), int)
        }
        Demand::Count { fields, times, plus } => {
            (counted(scope, fields, (*times, *plus), &quote!(self), (int, absent)), int)
        }
    }
}

/// The number for the length of the first present field of some, reached from `this`; `absent` if none is present.
fn counted(
    scope: &Scope<'_>,
    fields: &[FieldId],
    (times, plus): (Code, Code),
    this: &TokenStream,
    (int, absent): (Int, Emitted),
) -> Emitted {
    let region = fields.iter().copied().find(|id| matches!(scope.field(*id).wire, Wire::Within { .. }));
    let region = region.map(|id| (id, scope.another(scope.facts.scopes.holder(id))));
    let count = |value: &TokenStream| {
        let len = match &region {
            Some((id, holder)) if holder.at == scope.at && scope.late_size(*id).is_some() => {
                let (size, is_inside) = (scope.size_of(*id), !scope.outermost.contains(id));
                let deref = is_inside.then(|| quote!(*));
                quote!(#deref #size)
            }
            Some((id, holder)) => outlined::measured(scope, holder, *id, value),
            None => quote!(#value.len()),
        };
        count_of(&len, (times, plus), int)
    };
    // The first present list determines the count; the lists of one arm are matched together.
    let together: Vec<&[FieldId]> = fields.chunk_by(|one, next| are_siblings(scope, *one, *next)).collect();
    let first = |absent: Emitted, all: &&[FieldId]| first_inside(scope, all, this, &Leaf::Of(&count), &absent);
    together.iter().rev().fold(absent, first)
}

/// The number for a length, as an integer of type `int`.
fn count_of(len: &TokenStream, (times, plus): (Code, Code), int: Int) -> Emitted {
    if times == 1 && plus == 0 {
        let cast = format_ident!("usize_to_{}", int.ident());
        return Emitted::operand(quote!(::wireform::cast::#cast(#len)));
    }
    let (times, plus) = (number(times), number(plus));
    let steps = quote!(::wireform::cast::usize_to_i64(#len).wrapping_sub(#plus).wrapping_div_euclid(#times));
    int.convert(Emitted::operand(steps), Int::I64)
}

/// The code of an arm that follows from the lengths of its fields, whose values are those of the variable `value`.
fn counted_code(scope: &Scope<'_>, (choice, arm): (FieldId, usize), demand: &Demand, int: Int) -> TokenStream {
    let Demand::Count { fields, times, plus } = demand else { return quote!(0) };
    let value = quote!(value);
    let code = match scope.child_of_arm(choice, arm) {
        Some(inner) => counted(&inner, fields, (*times, *plus), &value, (int, Emitted::number(0))),
        // The variant holds the value of its only field.
        None => count_of(&quote!(#value.len()), (*times, *plus), int),
    };
    code.to_token_stream()
}

/// `match self.value { Value::Number(_) => 0, .. }`: the code of a choice's value, for one of its tags, or of a message, as
/// an integer of type `int`.
pub fn arm_code(scope: &Scope<'_>, (field, column): (FieldId, usize), value: &TokenStream, int: Int) -> Emitted {
    if let Wire::Family { family, .. } = &scope.field(field).wire {
        let code_int = Int::of_codes(scope.protocol(), &scope.protocol().families[family.0]);
        return int.convert(Emitted::operand(quote!(#value.code())), code_int);
    }
    if !matches!(scope.field(field).wire, Wire::Match { .. }) {
        return Emitted::number(0);
    }
    let codes = codes_of_arms(scope, (field, column), int);
    Emitted::branch(quote!(match #value { #(#codes)* }))
}

/// The arms of a `match` over a choice's value, each with its discriminant.
fn codes_of_arms(scope: &Scope<'_>, (field, column): (FieldId, usize), int: Int) -> Vec<TokenStream> {
    let Wire::Match { name, tag, arms } = &scope.field(field).wire else { return Vec::new() };
    let plain = names::type_ident(name);
    let codes = arms.iter().enumerate().map(|(index, arm)| {
        let variant = names::variant_ident(&arm.name);
        let has_fields = !arm.transparent && !arm.body.is_empty();
        let (binding, body) = match (&arm.written, scope.stored_code(tag, arm)) {
            (ArmCode::Counted(demand), _) => (Some(quote!((value))), counted_code(scope, (field, index), demand, int)),
            (ArmCode::One(codes), _) => {
                let code = codes.get(column).copied().unwrap_or(0);
                // The first literal determines the type of all.
                let code = if index == 0 { typed(code, int) } else { number(code) };
                ((arm.transparent || has_fields).then(|| quote!((_))), code)
            }
            (ArmCode::Stored, Some((name, from, of))) => {
                let name = names::field_ident(name);
                let code = if has_fields { quote!(value.#name) } else { quote!(#name) };
                let (raw, from) = value::to_raw(scope.protocol(), of, Emitted::path(code), from);
                let binding = match (has_fields, arm.transparent) {
                    (true, _) => quote!((value)),
                    (false, true) => quote!({ #name, .. }),
                    (false, false) => quote!({ #name }),
                };
                (Some(binding), int.convert(raw, from).to_token_stream())
            }
            (ArmCode::Stored, None) => (Some(quote!({ .. })), quote!(0)),
        };
        quote!(#plain::#variant #binding => #body,)
    });
    codes.collect()
}

/// Whether a field, in this scope or in a nested one, is present.
pub fn is_there(scope: &Scope<'_>, field: FieldId, this: &TokenStream) -> Emitted {
    flag_of(scope, field, this, false)
}

/// `self.fall.is_some()`, or, `negated`, `self.fall.is_none()`: the presence of a field. It is false if a group or a
/// shape around the field is absent.
pub fn flag_of(scope: &Scope<'_>, field: FieldId, this: &TokenStream, negated: bool) -> Emitted {
    let target = scope.field(field);
    let name = scope.member(field);
    match slot::absent_value(scope, target) {
        Some(absent) => {
            let leaf = |value: &TokenStream| {
                let differs = branch::differs(value, &absent);
                if negated { condition::not(&differs) } else { differs }
            };
            inside(scope, field, this, &Leaf::Of(&leaf), &Emitted::Flag(false))
        }
        None => {
            let parent = target.parent.filter(|parent| !scope.body.contains(&field) && *parent != field);
            let leaf = |value: &TokenStream| {
                Emitted::operand(if negated { quote!(#value.#name.is_none()) } else { quote!(#value.#name.is_some()) })
            };
            match parent {
                None => leaf(this),
                Some(parent) => match &scope.field(parent).wire {
                    Wire::Match { name: choice, arms, .. } => {
                        let Some(arm) = scope.arm_with(arms, field) else { return Emitted::Flag(false) };
                        let (plain, variant) = (names::type_ident(choice), names::variant_ident(&arm.name));
                        let there = leaf(&quote!(shape));
                        let select = |choice: &TokenStream| {
                            Emitted::operand(quote!(::core::matches!(#choice, #plain::#variant(shape) if #there)))
                        };
                        inside(scope, parent, this, &Leaf::Of(&select), &Emitted::Flag(false))
                    }
                    _ => inside(scope, parent, this, &Leaf::Of(&leaf), &Emitted::Flag(false)),
                },
            }
        }
    }
}
