//! Finds the name that was probably meant: help for a mistyped field, type, file or command-line argument, and for a name
//! in another case than its kind has.

use crate::diagnostic::Help;
use crate::source::Span;

/// The candidate nearest to `name`, if it is near enough to be a typing error: at most a third of the letters differ.
/// Case is ignored, so that `pos` finds `Pos`; the first of equally near ones wins.
#[must_use]
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = lower(name);
    let others = candidates.into_iter().filter(|candidate| *candidate != name);
    let near = others.filter_map(|candidate| Some((near_distance(&wanted, candidate)?, candidate)));
    near.min_by_key(|(distance, _)| *distance).map(|(_, candidate)| candidate)
}

/// The help that names the [`nearest`] candidate.
#[must_use]
pub fn meant<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<String> {
    nearest(name, candidates).map(|near| format!("did you mean `{near}`?"))
}

/// The help that replaces a name by the [`nearest`] candidate.
pub fn proposal<'a>(span: Span, name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<Help> {
    let candidates: Vec<&str> = candidates.into_iter().collect();
    // Otherwise the only candidate that contains all words of the name.
    let holds =
        |one: &&&str| one.contains('_') && name.split('_').all(|word| one.split('_').any(|other| other == word));
    let mut longer = candidates.iter().filter(holds);
    let near = nearest(name, candidates.iter().copied());
    let near = near.or_else(|| longer.next().copied().filter(|_| longer.next().is_none()));
    near.map(|near| Help::asks(span, near))
}

/// All candidates, nearest to `name` first. Candidates that contain the name, or are contained in it, come before the
/// others.
#[must_use]
pub fn nearest_first<T>(name: &str, mut candidates: Vec<T>, name_of: impl Fn(&T) -> &str) -> Vec<T> {
    let wanted = lower(name);
    let contains = |long: &[char], short: &[char]| long.windows(short.len().max(1)).any(|part| part == short);
    candidates.sort_by_cached_key(|candidate| {
        let lower = lower(name_of(candidate));
        let apart = !contains(&lower, &wanted) && !contains(&wanted, &lower);
        (apart, distance(&wanted, &lower))
    });
    candidates
}

/// Words of other languages that are similar to a word with another meaning: (written, meant).
pub const SYNONYMS: [(&str, &str); 2] = [("when", "if"), ("iff", "if")];

/// Functions of other languages for numbers that the writer derives.
pub const COUNTS: [&str; 6] = ["len", "length", "size", "sizeof", "count", "byte_length"];

/// The ones that never count elements.
pub const COUNTS_BYTES: [&str; 3] = ["size", "sizeof", "byte_length"];

/// Words for everything after a number, with or without the number.
pub const REST: [&str; 5] = ["", "rest", "remaining", "payload", "body"];
/// The words that include the number.
pub const WHOLE: [&str; 4] = ["this", "self", "packet", "message"];

/// Words of other languages for all that remains.
pub const END: [&str; 5] = ["eos", "eof", "end", "rest", "remaining"];

/// Words of other languages for the value that a rule is about.
pub const ITSELF: [&str; 6] = ["this", "self", "value", "val", "me", "field"];

/// Whether a word denotes a checksum: `sum8`, `crc16`.
#[must_use]
pub fn is_check(word: &str) -> bool {
    let name = word.trim_end_matches(|c: char| c.is_ascii_digit() || c == '_');
    ["crc", "sum", "checksum", "chksum", "xor", "adler", "fletcher", "lrc", "bcc"].contains(&name)
}

/// Words of other languages for the version of a protocol.
pub const VERSION: [&str; 6] = ["version", "ver", "protocol", "protocol_version", "proto_version", "proto"];

/// Words of other languages for absent values.
pub const NOTHING: [&str; 9] = ["none", "None", "null", "nil", "NULL", "Null", "nullptr", "undefined", "nothing"];

/// Whether a field's name suggests a count: `n`, `num_items`, `name_length`.
#[must_use]
pub fn counts(name: &str) -> bool {
    name.split('_').any(|word| matches!(word, "n" | "num" | "number" | "bytes") || COUNTS.contains(&word))
}

