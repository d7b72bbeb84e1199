//! Identifiers of emitted Rust: the mapping of [`crate::names`], spelled as tokens.

use super::tokens::{Ident, format_ident};
use crate::names;

/// Spells the names of [`crate::names`] as identifiers.
macro_rules! idents {
    ($($(#[$doc:meta])+ $ident:ident: $name:ident;)*) => {$(
        $(#[$doc])+
        pub fn $ident(name: &str) -> Ident {
            ident(&names::$name(name))
        }
    )*};
}

idents! {
    /// A type: `EntityUpdate`.
    type_ident: type_name;
    /// A variant of an enum.
    variant_ident: variant_name;
    /// A public field, a parameter of a setter: `r#type`.
    field_ident: field_name;
    /// A local variable.
    local_ident: field_name;
    /// A getter: `write_`.
    getter_ident: getter_name;
    /// A getter of a raw number: `on_on_the_wire`.
    wire_getter_ident: wire_getter_name;
    /// A getter of a state's delta: `newest_delta`.
    delta_getter_ident: delta_getter_name;
    /// A bit field, or a digit of a packed number: `raw_`.
    part_ident: part_name;
    /// The module of a family: `to_server`.
    module_ident: module_name;
    /// The view of a type: `PosView`.
    view_ident: view_name;
    /// The type that changes a packet in place: `PosMut`.
    mut_ident: mut_name;
    /// The stream of a family: `ToClientStream`.
    stream_ident: stream_name;
    /// The handler of a family: `ToClientHandler`.
    handler_ident: handler_name;
    /// The method of a handler that takes a message: `server_data`.
    handler_method_ident: handler_method_name;
    /// The struct of parameters: `ToClientKnown`.
    known_ident: known_name;
}

/// An identifier of two parts: `with_` and `type` are `with_type`, which needs no `r#`.
pub fn joined_ident(before: &str, name: &str) -> Ident {
    ident(&format!("{before}{}", names::field_name(name)))
}

/// An identifier from a name that follows Rust's conventions, raw if it is a keyword.
pub fn ident(name: &str) -> Ident {
    if names::is_keyword(name) { format_ident!("r#{name}") } else { format_ident!("{name}") }
}
