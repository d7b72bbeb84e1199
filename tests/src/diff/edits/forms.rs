//! Edits that leave every byte as it is.

use super::one;
use super::pieces::Pieces;
use crate::rng::Rng;

/// A division as the product with the inverse.
pub fn formula(text: &str, rng: &mut Rng) -> Option<String> {
    let pieces = Pieces::new(text);
    let number = |at: usize| pieces.text(at).parse::<u64>().ok().filter(|number| (2..=1000).contains(number));
    let divided = |slash: &usize| {
        let by = pieces.next(*slash)?;
        Some((*slash, by, number(by)?))
    };
    let all: Vec<_> = pieces.of("/").iter().filter_map(divided).collect();
    let (slash, by, number) = one(&all, rng)?;
    let inverse = 1.0 / number as f64;
    Some(pieces.with(slash, by + 1, &format!("* {inverse}")))
}

/// A count in front of its list as a count in the list, or the other way round.
pub fn count_in_list(text: &str, rng: &mut Rng) -> Option<String> {
    let pieces = Pieces::new(text);
    let bodies = pieces.bodies(&["message", "struct"]);
    let words = |(from, to): (usize, usize)| (from..to).map(|at| pieces.text(at)).collect::<String>();
    let mut all = Vec::new();
    for fields in bodies.into_iter().map(|body| pieces.fields(body)) {
        for (index, field) in fields.iter().enumerate() {
            let list = words(*field);
            for wire in ["u8", "u16"] {
                if list.contains(&format!("; {wire}]")) && !list.contains(" if ") {
                    let with = list.replacen(&format!("; {wire}]"), "; zz_count]", 1);
                    all.push((*field, format!("zz_count: {wire}, {with}")));
                }
            }
            let Some(front) = index.checked_sub(1).and_then(|index| fields.get(index)) else { continue };
            let count = words(*front);
            if let Some((name, wire)) = count.split_once(": ")
                && list.contains(&format!("; {name}]"))
                && matches!(wire.trim(), "u8" | "u16" | "u32")
            {
                let with = list.replacen(&format!("; {name}]"), &format!("; {}]", wire.trim()), 1);
                all.push(((front.0, field.1), with));
            }
        }
    }
    let ((from, to), with) = one(&all, rng)?;
    Some(pieces.with(from, to, &with))
}

/// The fields of a group in a struct of their own.
pub fn group_apart(text: &str, rng: &mut Rng) -> Option<String> {
    let pieces = Pieces::new(text);
    let bodies = pieces.bodies(&["message", "struct"]);
    let groups = bodies.into_iter().flat_map(|body| pieces.fields(body)).filter_map(|(name, _)| {
        let open = pieces.next(pieces.next(name)?)?;
        let is_group = pieces.text(pieces.next(name)?) == ":" && pieces.text(open) == "{";
        is_group.then_some((open, pieces.close(open)? + 1))
    });
    let (from, to) = one(&groups.collect::<Vec<_>>(), rng)?;
    let fields: String = (from..to).map(|at| pieces.text(at)).collect();
    Some(pieces.with(from, to, "ZzApart") + &format!("\nstruct ZzApart {fields}\n"))
}
