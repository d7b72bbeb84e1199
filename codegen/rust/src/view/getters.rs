//! Getters: the values of stored fields. None of them can fail.

use super::optionals::Asked;
use super::{View, run_ident};
use crate::decode::shape::{Item, Placed, Stored};
use crate::facts::scopes::is_option;
use crate::field::slot::{self, slot};
use crate::field::{rules, said, tag, unverified, value};
use crate::hooks::verify;
use crate::model::{Check, Content, Field, FieldId, Held, Part, Scalar, Source, Value, Wire};
use crate::scope::locals::Companion;
use crate::text::emitted::Emitted;
use crate::text::int::Int;
use crate::text::tokens::{Literal, ToTokens, TokenStream, format_ident, quote};
use crate::text::{docs, literal, names};
use crate::values::delta;

impl View<'_, '_> {
    pub(super) fn getters(&self) -> TokenStream {
        let scope = self.scope;
        let mut getters = Vec::new();
        if let Some((name, int, value, _)) = &scope.code {
            let (field, getter) = (names::field_ident(name), names::getter_ident(name));
            let ty = value::value_type(&scope.context, *value, *int);
            let docs = tag::docs(scope.record, scope.choice().map(|(_, tag)| tag));
            getters.push(slot::getter(&docs, &getter, &ty, quote!(self.#field)));
        }
        for (item, name) in self.items.iter().zip(&self.names) {
            match item {
                Item::Run(run) => {
                    for placed in &run.fields {
                        getters.push(self.getter_in_run(*placed, &quote!(self.#name)));
                    }
                }
                Item::Segment(segment) => {
                    for part in &segment.parts {
                        match part {
                            Stored::Chosen(id) => {
                                let stored = self.stored_name(*id);
                                getters.push(self.getter(*id, &quote!(self.#name.#stored)));
                            }
                            Stored::Run(run) => {
                                let run_name = run_ident(self.scope, run);
                                for placed in &run.fields {
                                    getters.push(self.getter_in_run(*placed, &quote!(self.#name.#run_name)));
                                }
                            }
                        }
                    }
                }
                Item::Varints(ids) => getters.extend(ids.iter().map(|id| self.own_getter(*id))),
                Item::Optionals(ids) => getters
                    .extend(ids.iter().filter_map(|id| Some(self.getter(*id, &self.optional(*id, Asked::Alone)?)))),
                Item::Field(id) => getters.push(self.own_getter(*id)),
                Item::Region(_) | Item::RegionEnd(_) => {}
            }
        }
        quote!(#(#getters)*)
    }

    fn own_getter(&self, id: FieldId) -> TokenStream {
        let stored = self.stored_name(id);
        self.getter(id, &quote!(self.#stored))
    }

    /// The getters of a field of a run, whose bytes are in `array`.
    fn getter_in_run(&self, placed: Placed, array: &TokenStream) -> TokenStream {
        let (scope, field) = (self.scope, self.scope.field(placed.field));
        if !self.is_stored(placed.field) {
            return TokenStream::new();
        }
        match &field.wire {
            Wire::Scalar { scalar, .. } => {
                self.of_field(field, placed.field, &slot::decode(array, placed.inside(), *scalar).to_token_stream())
            }
            Wire::Float { width, order } => {
                self.of_field(field, placed.field, &slot::decode_float(array, placed.inside(), *width, *order))
            }
            Wire::Bits { carrier, parts } => {
                let raw = slot::carrier_of(*carrier, array, placed.inside());
                self.part_getters(field, &raw, *carrier, parts)
            }
            Wire::Record { .. } => {
                let view = slot::view_path(scope, field);
                let bytes = match placed.inside() {
                    None => array.clone(),
                    Some(offset) => {
                        let (offset, size) =
                            (Literal::usize_unsuffixed(offset), Literal::usize_unsuffixed(placed.size));
                        quote!(::wireform::number::segment::<#offset, #size, _>(#array))
                    }
                };
                self.of_field(field, placed.field, &quote!(#view::from_bytes(#bytes)))
            }
            Wire::Octets { content: Content::Free, .. } => {
                let (offset, size) = (Literal::usize_unsuffixed(placed.offset), Literal::usize_unsuffixed(placed.size));
                self.of_field(field, placed.field, &quote!(::wireform::number::segment::<#offset, #size, _>(#array)))
            }
            _ => TokenStream::new(),
        }
    }

    /// The getters of a field that is stored by itself.
    pub(super) fn getter(&self, id: FieldId, stored: &TokenStream) -> TokenStream {
        let field = self.scope.field(id);
        if !self.is_stored(id) {
            return TokenStream::new();
        }
        match &field.wire {
            Wire::Bits { carrier, parts } => {
                self.part_getters(field, &slot::carrier_of(*carrier, stored, None), *carrier, parts)
            }
            _ => self.of_field(field, id, stored),
        }
    }

    /// `bits & 0x1FFFFFFF`: the bits of a carrier, without the sign extension of a negative number narrower than its
    /// type.
    fn whole_carrier(&self, raw: &Emitted, carrier: Scalar, int: Int) -> Emitted {
        let Scalar::Varint(id) = carrier else { return raw.clone() };
        let varint = &self.scope.protocol().varints[id.0];
        if !varint.signed || u32::from(varint.bits) >= int.bits {
            return raw.clone();
        }
        let mask = literal::hex((1 << varint.bits) - 1);
        Emitted::bits(quote!(#raw & #mask))
    }

    fn part_getters(&self, field: &Field, raw: &Emitted, carrier: Scalar, parts: &[Part]) -> TokenStream {
        let scope = self.scope;
        let int = slot::carrier_int(scope.protocol(), carrier);
        let getters = parts.iter().filter(|part| scope.cell(part.cell).source == Source::User).map(|part| {
            let name = names::getter_ident(part.name.as_deref().unwrap_or_default());
            let docs = docs::doc_field(&part.docs, &name, said::part(scope, part).as_deref());
            let cell = scope.cell(part.cell);
            let bits = slot::part(scope, raw, int, part);
            let (ty, returned) = if scope.is_flag(part.cell) {
                (quote!(bool), bits.to_token_stream())
            } else {
                let int = scope.cell_int(part.cell);
                (
                    value::value_type(&scope.context, cell.value, int),
                    value::from_raw(&scope.context, cell.value, bits, int).to_token_stream(),
                )
            };
            slot::getter(&docs, &name, &ty, returned)
        });
        let whole = names::wire_getter_ident(&field.label);
        let raw = self.whole_carrier(raw, carrier, int);
        let docs = quote! {
            /// The whole carrier on the wire, including bits that the writer derives.
        };
        let whole = slot::getter(&docs, &whole, &int.ident().into_token_stream(), raw);
        quote!(#(#getters)* #whole)
    }

    /// `pub fn gun(&self) -> Gun { Gun::from_code(self.gun) }`: the getter of a stored field. It returns a raw number
    /// as its value, and an absent field as an option or its default.
    pub(super) fn of_field(&self, field: &Field, id: FieldId, stored: &TokenStream) -> TokenStream {
        let scope = self.scope;
        let Some(name) = &field.name else { return TokenStream::new() };
        if let Some(getters) = delta::getters(scope, id, stored) {
            return getters;
        }
        let getter = names::getter_ident(name);
        let docs = docs::doc_field(&field.docs, &getter, said::field(scope, id, false).as_deref());
        if unverified::in_field(&scope.context, field) {
            return verify::getter(scope, id, &docs, stored);
        }
        let cell = field.wire.number();
        let convert = |stored: TokenStream| self.converted(field, id, Emitted::operand(stored));
        let (ty, mut returned) = self.getter_value(field, id, stored);
        let mut on_the_wire = match cell {
            Some(cell) if scope.cell(cell).value == Value::Truthy => {
                Some(self.wire_getter(field, id, name, scope.cell_int(cell), stored))
            }
            _ => None,
        };
        if let Some(rule) = &field.rule
            && let Some(repair) = &rule.repair
        {
            let repaired = match cell {
                Some(cell) => value::absent(&scope.context, scope.cell(cell).value, scope.cell_int(cell), repair),
                None => slot::absent_float(field, repair),
            };
            returned = match &rule.check {
                Check::Float { low, high } => {
                    let fine = rules::float_fine(field, &quote!(float), *low, *high);
                    match (field.is_optional(), slot::absent_value(scope, field)) {
                        (false, _) => quote!(let float = #returned; if #fine { float } else { #repaired }),
                        (true, None) => quote!(#returned.map(|float| if #fine { float } else { #repaired })),
                        (true, Some(absent)) => {
                            let float = convert(quote!(kept));
                            quote! {
                                #stored.map_or(#absent, |kept| { let float = #float; if #fine { float } else { #repaired } })
                            }
                        }
                    }
                }
                // `Ascending` has no repair.
                Check::Test(_) | Check::Ascending { .. } => {
                    let broken = scope.companion(id, Companion::Broken);
                    let repaired = if is_option(field) { quote!(Some(#repaired)) } else { quote!(#repaired) };
                    quote!(if self.#broken { #repaired } else { #returned })
                }
            };
            on_the_wire = on_the_wire.or_else(|| {
                let getter = names::wire_getter_ident(name);
                let doc = docs::doc(&[], &format!("`{name}` on the wire, before repair."));
                let (ty, came) = self.value_or_none(field, id, stored);
                Some(slot::getter(&doc, &getter, &ty, came))
            });
        }
        let getter = slot::getter(&docs, &getter, &ty, returned);
        quote!(#getter #on_the_wire)
    }

    /// The type of a getter, and its expression for a stored field.
    pub(super) fn getter_value(&self, field: &Field, id: FieldId, stored: &TokenStream) -> (TokenStream, TokenStream) {
        let scope = self.scope;
        match slot::absent_value(scope, field).filter(|_| field.is_optional()) {
            None => self.value_or_none(field, id, stored),
            Some(absent) => {
                let converted = self.converted(field, id, Emitted::operand(quote!(kept)));
                let returned = match absent {
                    Emitted::Flag(false) => quote!(#stored.is_some_and(|kept| #converted)),
                    Emitted::Flag(true) => quote!(#stored.is_none_or(|kept| #converted)),
                    _ => quote!(#stored.map_or(#absent, |kept| #converted)),
                };
                (slot(scope, id).getter, returned)
            }
        }
    }

    /// The same without the default of an absent field.
    fn value_or_none(&self, field: &Field, id: FieldId, stored: &TokenStream) -> (TokenStream, TokenStream) {
        let ty = slot(self.scope, id).getter;
        if !field.is_optional() {
            return (ty, self.converted(field, id, Emitted::operand(stored.clone())).to_token_stream());
        }
        let converted = self.converted(field, id, Emitted::operand(quote!(kept)));
        let is_as_stored = self.is_as_stored(field, id);
        let value = if is_as_stored { stored.clone() } else { quote!(#stored.map(|kept| #converted)) };
        (quote!(::core::option::Option<#ty>), value)
    }

    /// Whether the value of a field is its stored form.
    fn is_as_stored(&self, field: &Field, id: FieldId) -> bool {
        let has_value_type = field.wire.number().is_some_and(|cell| self.scope.cell(cell).value.held() != Held::Int);
        !has_value_type && !self.is_decoded(field, id) && slot::is_shown_as_stored(field)
    }

    /// Whether a getter decodes the bytes of a field that is stored by itself.
    fn is_decoded(&self, field: &Field, id: FieldId) -> bool {
        matches!(field.wire, Wire::Scalar { scalar: Scalar::Int { .. }, .. } | Wire::Float { .. })
            && (field.is_optional() || self.is_item(id))
    }

    /// The number of a present field.
    fn raw(&self, field: &Field, id: FieldId, stored: Emitted) -> Emitted {
        match &field.wire {
            _ if !self.is_decoded(field, id) => slot::getter_value(field, stored),
            Wire::Scalar { scalar, .. } => slot::decode(&stored.to_token_stream(), None, *scalar),
            Wire::Float { width, order } => {
                Emitted::operand(slot::decode_float(&stored.to_token_stream(), None, *width, *order))
            }
            _ => slot::getter_value(field, stored),
        }
    }

    /// `Gun::from_code(self.gun)`: the value of a present field.
    fn converted(&self, field: &Field, id: FieldId, stored: Emitted) -> Emitted {
        let raw = self.raw(field, id, stored);
        match field.wire.number() {
            Some(cell) => {
                value::from_raw(&self.scope.context, self.scope.cell(cell).value, raw, self.scope.cell_int(cell))
            }
            None => raw,
        }
    }

    fn wire_getter(&self, field: &Field, id: FieldId, name: &str, int: Int, stored: &TokenStream) -> TokenStream {
        let getter = names::wire_getter_ident(name);
        let doc = docs::doc(&[], &format!("`{name}` on the wire: all nonzero numbers are true."));
        let int = int.ident();
        let (ty, returned) = if field.is_optional() {
            let returned = match self.raw(field, id, Emitted::Variable(format_ident!("kept"))) {
                Emitted::Variable(_) => stored.clone(),
                raw => quote!(#stored.map(|kept| #raw)),
            };
            (quote!(::core::option::Option<#int>), returned)
        } else {
            (quote!(#int), self.raw(field, id, Emitted::operand(stored.clone())).to_token_stream())
        };
        slot::getter(&doc, &getter, &ty, returned)
    }

    fn is_item(&self, id: FieldId) -> bool {
        self.items.iter().any(|item| matches!(item, Item::Field(field) if *field == id))
    }
}
