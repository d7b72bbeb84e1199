//! What is told of a recording: tables, and a plot for each level.

use comfy_table::presets::UTF8_HORIZONTAL_ONLY;
use comfy_table::{CellAlignment, Table};

use crate::level::Level;
use crate::plot::plot;
use crate::recording::Recording;

/// The lines of a report on what was read.
#[must_use]
pub fn report(recording: &Recording<'_>) -> String {
    let [datagrams, messages] = recording.counts();
    let mut lines = vec![format!("{datagrams} datagrams, {messages} messages")];
    let levels = recording.levels();
    if !levels.is_empty() {
        lines.push(self::levels(levels).to_string());
    }
    for level in levels {
        lines.push(format!("\n{}", level.name));
        if !level.players.is_empty() {
            lines.push(players(level).to_string());
        }
        let entities = level.entities();
        if !entities.is_empty() {
            lines.push("entities in sight".to_owned());
            lines.extend(plot(&entities));
        }
    }
    let lines: Vec<&str> = lines.iter().flat_map(|line| line.split('\n')).map(str::trim_end).collect();
    lines.join("\n") + "\n"
}

fn levels(levels: &[Level]) -> Table {
    let mut table =
        table(&["level", "file", "protocol", "seconds", "frames", "changes a second", "entities at most"], 2);
    for level in levels {
        let name = if level.game.is_empty() { level.name.clone() } else { format!("{} ({})", level.name, level.game) };
        let (seconds, updates) = (level.duration(), u32::try_from(level.updates).unwrap_or(u32::MAX));
        table.add_row([
            name,
            level.map.clone(),
            level.protocol.to_string(),
            format!("{seconds:.1}"),
            level.frames.to_string(),
            format!("{:.1}", f64::from(updates) / seconds.max(0.1)),
            level.most.to_string(),
        ]);
    }
    table
}

fn players(level: &Level) -> Table {
    let mut table = table(&["player", "skin", "seen for seconds"], 2);
    for (number, player) in &level.players {
        let recorder = if level.recorder == Some(*number) { " (recorded this)" } else { "" };
        let seen = u32::try_from(player.seen).unwrap_or(u32::MAX);
        let seconds = format!("{:.1}", f64::from(seen) / 10.0);
        table.add_row([format!("{}{recorder}", player.name), player.skin.clone(), seconds]);
    }
    table
}

/// A table of which the columns from one on are numbers.
fn table(head: &[&str], numbers: usize) -> Table {
    let mut table = Table::new();
    table.load_preset(UTF8_HORIZONTAL_ONLY).set_header(head);
    for column in table.column_iter_mut().skip(numbers) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}
