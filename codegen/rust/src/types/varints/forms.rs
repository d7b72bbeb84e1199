//! Varints with markers: a marker byte and a number, or a single byte that is no marker.

use std::ops::Deref;

use super::{Shape, Short, first_that_fits};
use crate::field::slot;
use crate::model::{Code, Interval, Pieces, Scalar, Varint, WholeBytes, sets};
use crate::text::emitted::Emitted;
use crate::text::int::{self, Int};
use crate::text::literal::{self, Pattern};
use crate::text::tokens::{ToTokens, TokenStream, format_ident, quote};

const BYTE: Int = Int::U8;

/// A form of a marker and an integer of whole bytes, and the values that it writes.
pub(super) struct Form {
    values: Interval,
    whole: WholeBytes,
}

impl Deref for Form {
    type Target = WholeBytes;

    fn deref(&self) -> &WholeBytes {
        &self.whole
    }
}

/// The forms, if all are made of whole bytes.
pub(super) fn of_whole_bytes(forms: &[Pieces]) -> Option<Vec<Form>> {
    forms.iter().map(|form| Some(Form { values: form.values, whole: form.whole_bytes()? })).collect()
}

/// `take_long` is `match first { 0x80 => .., 0x81 => .., _ => Err(..) }`, with an arm for each marker: [`read`].
/// [`put`] is its mirror.
pub(super) fn shape(this: &Varint, forms: &[Form], number: Int) -> Shape {
    let unmarked = forms.iter().find(|form| form.marker.is_none());
    let single = unmarked.map_or(quote!(0), |unmarked| {
        let own = form_int(unmarked);
        let byte = if unmarked.signed { quote!(byte.cast_signed()) } else { quote!(byte) };
        converted(byte, own, this, number)
    });
    let longer: Vec<_> = forms.iter().filter_map(|form| form.marker.map(|marker| (marker, form))).collect();
    // Several markers may select the same form.
    let arms = longer.iter().map(|(marker, form)| {
        let (marker, number) = (literal::hex(Code::from(*marker)), read(this, forms, form, number));
        quote!(#marker => #number,)
    });
    let long = (!longer.is_empty()).then(|| quote!(match first { #(#arms)* _ => Err(::wireform::Fault::Varint) }));
    let length = |form: &Form| form.bytes.saturating_add(u8::from(form.marker.is_some()));
    let (put, short) = put(this, forms, number);
    Shape { single, long, put, short, shortest: forms.iter().map(length).min().unwrap_or(1) }
}

/// The type of a form's number on the wire.
fn form_int(form: &Form) -> Int {
    Int::of_bits(u32::from(form.bytes).saturating_mul(8), form.signed)
}

/// `(wide << 3) >> 3`: a decoded number in the varint's type, reduced to its low bits if it wraps.
fn converted(read: TokenStream, own: Int, this: &Varint, number: Int) -> TokenStream {
    let unused = literal::number(number.bits.saturating_sub(this.bits.into()).into());
    let held = Interval::of_bits(this.bits.into(), this.signed);
    let fits = own.interval().within(held);
    let wide = if own.bits < number.bits && (own.signed == number.signed || !own.signed) || own == number {
        int::widen(read, own, number)
    } else {
        int::convert_in_const(read, own, number)
    };
    if fits || !this.wrap || number.bits == u32::from(this.bits) { wide } else { quote!((#wide << #unused) >> #unused) }
}

/// ```text
/// Ok(i32::from(i16::from_le_bytes(*input.array()?)))
/// ```
fn read(this: &Varint, forms: &[Form], form: &Form, number: Int) -> TokenStream {
    let own = form_int(form);
    let read = slot::from_bytes(&quote!(*input.array()?), scalar(form));
    let value = converted(read.to_token_stream(), own, this, number);
    if !this.canonical {
        return quote!(Ok(#value));
    }
    // A canonical varint accepts only the form that the writer takes, the first that holds the number.
    let earlier = forms.iter().take_while(|other| !std::ptr::eq(*other, form)).map(|other| other.values);
    let mine = earlier.fold(vec![form.values], |left, hole| sets::without(&left, hole));
    let written = match literal::pattern(&mine, number) {
        Pattern::Everything => return quote!(Ok(#value),),
        Pattern::Nothing => return quote!(Err(::wireform::Fault::Varint),),
        Pattern::Some(written) => written,
    };
    let again = (this.wrap && own.bits > u32::from(this.bits)).then(|| {
        let again = int::convert_in_const(quote!(number), number, own);
        quote!(&& #again == read)
    });
    let (read, value) = if again.is_some() {
        (Some(quote!(let read = #read;)), converted(quote!(read), own, this, number))
    } else {
        (None, value)
    };
    quote! {
        {
            #read
            let number = #value;
            if ::core::matches!(number, #written) #again { Ok(number) } else { Err(::wireform::Fault::Varint) }
        }
    }
}

/// ```text
/// if matches!(number, -126..=127) {
///     out.array([cast::i32_to_u8(number)]);
/// } else {
///     let [b0, b1] = cast::i32_to_i16(number).to_le_bytes();
///     out.array([0x80, b0, b1]);
/// }
/// ```
fn put(this: &Varint, forms: &[Form], number: Int) -> (TokenStream, Option<Short>) {
    let byte = int::convert_in_const(quote!(number), number, BYTE);
    let short_of = |form: &Form, numbers: Option<&TokenStream>| {
        form.marker.is_none().then(|| Short { numbers: numbers.cloned(), byte: byte.clone() })
    };
    let mut short = None;
    let mut left = vec![this.interval];
    let mut arms = Vec::new();
    for form in forms {
        let mine = sets::clip(&left, form.values);
        left = match literal::pattern(&mine, number) {
            // Earlier forms write all of its numbers.
            Pattern::Nothing => continue,
            Pattern::Some(values) => {
                short = short.or_else(|| short_of(form, Some(&values)));
                arms.push((values, put_form(form, number)));
                sets::without(&left, form.values)
            }
            Pattern::Everything => {
                short = short.or_else(|| short_of(form, None));
                arms.push((quote!(_), put_form(form, number)));
                Vec::new()
            }
        };
    }
    (first_that_fits(&quote!(number), &arms), short)
}

fn put_form(form: &Form, number: Int) -> TokenStream {
    let Some(marker) = form.marker else {
        let byte = int::convert_in_const(quote!(number), number, BYTE);
        return quote!(out.array([#byte]););
    };
    let marker = literal::hex(Code::from(marker));
    let bytes =
        slot::to_bytes(&Emitted::operand(int::convert_in_const(quote!(number), number, form_int(form))), scalar(form));
    let names: Vec<_> = (0..form.bytes).map(|index| format_ident!("b{index}")).collect();
    quote! {
        let [#(#names),*] = #bytes;
        out.array([#marker, #(#names),*]);
    }
}

fn scalar(form: &Form) -> Scalar {
    Scalar::Int { bytes: form.bytes, signed: form.signed, order: form.order }
}
