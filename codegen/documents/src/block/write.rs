//! From the tree of a page to its text: CommonMark with the tables of GitHub.

use crate::block::{Block, Row};

/// The text of a page.
pub(crate) fn write(blocks: &[Block]) -> String {
    let mut text = String::new();
    blocks.iter().for_each(|block| one(block, &mut text));
    text
}

fn one(block: &Block, out: &mut String) {
    if !out.is_empty() {
        out.push('\n');
    }
    match block {
        Block::Section { level, title, body } => {
            line(out, &format!("{} {title}", "#".repeat((*level).clamp(1, 6))));
            body.iter().for_each(|block| one(block, out));
        }
        Block::Text { lines, .. } => lines.iter().for_each(|text| line(out, text)),
        Block::Table { head, rows, .. } => {
            // A column that nobody has something for is none.
            let empty = |column: usize| rows.iter().all(|row| row.cells.get(column).is_none_or(String::is_empty));
            let columns: Vec<usize> = (0..head.len()).filter(|column| !empty(*column)).collect();
            row(out, columns.iter().filter_map(|column| head.get(*column).copied()));
            row(out, columns.iter().map(|_| "---"));
            for Row { cells, .. } in rows {
                row(out, columns.iter().map(|column| cells.get(*column).map_or("", String::as_str)));
            }
        }
        Block::List { title, items, .. } => {
            if !title.is_empty() {
                line(out, title);
                line(out, "");
            }
            for Row { cells, .. } in items {
                line(out, &format!("- {}", cells.join(" ")));
            }
        }
        Block::Line { mark, title, between, parts, .. } => {
            let mark = mark.as_ref().map(|mark| format!("**{mark}:** ")).unwrap_or_default();
            let parts: Vec<String> = parts.iter().map(|part| part.cells.join(" ").replace("<br>", ", ")).collect();
            line(out, &format!("{mark}{title}{}.", parts.join(between)));
        }
        Block::Image { file, alternative, .. } => {
            line(out, &format!("![{alternative}]({})", crate::picture::path(file)))
        }
        Block::Picture { title, about, text } => {
            if !title.is_empty() {
                line(out, title);
                line(out, "");
            }
            about.iter().for_each(|text| line(out, text));
            if !about.is_empty() {
                line(out, "");
            }
            // No line of a picture is a fence: text out of packets is quoted and set in.
            line(out, "```text");
            text.lines().for_each(|text| line(out, text));
            line(out, "```");
        }
    }
}

fn row<'c>(out: &mut String, cells: impl Iterator<Item = &'c str>) {
    // A bar ends a cell wherever it stands, in code too.
    let cells: Vec<String> = cells.map(|text| text.replace("\\|", "|").replace('|', "\\|")).collect();
    line(out, &format!("| {} |", cells.join(" | ")));
}

fn line(out: &mut String, text: &str) {
    out.push_str(text.trim_end());
    out.push('\n');
}
