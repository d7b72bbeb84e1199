//! Links by labels: the text says `[Pos]`, the end of the page says where that is. So tables stay
//! readable as text, and what shows the pages in other places, as rustdoc does, can say other places in front.

use std::collections::{BTreeMap, BTreeSet};

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

/// A label in the text of a page, and the place that it leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// As the text has it: `Int`.
    pub name: String,
    /// A page, and perhaps an anchor there: `types#int`.
    pub place: String,
}

/// The text with the titles of sections as labels, so that a link is `[Int]`; a place whose title others have keeps its
/// label.
pub(super) fn shortened(text: String, places: Vec<String>, titles: &BTreeMap<String, &str>) -> (String, Vec<Label>) {
    let anchor = |place: &str| place.split_once('#').map(|(_, anchor)| anchor.to_owned());
    let anchors: Vec<Option<String>> = places.iter().map(|place| anchor(place)).collect();
    let pages: Vec<String> = places.iter().map(|place| page_of(place).to_lowercase()).collect();
    let mut text = text;
    let mut labels = Vec::new();
    for (place, own) in places.into_iter().zip(&anchors) {
        let same = anchors.iter().filter(|other| *other == own).count();
        let is_free = own.as_ref().is_some_and(|own| same == 1 && !pages.contains(own));
        let name = match titles.get(&place).filter(|_| is_free) {
            Some(title) => {
                text = text
                    .replace(&format!("[{title}][{place}]"), &format!("[{title}]"))
                    .replace(&format!("][{place}]"), &format!("][{title}]"));
                (*title).to_owned()
            }
            None => place.clone(),
        };
        labels.push(Label { name, place });
    }
    (text, labels)
}

/// The definitions of labels, as the page of a file needs them.
pub(super) fn definitions(file: &str, labels: &[Label]) -> String {
    let lines = labels.iter().map(|Label { name, place }| {
        let (page, anchor) = place.split_once('#').map_or((place.as_str(), None), |(page, at)| (page, Some(at)));
        let page = format!("{page}{END}");
        let anchor = anchor.map(|anchor| format!("#{anchor}")).unwrap_or_default();
        let page = if page == file && !anchor.is_empty() { "" } else { &page };
        format!("[{name}]: {page}{anchor}\n")
    });
    lines.collect()
}

/// What the names of all files end in.
pub(super) const END: &str = ".md";
