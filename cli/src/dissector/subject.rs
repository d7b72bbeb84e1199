//! A target by the names of the model, in whichever version has it.

use wireform_build::interpret::Target;
use wireform_build::model::{Protocol, Schema};

use crate::model::names::Names;
use crate::target::{UnknownTarget, target, target_of};

/// The target of one packet, in the version that was searched first and has it.
#[derive(Debug, Clone, Copy)]
pub struct Subject<'s> {
    /// The version.
    pub protocol: &'s Protocol,
    /// The target in it.
    pub target: Target,
}

impl<'s> Subject<'s> {
    /// Finds a name in the newest version, or else in the latest that has it. A version in front of the name counts.
    pub fn find(schema: &'s Schema, name: &str) -> Result<Self, UnknownTarget> {
        let older = || schema.protocols().rev().find_map(|one| Some((one, target(one, name).ok()?)));
        let found = target_of(schema, name).or_else(|unknown| older().ok_or(unknown));
        found.map(|(protocol, target)| Self { protocol, target })
    }

    /// The word of the kind: `record`, `family` or `stream`.
    pub fn kind(&self) -> &'static str {
        match self.target {
            Target::Record(_) => "record",
            Target::Family(_) => "family",
            Target::Stream(_) => "stream",
        }
    }

    /// The name that the model has for it.
    pub fn name(&self) -> String {
        let names = Names::new(self.protocol);
        match self.target {
            Target::Record(id) => names.record(id).to_owned(),
            Target::Family(id) | Target::Stream(id) => names.family(id).to_owned(),
        }
    }

    /// The same target in another version, if it has one.
    pub fn within<'o>(&self, protocol: &'o Protocol) -> Option<Subject<'o>> {
        let name = self.name();
        let word = if let Target::Stream(_) = self.target { format!("[{name}]") } else { name };
        let target = target(protocol, &word).ok()?;
        Some(Subject { protocol, target })
    }
}
