//! A plot of letters.

/// Eighths of a cell, from below.
const EIGHTHS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// So many columns and rows at most.
const WIDTH: usize = 60;
const HEIGHT: usize = 6;

/// Columns of these heights, one for each value or, where these are many, for several; the highest value in front.
pub fn plot(values: &[f64]) -> Vec<String> {
    let each = values.len().div_ceil(WIDTH).max(1);
    let columns: Vec<f64> = values.chunks(each).map(|chunk| chunk.iter().copied().fold(0.0, f64::max)).collect();
    let most = columns.iter().copied().fold(0.0, f64::max);
    let rows = (0..HEIGHT).rev().map(|row| {
        let cells = columns.iter().map(|value| cell(*value / most.max(1.0), row));
        let label = if row + 1 == HEIGHT { format!("{most:>6.1}") } else { " ".repeat(6) };
        format!("{label} │{}", cells.collect::<String>())
    });
    let seconds = values.len();
    let axis = format!("{:>6} └{}", 0, "─".repeat(columns.len()));
    let end = format!("{:8}0{:>width$} s", "", seconds, width = columns.len().max(2) - 1);
    rows.chain([axis, end]).collect()
}

/// The cell of a column in a row; `part` is 0 to 1.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss)]
fn cell(part: f64, row: usize) -> char {
    let eighths = (part * (HEIGHT * 8) as f64).round() as usize;
    let here = eighths.saturating_sub(row * 8).min(8);
    EIGHTHS.get(here).copied().unwrap_or(' ')
}
