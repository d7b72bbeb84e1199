//! How large a plain value is: what is small is handed over by value, what is large by reference.
//!
//! Clippy asks for the one up to 8 bytes and for the other from 256 bytes on; in between, a few words are as quick by value.
//! What the compiler saves by laying fields out anew or by using spare values of a tag is not known here, so two numbers
//! are: how many bytes there are at most, and at least.

use super::int::Int;
use super::scope::{Place, Scope};
use super::take::is_optional;
use super::tokens::{TokenStream, quote};
use super::{slot, value};
use crate::layout;
use crate::model::{Arm, CellId, Encoding, Extent, Family, Field, FieldId, Item, Source, Tag, Value, Wire};

/// Values to this size are handed over by value.
const SMALL: u64 = 32;
/// So are those that may be as small as this, whatever the compiler saves.
const TINY: u64 = 8;

/// `self`, or `&self`.
pub(super) fn receiver(scope: &Scope<'_>) -> TokenStream {
    if is_small(of_scope(scope)) { quote!(self) } else { quote!(&self) }
}

/// Whether a choice's functions take it by value.
pub(super) fn is_small_choice(scope: &Scope<'_>, id: FieldId) -> bool {
    is_small(of_choice(scope, id))
}

/// `self` of a choice's functions, as they declare it: by value or by reference.
pub(super) fn choice_receiver(scope: &Scope<'_>, id: FieldId) -> TokenStream {
    if is_small_choice(scope, id) { quote!(self) } else { quote!(&self) }
}

/// The choice itself, in its functions.
pub(super) fn this_choice(scope: &Scope<'_>, id: FieldId) -> TokenStream {
    if is_small_choice(scope, id) { quote!(self) } else { quote!(*self) }
}

/// Whether a family's functions take a message by value.
pub(super) fn is_small_family(place: &Place<'_>, family: &Family) -> bool {
    is_small(of_family(place, family))
}

/// `self` of a family's functions, as they declare it, and the message itself in them.
pub(super) fn family_receiver(place: &Place<'_>, family: &Family) -> (TokenStream, TokenStream) {
    if is_small_family(place, family) { (quote!(self), quote!(self)) } else { (quote!(&self), quote!(*self)) }
}

fn is_small(size: Size) -> bool {
    size.bytes <= SMALL || size.least <= TINY
}

/// Where one variant of an enum is larger than all others by more than this, clippy asks to put it in a box.
const LARGER: u64 = 200;
/// What a view keeps beside what is in its bytes: the bytes, and where some of it stands.
const VIEW: u64 = 24;
/// What it keeps of places that may be empty: which are not, and the bytes of these.
const PLACES: u64 = 56;

