//! Advice to those who know another language: tables of its words and files, and what they mean in a schema.
//!
//! The tables are text files in this folder, a row a line; each says its form in its first lines. Nobody reads them before
//! something is wrong. The rows of `rules.txt` are matched with tokens, by `parse::mend`.

pub(crate) mod bytes;
pub(crate) mod languages;
pub(crate) mod words;

#[cfg(test)]
mod tests;

/// The rows of the rules that rewrite a stretch of a schema.
pub(crate) const RULES: &str = include_str!("advice/rules.txt");

/// The rows of a table: neither empty lines nor comments.
pub(crate) fn rows(table: &'static str) -> impl Iterator<Item = &'static str> {
    table.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//"))
}

/// The word for one unit by another: `kilometres_per_hour` for `km/h`.
pub(crate) fn unit_of(of: &str, by: &str) -> String {
    const UNITS: &str = "m metre, km kilometre, cm centimetre, mm millimetre, s second, sec second, ms millisecond, min minute, \
        h hour, hr hour, d day, kg kilogram, g gram, l litre, deg degree, rad radian, rev revolution, bit bit, byte byte";
    let named =
        |word: &str| UNITS.split(", ").find_map(|unit| Some(unit.strip_prefix(word)?.strip_prefix(' ')?.to_owned()));
    let plural = named(of).map_or(of.to_owned(), |unit| unit + "s");
    format!("{plural}_per_{}", named(by).unwrap_or(by.trim_end_matches('s').to_owned()))
}
