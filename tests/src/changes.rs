//! What changes packets in place, of all shipped protocols: whatever the packet and the number, it becomes what the
//! interpreter says, or stays as it is for the reason that the interpreter has.
//!
//! The interpreter reads the packet, gives the field another value and writes it: so it knows whether its place can hold
//! that, and how many bytes it takes. Of all others none may change, overlong numbers included.

mod lists;
mod setters;

use std::collections::BTreeSet;
use std::panic::AssertUnwindSafe;
use std::sync::LazyLock;

use wireform::{Error, ErrorKind, Unwritable};
use wireform_build::interpret::{self, ReadError, StepKind, Target, Value};
use wireform_build::model::{Part, Protocol, Wire};

use crate::allocations::none;
use crate::cuts::path;
use crate::generated::{Generated, refused, session};
use crate::laws::agree;
use crate::protocols::{self, TARGETS};
use crate::right::Packets;
use crate::rng::Rng;
use crate::schemas::Known;
use crate::share::{part, share};
use crate::show::plain;
use setters::setters;

/// How many right packets of each message and struct are changed, and by how many numbers each of their fields; the same in
/// the long test.
const CHANGED: [usize; 2] = [2, 8];
const CHANGED_LONG: [usize; 2] = [6, 12];
/// A field is changed so often anew until it was set in place.
const ROUNDS: usize = 8;

/// Flags, which are written as 0 or 1: a byte of the numbers of variable width that they stand in.
const SHORT: [&str; 10] = [
    "EditMode set_on",
    "Spectator set_on",
    "to_client::DemoPlayback set_on",
    "to_client::InvisibleFlag set_invisible",
    "to_client::PauseGame set_on",
    "to_client::ServerInfo set_password_required",
    "to_server::BotBalance set_on",
    "to_server::PauseGame set_on",
    "to_server::RecordDemo set_on",
    "to_server::SetMaster set_on",
];

/// All functions that change a field.
pub static CHANGES: LazyLock<Vec<Change>> = LazyLock::new(lists::all);

/// One function that changes a field, and the one that writes the packet anew, if there is such.
pub struct Change {
    /// The module of the type in generated code, and the name of what it changes.
    module: &'static str,
    name: &'static str,
    protocol: &'static LazyLock<Protocol>,
    /// `set_cn`, and `rewrite_cn`.
    functions: &'static [&'static str],
    change: Make,
}

/// Changes a field of a packet to a random value, if it can be read.
type Make = fn(&[u8], &mut Rng) -> Result<Changed, ReadError>;

/// What became of a packet.
#[derive(Debug)]
pub struct Changed {
    /// What the field was to be.
    value: Value,
    set: Result<(), Error>,
    /// The packet, as it is then.
    bytes: Vec<u8>,
    /// The packet, written anew with the field.
    rewritten: Option<Result<Vec<u8>, Error>>,
}

/// What happened to a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It has another value now.
    Set,
    /// That has another width.
    Resized,
    /// Its place cannot hold that.
    Refused,
    /// There was no packet to change, or nobody can say what is in it.
    Unread,
}

impl Change {
    /// By which name the interpreter knows what is changed: without the module of the version, or of the protocol.
    fn target(&self) -> String {
        let module = self.module.split("::").map(str::trim).skip(1);
        module.chain([self.name]).collect::<Vec<_>>().join("::")
    }