/// What stands above an enum of which one variant may be far larger than the others, and above the enum of its views:
/// readers and writers allocate nothing, so that there is no box to put it in.
pub(super) fn lints(variants: impl IntoIterator<Item = Size>) -> (Option<TokenStream>, Option<TokenStream>) {
    let sizes: Vec<Size> = variants.into_iter().collect();
    let allowed = |most: fn(&Size) -> u64, least: fn(&Size) -> u64| {
        let (largest, size) = sizes.iter().enumerate().max_by_key(|(_, size)| most(size))?;
        let others = sizes.iter().enumerate().filter(|(at, _)| *at != largest);
        let second = others.map(|(_, size)| least(size)).max()?;
        let larger = most(size).saturating_sub(second);
        let lint = || quote!(#[allow(clippy::large_enum_variant, reason = "a box would have to be allocated")]);
        (larger > LARGER).then(lint)
    };
    // A view may keep half of what it can, or less than the value.
    let (view, half) =
        (|size: &Size| size.bytes.saturating_add(size.view), |size: &Size| size.least.saturating_add(size.view) / 2);
    (allowed(|size| size.bytes, |size| size.least), allowed(view, half))
}

/// At most so many bytes, that begin at multiples of a number.
#[derive(Debug, Clone, Copy)]
pub(super) struct Size {
    bytes: u64,
    align: u64,
    /// At least so many: a mark may stand in what something else never is, however deep enums are in each other.
    least: u64,
    /// So many more its view may have.
    view: u64,
}

impl Size {
    /// Nothing is kept.
    pub(super) const NOTHING: Self = Self { bytes: 0, align: 1, least: 0, view: 0 };

    /// A number of so many bytes.
    fn number(bytes: u64) -> Self {
        Self { bytes, align: bytes.clamp(1, 8), least: bytes, view: 0 }
    }

    /// So many pointers and lengths.
    fn words(words: u64) -> Self {
        let bytes = words.saturating_mul(8);
        Self { bytes, align: 8, least: bytes, view: 0 }
    }

    /// At most so many.
    fn some_words(words: u64) -> Self {
        Self { least: 16, ..Self::words(words) }
    }

    /// Fields of a struct. (Their order is the compiler's, so that there is room at the end only.)
    fn together(all: impl IntoIterator<Item = Self>) -> Self {
        let sum = all.into_iter().fold(Self::NOTHING, |sum, one| Self {
            bytes: sum.bytes.saturating_add(one.bytes),
            align: sum.align.max(one.align),
            least: sum.least.saturating_add(one.least),
            view: sum.view.saturating_add(one.view),
        });
        Self { bytes: sum.bytes.div_ceil(sum.align).saturating_mul(sum.align), ..sum }
    }

    /// One of several, with a mark that says which.
    fn one_of(all: impl IntoIterator<Item = Self>) -> Self {
        let largest = all.into_iter().fold(Self::NOTHING, |largest, one| Self {
            bytes: largest.bytes.max(one.bytes),
            align: largest.align.max(one.align),
            least: largest.least.max(one.least),
            view: largest.view.max(one.view),
        });
        Self::together([largest, Self { bytes: largest.align, least: 0, view: 0, ..largest }])
    }

    fn times(self, count: u64) -> Self {
        let times = |bytes: u64| bytes.saturating_mul(count);
        Self { bytes: times(self.bytes), least: times(self.least), view: times(self.view), ..self }
    }

    /// The same where a view keeps more.
    fn with_view(self, more: u64) -> Self {
        Self { view: self.view.saturating_add(more), ..self }
    }
}

/// A record's, or a part of one's. What stands in it was asked before and is among the facts.
pub(super) fn of_scope(scope: &Scope<'_>) -> Size {
    let code = scope.code.as_ref().map(|(_, int, value)| of_value(scope, *value, *int));
    Size::together(scope.body.iter().map(|id| of_field(scope, scope.field(*id))).chain(code)).with_view(VIEW)
}

fn of_family(place: &Place<'_>, family: &Family) -> Size {
    Size::one_of(of_messages(place, family))
}

/// The messages of a family.
pub(super) fn of_messages(place: &Place<'_>, family: &Family) -> impl Iterator<Item = Size> {
    let unknown = family.open.then(|| Size::words(3));
    family.members.iter().map(|member| place.facts.size(member.record)).chain(unknown)
}

fn of_choice(scope: &Scope<'_>, id: FieldId) -> Size {
    Size::one_of(of_shapes(scope, id))
}

/// The shapes of a choice.
pub(super) fn of_shapes(scope: &Scope<'_>, id: FieldId) -> Vec<Size> {
    let Wire::Match { tag, arms, .. } = &scope.field(id).wire else { return Vec::new() };
    arms.iter().map(|arm| of_arm(scope, id, tag, arm)).collect()
}

fn of_arm(scope: &Scope<'_>, id: FieldId, tag: &Tag, arm: &Arm) -> Size {
    if let Some(child) = scope.child_of_arm(id, arm) {
        return of_scope(&child);
    }
    let code = scope.kept_code(tag, arm).map(|(_, int, value)| of_value(scope, value, int));
    Size::together(scope.record.scope(&arm.body).iter().map(|id| of_field(scope, scope.field(*id))).chain(code))
}

fn of_field(scope: &Scope<'_>, field: &Field) -> Size {
    if !scope.shows(field) && !matches!(field.wire, Wire::Bits { .. }) {
        return Size::NOTHING;
    }
    let size = match &field.wire {
        Wire::Scalar { cell, .. } | Wire::Chosen { cell, .. } => of_cell(scope, *cell),
        Wire::Float { width, .. } => Size::number(slot::float_bytes(*width)),
        Wire::Bits { parts, .. } => {
            let shown = parts.iter().filter(|part| scope.cell(part.cell).source == Source::User);
            Size::together(shown.map(|part| of_cell(scope, part.cell)))
        }
        Wire::Padding { .. } | Wire::Magic(_) | Wire::Within { .. } => Size::NOTHING,
        Wire::Bytes(extent @ Extent::Fixed { count, .. }) if layout::is_array(extent) => Size::number(1).times(*count),
        Wire::Bytes(Extent::Fixed { or_end: false, .. }) => Size::words(1),
        Wire::Bytes(_) => Size::words(2),
        Wire::Text { encoding: Encoding::Utf8 | Encoding::Ascii, unit: None, .. } => Size::words(2),
        Wire::Text { .. } => Size::some_words(6),
        Wire::Group { .. } => scope.child_of(field).map_or(Size::NOTHING, |child| of_scope(&child)),
        Wire::Match { .. } => {
            let id = scope.record.fields.iter().position(|one| std::ptr::eq(one, field)).map(FieldId);
            id.map_or(Size::NOTHING, |id| of_choice(scope, id))
        }
        Wire::Record { record, .. } => scope.place.facts.size(*record),
        Wire::Family { family, .. } => of_family(&scope.place, &scope.protocol().families[family.0]),
        Wire::List { item, extent: extent @ Extent::Fixed { count, .. } }
            if layout::is_array_of(scope.protocol(), item, extent) =>
        {
            of_item(scope, item).times(*count)
        }
        Wire::List { .. } => Size::some_words(8),
        Wire::Sparse { item, count, .. } => {
            Size { view: 0, ..Size::one_of([of_item(scope, item)]).times(*count) }.with_view(PLACES)
        }
    };
    // Of what may be absent a view keeps where it stands.
    if is_optional(field) { Size::one_of([size]).with_view(8) } else { size }
}

fn of_cell(scope: &Scope<'_>, cell: CellId) -> Size {
    of_value(scope, scope.cell(cell).value, scope.cell_int(cell))
}

fn of_value(scope: &Scope<'_>, of: Value, int: Int) -> Size {
    let number = Size::number(u64::from(value::repr(scope.protocol(), of).unwrap_or(int).bits / 8));
    // An open enum keeps a code beside its mark.
    if matches!(of, Value::Enum(_)) { Size::one_of([number]) } else { number }
}

fn of_item(scope: &Scope<'_>, item: &Item) -> Size {
    match item {
        Item::Scalar { scalar, value } => of_value(scope, *value, Int::of_scalar(scope.protocol(), *scalar)),
        Item::Float { width, .. } => Size::number(slot::float_bytes(*width)),
        Item::Record { record, .. } => scope.place.facts.size(*record),
        Item::Family { family, .. } => of_family(&scope.place, &scope.protocol().families[family.0]),
    }
}

#[cfg(test)]
mod tests {
    use crate::emit::rust::{Options, rust};

    /// Thirty shapes in each other are marked by what their innermost one never is, so that the second of the variants is
    /// small after all.
    #[test]
    fn marks_of_what_is_nested_may_take_no_room() {
        let nested = |innermost: &str| {
            (0..28)
                .fold(innermost.to_owned(), |inner, at| format!("match u8 {{ 0 => A{at}: u8, 1 => B{at}: {inner} }}"))
        };
        let text = format!(
            "protocol nested {{ byte_order: little }}\n\
             struct Large {{ of: match u8 {{ 0 => Deep: {}, _ => Large {{ numbers: [u64; 32] }} }} }}\n\
             struct Small {{ of: {} }}",
            nested("bytes[u8]"),
            nested("u16"),
        );
        let schema = crate::load_text("nested.wire", &text).expect("a schema").schema;
        let code = rust(&schema, &Options::default());
        let (_, large) = code.split_once("/// `LargeOf`").expect("the enum");
        let (above, _) = large.split_once("pub enum LargeOf<'a>").expect("it borrows bytes");
        assert!(above.contains("clippy::large_enum_variant"), "{above}");
        // What may be four bytes is handed over by value.
        let (_, small) = code.split_once("impl SmallOf {").expect("it is written");
        let (small, _) = small.split_once("\n}\n").expect("its end");
        assert!(small.contains("fn put(self, ") && !small.contains("&self"), "{small}");
    }
}
