//! Conversion of schema names to Rust names: functions from text to text.
//!
//! The module is outside of the backend because two parties must agree: the backend, which emits the names, and the
//! resolver, which rejects a schema in which two of them are equal. A name depends only on its own spelling (never on
//! its neighbours: names are API), so a collision is an error and no number is ever appended.
//!
//! Names are compared as bytes, which an unoptimised `match` decides fast: build scripts convert many names.

use heck::{ToSnakeCase, ToUpperCamelCase};

/// Methods of views and values. A getter of such a name would hide the method, or be mistaken for a convention of Rust
/// (clippy reports it): `new` constructs, `len` implies `is_empty`, `clone` belongs to a trait, and so does `into` when
/// the view is taken by value.
fn is_method(name: &str) -> bool {
    matches!(
        name.as_bytes(),
        b"parse"
            | b"parse_exact"
            | b"as_bytes"
            | b"from_bytes"
            | b"to_value"
            | b"to_value_unverified"
            | b"into_owned"
            | b"encoded_len"
            | b"write"
            | b"to_vec"
            | b"resolve"
            | b"verify"
            | b"heard"
            | b"append_to"
            | b"put_to"
            | b"to_string"
            | b"eq"
            | b"fmt"
            | b"take"
            | b"take_body"
            | b"take_common"
            | b"take_uncommon"
            | b"pass_body"
            | b"new"
            | b"len"
            | b"iter"
            | b"iter_mut"
            | b"clone"
            | b"into"
            | b"try_into"
            | b"as_ref"
            | b"borrow"
            | b"deref"
    ) || name.starts_with(EACH)
}

/// The prefix of view functions that read several optional fields in sequence.
pub const EACH: &str = "take_each_";

/// Methods of layouts of bits and packed numbers.
fn is_part_method(name: &str) -> bool {
    matches!(name.as_bytes(), b"from_raw" | b"raw" | b"is_valid" | b"new" | b"len" | b"iter" | b"iter_mut")
}

/// Whether a Rust name needs a raw identifier: `r#type`.
#[rustfmt::skip]
#[must_use]
pub fn is_keyword(name: &str) -> bool {
    matches!(
        name.as_bytes(),
        b"abstract" | b"as" | b"async" | b"await" | b"become" | b"box" | b"break" | b"const" | b"continue" | b"do"
        | b"dyn" | b"else" | b"enum" | b"extern" | b"false" | b"final" | b"fn" | b"for" | b"gen" | b"if" | b"impl"
        | b"in" | b"let" | b"loop" | b"macro" | b"match" | b"mod" | b"move" | b"mut" | b"override" | b"priv" | b"pub"
        | b"ref" | b"return" | b"static" | b"struct" | b"trait" | b"true" | b"try" | b"type" | b"typeof" | b"unsafe"
        | b"unsized" | b"use" | b"virtual" | b"where" | b"while" | b"yield"
    )
}

/// Words that cannot be identifiers, not even raw ones.
pub fn is_impossible(name: &str) -> bool {
    matches!(name.as_bytes(), b"self" | b"Self" | b"super" | b"crate" | b"_")
}

/// Whether generated code uses a name as a constructor of Rust: a type with that name must not be a value too.
#[must_use]
pub fn is_constructor(name: &str) -> bool {
    ["Some", "None", "Ok", "Err"].contains(&type_name(name).as_str())
}

/// A type: `entity_update` is `EntityUpdate`. Three letters are generic parameters: `E` is the error of readers, `F` a
/// function of the program, `H` a type with all hooks.
#[must_use]
pub fn type_name(name: &str) -> String {
    let name = variant_name(name);
    if matches!(name.as_str(), "E" | "F" | "H") { format!("{name}_") } else { name }
}

/// The beginning of the names of all types that belong to one: the view of `E_` is `EView`. The inverse is [`type_name`].
#[must_use]
pub fn type_stem(type_name: &str) -> &str {
    type_name.trim_end_matches('_')
}

/// A variant of an enum, an arm of a choice, a member of a family.
#[must_use]
pub fn variant_name(name: &str) -> String {
    identifier(name, upper_camel(name), 'N')
}

/// A public field: `wideX` is `wide_x`.
#[must_use]
pub fn field_name(name: &str) -> String {
    identifier(name, snake(name), 'n')
}

