//! A target with its seeds, and a second witness of its packets: the compiler's interpreter, which reads and writes some of them.

use std::collections::BTreeSet;
use std::fmt::Debug;

use wireform_build::interpret;
use wireform_build::model::{Code, Protocol, Record, RecordId, Role, Schema, SessionId, SessionValues};
use wireform_cli::differences::{Kind, differences};

use crate::law::{Broken, Outcome, Verdict, broken, hex};
use crate::lossless;
use crate::seeds::seeds;
use crate::targets::{Game, Target, flags, mode, protocol, sequence};

/// Something to throw packets at.
pub struct Subject<'s> {
    pub target: &'static Target,
    pub seeds: Vec<Vec<u8>>,
    protocol: &'s Protocol,
    /// The same target, as the interpreter knows it.
    theirs: interpret::Target,
}

impl<'s> Subject<'s> {
    /// Looks for the target in its schema, and for its seeds.
    pub fn new(target: &'static Target, schema: &'s Schema) -> Result<Self, String> {
        let protocol = schema.version(target.module).unwrap_or(schema.newest());
        // An element of a list has a reader, and no name that the interpreter looks for.
        let is_element =
            |record: &Record| matches!(record.role, Role::Element { .. }) && record.name == target.own_name();
        let theirs = match protocol.records.iter().position(is_element) {
            Some(element) => interpret::Target::Record(RecordId(element)),
            None => wireform_cli::target::target(protocol, target.own_name()).map_err(|unknown| unknown.to_string())?,
        };
        Ok(Self { target, seeds: seeds(target, protocol), protocol, theirs })
    }

    /// The parameters that the target makes of a number, for the interpreter: arguments, and values of the session.
    fn known(&self, number: u64) -> (Vec<Code>, SessionValues) {
        let params = match self.theirs.params(self.protocol) {
            [] => Vec::new(),
            [_] => vec![Code::from(sequence(number))],
            _ => flags(number).map(Code::from).to_vec(),
        };
        let mut session = SessionValues::default();
        let said = match self.target.schema {
            "sauerbraten" => mode(number).map(|mode| mode.code().into()),
            "quake2" => protocol(number).map(Code::from),
            _ => None,
        };
        session.set(SessionId(0), said);
        (params, session)
    }

    /// Whether the interpreter reads as much of a packet and writes the same bytes, or refuses it as generated code does.
    pub fn agrees(&self, number: u64, bytes: &[u8], verdict: &Verdict, written: &[u8]) -> Result<(), Broken> {
        let (params, session) = self.known(number);
        let theirs = interpret::read_in(self.protocol, self.theirs, bytes, &params, &mut session.clone()).map(|read| {
            let (value, session) = (&read.value, &mut session.clone());
            let again = interpret::write_verified_in(self.protocol, self.theirs, value, &params, session, &Game);
            (
                bytes.len().saturating_sub(read.rest.len()),
                again.map(|bytes| hex(&bytes)).map_err(|error| word(error.kind)),
            )
        });
        let ours = match verdict.outcome {
            Outcome::Refused | Outcome::Late => None,
            Outcome::Unwritten(error) => Some((verdict.consumed, Err(word(error.kind())))),
            Outcome::Same | Outcome::Differs => Some((verdict.consumed, Ok(hex(written)))),
        };
        if ours.as_ref() == theirs.as_ref().ok() {
            return Ok(());
        }
        broken("the interpreter reads and writes the same", format!("{ours:?}, and the interpreter {theirs:?}"))
    }

    /// The kinds of differences between a packet that was read, and is written otherwise, and what is written.
    pub fn kinds_of(&self, number: u64, bytes: &[u8]) -> Result<BTreeSet<Kind>, Broken> {
        let (params, session) = self.known(number);
        let compared = |bytes: &[u8]| differences(self.protocol, self.theirs, bytes, &params, &session, &Game);
        let found = compared(bytes);
        let Ok(found) = found else { return broken("the interpreter writes what it reads", format!("{found:?}")) };
        match lossless::broken(&found, bytes, compared(&found.bytes)) {
            Some(law) => broken(law, format!("{:?}", found.differences)),
            None => Ok(found.differences.iter().filter_map(|one| one.kind).collect()),
        }
    }
}

/// The name of a reason not to write, which generated code and the interpreter have alike: `rule`.
pub fn word(kind: impl Debug) -> String {
    let name = format!("{kind:?}").to_lowercase();
    name.split(|letter: char| !letter.is_alphabetic()).next().unwrap_or_default().to_owned()
}
