//! The declarations that a place can name: those that diagnostics propose and editors offer.

use crate::ast::Item;
use crate::near::constant_case;
use crate::resolve::resolver::{Declared, Resolver};

/// A kind of place where the name of a declaration is expected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    /// Anything that has bytes.
    Type,
    /// A struct or a family that is nested.
    Nested,
    /// One number: the carrier of another type, a count, a parameter.
    Number,
    /// A varint within the form of another.
    Varint,
    /// The meaning of a number, after `as`.
    Meaning,
    /// A member of a family.
    Member,
    /// A message by itself.
    Message,
    /// A value that is known when the schema is compiled.
    Constant,
}

impl Wanted {
    /// A declaration of a name, as an example.
    pub(super) fn example(self, name: &str) -> String {
        match self {
            Self::Type | Self::Nested => format!("struct {name} {{ .. }}"),
            Self::Number => format!("type {name} = u16;"),
            Self::Varint => format!("varint {name}: u32 = leb128;"),
            Self::Meaning => format!("enum {name}: u8 {{ .. }}"),
            Self::Member | Self::Message => format!("message {name} = 1 {{ .. }}"),
            Self::Constant => format!("const {} = 3;", constant_case(name)),
        }
    }

    /// Whether a declaration can be named.
    fn includes(self, declared: &Declared) -> bool {
        match declared {
            Item::Const(_) => self == Self::Constant,
            Item::Type(_) => matches!(self, Self::Type | Self::Number),
            Item::Varint(_) => matches!(self, Self::Type | Self::Number | Self::Varint),
            Item::Enum(_) | Item::Bits(_) | Item::Quantity(_) | Item::Packed(_) => {
                matches!(self, Self::Type | Self::Number | Self::Meaning)
            }
            Item::Struct(_) => matches!(self, Self::Type | Self::Nested),
            Item::Message(_) => matches!(self, Self::Type | Self::Member | Self::Message),
            Item::Family(_) => matches!(self, Self::Type | Self::Nested | Self::Member),
            Item::Error(_) => true,
            Item::Use(_) | Item::Session(_) | Item::Hook(_) => false,
        }
    }
}

impl<'a> Resolver<'a> {
    /// The names of all declarations of a kind, in source order, but for those that are being resolved: nothing contains
    /// itself, unless it is nested.
    pub(super) fn names_of(&self, wanted: Wanted) -> Vec<&'a str> {
        let is_pending =
            |name: &str| wanted != Wanted::Nested && self.pending.iter().any(|(pending, _)| *pending == name);
        let is_wanted = |name: &str| {
            let declared = self.candidates.get(name).map(Vec::as_slice).unwrap_or_default();
            declared.iter().any(|declared| wanted.includes(declared))
        };
        self.names.iter().copied().filter(|name| is_wanted(name) && !is_pending(name)).collect()
    }
}
