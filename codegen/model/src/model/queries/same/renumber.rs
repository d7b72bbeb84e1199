//! Replaces the ids in an item by those of the first version.

use super::Same;
use crate::model::{
    Bits, BitsId, BitsPart, Carrier, Cell, Checksum, Content, Covered, Delta, DeltaScope, Enum, EnumId, Extent, Family,
    FamilyId, FamilyMember, Field, Form, Hook, HookId, How, Item, MessageCode, NestedId, Packed, PackedId, Param,
    ParamKind, Quantity, QuantityId, Record, RecordId, Role, Scalar, Tag, Text, Value, VarintId, Wire,
};

/// An item that contains ids.
pub trait Renumber {
    /// Replaces the ids; `None` if one refers to an item without an equal one in the first version.
    fn renumber(&mut self, same: &Same) -> Option<()>;
}

macro_rules! ids {
    ($($id:ident in $field:ident),* $(,)?) => {$(
        impl Renumber for $id {
            fn renumber(&mut self, same: &Same) -> Option<()> {
                *self = same.$field.get(self.0).copied().flatten()?;
                Some(())
            }
        }
    )*};
}

ids! {
    VarintId in varints,
    EnumId in enums,
    BitsId in bits,
    QuantityId in quantities,
    PackedId in packed,
    HookId in hooks,
    RecordId in records,
    FamilyId in families,
    NestedId in nested,
}

/// Implements the trait by the parts that contain ids.
macro_rules! parts {
    ($($item:ident: $($part:ident),+;)*) => {$(
        impl Renumber for $item {
            fn renumber(&mut self, same: &Same) -> Option<()> {
                $(self.$part.renumber(same)?;)+
                Some(())
            }
        }
    )*};
}

parts! {
    Enum: carrier;
    Quantity: carrier;
    Packed: carrier;
    Bits: carrier, parts;
    BitsPart: value;
    Param: kind;
    Hook: params;
    Checksum: how;
    FamilyMember: record;
    Family: carrier, params, members;
    MessageCode: scalar;
    Record: role, params, cells, checksums, fields;
    Cell: value;
    Field: wire;
    Form: scalar;
}

impl<T: Renumber> Renumber for Vec<T> {
    fn renumber(&mut self, same: &Same) -> Option<()> {
        self.iter_mut().try_for_each(|item| item.renumber(same))
    }
}

impl<T: Renumber> Renumber for Option<T> {
    fn renumber(&mut self, same: &Same) -> Option<()> {
        self.iter_mut().try_for_each(|item| item.renumber(same))
    }
}

/// Implements the trait by the ids of each variant.
macro_rules! variants {
    ($($item:ident { $($variant:pat => $($part:ident),*;)+ })*) => {$(
        impl Renumber for $item {
            fn renumber(&mut self, same: &Same) -> Option<()> {
                match self {
                    $($variant => { $($part.renumber(same)?;)* })+
                }
                Some(())
            }
        }
    )*};
}

variants! {
    Role {
        Role::Message { code } => code;
        Role::Struct | Role::Element { .. } => ;
    }
    ParamKind {
        ParamKind::Enum(id) => id;
        ParamKind::Bool | ParamKind::Int(_) => ;
    }
    How {
        How::Catalogue { covers, .. } => covers;
        How::Hook { hook, .. } => hook;
    }
    Covered {
        Covered::Number { scalar, .. } => scalar;
        Covered::Range(_) | Covered::Constants(_) | Covered::Chosen { .. } => ;
    }
    Scalar {
        Scalar::Varint(id) => id;
        Scalar::Int { .. } => ;
    }
    Carrier {
        Carrier::Scalar(scalar) => scalar;
        Carrier::Part { .. } => ;
    }
    Value {
        Value::Enum(id) => id;
        Value::Bits(id) => id;
        Value::Quantity(id) => id;
        Value::Packed(id) => id;
        Value::Int(_) | Value::Bool | Value::Truthy => ;
    }
    Extent {
        Extent::Prefixed { scalar, .. } => scalar;
        Extent::Fixed { .. } | Extent::Counted(_) | Extent::Given(_) | Extent::Until { .. } => ;
        Extent::Rest | Extent::AllBut(_) => ;
    }
    Item {
        Item::Scalar { scalar, value } => scalar, value;
        Item::Float { .. } => ;
        Item::Record { record, .. } => record;
        Item::Family { family, .. } => family;
    }
    Content {
        Content::Text(Text { unit, .. }) => unit;
        Content::Constant(_) | Content::Free => ;
    }
    Wire {
        Wire::Scalar { scalar, .. } => scalar;
        Wire::Chosen { forms, .. } => forms;
        Wire::Bits { carrier, .. } => carrier;
        Wire::Octets { extent, content } => extent, content;
        Wire::Group { delta: Some(Delta { scope: DeltaScope::Like(record), .. }), .. } => record;
        Wire::Record { record, .. } => record;
        Wire::Family { family, .. } => family;
        Wire::Nested { part, .. } => part;
        Wire::List { item, extent } => item, extent;
        Wire::Sparse { item, .. } => item;
        Wire::Within { extent, .. } => extent;
        Wire::Match { tag: Tag::InPlace { scalar, .. }, .. } => scalar;
        Wire::Match { tag: Tag::Input(_) | Tag::Tuple(_), .. } => ;
        Wire::Float { .. } | Wire::Padding { .. } | Wire::Group { .. } => ;
    }
}
