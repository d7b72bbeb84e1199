//! `wireform write`: makes packets out of fields, one or many. The mirror of `wireform read`.

use std::io::{self, BufWriter};

use serde_json::Value;
use wireform_build::interpret::{WriteError, write_in};

use crate::answer;
use crate::args::Write;
use crate::bytes::to_hex;
use crate::differs::without_differences;
use crate::input;
use crate::json::from_json;
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
        return many(&subject);
    }
    let arguments = subject.arguments()?;
    let text = match what.fields.as_deref() {
        None | Some("-") => input::stdin_text()?,
        Some(text) => text.to_owned(),
    };
    let fields: Value = serde_json::from_str(&text).map_err(|error| Stop::Usage(format!("not JSON: {error}")))?;
    let fields = without_differences(fields);
    let (bytes, unverified) = bytes(&subject, &fields, arguments).map_err(|error| Stop::Wrong(error.to_string()))?;
    if what.dec {
        let numbers: Vec<String> = bytes.iter().map(u8::to_string).collect();
        print(&format!("{}\n", numbers.join(" ")))?;
    } else {
        print(&format!("{}\n", to_hex(&bytes)))?;
    }
    unverified.iter().for_each(|one| tell(one));
    Ok(())
}

/// `{"fields": .., "with": ..}` a line.
fn many(subject: &Packet) -> Outcome {
    lines::each(
        io::stdin().lock(),
        BufWriter::with_capacity(1 << 16, io::stdout().lock()),
        |request, out| one(subject, request, out),
        answer::refused_request,
    )
}

fn one(subject: &Packet, request: &Request, out: &mut impl io::Write) -> io::Result<()> {
    let nothing = With::new();
    let prepared = answer::with(request, &nothing)
        .and_then(|with| subject.arguments_with(with))
        .and_then(|arguments| Ok((arguments, request.get("fields").ok_or("`fields` is missing")?)));
    let (arguments, fields) = match prepared {
        Ok(prepared) => prepared,
        Err(why) => return answer::refused_request(&why, out),
    };
    match bytes(subject, fields, arguments) {
        Ok((bytes, unverified)) => {
            write!(out, r#"{{"ok":true,"hex":"{}""#, to_hex(&bytes))?;
            if !unverified.is_empty() {
                let paths: Vec<&str> = unverified.iter().map(|one| one.path.as_str()).collect();
                write!(out, r#","unverified":{}"#, serde_json::json!(paths))?;
            }
            write!(out, "}}")
        }
        Err(error) => {
            answer::refused(error.kind.word(), Some((&error.message, &error.path)), None, &error.to_string(), out)
        }
    }
}

/// From JSON to the plain value, and from that to bytes; and which numbers in them nobody computed.
fn bytes(subject: &Packet, fields: &Value, known: Known) -> Result<(Vec<u8>, Vec<Unverified>), WriteError> {
    let value = from_json(&subject.protocol, subject.target, fields)?;
    let session = &mut known.session.clone();
    let bytes = write_in(&subject.protocol, subject.target, &value, &known.params, session)?;
    let unverified = unverified(subject, fields, &known, &bytes);
    Ok((bytes, unverified))
}
