//! Varints: a marker type for each, which implements the runtime's trait.
//!
//! The one-byte forms are computed here, byte by byte, so that each shape defines them once. `take_long` reads all others:
//! by functions of the runtime, but for forms with markers.

mod forms;
mod groups;
mod pieces;
pub mod single;

use crate::field::on_wire;
use crate::model::{Code, Interval, Pieces, Protocol, Varint, VarintId, VarintShape};
use crate::text::docs::doc_item;
use crate::text::int::{self, Int};
use crate::text::literal::{self, Pattern};
use crate::text::names::type_ident;
use crate::text::tokens::{Ident, TokenStream, quote};
use single::Single;

/// The code of a varint that depends on its shape.
struct Shape {
    /// The number of the one-byte form `byte`.
    single: TokenStream,
    /// The body of `take_long`, which reads on after `first`, the first byte.
    long: Option<TokenStream>,
    /// The body of `put`.
    put: TokenStream,
    /// The numbers that are written as one byte; `None` if none are.
    short: Option<Short>,
    /// The length of the shortest form, in bytes.
    shortest: u8,
}

/// The numbers that are written as one byte.
struct Short {
    /// The pattern of `number`; `None` for all numbers.
    numbers: Option<TokenStream>,
    /// The byte.
    byte: TokenStream,
}

/// The type of a varint, with its impls; `is_unit`: text consists of it.
pub(super) fn varint(protocol: &Protocol, id: VarintId, this: &Varint, is_unit: bool) -> TokenStream {
    let number = Int::of_bits(u32::from(this.bits), this.signed);
    let ty = type_ident(&this.name);
    let single = Single::of(this);
    let shape = match &this.shape {
        VarintShape::Forms(all) => match forms::of_whole_bytes(all) {
            Some(forms) => forms::shape(this, &forms, number),
            None => pieces::shape(this, all, number),
        },
        VarintShape::Groups(groups) => groups::shape(this, groups, number),
        VarintShape::Leb128 { zigzag } => groups::leb128(this, *zigzag, number),
        VarintShape::Quic => quic(this),
    };
    let braces = if crate::names::is_constructor(&this.name) { quote!({}) } else { quote!(;) };
    let docs = doc_item(&this.docs, &ty, "", &[&on_wire::varint(protocol, id)]);
    let repr = number.ident();
    let put = &shape.put;
    let (is_single, from_single) = (is_single(&single), from_single(&single, &shape, &repr));
    let long = shape.long.as_ref().map(|body| long(body, &repr));
    let shortest = (shape.shortest > 1).then(|| {
        let bytes = literal::number(shape.shortest.into());
        quote!(const SHORTEST: usize = #bytes;)
    });
    let (fits_single, to_single) = shorts(shape.short.as_ref(), &repr);
    let text = is_unit.then(|| text_unit(this, number));
    let ascends = (!ascends(this)).then(|| {
        quote!(
            const ASCENDS: bool = false;
        )
    });
    quote! {
        #docs
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct #ty #braces

        impl ::wireform::Varint for #ty {
            type Number = #repr;
            #ascends
            #shortest
            #long

            #[inline]
            fn put(number: #repr, out: &mut ::wireform::Output<'_>) {
                #put
            }

            #is_single
            #from_single
            #fits_single
            #to_single
        }

        #text
    }
}

/// Whether no larger size takes fewer bytes.
fn ascends(this: &Varint) -> bool {
    let VarintShape::Forms(forms) = &this.shape else { return true };
    let width = |number: &Code| {
        let form = forms.iter().find(|form| form.values.contains(*number));
        form.map(Pieces::size)
    };
    let starts = forms.iter().flat_map(|form| [form.values.min.max(0), form.values.max.saturating_add(1).max(0)]);
    let mut starts: Vec<Code> = starts.filter(|number| this.interval.contains(*number)).collect();
    starts.sort_unstable();
    starts.is_sorted_by_key(width)
}

/// `fn take_long(first: u8, input: &mut Input<'_>) -> Result<i32, Fault> { .. }`
fn long(body: &TokenStream, repr: &Ident) -> TokenStream {
    quote! {
        #[inline]
        fn take_long(first: u8, input: &mut ::wireform::Input<'_>) -> ::core::result::Result<#repr, ::wireform::Fault> {
            #body
        }
    }
}

