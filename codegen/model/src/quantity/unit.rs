//! Units in sentences. A schema has them in the plural: `in cubes_per_second`.

/// `624 cubes per second`
#[must_use]
pub fn many(unit: &str) -> String {
    unit.replace('_', " ")
}

/// `1 cube per second`: the last word before `per` or `of` becomes singular. Words that have no `s` in the plural do
/// not change.
#[must_use]
pub fn one(unit: &str) -> String {
    let words: Vec<&str> = unit.split('_').collect();
    let counted = words.iter().position(|word| matches!(*word, "per" | "of")).unwrap_or(words.len()).checked_sub(1);
    let words = words.iter().enumerate().map(|(at, word)| if Some(at) == counted { singular(word) } else { *word });
    words.collect::<Vec<_>>().join(" ")
}

fn singular(word: &str) -> &str {
    let alike = ["ss", "us", "is"].iter().any(|end| word.ends_with(end));
    let hissing = ["ches", "shes", "sses", "xes", "zes"].iter().any(|end| word.ends_with(end));
    match word {
        _ if alike || word.len() < 3 => word,
        "feet" => "foot",
        _ if hissing => word.strip_suffix("es").unwrap_or(word),
        _ => word.strip_suffix('s').unwrap_or(word),
    }
}

#[cfg(test)]
mod tests;
