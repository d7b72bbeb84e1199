//! Differences cover all that differs: with the written bytes in place of the given ones, the packet is the one that is
//! written.

use super::Difference;

/// The differences, if they are all of them; otherwise one that explains nothing.
pub fn checked(found: Vec<Difference>, given: &[u8], written: &[u8]) -> Vec<Difference> {
    if applied(&found, given).as_deref() == Some(written) { found } else { vec![whole(given, written)] }
}

/// All bytes, for no reason.
pub fn whole(given: &[u8], written: &[u8]) -> Difference {
    Difference { path: String::new(), offset: 0, kind: None, given: given.to_vec(), written: written.to_vec() }
}

/// The packet in which all that differs is as it is written. Parts of one number stand at the same place, which is
/// written once.
fn applied(found: &[Difference], given: &[u8]) -> Option<Vec<u8>> {
    let (mut bytes, mut at) = (Vec::new(), 0);
    let mut last: Option<&Difference> = None;
    for one in found {
        let again = last.is_some_and(|last| {
            last.offset == one.offset && last.given == one.given && !one.given.is_empty() && last.written == one.written
        });
        if !again {
            bytes.extend(given.get(at..one.offset)?);
            bytes.extend(&one.written);
            at = one.offset.saturating_add(one.given.len());
            if given.get(one.offset..at)? != one.given {
                return None;
            }
            last = Some(one);
        }
    }
    bytes.extend(given.get(at..)?);
    Some(bytes)
}
