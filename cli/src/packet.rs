//! What `read` and `write` have in common: the schema, what of it, and what has to be known besides the bytes.

use std::cell::RefCell;
use std::collections::HashSet;
use std::path::Path;

use wireform_build::Failure;
use wireform_build::interpret::Target;
use wireform_build::model::{Protocol, Schema};

use crate::args::{Imports, Subject};
use crate::print::tell;
use crate::shipped;
use crate::stop::{Outcome, Stop};
use crate::target::{target_in, target_of};
use crate::with::{self, Known, Needs, With};

/// A thing of a schema that packets are made of.
pub struct Packet {
    pub protocol: Protocol,
    pub target: Target,
    /// As given on the command line.
    with: With,
    needs: Needs,
    /// The names about which it was said that nothing needs them.
    ignored: RefCell<HashSet<String>>,
}

impl Packet {
    /// Compiles the schema and finds the name in it.
    pub fn find(subject: &Subject) -> Outcome<Self> {
        let schema = schema(&subject.schema, &subject.imports)?;
        let found = match subject.version.as_deref() {
            Some(version) => target_in(&schema, version.trim(), &subject.name),
            None => target_of(&schema, &subject.name),
        };
        let found = found.map_err(|unknown| Stop::Usage(unknown.to_string()))?;
        let with = with::from_options(&subject.with).map_err(Stop::Usage)?;
        let packet = Self::of(&schema, found, with);
        // Whether a value is missing shows later: the requests of --lines may have it.
        packet.ignore(&packet.with).map_err(Stop::Usage)?;
        Ok(packet)
    }

    fn of(schema: &Schema, (protocol, target): (&Protocol, Target), with: With) -> Self {
        let needs = Needs::of(schema, protocol, target);
        Self { protocol: protocol.clone(), target, with, needs, ignored: RefCell::default() }
    }

    /// A thing of a test's schema.
    #[cfg(test)]
    pub fn new(schema: &Schema, name: &str) -> Self {
        Self::of(schema, target_of(schema, name).expect("it is in the schema"), With::new())
    }

    /// What has to be known, from the command line alone.
    pub fn arguments(&self) -> Outcome<Known> {
        self.resolve(&self.with).map_err(Stop::Usage)
    }

    /// What has to be known, from the command line and a request; the request counts.
    pub fn arguments_with(&self, more: &With) -> Result<Known, String> {
        if more.is_empty() {
            return self.resolve(&self.with);
        }
        let mut all = self.with.clone();
        all.extend(more.iter().map(|(name, value)| (name.clone(), value.clone())));
        self.resolve(&all)
    }

    /// The option that gives a value of the session, to add to the error that it is unset.
    pub fn hint(&self, unset: &str) -> String {
        let option = with::session_option(&self.protocol, unset);
        option.map_or_else(String::new, |option| format!("; {option} says it"))
    }

    fn resolve(&self, with: &With) -> Result<Known, String> {
        self.ignore(with)?;
        with::arguments(&self.protocol, self.target, with)
    }

    /// Says which values nothing needs here, each once. Thus a script may give all that it knows for every message.
    fn ignore(&self, with: &With) -> Result<(), String> {
        for name in self.needs.unneeded(with)? {
            if self.ignored.borrow_mut().insert(name.to_owned()) {
                let target = self.target.name(&self.protocol);
                tell(&format!("note: `{name}` is ignored: nothing in `{target}` needs it"));
            }
        }
        Ok(())
    }
}

/// The meaning of a schema. Wrong examples are reported, and read and write all the same: an explained packet is the
/// way to a right example.
pub fn schema(schema: &Path, imports: &Imports) -> Outcome<Schema> {
    match shipped::load(schema, imports) {
        Ok(compiled) => Ok(compiled.schema),
        Err(Failure { schema: Some(schema), sources, diagnostics, .. }) => {
            if let Some(first) = diagnostics.first() {
                let source = sources.get(first.primary.span.file);
                let before = source.text.get(..first.primary.span.range().start).unwrap_or_default();
                let line = before.matches('\n').count().saturating_add(1);
                let more = match diagnostics.len() {
                    1 => String::new(),
                    2 => " (and 1 more mistake in examples)".to_owned(),
                    all => format!(" (and {} more mistakes in examples)", all.saturating_sub(1)),
                };
                let (place, title) = (source.path.display(), &first.title);
                tell(&format!("warning: {place}:{line}: {title}{more}; `wireform check` shows more"));
            }
            Ok(*schema)
        }
        Err(failure) => Err(failure.into()),
    }
}
