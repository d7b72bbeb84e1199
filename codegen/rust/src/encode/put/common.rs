//! Fast path of a writer: the common shape, in which varints and fields of chosen width take their shortest form.
//!
//! The front of such a record is one array, written after a single test. The mirror of `view/common`.

use super::Putter;
use super::runs::Array;
use super::steps::{Step, Varints};
use crate::decode::take::forms;
use crate::facts::widths::are_derived;
use crate::field::slot;
use crate::model::{CellId, FieldId, Input, Presence, Scalar, Wire};
use crate::scope::{Act, generics};
use crate::text::emitted::Emitted;
use crate::text::int::Int;
use crate::text::tokens::{ToTokens, TokenStream, format_ident, quote};
use crate::types::varints::single;

/// The most bytes of the array; a longer one is hard to read.
const MOST: usize = 32;

/// The front of a record, under construction.
#[derive(Default)]
struct Front {
    /// The flags that are false in the common shape.
    flags: Vec<CellId>,
    /// The tests that a number takes more than one byte.
    long: Vec<TokenStream>,
    /// A varint that carries flags: its statements, and the test that it takes more than one byte.
    carrier: Option<(TokenStream, TokenStream)>,
    array: Array,
    steps: usize,
}

impl Putter<'_, '_> {
    /// `if ::wireform::number::any([wide_x, ..]) { return self.put_uncommon(place); } .. out.array([..]);`: the body
    /// that writes the common shape and calls `put_uncommon` for any other; `None` if a record has no common shape.
    pub(super) fn common(&self, locals: &TokenStream) -> Option<TokenStream> {
        let scope = self.scope;
        if !scope.record.checksums.is_empty() {
            return None;
        }
        let (coded, steps) = self.planned(scope.outermost, true);
        let mut front = Front::default();
        if !coded.is_empty() {
            return None;
        }
        for step in &steps {
            if self.add_to_front(&mut front, step).is_none() {
                break;
            }
            front.steps += 1;
        }
        if front.flags.is_empty() || front.array.len() > MOST {
            return None;
        }
        let flags: Vec<_> = front.flags.iter().map(|cell| scope.local(*cell)).collect();
        let long = &front.long;
        let uncommon = quote!(return self.put_uncommon(place););
        let (carrier, carrier_is_long) = front.carrier.clone().unzip();
        let carrier_is_long = carrier_is_long.map(|is_long| quote!(if #is_long { #uncommon }));
        let (lets, array) = front.array.literal();
        let rest = steps.iter().skip(front.steps).flat_map(|step| self.step(step));
        let rest = quote!(#carrier #carrier_is_long let out = &mut ::wireform::Output::new(place); #lets out.array(#array); #(#rest)*);
        // Constant flags let rustc fold the expressions that use them.
        let common = quote! {
            #locals
            if ::wireform::number::any([#(#flags,)* #(#long),*]) { #uncommon }
            #(let #flags = false;)*
            #rest
            out.len()
        };
        Some(common)
    }

    /// Adds a step to the front; `None` where the front ends.
    fn add_to_front(&self, front: &mut Front, step: &Step) -> Option<()> {
        match step {
            Step::Fixed(ids) if ids.iter().all(|id| !self.is_record(*id)) => {
                ids.iter().for_each(|id| self.add_fixed(&mut front.array, *id));
                Some(())
            }
            Step::Varints(varints) if !varints.listed => self.add_varints(front, varints),
            Step::Field(id) => match &self.scope.field(*id).wire {
                Wire::Chosen { .. } => self.add_chosen(front, *id),
                Wire::Bits { carrier: Scalar::Varint(_), .. } => self.add_carrier(front, *id),
                _ => None,
            },
            Step::Fixed(_) | Step::Varints(_) => None,
        }
    }

    fn add_varints(&self, front: &mut Front, varints: &Varints) -> Option<()> {
        let scope = self.scope;
        let Scalar::Varint(id) = varints.scalar else { return None };
        let (ty, varint) = (slot::varint_type(&scope.context, id), &scope.protocol().varints[id.0]);
        let code = varints.coded.then(|| generics::code(scope)).flatten();
        // A constant of the schema needs no test.
        let is_short = |number: &Emitted| {
            matches!(number, Emitted::Number(code, _) if (0..0x80).contains(code)) && single::is_ascii(varint)
        };
        let fields = varints.fields.iter().map(|id| {
            let field = scope.field(*id);
            let name = scope.member(*id);
            match &field.wire {
                Wire::Scalar { scalar, cell } => self.number(*scalar, *cell, &quote!(self.#name)),
                _ => Emitted::number(0),
            }
        });
        for number in code.into_iter().chain(fields) {
            if is_short(&number) {
                front.array.push(number.to_token_stream());
                continue;
            }
            front.long.push(quote!(!<#ty as ::wireform::Varint>::fits_single(#number)));
            front.array.push(quote!(<#ty as ::wireform::Varint>::to_single(#number)));
        }
        Some(())
    }

    /// Adds a field of two widths, of which a derived flag selects the first if it is false.
    fn add_chosen(&self, front: &mut Front, id: FieldId) -> Option<()> {
        let scope = self.scope;
        let field = scope.field(id);
        let Wire::Chosen { tags, forms, cell } = &field.wire else { return None };
        let ([Input::Cell(flag)], Presence::Always) = (tags.as_slice(), &field.presence) else { return None };
        let all = forms::alike(forms.iter());
        let [first, _] = all.as_slice() else { return None };
        let is_false = first.form.pattern.first().is_some_and(|codes| codes.iter().all(|code| code.max == 0));
        let scalar = first.form.scalar.filter(|scalar| matches!(scalar, Scalar::Int { .. }))?;
        let derived = are_derived(scope.record, tags, id) && scope.has_local(Act::Put, *flag);
        if !(is_false && derived && scope.is_flag(*flag)) {
            return None;
        }
        let name = scope.member(id);
        let (raw, int) = self.chosen_number(*cell, &quote!(self.#name));
        let raw = Int::of_scalar(scope.protocol(), scalar).convert(raw, int);
        match scalar {
            Scalar::Int { bytes: 1, signed: false, .. } => front.array.push(raw.to_token_stream()),
            Scalar::Int { bytes, .. } => front.array.add(&slot::encode(&raw, scalar), usize::from(bytes)),
            Scalar::Varint(_) => return None,
        }
        front.flags.push(*flag);
        Some(())
    }

    fn add_carrier(&self, front: &mut Front, id: FieldId) -> Option<()> {
        let scope = self.scope;
        let field = scope.field(id);
        let Wire::Bits { carrier: scalar @ Scalar::Varint(varint), parts } = &field.wire else { return None };
        if front.carrier.is_some() || field.presence != Presence::Always {
            return None;
        }
        let (lets, whole) = self.carrier_number(*scalar, parts, &scope.locals().ident(scope.locals().of_field(id)));
        let (varint, number) = (slot::varint_type(&scope.context, *varint), format_ident!("number"));
        front.array.push(quote!(<#varint as ::wireform::Varint>::to_single(#number)));
        let is_long = quote!(!<#varint as ::wireform::Varint>::fits_single(#number));
        front.carrier = Some((quote!(#lets let #number = #whole;), is_long));
        Some(())
    }
}
