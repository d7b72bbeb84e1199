//! What a line is about: a scalar, or messages of a family of one version.

use wireform_build::interpret::{self, Target};
use wireform_build::model::Protocol;

use super::line::Line;
use super::scalar::Scalar;
use crate::generated::Generated;
use crate::sauerbraten::targets;
use crate::sauerbraten::versions::Version;

/// What to do with a line.
pub enum Scope {
    /// Read, compare, write.
    Valid(Family),
    /// Read, and be refused.
    Invalid(Family),
    /// A number or a text by itself.
    Scalar(Scalar),
    /// Nothing, for this reason.
    Out(String),
}

/// A family, both ways.
pub struct Family {
    pub name: &'static str,
    pub version: Version,
    pub generated: Generated,
    /// Messages of it one after the other.
    pub stream: Target,
    /// One message of it.
    pub one: Target,
}

impl Family {
    fn new(version: Version, name: &'static str) -> Self {
        let one = interpret::target(version.protocol(), name).expect("a family of the schema");
        let stream = interpret::target(version.protocol(), &format!("[{name}]")).expect("messages of it");
        Self { name, version, generated: targets::named(version, name), stream, one }
    }

    pub fn protocol(&self) -> &'static Protocol {
        self.version.protocol()
    }
}

/// What to do with a line.
pub fn of(line: &Line) -> Scope {
    match line.message.as_str() {
        "putint" | "getint" => return Scope::Scalar(Scalar::int()),
        "putuint" | "getuint" => return Scope::Scalar(Scalar::uint()),
        "sendstring" | "getstring" => return Scope::Scalar(Scalar::text()),
        _ => {}
    }
    if let Some(reason) = not_yet(line) {
        return Scope::Out(reason);
    }
    let version = if line.is_260() { Version::V260 } else { Version::V259 };
    let family = Family::new(
        version,
        match (line.text("channel"), line.text("direction")) {
            ("0", _) => "Positions",
            (_, "c2s") => "ToServer",
            _ => "ToClient",
        },
    );
    if line.json["invalid"] == true { Scope::Invalid(family) } else { Scope::Valid(family) }
}

/// Why the schema does not describe a line yet.
fn not_yet(line: &Line) -> Option<String> {
    let of = |name: &str| line.message == name || line.messages().iter().any(|(theirs, _)| *theirs == name);
    if of("N_CLIENT") {
        return Some("N_CLIENT is a region".to_owned());
    }
    let held = |fields: &serde_json::Value| fields["flags"].to_string().contains("hold");
    let holds = line.messages().iter().any(|(theirs, fields)| *theirs == "N_INITFLAGS" && held(fields));
    holds.then(|| "N_INITFLAGS depends on the mode".to_owned())
}
