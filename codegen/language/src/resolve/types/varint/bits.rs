//! The bytes of a form: constant bits, bits that may be any, and pieces of one number.
//!
//! Bits are listed as in a picture of them, the highest first. Behind a marker the number has its highest bits first; in
//! front of one it is little-endian, from the byte of the marker on.

use crate::ast::{self, FormBitsKind};
use crate::diagnostic::Diagnostic;
use crate::model::{Carrier, Code, Coding, Interval, Piece, Pieces, Scalar, WholeBytes};
use crate::resolve::resolver::Resolver;
use crate::resolve::types::count;
use crate::resolve::wanted::Wanted;
use crate::source::Span;

/// A bit of a form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Bit {
    Constant(bool),
    Ignored,
    /// A bit of the number, by its place.
    Number(u32),
}

/// The rows of a form: one, or one for each form of the varint in it.
pub(super) struct Rows {
    pub(super) all: Vec<Pieces>,
    /// Forms of that varint which no number of this form takes.
    pub(super) only_read: Vec<Pieces>,
}

/// The number of a form, as far as it is not in the bits.
struct Number {
    /// Its bits are two's complement.
    signed: bool,
    /// The form has it whole, in the bytes of an integer.
    whole: Option<WholeBytes>,
    /// The forms of another varint, which holds it.
    forms: Option<Vec<Pieces>>,
}

