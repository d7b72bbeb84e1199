//! Where everybody went, a row each.

use std::iter;

use crate::player::Player;

const HEAD: [&str; COLUMNS] = ["player", "frags", "deaths", "cubes", "x", "y", "z", "teleports", "jump pads"];
const COLUMNS: usize = 9;

/// The rows, with a head; none without players.
pub fn rows<'p>(players: impl Iterator<Item = &'p Player>) -> Vec<String> {
    let players: Vec<[String; COLUMNS]> = players.map(cells).collect();
    if players.is_empty() {
        return Vec::new();
    }
    let rows: Vec<_> = iter::once(HEAD.map(str::to_owned)).chain(players).collect();
    let mut widths = [0; COLUMNS];
    for row in &rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = cell.chars().count().max(*width);
        }
    }
    let rows = rows.iter().map(|row| line(row, &widths));
    iter::once(String::new()).chain(rows).collect()
}

fn cells(player: &Player) -> [String; COLUMNS] {
    let Player { name, frags, deaths, track } = player;
    let name = if name.is_empty() { "(unknown)" } else { name };
    let mut bounds = track.bounds().map(|range| format!("{:.0} to {:.0}", range.start(), range.end()));
    let mut next = || bounds.next().unwrap_or_default();
    [
        name.to_owned(),
        frags.to_string(),
        deaths.to_string(),
        format!("{:.0}", track.length),
        next(),
        next(),
        next(),
        track.teleports.to_string(),
        track.jump_pads.to_string(),
    ]
}

/// The first column stands to the left, the others to the right.
fn line(row: &[String; COLUMNS], widths: &[usize; COLUMNS]) -> String {
    let [name, numbers @ ..] = row;
    let [width, widths @ ..] = widths;
    let numbers = numbers.iter().zip(widths).map(|(cell, width)| format!("  {cell:>width$}"));
    iter::once(format!("{name:<width$}")).chain(numbers).collect()
}