    /// What reads the same.
    pub fn generated(&self) -> &'static Generated {
        let name = self.target();
        let same = |one: &&Generated| one.name == name && std::ptr::eq(one.protocol, self.protocol);
        TARGETS.iter().find(same).expect("what is changed can be read")
    }

    /// Changes a field to a random value; generated code and the interpreter agree on what comes of it.
    pub fn agrees(&self, bytes: &[u8], rng: &mut Rng) -> Outcome {
        let (generated, changed) = (self.generated(), (self.change)(bytes, rng));
        let read = (generated.read)(bytes).map(drop);
        assert_eq!(changed.as_ref().map(drop).map_err(ReadError::clone), read, "it is read as ever");
        let agreed = agree(generated, bytes);
        let Some(changed) = changed.ok().filter(|_| agreed) else { return Outcome::Unread };
        let read = generated.interpret(bytes).expect("both read it");
        let before = &bytes[..bytes.len() - read.rest.len()];
        let field = &self.functions[0]["set_".len()..];
        // The other bits of a carrier stay as they are; a writer makes them anew.
        let as_written = || {
            let again = generated.rewrite(&read.value).ok()?;
            Some(again[place(generated, &again, field)] == before[place(generated, before, field)])
        };
        if found(generated, before, field).1 && as_written() != Some(true) {
            return Outcome::Unread;
        }
        let value = with(read.value.clone(), field, changed.value.clone());
        match generated.rewrite(&value) {
            Ok(written) => {
                let (old, new) = (place(generated, before, field), place(generated, &written, field));
                let piece = &written[new.clone()];
                let expected = [&before[..old.start], piece, &before[old.end..]].concat();
                self.is_changed(&changed, before, (&expected, old.len(), piece.len()));
                for bytes in [&changed.bytes, &expected] {
                    assert!(agree(generated, bytes), "{bytes:02x?} is a packet");
                }
                let again = generated.interpret(&expected).expect("a packet").value;
                assert_eq!(plain(again), plain(value), "{before:02x?} with {field}: {:?}", changed.value);
                if old.len() == piece.len() { Outcome::Set } else { Outcome::Resized }
            }
            Err(theirs) => {
                let said = changed.set.map_err(refused);
                assert_eq!(said.as_ref(), Err(&theirs), "{before:02x?} with {field}: {:?}", changed.value);
                assert_eq!(changed.bytes, before, "nothing is changed then");
                let anew = changed.rewritten.map(|written| written.map_err(refused));
                assert!(anew.is_none_or(|anew| anew == Err(theirs)), "nor is it written anew");
                Outcome::Refused
            }
        }
    }

    /// That the packet is what it has to be, or as it was where the field has another width by now.
    fn is_changed(&self, changed: &Changed, before: &[u8], (expected, have, need): (&[u8], usize, usize)) {
        let context = || format!("{} of {before:02x?}: {changed:?}", self.functions[0]);
        if have == need {
            assert_eq!(changed.set, Ok(()), "{}", context());
            assert_eq!(changed.bytes, expected, "{}", context());
        } else {
            let error = changed.set.expect_err("another width");
            assert_eq!(error.kind(), ErrorKind::Unwritable(Unwritable::Resized { have, need }), "{}", context());
            assert_eq!(changed.bytes, before, "{}", context());
        }
        if let Some(rewritten) = &changed.rewritten {
            assert_eq!(rewritten.as_deref(), Ok(expected), "{}", context());
        }
        assert!(have == need || changed.rewritten.is_some(), "what has another width can be written anew");
    }
}

/// What a function says that changes a field: one that always can says nothing.
trait Told {
    fn told(self) -> Result<(), Error>;
}

impl Told for () {
    fn told(self) -> Result<(), Error> {
        Ok(())
    }
}

impl Told for Result<(), Error> {
    fn told(self) -> Result<(), Error> {
        self
    }
}

/// What is written anew of a packet of so many bytes, and what that promises about its buffer.
fn anew(len: usize, write: impl Fn(&mut [u8]) -> Result<usize, Error>) -> Result<Vec<u8>, Error> {
    let mut buffer = vec![0xA5; len + 16];
    let len = none(|| write(&mut buffer))?;
    assert!(buffer[len..].iter().all(|byte| *byte == 0xA5), "nothing is written beyond the end");
    buffer.truncate(len);
    assert_eq!(write(&mut buffer.clone()), Ok(len), "a buffer of just that size is enough");
    let error = write(&mut buffer.clone()[1..]).expect_err("a smaller buffer is not");
    assert_eq!(error.kind(), ErrorKind::Unwritable(Unwritable::Room { need: len }));
    Ok(buffer)
}

