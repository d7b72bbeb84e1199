//! Comparisons with the values of absent fields.

use super::*;
use crate::model::FloatWidth;
use crate::text::tokens::ToTokens;

#[test]
fn absent_floats_are_compared_bit_by_bit() {
    let text = |absent: Emitted| differs(&quote!(self.a), &absent).to_token_stream().to_string().replace(' ', "");
    assert_eq!(text(Emitted::Flag(false)), "self.a");
    assert_eq!(text(Emitted::Float(-0.5, FloatWidth::F32)), "self.a.total_cmp(&-0.5).is_ne()");
    assert_eq!(text(Emitted::number(3)), "self.a!=3");
}
