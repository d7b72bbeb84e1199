//! One line of a file of vectors.

use std::fmt;
use std::path::Path;

use serde_json::Value as Json;

/// A packet, or a scalar, and what is said about it.
pub struct Line {
    file: String,
    number: usize,
    /// What it is: `N_POS`, `WELCOME`, `putint`.
    pub message: String,
    pub bytes: Vec<u8>,
    /// Everything else.
    pub json: Json,
}

impl Line {
    /// The name of its file.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// A text of the line.
    pub fn text(&self, key: &str) -> &str {
        self.json[key].as_str().unwrap_or_default()
    }

    /// Whether the game itself writes these bytes; scalars are if nothing else is said.
    pub fn is_canonical(&self) -> bool {
        self.json["canonical"].as_bool().unwrap_or(true)
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} line {} ({} {})", self.file, self.number, self.message, self.text("hex"))
    }
}

/// The lines of a file.
pub fn lines(path: &Path) -> Vec<Line> {
    let text = std::fs::read_to_string(path).expect("a file of vectors");
    text.lines().enumerate().map(|(index, line)| parse(path, index + 1, line)).collect()
}

fn parse(path: &Path, number: usize, line: &str) -> Line {
    let json: Json = serde_json::from_str(line).expect("an object a line");
    // Numbers by themselves have none.
    let hex = json.get("hex").map_or("", |hex| hex.as_str().expect("bytes"));
    let digits: Vec<u8> = hex.chars().map(|digit| digit.to_digit(16).expect("a hex digit") as u8).collect();
    let bytes = digits.chunks(2).map(|pair| pair[0] << 4 | pair[1]).collect();
    let message = json["message"].as_str().expect("a message").to_owned();
    Line { file: path.file_name().unwrap_or_default().to_string_lossy().into_owned(), number, message, bytes, json }
}