/// The same with another value for a field.
fn with(value: Value, field: &str, new: Value) -> Value {
    let Value::Record(mut fields) = value else { panic!("{value:?} has no fields") };
    let old = fields.iter_mut().find(|(name, _)| name == field).expect("the field");
    old.1 = new;
    Value::Record(fields)
}

/// Where a field stands in a packet, as the interpreter reads it, and whether it is part of a carrier: then that is its
/// place.
fn found(generated: &Generated, bytes: &[u8], field: &str) -> (std::ops::Range<usize>, bool) {
    let Target::Record(id) = generated.target() else { panic!("a family is not changed") };
    let has_part = |parts: &[Part]| parts.iter().any(|part| part.name.as_deref() == Some(field));
    let carrier = generated.protocol.records[id.0].fields.iter().find(|one| match &one.wire {
        Wire::Bits { parts, .. } => one.name.is_none() && has_part(parts),
        _ => false,
    });
    let name = carrier.map_or(field, |carrier| carrier.label.as_str());
    let session = session(generated.protocol);
    let (steps, _) = interpret::trace(generated.protocol, generated.target(), bytes, generated.params, &session);
    let is_it = |kind| matches!(kind, StepKind::Field | StepKind::Bits);
    let mut steps = steps.iter().filter(|step| is_it(step.kind) && step.depth == 1 && path(&step.path) == name);
    let step = steps.next().expect("the field is there");
    (step.offset..step.offset + step.len, carrier.is_some())
}

/// Where a field stands in a packet.
fn place(generated: &Generated, bytes: &[u8], field: &str) -> std::ops::Range<usize> {
    found(generated, bytes, field).0
}

#[test]
fn every_function_that_changes_a_packet_is_tried() {
    for name in ["blank", "quake2", "rcce2", "sauerbraten"] {
        let mut all: Vec<(String, String)> = Vec::new();
        for (protocol, _) in protocols::all().into_iter().filter(|(protocol, _)| protocol.name == name) {
            let version = protocol.version.as_ref().map_or(name, |version| version.name.as_str());
            for (path, functions) in setters(name) {
                let inner = path.strip_prefix(name).unwrap_or(&path);
                // What all versions have alike stands outside of their modules, and can be reached through each.
                let own = inner.trim_start_matches("::").split("::").next().filter(|module| is_version(module));
                if own.is_none_or(|own| own == version) {
                    let own = own.map_or_else(String::new, |own| format!("::{own}"));
                    let inner = inner.strip_prefix(&own).unwrap_or(inner);
                    all.extend(functions.into_iter().map(|function| (format!("{version}{inner}"), function)));
                }
            }
        }
        let ours = CHANGES.iter().filter(|one| one.protocol.name == name);
        let mut ours: Vec<(String, String)> = ours.flat_map(Change::paths).collect();
        all.sort();
        ours.sort();
        assert!(all.len() > 10, "{name} has more");
        assert_eq!(ours, all, "{name}");
    }
}

fn is_version(module: &str) -> bool {
    module.strip_prefix('v').is_some_and(|rest| rest.starts_with(|first: char| first.is_ascii_digit()))
}

impl Change {
    /// Where generated code has the functions.
    fn paths(&self) -> impl Iterator<Item = (String, String)> {
        let of = format!("{}::{}Mut", self.module.replace(' ', ""), self.name);
        self.functions.iter().map(move |function| (of.clone(), (*function).to_owned()))
    }
}

#[test]
fn a_field_that_is_changed_is_as_the_interpreter_has_it() {
    let (outcomes, _) = change_all(&share("fields", CHANGES.iter()), CHANGED);
    let [set, resized, _, unread] = outcomes;
    assert!(set > part(1_000) && resized > part(400) && unread > part(1_000), "{outcomes:?}");
}

