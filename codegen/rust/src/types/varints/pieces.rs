//! Varints whose forms begin or end with some bits of a byte: constant bits, and pieces of a number.
//!
//! Each form has its expressions here; bytes that several begin with are tested once.

use super::{Shape, Short, first_that_fits};
use crate::model::{Code, Coding, Interval, Piece, Pieces, Varint, sets};
use crate::text::int::{self, Int};
use crate::text::literal::{self, Pattern};
use crate::text::tokens::{Ident, TokenStream, format_ident, quote};

const BYTE: Int = Int::U8;
const BITS: Int = Int::U64;
const SIGNED: Int = Int::I64;

/// `take_long` is a chain of tests of the first byte: [`longer`]. `put` is its mirror.
pub(super) fn shape(this: &Varint, forms: &[Pieces], number: Int) -> Shape {
    let rows = Rows { this, forms, number };
    let (single, others): (Vec<_>, Vec<_>) = forms.iter().partition(|form| form.size() == 1);
    let (put, short) = rows.put();
    Shape {
        single: rows.single(&single),
        long: (!others.is_empty()).then(|| rows.longer(&others, 0)),
        put,
        short,
        shortest: forms.iter().filter_map(|form| u8::try_from(form.size()).ok()).min().unwrap_or(1),
    }
}

struct Rows<'m> {
    this: &'m Varint,
    forms: &'m [Pieces],
    number: Int,
}

