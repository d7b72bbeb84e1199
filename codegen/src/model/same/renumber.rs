//! Exchanges the ids in an item for those of the first version.

use super::Same;
use crate::model::{
    Bits, BitsId, Carrier, Cell, Checksum, Delta, DeltaScope, Enum, EnumId, Extent, Family, FamilyId, FamilyMember,
    Field, Form, Hook, HookId, How, Item, MessageCode, Packed, PackedId, Param, ParamKind, Quantity, QuantityId,
    Record, RecordId, Role, Scalar, Tag, Value, VarintId, Wire,
};

/// Something that holds ids.
pub trait Renumber {
    /// Exchanges them; `None` if one stands for something that is not the same in the first version.
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

fn all<T: Renumber>(items: &mut [T], same: &Same) -> Option<()> {
    items.iter_mut().try_for_each(|item| item.renumber(same))
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
            Self::Int | Self::Bool | Self::Truthy | Self::Notation(_) => Some(()),
            Self::Enum(id) => id.renumber(same),
            Self::Bits(id) => id.renumber(same),
            Self::Quantity(id) => id.renumber(same),
            Self::Packed(id) => id.renumber(same),
        }
    }
}

impl Renumber for Enum {
    fn renumber(&mut self, same: &Same) -> Option<()> {
        self.carrier.renumber(same)
    }
}

impl Renumber for Quantity {
    fn renumber(&mut self, same: &Same) -> Option<()> {
        self.carrier.renumber(same)
    }
}

impl Renumber for Packed {
    fn renumber(&mut self, same: &Same) -> Option<()> {
        self.carrier.renumber(same)
    }
}

impl Renumber for Bits {
    fn renumber(&mut self, same: &Same) -> Option<()> {
        self.carrier.renumber(same)?;
        self.parts.iter_mut().try_for_each(|part| part.value.renumber(same))
    }
}

impl Renumber for Param {
    fn renumber(&mut self, same: &Same) -> Option<()> {
        match &mut self.kind {
            ParamKind::Bool | ParamKind::Int(_) => Some(()),
            ParamKind::Enum(id) => id.renumber(same),
        }
    }
}

impl Renumber for Hook {
    fn renumber(&mut self, same: &Same) -> Option<()> {
        all(&mut self.params, same)
    }
}

impl Renumber for Checksum {
    fn renumber(&mut self, same: &Same) -> Option<()> {
        match &mut self.how {
            How::Crc { .. } => Some(()),
            How::Hook { hook, .. } => hook.renumber(same),
        }
    }
}

impl Renumber for FamilyMember {
    fn renumber(&mut self, same: &Same) -> Option<()> {
        self.record.renumber(same)
    }
}

impl Renumber for Family {
    fn renumber(&mut self, same: &Same) -> Option<()> {
        self.carrier.as_mut().map_or(Some(()), |carrier| carrier.renumber(same))?;
        all(&mut self.params, same)?;
        all(&mut self.members, same)
    }
}

impl Renumber for Record {
    fn renumber(&mut self, same: &Same) -> Option<()> {
        if let Role::Message { code: Some(MessageCode { scalar, .. }) } = &mut self.role {
            scalar.renumber(same)?;
        }
        all(&mut self.params, same)?;
        all(&mut self.cells, same)?;
        all(&mut self.checksums, same)?;
        all(&mut self.fields, same)
    }
}

impl Renumber for Cell {
    fn renumber(&mut self, same: &Same) -> Option<()> {
        self.value.renumber(same)
    }
}

impl Renumber for Field {
    fn renumber(&mut self, same: &Same) -> Option<()> {
        self.wire.renumber(same)
    }
}

impl Renumber for Form {
    fn renumber(&mut self, same: &Same) -> Option<()> {
        self.scalar.as_mut().map_or(Some(()), |scalar| scalar.renumber(same))
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
            Self::Chosen { forms, .. } => all(forms, same),
            Self::Bits { carrier, .. } => carrier.renumber(same),
            Self::Bytes(extent) => extent.renumber(same),
            Self::Text { unit, extent, .. } => {
                unit.as_mut().map_or(Some(()), |unit| unit.renumber(same))?;
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
            Self::Match { tag: Tag::Input(_), .. }
            | Self::Float { .. }
            | Self::Padding { .. }
            | Self::Magic(_)
            | Self::Group { .. } => Some(()),
        }
    }
}