/// The distance of a candidate, if it is near enough. A separate function compiles once, not for each kind of iterator.
fn near_distance(wanted: &[char], candidate: &str) -> Option<usize> {
    // A single letter would be near to every other.
    let limit = if wanted.len() == 1 { 0 } else { wanted.len().div_ceil(3) };
    let lower = lower(candidate);
    // Each letter of difference in length is an edit, and each letter that only one of them has; most are told apart by that.
    let letters = |name: &[char]| name.iter().fold(0_u64, |all, c| all | 1 << (u32::from(*c) % 64));
    let (ours, theirs) = (letters(wanted), letters(&lower));
    let apart = (ours & !theirs).count_ones().max((theirs & !ours).count_ones());
    if wanted.len().abs_diff(lower.len()).max(apart as usize) > limit {
        return None;
    }
    Some(distance(wanted, &lower)).filter(|distance| *distance <= limit)
}

fn lower(name: &str) -> Vec<char> {
    name.chars().flat_map(char::to_lowercase).collect()
}

/// The number of edits from one name to the other: insertion, removal, replacement, and the swap of two neighbours.
fn distance(from: &[char], to: &[char]) -> usize {
    // Near names have most letters in common, and a schema may have very many of them.
    let same = from.iter().zip(to).take_while(|(a, b)| a == b).count();
    let (from, to) = (from.get(same..).unwrap_or_default(), to.get(same..).unwrap_or_default());
    // Row i holds the distances of the first i letters of `from` to every prefix of `to`.
    let [mut before_last, mut last, mut row] = [Vec::new(), (0..=to.len()).collect(), Vec::new()];
    let mut earlier = None;
    for (i, &a) in from.iter().enumerate() {
        row.clear();
        row.push(i.saturating_add(1));
        let mut to_earlier = None;
        for (j, &b) in to.iter().enumerate() {
            let at = |row: &[usize], index: usize| row.get(index).copied().unwrap_or(usize::MAX);
            let replaced = at(&last, j).saturating_add(usize::from(a != b));
            let removed = at(&last, j.saturating_add(1)).saturating_add(1);
            let inserted = at(&row, j).saturating_add(1);
            let mut best = replaced.min(removed).min(inserted);
            if earlier == Some(b) && to_earlier == Some(a) {
                best = best.min(at(&before_last, j.saturating_sub(1)).saturating_add(1));
            }
            row.push(best);
            to_earlier = Some(b);
        }
        std::mem::swap(&mut before_last, &mut last);
        std::mem::swap(&mut last, &mut row);
        earlier = Some(a);
    }
    last.last().copied().unwrap_or(0)
}

/// `wideX` and `WideX` become `WIDE_X`; names in capitals do not change.
#[must_use]
pub fn constant_case(name: &str) -> String {
    match name.contains(|c: char| c.is_ascii_lowercase()) {
        true => snake_case(name).to_ascii_uppercase(),
        false => name.to_owned(),
    }
}

/// `wideX`, `WideX` and `WIDE_X` become `wide_x`; names in snake_case do not change.
#[must_use]
pub fn snake_case(name: &str) -> String {
    let mut out = String::with_capacity(name.len() + 4);
    let mut last_small = false;
    for c in name.trim_start_matches('_').chars() {
        if c.is_ascii_uppercase() && last_small {
            out.push('_');
        }
        last_small = c.is_ascii_lowercase() || c.is_ascii_digit();
        out.push(c.to_ascii_lowercase());
    }
    out
}

/// `wide_x` and `WIDE_X` become `WideX`; names in UpperCamel do not change.
#[must_use]
pub fn upper_camel(name: &str) -> String {
    let loud = name.contains('_') && !name.contains(|c: char| c.is_ascii_lowercase());
    let mut out = String::with_capacity(name.len());
    let mut begins = true;
    for c in name.chars() {
        match c {
            '_' => begins = true,
            c if begins => {
                out.push(c.to_ascii_uppercase());
                begins = false;
            }
            c if loud => out.push(c.to_ascii_lowercase()),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests;
