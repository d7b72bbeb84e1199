//! Identifiers of emitted Rust: the mapping of [`crate::names`], spelled as tokens.

use super::tokens::{Ident, format_ident};
use crate::names;

/// A type: `EntityUpdate`.
pub fn type_ident(name: &str) -> Ident {
    ident(&names::type_name(name))
}

/// A variant of an enum.
pub fn variant_ident(name: &str) -> Ident {
    ident(&names::variant_name(name))
}

/// A public field, a parameter of a setter: `r#type`.
pub fn field_ident(name: &str) -> Ident {
    ident(&names::field_name(name))
}

/// A local variable.
pub fn local_ident(name: &str) -> Ident {
    ident(&names::field_name(name))
}

/// A getter: `write_`.
pub fn getter_ident(name: &str) -> Ident {
    ident(&names::getter_name(name))
}

/// A getter of a raw number: `on_on_the_wire`.
pub fn wire_getter_ident(name: &str) -> Ident {
    ident(&names::wire_getter_name(name))
}

/// A getter of a state's delta: `newest_delta`.
pub fn delta_getter_ident(name: &str) -> Ident {
    ident(&names::delta_getter_name(name))
}

/// A bit field, or a digit of a packed number: `raw_`.
pub fn part_ident(name: &str) -> Ident {
    ident(&names::part_name(name))
}

/// The module of a family: `to_server`.
pub fn module_ident(name: &str) -> Ident {
    ident(&names::module_name(name))
}

/// The view of a type: `PosView`.
pub fn view_ident(name: &str) -> Ident {
    ident(&names::view_name(name))
}

/// The type that changes a packet in place: `PosMut`.
pub fn mut_ident(name: &str) -> Ident {
    ident(&names::mut_name(name))
}

/// The stream of a family: `ToClientStream`.
pub fn stream_ident(name: &str) -> Ident {
    ident(&names::stream_name(name))
}

/// The handler of a family: `ToClientHandler`.
pub fn handler_ident(name: &str) -> Ident {
    ident(&names::handler_name(name))
}

/// The method of a handler that takes a message: `server_data`.
pub fn handler_method_ident(name: &str) -> Ident {
    ident(&names::handler_method_name(name))
}

/// The struct of parameters: `ToClientKnown`.
pub fn known_ident(name: &str) -> Ident {
    ident(&names::known_name(name))
}

/// An identifier of two parts: `with_` and `type` are `with_type`, which needs no `r#`.
pub fn joined_ident(before: &str, name: &str) -> Ident {
    ident(&format!("{before}{}", names::field_name(name)))
}

/// An identifier from a name that follows Rust's conventions, raw if it is a keyword.
pub fn ident(name: &str) -> Ident {
    if names::is_keyword(name) { format_ident!("r#{name}") } else { format_ident!("{name}") }
}
