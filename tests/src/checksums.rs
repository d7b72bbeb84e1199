//! Checksums of the catalogue: whatever bit is another, a reader notices.

use wireform_tests::features::checksums::{Frame, Main, MainView};

#[test]
fn a_checksum_is_written_last_and_is_nobodys_to_set() {
    let main = Main { urgent: true, flags: 9, note: Some("more".into()), frame: Frame { data: &[1, 2, 3] } };
    let mut out = [0; 40];
    let len = main.write(&mut out).expect("it can be written");
    assert_eq!(MainView::parse_exact(&out[..len]).map(|view| view.to_value()), Ok(main));
    // Whatever bit is another, some checksum tells, or something else does before it.
    for bit in 8..len * 8 {
        let mut other = out;
        other[bit / 8] ^= 1 << (bit % 8);
        let Err(error) = MainView::parse_exact(&other[..len]) else { panic!("bit {bit} makes no difference") };
        assert!(error.offset().is_some_and(|at| at <= len), "{error}");
    }
}
