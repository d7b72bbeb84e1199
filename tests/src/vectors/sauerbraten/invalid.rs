//! Packets that a strict reader refuses: at the field and the offset that the line gives.
//!
//! Two things are said in other words here. Of a field of raw bytes a line gives the offset of the first byte that is
//! missing; ours is where the field begins. And of a text that is too long a line names no field.

use wireform_build::interpret::{self, ReadError, ReadErrorKind};

use super::super::line::Line;
use super::super::tally::Tally;
use super::scope::Family;
use crate::laws::agree;
use crate::sauerbraten::{names, targets};

pub fn check(line: &Line, family: &Family, tally: &mut Tally) -> Result<(), String> {
    // Nothing at all is a packet without messages; that a message is missing shows when one is read.
    let target = if line.bytes.is_empty() { family.one } else { family.stream };
    let theirs = interpret::read(family.protocol(), target, &line.bytes, &[]);
    let error = theirs.err().ok_or("the interpreter reads it")?;
    let one = targets::named(family.version, family.name);
    if agree(if line.bytes.is_empty() { &one } else { &family.packet }, &line.bytes) {
        return Err("it is read as a packet".to_owned());
    }
    place(line, family, &error)?;
    tally.refused += 1;
    Ok(())
}

fn place(line: &Line, family: &Family, error: &ReadError) -> Result<(), String> {
    let (Some(field), Some(offset)) = (line.json["field"].as_str(), line.json["field_offset"].as_u64()) else {
        return overlong(line, error);
    };
    let offset = offset as usize;
    let unknown = line.text("why").starts_with("unknown message type");
    let kind_fits = match error.kind {
        ReadErrorKind::Truncated { needed } => !unknown && needed > 0,
        ReadErrorKind::Malformed(interpret::Malformed::Code) => unknown,
        ReadErrorKind::Malformed(_) | ReadErrorKind::Session(_) => false,
    };
    // The size of a region is told as the region's; a line gives the offset of its message.
    if field == "len" {
        let count = ReadErrorKind::Malformed(interpret::Malformed::Count);
        let fits =
            error.path == "within" && (error.kind == count || matches!(error.kind, ReadErrorKind::Truncated { .. }));
        return if fits && offset == 0 { Ok(()) } else { Err(format!("refused otherwise: {error}")) };
    }
    let raw_bytes = line.text("why") == "truncated raw byte field";
    let offset_fits =
        if raw_bytes { offset == line.bytes.len() && error.offset <= offset } else { error.offset == offset };
    let path_fits = if field == "type" {
        error.path == "code"
    } else {
        let message = message_of(family, error).ok_or_else(|| format!("{} is not known", error.message))?;
        names::field(message, field).as_deref() == Some(error.path.as_str())
    };
    if kind_fits && offset_fits && path_fits { Ok(()) } else { Err(format!("refused otherwise: {error}")) }
}

fn message_of(family: &Family, error: &ReadError) -> Option<&'static names::Message> {
    names::all(family.name).find(|message| message.ours == error.message)
}

fn overlong(line: &Line, error: &ReadError) -> Result<(), String> {
    let fits = line.text("origin") == "overlong string"
        && error.kind == ReadErrorKind::Malformed(interpret::Malformed::Limit)
        && line.text("why").starts_with(&error.path);
    if fits { Ok(()) } else { Err(format!("refused otherwise: {error}")) }
}
