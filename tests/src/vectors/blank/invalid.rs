//! Datagrams that the document forbids. A reader refuses them all, also those that the game takes: at a field and for a
//! reason that follow from what the line says is wrong.

use wireform_build::interpret::{self, Facts, Malformed, ReadError, ReadErrorKind};

use super::super::line::Line;
use super::super::tally::Tally;
use super::{datagram, version};
use crate::blank::versions::Version;

pub fn check(line: &Line, tally: &mut Tally) -> Result<(), String> {
    let (protocol, generated) = (version(line).protocol(), datagram(line));
    let error = interpret::read_exact(protocol, generated.target(), &line.bytes, &[]);
    let error = error.err().ok_or("the interpreter reads it")?;
    // A datagram is all there is: what is missing will not come, and nothing may follow.
    let theirs = match (generated.read)(&line.bytes) {
        Err(theirs) => theirs.at_the_end(),
        Ok(read) if read.bytes.len() < line.bytes.len() => {
            let kind = ReadErrorKind::Malformed(Malformed::Trailing);
            let rest = "rest".to_owned();
            let found = Some((line.bytes.len() - read.bytes.len()).to_string());
            let facts = Box::new(Facts { expected: None, found });
            let message = "Datagram".to_owned();
            ReadError { message, path: rest.clone(), place: rest.into(), offset: read.bytes.len(), kind, facts }
        }
        Ok(_) => return Err("generated code reads it".to_owned()),
    };
    if error != theirs {
        return Err(format!("refused by the interpreter: {error}; by generated code: {theirs}"));
    }
    place(line, &error)?;
    tally.refused += 1;
    Ok(())
}

fn place(line: &Line, error: &ReadError) -> Result<(), String> {
    let ReadErrorKind::Malformed(why) = &error.kind else { return Err(format!("refused otherwise: {error}")) };
    let (path, offset) = (error.path.as_str(), error.offset);
    let end = line.bytes.len();
    let fits = match line.text("error") {
        "bad_tag" => (path, offset, why) == ("tag", 0, &Malformed::Constant),
        "unknown_type" => (path, offset, why) == ("kind", 12, &Malformed::Code),
        // A size that no datagram holds is refused before its bytes are missed.
        "truncated" if size_of_block(line) > 472 => {
            (path, offset, why) == ("payload.size", 24, &Malformed::Rule("..=472".to_owned()))
        }
        "truncated" => {
            matches!(why, Malformed::Short { needed } | Malformed::RegionEnd { needed } if *needed > 0) && offset <= end
        }
        // Text of the greatest length has no end but its length.
        "trailing_bytes" if line.message == "Message" => (path, offset, why) == ("payload.text", 21, &Malformed::Limit),
        "trailing_bytes" => *why == Malformed::Trailing && offset < end && path == "rest",
        "invalid_utf8" => *why == Malformed::Text && (path, offset) == text(line),
        "count_out_of_range" => {
            let rule = match (line.message.as_str(), version(line)) {
                ("BlockUpdate", _) => "1..=78",
                (_, Version::October) => "1..=7",
                (_, Version::November) => "1..=12",
            };
            *why == Malformed::Rule(rule.to_owned()) && path == "payload.count"
        }
        "not_ascending" => *why == Malformed::Rule("ascending(it.id)".to_owned()) && path == "payload.entities",
        "quat_out_of_range" => {
            matches!(why, Malformed::Rule(rule) if rule.ends_with("<= ONE_SQUARED")) && path.ends_with(".orientation")
        }
        other => return Err(format!("{other} is not known")),
    };
    if fits { Ok(()) } else { Err(format!("refused otherwise: {error}")) }
}

/// The text of a message, and where it begins in a datagram.
fn text(line: &Line) -> (&'static str, usize) {
    match (line.message.as_str(), version(line)) {
        ("Join", Version::October) => ("payload.world", 84),
        ("Join", Version::November) => ("payload.world", 62),
        ("SpawnEntity", Version::October) => ("payload.name", 116),
        ("SpawnEntity", Version::November) => ("payload.name", 94),
        ("Message", _) => ("payload.text", 21),
        _ => ("payload.name", 16),
    }
}

/// The size of a block that a line says something about.
fn size_of_block(line: &Line) -> u64 {
    let note = line.text("note").strip_prefix("block size field ");
    note.and_then(|note| note.split(' ').next()?.parse().ok()).unwrap_or(0)
}
