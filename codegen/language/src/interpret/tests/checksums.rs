//! Checks of the catalogue, compared with the values that others compute.

use super::super::checksum::of;
use crate::model::Algorithm;

#[test]
fn every_crc_of_the_catalogue_has_its_check_value() {
    let mut count = 0;
    for (check, expected) in crate::catalogue::all() {
        let check = Algorithm::Crc(check);
        assert_eq!(of(&check, b"123456789"), expected, "{}", check.name());
        count += 1;
    }
    assert_eq!(count, 112);
}
