//! Headings and links of Markdown pages, for tests that follow them.

use std::collections::HashMap;

/// A heading outside of code.
pub struct Heading {
    /// The number of `#` signs.
    pub level: usize,
    /// The anchor that GitHub gives it.
    pub anchor: String,
    /// The index of its line.
    pub line: usize,
}

/// The headings of a page, in order.
pub fn headings(page: &str) -> Vec<Heading> {
    let mut times: HashMap<String, usize> = HashMap::new();
    let heading = |(line, text): (usize, &str)| {
        let level = text.bytes().take_while(|byte| *byte == b'#').count();
        let title = text.get(level..)?.strip_prefix(' ').filter(|_| level > 0)?;
        let slug = slug(title);
        let earlier = times.entry(slug.clone()).or_default();
        let anchor = if *earlier == 0 { slug } else { format!("{slug}-{earlier}") };
        *earlier += 1;
        Some(Heading { level, anchor, line })
    };
    prose(page).filter_map(heading).collect()
}

/// The targets of the links of a page, without those to other sites.
pub fn links(page: &str) -> Vec<&str> {
    let of_line = |(_, line)| str::split(line, "](").skip(1).filter_map(|rest| rest.split(')').next());
    prose(page).flat_map(of_line).filter(|link| !link.contains("://")).collect()
}

/// The lines of a page outside of fenced blocks, each with its index.
fn prose(page: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut fenced = false;
    page.lines().enumerate().filter(move |(_, line)| {
        let fence = line.starts_with("```");
        fenced ^= fence;
        !fenced && !fence
    })
}

fn slug(title: &str) -> String {
    let kept = title.chars().filter(|char| char.is_alphanumeric() || matches!(char, ' ' | '-' | '_'));
    kept.flat_map(char::to_lowercase).map(|char| if char == ' ' { '-' } else { char }).collect()
}
