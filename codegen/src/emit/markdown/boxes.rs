//! Boxes side by side, in lines of plain text, so that a picture shows wherever text does.

/// One box: what stands above it and in it, all as wide as each other.
pub(super) struct Column {
    pub(super) above: String,
    pub(super) inside: Vec<String>,
}

impl Column {
    /// Characters between the edges.
    fn width(&self) -> usize {
        self.above.chars().count()
    }
}

/// A line is no wider.
pub(super) const WIDEST: usize = 84;

/// The boxes; where they do not fit into one line, in several.
pub(super) fn boxes(columns: &[Column]) -> Vec<String> {
    let mut lines: Vec<Vec<&Column>> = Vec::new();
    let mut width = WIDEST;
    for column in columns {
        let more = column.width().saturating_add(1);
        width = width.saturating_add(more);
        if width > WIDEST {
            lines.push(Vec::new());
            width = more;
        }
        if let Some(line) = lines.last_mut() {
            line.push(column);
        }
    }
    lines.iter().map(|line| one_line(line)).collect()
}

fn one_line(columns: &[&Column]) -> String {
    let row = |[left, between, right]: [&str; 3], fill: &dyn Fn(&Column) -> String| {
        let cells: Vec<String> = columns.iter().map(|column| fill(column)).collect();
        format!("{}\n", format!("{left}{}{right}", cells.join(between)).trim_end())
    };
    let edge = |column: &Column| "─".repeat(column.width());
    let height = columns.iter().map(|column| column.inside.len()).max().unwrap_or(0);
    let inside = (0..height).map(|line| {
        let text = |column: &Column| column.inside.get(line).cloned().unwrap_or_default();
        row(["│", "│", "│"], &text)
    });
    [
        row([" ", " ", " "], &|column| column.above.clone()),
        row(["┌", "┬", "┐"], &edge),
        inside.collect(),
        row(["└", "┴", "┘"], &edge),
    ]
    .concat()
}
