//! The ends of bytes and text that a reader looks for.

use crate::model::{End, Kept};
use crate::text::emitted::Emitted;
use crate::text::int::{Int, within};
use crate::text::tokens::{Literal, TokenStream, format_ident, quote};

/// `::wireform::Ending::until(|byte| byte == 10, &[b"\r\n"])`
pub fn ending(end: &End, kept: Kept) -> TokenStream {
    let (read, texts) = end.sought();
    let (word, test) = (format_ident!("{}", kept.word()), within(&Emitted::path(quote!(byte)), Int::U8, read));
    let byte = if read.is_empty() { quote!(|_| false) } else { quote!(|byte| #test) };
    let texts = texts.iter().map(|text| Literal::byte_string(text));
    quote!(::wireform::Ending::#word(#byte, &[#(#texts),*]))
}
