//! The page of the lines that are neither whole nor rejected, grouped by their reasons.

use crate::line::Line;
use crate::why::Why;

/// The open lines of one protocol.
#[derive(Default)]
pub struct Open(Vec<Group>);

/// Lines that are open for reasons of one kind.
struct Group {
    kind: String,
    lines: Vec<String>,
}

impl Open {
    /// Adds a line.
    pub fn add(&mut self, line: &Line, why: &Why) {
        let text = format!("{} {}: {}", line.text("id"), line.message, why.text);
        match self.0.iter_mut().find(|group| group.kind == why.kind) {
            Some(group) => group.lines.push(text),
            None => self.0.push(Group { kind: why.kind.clone(), lines: vec![text] }),
        }
    }

    /// The section of a protocol; nothing if none of its lines are open.
    pub fn section(&self, protocol: &str) -> String {
        let count: usize = self.0.iter().map(|group| group.lines.len()).sum();
        if count == 0 {
            return String::new();
        }
        let mut section = format!("# {protocol}: {count}\n\n");
        for Group { kind, lines } in &self.0 {
            section.push_str(&format!("{kind} ({})\n    {}\n\n", lines.len(), lines.join("\n    ")));
        }
        section
    }
}
