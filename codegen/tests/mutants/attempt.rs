//! What is done with one mutant: it is compiled, and then everything that can be made of it is made.

use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use wireform_build::interpret::{self, Step, Target, WriteError, WriteErrorKind};
use wireform_build::load::{Compiled, Failure};
use wireform_build::model::{
    Code, Extent, FamilyId, FieldId, ParamKind, Protocol, Record, RecordId, Schema, Space, Wire,
};
use wireform_build::{Layout, Options, rust};

use super::corpus::Origin;
use super::random::Random;

/// What came of a mutant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// So many packets were read.
    Loaded {
        read: usize,
    },
    Refused,
}

/// Nothing takes that long, however busy the machine is: it hangs.
const PATIENCE: Duration = Duration::from_secs(120);

/// What threads have that nobody asked for more: those of tests among them.
const STACK: usize = 2 << 20;

/// Tries a text, by itself. What is wrong, if anything is.
pub fn attempt(origin: &Arc<Origin>, text: &str, seed: u64) -> Result<Outcome, String> {
    let (done, is_done) = mpsc::channel();
    let (origin, text) = (origin.clone(), text.to_owned());
    let work = move || {
        let outcome = match origin.compile(&text) {
            Ok(compiled) => loaded(&compiled, seed),
            Err(failure) => refused(&failure).map(|()| Outcome::Refused),
        };
        // Whoever asked may have gone.
        drop(done.send(outcome));
    };
    thread::Builder::new().stack_size(STACK).spawn(work).map_err(|error| error.to_string())?;
    match is_done.recv_timeout(PATIENCE) {
        Ok(outcome) => outcome,
        Err(RecvTimeoutError::Timeout) => Err(format!("takes more than {PATIENCE:?}")),
        Err(RecvTimeoutError::Disconnected) => Err("panics".to_owned()),
    }
}

/// A refusal says where, and can be shown.
fn refused(failure: &Failure) -> Result<(), String> {
    if failure.diagnostics.is_empty() {
        return Err("is refused without a word".to_owned());
    }
    for diagnostic in &failure.diagnostics {
        for label in [&diagnostic.primary].into_iter().chain(&diagnostic.others) {
            let span = label.span;
            let text = failure.sources.iter().nth(usize::from(span.file.0)).map(|source| source.text.as_str());
            let is_inside = text.is_some_and(|text| text.get(span.range()).is_some());
            if !is_inside || span.start > span.end {
                return Err(format!("points to {span:?}, where there is nothing: {diagnostic:?}"));
            }
        }
        if diagnostic.title.is_empty() {
            return Err(format!("is refused without a title: {diagnostic:?}"));
        }
    }
    let (plain, coloured) = (failure.render(false), failure.render(true));
    if plain.matches("error: ").count() < failure.diagnostics.len().min(8) || coloured.len() <= plain.len() {
        return Err(format!("is not shown: {plain}"));
    }
    Ok(())
}

fn loaded(compiled: &Compiled, seed: u64) -> Result<Outcome, String> {
    let schema = &compiled.schema;
    let mut random = Random(seed);
    #[cfg(feature = "tidy")]
    let layout = if random.one_in(2) { Layout::Tidy } else { Layout::Quick };
    #[cfg(not(feature = "tidy"))]
    let layout = Layout::Quick;
    let options = Options { layout, serde: random.one_in(4), ..Options::default() };
    let code = rust(schema, &options);
    if let Err(error) = syn::parse_file(&code) {
        return Err(format!("its Rust is none: {error}"));
    }
    documents(schema)?;
    let mut read = 0;
    for protocol in schema.protocols() {
        for target in targets(protocol) {
            read += packets(protocol, target, &mut random)?;
        }
    }
    Ok(Outcome::Loaded { read })
}

/// Makes the pages.
#[cfg(feature = "documents")]
fn documents(schema: &Schema) -> Result<(), String> {
    match wireform_build::markdown(schema).iter().find(|page| page.text.is_empty()) {
        Some(page) => Err(format!("its page {} is empty", page.file)),
        None => Ok(()),
    }
}

/// Shows how a packet was read.
#[cfg(feature = "documents")]
fn explained(steps: &[Step]) {
    drop((interpret::words::shown(steps), interpret::words::meanings(steps)));
}

#[cfg(not(feature = "documents"))]
fn documents(_: &Schema) -> Result<(), String> {
    Ok(())
}

