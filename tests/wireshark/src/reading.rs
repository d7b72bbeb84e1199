//! How a packet is read: the version, the target, and what is known before.

use wireform_build::interpret::{ReadError, Step, Target, read_in, trace};
use wireform_build::model::{Code, FamilyId, Protocol, SessionId, SessionValues};
use wireform_cli::target::{full_name, target};

use crate::captures::{Loaded, Sample};

/// The way of a sample.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading<'l> {
    /// The version.
    pub protocol: &'l Protocol,
    /// Its index, from 0.
    pub version: usize,
    /// The target in it.
    pub target: Target,
    /// The parameters of the target.
    pub params: Vec<Code>,
    /// The known values of the session.
    pub session: SessionValues,
}

impl<'l> Reading<'l> {
    /// That of a sample, among schemas that have its own.
    ///
    /// # Panics
    /// If the sample has a name that the schema lacks.
    #[must_use]
    pub fn of(sample: &Sample, all: &'l [Loaded]) -> Self {
        let loaded = all.iter().find(|one| one.path == sample.schema).expect("its schema");
        let name = |one: &Protocol| one.version.as_ref().map(|version| version.name.clone());
        let found = loaded.schema.protocols().enumerate().find(|(_, one)| name(one) == sample.version);
        let (version, protocol) = found.unwrap_or_else(|| panic!("{}: no version", sample.origin));
        let target = target(protocol, &sample.target).unwrap_or_else(|error| panic!("{}: {error}", sample.origin));
        let value =
            |all: &[(String, Code)], name: &str| all.iter().find(|(one, _)| one == name).map(|(_, value)| *value);
        let params = target.params(protocol).iter().map(|param| value(&sample.params, &param.name));
        let params = params.map(|value| value.expect("each parameter")).collect();
        let mut session = SessionValues::default();
        for (id, one) in protocol.sessions.iter().enumerate() {
            session.set(SessionId(id), value(&sample.session, &one.name));
        }
        Self { protocol, version, target, params, session }
    }

    /// The kind and the name of the target, as the model has them.
    #[must_use]
    pub fn subject(&self) -> (&'static str, String) {
        let protocol = self.protocol;
        match self.target {
            Target::Record(id) => ("record", full_name(protocol, id)),
            Target::Family(FamilyId(id)) => ("family", protocol.families[id].name.clone()),
            Target::Stream(FamilyId(id)) => ("stream", protocol.families[id].name.clone()),
        }
    }

    /// The steps of the interpreter, and the number of bytes that it leaves, or why it refuses the packet.
    pub fn trace(&self, bytes: &[u8]) -> (Vec<Step>, Result<usize, ReadError>) {
        let (steps, read) = trace(self.protocol, self.target, bytes, &self.params, &self.session);
        (steps, read.map(|read| read.rest.len()))
    }

    /// Whether the interpreter reads all of a packet.
    ///
    /// # Errors
    /// Why it does not.
    pub fn whole(&self, bytes: &[u8]) -> Result<(), String> {
        match read_in(self.protocol, self.target, bytes, &self.params, &mut self.session.clone()) {
            Ok(read) if read.rest.is_empty() => Ok(()),
            Ok(read) => Err(format!("{} bytes are left", read.rest.len())),
            Err(error) => Err(error.to_string()),
        }
    }

    /// The parameters by their names.
    pub fn named_params(&self) -> impl Iterator<Item = (&str, Code)> {
        let params = self.target.params(self.protocol).iter().zip(&self.params);
        params.map(|(param, code)| (param.name.as_str(), *code))
    }

    /// The known values of the session by their names.
    pub fn named_session(&self) -> impl Iterator<Item = (&str, Code)> {
        let all = self.protocol.sessions.iter().enumerate();
        all.filter_map(|(id, one)| Some((one.name.as_str(), self.session.get(SessionId(id))?)))
    }
}
