//! Identifiers of emitted Rust: the mapping of [`crate::names`], spelled as tokens.

use super::tokens::{Ident, format_ident};
use crate::names;

/// A type: `EntityUpdate`.
pub(super) fn type_ident(name: &str) -> Ident {
    ident(&names::type_name(name))
}

/// A variant of an enum.
pub(super) fn variant_ident(name: &str) -> Ident {
    ident(&names::variant_name(name))
}

/// A public field, a parameter of a setter: `r#type`.
pub(super) fn field_ident(name: &str) -> Ident {
    ident(&names::field_name(name))
}

/// A local variable.
pub(super) fn local_ident(name: &str) -> Ident {
    ident(&names::field_name(name))
}

/// A getter: `write_`.
pub(super) fn getter_ident(name: &str) -> Ident {
    ident(&names::getter_name(name))
}

/// A getter of a raw number: `on_on_the_wire`.
pub(super) fn wire_getter_ident(name: &str) -> Ident {
    ident(&names::wire_getter_name(name))
}

/// A getter of a state's delta: `newest_delta`.
pub(super) fn delta_getter_ident(name: &str) -> Ident {
    ident(&names::delta_getter_name(name))
}

/// A bit field, or a digit of a packed number: `raw_`.
pub(super) fn part_ident(name: &str) -> Ident {
    ident(&names::part_name(name))
}

/// The module of a family: `to_server`.
pub(super) fn module_ident(name: &str) -> Ident {
    ident(&names::module_name(name))
}

/// The view of a type: `PosView`.
pub(super) fn view_ident(name: &str) -> Ident {
    ident(&names::view_name(name))
}

/// The type that changes a packet in place: `PosMut`.
pub(super) fn mut_ident(name: &str) -> Ident {
    ident(&names::mut_name(name))
}

/// The stream of a family: `ToClientStream`.
pub(super) fn stream_ident(name: &str) -> Ident {
    ident(&names::stream_name(name))
}

/// The struct of parameters: `ToClientKnown`.
pub(super) fn known_ident(name: &str) -> Ident {
    ident(&names::known_name(name))
}

/// An identifier of two parts: `with_` and `type` are `with_type`, which needs no `r#`.
pub(super) fn joined_ident(before: &str, name: &str) -> Ident {
    ident(&format!("{before}{}", names::field_name(name)))
}

/// An identifier from a name that follows Rust's conventions, raw if it is a keyword.
pub(super) fn ident(name: &str) -> Ident {
    if names::is_keyword(name) { format_ident!("r#{name}") } else { format_ident!("{name}") }
}
