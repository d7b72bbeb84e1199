//! Readers of single fields. The mirror of `put`.

mod choices;
mod extents;
pub mod forms;
mod lists;
pub mod passes;
mod regions;
mod trailers;

use super::parse;
use crate::facts::numbers::{self, Invalid};
use crate::field::value::{self, Rejection, Why};
use crate::field::{code, expr, sessions, slot};
use crate::layout::{self, words};
use crate::model::{CellId, Content, FieldId, Form, Input, Interval, Part, Presence, Scalar, SessionId, Wire};
use crate::scope::locals::Companion;
use crate::scope::{Act, Context, Scope};
use crate::text::emitted::Emitted;
use crate::text::int::Int;
use crate::text::tokens::{Ident, Literal, ToTokens, TokenStream, quote};
use crate::text::{branch, condition, literal, names};

/// Emits reads from a cursor.
#[derive(Clone)]
pub struct Taker<'s, 'a> {
    pub scope: &'s Scope<'a>,
    pub input: Ident,
    /// Reads only the common shape: varints of one byte.
    pub common_only: bool,
    /// Passes by what leads back to the record: it is read, and no view is made.
    pub passes: bool,
}

impl<'s, 'a> Taker<'s, 'a> {
    /// A taker that reads every shape.
    pub fn new(scope: &'s Scope<'a>, input: Ident) -> Self {
        Self { scope, input, common_only: false, passes: false }
    }

