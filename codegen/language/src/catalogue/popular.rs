//! The names by which people know checksums, and the names in the catalogue that they may mean.

use super::CHECKS;

/// Width (0: any, or none was written), the name without `crc`, width and underscores, and the candidates.
const POPULAR: &[(u8, &str, &[&str])] = &[
    (0, "", &["crc_16_modbus", "crc_32_iso_hdlc"]),
    (5, "", &["crc_5_usb"]),
    (7, "", &["crc_7_mmc"]),
    (8, "", &["crc_8_smbus", "crc_8_maxim_dow", "crc_8_sae_j1850"]),
    (8, "ccitt", &["crc_8_smbus"]),
    (8, "atm", &["crc_8_smbus"]),
    (8, "itu", &["crc_8_i_432_1"]),
    (8, "maxim", &["crc_8_maxim_dow"]),
    (0, "dallas", &["crc_8_maxim_dow"]),
    (0, "1wire", &["crc_8_maxim_dow"]),
    (8, "j1850", &["crc_8_sae_j1850"]),
    (8, "ebu", &["crc_8_tech_3250"]),
    (8, "aes", &["crc_8_tech_3250"]),
    (15, "", &["crc_15_can"]),
    (0, "can", &["crc_15_can"]),
    (16, "", &["crc_16_arc", "crc_16_ibm_3740", "crc_16_modbus", "crc_16_xmodem", "crc_16_kermit", "crc_16_ibm_sdlc"]),
    (0, "ibm", &["crc_16_arc"]),
    (0, "lha", &["crc_16_arc"]),
    (0, "ansi", &["crc_16_arc"]),
    (0, "x25", &["crc_16_ibm_sdlc"]),
    (0, "sdlc", &["crc_16_ibm_sdlc"]),
    (16, "hdlc", &["crc_16_ibm_sdlc"]),
    (16, "b", &["crc_16_ibm_sdlc"]),
    (0, "ccitt", &["crc_16_kermit", "crc_16_ibm_3740"]),
    (0, "ccitttrue", &["crc_16_kermit"]),
    (16, "bluetooth", &["crc_16_kermit"]),
    (0, "ccittfalse", &["crc_16_ibm_3740"]),
    (0, "ccittffff", &["crc_16_ibm_3740"]),
    (16, "autosar", &["crc_16_ibm_3740"]),
    (0, "augccitt", &["crc_16_spi_fujitsu"]),
    (0, "ccitt1d0f", &["crc_16_spi_fujitsu"]),
    (0, "zmodem", &["crc_16_xmodem"]),
    (16, "acorn", &["crc_16_xmodem"]),
    (16, "lte", &["crc_16_xmodem"]),
    (16, "buypass", &["crc_16_umts"]),
    (16, "verifone", &["crc_16_umts"]),
    (16, "darc", &["crc_16_genibus"]),
    (16, "epc", &["crc_16_genibus"]),
    (16, "icode", &["crc_16_genibus"]),
    (16, "maxim", &["crc_16_maxim_dow"]),
    (16, "a", &["crc_16_iso_iec_14443_3_a"]),
    (24, "", &["crc_24_openpgp"]),
    (32, "", &["crc_32_iso_hdlc"]),
    (32, "b", &["crc_32_iso_hdlc"]),
    (32, "ieee", &["crc_32_iso_hdlc"]),
    (32, "ethernet", &["crc_32_iso_hdlc"]),
    (0, "zlib", &["crc_32_iso_hdlc"]),
    (0, "gzip", &["crc_32_iso_hdlc"]),
    (0, "zip", &["crc_32_iso_hdlc"]),
    (0, "pkzip", &["crc_32_iso_hdlc"]),
    (0, "png", &["crc_32_iso_hdlc"]),
    (32, "v42", &["crc_32_iso_hdlc"]),
    (32, "xz", &["crc_32_iso_hdlc"]),
    (32, "c", &["crc_32_iscsi"]),
    (0, "castagnoli", &["crc_32_iscsi"]),
    (32, "d", &["crc_32_base91_d"]),
    (32, "q", &["crc_32_aixm"]),
    (32, "k", &["crc_32_mef"]),
    (0, "koopman", &["crc_32_mef"]),
    (32, "posix", &["crc_32_cksum"]),
    (32, "mpeg", &["crc_32_mpeg_2"]),
    (32, "jam", &["crc_32_jamcrc"]),
    (64, "", &["crc_64_xz", "crc_64_ecma_182"]),
    (64, "ecma", &["crc_64_xz", "crc_64_ecma_182"]),
    (64, "iso", &["crc_64_go_iso"]),
    (64, "jones", &["crc_64_redis"]),
    (0, "adler", &["adler_32"]),
    (0, "adler32", &["adler_32"]),
    (0, "fletcher", &["fletcher_8", "fletcher_16"]),
    (0, "fletcher8", &["fletcher_8"]),
    (0, "fletcher16", &["fletcher_16"]),
    (0, "ubx", &["fletcher_8"]),
    (0, "lrc", &["lrc_8"]),
    (0, "lrc8", &["lrc_8"]),
    (0, "xor", &["xor_8"]),
    (0, "xor8", &["xor_8"]),
    (0, "bcc", &["xor_8"]),
    (0, "sum8", &["sum_8"]),
    (0, "sum16", &["sum_16"]),
    (0, "sum32", &["sum_32"]),
    (0, "inet", &["internet"]),
    (0, "inetchecksum", &["internet"]),
    (0, "internetchecksum", &["internet"]),
    (0, "ipchecksum", &["internet"]),
    (0, "rfc1071", &["internet"]),
];

/// The checks that a name means which is none of the catalogue's: `crc32c`, `xmodem`, `x25`.
pub(crate) fn meant(name: &str) -> Vec<String> {
    let squeezed: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    let squeezed = squeezed.to_ascii_lowercase();
    let (width, rest) = match squeezed.strip_prefix("crc") {
        Some(rest) => {
            let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let (digits, name) = rest.split_at_checked(digits).unwrap_or(("", rest));
            (digits.parse().unwrap_or(0), name)
        }
        None => (0, squeezed.as_str()),
    };
    let same_width = |of: u8| width == 0 || of == 0 || of == width;
    let own = CHECKS.iter().filter(|(known, check)| same_width(check.width) && short(known) == rest);
    let own: Vec<String> = own.map(|(known, _)| known.to_ascii_lowercase()).collect();
    if !own.is_empty() {
        return own;
    }
    // Without a width `crc_b` could be anything; a bare `crc` has an entry of its own.
    let of_name = || POPULAR.iter().filter(|(_, known, _)| *known == rest);
    let any_width = of_name().filter(|(of, ..)| rest.len() > 2 && same_width(*of));
    let found = of_name().find(|(of, ..)| *of == width).or_else(|| any_width.min_by_key(|(of, ..)| *of));
    found.map(|(.., names)| names.iter().map(|name| (*name).to_owned()).collect()).unwrap_or_default()
}

/// The name of a check without `CRC_16_`: `modbus`.
fn short(name: &str) -> String {
    let rest = name.splitn(3, '_').nth(2).unwrap_or_default();
    rest.replace('_', "").to_ascii_lowercase()
}

#[cfg(test)]
mod tests;
