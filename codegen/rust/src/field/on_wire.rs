//! Wire encodings of numbers, as sentences for the documentation of their types.

use crate::layout;
use crate::lengths;
use crate::model::{Carrier, Protocol, Scalar, VarintId};

/// The wire encoding of a value type, as a sentence.
pub fn number(protocol: &Protocol, carrier: Carrier) -> String {
    match carrier {
        Carrier::Scalar(one) => format!("On the wire: `{}`.", scalar(protocol, one)),
        Carrier::Part { bits, .. } => format!("On the wire: {}.", lengths::counted(u64::from(bits), "bit")),
    }
}

/// The size of a varint, as a sentence.
pub fn varint(protocol: &Protocol, id: VarintId) -> String {
    let scalar = Scalar::Varint(id);
    let lengths = layout::scalar_lengths(protocol, scalar, layout::scalar_interval(protocol, scalar));
    format!("On the wire: {}.", lengths::bytes(lengths.accepted))
}

/// The type of a scalar, in the notation of schemas.
pub(super) fn scalar(protocol: &Protocol, scalar: Scalar) -> String {
    match scalar {
        Scalar::Int { bytes, signed, .. } => {
            format!("{}{}", if signed { 'i' } else { 'u' }, u32::from(bytes).saturating_mul(8))
        }
        Scalar::Varint(id) => protocol.varints.get(id.0).map_or_else(String::new, |varint| varint.name.clone()),
    }
}
