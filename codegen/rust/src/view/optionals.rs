//! Optional fields of known sizes, stored as one segment and a mask of those that are present.

use super::View;
use crate::decode::shape::Item;
use crate::decode::shape::optionals::{Spot, all_spots};
use crate::decode::take::Taker;
use crate::field::{expr, slot};
use crate::model::{CellId, FieldId, Scalar, Wire};
use crate::text::emitted::Emitted;
use crate::text::int::Int;
use crate::text::literal;
use crate::text::names;
use crate::text::tokens::{Ident, Literal, TokenStream, format_ident, quote};

/// The position from which an optional field is read in its segment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Asked {
    /// Random access from the view: `self.optional.get::<2>(0, &Self::OPTIONAL)`.
    Alone,
    /// Sequentially, after its predecessors: `optional.next::<2>(0)`.
    InTurn,
    /// Random access from elsewhere: `view.optional.get::<2>(0, &PosView::OPTIONAL)`.
    Elsewhere,
}

/// The name of the constant that holds the sizes of the fields.
fn sizes_ident(name: &Ident) -> Ident {
    format_ident!("{}", name.to_string().to_uppercase())
}

/// The name of the function that reads the fields one after the other.
fn each_ident(name: &Ident) -> Ident {
    format_ident!("{}{name}", crate::names::EACH)
}

