//! Writers of single fields. The mirror of `take`.

mod choices;
mod common;
mod extents;
mod lists;
mod moving;
pub mod over;
pub mod regions;
mod runs;
pub mod short;
mod steps;

use super::check::{Checker, FieldPath};
use super::derive;
use crate::decode::take::forms;
use crate::facts::Checked;
use crate::facts::scopes::has_default;
use crate::field::{code, expr, slot, value};
use crate::hooks::{self, checksum};
use crate::layout;
use crate::model::{
    ByteOrder, CellId, Content, FieldId, Filler, Form, Input, Part, Presence, RecordId, Run, Scalar, Source, Space,
    Wire,
};
use crate::scope::{Act, Context, Scope, captures};
use crate::text::emitted::{Binding, Emitted};
use crate::text::int::{Int, within};
use crate::text::literal::{self, number};
use crate::text::segments::{Around, Piece, apart};
use crate::text::tokens::{Ident, Literal, ToTokens, TokenStream, format_ident, quote};
use crate::text::{branch, names};
use crate::values::delta;

/// `?` after the call of a writer of this scope, if it can reject the value.
fn failed(scope: &Scope<'_>) -> Option<TokenStream> {
    (scope.is_checked_as_written() && scope.rejects()).then(|| quote!(?))
}

