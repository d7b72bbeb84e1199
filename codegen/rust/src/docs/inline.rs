//! Words of a schema's doc comment: code is formatted as code, addresses become links, and everything else is escaped,
//! so that it forms no link, tag or entity.

/// Words of two capitals that are no identifiers.
const PROPER: [&str; 17] = [
    "NaN",
    "NaNs",
    "IPv4",
    "IPv6",
    "KiB",
    "MiB",
    "GiB",
    "MHz",
    "GHz",
    "DirectX",
    "OpenGL",
    "OpenAL",
    "ENet",
    "GitHub",
    "JavaScript",
    "TypeScript",
    "WebSocket",
];

/// One line, escaped.
pub(super) fn escape(line: &str) -> String {
    match line.strip_prefix('|').and_then(|cells| cells.strip_suffix('|')) {
        Some(cells) => {
            // A row of a table: no code reaches over the end of a cell.
            let cells: Vec<String> = cells.split('|').map(run).collect();
            format!("|{}|", cells.join("|"))
        }
        None if line.contains('|') && line.chars().all(|c| ['|', '-', ':', ' '].contains(&c)) => format!("\\{line}"),
        None => run(line),
    }
}

/// Text on one line.
fn run(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    if line.starts_with('>') {
        // Larger than, not a quotation.
        out.push('\\');
    }
    while let Some((before, ticks, after)) = next_ticks(rest) {
        words(before, &mut out);
        match closing(after, ticks) {
            Some((code, behind)) => {
                let fence = "`".repeat(ticks);
                if out.ends_with(['`', '\\']) {
                    out.push(' ');
                }
                out.push_str(&format!("{fence}{code}{fence}"));
                rest = behind;
            }
            None => {
                // A lone backtick becomes the most similar character without a meaning.
                out.push_str(&"'".repeat(ticks));
                rest = after;
            }
        }
    }
    words(rest, &mut out);
    out
}

/// The text before the first run of backticks, its length, and the text after it.
fn next_ticks(text: &str) -> Option<(&str, usize, &str)> {
    let (before, from) = text.split_at_checked(text.find('`')?)?;
    let after = from.trim_start_matches('`');
    Some((before, from.len().saturating_sub(after.len()), after))
}

/// The code up to a run of equally many backticks, and the text after it.
fn closing(text: &str, ticks: usize) -> Option<(&str, &str)> {
    let mut at = 0;
    loop {
        let (before, found, after) = next_ticks(text.get(at..)?)?;
        let end = at.saturating_add(before.len());
        if found == ticks {
            return Some((text.get(..end)?, after));
        }
        at = end.saturating_add(found);
    }
}

/// Running text without code.
fn words(text: &str, out: &mut String) {
    let mut rest = text;
    while !rest.is_empty() {
        let blanks = rest.len().saturating_sub(rest.trim_start().len());
        let (blank, from) = rest.split_at_checked(blanks).unwrap_or(("", rest));
        if !blank.is_empty() {
            out.push(' ');
        }
        if let Some((link, after)) = link(from) {
            out.push_str(link);
            rest = after;
            continue;
        }
        let end = from.find(char::is_whitespace).unwrap_or(from.len());
        let (word, after) = from.split_at_checked(end).unwrap_or((from, ""));
        push_word(word, out);
        rest = after;
    }
}

/// A link that is one already: `[text](https://..)` or `<https://..>`.
fn link(text: &str) -> Option<(&str, &str)> {
    let len = if text.starts_with('<') {
        let address = text.get(1..text.find('>')?)?;
        is_address(address).then(|| address.len().saturating_add(2))?
    } else {
        let words = text.strip_prefix('[').and_then(|from| from.get(..from.find("](")?))?;
        let address = text.get(words.len().saturating_add(3)..)?;
        let address = address.get(..address.find(')')?)?;
        let plain = !words.contains(['[', ']', '<', '_']) && words.split(' ').all(|word| !is_code(word));
        (plain && is_address(address)).then(|| words.len().saturating_add(address.len()).saturating_add(4))?
    };
    text.split_at_checked(len)
}

fn is_address(text: &str) -> bool {
    (text.starts_with("http://") || text.starts_with("https://")) && !text.contains([' ', '<', '>', '(', ')'])
}

fn push_word(word: &str, out: &mut String) {
    let (before, core, after) = split(word);
    punctuation(before, out);
    if is_address(core) {
        out.push_str(&format!("<{core}>"));
    } else if is_code(core) {
        if out.ends_with(['`', '\\']) {
            out.push(' ');
        }
        out.push_str(&format!("`{core}`"));
    } else {
        out.push_str(core);
    }
    punctuation(after, out);
}

/// Punctuation around a word, and the word: a closing bracket belongs to the word if its opening one does.
fn split(word: &str) -> (&str, &str, &str) {
    let core = word.trim_start_matches(['(', '[', '{', '"', '\'', '*', ',', ';']);
    let before = word.strip_suffix(core).unwrap_or_default();
    let mut end = core.len();
    while let Some((index, last)) = core.get(..end).and_then(|core| core.char_indices().next_back()) {
        let inside = core.get(..index).unwrap_or_default();
        let open = |open: char| inside.matches(open).count() > inside.matches(last).count();
        let outside = match last {
            ')' => !inside.ends_with('(') && !open('('),
            ']' => !open('['),
            '}' => !open('{'),
            ';' => !inside.contains('&'),
            ':' => !inside.ends_with(':'),
            '.' | ',' | '!' | '?' | '"' | '\'' | '*' => true,
            _ => false,
        };
        if !outside {
            break;
        }
        end = index;
    }
    let (core, after) = core.split_at_checked(end).unwrap_or((core, ""));
    (before, core, after)
}

fn punctuation(text: &str, out: &mut String) {
    for character in text.chars() {
        if ['[', ']'].contains(&character) {
            out.push('\\');
        }
        out.push(character);
    }
}

/// Whether Markdown would misread a word, or clippy would ask for backticks.
fn is_code(word: &str) -> bool {
    let special = |c: char| ['_', '*', '[', ']', '\\', '&', '~', '^'].contains(&c);
    let lone = word.chars().count() == 1;
    let tag = word.contains('<') && !word.trim_matches(['<', '=', '-', '>']).is_empty() && !is_comparison(word);
    (!lone && word.contains(special))
        || tag
        || word.contains("::")
        || word.contains(":/")
        || word.contains("()")
        || word.split('\'').any(is_camel_case)
}

/// `<5`, `<=5`: no tag can begin so.
fn is_comparison(word: &str) -> bool {
    word.trim_start_matches(['<', '>', '=']).chars().all(|c| c.is_ascii_digit() || c == '.')
}

/// Two capitals and a small letter, as clippy counts them.
fn is_camel_case(word: &str) -> bool {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric());
    if PROPER.contains(&word) || word.starts_with(|c: char| c.is_ascii_digit() || c.is_ascii_lowercase()) {
        return false;
    }
    let word = word.strip_suffix('s').unwrap_or(word);
    word.chars().all(char::is_alphanumeric)
        && word.chars().filter(|c| c.is_uppercase()).count() > 1
        && word.chars().any(char::is_lowercase)
}

#[cfg(test)]
mod tests;
