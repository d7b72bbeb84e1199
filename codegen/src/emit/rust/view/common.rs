//! A record that begins with numbers of variable width, and with fields whose width bits among them choose, is most often
//! as short as can be: then its front is one stretch of known size, and one test finds that it is there. The reader of
//! that shape is small enough to become part of whatever reads the record; all others are read out of line.

use super::super::scope::Scope;
use super::super::shape::{self, Item};
use super::super::take::Taker;
use super::super::tokens::{Literal, TokenStream, format_ident, quote};
use super::super::{code, parse};
use super::View;
use crate::model::{Extent, Field, FieldId, Presence, Role, Scalar, Wire};

/// So many items may follow the front of a small reader.
const BEHIND: usize = 4;

/// The items at the start of a record that have a known size in its most common shape.
#[derive(Debug, Clone, Copy)]
pub(super) struct Front {
    items: usize,
    size: usize,
}

impl View<'_, '_> {
    /// The front, where reading it by itself is worth the while.
    pub(super) fn front(&self) -> Option<Front> {
        let scope = self.scope;
        let is_unverified = super::super::hooks::unverified::is_unverified(scope.record);
        if !scope.is_root || is_unverified || !scope.record.checksums.is_empty() {
            return None;
        }
        let sizes = self.items.iter().map_while(|item| common_size(scope, item));
        let front = sizes
            .fold(Front { items: 0, size: 0 }, |front, size| Front { items: front.items + 1, size: front.size + size });
        let behind = &self.items[front.items..];
        let small = behind.len() <= BEHIND && behind.iter().all(|item| is_small(scope, item));
        // What is always as long has no other shape.
        let varies = self.items[..front.items].iter().any(|item| !matches!(item, Item::Run(_)));
        (front.items > 1 && varies && small).then_some(front)
    }

    /// The three functions: the common shape first, then the others.
    pub(super) fn take_common_first(&self, front: Front, statements: &TokenStream, rules: &TokenStream) -> TokenStream {
        let scope = self.scope;
        let visible = scope.place.module.map(|_| quote!(pub(super)));
        let code_size = match &scope.record.role {
            Role::Message { code: Some(code) } => parse::code_size(code.scalar),
            _ => 0,
        };
        let (made, size) = (self.made(), Literal::usize_unsuffixed(front.size + code_size));
        let known = self.known_arg();
        let passed = known.as_ref().map(|_| quote!(, known));
        let in_front =
            Self { taker: Taker { common_only: true, ..Taker::new(scope, format_ident!("front")) }, ..self.clone() };
        let fronts = self.items.iter().zip(&self.names).take(front.items);
        let fronts: TokenStream = fronts.map(|(item, name)| in_front.take_item(item, name)).collect();
        let behind = self.take_items_from(front.items);
        let code = parse::code_check(&in_front.taker);
        let common = quote! {
            let start = *input;
            let front = &mut input.front::<#size>()?;
            #code
            #fronts
            #behind
            #rules
            Ok(#made)
        };
        let uncommon = quote!(#statements #rules Ok(#made));
        let common_known = code::used(known.clone(), "known", &common);
        let uncommon_known = code::used(known.clone(), "known", &uncommon);
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

            /// The common shape, in which what stands in front is as short as can be.
            #[inline]
            fn take_common(
                input: &mut ::wireform::Input<'a, ::wireform::Refused>
                #common_known
            ) -> ::core::result::Result<Self, ::wireform::Refused> {
                #common
            }

            #[inline(never)]
            fn take_uncommon<E: ::wireform::Refusal>(
                start: ::wireform::Input<'a, E>,
                input: &mut ::wireform::Input<'a, E>
                #uncommon_known
            ) -> ::core::result::Result<Self, E> {
                #uncommon
            }
        }
    }
}

/// The bytes of an item in its most common shape.
fn common_size(scope: &Scope<'_>, item: &Item) -> Option<usize> {
    match item {
        Item::Run(run) => Some(run.size),
        Item::Stretch(stretch) => Some(stretch.common.size),
        Item::Varints(ids) => ids.iter().map(|id| Some(shape::plain_varints(scope.field(*id))?.1)).sum(),
        Item::Field(id) => {
            let field = scope.field(*id);
            let bare = field.presence == Presence::Always
                && field.needs().is_empty()
                && field.condition_needs().is_empty()
                && !scope.record.measures(*id);
            let varint = matches!(
                field.wire,
                Wire::Scalar { scalar: Scalar::Varint(_), .. } | Wire::Bits { carrier: Scalar::Varint(_), .. }
            );
            (bare && varint).then_some(1)
        }
        Item::Optionals(_) | Item::Region(_) | Item::RegionEnd(_) => None,
    }
}

/// Whether an item is read by a few steps, without a loop.
fn is_small(scope: &Scope<'_>, item: &Item) -> bool {
    match item {
        Item::Run(_) | Item::Stretch(_) | Item::Varints(_) => true,
        Item::Field(id) => is_small_field(scope, scope.field(*id)),
        Item::Optionals(_) | Item::Region(_) | Item::RegionEnd(_) => false,
    }
}

fn is_small_field(scope: &Scope<'_>, field: &Field) -> bool {
    match &field.wire {
        Wire::Scalar { .. } | Wire::Chosen { .. } | Wire::Float { .. } | Wire::Bits { .. } | Wire::Magic(_) => true,
        Wire::Padding { .. } | Wire::Bytes(Extent::Fixed { .. }) => true,
        Wire::Group { body, .. } => body.len() <= BEHIND && body.iter().all(|id| is_small_id(scope, *id)),
        Wire::Bytes(_)
        | Wire::Text { .. }
        | Wire::Record { .. }
        | Wire::Family { .. }
        | Wire::List { .. }
        | Wire::Sparse { .. }
        | Wire::Match { .. }
        | Wire::Within { .. } => false,
    }
}

fn is_small_id(scope: &Scope<'_>, id: FieldId) -> bool {
    is_small_field(scope, scope.field(id))
}
