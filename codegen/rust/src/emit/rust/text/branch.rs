//! Branches of emitted code.

use super::emitted::Emitted;
use super::tokens::{TokenStream, quote};

/// `if test { body } else if .. else { last }`
pub fn chain(tested: impl Iterator<Item = (Emitted, TokenStream)>, last: TokenStream) -> TokenStream {
    let mut chain = TokenStream::new();
    for (test, body) in tested {
        chain.extend(quote!(if #test { #body } else));
    }
    chain.extend(if chain.is_empty() { last } else { quote!({ #last }) });
    chain
}

/// Whether a value differs from the value of an absent field.
pub fn differs(value: &TokenStream, absent: &Emitted) -> Emitted {
    match absent {
        Emitted::Flag(false) => Emitted::operand(value.clone()),
        Emitted::Flag(true) => Emitted::operand(quote!(!#value)),
        // Floats are compared bit by bit: there are two zeros and many NaNs.
        Emitted::Float(..) => Emitted::operand(quote!(#value.total_cmp(&#absent).is_ne())),
        Emitted::Number(..) | Emitted::Variable(_) | Emitted::Path(_) | Emitted::Other(..) => {
            Emitted::comparison(quote!(#value != #absent))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::emit::rust::text::tokens::ToTokens;
    use crate::model::FloatWidth;

    #[test]
    fn absent_floats_are_compared_bit_by_bit() {
        let text = |absent: Emitted| differs(&quote!(self.a), &absent).to_token_stream().to_string().replace(' ', "");
        assert_eq!(text(Emitted::Flag(false)), "self.a");
        assert_eq!(text(Emitted::Float(-0.5, FloatWidth::F32)), "self.a.total_cmp(&-0.5).is_ne()");
        assert_eq!(text(Emitted::number(3)), "self.a!=3");
    }
}
