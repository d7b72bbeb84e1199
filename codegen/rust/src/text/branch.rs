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

/// `self.x != 0`: whether a value differs from the default of an absent field.
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
mod tests;
