//! Right packets of whatever can be read by itself: the examples of its schema, and then random ones.

use wireform_build::interpret::{self, Target};
use wireform_build::model::{Example, ExampleKind, Protocol};

use crate::schemas::Known;
use crate::schemas::package;
use crate::schemas::values::Values;

/// Longer ones say no more, and much is done with each.
const LONGEST: usize = 1000;

/// So many random values are made for each that is wanted.
const ATTEMPTS: usize = 20;

/// All that can be read by itself.
pub fn targets(protocol: &Protocol) -> impl Iterator<Item = Target> {
    package::targets(protocol).into_iter().filter(|target| !matches!(target, Target::Stream(_)))
}

/// Packets of one message, struct or family, each with what its receiver knows.
pub struct Packets<'p> {
    protocol: &'p Protocol,
    target: Target,
    /// What every receiver knows, if that is said.
    known: Option<Known>,
    /// The first last.
    examples: Vec<(Vec<u8>, Known)>,
    values: Values<'p>,
}

impl<'p> Packets<'p> {
    pub fn new(protocol: &'p Protocol, target: Target, known: Option<Known>) -> Self {
        let examples: Vec<&Example> = match target {
            Target::Record(id) => protocol.records[id.0].examples.iter().collect(),
            // Of messages that know what the family does.
            Target::Family(id) | Target::Stream(id) => {
                let members = protocol.families[id.0].members.iter().filter(|one| one.args.is_empty());
                members.flat_map(|one| &protocol.records[one.record.0].examples).collect()
            }
        };
        let mut values = Values::new(protocol, 1);
        let unknown = values.known(target.params(protocol)).params;
        let right = examples.into_iter().rev().filter(|one| !matches!(one.kind, ExampleKind::Refuses { .. }));
        let right = right.map(|one| {
            let params = if one.params.is_empty() { unknown.clone() } else { one.params.clone() };
            (one.bytes.clone(), Known { params, session: one.session.clone() })
        });
        let right = right.filter(|(_, other)| known.as_ref().is_none_or(|known| known == other));
        Self { protocol, target, examples: right.collect(), values, known }
    }

    /// So many of them, or fewer where hardly a random value can be written.
    pub fn several(mut self, count: usize) -> impl Iterator<Item = (Vec<u8>, Known)> {
        (0..count * ATTEMPTS).filter_map(move |_| self.next()).take(count)
    }

    fn next(&mut self) -> Option<(Vec<u8>, Known)> {
        let (bytes, known) = self.examples.pop().or_else(|| self.random())?;
        let right = interpret::read_in(self.protocol, self.target, &bytes, &known.params, &mut known.session.clone());
        (bytes.len() <= LONGEST && right.is_ok()).then_some((bytes, known))
    }

    fn random(&mut self) -> Option<(Vec<u8>, Known)> {
        let random = self.values.known(self.target.params(self.protocol));
        let known = self.known.clone().unwrap_or(random);
        let value = self.values.of(self.target, &known.params);
        let mut session = known.session.clone();
        let written = interpret::write_in(self.protocol, self.target, &value, &known.params, &mut session);
        written.ok().map(|bytes| (bytes, known))
    }
}