impl Resolver<'_> {
    /// The rows of a form that writes these values.
    pub(super) fn rows_of_form(&mut self, written: &ast::VarintForm, values: Interval) -> Option<Rows> {
        let number = self.number_of_form(written)?;
        let behind = |one: &ast::FormBits| matches!(one.kind, FormBitsKind::Number(_));
        let is_behind = written.bits.len() > 1 && written.bits.first().is_some_and(behind);
        let rows = match (number.whole, number.forms) {
            (Some(whole), _) => {
                let whole = whole.pieces(values);
                let markers = self.bytes_of_form(written, false, false)?;
                vec![Pieces { bytes: markers.into_iter().chain(whole.bytes).collect(), ..whole }]
            }
            (None, Some(forms)) => {
                let markers = self.bytes_of_form(written, false, false)?;
                let inside = |form: Pieces| {
                    let bytes = markers.iter().copied().chain(form.bytes).collect();
                    Pieces { bytes, ..form }
                };
                forms.into_iter().map(inside).collect()
            }
            (None, None) => vec![Pieces::of_bits(self.bytes_of_form(written, is_behind, true)?, number.signed)],
        };
        if rows.iter().any(|row| !row.is_marked() && row.size() > 1) {
            let diagnostic = Diagnostic::new("a form without a marker is a single byte", span_of_bits(written), "");
            return self.refuse(diagnostic.help("put a marker in front: `0x80 i16`"));
        }
        let is_nested = written.bits.iter().any(|one| matches!(one.kind, FormBitsKind::Varint(_)));
        let inverted = written.bits.iter().any(|one| one.inverted.is_some());
        let above = written.above.map_or(0, |(above, _)| above);
        let rows = rows.into_iter().map(|row| {
            let coding = |from: Code, up: bool| if up { Coding::Up(from) } else { Coding::Down(from) };
            let coding = match row.coding {
                Coding::Up(from) if inverted => coding((-1_i128).saturating_sub(from), false),
                Coding::Down(from) if inverted => coding((-1_i128).saturating_sub(from), true),
                Coding::Up(from) => coding(from.saturating_add(above), true),
                Coding::Down(from) => coding(from.saturating_add(above), false),
                other @ (Coding::Zigzag | Coding::Sign(_)) => other,
            };
            let turned = |all: Interval| match inverted {
                true => Interval::new((-1_i128).saturating_sub(all.max), (-1_i128).saturating_sub(all.min)),
                false => Interval::new(all.min.saturating_add(above), all.max.saturating_add(above)),
            };
            let mine = if is_nested { turned(row.values).meet(values) } else { Some(values) };
            (mine, Pieces { held: turned(row.held), coding, ..row })
        });
        let (mut all, mut only_read) = (Vec::new(), Vec::new());
        for (mine, row) in rows {
            match mine {
                Some(values) => all.push(Pieces { values, ..row }),
                None => only_read.push(Pieces { values: row.held, ..row }),
            }
        }
        Some(Rows { all, only_read })
    }

    /// The one number of a form.
    fn number_of_form(&mut self, written: &ast::VarintForm) -> Option<Number> {
        let mut number = Number { signed: false, whole: None, forms: None };
        let mut numbers: u32 = 0;
        for (index, one) in written.bits.iter().enumerate() {
            let is_last = index.saturating_add(1) == written.bits.len();
            match &one.kind {
                FormBitsKind::Number(wire) => {
                    let found = self.wire_int(wire)?;
                    if numbers > 0 && found.interval.min < 0 {
                        return self.refuse(Diagnostic::new(
                            "only the first piece of a number has a sign",
                            one.span,
                            "more of the same number",
                        ));
                    }
                    number.signed |= found.interval.min < 0;
                    numbers = numbers.saturating_add(1);
                    if let Carrier::Scalar(Scalar::Int { bytes, signed, order }) = found.carrier {
                        number.whole = Some(WholeBytes { marker: None, bytes, signed, order });
                    }
                    let whole =
                        |one: &ast::FormBits| matches!(one.kind, FormBitsKind::Constant { bits, .. } if bits % 8 == 0);
                    let before = written.bits.get(..index).unwrap_or_default();
                    if !is_last || !before.iter().all(whole) {
                        number.whole = None;
                    }
                    if number.whole.is_none() && wire.order.is_some() {
                        let label = "the marker says which bits are first";
                        return self.refuse(Diagnostic::new("pieces of a byte have no byte order", wire.span, label));
                    }
                }
                FormBitsKind::Varint(name) => {
                    number.forms = Some(self.forms_inside(name, is_last && numbers == 0)?);
                    numbers = numbers.saturating_add(1);
                }
                FormBitsKind::Constant { .. } | FormBitsKind::Ignored(_) => {}
            }
        }
        let changed = written.bits.iter().find_map(|one| one.inverted).or(written.above.map(|(_, span)| span));
        let Some(changed) = changed else { return Some(number) };
        let is_coded = |form: &Pieces| matches!(form.coding, Coding::Zigzag | Coding::Sign(_));
        let is_coded = number.forms.iter().flatten().any(is_coded);
        let both = written.bits.iter().any(|one| one.inverted.is_some()) && written.above.is_some();
        let inverts_pieces = numbers > 1 && written.above.is_none();
        if both || is_coded || inverts_pieces || number.signed {
            let what =
                if inverts_pieces { "an inverted number of several pieces is" } else { "such a change of a number is" };
            return self.not_yet(what, changed);
        }
        Some(number)
    }

    /// The forms of a varint that stands in a form of another.
    fn forms_inside(&mut self, name: &ast::Name, is_alone: bool) -> Option<Vec<Pieces>> {
        if !is_alone {
            let diagnostic = Diagnostic::new("a varint is the last of a form", name.span, "holds the number alone");
            return self.refuse(diagnostic.help("put its marker in front: `0b111110 _2 !Plain`"));
        }
        let found = self.named_scalar(name, Wanted::Varint)?;
        let Carrier::Scalar(Scalar::Varint(id)) = found.carrier else {
            let diagnostic = Diagnostic::new(format!("`{}` is no varint", name.text), name.span, "not a varint");
            return self.refuse(diagnostic.help("write its number: `u32`"));
        };
        let varint = self.protocol.varints.get(id.0)?;
        let forms = varint.forms();
        let is_plain = |form: &Pieces| form.is_marked() && form.held.within(varint.interval);
        if varint.canonical || !forms.iter().all(is_plain) {
            let what = "a varint that wraps, extends a sign, is canonical or has a bare byte, inside of another, is";
            return self.not_yet(what, name.span);
        }
        Some(forms)
    }

    /// The bytes of the constant bits, and of the number's if they are `wanted`.
    fn bytes_of_form(&mut self, written: &ast::VarintForm, is_behind: bool, wanted: bool) -> Option<Vec<Piece>> {
        let mut total: u32 = 0;
        for one in &written.bits {
            total = total.saturating_add(if let FormBitsKind::Number(wire) = &one.kind { wire.bits } else { 0 });
            if let FormBitsKind::Constant { value, bits } = one.kind
                && (bits > 64 || (bits == 8 && u8::try_from(value).is_err()))
            {
                return self.refuse(Diagnostic::new("a marker is one byte", one.span, "0 to 255"));
            }
        }
        if total > 64 {
            return self.refuse(Diagnostic::new("a number has at most 64 bits", written.span, format!("{total} bits")));
        }
        let (mut all, mut chunk) = (Vec::new(), Vec::new());
        let mut place = if is_behind { 0 } else { total };
        for one in &written.bits {
            match &one.kind {
                FormBitsKind::Constant { value, bits } => {
                    chunk.extend((0..*bits).rev().map(|bit| Bit::Constant(value.wrapping_shr(bit) & 1 == 1)));
                }
                FormBitsKind::Ignored(bits) => chunk.extend((0..*bits).map(|_| Bit::Ignored)),
                FormBitsKind::Number(wire) if wanted => {
                    let low = if is_behind { place } else { place.saturating_sub(wire.bits) };
                    place = if is_behind { place.saturating_add(wire.bits) } else { low };
                    chunk.extend((0..wire.bits).rev().map(|bit| Bit::Number(low.saturating_add(bit))));
                }
                FormBitsKind::Number(_) | FormBitsKind::Varint(_) => {}
            }
            if chunk.len().is_multiple_of(8) {
                let mut bytes: Vec<[Bit; 8]> = chunk.as_chunks().0.to_vec();
                if is_behind {
                    bytes.reverse();
                }
                all.extend(bytes);
                chunk.clear();
            }
        }
        if !chunk.is_empty() {
            let title = "a form is made of whole bytes";
            let bits = all.len().saturating_mul(8).saturating_add(chunk.len());
            let span = written.bits.last().map_or(written.span, |last| last.span);
            let label = format!("{} in all", count(u128::try_from(bits).unwrap_or(0), "bit", "bits"));
            let missing = u128::try_from(8_usize.saturating_sub(chunk.len() % 8)).unwrap_or(0);
            let constant =
                |one: &ast::FormBits| matches!(one.kind, FormBitsKind::Constant { value: 0 | 1, bits: 4 | 8 });
            let help = match written.bits.iter().find(|one| constant(one)) {
                Some(_) => "`0b0` is one bit, a hexadecimal digit is four, and a decimal number is a byte".to_owned(),
                None => {
                    let more = count(missing, "constant bit", "constant bits");
                    format!("add {more}, or `_{missing}` for bits that may be any")
                }
            };
            return self.refuse(Diagnostic::new(title, span, label).help(help));
        }
        let bytes: Option<Vec<Piece>> = all.iter().map(piece).collect();
        match bytes {
            Some(bytes) => Some(bytes),
            None => self.not_yet("constant bits between two bits of a number in one byte are", written.span),
        }
    }
}

/// A byte; `None` if the bits of the number are not side by side.
fn piece(bits: &[Bit; 8]) -> Option<Piece> {
    let mut piece = Piece { mask: 0, constant: 0, number: 0, low: 0 };
    // The place of the bit of the number before, which is the next higher one.
    let mut before: Option<u32> = None;
    for (bit, at) in bits.iter().zip((0..8_u8).rev()) {
        let here = 1_u8.wrapping_shl(at.into());
        match bit {
            Bit::Constant(set) => {
                piece.mask |= here;
                piece.constant |= if *set { here } else { 0 };
            }
            Bit::Ignored => {}
            Bit::Number(place) => {
                let is_next = piece.number & here.wrapping_shl(1) != 0 && before == Some(place.saturating_add(1));
                if piece.number != 0 && !is_next {
                    return None;
                }
                piece.number |= here;
                piece.low = *place;
                before = Some(*place);
            }
        }
    }
    Some(piece)
}

/// The place of a form in a schema, for diagnostics.
pub(super) fn span_of_bits(written: &ast::VarintForm) -> Span {
    match (written.bits.first(), written.bits.last()) {
        (Some(first), Some(last)) => first.span.to(last.span),
        _ => written.span,
    }
}
