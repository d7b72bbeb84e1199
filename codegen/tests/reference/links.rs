//! Relative links in what people write, Markdown and documentation of Rust, lead to a file and an anchor in it.

use std::path::Path;

use super::files::paths;
use super::markdown::{headings, links};
use super::{read, root};

/// The files of the workspace that are written by hand and end like this. A folder of the generated crate holds a
/// generated protocol.
fn written(ending: &str) -> Vec<String> {
    let skip = |folder: &str| {
        let name = folder.rsplit('/').next().unwrap_or(folder);
        name.starts_with('.') || ["target", "node_modules"].contains(&name) || folder.starts_with("generated/")
    };
    paths(&root(), ending, &skip)
}

/// Why a link of a file leads nowhere, if it does.
fn broken(file: &str, link: &str) -> Option<String> {
    let (target, anchor) = link.split_once('#').unwrap_or((link, ""));
    let from = root().join(file);
    let path = if target.is_empty() { from } else { from.parent().unwrap_or(Path::new("")).join(target) };
    if !path.exists() {
        return Some(format!("{file}: {link}: no such file"));
    }
    if anchor.is_empty() || path.extension().is_none_or(|ending| ending != "md") {
        return None;
    }
    let page = std::fs::read_to_string(&path).expect("a page");
    let is_there = headings(&page).iter().any(|heading| heading.anchor == anchor);
    (!is_there).then(|| format!("{file}: {link}: no such heading"))
}

#[track_caller]
fn all_lead_somewhere(links: &[(String, String)], least: usize) {
    let wrong: Vec<String> = links.iter().filter_map(|(file, link)| broken(file, link)).collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    assert!(links.len() >= least, "only {} links", links.len());
}

#[test]
fn links_of_pages_lead_somewhere() {
    let mut all = Vec::new();
    for file in written(".md") {
        let page = read(&file);
        all.extend(links(&page).into_iter().map(|link| (file.clone(), link.to_owned())));
    }
    all_lead_somewhere(&all, 600);
}

#[test]
fn links_of_rust_documentation_to_pages_lead_somewhere() {
    let mut all = Vec::new();
    for file in written(".rs") {
        let code = read(&file);
        let comments: Vec<&str> = code
            .lines()
            .filter_map(|line| line.trim_start().strip_prefix("//!").or(line.trim_start().strip_prefix("///")))
            .collect();
        let comments = comments.join("\n");
        let to_pages =
            links(&comments).into_iter().filter(|link| link.split('#').next().unwrap_or_default().ends_with(".md"));
        all.extend(to_pages.map(|link| (file.clone(), link.to_owned())));
    }
    all_lead_somewhere(&all, 3);
}

#[test]
fn a_link_without_a_file_or_a_heading_is_broken() {
    assert_eq!(broken("schema/guide.md", "reference/values.md#enum"), None);
    assert_eq!(broken("schema/guide.md", "#next-steps"), None);
    let file = broken("schema/guide.md", "reference/value.md#enum");
    assert_eq!(file.as_deref(), Some("schema/guide.md: reference/value.md#enum: no such file"));
    let heading = broken("schema/guide.md", "reference/values.md#enums");
    assert_eq!(heading.as_deref(), Some("schema/guide.md: reference/values.md#enums: no such heading"));
}
