//! Popular names of checksums mean algorithms that exist.

use super::{POPULAR, meant};
use crate::catalogue::check;

#[test]
fn popular_names_lead_into_the_catalogue() {
    assert!(POPULAR.iter().flat_map(|(.., names)| *names).all(|name| check(name).is_some()));
    for (typed, names) in [
        ("crc32", "crc_32_iso_hdlc"),
        ("crc_32", "crc_32_iso_hdlc"),
        ("CRC32", "crc_32_iso_hdlc"),
        ("crc32c", "crc_32_iscsi"),
        ("crc_16_x25", "crc_16_ibm_sdlc"),
        ("x25", "crc_16_ibm_sdlc"),
        ("crc_16_ccitt", "crc_16_kermit crc_16_ibm_3740"),
        ("crc16_ccitt", "crc_16_kermit crc_16_ibm_3740"),
        ("crc16_ccitt_false", "crc_16_ibm_3740"),
        ("crc_ccitt", "crc_16_kermit crc_16_ibm_3740"),
        ("xmodem", "crc_16_xmodem"),
        ("modbus", "crc_16_modbus"),
        ("crc16_modbus", "crc_16_modbus"),
        ("crc_modbus", "crc_16_modbus"),
        ("crc8", "crc_8_smbus crc_8_maxim_dow crc_8_sae_j1850"),
        ("usb", "crc_5_usb crc_16_usb"),
        ("crc16_usb", "crc_16_usb"),
        ("crc8_maxim", "crc_8_maxim_dow"),
        ("crc64", "crc_64_xz crc_64_ecma_182"),
        ("crc", "crc_16_modbus crc_32_iso_hdlc"),
        ("adler32", "adler_32"),
        ("Fletcher-16", "fletcher_16"),
        ("inet_checksum", "internet"),
        ("sum", ""),
        ("b", ""),
    ] {
        assert_eq!(meant(typed).join(" "), names, "{typed}");
    }
}
