//! From the tree of a page to its text: CommonMark with the tables of GitHub.

use super::block::{Block, Row};

/// The text of a page.
pub(super) fn write(blocks: &[Block]) -> String {
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
            row(out, &head.iter().map(|cell| (*cell).to_owned()).collect::<Vec<_>>());
            row(out, &vec!["---".to_owned(); head.len()]);
            rows.iter().for_each(|cells| row(out, &cells.cells));
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
        Block::Line { title, between, parts, .. } => {
            let parts: Vec<String> = parts.iter().map(|part| part.cells.join(" ").replace("<br>", ", ")).collect();
            line(out, &format!("{title}{}.", parts.join(between)));
        }
        Block::Picture { title, text } => {
            line(out, title);
            line(out, "");
            // No line of a picture is a fence: text out of packets is quoted and set in.
            line(out, "```text");
            text.lines().for_each(|text| line(out, text));
            line(out, "```");
        }
    }
}

fn row(out: &mut String, cells: &[String]) {
    let cells: Vec<String> = cells.iter().map(|cell| in_cell(cell)).collect();
    line(out, &format!("| {} |", cells.join(" | ")));
}

/// A bar ends a cell wherever it stands, in code too.
fn in_cell(text: &str) -> String {
    text.replace("\\|", "|").replace('|', "\\|")
}

fn line(out: &mut String, text: &str) {
    out.push_str(text.trim_end());
    out.push('\n');
}