/// `fn put(&self, out: &mut ::wireform::Output<'_>) { .. }`: writes a scope; its regions have functions of their own.
pub fn put(scope: &Scope<'_>) -> TokenStream {
    let visible = scope.visibility();
    let putter = Putter { scope };
    let locals = derive::locals(scope, scope.written_variables(scope.outermost));
    let statements = putter.steps(scope.outermost, scope.is_root);
    let receiver = (!scope.is_hidden).then(|| quote!(&self,));
    let front = code::front_declared(scope, scope.outermost).filter(|_| !scope.is_root);
    let known = code::known_declared(scope);
    let (start, checksums) = (checksum::start(scope), checksum::puts(scope));
    let marks = code::marks(scope);
    let outer = scope.captured(Act::Put);
    let (amounts, rules) = (putter.checker().amounts(), putter.checker().rules());
    if let Some(size) = scope.context.facts.array_size(scope.id).filter(|_| scope.is_root) {
        let (size, filled) = (literal::length(size), putter.filled(scope.outermost));
        return quote! {
            #[inline]
            #visible fn put(#receiver out: &mut ::wireform::Output<'_>) {
                out.fill(|place| self.fill(place));
            }

            #[inline]
            #visible fn fill(#receiver place: &mut [u8; #size]) {
                #locals
                #filled
            }
        };
    }
    let output = hooks::output(&scope.context, &hooks::of_record(scope));
    let first = [Piece::plain(quote!(#locals #start)), Piece::back(marks)];
    let last = [Piece::plain(quote!(#amounts #(#rules)*)), Piece::plain(quote!(#checksums))];
    let all = joined(scope, scope.outermost, first.into_iter().chain(statements).chain(last));
    let outer = captures::declared(scope, outer);
    let regions = putter.regions();
    if let Some(most) = short::most(scope) {
        let common = putter.common(&derive::locals(scope, scope.written_variables(scope.outermost)));
        let short = short::functions(scope, visible.as_ref(), most, common.as_ref(), &all);
        return quote!(#short #regions);
    }
    let (result, all) = finished(all, scope.is_checked_as_written() && scope.rejects());
    quote! {
        #[inline]
        #visible fn put(#receiver out: #output #outer #front #known) #result {
            #all
        }

        #regions
    }
}

/// The statements of a writer of these fields; what does not lead back to the record apart from what does.
fn joined(scope: &Scope<'_>, body: &[FieldId], pieces: impl Iterator<Item = Piece>) -> TokenStream {
    match body.iter().any(|id| scope.leads_back(*id)) {
        true => {
            apart(pieces.collect(), &TokenStream::new(), &Around { error: &quote!(::wireform::Error), is_bare: true })
        }
        false => pieces.map(|piece| piece.statements).collect(),
    }
}

/// The result type of a function that writes, and its body with a final result; none and unchanged if it is infallible.
pub fn finished(body: TokenStream, rejects: bool) -> (Option<TokenStream>, TokenStream) {
    if !rejects {
        return (None, body);
    }
    let result = quote!(-> ::core::result::Result<(), ::wireform::Error>);
    (Some(result), quote!(#body Ok(())))
}

/// `self.check()?; self.put(out); Ok(())`: the end of a fallible function that writes a record.
pub fn whole(context: &Context<'_>, record: RecordId, put: &TokenStream, check: &TokenStream) -> TokenStream {
    match context.facts.checked(record) {
        Checked::Never => quote!(#put; Ok(())),
        Checked::Before => quote!(#check?; #put; Ok(())),
        Checked::AsWritten => put.clone(),
    }
}

pub struct Putter<'s, 'a> {
    pub scope: &'s Scope<'a>,
}

impl Putter<'_, '_> {
    /// The checks that it makes while it writes.
    fn checker(&self) -> Checker<'_, '_> {
        Checker { scope: self.scope, act: Act::Put }
    }

    /// The checks of fields that are written together.
    fn checks_of(&self, ids: &[FieldId]) -> Vec<TokenStream> {
        ids.iter().map(|id| self.checker().field(*id)).filter(|check| !check.is_empty()).collect()
    }

    /// Writes a present field, between its checks.
    fn checked(&self, id: FieldId, value: &TokenStream) -> TokenStream {
        let (before, after) = (self.checker().before(id, value), self.checker().after(id, value));
        let put = self.present(id, value);
        quote!(#before #put #after)
    }

    /// A cell's raw number as an integer of type `int`.
    fn raw(&self, cell: CellId, int: Int) -> Emitted {
        // The value has the user's, even if only another function has it as a variable.
        let own = self.scope.record.is_users(cell);
        let (raw, from) = if own { derive::own_raw(self.scope, cell) } else { derive::raw(self.scope, cell) };
        int.convert(raw, from)
    }

    /// `u32::from(wide_x) | (u32::from(wide_y) << 1)`: a carrier composed of its bit fields, as an unsigned number.
    fn carrier(&self, carrier: Scalar, parts: &[Part]) -> Emitted {
        let scope = self.scope;
        let int = slot::carrier_int(scope.protocol(), carrier);
        let ty = int.ident();
        let constant = parts.iter().fold(0, |all, part| match scope.cell(part.cell).source {
            Source::Constant(code) | Source::Reserved(code) => all | part.put(code),
            Source::User | Source::Derived(_) => all,
        });
        let constant = (constant != 0).then(|| Emitted::Number(constant, literal::hex(constant)));
        let others = parts
            .iter()
            .filter(|part| !matches!(scope.cell(part.cell).source, Source::Reserved(_) | Source::Constant(_)))
            .flat_map(|part| {
                let term = match scope.cell(part.cell).source {
                    _ if scope.is_flag(part.cell) => {
                        let flag = derive::flag(scope, part.cell);
                        Emitted::operand(quote!(#ty::from(#flag)))
                    }
                    _ if part.signed => {
                        let (raw, from) = derive::raw(scope, part.cell);
                        let wide = Int::I64.convert(raw, from);
                        let width = number(i128::from(part.width()));
                        let part = quote!(::wireform::number::part(#wide.cast_unsigned(), 0, #width));
                        int.convert(Emitted::operand(part), Int::U64)
                    }
                    _ => {
                        let (raw, from) = derive::raw(scope, part.cell);
                        int.convert(raw, from)
                    }
                };
                pieces(part, term)
            });
        let shifted = |term: &Emitted, low: u8| {
            let low = number(i128::from(low));
            Emitted::bits(quote!(#term << #low))
        };
        let terms: Vec<(Emitted, u8)> = constant.map(|constant| (constant, 0)).into_iter().chain(others).collect();
        match terms.as_slice() {
            [] => Emitted::number(0),
            [(only, 0)] => only.clone(),
            [(only, low)] => shifted(only, *low),
            terms => {
                let terms = terms.iter().map(|(term, low)| match low {
                    0 => term.to_token_stream(),
                    low => shifted(term, *low).within(Binding::Operand),
                });
                Emitted::bits(quote!(#(#terms)|*))
            }
        }
    }

    /// `let bits: u32 = ..;` and its number: a carrier of variable width.
    fn carrier_number(&self, carrier: Scalar, parts: &[Part], local: &Ident) -> (TokenStream, Emitted) {
        let (scope, raw) = (self.scope, self.carrier(carrier, parts));
        let int = slot::carrier_int(scope.protocol(), carrier);
        let ty = int.ident();
        let lets = quote!(let #local: #ty = #raw;);
        let signed = match carrier {
            Scalar::Varint(id) => Some(&scope.protocol().varints[id.0]).filter(|varint| varint.signed),
            Scalar::Int { .. } => None,
        };
        let Some(varint) = signed else { return (lets, Emitted::path(local)) };
        let wide = Int::U64.convert(Emitted::path(local), int);
        let width = number(i128::from(varint.bits));
        let signed = Int::of_bits(u32::from(varint.bits), true);
        let part = quote!(::wireform::number::signed_part(#wide, 0, #width));
        (lets, signed.convert(Emitted::operand(part), Int::I64))
    }

    /// `if let Some(fall) = self.fall { .. }`: writes a field, if it is present.
    fn field(&self, id: FieldId) -> TokenStream {
        let (always, put) = (self.checker().always(id), self.if_there(id));
        quote!(#always #put)
    }

    fn if_there(&self, id: FieldId) -> TokenStream {
        let (scope, field) = (self.scope, self.scope.field(id));
        let name = scope.member(id);
        if !scope.is_public(id) {
            let put = self.present(id, &quote!(()));
            return match field.presence.test().map(|test| expr::test(scope, test)) {
                Some(test) => quote!(if #test { #put }),
                None => put,
            };
        }
        match (&field.presence, slot::absent_value(scope, field)) {
            (Presence::Always, _) => self.checked(id, &quote!(self.#name)),
            (Presence::When { test, checked: true, .. }, Some(_)) => {
                let (test, put) = (expr::test(scope, test), self.checked(id, &quote!(self.#name)));
                quote!(if #test { #put })
            }
            (_, Some(_)) => {
                let (differs, put) =
                    (derive::is_there(scope, id, &quote!(self)), self.checked(id, &quote!(self.#name)));
                let (yes, no) = (Emitted::Flag(true), Emitted::Flag(false));
                let known = derive::by_presence(scope, id, [&yes, &no, &differs, &no]);
                let there = known.unwrap_or(differs);
                quote!(if #there { #put })
            }
            (_, None) => {
                if let Some(put) = self.optional(id) {
                    return put;
                }
                let value = scope.locals().ident(field.name.as_deref().unwrap_or_default());
                let put = self.checked(id, &quote!(#value));
                quote!(if let Some(#value) = self.#name { #put })
            }
        }
    }

    /// Writes an optional field of fixed size without a branch: which fields differ from a base is nearly random.
    ///
    /// ```text
    /// out.optional_over(self.pitch, former.pitch, |pitch| pitch.raw().to_le_bytes());
    /// ```
    fn optional(&self, id: FieldId) -> Option<TokenStream> {
        let scope = self.scope;
        let field = scope.field(id);
        if !self.is_always_stored(id) {
            return None;
        }
        let (name, local) = (field.name.as_deref()?, scope.locals().ident(field.name.as_deref()?));
        let name = names::field_ident(name);
        let value = quote!(#local);
        let bytes = match &field.wire {
            Wire::Scalar { scalar, cell } => slot::encode(&self.number(*scalar, *cell, &value), *scalar),
            Wire::Float { order, .. } => slot::encode_float(&value, *order),
            _ => return None,
        };
        let map = quote!(|#local| #bytes);
        let check = self.checker().before(id, &value);
        let checked = (!check.is_empty()).then(|| quote!(if let Some(#local) = self.#name { #check }));
        let put = match field.inherits().filter(|_| over::base(scope).is_some()) {
            Some(base) => {
                let base = delta::in_former(&format_ident!("former"), scope, base);
                quote!(out.optional_over(self.#name, #base, #map);)
            }
            None => quote!(out.optional(self.#name.map(#map));),
        };
        Some(quote!(#checked #put))
    }

    /// Whether an inherited field is stored even if absent, which needs at least as many bytes after it.
    fn is_always_stored(&self, id: FieldId) -> bool {
        let (scope, field) = (self.scope, self.scope.field(id));
        let size = match &field.wire {
            Wire::Scalar { scalar: Scalar::Int { bytes, .. }, .. } => u64::from(*bytes),
            Wire::Float { width, .. } => width.bytes().into(),
            _ => return false,
        };
        field.name.is_some()
            && field.inherits().is_some()
            && !has_default(field)
            && layout::length_after(scope.protocol(), scope.record, id).canonical.min >= size
    }

    /// `out.array(self.yaw.to_le_bytes());`, `self.fall.put(out);`: writes a present field; `value` is its value.
    fn present(&self, id: FieldId, value: &TokenStream) -> TokenStream {
        let (scope, put) = (self.scope, self.present_here(id, value));
        match scope.context.facts.is_of_another_circle(scope.protocol(), scope.record, id) {
            true => quote! {
                out.of_another_circle(|out| -> ::core::result::Result<(), ::wireform::Error> { #put Ok(()) })?;
            },
            false => put,
        }
    }

    fn present_here(&self, id: FieldId, value: &TokenStream) -> TokenStream {
        let scope = self.scope;
        let field = scope.field(id);
        match &field.wire {
            Wire::Scalar { scalar, cell } => self.scalar(*scalar, &self.number(*scalar, *cell, value)),
            Wire::Chosen { .. } => self.chosen(id, value),
            Wire::Float { order, .. } => {
                let bytes = slot::encode_float(value, *order);
                quote!(out.array(#bytes);)
            }
            Wire::Bits { carrier, parts } => match carrier {
                Scalar::Int { bytes, order, .. } => {
                    let raw = self.carrier(*carrier, parts);
                    self.scalar(Scalar::Int { bytes: *bytes, signed: false, order: *order }, &raw)
                }
                Scalar::Varint(_) => {
                    let local = scope.locals().ident(scope.locals().of_field(id));
                    let (lets, whole) = self.carrier_number(*carrier, parts, &local);
                    let put = self.scalar(*carrier, &whole);
                    quote!(#lets #put)
                }
            },
            Wire::Padding { space, filler } => padding(scope, space, *filler),
            Wire::Octets { content: Content::Constant(bytes), .. } => {
                let bytes = Literal::byte_string(bytes);
                quote!(out.array(*#bytes);)
            }
            Wire::Octets { extent, content: Content::Free } => self.bytes(extent, value),
            Wire::Octets { extent, content: Content::Text(text) } => self.text(id, text, extent, value),
            Wire::Group { .. } => {
                let Some(child) = scope.child_of(id) else { return TokenStream::new() };
                let (args, failed) = (code::child_args(scope, &child, Act::Put), failed(&child));
                let name = names::type_ident(child.name);
                match (scope.is_public(id), child.is_hidden) {
                    (true, _) => quote!(#value.put(out #args) #failed;),
                    (false, true) => quote!(#name::put(out #args) #failed;),
                    // A group in which the user sets nothing is not in the value.
                    (false, false) => quote!(#name::default().put(out #args) #failed;),
                }
            }
            Wire::Record { record, args, from } => {
                if let Some(put) = over::put(scope, *record, from.as_ref(), value) {
                    return put;
                }
                let value = delta::written_value(scope, *record, from.as_ref(), value);
                self.nested(id, &value, slot::record_args(scope, &scope.protocol().records[record.0], args))
            }
            Wire::Family { family, args, .. } => {
                self.nested(id, value, slot::family_args(scope, &scope.protocol().families[family.0], args))
            }
            Wire::List { item, extent } => self.list(id, item, extent, value),
            Wire::Sparse { item, .. } => {
                let (params, path) = (slot::item_params(scope, item), FieldPath::of(scope, id));
                quote!(::wireform::sparse::put(&#value, out, #params, #path)?;)
            }
            Wire::Match { .. } => self.choice(id, value),
            Wire::Within { .. } => self.region(id),
            Wire::Nested { part, args } => {
                let (params, depth) = slot::nested_params(scope, *part, args);
                let path = FieldPath::of(scope, id);
                quote!(#value.put(out, #params, #depth, #path)?;)
            }
        }
    }

    /// `value.put(out, known).map_err(|error| error.inside(&"pos"))?;`: writes a record or a message; adds the field to an
    /// error of its contents, if there can be one.
    fn nested(&self, id: FieldId, value: &TokenStream, known: Option<TokenStream>) -> TokenStream {
        let (path, known) = (FieldPath::of(self.scope, id), known.map(|known| quote!(, #known)));
        let rejects = self.scope.facts.checks.field(id).within;
        let failed = rejects.then(|| quote!(.map_err(|error| error.inside(#path))?));
        quote!(#value.put(out #known) #failed;)
    }

    /// The number that is written for a field; `value` is its value.
    fn number(&self, scalar: Scalar, cell: CellId, value: &TokenStream) -> Emitted {
        let scope = self.scope;
        let int = Int::of_scalar(scope.protocol(), scalar);
        if !scope.record.is_users(cell) {
            return self.raw(cell, int);
        }
        let (of, value) = (scope.cell(cell).value, Emitted::path(value));
        let (raw, from) = value::to_written(scope.protocol(), scalar, of, value, scope.cell_int(cell));
        int.convert(raw, from)
    }

    fn scalar(&self, scalar: Scalar, raw: &Emitted) -> TokenStream {
        code::put_number(&self.scope.context, scalar, raw)
    }

    /// The number of a field of chosen width, and its type.
    fn chosen_number(&self, cell: CellId, value: &TokenStream) -> (Emitted, Int) {
        let (scope, one) = (self.scope, self.scope.cell(cell));
        match scope.record.is_users(cell) {
            true => value::to_raw(scope.protocol(), one.value, Emitted::path(value), scope.cell_int(cell)),
            false => derive::raw(scope, cell),
        }
    }

    /// `if wide { out.array(..); } else { .. }`: writes a number in the form that the tags choose.
    fn chosen(&self, id: FieldId, value: &TokenStream) -> TokenStream {
        let scope = self.scope;
        let Wire::Chosen { tags, forms, cell } = &scope.field(id).wire else { return TokenStream::new() };
        let (raw, int) = self.chosen_number(*cell, value);
        let with_bytes = forms::alike(forms.iter().filter(|form| form.scalar.is_some()));
        let put = |form: &Form| {
            let scalar = form.scalar.unwrap_or(Scalar::Int { bytes: 1, signed: false, order: ByteOrder::Little });
            self.scalar(scalar, &Int::of_scalar(scope.protocol(), scalar).convert(raw.clone(), int))
        };
        // A number that fits no other form fits the last.
        let Some((last, tested)) = with_bytes.split_last() else { return TokenStream::new() };
        let test_of = |one: &forms::Alike<'_>| match tags.as_slice() {
            // The writer chooses the first form that holds the number; the reader infers it from the remaining bytes.
            [Input::Left] => within(&raw, int, &[one.form.interval]),
            tags => expr::matches(scope, tags, &one.patterns),
        };
        let tested = tested.iter().map(|one| (test_of(one), put(one.form)));
        branch::chain(tested, put(last.form))
    }
}

/// `out.zeros(4);`: reserved bytes; none that a reader skips, or that the region around them fills.
fn padding(scope: &Scope<'_>, space: &Space, filler: Filler) -> TokenStream {
    if let Some(bytes) = space.constant() {
        return filled(filler.byte, literal::length(bytes));
    }
    if let Space::Align(multiple) = space {
        let (multiple, byte) = (literal::length(*multiple), Emitted::number(filler.byte.into()));
        return quote!(out.align(front, #multiple, #byte););
    }
    let Some(length) = space.given() else { return TokenStream::new() };
    let (count, int) = expr::count(scope, length);
    // A negative length is rejected before.
    let count = int.to_usize(&count).unwrap_or_else(|| quote!(usize::try_from(#count).unwrap_or(0)));
    filled(filler.byte, count)
}

/// `out.zeros(4);`, `out.repeat(0xFF, 4);`: so many bytes of a filler.
fn filled(byte: u8, count: impl ToTokens) -> TokenStream {
    if byte == 0 {
        return quote!(out.zeros(#count););
    }
    let byte = literal::hex(byte.into());
    quote!(out.repeat(#byte, #count);)
}

/// `if value.len() < 64 { out.array([0]); }`: a terminator, omitted at the bound if the end of the region also ends the
/// field.
fn terminator(end: &TokenStream, bound: Option<u64>, or_end: bool, value: &TokenStream) -> TokenStream {
    match bound {
        Some(1) if or_end => quote!(if #value.is_empty() { #end }),
        Some(bound) if or_end => {
            let bound = literal::length(bound);
            quote!(if #value.len() < #bound { #end })
        }
        _ => end.clone(),
    }
}

/// The bits of a part in each of its runs, each with its place in the carrier.
fn pieces(part: &Part, whole: Emitted) -> Vec<(Emitted, u8)> {
    let [only] = part.runs.as_slice() else {
        let piece = |(run, place): (Run, u8)| {
            let (place, ones) = (number(place.into()), literal::hex((1 << run.width) - 1));
            let piece =
                if place.to_string() == "0" { quote!(#whole & #ones) } else { quote!((#whole >> #place) & #ones) };
            (Emitted::operand(quote!((#piece))), run.low)
        };
        return part.places().map(piece).collect();
    };
    vec![(whole, only.low)]
}