    /// The field's path in errors: `&"fall.speed"`.
    pub fn path(&self, id: FieldId) -> TokenStream {
        let path = self.scope.path(id);
        quote!(&#path)
    }

    /// `input.field(&"yaw")?`, `input.varint(Int, &"cn")?`: reads a present field, in the form that the view stores.
    pub fn field(&self, id: FieldId) -> TokenStream {
        let (scope, input) = (self.scope, &self.input);
        let taken = self.field_here(id);
        match scope.context.facts.is_of_another_circle(scope.protocol(), scope.record, id) {
            true => quote!(#input.of_another_circle(|#input| Ok(#taken))?),
            false => taken,
        }
    }

    fn field_here(&self, id: FieldId) -> TokenStream {
        let (scope, input, path) = (self.scope, &self.input, self.path(id));
        let field = scope.field(id);
        match &field.wire {
            Wire::Scalar { scalar, cell } => self
                .checked(id, *cell, &self.stored_scalar(*scalar, &path), |stored| slot::decode(stored, None, *scalar)),
            Wire::Chosen { cell, .. } => {
                let chosen = self.chosen(id);
                self.checked(id, *cell, &chosen, |stored| Emitted::path(stored))
            }
            Wire::Padding { space, filler } => self.padding(id, space, *filler),
            Wire::Float { .. } => quote!(#input.field(#path)?),
            Wire::Octets { content: Content::Constant(bytes), .. } => {
                let bytes = Literal::byte_string(bytes);
                quote!({
                    let at = #input.offset();
                    let magic = #input.field(#path)?;
                    if magic != #bytes {
                        return Err(::wireform::Malformed::Constant.unlike_bytes(#path, at, #bytes, magic));
                    }
                    magic
                })
            }
            Wire::Bits { carrier, .. } => {
                let stored = self.stored_scalar(*carrier, &path);
                let int = Int::of_scalar(scope.protocol(), *carrier);
                if matches!(carrier, Scalar::Varint(_)) && int.signed {
                    quote!(#stored.cast_unsigned())
                } else {
                    stored
                }
            }
            Wire::Octets { extent, content: Content::Free } => self.bytes(id, extent),
            Wire::Octets { extent, content: Content::Text(text) } if text.is_of_bytes() => self.text(id, text, extent),
            Wire::Octets { extent, content: Content::Text(text) } => self.units(id, text, extent),
            Wire::Group { .. } => {
                let Some(child) = scope.child_of(id) else { return quote!(()) };
                let args = code::child_args(scope, &child, Act::Take);
                let view = if child.is_hidden { names::type_ident(child.name) } else { names::view_ident(child.name) };
                // Returns the cells that others read, too.
                quote!(#view::take(#input #args)?)
            }
            Wire::Record { record, args, from: _ } => {
                let target = &scope.protocol().records[record.0];
                let known = slot::record_args(scope, target, args);
                let take = parse::take(&scope.context, target, input, known);
                quote!(#take.map_err(|error| error.inside(#path))?)
            }
            Wire::Family { .. } => {
                let (view, args, inside) = self.family(id);
                quote!(#view::take(#input #args).map_err(|error| #inside)?)
            }
            Wire::List { item, extent } => self.list(id, item, extent),
            Wire::Sparse { item, mask, .. } => self.sparse(id, item, *mask),
            Wire::Match { .. } => self.choice(id),
            // A region is read by separate statements, around its fields.
            Wire::Within { .. } => quote!(()),
            Wire::Nested { part, args } => {
                let (params, depth) = slot::nested_params(scope, *part, args);
                quote!(::wireform::Nested::take(#input, #params, #depth, #path)?)
            }
        }
    }

    /// The view of a family in a field, the further arguments of its readers, and `error` inside of the field.
    fn family(&self, id: FieldId) -> (TokenStream, TokenStream, TokenStream) {
        let (scope, path) = (self.scope, self.path(id));
        let Wire::Family { family, by, args } = &scope.field(id).wire else { return Default::default() };
        let target = &scope.protocol().families[family.0];
        let view = scope.context.in_root(names::view_ident(&target.name));
        let known = slot::family_args(scope, target, args);
        let code = by.map(|cell| {
            let (code, int) = expr::input(scope, Input::Cell(cell));
            Int::of_codes(scope.protocol(), target).convert(code, int)
        });
        let given = match (code, known) {
            (Some(code), Some(known)) => quote!(, (#code, #known)),
            (Some(code), None) => quote!(, #code),
            (None, known) => known.map(|known| quote!(, #known)).unwrap_or_default(),
        };
        let inside = match scope.record.chooser(scope.protocol(), id) {
            Some(by) => {
                let (named, at) = (self.path(by), scope.companion(by, Companion::At));
                quote!(error.chosen_by(#path, #named, #at))
            }
            None => quote!(error.inside(#path)),
        };
        (quote!(#view), given, inside)
    }

    /// `input.left() == 2`, `has_fall`: the condition for the presence of a field, evaluated where the field begins.
    pub fn is_there(&self, id: FieldId) -> Emitted {
        let input = &self.input;
        match &self.scope.field(id).presence {
            Presence::When { test, .. } => expr::test(self.scope, test),
            Presence::Left { lengths, .. } => expr::left_in(&Emitted::operand(quote!(#input.left())), lengths),
            Presence::Always | Presence::Chosen { .. } => Emitted::Flag(true),
        }
    }

    /// A field as [`field`](Self::field) reads it; fails if the session state that determines its layout is unset.
    pub fn demanding_field(&self, id: FieldId) -> TokenStream {
        let (demand, field) = (self.demand(id, self.scope.field(id).needs()), self.field(id));
        if demand.is_empty() { field } else { quote!({ #demand #field }) }
    }

    /// `if known.mode.is_none() { return Err(..) }`: rejects a field that depends on unset session state.
    pub fn demand(&self, id: FieldId, needs: Vec<SessionId>) -> TokenStream {
        let (input, path) = (&self.input, self.path(id));
        let refuse = |name: &str| quote!(::wireform::Refusal::unsaid(#path, #input.offset(), &#name));
        sessions::demand(self.scope, needs, refuse)
    }

    fn stored_scalar(&self, scalar: Scalar, path: &TokenStream) -> TokenStream {
        let input = &self.input;
        match scalar {
            Scalar::Varint(id) if self.common_only => {
                let varint = slot::varint_value(&self.scope.context, id);
                quote!(#input.single(#varint)?)
            }
            _ => stored(&self.scope.context, input, scalar, path),
        }
    }

    /// Reads a scalar as its number.
    pub fn number(&self, scalar: Scalar, path: &TokenStream) -> Emitted {
        match scalar {
            Scalar::Varint(_) => Emitted::operand(self.stored_scalar(scalar, path)),
            Scalar::Int { .. } => number(&self.scope.context, &self.input, scalar, path),
        }
    }

    /// `{ let at = input.offset(); let kept = ..; if kept > 3 { return Err(..) } kept }`: `stored`, with invalid
    /// numbers rejected.
    fn checked(
        &self,
        id: FieldId,
        cell: CellId,
        stored: &TokenStream,
        raw: impl Fn(&TokenStream) -> Emitted,
    ) -> TokenStream {
        let (input, path) = (&self.input, self.path(id));
        let raw = raw(&quote!(kept));
        let Some(rejection) = self.refused(cell, &raw) else {
            return stored.clone();
        };
        // An absent number is not checked.
        let optional = self.scope.field(id).wire.may_lack_bytes();
        let test = &rejection.test;
        let test = if optional { quote!(kept.is_some_and(|kept| #test)) } else { quote!(#test) };
        let found = if optional { quote!(kept.unwrap_or_default()) } else { quote!(#raw) };
        let error = rejection.error(&path, &quote!(at), &found);
        let ty = match &self.scope.field(id).wire {
            Wire::Scalar { scalar: Scalar::Int { bytes, .. }, .. } => {
                let bytes = Literal::u8_unsuffixed(*bytes);
                quote!(: &[u8; #bytes])
            }
            _ => TokenStream::new(),
        };
        quote!({
            let at = #input.offset();
            let kept #ty = #stored;
            if #test {
                return Err(#error);
            }
            kept
        })
    }

    /// The condition that a raw number of a cell is invalid, and the kind of the error.
    pub fn refused(&self, cell: CellId, raw: &Emitted) -> Option<Rejection> {
        let scope = self.scope;
        match numbers::refused(scope.protocol(), scope.record, cell)? {
            Invalid::Constant(code) if scope.is_flag(cell) => {
                let test = if code == 0 { raw.clone() } else { condition::not(raw) };
                Some(Rejection::of_constant(test, scope.cell(cell).value, code))
            }
            refused => {
                Some(value::rejection(&scope.context, scope.cell(cell).value, refused, raw, scope.cell_int(cell)))
            }
        }
    }

    /// The test and the error of a part of inline bits. A constant has an error of its own; that of any other part names the
    /// whole number, which has all parts.
    pub fn part_refused(
        &self,
        id: FieldId,
        part: &Part,
        carrier: Scalar,
        raw: &Emitted,
    ) -> Option<(Emitted, TokenStream)> {
        let (scope, path) = (self.scope, self.path(id));
        let bits = slot::part(scope, raw, slot::carrier_int(scope.protocol(), carrier), part);
        let refused = self.refused(part.cell, &bits)?;
        let why = refused.why;
        if why != Why::Constant {
            let found = slot::carrier_bits(scope.protocol(), carrier, raw);
            return Some((refused.test, quote!(::wireform::Malformed::#why.found(#path, at, #found))));
        }
        let own = part.name.as_ref().map(|_| &scope.cell(part.cell).path);
        let found = if scope.is_flag(part.cell) { quote!(u8::from(#bits)) } else { quote!(#bits) };
        let error = refused.error(&own.map_or(path, |own| quote!(&#own)), &quote!(at), &found);
        Some((refused.test, error))
    }

    // ---- width by earlier cells -------------------------------------------------------------------------------

    /// `if wide { u32::from_le_bytes(..) } else { .. }`: reads a number whose width earlier cells choose, as an integer
    /// of the cell's type or an option of it.
    pub fn chosen(&self, id: FieldId) -> TokenStream {
        let (scope, path) = (self.scope, self.path(id));
        let Wire::Chosen { tags, forms, cell } = &scope.field(id).wire else { return quote!(0) };
        let optional = forms.iter().any(|form| form.scalar.is_none());
        let int = scope.cell_int(*cell);
        let take = |form: &Form| match form.scalar {
            None => quote!(None),
            Some(scalar) => {
                let number = int.convert(self.number(scalar, &path), Int::of_scalar(scope.protocol(), scalar));
                if optional { quote!(Some(#number)) } else { number.to_token_stream() }
            }
        };
        let selection = scope.field(id).wire.selection();
        let covered = selection.is_some_and(|selection| selection.is_exhaustive(|tag| held(scope, *tag)));
        let alike = forms::alike(forms.iter());
        // The last of exhaustive forms needs no test.
        let by_left = tags.contains(&Input::Left);
        let (tested, last) = match alike.split_last() {
            Some((last, tested)) if covered => (tested, take(last.form)),
            _ if by_left => {
                let wrong = self.wrong_length(forms.iter().flat_map(|form| form.pattern.iter().flatten()), &path);
                (alike.as_slice(), quote!(return Err(#wrong);))
            }
            _ => {
                let (input, protocol) = (&self.input, scope.protocol());
                let expected = words::chosen(words::ITS_WIDTH, protocol, scope.record, tags);
                let refused = match tags.len() {
                    1 => quote!(at(#path, #input.offset())),
                    _ => quote!(expected(#path, #input.offset(), &#expected)),
                };
                (alike.as_slice(), quote!(return Err(::wireform::Malformed::Value.#refused);))
            }
        };
        let chosen =
            branch::chain(tested.iter().map(|one| (expr::matches(scope, tags, &one.patterns), take(one.form))), last);
        if by_left {
            let input = &self.input;
            return quote!({ let left = #input.left(); #chosen });
        }
        chosen
    }

    /// `input.wrong_length(&[2, 4], &"x")`: the error if the remaining bytes have none of these lengths.
    pub fn wrong_length<'i>(&self, lengths: impl Iterator<Item = &'i Interval>, path: &TokenStream) -> TokenStream {
        let mut least: Vec<i128> = lengths.map(|one| one.min).collect();
        least.sort_unstable();
        let least = least.into_iter().map(|min| literal::length(u64::try_from(min).unwrap_or(0)));
        let input = &self.input;
        quote!(#input.wrong_length(&[#(#least),*], #path))
    }
}

/// Reads a scalar in the form that a view stores: bytes of fixed size, or the number of a varint.
fn stored(context: &Context<'_>, input: &Ident, scalar: Scalar, path: &TokenStream) -> TokenStream {
    match scalar {
        Scalar::Int { .. } => quote!(#input.field(#path)?),
        Scalar::Varint(id) => {
            let varint = slot::varint_value(context, id);
            quote!(#input.varint(#varint, #path)?)
        }
    }
}

/// Reads a scalar as its number.
pub fn number(context: &Context<'_>, input: &Ident, scalar: Scalar, path: &TokenStream) -> Emitted {
    let stored = stored(context, input, scalar, path);
    match scalar {
        Scalar::Int { .. } => slot::from_bytes(&quote!(*#stored), scalar),
        Scalar::Varint(_) => Emitted::operand(stored),
    }
}

pub fn bound_literal(bound: Option<u64>) -> TokenStream {
    bound.map_or_else(|| quote!(usize::MAX), literal::length)
}

/// All numbers of the wire of a tag: rules are checked later.
pub fn held(scope: &Scope<'_>, tag: Input) -> Vec<Interval> {
    vec![layout::wire_input_interval(scope.protocol(), scope.record, tag)]
}
