//! `wireform read`: explains a packet, or gives its fields as JSON, one packet or many.

use std::io::{self, BufWriter, Write};
use std::sync::Arc;

use wireform_build::interpret::{self, ReadError, ReadErrorKind, Unknown, WriteError, read_lean};

use crate::answer;
use crate::args::Read;
use crate::bytes::{from_dec, from_hex, other_form, to_hex};
use crate::differences::{Difference, rewritten};
use crate::differs;
use crate::explain::{Explained, Survey};
use crate::input;
use crate::json::{text, write_json};
use crate::lines::{self, Request};
use crate::meant::{meant, with_byte};
use crate::packet::Packet;
use crate::print::{printed, tell};
use crate::stop::{Outcome, Stop};
use crate::table::caret;
use crate::with::{Known, With};

/// Reads what the command line says.
pub fn read(what: &Read) -> Outcome {
    let subject = Packet::find(&what.subject)?;
    if what.lines {
        return many(&subject);
    }
    let arguments = subject.arguments()?;
    let (bytes, given) = bytes(what)?;
    let bytes: Arc<[u8]> = bytes.into();
    let given = given.as_deref().filter(|_| !what.dec);
    let refused = |error: ReadError| {
        let told = told(&subject, &bytes, &error, &arguments, given);
        Stop::Wrong(format!("{told}\n{}", caret(&bytes, error.offset, what.dec).trim_end()))
    };
    if what.json {
        let (read, differs) = packet(&subject, &bytes, &arguments).map_err(refused)?;
        printed(|out| {
            write_json(&subject.protocol, subject.target, &read.value, out)?;
            out.write_all(b"\n")
        })?;
        let mut beside: Vec<String> = differs.iter().flatten().map(differs::line).collect();
        beside.extend(differs.err().map(|error| format!("not written: {error}")));
        if !read.rest.is_empty() {
            beside.push(format!("bytes left over: {}", to_hex(read.rest)));
        }
        beside.iter().for_each(|line| tell(line));
        return whole(&read);
    }
    // What was understood before an error is the better part of its explanation.
    let known = &arguments;
    let explained = Explained { subject: &subject, known, packet: &bytes, docs: what.docs, decimal: what.dec };
    let mut survey = explained.survey();
    printed(|out| explain(&explained, &mut survey, out))?;
    survey.outcome.map_err(refused).and_then(|read| whole(&read))
}

/// Explains a packet.
pub fn explain<'a>(explained: &Explained<'a>, survey: &mut Survey<'a>, out: &mut dyn Write) -> io::Result<()> {
    let Explained { subject, packet, known, .. } = explained;
    let differs = survey.outcome.as_ref().map_or(Ok(Vec::new()), |read| differences(subject, packet, read, known));
    explained.complete(survey, differs.as_deref().unwrap_or_default());
    explained.print(survey, differs.as_ref().err(), out)
}

/// A script can tell by the exit code that bytes are left over.
fn whole(read: &interpret::Read<'_>) -> Outcome {
    if read.rest.is_empty() { Ok(()) } else { Err(Stop::LeftOver) }
}

/// A packet's value and trace, and the differences to the bytes that would be written.
pub fn packet<'b>(
    subject: &Packet,
    bytes: &'b Arc<[u8]>,
    known: &Known,
) -> Result<(interpret::Read<'b>, Result<Vec<Difference>, WriteError>), ReadError> {
    let read = read_lean(&subject.protocol, subject.target, bytes, (&known.params, &known.session), None)?;
    let differs = differences(subject, bytes, &read, known);
    Ok((read, differs))
}

fn differences(
    subject: &Packet,
    bytes: &[u8],
    read: &interpret::Read<'_>,
    known: &Known,
) -> Result<Vec<Difference>, WriteError> {
    let Packet { protocol, target, .. } = subject;
    let found = rewritten(protocol, *target, bytes, read, &known.params, &known.session, &Unknown)?;
    Ok(found.differences)
}

/// An error in words, with its help.
fn told(subject: &Packet, bytes: &[u8], error: &ReadError, known: &Known, text: Option<&str>) -> String {
    let hint = match &error.kind {
        ReadErrorKind::Session(unset) => subject.hint(unset),
        ReadErrorKind::Truncated { .. } | ReadErrorKind::Malformed(_) => meant(subject, bytes, error, known, text),
    };
    format!("{}{hint}", with_byte(error.clone(), bytes))
}

/// The packet: from the command line, a file, or standard input; and as text, if it was given so.
fn bytes(what: &Read) -> Outcome<(Vec<u8>, Option<String>)> {
    if let Some(path) = &what.file {
        let bytes = if path.as_os_str() == "-" { input::stdin() } else { input::file(path) };
        return bytes.map(|bytes| (bytes, None));
    }
    let text = match what.bytes.as_slice() {
        [] => input::stdin_text()?,
        [only] if only == "-" => input::stdin_text()?,
        words => words.join(" "),
    };
    let bytes = if what.dec { from_dec(&text) } else { from_hex(&text) };
    let bytes = bytes.map_err(|why| {
        let hint = if what.dec { None } else { other_form(&text) };
        Stop::Usage(hint.map_or(why.clone(), |hint| format!("{why}; {hint}")))
    })?;
    Ok((bytes, Some(text)))
}

/// `{"hex": .., "with": ..}` a line.
fn many(subject: &Packet) -> Outcome {
    lines::each(
        io::stdin().lock(),
        BufWriter::with_capacity(1 << 16, io::stdout().lock()),
        |request, out| one(subject, request, out),
        answer::refused_request,
    )
}

pub fn one(subject: &Packet, request: &Request, out: &mut impl Write) -> io::Result<()> {
    let nothing = With::new();
    let prepared =
        answer::with(request, &nothing).and_then(|with| subject.arguments_with(with)).and_then(|arguments| {
            let hex = request.get("hex").and_then(|hex| hex.as_str()).ok_or("`hex` is missing, or no text")?;
            Ok((arguments, Arc::from(from_hex(hex)?)))
        });
    let (arguments, bytes) = match prepared {
        Ok(prepared) => prepared,
        Err(why) => return answer::refused_request(&why, out),
    };
    match packet(subject, &bytes, &arguments) {
        Ok((read, differs)) => {
            out.write_all(br#"{"ok":true,"fields":"#)?;
            write_json(&subject.protocol, subject.target, &read.value, out)?;
            write!(out, r#","rest":"{}""#, to_hex(read.rest))?;
            match differs {
                Ok(none) if none.is_empty() => {}
                Ok(differences) => write!(out, r#","differs":{}"#, text(&differs::to_json(&differences)))?,
                Err(error) => write!(out, r#","unwritten":"{}""#, error.kind.word())?,
            }
            out.write_all(b"}")
        }
        Err(error) => answer::refused(
            error.kind.word(),
            Some((&error.message, &error.path)),
            Some(error.offset),
            &told(subject, &bytes, &error, &arguments, None),
            out,
        ),
    }
}