#[test]
#[ignore = "long"]
fn a_field_that_is_changed_often_is_as_the_interpreter_has_it() {
    let (outcomes, short) = change_all(&CHANGES.iter().collect::<Vec<_>>(), CHANGED_LONG);
    let [set, resized, refused, unread] = outcomes;
    assert!(set > 10_000 && resized > 5_000 && refused > 20 && unread > 10_000, "{outcomes:?}");
    // Every field that can be written anew became longer or shorter, but for these.
    assert_eq!(short.iter().map(String::as_str).collect::<Vec<_>>(), SHORT);
}

/// Changes these fields of so many packets to so many numbers: how often there was which outcome, and what could be written
/// anew and never took another width.
fn change_all(changes: &[&Change], [packets, numbers]: [usize; 2]) -> ([usize; 4], BTreeSet<String>) {
    let mut rng = Rng::new(7);
    let mut outcomes = [0; 4];
    let mut short = BTreeSet::new();
    for change in changes {
        let generated = change.generated();
        let known = Known { params: generated.params.to_vec(), session: session(generated.protocol) };
        let mut own = [0; 4];
        let tried: Vec<_> =
            Packets::new(generated.protocol, generated.target(), Some(known)).several(packets).collect();
        // Most numbers need more bytes than a small one has, so chance alone may never set it in place.
        for _ in 0..ROUNDS {
            for (bytes, _) in &tried {
                for _ in 0..numbers {
                    own[change.agrees(bytes, &mut rng) as usize] += 1;
                    let cut = rng.below(bytes.len());
                    own[change.agrees(&bytes[..cut], &mut rng) as usize] += 1;
                }
            }
            if own[0] > 0 {
                break;
            }
        }
        let [set, resized, _, unread] = own;
        let of = || format!("{} of {}: {own:?}", change.functions[0], generated.name);
        assert!(set > 0 && unread > 0, "{}", of());
        // A field that became longer or shorter was written anew.
        let can = change.functions.len() == 2;
        assert!(can || resized == 0, "{}", of());
        short.extend((can && resized == 0).then(|| format!("{} {}", generated.name, change.functions[0])));
        outcomes.iter_mut().zip(own).for_each(|(all, own)| *all += own);
    }
    println!("{} fields: set, resized, refused, unread {outcomes:?}", changes.len());
    (outcomes, short)
}

#[test]
fn what_changes_a_packet_otherwise_is_told() {
    let honest = CHANGES.iter().find(|one| one.target() == "positions::Pos" && one.functions[0] == "set_cn");
    let honest = honest.expect("a position has it");
    let bytes = [4, 1, 17, 16, 11, 39, 102, 35, 207, 27, 134, 112, 90, 132, 151, 126, 35];
    let liars: [Make; 3] = [
        // Another byte changes as well.
        |bytes, _| Ok(changed(bytes, &[(1, 9), (3, 0)], Ok(()))),
        // Nothing changes.
        |bytes, _| Ok(changed(bytes, &[], Ok(()))),
        // Nothing changes, and there is no reason for that.
        |bytes, _| Ok(changed(bytes, &[], Err(Unwritable::Range.at(&"cn")))),
    ];
    for change in liars {
        let liar = Change { change, functions: &["set_cn"], ..*honest };
        let told = std::panic::catch_unwind(AssertUnwindSafe(|| liar.agrees(&bytes, &mut Rng::new(1))));
        assert!(told.is_err(), "{told:?}");
    }
    let mut rng = Rng::new(1);
    let told: Vec<Outcome> = (0..50).map(|_| honest.agrees(&bytes, &mut rng)).collect();
    assert!(told.contains(&Outcome::Set) && told.contains(&Outcome::Resized), "{told:?}");
}

/// A packet of which the field was to be 9, and these bytes are others.
fn changed(bytes: &[u8], others: &[(usize, u8)], set: Result<(), Error>) -> Changed {
    let mut bytes = bytes.to_vec();
    others.iter().for_each(|(at, byte)| bytes[*at] = *byte);
    Changed { value: Value::Int(9), set, bytes, rewritten: None }
}
