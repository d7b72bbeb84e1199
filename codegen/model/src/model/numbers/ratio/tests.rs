//! Ratios are exact.

use super::Ratio;

fn ratio(text: &str) -> Ratio {
    Ratio::parse(text).unwrap()
}

#[test]
fn decimals_round_as_rust_reads_them() {
    for text in ["0.1", "4.793836e-5", "3.141592653589793", "20860.12", "1e20", "-0.7072", "16777217", "0"] {
        assert_eq!(ratio(text).to_f64().to_bits(), text.parse::<f64>().unwrap().to_bits(), "{text}");
        assert_eq!(ratio(text).to_f32().to_bits(), text.parse::<f32>().unwrap().to_bits(), "{text}");
    }
}

#[test]
fn fractions_round_once() {
    assert_eq!(Ratio::new(1, 32767).unwrap().to_f32().to_bits(), (1_f32 / 32767.).to_bits());
    assert_eq!(Ratio::new(-1, 3).unwrap().to_f64().to_bits(), (-1_f64 / 3.).to_bits());
    // Just above a tie of `f32`, by bits that `f64` does not have.
    let tie = ratio("16777217").checked_add(Ratio::new(1, 1 << 60).unwrap()).unwrap();
    assert_eq!(tie.to_f32(), 16_777_218.);
}

#[test]
fn what_does_not_fit_is_none() {
    assert_eq!(Ratio::new(1, 0), None);
    assert_eq!(Ratio::parse("1e40"), None);
    assert_eq!(Ratio::whole(i128::MAX).checked_add(Ratio::whole(1)), None);
    assert_eq!(Ratio::whole(i128::MIN).checked_neg(), None);
    assert_eq!(Ratio::new(i128::MIN, -1), None);
    assert_eq!(Ratio::whole(0).checked_recip(), None);
}