/// A getter of a view or of a layout of bits: as the field, unless every view has a method of that name.
#[must_use]
pub fn getter_name(name: &str) -> String {
    let field = field_name(name);
    if is_method(&field) { format!("{field}_") } else { field }
}

/// The getter of the raw number, if the field's own getter returns another value.
#[must_use]
pub fn wire_getter_name(name: &str) -> String {
    getter_name(&format!("{name}_on_the_wire"))
}

/// The getter of a part of a layout of bits, or of a digit of a packed number.
#[must_use]
pub fn part_name(name: &str) -> String {
    let field = field_name(name);
    if is_part_method(&field) { format!("{field}_") } else { field }
}

/// The module of a family's own messages: `ToServer` is `to_server`.
#[must_use]
pub fn module_name(name: &str) -> String {
    let name = field_name(name);
    // The module of owned types.
    if name == "owned" { format!("{name}_") } else { name }
}

/// The type of a group, an element or a choice: the record's name and the field's, `Pos` and `fall` are `PosFall`.
#[must_use]
pub fn nested_name(outer: &str, field: &str) -> String {
    joined(outer, &upper_camel(field))
}

/// The record that encodes the deltas of a state.
#[must_use]
pub fn delta_name(name: &str) -> String {
    joined(name, "Delta")
}

/// The getter of a delta, if the field's own getter returns the state.
#[must_use]
pub fn delta_getter_name(name: &str) -> String {
    getter_name(&format!("{name}_delta"))
}

/// The view of a record, a group, a choice or a family.
#[must_use]
pub fn view_name(name: &str) -> String {
    joined(name, "View")
}

/// The type that modifies a packet in place.
#[must_use]
pub fn mut_name(name: &str) -> String {
    joined(name, "Mut")
}

/// The lazy stream of a family's messages.
#[must_use]
pub fn stream_name(name: &str) -> String {
    joined(name, "Stream")
}

/// The trait that handles a family's messages.
#[must_use]
pub fn handler_name(name: &str) -> String {
    joined(name, "Handler")
}

/// The method of a handler that takes a message: as a field, unless every handler has a method of that name.
#[must_use]
pub fn handler_method_name(name: &str) -> String {
    let method = field_name(name);
    if matches!(method.as_bytes(), b"other" | b"at") { format!("{method}_") } else { method }
}

/// The receiver's knowledge that reading a record or a family needs.
#[must_use]
pub fn known_name(name: &str) -> String {
    joined(name, "Known")
}

/// A type whose name begins with another's: `SelfView` is a valid name where `Self` is not.
fn joined(name: &str, behind: &str) -> String {
    identifier(name, format!("{}{behind}", upper_camel(name)), 'N')
}

/// `wideX` as `wide_x`. A name in that case, as a schema's fields have, does not change.
fn snake(name: &str) -> String {
    let (mut in_word, mut is_snake) = (false, true);
    for byte in name.as_bytes() {
        let joins = *byte == b'_' && in_word;
        in_word = matches!(byte, b'a'..=b'z' | b'0'..=b'9');
        is_snake &= in_word || joins;
    }
    if is_snake && in_word { name.to_owned() } else { name.to_snake_case() }
}

/// `entity_update` as `EntityUpdate`. A name in that case, as a schema's types have, does not change.
fn upper_camel(name: &str) -> String {
    let (mut after_capital, mut is_camel) = (false, matches!(name.as_bytes(), [b'A'..=b'Z', ..]));
    for byte in name.as_bytes() {
        match byte {
            b'A'..=b'Z' => is_camel &= !std::mem::replace(&mut after_capital, true),
            b'a'..=b'z' => after_capital = false,
            _ => is_camel &= byte.is_ascii_digit(),
        }
    }
    if is_camel { name.to_owned() } else { name.to_upper_camel_case() }
}

/// Makes the result of a conversion an identifier: a name of underscores becomes empty, and a digit may become the
/// first character.
fn identifier(written: &str, cased: String, before_digit: char) -> String {
    let first = cased.chars().next();
    match first {
        None => format!("{written}_"),
        Some('0'..='9') => format!("{before_digit}{cased}"),
        Some(_) if is_impossible(&cased) => format!("{cased}_"),
        Some(_) => cased,
    }
}

#[cfg(test)]
mod tests;
