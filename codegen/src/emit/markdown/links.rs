//! Links by labels: the text says `[Pos][positions#pos]`, the end of the page says where that is. So tables stay
//! readable as text, and what shows the pages in other places, as rustdoc does, can say other places in front.

use std::collections::BTreeSet;

/// The label of a section, or of a whole page: the page's file without its end, and the section's anchor.
pub(super) fn label(file: &str, section: Option<&str>) -> String {
    let page = file.strip_suffix(END).unwrap_or(file);
    section.map_or_else(|| page.to_owned(), |section| format!("{page}#{}", section.to_lowercase()))
}

/// The page of a label.
pub(super) fn page_of(label: &str) -> &str {
    label.split_once('#').map_or(label, |(page, _)| page)
}

/// Of all labels those that the text of a page has links to.
pub(super) fn used(text: &str, known: &BTreeSet<String>) -> Vec<String> {
    let links = text.match_indices("][").filter_map(|(at, between)| {
        let label = text.get(at.saturating_add(between.len())..)?;
        label.get(..label.find(']')?)
    });
    // A picture may have brackets that are none of ours.
    let used: BTreeSet<&str> = links.filter(|label| known.contains(*label)).collect();
    used.into_iter().map(str::to_owned).collect()
}

/// The definitions of labels, as the page of a file needs them.
pub(super) fn definitions(file: &str, labels: &[String]) -> String {
    let lines = labels.iter().map(|label| {
        let (page, anchor) = label.split_once('#').map_or((label.as_str(), None), |(page, at)| (page, Some(at)));
        let page = format!("{page}{END}");
        let anchor = anchor.map(|anchor| format!("#{anchor}")).unwrap_or_default();
        let page = if page == file && !anchor.is_empty() { "" } else { &page };
        format!("[{label}]: {page}{anchor}\n")
    });
    lines.collect()
}

/// What the names of all files end in.
pub(super) const END: &str = ".md";
