//! The text of a page where there are no pages: no link leads anywhere, and nothing needs an anchor.

/// Links by labels become the words that they have, as code; breaks become ends of sentences.
pub(super) fn plain(markdown: &str) -> String {
    let mut fenced = false;
    let mut out = String::new();
    for line in markdown.lines() {
        fenced ^= line.trim_start().starts_with("```");
        let text = if fenced { line.to_owned() } else { unlinked(&line.replace("<br>", " ")) };
        out.push_str(text.trim_end());
        out.push('\n');
    }
    out.trim().to_owned()
}

/// `[Unit][types#unit]` as `` `Unit` ``.
fn unlinked(line: &str) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some((before, after)) = rest.split_once("][") {
        let Some(((text, words), (label, after))) = before.rsplit_once('[').zip(after.split_once(']')) else {
            out.push_str(before);
            out.push_str("][");
            rest = after;
            continue;
        };
        out.push_str(text);
        match label.contains(' ') || label.is_empty() {
            true => out.push_str(&format!("[{words}][{label}]")),
            false if words.starts_with('`') => out.push_str(words),
            false => out.push_str(&format!("`{words}`")),
        }
        rest = after;
    }
    out.push_str(rest);
    out
}
