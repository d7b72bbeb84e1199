//! Names in a schema's comments lead to what they name: a word in backticks that is the title of one section.

use std::collections::HashMap;

use super::block::Block;

/// The titles of sections with their labels, and the states that they are about; those that several sections have, in whatever versions, lead nowhere.
pub(super) type Names = HashMap<String, Option<String>>;

/// Links the names in all comments, besides that of the section that they stand in.
pub(super) fn link(blocks: &mut [Block], names: &Names, section: &str) {
    for block in blocks {
        match block {
            Block::Section { title, body, .. } => link(body, names, title),
            Block::Text { key, lines } if key.starts_with(super::block::DOCS) => link_lines(lines, names, section),
            Block::Picture { about, .. } => link_lines(about, names, section),
            Block::Text { .. }
            | Block::Table { .. }
            | Block::List { .. }
            | Block::Line { .. }
            | Block::Image { .. } => {}
        }
    }
}

/// The lines of a comment that stands in a section.
pub(super) fn link_lines(lines: &mut [String], names: &Names, section: &str) {
    let mut fenced = false;
    for line in lines {
        if line.trim_start().starts_with("```") || line.trim_start().starts_with("~~~") {
            fenced = !fenced;
        } else if !fenced {
            *line = link_line(line, names, section);
        }
    }
}

/// One line that stands in a section.
pub(super) fn link_line(line: &str, names: &Names, section: &str) -> String {
    // Pieces at odd places between single backticks are code; longer runs of backticks are left alone.
    if line.contains("``") || line.matches('`').count() % 2 == 1 {
        return line.to_owned();
    }
    let pieces = line.split('`').enumerate().map(|(at, piece)| match names.get(piece) {
        _ if at % 2 == 0 => piece.to_owned(),
        Some(Some(label)) if piece != section => format!("[`{piece}`][{label}]"),
        Some(_) | None => format!("`{piece}`"),
    });
    pieces.collect()
}

#[cfg(test)]
mod tests;
