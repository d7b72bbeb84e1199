//! CRCs of the catalogue, compared with its check values.

use super::super::checksum::crc;

#[test]
fn every_crc_of_the_catalogue_has_its_check_value() {
    let mut count = 0;
    for (check, expected) in crate::catalogue::all() {
        assert_eq!(crc(&check, b"123456789".iter().copied()), expected, "{}", check.name);
        count += 1;
    }
    assert_eq!(count, 112);
}
