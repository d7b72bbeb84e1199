//! Ports as they are given: numbers and ranges.

use std::ops::RangeInclusive;

/// Takes `28785,28786` or `7000-7010` apart, and puts it together as Wireshark's preferences write it.
pub fn ports(option: &str, text: &str) -> Result<String, String> {
    let ranges = text.split(',').map(|range| one(range.trim()));
    let ranges = ranges.collect::<Option<Vec<String>>>();
    let wanted = || {
        format!(
            "`{text}` is no port of {option}: it is a number, 1 to 65535, a range such as 7000-7010, or several with commas"
        )
    };
    ranges.map(|ranges| ranges.join(",")).ok_or_else(wanted)
}

/// The ranges of ports that are written like that.
pub fn listed(ports: &str) -> Vec<RangeInclusive<u16>> {
    let range = |text: &str| {
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        Some(first.parse().ok()?..=last.parse().ok()?)
    };
    ports.split(',').filter_map(range).collect()
}

fn one(range: &str) -> Option<String> {
    let port = |text: &str| text.trim().parse::<u16>().ok().filter(|port| *port > 0);
    match range.split_once('-') {
        Some((first, last)) => {
            let (first, last) = (port(first)?, port(last)?);
            (first <= last).then(|| format!("{first}-{last}"))
        }
        None => port(range).map(|port| port.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::{listed, ports};

    #[test]
    fn numbers_and_ranges() {
        assert_eq!(ports("--udp", "27910").as_deref(), Ok("27910"));
        assert_eq!(listed("28785,7000-7010"), [28785..=28785, 7000..=7010]);
        assert_eq!(ports("--udp", " 28785, 7000 - 7010 ").as_deref(), Ok("28785,7000-7010"));
        for wrong in ["", "0", "65536", "7010-7000", "1,,2", "-1", "1-", "http"] {
            let told = ports("--udp", wrong).expect_err(wrong);
            assert!(told.starts_with(&format!("`{wrong}` is no port of --udp: ")), "{told}");
        }
    }
}
