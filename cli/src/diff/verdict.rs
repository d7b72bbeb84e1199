//! Whether the reader of one schema reads the packets of the other's writer: by a proof, or by packets that are tried.

use std::collections::{BTreeMap, HashMap};

use wireform_build::interpret::{ReadError, Target};
use wireform_build::model::{Code, Protocol};

use super::packets::{Hints, Packet, Packets, Seeds, read};
use super::proof::{Loss, Obstacle, Proofs};
use super::values::{Differs, compare};

/// Whether a reader reads the packets of a writer, with the same values.
#[derive(Debug, Clone, PartialEq)]
pub enum Verdict {
    /// Proven: each packet is read, with the same values.
    Always,
    /// Proven: each packet is read, with the same values. Some have something that the reader does not know.
    Partly {
        /// The parts that it does not know.
        losses: Vec<Loss>,
    },
    /// Some packets are read with the same values, and this one is not.
    Some {
        /// A packet that is not.
        witness: Witness,
    },
    /// Proven: no packet is read, because the code before the message is another one.
    OtherCode,
    /// No packet was found that is read with the same values.
    Never {
        /// One of those that are not.
        witness: Witness,
        /// How many were tried.
        tried: usize,
    },
    /// Neither proven nor refuted: each packet that was tried is read with the same values.
    NotProven {
        /// How many were tried.
        tried: usize,
        /// Where the proof ends.
        obstacle: Obstacle,
    },
}

/// A packet of a writer for which the reader does not have the same value.
#[derive(Debug, Clone, PartialEq)]
pub struct Witness {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// The parameters and session values with which it was written and read.
    pub with: Vec<(String, Code)>,
    /// The result of reading it.
    pub outcome: Outcome,
}

/// The result of reading a packet that is not read as it was written.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// It rejects the packet.
    Rejected(ReadError),
    /// It has another value.
    Differs(Differs),
    /// It makes a field that the writer does not have of bytes that are something else: the path of the field.
    Made(String),
}

impl Verdict {
    /// The word in JSON.
    #[must_use]
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Always => "always",
            Self::Partly { .. } => "partly",
            Self::Some { .. } => "some",
            Self::OtherCode | Self::Never { .. } => "never",
            Self::NotProven { .. } => "not_proven",
        }
    }

    /// Whether some packet is not read with the same values.
    #[must_use]
    pub const fn is_broken(&self) -> bool {
        matches!(self, Self::Some { .. } | Self::OtherCode | Self::Never { .. })
    }

    /// The packet that shows it.
    #[must_use]
    pub const fn witness(&self) -> Option<&Witness> {
        match self {
            Self::Some { witness } | Self::Never { witness, .. } => Some(witness),
            Self::Always | Self::Partly { .. } | Self::OtherCode | Self::NotProven { .. } => None,
        }
    }
}

/// How many packets are tried where nothing is proven.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effort {
    /// If none is a counter-example.
    pub most: usize,
    /// After a counter-example, for a shorter one, if some packet is read.
    pub more: usize,
    /// If each is a counter-example.
    pub all: usize,
}

/// The least effort for a place at which other proofs have ended.
const LEAST: Effort = Effort { most: 150, more: 30, all: 150 };

/// So many proofs that end for one reason, at other places, count as one that ended at the same place: 2 to this power.
const REASONS_AS_PLACE: u32 = 3;

impl Effort {
    /// That of the command.
    pub const WHOLE: Self = Self { most: 1500, more: 150, all: 500 };

    /// The effort for a place at which so many proofs ended before, and so many others for the same reason: packets with it
    /// have been tried. Each repetition halves the effort.
    fn after(self, places: u32, reasons: u32) -> Self {
        let repetitions = places.max(reasons >> REASONS_AS_PLACE);
        let less = |count: usize, least: usize| count.checked_shr(repetitions).unwrap_or(0).max(count.min(least));
        let Self { most, more, all } = LEAST;
        Self { most: less(self.most, most), more: less(self.more, more), all: less(self.all, all) }
    }
}

