//! Numbers of mathematics: clippy refuses them, and what looks like them, as literals.

use std::f64::consts;

use super::super::tokens::{TokenStream, format_ident, quote};
use crate::model::FloatWidth;

/// Each with its name in Rust, and how long a literal is at least that is taken for it.
const KNOWN: [(&str, f64, usize); 19] = [
    ("E", consts::E, 5),
    ("FRAC_1_PI", consts::FRAC_1_PI, 5),
    ("FRAC_1_SQRT_2", consts::FRAC_1_SQRT_2, 6),
    ("FRAC_2_PI", consts::FRAC_2_PI, 6),
    ("FRAC_2_SQRT_PI", consts::FRAC_2_SQRT_PI, 6),
    ("FRAC_PI_2", consts::FRAC_PI_2, 6),
    ("FRAC_PI_3", consts::FRAC_PI_3, 6),
    ("FRAC_PI_4", consts::FRAC_PI_4, 6),
    ("FRAC_PI_6", consts::FRAC_PI_6, 6),
    ("FRAC_PI_8", consts::FRAC_PI_8, 6),
    ("LN_2", consts::LN_2, 6),
    ("LN_10", consts::LN_10, 6),
    ("LOG10_2", consts::LOG10_2, 6),
    ("LOG10_E", consts::LOG10_E, 6),
    ("LOG2_10", consts::LOG2_10, 6),
    ("LOG2_E", consts::LOG2_E, 6),
    ("PI", consts::PI, 4),
    ("SQRT_2", consts::SQRT_2, 6),
    ("TAU", consts::TAU, 4),
];

/// A positive number that must not be written as the literal `text`: by its name, or by its bits where it is only close
/// to what has one.
pub(super) fn instead(number: f64, text: &str, width: FloatWidth) -> Option<TokenStream> {
    let (name, value, _) = KNOWN.into_iter().find(|(_, value, least)| is_taken_for(text, *value, *least))?;
    let is_it = match width {
        FloatWidth::F32 => number as f32 == value as f32,
        FloatWidth::F64 => number == value,
    };
    Some(match (is_it, width) {
        (true, FloatWidth::F32) => by_name(&quote!(f32), name),
        (true, FloatWidth::F64) => by_name(&quote!(f64), name),
        (false, FloatWidth::F32) => {
            let bits = super::hex((number as f32).to_bits().into());
            quote!(f32::from_bits(#bits))
        }
        (false, FloatWidth::F64) => {
            let bits = super::hex(number.to_bits().into());
            quote!(f64::from_bits(#bits))
        }
    })
}

fn by_name(module: &TokenStream, name: &str) -> TokenStream {
    let name = format_ident!("{name}");
    quote!(::core::#module::consts::#name)
}

/// Whether a literal is a number rounded or cut to as many digits.
fn is_taken_for(text: &str, value: f64, least: usize) -> bool {
    let Some((_, decimals)) = text.split_once('.') else { return false };
    let rounded = format!("{value:.*}", decimals.len());
    text.len() >= least && (rounded == text || value.to_string().starts_with(text))
}

#[cfg(test)]
mod tests {
    use super::super::{TokenStream, double, single};

    fn text(tokens: TokenStream) -> String {
        tokens.to_string().replace(' ', "")
    }

    #[test]
    fn numbers_of_mathematics_have_names() {
        assert_eq!(text(single(std::f32::consts::PI)), "::core::f32::consts::PI");
        assert_eq!(text(double(-std::f64::consts::FRAC_PI_2)), "-::core::f64::consts::FRAC_PI_2");
        // The single one, widened, is another number.
        assert_eq!(text(double(f64::from(std::f32::consts::PI))), "3.141_592_741_012_573_2");
        assert_eq!(text(double(f64::from_bits(0x4009_1EB8_51EB_851F))), "f64::from_bits(0x4009_1EB8_51EB_851F)");
        assert_eq!(text(single(f32::from_bits(0x3F31_6F00))), "f32::from_bits(0x3F31_6F00)");
        assert_eq!(text(single(3.1)), "3.1");
        assert_eq!(text(single(0.32)), "0.32");
    }
}
