//! Text for a terminal, also what a stranger wrote.

use std::fmt::Display;

/// In the game's text this and the character behind it are a colour.
const COLOUR: char = '\x0c';

/// The text without colours, and without what a terminal would take for a command.
pub fn plain(text: &dyn Display) -> String {
    let text = text.to_string();
    let mut chars = text.chars();
    let mut plain = String::new();
    while let Some(char) = chars.next() {
        match char {
            COLOUR => {
                chars.next();
            }
            char if char.is_control() => plain.push('?'),
            char => plain.push(char),
        }
    }
    plain
}

/// `1 flag`, `2 flags`.
pub fn count(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