/// The varints of QUIC (RFC 9000, section 16): the top two bits encode the length.
fn quic(this: &Varint) -> Shape {
    let canonical = this.canonical;
    let short = Short { numbers: Some(quote!(0..=63)), byte: quote!(::wireform::cast::u64_to_u8(number)) };
    Shape {
        single: quote!(u64::from(byte)),
        long: Some(quote!(::wireform::varint::take_quic::<#canonical>(first, input))),
        put: quote!(::wireform::varint::put_quic(number, out);),
        short: Some(short),
        shortest: 1,
    }
}

/// ```text
/// fn is_single(byte: u8) -> bool {
///     !matches!(byte, 0x80 | 0x81)
/// }
/// ```
fn is_single(single: &Single) -> TokenStream {
    let (argument, test) = match single.test() {
        Err(all) => (quote!(_byte), quote!(#all)),
        Ok(test) => (quote!(byte), test),
    };
    quote! {
        #[inline]
        fn is_single(#argument: u8) -> bool {
            #test
        }
    }
}

/// `fn single(byte: u8) -> i32`
fn from_single(single: &Single, shape: &Shape, repr: &Ident) -> TokenStream {
    let (argument, number) = match single.test() {
        Err(false) => (quote!(_byte), quote!(0)),
        Err(true) | Ok(_) => (quote!(byte), shape.single.clone()),
    };
    quote! {
        #[inline]
        fn single(#argument: u8) -> #repr {
            #number
        }
    }
}

/// ```text
/// fn fits_single(number: i32) -> bool {
///     matches!(number, -126..=127)
/// }
///
/// fn to_single(number: i32) -> u8 {
///     cast::i32_to_u8(number)
/// }
/// ```
fn shorts(short: Option<&Short>, repr: &Ident) -> (TokenStream, TokenStream) {
    let (argument, test) = match short {
        None => (quote!(_number), quote!(false)),
        Some(Short { numbers: None, .. }) => (quote!(_number), quote!(true)),
        Some(Short { numbers: Some(numbers), .. }) => (quote!(number), quote!(::core::matches!(number, #numbers))),
    };
    let fits_single = quote! {
        #[inline]
        fn fits_single(#argument: #repr) -> bool {
            #test
        }
    };
    let (argument, byte) = match short {
        None => (quote!(_number), quote!(0)),
        Some(Short { byte, .. }) => (quote!(number), byte.clone()),
    };
    let to_single = quote! {
        #[inline]
        fn to_single(#argument: #repr) -> u8 {
            #byte
        }
    };
    (fits_single, to_single)
}

/// `match number { -126..=127 => { .. } _ => { .. } }`: runs the statement of the first pattern that matches `what`;
/// the last arm takes all other numbers.
fn first_that_fits(what: &TokenStream, arms: &[(TokenStream, TokenStream)]) -> TokenStream {
    match arms {
        [(_, only)] => only.clone(),
        [(pattern, one), (_, other)] => quote!(if ::core::matches!(#what, #pattern) { #one } else { #other }),
        [before @ .., (_, last)] => {
            let arms = before.iter().map(|(pattern, put)| quote!(#pattern => { #put }));
            quote!(match #what { #(#arms)* _ => { #last } })
        }
        [] => TokenStream::new(),
    }
}

/// ```text
/// impl TextUnit for Char { .. }
/// ```
///
/// A character is the number itself if the varint holds that, or else its byte as a signed number.
fn text_unit(this: &Varint, number: Int) -> TokenStream {
    let (ty, held, is_ascii) = (type_ident(&this.name), this.interval, single::is_ascii(this));
    let byte = Int::U8;
    let signed = Int::I8;
    let repr = number.ident();
    let to_byte = int::convert_in_const(quote!(number), number, byte);
    let as_signed = int::widen(quote!(byte.cast_signed()), signed, number);
    let as_unsigned = int::widen(quote!(byte), byte, number);
    let direct = literal::pattern(&[held], byte);
    let turned = Interval { min: held.min.saturating_add(256).max(128), max: held.max.saturating_add(256) };
    let turned = literal::pattern(&[turned], byte).some().filter(|_| number.signed);
    let (argument, body) = match (direct, turned) {
        (Pattern::Everything, _) => (quote!(byte), quote!(Some(#as_unsigned))),
        // Exactly the range of a signed byte.
        _ if held == signed.interval() => (quote!(byte), quote!(Some(#as_signed))),
        (Pattern::Some(direct), turned) => {
            let turned = turned.map(|turned| quote!(#turned => Some(#as_signed),));
            (quote!(byte), quote!(match byte { #direct => Some(#as_unsigned), #turned _ => None }))
        }
        (Pattern::Nothing, Some(turned)) => {
            (quote!(byte), quote!(match byte { #turned => Some(#as_signed), _ => None }))
        }
        (Pattern::Nothing, None) => (quote!(_byte), quote!(None)),
    };
    quote! {
        impl ::wireform::TextUnit for #ty {
            const ASCII: bool = #is_ascii;

            #[inline]
            fn to_byte(number: #repr) -> u8 {
                #to_byte
            }

            #[inline]
            fn from_byte(#argument: u8) -> ::core::option::Option<#repr> {
                #body
            }
        }
    }
}
