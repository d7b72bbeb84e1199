//! Links by labels: the text says `[Pos]`, the end of the page says where that is. So tables stay
//! readable as text, and what shows the pages in other places, as rustdoc does, can say other places in front.

use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The label of a section, or of a whole page: the page's file without its end, and the section's anchor.
pub(super) fn label(file: &str, section: Option<&str>) -> String {
    let page = file.strip_suffix(END).unwrap_or(file);
    section.map_or_else(|| page.to_owned(), |section| format!("{page}#{}", section.to_lowercase()))
}

/// The page of a label.
pub(super) fn page_of(label: &str) -> &str {
    label.split_once('#').map_or(label, |(page, _)| page)
}

/// The labels that the text of a page has links to: known ones, and those of fields in known sections.
pub(super) fn used(text: &str, known: &BTreeSet<String>) -> Vec<String> {
    let links = text.match_indices("][").filter_map(|(at, between)| {
        let label = text.get(at.saturating_add(between.len())..)?;
        label.get(..label.find(']')?)
    });
    // A picture may have brackets that are none of ours.
    let section =
        |label: &str| label.split_once('#').and_then(|(page, at)| Some(format!("{page}#{}", at.split_once('.')?.0)));
    let is_known = |label: &str| known.contains(label) || section(label).is_some_and(|label| known.contains(&label));
    let used: BTreeSet<&str> = links.filter(|label| is_known(label)).collect();
    used.into_iter().map(str::to_owned).collect()
}

/// The name of the anchor of a field: that of its section, and its path.
pub(super) fn inside(section: &str, path: &str) -> String {
    format!("{section}.{path}").to_lowercase()
}

/// An anchor in a page, for links to what has no heading.
pub(super) fn anchor(id: &str) -> String {
    format!("{ANCHOR}{id}\"></a>")
}

const ANCHOR: &str = "<a id=\"";

/// The text with each anchor once: what has a row in two tables, each of one version, is found in the first.
pub(super) fn anchored_once(text: &str) -> String {
    let mut pieces = text.split(ANCHOR);
    let mut out = pieces.next().unwrap_or_default().to_owned();
    let mut known: BTreeSet<&str> = BTreeSet::new();
    for piece in pieces {
        match piece.split_once("\"></a>") {
            Some((id, rest)) if !known.insert(id) => out.push_str(rest),
            Some(_) | None => {
                out.push_str(ANCHOR);
                out.push_str(piece);
            }
        }
    }
    out
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
pub(super) fn shortened(text: &str, places: Vec<String>, titles: &BTreeMap<String, &str>) -> (String, Vec<Label>) {
    let anchor = |place: &str| place.split_once('#').map(|(_, anchor)| anchor.to_owned());
    let mut taken: HashMap<String, usize> = HashMap::new();
    for place in &places {
        // A whole page has a label of its own.
        let name = anchor(place).unwrap_or_else(|| place.to_lowercase());
        let count = taken.entry(name).or_default();
        *count = count.saturating_add(1);
    }
    let short = |place: &String| {
        let is_free = anchor(place).is_some_and(|anchor| taken.get(&anchor) == Some(&1));
        titles.get(place).filter(|_| is_free).map_or_else(|| place.clone(), |title| (*title).to_owned())
    };
    let labels: Vec<Label> = places.iter().map(|place| Label { name: short(place), place: place.clone() }).collect();
    let names: HashMap<&str, &str> = labels.iter().map(|label| (label.place.as_str(), label.name.as_str())).collect();
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("][") {
        out.push_str(before);
        let found = after.split_once(']').and_then(|(place, after)| Some((*names.get(place)?, after)));
        rest = match found {
            // The words of the link are the label.
            Some((name, after)) if before.ends_with(&format!("[{name}")) => {
                out.push(']');
                after
            }
            Some((name, after)) => {
                out.push_str(&format!("][{name}]"));
                after
            }
            None => {
                out.push_str("][");
                after
            }
        };
    }
    out.push_str(rest);
    (out, labels)
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

/// The end of the names of all files.
pub(super) const END: &str = ".md";
