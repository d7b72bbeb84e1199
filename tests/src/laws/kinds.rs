//! Nothing is lost in silence: whatever a reader takes, a writer makes the same bytes, or others that differ by the kinds of
//! the reference alone, or it refuses the value.

use std::fmt::Write as _;

use wireform_cli::differences::{Difference, Kind, Unwritten, differences};

use super::case::Case;
use super::lossless::broken;
use super::tally::Tally;
use super::unwritten;

/// Compares what the interpreter writes with what it has read.
pub fn kinds(case: &Case<'_>, tally: &mut Tally) {
    let Case { protocol, target, known, .. } = case;
    let compared = |bytes: &[u8]| differences(protocol, *target, bytes, &known.params, &known.session, case.functions);
    let found = match compared(case.bytes) {
        Ok(found) => found,
        Err(Unwritten::Read(_)) => return,
        Err(Unwritten::Write(error)) => {
            match unwritten::reason(protocol, &error) {
                Some(reason) => *tally.unwritten.entry(reason).or_default() += 1,
                None => tally.breaks(format!("{} {error}: what is read is written", protocol.name), case.to_string()),
            }
            return;
        }
    };
    let given = &case.bytes[..found.consumed];
    if found.differences.is_empty() {
        assert_eq!(given, found.bytes);
        return;
    }
    tally.differ += 1;
    found.differences.iter().filter_map(|one| one.kind).for_each(|kind| *tally.kinds.entry(kind).or_default() += 1);
    if let Some(law) = broken(&found, given, compared(&found.bytes)) {
        let place = found.differences.iter().find(|one| one.kind.is_none()).map_or("", |one| &one.path);
        let place: String = place.chars().filter(|letter| !letter.is_ascii_digit()).collect();
        let mut line = format!("{case} -> {}", hex(&found.bytes));
        found.differences.iter().for_each(|one| write!(line, "\n    {}", shown(one)).unwrap());
        tally.breaks(format!("{} {} {place}: {law}", protocol.name, target.name(protocol)), line);
    }
}

fn shown(one: &Difference) -> String {
    let Difference { path, offset, kind, given, written } = one;
    format!("{path}@{offset} {}: {} -> {}", kind.map_or("?", Kind::word), hex(given), hex(written))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
