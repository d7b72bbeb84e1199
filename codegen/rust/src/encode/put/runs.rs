//! Runs: fixed-size fields, written as one array.

use super::Putter;
use crate::field::slot;
use crate::layout;
use crate::model::{Content, Extent, FieldId, Scalar, Source, Wire};
use crate::text::emitted::{Binding, Emitted};
use crate::text::int::Int;
use crate::text::tokens::{Ident, Literal, ToTokens, TokenStream, format_ident, quote};

/// An array of bytes, and the variables into which numbers are destructured.
#[derive(Debug, Default)]
pub(super) struct Array {
    lets: Vec<TokenStream>,
    bytes: Vec<TokenStream>,
}

impl Array {
    pub(super) fn len(&self) -> usize {
        self.bytes.len()
    }

    pub(super) fn push(&mut self, byte: TokenStream) {
        self.bytes.push(byte);
    }

    /// Adds the bytes of an expression that is an array.
    pub(super) fn add(&mut self, array: &TokenStream, size: usize) {
        let first = self.bytes.len();
        let names: Vec<Ident> = (first..first + size).map(|index| format_ident!("b{index}")).collect();
        self.lets.push(quote!(let [#(#names),*] = #array;));
        self.bytes.extend(names.into_iter().map(|name| quote!(#name)));
    }

    /// The variables, and the array.
    pub(super) fn literal(&self) -> (TokenStream, TokenStream) {
        let (lets, bytes) = (&self.lets, &self.bytes);
        (quote!(#(#lets)*), quote!([#(#bytes),*]))
    }
}

impl Putter<'_, '_> {
    /// Statements that write fixed-size fields, checks first.
    pub(super) fn runs(&self, ids: &[FieldId]) -> Vec<TokenStream> {
        match ids {
            [only] => vec![self.field(*only)],
            several => self.checks_of(several).into_iter().chain([self.run(several)]).collect(),
        }
    }

    /// `let [b0, b1] = self.yaw.to_le_bytes(); out.array([self.cn, b0, b1]);`: writes fixed-size fields as one array.
    pub(super) fn run(&self, ids: &[FieldId]) -> TokenStream {
        if ids.iter().any(|id| self.is_record(*id)) {
            let (filled, size) = (self.filled(ids), Literal::usize_unsuffixed(self.sizes(ids)));
            return quote!(out.fill::<#size>(|place| { #filled }););
        }
        let (lets, array) = self.literal(ids);
        quote!(#lets out.array(#array);)
    }

    /// `*place = [..];`, `::wireform::number::set::<0, 4, _>(place, ..);`: writes fixed-size fields into the array
    /// `place`.
    pub(super) fn filled(&self, ids: &[FieldId]) -> TokenStream {
        let records = |one: &FieldId, next: &FieldId| !self.is_record(*one) && !self.is_record(*next);
        let mut chunks = ids.chunk_by(records);
        if let (Some(only), None) = (chunks.next(), chunks.next())
            && !only.iter().any(|id| self.is_record(*id))
        {
            let (lets, array) = self.literal(only);
            return quote!(#lets *place = #array;);
        }
        let mut offset = 0;
        let each = ids.chunk_by(records).map(|chunk| {
            let at = Literal::usize_unsuffixed(offset);
            let size = self.sizes(chunk);
            offset += size;
            let size = Literal::usize_unsuffixed(size);
            match chunk {
                [only] if self.is_record(*only) => {
                    let name = self.scope.member(*only);
                    quote!(::wireform::number::within::<#at, #size, _>(place, |place| self.#name.fill(place));)
                }
                chunk => {
                    let (lets, array) = self.literal(chunk);
                    if lets.is_empty() {
                        quote!(::wireform::number::set::<#at, #size, _>(place, #array);)
                    } else {
                        quote!(::wireform::number::within::<#at, #size, _>(place, |place| { #lets *place = #array; });)
                    }
                }
            }
        });
        quote!(#(#each)*)
    }

    pub(super) fn is_record(&self, id: FieldId) -> bool {
        matches!(self.scope.field(id).wire, Wire::Record { .. })
    }

    pub(super) fn sizes(&self, ids: &[FieldId]) -> usize {
        ids.iter().map(|id| self.fixed(*id).1).sum()
    }

    /// The variables into which numbers are destructured, and the array of all bytes.
    fn literal(&self, ids: &[FieldId]) -> (TokenStream, TokenStream) {
        if let [only] = ids
            && !matches!(
                self.scope.field(*only).wire,
                Wire::Padding { .. } | Wire::Octets { content: Content::Constant(_), .. }
            )
        {
            return (TokenStream::new(), self.fixed(*only).0);
        }
        let mut array = Array::default();
        ids.iter().for_each(|id| self.add_fixed(&mut array, *id));
        array.literal()
    }

    /// Adds the bytes of a fixed-size field.
    pub(super) fn add_fixed(&self, all: &mut Array, id: FieldId) {
        let (array, size) = self.fixed(id);
        match &self.scope.field(id).wire {
            Wire::Padding { filler, .. } => {
                let fill = Emitted::number(i128::from(filler.byte));
                (0..size).for_each(|_| all.push(quote!(#fill)));
            }
            Wire::Scalar { cell, .. } if self.scope.cell(*cell).source == Source::Reserved(0) => {
                (0..size).for_each(|_| all.push(quote!(0)));
            }
            Wire::Octets { content: Content::Constant(magic), .. } => magic.iter().for_each(|byte| {
                let byte = Literal::byte_character(*byte);
                all.push(quote!(#byte));
            }),
            _ => match self.single(id) {
                Some(byte) => all.push(byte),
                None => all.add(&array, size),
            },
        }
    }

    /// The byte of a number of one byte.
    fn single(&self, id: FieldId) -> Option<TokenStream> {
        match &self.scope.field(id).wire {
            Wire::Scalar { scalar: Scalar::Int { bytes: 1, signed: true, .. }, cell } => {
                let raw = self.raw(*cell, Int::I8);
                Some(match raw {
                    Emitted::Number(..) => quote!(i8::cast_unsigned(#raw)),
                    _ => {
                        let raw = raw.within(Binding::Operand);
                        quote!(#raw.cast_unsigned())
                    }
                })
            }
            Wire::Scalar { scalar: Scalar::Int { bytes: 1, .. }, cell } => {
                Some(self.raw(*cell, Int::U8).to_token_stream())
            }
            Wire::Bits { carrier: carrier @ Scalar::Int { bytes: 1, .. }, parts } => {
                Some(self.carrier(*carrier, parts).to_token_stream())
            }
            _ => None,
        }
    }

    /// A fixed-size field as an array, and its length.
    pub(super) fn fixed(&self, id: FieldId) -> (TokenStream, usize) {
        let scope = self.scope;
        let field = scope.field(id);
        let name = scope.member(id);
        match &field.wire {
            Wire::Scalar { scalar: Scalar::Int { bytes, .. }, cell }
                if scope.cell(*cell).source == Source::Reserved(0) =>
            {
                let size = usize::from(*bytes);
                let zeros = Literal::usize_unsuffixed(size);
                (if size == 1 { quote!([0]) } else { quote!([0; #zeros]) }, size)
            }
            Wire::Scalar { scalar: scalar @ Scalar::Int { bytes, .. }, cell } => {
                let raw = self.raw(*cell, Int::of_scalar(scope.protocol(), *scalar));
                (slot::encode(&raw, *scalar), usize::from(*bytes))
            }
            Wire::Bits { carrier: carrier @ Scalar::Int { bytes, order, .. }, parts } => {
                let raw = self.carrier(*carrier, parts);
                let unsigned = Scalar::Int { bytes: *bytes, signed: false, order: *order };
                (slot::encode(&raw, unsigned), usize::from(*bytes))
            }
            Wire::Float { width, order } => {
                (slot::encode_float(&quote!(self.#name), *order), usize::from(width.bytes()))
            }
            Wire::Padding { space, .. } => {
                let bytes = space.constant().and_then(|bytes| usize::try_from(bytes).ok());
                (quote!([0]), bytes.unwrap_or(0))
            }
            Wire::Octets { content: Content::Constant(bytes), .. } => (quote!([0]), bytes.len()),
            Wire::Octets { extent: extent @ Extent::Fixed { count, .. }, content: Content::Free } => {
                let bytes = if layout::is_array(extent) { quote!(self.#name) } else { quote!(*self.#name) };
                (bytes, usize::try_from(*count).unwrap_or(0))
            }
            // A record writes its own bytes.
            Wire::Record { .. } => {
                let size = layout::fixed_size(scope.protocol(), &field.wire);
                (quote!([]), size.and_then(|size| usize::try_from(size).ok()).unwrap_or(0))
            }
            _ => (quote!([]), 0),
        }
    }
}
