//! Samples in groups: those of a group are read as the same target, with the same things known before. Wireshark has a
//! protocol for each group, at a port of its own.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::captures::{Loaded, Sample};
use crate::dissector;
use crate::pcap::{Capture, Peer};
use crate::reading::Reading;

/// The port of the first group; the ports of clients are those from the second number on.
const FIRST_PORT: u16 = 30_000;
const CLIENTS: u16 = 40_000;

/// A group of samples.
#[derive(Debug)]
pub struct Group<'l> {
    /// The protocol's name in Wireshark: the prefix of its filters.
    pub name: String,
    /// The port of its server.
    pub port: u16,
    /// How its samples are read.
    pub reading: Reading<'l>,
    /// The samples.
    pub samples: Vec<Sample>,
}

/// The groups of samples of one schema.
#[must_use]
pub fn groups<'l>(all: &'l [Loaded], samples: &[Sample]) -> Vec<Group<'l>> {
    let mut groups: BTreeMap<String, Group<'l>> = BTreeMap::new();
    for sample in samples {
        let key = format!("{:?} {} {:?} {:?}", sample.version, sample.target, sample.params, sample.session);
        let index = groups.len();
        let new = || Group {
            name: format!("wire{index}"),
            port: FIRST_PORT + u16::try_from(index).expect("fewer groups than ports"),
            reading: Reading::of(sample, all),
            samples: Vec::new(),
        };
        groups.entry(key).or_insert_with(new).samples.push(sample.clone());
    }
    let mut groups: Vec<Group<'l>> = groups.into_values().collect();
    groups.sort_by_key(|group| group.port);
    groups
}

/// A dissector of a schema, which also registers a protocol for each group: as if each had a file of its own.
#[must_use]
pub fn script(schema: &str, options: &[&str], groups: &[Group<'_>]) -> String {
    let mut script = dissector(schema, options);
    for group in groups {
        let _ = writeln!(script, "wireshark.register(schema, {})", group.options());
    }
    script
}

impl Group<'_> {
    /// The options, as `wireform dissector` writes them.
    fn options(&self) -> String {
        let Self { name, port, reading, .. } = self;
        let (kind, target) = reading.subject();
        let version = reading.protocol.version.as_ref().map(|one| format!("version = {:?}, ", one.name));
        let known = reading.named_params().chain(reading.named_session());
        let with: String = known.map(|(name, code)| format!("[{name:?}] = \"{code}\", ")).collect();
        format!(
            "{{name = {name:?}, title = {name:?}, udp = \"{port}\", tcp = \"{port}\", {}packet = {{kind = {kind:?}, name = {target:?}}}, \
             with = {{{with}}}}}",
            version.unwrap_or_default()
        )
    }

    /// Adds a packet as a datagram of a conversation of its own.
    pub fn send(&self, capture: &mut Capture, bytes: &[u8]) -> u32 {
        let client = CLIENTS + u16::try_from(capture.frames() % 20_000).unwrap_or(0);
        let host = u8::try_from(capture.frames() / 20_000 + 1).expect("fewer frames than conversations");
        capture.udp(Peer::new(host, client), Peer::new(250, self.port), bytes)
    }
}
