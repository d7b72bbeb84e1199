//! Which lines are about what the schema describes, and why the others are not.

use std::sync::LazyLock;

use wireform_build::interpret::{self, Target};
use wireform_build::model::{Protocol, Role};

use super::line::Line;
use crate::generated::Generated;
use crate::sauerbraten::{names, scalars, targets};

/// The schema, for the interpreter.
pub static SAUERBRATEN: LazyLock<Protocol> = LazyLock::new(|| load("../schema/sauerbraten.wire"));

/// Its scalars by themselves.
pub static SCALARS: LazyLock<Protocol> = LazyLock::new(|| load("schema/scalars.wire"));

fn load(path: &str) -> Protocol {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    match wireform_build::load(path) {
        Ok(compiled) => compiled.schema.first,
        Err(failure) => panic!("{}", failure.render(false)),
    }
}

/// What to do with a line.
pub enum Scope {
    /// Read, compare, write.
    Valid(Family),
    /// Read, and be refused.
    Invalid(Family),
    /// A number or a text by itself.
    Scalar(Generated),
    /// Nothing, for this reason.
    Out(String),
}

/// A family, both ways.
pub struct Family {
    pub name: &'static str,
    pub generated: Generated,
    /// Messages of it one after the other.
    pub stream: Target,
    /// One message of it.
    pub one: Target,
}

/// The family of this name.
pub fn family(name: &'static str) -> Family {
    let generated = match name {
        "Positions" => targets::POSITIONS,
        "ToServer" => targets::TO_SERVER,
        _ => targets::TO_CLIENT,
    };
    let one = interpret::target(&SAUERBRATEN, name).expect("a family of the schema");
    let stream = interpret::target(&SAUERBRATEN, &format!("[{name}]")).expect("messages of it");
    Family { name, generated, stream, one }
}

/// From this code on, 260 has other codes than 259.
const SHIFTED: i128 = 50;

/// What to do with a line.
pub fn of(line: &Line) -> Scope {
    match line.message.as_str() {
        "putint" | "getint" => return Scope::Scalar(scalars::INT),
        "putuint" | "getuint" => return Scope::Scalar(scalars::UINT),
        "sendstring" | "getstring" => return Scope::Scalar(scalars::STR),
        _ => {}
    }
    let family = family(match (line.text("channel"), line.text("direction")) {
        ("0", _) => "Positions",
        (_, "c2s") => "ToServer",
        _ => "ToClient",
    });
    if line.json["invalid"] == true { invalid(line, family) } else { valid(line, family) }
}

fn valid(line: &Line, family: Family) -> Scope {
    for (theirs, _) in line.messages() {
        if let Some(reason) = foreign(line, &family, theirs) {
            return Scope::Out(reason);
        }
    }
    Scope::Valid(family)
}

/// Why a message is none of the family's.
fn foreign(line: &Line, family: &Family, theirs: &str) -> Option<String> {
    let Some(code) = names::message(theirs).and_then(|known| code_in(family, known.ours)) else {
        return Some(format!("{theirs} is not in {}", family.name));
    };
    if line.is_260() && code >= SHIFTED {
        return Some(format!("{theirs} has another code in 260"));
    }
    (line.is_260() && theirs == "N_RESUME").then(|| format!("{theirs} has one more field in 260"))
}

/// The code of a message, if it belongs to the family.
fn code_in(family: &Family, message: &str) -> Option<i128> {
    let protocol = &*SAUERBRATEN;
    let family = protocol.families.iter().find(|one| one.name == family.name)?;
    let member = family.members.iter().find(|member| member.name == message)?;
    match protocol.records[member.record.0].role {
        Role::Message { code } => code.map(|code| code.code),
        Role::Struct | Role::Element { .. } => None,
    }
}

/// What is invalid in the later version may be valid in the earlier one, or invalid elsewhere: up to the place that
/// the line names, only codes may come that mean the same in both.
fn invalid(line: &Line, family: Family) -> Scope {
    let mut at = 0;
    while let Some(first) = line.bytes.get(at) {
        if line.is_260() && (SHIFTED..=0x72).contains(&i128::from(*first)) {
            return Scope::Out(format!("{first} is another message in 260"));
        }
        match (family.generated.read)(&line.bytes[at..]) {
            Ok(read) => at += read.bytes.len(),
            Err(error) if error.path == "code" && line.message != "UNKNOWN" && at == 0 => {
                return Scope::Out(format!("{} is not in {}", line.message, family.name));
            }
            Err(_) => break,
        }
    }
    Scope::Invalid(family)
}
