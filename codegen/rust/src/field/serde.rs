//! Support of serde for values: which derives and attributes a struct, a field, an enum and its variants get. They do
//! not depend on whether the value borrows, so that a value and its owned form are the same to serde.

use crate::layout;
use crate::model::{Absent, Code, Content, Field, FieldId, Item, Notation, Protocol, Record, Value, Wire};
use crate::scope::Scope;
use crate::text::options::Options;
use crate::text::tokens::{Ident, TokenStream, quote};

/// The longest arrays for which serde implements its traits.
const LONGEST: u64 = 32;

/// `, ::wireform::form::serde::Serialize, ..`: the derives of a value. Borrowing values cannot be deserialised. The runtime has
/// serde, so the crate that includes the code need not.
pub fn derives(borrows: bool, options: &Options) -> TokenStream {
    match (options.serde, borrows) {
        (false, _) => TokenStream::new(),
        (true, true) => quote!(, ::wireform::form::serde::Serialize),
        (true, false) => quote!(, ::wireform::form::serde::Serialize, ::wireform::form::serde::Deserialize),
    }
}

/// `crate = "::wireform::form::serde"`: the serde that derived code calls.
fn called() -> TokenStream {
    quote!(crate = "::wireform::form::serde")
}

/// `#[serde(crate = "..", deny_unknown_fields)]`: the attribute of a struct. An element that is a single value is serialised
/// as that value.
pub fn of_struct(scope: &Scope<'_>, has_fields: bool, options: &Options) -> Option<TokenStream> {
    let called = called();
    options.serde.then(|| match is_transparent(scope) && has_fields {
        true => quote!(#[serde(#called, transparent)]),
        false => quote!(#[serde(#called, deny_unknown_fields)]),
    })
}

fn is_transparent(scope: &Scope<'_>) -> bool {
    scope.is_root && scope.record.only().is_some()
}

/// The attribute of a struct of parameters.
pub fn of_known(options: &Options) -> Option<TokenStream> {
    let called = called();
    options.serde.then(|| quote!(#[serde(#called, default, deny_unknown_fields)]))
}

/// The attribute of an enum of messages or shapes, which is tagged by the name of the variant.
pub fn of_enum(options: &Options) -> Option<TokenStream> {
    let called = called();
    options.serde.then(|| quote!(#[serde(#called, deny_unknown_fields)]))
}

/// The attribute and the macro of an enum that can be read and has an empty variant: also `{"Name":{}}` is read.
pub fn of_empty(name: &Ident, is_empty: bool, options: &Options) -> Option<[TokenStream; 2]> {
    (options.serde && is_empty).then(|| [quote!(#[serde(remote = "Self")]), quote!(::wireform::serde_shape! { #name })])
}

/// The attribute of a variant, if the name of the schema is another.
pub fn of_variant(name: &str, ident: &Ident, options: &Options) -> Option<TokenStream> {
    attribute([renamed(name, ident)], options)
}

/// The attribute of a field of a struct. It may be left out if it is an `Option`, or has a default in the schema.
pub fn of_field(
    scope: &Scope<'_>,
    id: FieldId,
    ident: &Ident,
    is_option: bool,
    options: &Options,
) -> Option<TokenStream> {
    let field = scope.field(id);
    let form = form(scope.protocol(), scope.record, id).map(with);
    let default = match field.presence.absent().filter(|_| !is_transparent(scope)) {
        Some(Absent::Raw(code)) => Some(default_code(*code)),
        Some(Absent::Float(float)) => Some(default_float(*float)),
        // Serde knows an `Option`, but not what has a form of its own.
        Some(Absent::Nothing | Absent::Base(_)) if is_option && form.is_some() => Some(quote!(default)),
        Some(Absent::Nothing | Absent::Base(_)) | None => None,
    };
    attribute([renamed(field.name.as_deref().unwrap_or_default(), ident), default, form], options)
}

/// `default = "::wireform::form::code::<_, 7>"`
fn default_code(code: Code) -> TokenStream {
    let path = format!("::wireform::form::code::<_, {code}>");
    quote!(default = #path)
}

/// `default = "::wireform::form::float::<_, 0x3FF0000000000000>"`
fn default_float(float: f64) -> TokenStream {
    let path = format!("::wireform::form::float::<_, {:#X}>", float.to_bits());
    quote!(default = #path)
}

/// The attribute of a number that is a field of a struct or a variant: a part of bits, or a stored code, which may be left
/// out.
pub fn of_number(name: &str, of: Value, ident: &Ident, code: Option<Code>, options: &Options) -> Option<TokenStream> {
    attribute([renamed(name, ident), code.map(default_code), form_of_number(of).map(with)], options)
}

/// The attribute of a shape's only value.
pub fn of_value(scope: &Scope<'_>, id: FieldId, options: &Options) -> Option<TokenStream> {
    attribute([form(scope.protocol(), scope.record, id).map(with)], options)
}

/// The attribute of the bytes of an unknown message.
pub fn of_body(options: &Options) -> Option<TokenStream> {
    attribute([Some(with("bytes"))], options)
}

/// `Serialize` of a view, which is that of its value.
pub fn of_view(generics: &TokenStream, view: &TokenStream, to_value: &Ident, options: &Options) -> Option<TokenStream> {
    options.serde.then(|| quote!(::wireform::serde_view! { [#generics] #view, #to_value }))
}

/// `#[serde(rename = "type", with = "::wireform::form::hex")]`
fn attribute<const N: usize>(parts: [Option<TokenStream>; N], options: &Options) -> Option<TokenStream> {
    let parts: Vec<_> = parts.into_iter().flatten().collect();
    (options.serde && !parts.is_empty()).then(|| quote!(#[serde(#(#parts),*)]))
}

fn renamed(name: &str, ident: &Ident) -> Option<TokenStream> {
    // Serde takes a raw identifier as the word that it is.
    let ident = ident.to_string();
    (ident.strip_prefix("r#").unwrap_or(&ident) != name).then(|| quote!(rename = #name))
}

fn with(form: &str) -> TokenStream {
    let path = format!("::wireform::form::{form}");
    quote!(with = #path)
}

/// The module of the runtime with the form of a field, unless it is serde's own.
fn form(protocol: &Protocol, record: &Record, id: FieldId) -> Option<&'static str> {
    let field = &record.fields[id.0];
    match &field.wire {
        Wire::Float { .. } => Some("number"),
        Wire::Octets { content: Content::Free, .. } => Some("bytes"),
        wire => match wire.number() {
            Some(cell) => form_of_number(record.cells[cell.0].value),
            None => form_of_elements(protocol, wire.item()?, count(field)),
        },
    }
}

/// The number of elements, or of bytes, if the field is an array.
fn count(field: &Field) -> Option<u64> {
    match &field.wire {
        Wire::Octets { extent, content: Content::Free } | Wire::List { extent, .. } => extent.constant(),
        Wire::Sparse { count, .. } => Some(*count),
        _ => None,
    }
}

fn form_of_number(value: Value) -> Option<&'static str> {
    (value == Value::Int(Some(Notation::Hex))).then_some("hex")
}

/// The form of a list, or of an array of so many elements.
fn form_of_elements(protocol: &Protocol, item: &Item, count: Option<u64>) -> Option<&'static str> {
    let of_each = match item {
        Item::Scalar { value, .. } => form_of_number(*value),
        Item::Float { .. } => Some("number"),
        Item::Record { record, .. } => {
            let record = &protocol.records[record.0];
            layout::bare_element(record).and_then(|only| form(protocol, record, only))
        }
        Item::Family { .. } => None,
    };
    of_each.or_else(|| count.filter(|count| *count > LONGEST).map(|_| "array"))
}
