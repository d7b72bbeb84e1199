//! A case of a law: a packet, or a value to be written, with its reader and writer.

use std::cell::OnceCell;
use std::fmt;

use wireform_build::interpret::{Hooks, Read as Interpreted, ReadError, Target, Unknown, Value, read_in};
use wireform_build::model::Protocol;

use crate::generated::{Generated, Read, Written, session};
use crate::schemas::Known;
use crate::schemas::package::Functions;

/// A packet. Both readers are asked once.
pub struct Case<'c> {
    pub protocol: &'c Protocol,
    pub target: Target,
    pub bytes: &'c [u8],
    pub known: Known,
    pub functions: &'c dyn Hooks,
    /// Generated code, where the tests have it.
    pub generated: Option<&'c Generated>,
    /// The value that these bytes are, as generated code has written it; or that it refused to write.
    pub value: Option<&'c Written>,
    found: OnceCell<Result<Read, ReadError>>,
    interpreted: OnceCell<Result<Interpreted<'c>, ReadError>>,
}

impl<'c> Case<'c> {
    /// For the interpreter, and the functions that stand for those of any program.
    pub fn new(protocol: &'c Protocol, target: Target, bytes: &'c [u8], known: Known) -> Self {
        let (found, interpreted) = Default::default();
        Self { protocol, target, bytes, known, functions: &Functions, generated: None, value: None, found, interpreted }
    }

    /// For generated code as well.
    pub fn of(generated: &'c Generated, bytes: &'c [u8]) -> Self {
        let known = Known { params: generated.params.to_vec(), session: session(generated.protocol) };
        let functions: &dyn Hooks = match generated.functions {
            Some(functions) => functions,
            None => &Unknown,
        };
        let case = Self::new(generated.protocol, generated.target(), bytes, known).with(functions);
        Self { generated: Some(generated), ..case }
    }

    /// With these functions of the program.
    pub fn with(self, functions: &'c dyn Hooks) -> Self {
        Self { functions, ..self }
    }

    /// The bytes as which a value was written, if it was.
    pub fn written_as(self, value: &'c Written) -> Self {
        Self { value: Some(value), ..self }
    }

    /// Generated code with what it says of the bytes.
    pub fn found(&self) -> Option<(&'c Generated, &Result<Read, ReadError>)> {
        self.generated.map(|generated| (generated, self.found.get_or_init(|| (generated.read)(self.bytes))))
    }

    /// The interpreter's verdict on them.
    pub fn interpreted(&self) -> &Result<Interpreted<'c>, ReadError> {
        self.interpreted.get_or_init(|| match self.generated {
            Some(generated) => generated.interpret(self.bytes),
            None => {
                read_in(self.protocol, self.target, self.bytes, &self.known.params, &mut self.known.session.clone())
            }
        })
    }

    /// The value that both read of them, if they do.
    pub fn read(&self) -> Option<(&'c Generated, &Read, &Interpreted<'c>)> {
        let (generated, found) = self.found()?;
        Some((generated, found.as_ref().ok()?, self.interpreted().as_ref().ok()?))
    }

    /// The same by itself, or why the interpreter refuses the bytes.
    pub fn into_read(self) -> Result<(Read, Value), ReadError> {
        let interpreted = self.interpreted().as_ref().map(|read| read.value.clone()).map_err(ReadError::clone)?;
        let found = self.found.into_inner().expect("a law has asked generated code");
        Ok((found?, interpreted))
    }
}

impl fmt::Display for Case<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { protocol, target, bytes, known, .. } = self;
        let name = self.generated.map_or(target.name(protocol), |generated| generated.name);
        write!(f, "{} {name} from {bytes:02x?}, {known:?}", protocol.name)
    }
}
