//! Nothing is lost in silence: what is written differs from what was read by the kinds of the reference alone, and is
//! written again. (Campaigns ask the same.)

use wireform_cli::differences::{Difference, Kind, Rewritten, Unwritten};

/// The law that does not hold for bytes that differ from `given`; `again` is the comparison of what is written.
pub fn broken(found: &Rewritten, given: &[u8], again: Result<Rewritten, Unwritten>) -> Option<&'static str> {
    let kinds = || found.differences.iter().map(|one| one.kind);
    if kinds().any(|kind| kind.is_none()) {
        return Some("each difference has a kind");
    }
    if kinds().all(|kind| kind == Some(Kind::Follows)) {
        return Some("something else differs where something follows");
    }
    if patched(given, &found.differences) != found.bytes {
        return Some("nothing else differs");
    }
    match again {
        Ok(again) if again.differences.is_empty() && again.consumed == found.bytes.len() => None,
        _ => Some("what is written is written again"),
    }
}

/// The bytes with what differs as it is written. Parts of one number have the same bytes.
fn patched(given: &[u8], differences: &[Difference]) -> Vec<u8> {
    let (mut bytes, mut at) = (Vec::new(), 0);
    for one in differences {
        if one.offset < at {
            continue;
        }
        bytes.extend(given.get(at..one.offset).unwrap_or_default());
        bytes.extend(&one.written);
        at = one.offset.saturating_add(one.given.len());
    }
    bytes.extend(given.get(at..).unwrap_or_default());
    bytes
}
