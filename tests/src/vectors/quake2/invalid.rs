//! Messages that a strict reader refuses, where the game reads on beyond their end or drops the connection.

use wireform_build::interpret::{Malformed, ReadError, ReadErrorKind};

use super::super::line::Line;
use super::super::tally::Tally;
use crate::generated::Generated;

pub fn check(line: &Line, reader: &Generated, tally: &mut Tally) -> Result<(), String> {
    let found = (reader.read)(&line.bytes).err().ok_or("generated code reads it")?;
    let theirs = reader.interpret(&line.bytes).err().ok_or("the interpreter reads it")?;
    if found != theirs {
        return Err(format!("refused by the interpreter: {theirs}; by generated code: {found}"));
    }
    if !fits(line, &found) {
        return Err(format!("refused otherwise: {found}"));
    }
    tally.refused += 1;
    Ok(())
}

fn fits(line: &Line, error: &ReadError) -> bool {
    let place = (error.path.as_str(), error.offset);
    let rule = |rule: &str| error.kind == ReadErrorKind::Malformed(Malformed::Rule(rule.to_owned()));
    match (line.text("error"), line.message.as_str()) {
        ("unknown_variant", _) => place == ("effect", 1) && error.kind == ReadErrorKind::Malformed(Malformed::Value),
        ("out_of_range", "svc_temp_entity") => place == ("effect.direction", 8) && rule("0..162"),
        ("out_of_range", "svc_sound") => place == ("source", 3) && rule("it.entity.raw <= 1024"),
        ("out_of_range", "delta_entity") => place == ("number", 2) && rule("0..1024"),
        ("truncated", _) => {
            let (there, whole) = lengths(line.text("note"));
            let ReadErrorKind::Truncated { needed } = error.kind else { return false };
            there == line.bytes.len() && error.offset <= there && needed > 0 && there + needed <= whole
        }
        _ => false,
    }
}

/// "truncated to 2 of 7 bytes": how much of it is there, and how much there should be.
fn lengths(note: &str) -> (usize, usize) {
    let mut words = note.split(' ').filter_map(|word| word.parse().ok());
    (words.next().unwrap_or(0), words.next().unwrap_or(0))
}