impl View<'_, '_> {
    /// `const OPTIONAL: [(u32, usize); 1] = [(0x07, 2)];`: the sizes of each segment's fields, each with the bits of
    /// the fields of that size.
    pub(super) fn optional_sizes(&self) -> TokenStream {
        let consts = self.items.iter().zip(&self.names).filter_map(|(item, name)| {
            let Item::Optionals(ids) = item else { return None };
            let mut sizes: Vec<(u64, u32)> = Vec::new();
            for spot in all_spots(self.scope, ids).iter().flat_map(|(_, spots)| spots) {
                let bit = 1_u32 << spot.bit;
                match sizes.iter_mut().find(|(size, _)| *size == spot.size) {
                    Some((_, bits)) => *bits |= bit,
                    None => sizes.push((spot.size, bit)),
                }
            }
            let (name, count) = (sizes_ident(name), Literal::usize_unsuffixed(sizes.len()));
            let each = sizes.into_iter().map(|(size, bits)| {
                let (bits, size) = (literal::hex(i128::from(bits)), Literal::u64_unsuffixed(size));
                quote!((#bits, #size))
            });
            Some(quote!(const #name: [(u32, usize); #count] = [#(#each),*];))
        });
        quote!(#(#consts)*)
    }

    /// `let there = u32::from(mask_pitch) | (u32::from(mask_yaw) << 1);`: derives the mask, then takes all present
    /// fields at once.
    pub(super) fn take_optionals(&self, ids: &[FieldId], name: &Ident) -> TokenStream {
        let input = &self.taker.input;
        let there = all_spots(self.scope, ids).into_iter().flat_map(|(id, spots)| {
            let bit = move |spot: &Spot<'_>| {
                let (test, bit) = (self.is_spot_there(id, spot), Literal::usize_unsuffixed(spot.bit));
                if spot.bit == 0 { quote!(u32::from(#test)) } else { quote!((u32::from(#test) << #bit)) }
            };
            spots.iter().map(bit).collect::<Vec<_>>()
        });
        let there: Vec<_> = there.collect();
        let (sizes, each) = (sizes_ident(name), each_ident(name));
        quote! {
            let there = #(#there)|*;
            let #name = ::wireform::Optional::take(#input, there, &Self::#sizes, Self::#each)?;
        }
    }

    /// `fn take_each_optional(input: .., there: u32) -> .. { .. }`: reads the fields of each segment one by one, to
    /// locate an error.
    pub(super) fn each_optional(&self) -> TokenStream {
        let taker = Taker::new(self.scope, format_ident!("input"));
        let functions = self.items.iter().zip(&self.names).filter_map(|(item, name)| {
            let Item::Optionals(ids) = item else { return None };
            let each = all_spots(self.scope, ids).into_iter().flat_map(|(id, spots)| {
                let taker = &taker;
                let look = move |spot: &Spot<'_>| {
                    let (bit, path) = (literal::hex(1 << spot.bit), taker.path(id));
                    let read = match &self.scope.field(id).wire {
                        Wire::Record { .. } => taker.field(id),
                        _ => {
                            let size = Literal::u64_unsuffixed(spot.size);
                            quote!(input.field::<#size>(#path)?)
                        }
                    };
                    quote!(if there & #bit != 0 { #read; })
                };
                spots.iter().map(look).collect::<Vec<_>>()
            });
            let (name, each) = (each_ident(name), each.collect::<Vec<_>>());
            Some(quote! {
                /// Reads the optional fields one by one, to find the first incomplete one.
                fn #name(input: &mut ::wireform::Input<'a>, there: u32) -> ::core::result::Result<(), ::wireform::Error> {
                    #(#each)*
                    Ok(())
                }
            })
        });
        quote!(#(#functions)*)
    }

    /// The names of the segments.
    pub(super) fn optionals(&self) -> impl Iterator<Item = &Ident> {
        let named = self.items.iter().zip(&self.names);
        named.filter(|(item, _)| matches!(item, Item::Optionals(_))).map(|(_, name)| name)
    }

    fn is_spot_there(&self, id: FieldId, spot: &Spot<'_>) -> Emitted {
        match (&self.scope.field(id).wire, spot.form) {
            (Wire::Chosen { tags, .. }, Some((form, _))) => {
                expr::matches(self.scope, tags, std::slice::from_ref(&form.pattern))
            }
            _ => self.taker.is_there(id),
        }
    }

    /// `self.optional.get::<2>(0, &Self::OPTIONAL)`: an optional field in its stored form: an option of its bytes, its
    /// number or its view.
    pub(super) fn optional(&self, id: FieldId, asked: Asked) -> Option<TokenStream> {
        let (name, spots) = self.items.iter().zip(&self.names).find_map(|(item, name)| match item {
            Item::Optionals(ids) if ids.contains(&id) => {
                let all = all_spots(self.scope, ids);
                all.into_iter().find(|(field, _)| *field == id).map(|(_, spots)| (name, spots))
            }
            _ => None,
        })?;
        let bytes = |spot: &Spot<'_>| {
            let (size, bit) = (Literal::u64_unsuffixed(spot.size), Literal::usize_unsuffixed(spot.bit));
            let sizes = sizes_ident(name);
            match asked {
                Asked::Alone => quote!(self.#name.get::<#size>(#bit, &Self::#sizes)),
                Asked::InTurn => quote!(#name.next::<#size>(#bit)),
                Asked::Elsewhere => {
                    let view = names::view_ident(self.scope.name);
                    quote!(view.#name.get::<#size>(#bit, &#view::#sizes))
                }
            }
        };
        let field = self.scope.field(id);
        match (&field.wire, spots.as_slice()) {
            (Wire::Record { .. }, [spot]) => {
                let (bytes, view) = (bytes(spot), slot::view_path(self.scope, field));
                Some(quote!(#bytes.map(#view::from_bytes)))
            }
            (Wire::Chosen { cell, .. }, spots) => {
                let numbers = spots.iter().filter_map(|spot| {
                    let (_, scalar) = spot.form?;
                    let (bytes, number) = (bytes(spot), self.number_of(*cell, scalar));
                    Some(quote!(#bytes.map(|kept| #number)))
                });
                let chained = numbers.reduce(|all, next| quote!(#all.or_else(|| #next)))?;
                Some(if field.is_optional() { chained } else { quote!(#chained.unwrap_or(0)) })
            }
            (_, [spot]) => Some(bytes(spot)),
            _ => None,
        }
    }

    /// The number of a chosen width in the bytes `kept`, as it is stored.
    fn number_of(&self, cell: CellId, scalar: Scalar) -> Emitted {
        let raw = slot::decode(&quote!(kept), None, scalar);
        self.scope.cell_int(cell).convert(raw, Int::of_scalar(self.scope.protocol(), scalar))
    }
}