#[cfg(not(feature = "documents"))]
fn explained(_: &[Step]) {}

fn targets(protocol: &Protocol) -> Vec<Target> {
    let records = (0..protocol.records.len()).map(|id| Target::Record(RecordId(id)));
    let families = protocol.families.iter().enumerate().filter(|(_, family)| family.carrier.is_some());
    let families = families.flat_map(|(id, _)| [Target::Family(FamilyId(id)), Target::Stream(FamilyId(id))]);
    records.chain(families).collect()
}

/// Reads what chance puts into packets. What is read can be written, and is the same when it is read again.
fn packets(protocol: &Protocol, target: Target, random: &mut Random) -> Result<usize, String> {
    let params: Vec<Code> = target.params(protocol).iter().map(|param| number(param.kind, random)).collect();
    let mut bytes: Vec<Vec<u8>> = vec![Vec::new(), vec![0; 64], vec![1; 64], vec![0xFF; 64]];
    bytes.extend((0..4).map(|_| {
        let small = random.one_in(2);
        let byte = |random: &mut Random| if small { random.byte() % 4 } else { random.byte() };
        (0..random.below(40)).map(|_| byte(random)).collect()
    }));
    if let Target::Record(id) = target {
        bytes.extend(protocol.records[id.0].examples.iter().take(3).map(|example| example.bytes.clone()));
    }
    let mut count = 0;
    for bytes in bytes {
        let (steps, read) = interpret::trace(protocol, target, &bytes, &params, &Default::default());
        explained(&steps);
        let Ok(read) = read else { continue };
        count += 1;
        let told = |what: String| format!("{} of {bytes:02x?} {what}", target.name(protocol));
        let written = match interpret::write(protocol, target, &read.value, &params) {
            Ok(written) => written,
            Err(error) if is_of_its_own(&error.kind) || is_full(protocol, &error) => continue,
            Err(error) => return Err(told(format!("is read as {:?} and not written: {error}", read.value))),
        };
        let again = interpret::read_exact(protocol, target, &written, &params)
            .map_err(|error| told(format!("is written as {written:02x?} and not read: {error}")))?;
        let twice = interpret::write(protocol, target, &again, &params);
        if twice.as_ref() != Ok(&written) {
            return Err(told(format!("is written as {written:02x?}, and that as {twice:02x?}")));
        }
    }
    Ok(count)
}

/// What is read may be refused when it is written, where a reader takes more than a writer makes: a rule counts the bytes of
/// a field that was longer than it need be; bytes were skipped in a region of whole words.
fn is_of_its_own(kind: &WriteErrorKind) -> bool {
    match kind {
        WriteErrorKind::Rule(rule) => rule.contains("size("),
        kind => matches!(kind, WriteErrorKind::Multiple),
    }
}

/// A region of a size that the writer does not derive may be full without a terminator, which the writer always writes where
/// bytes may follow it.
fn is_full(protocol: &Protocol, error: &WriteError) -> bool {
    let is_such = |record: &Record, body: &[FieldId]| {
        let [.., ends, tail] = body else { return false };
        let [ends, tail] = [ends, tail].map(|id| &record.fields[id.0].wire);
        matches!(ends.extent(), Some(Extent::Until { or_end: true, .. }))
            && matches!(tail, Wire::Padding { space: Space::Filled, .. })
    };
    let bodies = protocol.records.iter().flat_map(|record| {
        record.fields.iter().filter_map(move |field| match &field.wire {
            Wire::Within { body, .. } => Some((record, body)),
            _ => None,
        })
    });
    error.kind == WriteErrorKind::Count
        && error.path.ends_with("within")
        && bodies.into_iter().any(|(record, body)| is_such(record, body))
}

/// A number that a parameter can be.
fn number(kind: ParamKind, random: &mut Random) -> Code {
    match kind {
        ParamKind::Bool => Code::from(random.one_in(2)),
        ParamKind::Int(interval) => [interval.min, interval.max, 1.clamp(interval.min, interval.max)][random.below(3)],
        ParamKind::Enum(_) => random.below(4) as Code,
    }
}

/// Keeps what is tried where whoever looks for what ended the whole process finds it.
pub fn note(folder: &Path, worker: usize, text: &str) {
    let path = folder.join(format!("mutant-{worker}.wire"));
    std::fs::write(&path, text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}
