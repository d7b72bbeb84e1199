//! `wireform write`: makes packets out of fields, one or many. The mirror of `wireform read`.

use std::fmt;
use std::io::{self, BufWriter};
use std::path::Path;
use std::sync::Arc;

use serde_json::Value;
use wireform_build::interpret::{WriteError, WriteErrorKind, read_lean, write_in};

use crate::answer;
use crate::args::Write;
use crate::bytes::{from_hex, to_hex};
use crate::changed::changed;
use crate::differs::has_differences;
use crate::input;
use crate::json::{Outside, from_json_noted, parse};
use crate::lines::{self, Request};
use crate::packet::Packet;
use crate::print::{print, tell};
use crate::stop::{Outcome, Stop};
use crate::unverified::{Unverified, unverified};
use crate::with::{Known, With};

/// Writes what the command line says.
pub fn write(what: &Write) -> Outcome {
    let subject = Packet::find(&what.subject)?;
    if what.lines {
        return many(&subject, what.strict);
    }
    let arguments = subject.arguments()?;
    let text = match what.fields.as_slice() {
        [] => input::stdin_text()?,
        [only] if only == "-" => input::stdin_text()?,
        // A shell takes JSON without quotes apart.
        words => words.join(" "),
    };
    let fields = parse(&text).map_err(|why| Stop::Usage(hinted(why, &text)))?;
    let Written { bytes, unverified, changed } =
        written(&subject, &fields, arguments, false, what.strict).map_err(|refused| Stop::Wrong(refused.text))?;
    if what.dec {
        let numbers: Vec<String> = bytes.iter().map(u8::to_string).collect();
        print(&format!("{}\n", numbers.join(" ")))?;
    } else {
        print(&format!("{}\n", to_hex(&bytes)))?;
    }
    unverified.iter().for_each(|one| tell(one));
    changed.iter().for_each(|(path, how)| tell(&format!("note: {path}: {how}")));
    Ok(())
}

/// JSON that a shell took the quotes from, and the name of a file in its place, are the usual mistakes.
fn hinted(why: String, text: &str) -> String {
    let name = text.trim().trim_start_matches('@');
    if text.is_ascii() && !text.contains(['"', '\'', '`']) && text.contains(':') {
        format!("{why}; in a shell put all of the JSON into single quotes, '..'")
    } else if !name.contains('\n') && (name.ends_with(".json") || Path::new(name).is_file()) {
        format!("{why}; `{name}` is the name of a file: give its content, as `< {name}`")
    } else if from_hex(text).is_ok_and(|bytes| !bytes.is_empty()) {
        format!("{why}; `write` makes bytes, and `wireform read` takes them")
    } else {
        why
    }
}

/// `{"fields": .., "with": ..}` a line.
fn many(subject: &Packet, strict: bool) -> Outcome {
    lines::each(
        io::stdin().lock(),
        BufWriter::with_capacity(1 << 16, io::stdout().lock()),
        |request, out| one(subject, request, strict, out),
        answer::refused_request,
    )
}

fn one(subject: &Packet, request: &Request, strict: bool, out: &mut impl io::Write) -> io::Result<()> {
    let nothing = With::new();
    let prepared = answer::with(request, &nothing)
        .and_then(|with| subject.arguments_with(with))
        .and_then(|arguments| Ok((arguments, request.get("fields").ok_or("`fields` is missing")?)));
    let (arguments, fields) = match prepared {
        Ok(prepared) => prepared,
        Err(why) => return answer::refused_request(&why, out),
    };
    match written(subject, fields, arguments, has_differences(request), strict) {
        Ok(Written { bytes, unverified, changed }) => {
            write!(out, r#"{{"ok":true,"hex":"{}""#, to_hex(&bytes))?;
            let unverified: Vec<&str> = unverified.iter().map(|one| one.path.as_str()).collect();
            let changed: Vec<&str> = changed.iter().map(|(path, _)| path.as_str()).collect();
            for (key, paths) in [("unverified", unverified), ("changed", changed)] {
                if !paths.is_empty() {
                    write!(out, r#","{key}":{}"#, serde_json::json!(paths))?;
                }
            }
            write!(out, "}}")
        }
        Err(Refused { kind, message, path, text }) => answer::refused(kind, Some((&message, &path)), None, &text, out),
    }
}

/// A packet that was made from fields.
pub struct Written {
    bytes: Vec<u8>,
    /// Its numbers that nobody computed.
    unverified: Vec<Unverified>,
    /// Its numbers that are not the given ones: the path of each, and what was written for what.
    changed: Vec<(String, String)>,
}

/// Why there is no packet.
pub struct Refused {
    kind: &'static str,
    message: String,
    path: String,
    text: String,
}

/// From JSON to the plain value, and from that to bytes. `differs`: the reader of these fields has said which of their
/// bytes are written otherwise. `strict`: nothing is.
pub fn written(
    subject: &Packet,
    fields: &Value,
    known: Known,
    differs: bool,
    strict: bool,
) -> Result<Written, Refused> {
    let Packet { protocol, target, .. } = subject;
    let refused = |error: WriteError| {
        let hint = match &error.kind {
            WriteErrorKind::Session(unset) => subject.hint(unset),
            _ => String::new(),
        };
        let (kind, text) = (error.kind.word(), format!("{error}{hint}"));
        Refused { kind, message: error.message, path: error.path, text }
    };
    let (value, outside) = from_json_noted(protocol, *target, fields).map_err(refused)?;
    let bytes = write_in(protocol, *target, &value, &known.params, &mut known.session.clone()).map_err(refused)?;
    let unverified = unverified(subject, fields, &known, &bytes);
    drop(value);
    let packet = Arc::from(bytes.as_slice());
    let again = read_lean(protocol, *target, &packet, (&known.params, &known.session), None);
    let replaced = again.map_or(Vec::new(), |again| changed(protocol, fields, &again.value));
    let refuse = |path: &str, how: &dyn fmt::Display| {
        let (message, path) = (target.name(protocol).to_owned(), path.to_owned());
        let dot = if path.starts_with('[') { "" } else { "." };
        let text = format!("{message}{dot}{path}: {how}");
        Refused { kind: WriteErrorKind::Range.word(), message, path, text }
    };
    if let Some(one) = replaced.iter().find(|one| !one.with_meaning) {
        return Err(refuse(&one.path, one));
    }
    let noted = |one: &Outside| (one.path.clone(), one.to_string());
    let replaced = replaced.into_iter().filter(|_| !differs).map(|one| (one.path.clone(), one.to_string()));
    let changed: Vec<_> = outside.iter().map(noted).chain(replaced).collect();
    match changed.first() {
        Some((path, how)) if strict => Err(refuse(path, &format!("{how}, which `--strict` refuses"))),
        _ => Ok(Written { bytes, unverified, changed }),
    }
}
