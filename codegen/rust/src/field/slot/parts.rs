//! Parts of carriers: runs of bits, of which a joined number has several.

use super::carrier_int;
use crate::model::{Part, Protocol, Scalar};
use crate::scope::Scope;
use crate::text::emitted::Emitted;
use crate::text::int::Int;
use crate::text::literal::{self, number};
use crate::text::tokens::{ToTokens, quote};

/// `flags & 0x04 != 0`, `flags >> 4 & 0x0f`: a part of a carrier, as a `bool` or as a number of the cell's integer
/// type.
pub fn part(scope: &Scope<'_>, carrier: &Emitted, carrier_int: Int, part: &Part) -> Emitted {
    if scope.is_flag(part.cell) {
        let mask = literal::hex(part.mask().into());
        return Emitted::comparison(quote!(#carrier & #mask != 0));
    }
    let int = scope.cell_int(part.cell);
    let [run] = part.runs.as_slice() else { return joined(carrier, carrier_int, part, int) };
    let low = number(i128::from(run.low));
    if part.signed {
        let wide = Int::U64.convert(carrier.clone(), carrier_int);
        let width = number(i128::from(run.width));
        let signed = quote!(::wireform::number::signed_part(#wide, #low, #width));
        return int.convert(Emitted::operand(signed), Int::I64);
    }
    let bits = if u32::from(part.end()) == carrier_int.bits {
        if run.low == 0 { carrier.clone() } else { Emitted::bits(quote!(#carrier >> #low)) }
    } else {
        let shifted = if run.low == 0 { carrier.to_token_stream() } else { quote!((#carrier >> #low)) };
        let mask = literal::hex((1 << run.width) - 1);
        Emitted::bits(quote!(#shifted & #mask))
    };
    int.convert(bits, carrier_int)
}

/// `(carrier >> 24 & 0x7F) << 7 | carrier & 0x7F`: a number whose bits are in several places.
fn joined(carrier: &Emitted, carrier_int: Int, part: &Part, int: Int) -> Emitted {
    let wide = if int.bits > carrier_int.bits { Int { signed: false, ..int } } else { carrier_int };
    let carrier = wide.convert(carrier.clone(), carrier_int);
    let pieces = part.places().map(|(run, place)| {
        let (low, ones, place) = (number(run.low.into()), literal::hex((1 << run.width) - 1), number(place.into()));
        let piece = if run.low == 0 { quote!((#carrier & #ones)) } else { quote!(((#carrier >> #low) & #ones)) };
        if place.to_string() == "0" { piece } else { quote!((#piece << #place)) }
    });
    let bits = Emitted::bits(quote!(#(#pieces)|*));
    if !part.signed {
        return int.convert(bits, wide);
    }
    let (bits, width) = (Int::U64.convert(bits, wide), number(part.width().into()));
    int.convert(Emitted::operand(quote!(::wireform::number::signed_part(#bits, 0, #width))), Int::I64)
}

/// `carrier & 0x3F`: the bits of a carrier. A signed varint may have fewer than the integer that holds it.
pub fn carrier_bits(protocol: &Protocol, carrier: Scalar, raw: &Emitted) -> Emitted {
    let Scalar::Varint(id) = carrier else { return raw.clone() };
    match protocol.varints.get(id.0) {
        Some(varint) if varint.signed && u32::from(varint.bits) < carrier_int(protocol, carrier).bits => {
            let ones = literal::hex((1 << varint.bits) - 1);
            Emitted::bits(quote!(#raw & #ones))
        }
        _ => raw.clone(),
    }
}
