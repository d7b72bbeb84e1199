//! Fast path of a reader: the common shape, in which varints and fields of chosen width take their shortest form.
//!
//! The front of such a record is one segment of known size, found by one test. The reader of this shape is small enough
//! to be inlined into its callers; all other shapes are read out of line.

use super::View;
use crate::decode::parse;
use crate::decode::shape::Item;
use crate::decode::take::Taker;
use crate::facts::sizes::plain_varints;
use crate::field::{code, unverified};
use crate::model::{Content, Extent, Field, Presence, Scalar, Wire};
use crate::scope::Scope;
use crate::text::tokens::{Literal, TokenStream, format_ident, quote};

/// The most items after the front of a small reader.
const AFTER: usize = 4;

/// The leading items of a record that have a known size in the common shape.
#[derive(Debug, Clone, Copy)]
pub(super) struct Front {
    items: usize,
    size: usize,
}

impl View<'_, '_> {
    /// The front, if a reader of its own pays off.
    pub(super) fn front(&self) -> Option<Front> {
        let scope = self.scope;
        let is_unverified = unverified::is_unverified(scope.record);
        if !scope.is_root || is_unverified || !scope.record.checksums.is_empty() {
            return None;
        }
        let sizes = self.items.iter().map_while(|item| common_size(scope, item));
        let front = sizes
            .fold(Front { items: 0, size: 0 }, |front, size| Front { items: front.items + 1, size: front.size + size });
        let after = &self.items[front.items..];
        let small = after.len() <= AFTER && after.iter().all(|item| is_small(scope, item));
        // A front of constant size has no other shape.
        let varies = self.items[..front.items].iter().any(|item| !matches!(item, Item::Run(_)));
        (front.items > 1 && varies && small).then_some(front)
    }

    /// The three functions: `take_body` tries `take_common`, and falls back to `take_uncommon`.
    ///
    /// ```text
    /// let mut ahead = start.again();
    /// if let Ok(view) = Self::take_common(&mut ahead) { *input = ahead.again(); return Ok(view); }
    /// Self::take_uncommon(start, input)
    /// ```
    pub(super) fn take_common_first(&self, front: Front, statements: &TokenStream, rules: &TokenStream) -> TokenStream {
        let scope = self.scope;
        let visible = scope.visibility();
        let code_size = scope.record.message_code().map_or(0, |code| parse::code_size(code.scalar));
        let (made, size) = (self.made(), Literal::usize_unsuffixed(front.size + code_size));
        let known = code::known_declared(scope);
        let passed = code::known_passed(scope);
        let in_front =
            Self { taker: Taker { common_only: true, ..Taker::new(scope, format_ident!("front")) }, ..self.clone() };
        let fronts = self.items.iter().zip(&self.names).take(front.items);
        let fronts: TokenStream = fronts.map(|(item, name)| in_front.take_item(item, name)).collect();
        let after = self.take_items_from(front.items);
        let code = parse::code_check(&in_front.taker);
        let common = quote! {
            let start = *input;
            let front = &mut input.front::<#size>()?;
            #code
            #fronts
            #after
            #rules
            Ok(#made)
        };
        let uncommon = quote!(#statements #rules Ok(#made));
        quote! {
            #[inline]
            #visible fn take_body<E: ::wireform::Refusal>(
                start: ::wireform::Input<'a, E>,
                input: &mut ::wireform::Input<'a, E>
                #known
            ) -> ::core::result::Result<Self, E> {
                let mut ahead = start.again();
                if let Ok(view) = Self::take_common(&mut ahead #passed) {
                    *input = ahead.again();
                    return Ok(view);
                }
                Self::take_uncommon(start, input #passed)
            }

            /// Reads the common shape only, with leading fields in their shortest form.
            #[inline]
            fn take_common(
                input: &mut ::wireform::Input<'a, ::wireform::Refused>
                #known
            ) -> ::core::result::Result<Self, ::wireform::Refused> {
                #common
            }

            #[inline(never)]
            fn take_uncommon<E: ::wireform::Refusal>(
                start: ::wireform::Input<'a, E>,
                input: &mut ::wireform::Input<'a, E>
                #known
            ) -> ::core::result::Result<Self, E> {
                #uncommon
            }
        }
    }
}

/// The size of an item in the common shape; `None` if it cannot be in a front.
fn common_size(scope: &Scope<'_>, item: &Item) -> Option<usize> {
    match item {
        Item::Run(run) => Some(run.size),
        Item::Segment(segment) => Some(segment.common.size),
        Item::Varints(ids) => ids.iter().map(|id| Some(plain_varints(scope.field(*id))?.1)).sum(),
        Item::Field(id) => {
            let field = scope.field(*id);
            let unconditional = field.presence == Presence::Always
                && field.needs().is_empty()
                && field.condition_needs().is_empty()
                && !scope.is_measured(*id);
            let varint = matches!(
                field.wire,
                Wire::Scalar { scalar: Scalar::Varint(_), .. } | Wire::Bits { carrier: Scalar::Varint(_), .. }
            );
            (unconditional && varint).then_some(1)
        }
        Item::Optionals(_) | Item::Region(_) | Item::RegionEnd(_) => None,
    }
}

/// Whether an item is read by a few steps, without a loop.
fn is_small(scope: &Scope<'_>, item: &Item) -> bool {
    match item {
        Item::Run(_) | Item::Segment(_) | Item::Varints(_) => true,
        Item::Field(id) => is_small_field(scope, scope.field(*id)),
        Item::Optionals(_) | Item::Region(_) | Item::RegionEnd(_) => false,
    }
}

fn is_small_field(scope: &Scope<'_>, field: &Field) -> bool {
    match &field.wire {
        Wire::Octets { extent: Extent::Fixed { .. }, content: Content::Free } => true,
        Wire::Group { body, .. } => {
            body.len() <= AFTER && body.iter().all(|id| is_small_field(scope, scope.field(*id)))
        }
        wire => wire.is_simple(),
    }
}
