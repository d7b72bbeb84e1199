//! Input of a bounded length: a mistyped file may have no end, as `/dev/zero`.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::stop::{Outcome, Stop};

/// The most bytes of a packet, a value or a line of requests. No packet of a game comes near it.
pub const LIMIT: usize = 16 << 20;

/// The limit, as messages name it.
pub const LIMIT_TEXT: &str = "16 MiB";

/// The content of a file.
pub fn file(path: &Path) -> Outcome<Vec<u8>> {
    let failed = |error: io::Error| Stop::file("read", path, &error);
    let file = File::open(path).map_err(failed)?;
    bounded(file).map_err(failed)?.ok_or_else(|| too_long(&format!("`{}`", path.display())))
}

/// All bytes of standard input.
pub fn stdin() -> Outcome<Vec<u8>> {
    bounded(io::stdin().lock()).map_err(Stop::stdin)?.ok_or_else(|| too_long("standard input"))
}

/// All of standard input, as text.
pub fn stdin_text() -> Outcome<String> {
    let text = String::from_utf8(stdin()?);
    text.map_err(|_| Stop::Wrong("cannot read standard input: it is not UTF-8 text".to_owned()))
}

/// Everything that `input` has; nothing if that is more than the limit.
fn bounded(input: impl Read) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    let limit = u64::try_from(LIMIT).unwrap_or(u64::MAX);
    input.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    Ok((bytes.len() <= LIMIT).then_some(bytes))
}

fn too_long(name: &str) -> Stop {
    Stop::Wrong(format!("{name} is longer than {LIMIT_TEXT}, the most that is read"))
}
