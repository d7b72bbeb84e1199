//! Replaces the ids in an item by those of the first version.

use super::Same;
use crate::model::{
    Bits, BitsId, BitsPart, Carrier, Cell, Checksum, Covered, Delta, DeltaScope, Enum, EnumId, Extent, Family,
    FamilyId, FamilyMember, Field, Form, Hook, HookId, How, Item, MessageCode, Packed, PackedId, Param, ParamKind,
    Quantity, QuantityId, Record, RecordId, Role, Scalar, Tag, Value, VarintId, Wire,
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

impl Renumber for Role {
    fn renumber(&mut self, same: &Same) -> Option<()> {
        match self {
            Self::Message { code } => code.renumber(same),
            Self::Struct | Self::Element { .. } => Some(()),
        }
    }
}

impl Renumber for ParamKind {
    fn renumber(&mut self, same: &Same) -> Option<()> {
        match self {
            Self::Bool | Self::Int(_) => Some(()),
            Self::Enum(id) => id.renumber(same),
        }
    }
}

impl Renumber for How {
    fn renumber(&mut self, same: &Same) -> Option<()> {
        match self {
            Self::Catalogue { covers, .. } => covers.renumber(same),
            Self::Hook { hook, .. } => hook.renumber(same),
        }
    }
}

impl Renumber for Covered {
    fn renumber(&mut self, same: &Same) -> Option<()> {
        match self {
            Self::Number { scalar, .. } => scalar.renumber(same),
            Self::Range(_) | Self::Constants(_) | Self::Chosen { .. } => Some(()),
        }
    }
}

impl Renumber for Scalar {
    fn renumber(&mut self, same: &Same) -> Option<()> {
        match self {
            Self::Int { .. } => Some(()),
            Self::Varint(id) => id.renumber(same),
        }
    }
}

impl Renumber for Carrier {
    fn renumber(&mut self, same: &Same) -> Option<()> {
        match self {
            Self::Scalar(scalar) => scalar.renumber(same),
            Self::Part { .. } => Some(()),
        }
    }
}

impl Renumber for Value {
    fn renumber(&mut self, same: &Same) -> Option<()> {
        match self {
            Self::Int(_) | Self::Bool | Self::Truthy => Some(()),
            Self::Enum(id) => id.renumber(same),
            Self::Bits(id) => id.renumber(same),
            Self::Quantity(id) => id.renumber(same),
            Self::Packed(id) => id.renumber(same),
        }
    }
}

impl Renumber for Extent {
    fn renumber(&mut self, same: &Same) -> Option<()> {
        match self {
            Self::Prefixed { scalar, .. } => scalar.renumber(same),
            Self::Fixed { .. }
            | Self::Counted(_)
            | Self::Given(_)
            | Self::Until { .. }
            | Self::Rest
            | Self::AllBut(_) => Some(()),
        }
    }
}

impl Renumber for Item {
    fn renumber(&mut self, same: &Same) -> Option<()> {
        match self {
            Self::Scalar { scalar, value } => {
                scalar.renumber(same)?;
                value.renumber(same)
            }
            Self::Float { .. } => Some(()),
            Self::Record { record, .. } => record.renumber(same),
            Self::Family { family, .. } => family.renumber(same),
        }
    }
}

impl Renumber for Wire {
    fn renumber(&mut self, same: &Same) -> Option<()> {
        match self {
            Self::Scalar { scalar, .. } => scalar.renumber(same),
            Self::Chosen { forms, .. } => forms.renumber(same),
            Self::Bits { carrier, .. } => carrier.renumber(same),
            Self::Bytes(extent) => extent.renumber(same),
            Self::Text { unit, extent, .. } => {
                unit.renumber(same)?;
                extent.renumber(same)
            }
            Self::Group { delta: Some(Delta { scope: DeltaScope::Like(record), .. }), .. }
            | Self::Record { record, .. } => record.renumber(same),
            Self::Family { family, .. } => family.renumber(same),
            Self::List { item, extent } => {
                item.renumber(same)?;
                extent.renumber(same)
            }
            Self::Sparse { item, .. } => item.renumber(same),
            Self::Within { extent, .. } => extent.renumber(same),
            Self::Match { tag: Tag::InPlace { scalar, .. }, .. } => scalar.renumber(same),
            Self::Match { tag: Tag::Input(_) | Tag::Tuple(_), .. }
            | Self::Float { .. }
            | Self::Padding { .. }
            | Self::Magic(_)
            | Self::Group { .. } => Some(()),
        }
    }
}
