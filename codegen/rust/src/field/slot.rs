//! The types of a field: stored in the view, returned by the getter, and in the value.

mod fixed;
mod parts;

use super::unverified::wrapped;
use super::{params, value};
use crate::layout;
use crate::model::{
    Absent, Base, ByteOrder, Content, Encoding, Expr, Extent, Family, Field, FieldId, FloatWidth, Interval, Item,
    NestedId, Param, Record, RecordId, Scalar, Text, VarintId, Wire,
};
use crate::scope::{Context, Scope};
use crate::text::emitted::Emitted;
use crate::text::int::{Int, within};
use crate::text::literal;
use crate::text::names;
use crate::text::tokens::{Ident, Literal, ToTokens, TokenStream, format_ident, quote};
pub use fixed::{carrier_int, carrier_of, decode, decode_float, encode, encode_float, from_bytes, to_bytes};
pub use parts::{carrier_bits, part};

/// The types of one field, if it is present.
pub struct Slot {
    /// The type in the view's struct.
    pub stored: TokenStream,
    /// The type that the getter returns.
    pub getter: TokenStream,
    /// The type in the value's struct.
    pub plain: TokenStream,
}

/// `<'a>`, if a type borrows.
pub fn lifetime(borrows: bool) -> TokenStream {
    if borrows { quote!(<'a>) } else { TokenStream::new() }
}

/// `<'_>`, if a type has a lifetime.
pub fn elided(life: &TokenStream) -> TokenStream {
    if life.is_empty() { TokenStream::new() } else { quote!(<'_>) }
}

/// The lifetime of an implementation and of its type; elided unless the implementation names it.
pub fn lives(life: &TokenStream, is_named: bool) -> (TokenStream, TokenStream) {
    if is_named { (life.clone(), life.clone()) } else { (TokenStream::new(), elided(life)) }
}

/// The types of a field, whether optional or not.
pub fn slot(scope: &Scope<'_>, id: FieldId) -> Slot {
    let field = scope.field(id);
    let context = &scope.context;
    let same = |ty: TokenStream| Slot { stored: ty.clone(), getter: ty.clone(), plain: ty };
    match &field.wire {
        Wire::Scalar { cell, .. } | Wire::Chosen { cell, .. } => {
            let getter = value::value_type(context, scope.cell(*cell).value, scope.cell_int(*cell));
            let stored = match field.wire {
                Wire::Scalar { scalar: Scalar::Int { bytes, .. }, .. } => array_ref(u64::from(bytes)),
                _ => scope.local_type(*cell),
            };
            Slot { stored, plain: getter.clone(), getter }
        }
        Wire::Float { width, .. } => {
            let (stored, getter) = (array_ref(u64::from(width.bytes())), float_type(*width));
            Slot { stored, plain: getter.clone(), getter }
        }
        Wire::Bits { carrier, .. } => {
            let int = carrier_int(scope.protocol(), *carrier).ident();
            let stored = match carrier {
                Scalar::Int { bytes, .. } => array_ref(u64::from(*bytes)),
                Scalar::Varint(_) => quote!(#int),
            };
            Slot { stored, getter: quote!(#int), plain: quote!(()) }
        }
        Wire::Within { .. } => same(quote!(())),
        Wire::Nested { part, args } => {
            let Some(item) = context.protocol.nested_item(*part, args) else { return same(quote!(())) };
            let (content, params) = (item_type(context, &item), item_params_type(context, &item));
            let params = params.map(|params| quote!(, #params));
            same(quote!(::wireform::Nested<'a, #content #params>))
        }
        Wire::Padding { space, .. } => same(space.constant().map_or(quote!(&'a [u8]), array_ref)),
        Wire::Octets { content: Content::Constant(bytes), .. } => {
            same(array_ref(u64::try_from(bytes.len()).unwrap_or(0)))
        }
        Wire::Octets { extent: extent @ Extent::Fixed { count, or_end: false }, content: Content::Free } => {
            let (count_, borrowed) = (literal::length(*count), array_ref(*count));
            let plain = if layout::is_array(extent) { quote!([u8; #count_]) } else { borrowed.clone() };
            Slot { stored: borrowed.clone(), getter: borrowed, plain }
        }
        Wire::Octets { content: Content::Free, .. } => same(quote!(&'a [u8])),
        Wire::Octets { content: Content::Text(text), .. } if text.is_str() => same(quote!(&'a str)),
        Wire::Octets { content: Content::Text(text), .. } => {
            let unit = text_unit(context, text);
            same(quote!(::wireform::Text<'a, #unit>))
        }
        Wire::Group { name, .. } | Wire::Match { name, .. } => group(scope, id, name),
        Wire::Record { record, from, .. } => {
            let view = view_path(scope, field);
            let stored = quote!(#view<'a>);
            if Base::gives_state(from.as_ref(), false) {
                return Slot { stored, getter: state_type(context, *record), plain: state_type(context, *record) };
            }
            Slot { getter: wrapped(context, field, stored.clone()), plain: record_type(context, *record), stored }
        }
        Wire::Family { family, .. } => {
            let target = &context.protocol.families[family.0];
            let view = view_path(scope, field);
            Slot { stored: quote!(#view<'a>), getter: quote!(#view<'a>), plain: family_type(context, target) }
        }
        Wire::List { item: Item::Family { family, .. }, extent: Extent::Rest } => {
            let target = &context.protocol.families[family.0];
            let (view, plain) = (context.in_root(names::view_ident(&target.name)), family_type(context, target));
            let known = (!target.params.is_empty()).then(|| {
                let known = family_known(context, target);
                quote!(, #known)
            });
            let stream = quote!(::wireform::Stream<'a, #view<'a> #known>);
            Slot { stored: stream.clone(), getter: stream, plain: quote!(::wireform::Messages<'a, #plain #known>) }
        }
        Wire::List { item, extent: extent @ Extent::Fixed { count, or_end: false } } => {
            let (element, count) = (item_type(context, item), literal::length(*count));
            if layout::is_array_of(context.protocol, item, extent) {
                return same(quote!([#element; #count]));
            }
            let params = item_params_type(context, item);
            let params = params.map(|params| quote!(, #params));
            same(quote!(::wireform::Array<'a, #element, #count #params>))
        }
        Wire::Sparse { item, count, .. } => {
            let (element, params, count) =
                (item_type(context, item), item_params_type(context, item), literal::length(*count));
            let params = params.map(|params| quote!(, #params));
            let view = quote!(::wireform::Sparse<'a, #element, #count #params>);
            Slot { stored: view.clone(), getter: view, plain: quote!([::core::option::Option<#element>; #count]) }
        }
        Wire::List { item, .. } => {
            let (item_, params) = (item_type(context, item), item_params_type(context, item));
            let params = params.map(|params| quote!(, #params));
            let list = quote!(::wireform::List<'a, #item_ #params>);
            Slot {
                stored: quote!(::wireform::Elements<'a, #item_ #params>),
                getter: wrapped(context, field, list.clone()),
                plain: list,
            }
        }
    }
}

fn group(scope: &Scope<'_>, id: FieldId, name: &str) -> Slot {
    let (value_life, view_life) = (lifetime(scope.facts.borrows.value(id)), lifetime(scope.facts.borrows.view(id)));
    let plain = scope.context.in_module_of(scope.record, names::type_ident(name));
    let view = view_path(scope, scope.field(id));
    Slot { stored: quote!(#view #view_life), getter: quote!(#view #view_life), plain: quote!(#plain #value_life) }
}

/// `#[inline] pub fn x(&self) -> i32 { .. }`: a getter of a view.
pub fn getter(docs: &TokenStream, name: &Ident, ty: &TokenStream, body: impl ToTokens) -> TokenStream {
    quote! {
        #docs
        #[inline]
        pub fn #name(&self) -> #ty { #body }
    }
}

/// Whether a getter returns the stored form of a present field, not a list made of it.
pub fn is_shown_as_stored(field: &Field) -> bool {
    match &field.wire {
        Wire::List { item: Item::Family { .. }, extent: Extent::Rest }
        | Wire::List { extent: Extent::Fixed { or_end: false, .. }, .. } => true,
        Wire::List { .. } => false,
        _ => true,
    }
}

/// `self.bases.to_list()`, or the stored form itself: the result of a getter, from the stored form of a present field.
pub fn getter_value(field: &Field, stored: Emitted) -> Emitted {
    if is_shown_as_stored(field) { stored } else { Emitted::operand(quote!(#stored.to_list())) }
}

/// The path of the view of a group, choice, record or family; empty for all other fields.
pub fn view_path(scope: &Scope<'_>, field: &Field) -> TokenStream {
    let context = &scope.context;
    match &field.wire {
        Wire::Group { name, .. } | Wire::Match { name, .. } => names::view_ident(name).into_token_stream(),
        Wire::Record { record, .. } => {
            let record = &context.protocol.records[record.0];
            context.in_module_of(record, names::view_ident(&record.name))
        }
        Wire::Family { family, .. } => context.in_root(names::view_ident(&context.protocol.families[family.0].name)),
        _ => TokenStream::new(),
    }
}

/// `: &[u8; 4]`, the type of a field that is read as an array, where nothing else determines its size.
pub fn array_annotation(field: &Field) -> Option<TokenStream> {
    let bytes = match &field.wire {
        Wire::Scalar { scalar: Scalar::Int { bytes, .. }, .. }
        | Wire::Bits { carrier: Scalar::Int { bytes, .. }, .. } => u64::from(*bytes),
        Wire::Float { width, .. } => u64::from(width.bytes()),
        Wire::Padding { space, .. } => space.constant()?,
        Wire::Octets { content: Content::Constant(bytes), .. } => u64::try_from(bytes.len()).unwrap_or(0),
        Wire::Octets { extent: Extent::Fixed { count, or_end: false }, content: Content::Free } => *count,
        _ => return None,
    };
    let bytes = literal::length(bytes);
    Some(quote!(: &[u8; #bytes]))
}

pub fn array_ref(bytes: u64) -> TokenStream {
    let bytes = literal::length(bytes);
    quote!(&'a [u8; #bytes])
}

pub fn float_type(width: FloatWidth) -> TokenStream {
    match width {
        FloatWidth::F32 => quote!(f32),
        FloatWidth::F64 => quote!(f64),
    }
}

/// `::wireform::Byte`, `Char`: the marker type of a unit of text: a byte, an integer or a varint.
pub fn text_unit(context: &Context<'_>, text: &Text) -> TokenStream {
    let unit = match text.unit {
        Scalar::Varint(id) => varint_type(context, id),
        Scalar::Int { bytes, order, .. } if bytes > 1 => fixed_marker(u64::from(bytes), order),
        Scalar::Int { .. } => quote!(::wireform::Byte),
    };
    if text.encoding == Encoding::Utf16 { quote!(::wireform::Utf16<#unit>) } else { unit }
}

/// The only value of that type.
pub fn text_unit_value(context: &Context<'_>, text: &Text) -> TokenStream {
    let unit = unit_value(context, text.unit);
    if text.encoding == Encoding::Utf16 { quote!(::wireform::Utf16(#unit)) } else { unit }
}

/// The only value of the marker type of an integer.
pub fn unit_value(context: &Context<'_>, unit: Scalar) -> TokenStream {
    match unit {
        Scalar::Varint(id) => varint_value(context, id),
        Scalar::Int { bytes, order, .. } if bytes > 1 => marker_value(u64::from(bytes), order),
        Scalar::Int { .. } => quote!(::wireform::Byte),
    }
}

/// Whether the `unit` of text is one of these numbers, or the negative number of the same character.
pub fn text_unit_ends(context: &Context<'_>, unit: Scalar, read: &[Interval]) -> Emitted {
    let held = layout::scalar_interval(context.protocol, unit);
    let negative = read.iter().filter_map(|one| {
        let high = one.meet(Interval { min: 0x80, max: 0xFF })?;
        Interval { min: high.min.saturating_sub(0x100), max: high.max.saturating_sub(0x100) }.meet(held)
    });
    text_unit_within(context, unit, &read.iter().copied().chain(negative).collect::<Vec<_>>())
}

/// Whether the `unit` of text is one of these numbers. A unit of fixed size is unsigned there, whatever it holds.
pub fn text_unit_within(context: &Context<'_>, unit: Scalar, read: &[Interval]) -> Emitted {
    let name = Emitted::path(quote!(unit));
    match unit {
        Scalar::Varint(_) => within(&name, Int::of_scalar(context.protocol, unit), read),
        Scalar::Int { bytes, .. } => {
            let (all, held) = (1 << (u32::from(bytes) * 8), layout::scalar_interval(context.protocol, unit));
            let unsigned = read.iter().filter_map(|one| one.meet(held)).flat_map(|one| {
                let below = Interval { min: one.min.saturating_add(all), max: one.max.min(-1).saturating_add(all) };
                [Interval { min: one.min.max(0), max: one.max }, below]
            });
            let unsigned: Vec<_> = unsigned.filter(|one| one.min <= one.max && one.min >= 0 && one.min < all).collect();
            within(&name, Int { bits: if bytes > 1 { 64 } else { 8 }, signed: false }, &unsigned)
        }
    }
}

pub fn varint_type(context: &Context<'_>, id: VarintId) -> TokenStream {
    context.in_root(names::type_ident(&context.protocol.varints[id.0].name))
}

/// The only value of a varint's marker type.
pub fn varint_value(context: &Context<'_>, id: VarintId) -> TokenStream {
    let ty = varint_type(context, id);
    if crate::names::is_constructor(&context.protocol.varints[id.0].name) { quote!(#ty {}) } else { ty }
}

/// The plain type of a record.
pub fn record_type(context: &Context<'_>, id: RecordId) -> TokenStream {
    of_record(context, id, &context.protocol.records[id.0].name)
}

/// The type of the state whose deltas a record carries.
pub fn state_type(context: &Context<'_>, id: RecordId) -> TokenStream {
    of_record(context, id, context.protocol.records[id.0].whole_name())
}

fn of_record(context: &Context<'_>, id: RecordId, name: &str) -> TokenStream {
    let ty = context.in_module_of(&context.protocol.records[id.0], names::type_ident(name));
    let life = lifetime(context.facts.borrows(id));
    quote!(#ty #life)
}

/// The plain type of a family.
fn family_type(context: &Context<'_>, family: &Family) -> TokenStream {
    let (ty, life) = (family_path(context, family), lifetime(context.facts.borrows_of_family(family)));
    quote!(#ty #life)
}

/// The path of a family's type.
pub fn family_path(context: &Context<'_>, family: &Family) -> TokenStream {
    context.in_root(names::type_ident(&family.name))
}

/// The type of a family's parameters: `()` or a struct.
pub fn family_known(context: &Context<'_>, family: &Family) -> TokenStream {
    if family.params.is_empty() {
        return quote!(());
    }
    context.in_root(names::known_ident(&family.name))
}

/// Whether a record has a struct of parameters. A bare element always has one: the type alone, such as text, does not
/// determine how it is read.
pub fn record_has_known(record: &Record) -> bool {
    !record.params.is_empty() || layout::bare_element(record).is_some()
}

/// The type of a record's parameters: `()` or a struct.
pub fn record_known(context: &Context<'_>, record: &Record) -> TokenStream {
    if !record_has_known(record) {
        return quote!(());
    }
    context.in_module_of(record, names::known_ident(&record.name))
}

/// The parameters of a nested part, and the depth of its circle, if the record is in it.
pub fn nested_params(scope: &Scope<'_>, part: NestedId, args: &[Expr]) -> (TokenStream, TokenStream) {
    let protocol = scope.protocol();
    let params = protocol.nested_item(part, args).map(|item| item_params(scope, &item)).unwrap_or_default();
    let circle = protocol.nested.get(part.0).and_then(|node| protocol.circle(*node));
    let depth = circle.filter(|circle| scope.record.circle.as_ref() == Some(*circle)).map(|circle| {
        let depth = Literal::u16_unsuffixed(circle.depth);
        quote!(::core::option::Option::Some(#depth))
    });
    (params, depth.unwrap_or_else(|| quote!(::core::option::Option::None)))
}

/// The type of a list's elements in the value.
pub fn item_type(context: &Context<'_>, item: &Item) -> TokenStream {
    match item {
        Item::Scalar { scalar, value } => value::value_type(context, *value, Int::of_scalar(context.protocol, *scalar)),
        Item::Float { width, .. } => float_type(*width),
        Item::Record { record, .. } => element_type(context, *record),
        Item::Family { family, .. } => family_type(context, &context.protocol.families[family.0]),
    }
}

/// The type of an element that is a record: its struct, or the type of a bare element's only field.
pub fn element_type(context: &Context<'_>, id: RecordId) -> TokenStream {
    match layout::bare_element(&context.protocol.records[id.0]) {
        Some(only) => slot(&Scope::seen_from(*context, id), only).plain,
        None => record_type(context, id),
    }
}

/// `::wireform::Le<2>`, `Int`, `FlagKnown`: the type that determines how a list's elements are read. `None` for
/// elements without parameters.
fn item_params_type(context: &Context<'_>, item: &Item) -> Option<TokenStream> {
    match item {
        Item::Scalar { scalar, .. } => Some(scalar_marker(context, *scalar)),
        Item::Float { width, order } => Some(fixed_marker(u64::from(width.bytes()), *order)),
        Item::Record { record, .. } => {
            let record = &context.protocol.records[record.0];
            record_has_known(record).then(|| record_known(context, record))
        }
        Item::Family { family, .. } => {
            let family = &context.protocol.families[family.0];
            (!family.params.is_empty()).then(|| family_known(context, family))
        }
    }
}

/// The marker type of a number's wire encoding.
pub fn scalar_marker(context: &Context<'_>, scalar: Scalar) -> TokenStream {
    match scalar {
        Scalar::Int { bytes, order, .. } => fixed_marker(u64::from(bytes), order),
        Scalar::Varint(id) => varint_type(context, id),
    }
}

fn fixed_marker(bytes: u64, order: ByteOrder) -> TokenStream {
    let (name, bytes) = marker(bytes, order);
    quote!(::wireform::#name<#bytes>)
}

/// `::wireform::Le::<2>`, `FlagKnown { mode: known.mode }`: the value of that type; `()` for elements without
/// parameters.
pub fn item_params(scope: &Scope<'_>, item: &Item) -> TokenStream {
    match item {
        Item::Scalar { scalar: Scalar::Int { bytes, order, .. }, .. } => marker_value(u64::from(*bytes), *order),
        Item::Scalar { scalar: Scalar::Varint(id), .. } => varint_value(&scope.context, *id),
        Item::Float { width, order } => marker_value(u64::from(width.bytes()), *order),
        Item::Record { record, args } => {
            record_args(scope, &scope.protocol().records[record.0], args).unwrap_or(quote!(()))
        }
        Item::Family { family, args } => {
            family_args(scope, &scope.protocol().families[family.0], args).unwrap_or(quote!(()))
        }
    }
}

fn marker_value(bytes: u64, order: ByteOrder) -> TokenStream {
    let (name, bytes) = marker(bytes, order);
    quote!(::wireform::#name::<#bytes>)
}

/// The name of a marker type, and its argument.
fn marker(bytes: u64, order: ByteOrder) -> (Ident, TokenStream) {
    let name = if bytes > 1 && order == ByteOrder::Big { "Be" } else { "Le" };
    (format_ident!("{name}"), literal::length(bytes))
}

/// `FlagKnown { mode: known.mode }`: the struct of parameters that is passed to a record; `None` if it has none.
pub fn record_args(scope: &Scope<'_>, record: &Record, args: &[Expr]) -> Option<TokenStream> {
    let ty = record_known(&scope.context, record);
    if record.params.is_empty() && record_has_known(record) {
        return Some(quote!(#ty {}));
    }
    known(scope, &ty, &record.params, args)
}

/// The struct of parameters that is passed to a family; `None` if it has none.
pub fn family_args(scope: &Scope<'_>, family: &Family, args: &[Expr]) -> Option<TokenStream> {
    let ty = family_known(&scope.context, family);
    known(scope, &ty, &family.params, args)
}

fn known(scope: &Scope<'_>, ty: &TokenStream, params: &[Param], args: &[Expr]) -> Option<TokenStream> {
    if params.is_empty() {
        return None;
    }
    let fields = params.iter().zip(args).map(|(param, arg)| {
        let name = names::field_ident(&param.name);
        let arg = params::argument(scope, param.kind, arg);
        init(&name, &arg)
    });
    Some(quote!(#ty { #(#fields),* }))
}

/// A field of a struct literal: `name: value`, or `name` where that is the same.
pub fn init(name: &Ident, value: &Emitted) -> TokenStream {
    match value {
        Emitted::Variable(variable) if variable == name => quote!(#name),
        _ => quote!(#name: #value),
    }
}

/// The default of an absent field, if it has one.
pub fn absent_value(scope: &Scope<'_>, field: &Field) -> Option<Emitted> {
    let absent = field.presence.absent()?;
    match (absent, field.wire.number()) {
        (Absent::Nothing | Absent::Base(_), _) => None,
        (_, Some(cell)) => value::absent(&scope.context, scope.cell(cell).value, scope.cell_int(cell), absent),
        (_, None) => absent_float(field, absent),
    }
}

/// The default of an absent float, or the repair of an invalid one.
pub fn absent_float(field: &Field, absent: &Absent) -> Option<Emitted> {
    match absent {
        Absent::Float(float) => Some(Emitted::Float(*float, float_width(field))),
        Absent::Nothing | Absent::Base(_) | Absent::Raw(_) => None,
    }
}

/// The width of a float field.
pub fn float_width(field: &Field) -> FloatWidth {
    match field.wire {
        Wire::Float { width, .. } => width,
        _ => FloatWidth::F64,
    }
}