impl Rows<'_> {
    /// The number of `byte`, which is one of these forms.
    fn single(&self, forms: &[&Pieces]) -> TokenStream {
        let numbers = forms.iter().map(|form| {
            let bits = self.bits(form, |_| format_ident!("byte"));
            (form.bytes.first().map(|piece| is(piece, &format_ident!("byte"))), self.of_bits(form, bits))
        });
        let mut numbers: Vec<_> = numbers.collect();
        let Some((_, last)) = numbers.pop() else { return quote!(0) };
        numbers.into_iter().rev().fold(last, |rest, (test, number)| quote!(if #test { #number } else { #rest }))
    }

    /// The number of the bytes from `at` on, which one of these forms has; those before are tested already.
    fn longer(&self, forms: &[&Pieces], at: usize) -> TokenStream {
        let piece = |form: &Pieces| form.bytes.get(at).map(|piece| (piece.mask, piece.constant));
        let mut arms: Vec<(Option<TokenStream>, TokenStream)> = Vec::new();
        let mut left = forms.to_vec();
        while let Some(first) = left.first().copied() {
            let (same, others): (Vec<_>, Vec<_>) = left.into_iter().partition(|form| piece(form) == piece(first));
            let behind = at.saturating_add(1);
            let body = if let [only] = same.as_slice() {
                self.whole(only, behind)
            } else {
                let next = byte(behind);
                let taken = match same.iter().map(|form| form.bytes.len().saturating_sub(behind)).min() {
                    Some(needed) if needed > 1 => {
                        let needed = literal::number(Code::try_from(needed).unwrap_or(1));
                        quote!(input.byte().map_err(|_| ::wireform::Fault::Short { needed: #needed }))
                    }
                    _ => quote!(input.byte()),
                };
                let rest = self.longer(&same, behind);
                quote!(let #next = #taken?; #rest)
            };
            arms.push((first.bytes.get(at).filter(|piece| piece.mask != 0).map(|piece| is(piece, &byte(at))), body));
            left = others;
        }
        let none = quote!(Err(::wireform::Fault::Varint));
        arms.into_iter().rev().fold(none, |rest, (test, body)| match test {
            Some(test) => quote!(if #test { #body } else { #rest }),
            None => body,
        })
    }

    /// The number of a form, whose bytes in front of this one are taken.
    fn whole(&self, form: &Pieces, at: usize) -> TokenStream {
        let rest = form.bytes.get(at..).unwrap_or_default();
        let names = (at..form.bytes.len()).map(byte);
        let taken = (!rest.is_empty()).then(|| {
            let hex = |of: fn(&Piece) -> u8| {
                let all = rest.iter().map(|piece| literal::hex(of(piece).into()));
                quote!([#(#all),*])
            };
            let (masks, constants) = (hex(|piece| piece.mask), hex(|piece| piece.constant));
            match rest.iter().all(|piece| piece.mask == 0) {
                true => quote!(let [#(#names),*] = *input.array()?;),
                false => quote!(let [#(#names),*] = *input.marked(#masks, #constants)?;),
            }
        });
        let bits = self.bits(form, byte);
        let number = self.of_bits(form, bits.clone());
        if !self.this.canonical {
            return quote!(#taken Ok(#number));
        }
        let earlier = self.forms.iter().take_while(|other| !std::ptr::eq(*other, form)).map(|other| other.values);
        let mine = earlier.fold(vec![form.values], |left: Vec<Interval>, hole| sets::without(&left, hole));
        let written = match literal::pattern(&mine, self.number) {
            Pattern::Nothing => quote!(false),
            Pattern::Everything => quote!(true),
            Pattern::Some(written) => quote!(::core::matches!(number, #written)),
        };
        let plain = form.bytes.iter().enumerate().filter_map(|(at, piece)| {
            let (ignored, byte) = (!(piece.mask | piece.number), byte(at));
            let mask = literal::hex(ignored.into());
            (ignored != 0).then(|| quote!(&& #byte & #mask == 0))
        });
        let again = self.this.wrap.then(|| {
            let (ones, again) = (ones(form), self.to_bits(form));
            quote!(&& #again & #ones == #bits)
        });
        quote! {
            #taken
            let number = #number;
            if #written #(#plain)* #again { Ok(number) } else { Err(::wireform::Fault::Varint) }
        }
    }

    /// `(u64::from(first & 0x3F) << 8) | u64::from(b1)`
    fn bits(&self, form: &Pieces, name: impl Fn(usize) -> Ident) -> TokenStream {
        let pieces = form.bytes.iter().enumerate().filter(|(_, piece)| piece.number != 0).map(|(at, piece)| {
            let (byte, mask, low) = (name(at), literal::hex(piece.number.into()), literal::number(piece.low.into()));
            let shift = literal::number(piece.shift().into());
            let own = match (piece.number, piece.shift()) {
                (0xFF, _) => quote!(#byte),
                (_, 0) => quote!(#byte & #mask),
                _ => quote!((#byte & #mask) >> #shift),
            };
            let wide = quote!(u64::from(#own));
            if piece.low == 0 { wide } else { quote!((#wide << #low)) }
        });
        pieces.reduce(|all, one| quote!(#all | #one)).unwrap_or_else(|| quote!(0))
    }

    /// The number of the bits of a form, reduced to its low bits if it wraps.
    fn of_bits(&self, form: &Pieces, bits: TokenStream) -> TokenStream {
        let (read, own) = match form.coding {
            Coding::Zigzag => (quote!(::wireform::varint::of_zigzag(#bits)), SIGNED),
            Coding::Sign(place) => {
                let place = literal::number(place.into());
                (quote!(::wireform::varint::of_sign_bit::<#place>(#bits)), SIGNED)
            }
            Coding::Up(from) if form.signed => {
                let (width, from) = (literal::number(form.bits().into()), literal::number(from));
                let extended = quote!(::wireform::varint::sign_extended(#bits, #width));
                (if from.to_string() == "0" { extended } else { quote!(#extended.wrapping_add(#from)) }, SIGNED)
            }
            Coding::Up(0) => (bits, BITS),
            Coding::Up(from) => {
                let from = wrapped(from);
                (quote!((#bits).wrapping_add(#from)), BITS)
            }
            Coding::Down(-1) => (quote!(!(#bits)), BITS),
            Coding::Down(from) => {
                let from = wrapped(from);
                (quote!(#from.wrapping_sub(#bits)), BITS)
            }
        };
        let (read, own) = match (own, self.number.signed) {
            (BITS, true) => (quote!((#read).cast_signed()), SIGNED),
            (SIGNED, false) => (quote!(#read.cast_unsigned()), BITS),
            (own, _) => (read, own),
        };
        let wide = int::convert_in_const(read, own, self.number);
        let unused = self.number.bits.saturating_sub(self.this.bits.into());
        if unused == 0 || form.held.within(Interval::of_bits(self.this.bits.into(), self.this.signed)) {
            return wide;
        }
        let unused = literal::number(unused.into());
        quote!((#wide << #unused) >> #unused)
    }

    /// The bits of `number` in a form, and others above them.
    fn to_bits(&self, form: &Pieces) -> TokenStream {
        let signed = || int::widen(quote!(number), self.number, SIGNED);
        let wide = match self.number.signed {
            true => {
                let wide = signed();
                quote!(#wide.cast_unsigned())
            }
            false => int::widen(quote!(number), self.number, BITS),
        };
        match form.coding {
            Coding::Up(0) => wide,
            Coding::Up(from) => {
                let from = wrapped(from);
                quote!(#wide.wrapping_sub(#from))
            }
            Coding::Down(-1) => quote!(!#wide),
            Coding::Down(from) => {
                let from = wrapped(from);
                quote!(#from.wrapping_sub(#wide))
            }
            Coding::Zigzag => {
                let wide = signed();
                quote!(::wireform::varint::zigzag(#wide))
            }
            Coding::Sign(place) => {
                let (wide, place) = (signed(), literal::number(place.into()));
                quote!(::wireform::varint::with_sign_bit::<#place>(#wide))
            }
        }
    }

    /// ```text
    /// if matches!(number, ..=0x7F) {
    ///     let bits = u64::from(number);
    ///     out.array([cast::u64_to_u8(bits) & 0x7F]);
    /// } else { .. }
    /// ```
    fn put(&self) -> (TokenStream, Option<Short>) {
        let (mut short, mut left, mut arms) = (None, vec![self.this.interval], Vec::new());
        for form in self.forms {
            let mine = sets::clip(&left, form.values);
            let (values, is_last) = match literal::pattern(&mine, self.number) {
                // Earlier forms write all of its numbers.
                Pattern::Nothing => continue,
                Pattern::Some(values) => (Some(values), false),
                Pattern::Everything => (None, true),
            };
            left = if is_last { Vec::new() } else { sets::without(&left, form.values) };
            let bits = self.to_bits(form);
            if let ([piece], None) = (form.bytes.as_slice(), &short) {
                let byte = put_piece(piece, &bits);
                short = Some(Short { numbers: values.clone(), byte });
            }
            let bytes = form.bytes.iter().map(|piece| put_piece(piece, &quote!(bits)));
            let put = quote!(let bits = #bits; out.array([#(#bytes),*]););
            arms.push((values.unwrap_or_else(|| quote!(_)), put));
        }
        (first_that_fits(&quote!(number), &arms), short)
    }
}

/// `first` or `b1`.
fn byte(at: usize) -> Ident {
    if at == 0 { format_ident!("first") } else { format_ident!("b{at}") }
}

/// `first & 0xC0 == 0x80`
fn is(piece: &Piece, byte: &Ident) -> TokenStream {
    let (mask, constant) = (literal::hex(piece.mask.into()), literal::hex(piece.constant.into()));
    if piece.mask == 0xFF { quote!(#byte == #constant) } else { quote!(#byte & #mask == #constant) }
}

/// `cast::u64_to_u8(bits >> 8) & 0x3F | 0x80`
fn put_piece(piece: &Piece, bits: &TokenStream) -> TokenStream {
    let constant = literal::hex(piece.constant.into());
    if piece.number == 0 {
        return constant;
    }
    let (low, shift) = (literal::number(piece.low.into()), literal::number(piece.shift().into()));
    let moved = if piece.low == 0 { bits.clone() } else { quote!(#bits >> #low) };
    let byte = int::convert_in_const(moved, BITS, BYTE);
    let byte = if piece.shift() == 0 { byte } else { quote!((#byte << #shift)) };
    let mask = literal::hex(piece.number.into());
    let byte = if piece.number == 0xFF { byte } else { quote!(#byte & #mask) };
    if piece.constant == 0 { byte } else { quote!(#byte | #constant) }
}

/// All bits of a form.
fn ones(form: &Pieces) -> TokenStream {
    literal::hex((1 << form.bits().min(64)) - 1)
}

/// A number as 64 bits.
fn wrapped(number: Code) -> TokenStream {
    literal::typed(Interval::of_bits(64, false).wrap(number), BITS)
}