/// One direction of a comparison: the packets of a writer for a reader.
pub struct Direction<'p> {
    writer: &'p Protocol,
    reader: &'p Protocol,
    proofs: Proofs<'p>,
    seeds: &'p Seeds,
    hints: &'p Hints,
    effort: Effort,
    /// How many proofs have ended for each reason, at each place and anywhere.
    ended: HashMap<(Option<String>, String), u32>,
}

impl<'p> Direction<'p> {
    /// The direction from a writer to a reader.
    pub fn new([writer, reader]: [&'p Protocol; 2], (seeds, hints): (&'p Seeds, &'p Hints), effort: Effort) -> Self {
        Self { writer, reader, proofs: Proofs::new(writer, reader), seeds, hints, effort, ended: HashMap::new() }
    }

    /// The verdict about one target.
    pub fn verdict(&mut self, target: Target, other: Target) -> Verdict {
        if self.proofs.has_other_code(target, other) {
            return Verdict::OtherCode;
        }
        match self.proofs.target(target, other) {
            Ok(losses) if losses.is_empty() => Verdict::Always,
            Ok(losses) => Verdict::Partly { losses },
            Err(obstacle) => {
                let [places, reasons] = [Some(obstacle.path.clone()), None].map(|path| {
                    let times = self.ended.entry((path, obstacle.why.clone())).or_default();
                    let before = *times;
                    *times = times.saturating_add(1);
                    before
                });
                let effort = self.effort.after(places, reasons);
                self.tried(target, other, obstacle, effort)
            }
        }
    }

    fn tried(&self, target: Target, other: Target, obstacle: Obstacle, effort: Effort) -> Verdict {
        let mut packets =
            Packets::new((self.writer, target), (self.reader, other), (self.seeds, self.hints), obstacle.at.as_ref());
        let mut known = None;
        let (mut tried, mut good, mut found): (usize, usize, Option<Witness>) = (0, 0, None);
        let mut since = 0;
        let Effort { most, more, all } = effort;
        while tried < most {
            let Some(packet) = packets.next_packet() else { break };
            tried = tried.saturating_add(1);
            let outcome = outcome(self.reader, other, &packet, &mut known);
            match outcome {
                None => good = good.saturating_add(1),
                Some(outcome) => {
                    let shorter = found.as_ref().is_none_or(|found| packet.bytes.len() < found.bytes.len());
                    if shorter {
                        found = Some(Witness { bytes: packet.bytes, with: packet.with, outcome });
                    }
                }
            }
            if found.is_some() {
                since = usize::saturating_add(since, 1);
            }
            if (since > more && good > 0) || since >= all {
                break;
            }
            // Perhaps all that are read lack the place at which the proof ends.
            if good == 0 && since.saturating_mul(2) >= all {
                packets.anywhere();
            }
        }
        match found {
            Some(witness) if good > 0 => Verdict::Some { witness },
            Some(witness) => Verdict::Never { witness, tried },
            None => Verdict::NotProven { tried, obstacle },
        }
    }
}

/// The result of reading a packet, if it is not read as it was written. `known` has the values that only the reader has,
/// of the first packet.
pub fn outcome(
    reader: &Protocol,
    target: Target,
    packet: &Packet,
    known: &mut Option<BTreeMap<String, String>>,
) -> Option<Outcome> {
    let value = match read(reader, target, packet) {
        Ok(value) => value,
        Err(error) => return Some(Outcome::Rejected(error)),
    };
    let compared = compare(&packet.value, &value);
    if let Some(differs) = compared.differs {
        return Some(Outcome::Differs(differs));
    }
    let known = known.get_or_insert_with(Default::default);
    if let Some(path) =
        compared.only_read.iter().find(|(path, value)| known.get(*path).is_some_and(|one| one != *value))
    {
        return Some(Outcome::Made(path.0.clone()));
    }
    known.extend(compared.only_read);
    None
}
