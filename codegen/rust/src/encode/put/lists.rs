//! Writers of lists and their terminators. The mirror of `take/lists`.

use super::{Putter, padding, terminator};
use crate::encode::check::FieldPath;
use crate::field::last::{begins, is_end, last_element};
use crate::field::rest::taken_by;
use crate::field::slot::item_params;
use crate::hooks;
use crate::layout;
use crate::model::{CellId, Code, Content, End, Extent, FieldId, Item, Kept, Part, Scalar, Wire};
use crate::scope::Scope;
use crate::text::emitted::Emitted;
use crate::text::literal;
use crate::text::tokens::{TokenStream, format_ident, quote};

impl Putter<'_, '_> {
    /// `value.put(out, params, &"hits")?;`: writes a list with its prefix or terminator.
    pub(super) fn list(&self, id: FieldId, item: &Item, extent: &Extent, value: &TokenStream) -> TokenStream {
        let (params, path) = (item_params(self.scope, item), FieldPath::of(self.scope, id));
        let put = if hooks::in_item(&self.scope.context, item) { "put_hooked" } else { "put" };
        match extent {
            _ if layout::is_array_of(self.scope.protocol(), item, extent) => {
                quote!(::wireform::list::put_array(&#value, out, #params, #path)?;)
            }
            Extent::Until { end, kept: Kept::Yes, or_end: false, .. } => {
                let (put, wrong) = (format_ident!("{put}_through"), last_element(self.scope, item, end).misplaced());
                quote!(#value.#put(out, #params, #path, #wrong)?;)
            }
            Extent::Until { end, kept: Kept::Yes, or_end: true, .. } => {
                let followed = self.checker().followed(id).map(|[followed, _]| followed);
                let wrong = last_element(self.scope, item, end).misplaced_or_end(followed.as_ref());
                let (put, refuse) = (format_ident!("{put}_before"), path.refuse(quote!(Sentinel)));
                let none = followed.map(|followed| quote!(if #value.is_empty() && #followed { #refuse }));
                quote!(#none #value.#put(out, #params, #path, #wrong)?;)
            }
            Extent::Until { end, kept: Kept::Left, .. } => {
                let (put, ends) = (format_ident!("{put}_before"), begins(self.scope, item, end));
                quote!(#value.#put(out, #params, #path, #ends)?;)
            }
            Extent::Until { end, kept: Kept::No, bound, or_end } => {
                let ends = is_end(self.scope, item, end).map(|ends| quote!(, |element| #ends));
                let put = if ends.is_some() { format_ident!("{put}_until") } else { format_ident!("{put}") };
                let end = terminator(&self.end(item, end), *bound, *or_end, value);
                quote!(#value.#put(out, #params, #path #ends)?; #end)
            }
            _ => {
                let takes_rest = taken_by(self.scope, item, extent);
                let put = if takes_rest.is_some() { format_ident!("{put}_rest") } else { format_ident!("{put}") };
                let (prefix, takes_rest) = (self.prefix(extent, value), takes_rest.map(|test| quote!(, #test)));
                quote!(#prefix #value.#put(out, #params, #path #takes_rest)?;)
            }
        }
    }

    /// Writes a list's terminator.
    pub(super) fn end(&self, item: &Item, end: &End) -> TokenStream {
        match (end, item) {
            (End::Value { written, .. }, Item::Scalar { scalar, .. }) => {
                self.scalar(*scalar, &Emitted::number(*written))
            }
            (_, Item::Record { record, .. }) => {
                let element = Scope::seen_from(self.scope.context, *record);
                let Some(last) = end.field(element.record) else { return TokenStream::new() };
                let putter = Putter { scope: &element };
                let before = element.body.iter().take_while(|id| **id != last).map(|id| putter.zero(*id));
                let end = match (end, &element.field(last).wire) {
                    (End::Cell { written, .. }, Wire::Scalar { scalar, .. }) => {
                        putter.scalar(*scalar, &Emitted::number(*written))
                    }
                    (End::Cell { written, .. }, Wire::Chosen { .. }) => putter.chosen_at_the_end(last, *written),
                    (End::Cell { cell, written, .. }, Wire::Bits { carrier, parts }) => {
                        putter.bits_at_the_end(*carrier, parts, Some((*cell, *written)))
                    }
                    _ => putter.zero(last),
                };
                quote!(#(#before)* #end)
            }
            _ => TokenStream::new(),
        }
    }

    /// Writes a number of chosen width in a terminator.
    fn chosen_at_the_end(&self, id: FieldId, code: Code) -> TokenStream {
        let scalar = self.scope.record.form_of_end(id).and_then(|form| form.scalar);
        scalar.map(|scalar| self.scalar(scalar, &Emitted::number(code))).unwrap_or_default()
    }

    /// Writes a carrier in a terminator: constants, the number of the terminating part, and zero in all others.
    fn bits_at_the_end(&self, carrier: Scalar, parts: &[Part], end: Option<(CellId, Code)>) -> TokenStream {
        let code = |part: &Part| match end {
            Some((cell, code)) if cell == part.cell => code,
            _ => self.scope.cell(part.cell).at_the_end(),
        };
        let raw = parts.iter().fold(0, |raw, part| raw | part.put(code(part)));
        let (carrier, raw) = match carrier {
            Scalar::Int { bytes, order, .. } => (Scalar::Int { bytes, signed: false, order }, raw),
            Scalar::Varint(id) => {
                let varint = &self.scope.protocol().varints[id.0];
                let sign = 1 << varint.bits.saturating_sub(1);
                (carrier, if varint.signed && raw & sign != 0 { raw - (sign << 1) } else { raw })
            }
        };
        self.scalar(carrier, &Emitted::number(raw))
    }

    /// Writes a field of a terminator: zero, or the empty text.
    pub(super) fn zero(&self, id: FieldId) -> TokenStream {
        match &self.scope.field(id).wire {
            Wire::Scalar { scalar, cell } => {
                self.scalar(*scalar, &Emitted::number(self.scope.cell(*cell).at_the_end()))
            }
            Wire::Chosen { cell, .. } => self.chosen_at_the_end(id, self.scope.cell(*cell).at_the_end()),
            Wire::Group { body, .. } => body.iter().map(|id| self.zero(*id)).collect(),
            Wire::Float { width, .. } => {
                let size = literal::length(width.bytes().into());
                quote!(out.zeros(#size);)
            }
            Wire::Bits { carrier, parts } => self.bits_at_the_end(*carrier, parts, None),
            Wire::Octets { extent, content: Content::Text(text) } => self.empty_text(text, extent),
            Wire::Padding { space, filler } => padding(self.scope, space, *filler),
            Wire::Octets { content: Content::Constant(_), .. } => self.present(id, &quote!(())),
            _ => TokenStream::new(),
        }
    }
}
