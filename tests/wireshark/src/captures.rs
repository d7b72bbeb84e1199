//! Packets of the shipped protocols and of the gallery: the examples of their schemas, and those that other programs made.

mod vectors;

use std::path::PathBuf;

use wireform_build::model::{Code, ExampleKind, Protocol, RecordId, Role, Schema, SessionId};
use wireform_cli::target::full_name;

use crate::root;
pub use vectors::vectors;

/// A packet, and all that is needed to read it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sample {
    /// The schema: `schema/quake2.wire`.
    pub schema: String,
    /// The version, if the schema has versions.
    pub version: Option<String>,
    /// The target, as `wireform read` takes its name: `ToClient.Sound`.
    pub target: String,
    /// The packet.
    pub bytes: Vec<u8>,
    /// The parameters by their names.
    pub params: Vec<(String, Code)>,
    /// The known values of the session by their names.
    pub session: Vec<(String, Code)>,
    /// Whether it has to be read, or to be refused; unknown of packets that only other programs have judged.
    pub is_right: Option<bool>,
    /// Where it comes from, for failures.
    pub origin: String,
}

/// A schema of the repository.
#[derive(Debug)]
pub struct Loaded {
    /// `schema/quake2.wire`
    pub path: String,
    /// Its meaning.
    pub schema: Schema,
}

/// The schemas of the shipped protocols, and those of the gallery, by their paths.
///
/// # Panics
/// If one does not compile.
#[must_use]
pub fn schemas() -> Vec<Loaded> {
    ["schema", "schema/gallery"].into_iter().flat_map(in_folder).collect()
}

/// The schemas of a folder of the repository, by their paths.
///
/// # Panics
/// If one does not compile.
#[must_use]
pub fn in_folder(folder: &str) -> Vec<Loaded> {
    let entries = std::fs::read_dir(root().join(folder)).expect("a folder of schemas");
    let paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    let names = paths.iter().filter(|path| path.extension().is_some_and(|end| end == "wire"));
    let mut names: Vec<String> =
        names.filter_map(|path| Some(format!("{folder}/{}", path.file_name()?.to_string_lossy()))).collect();
    names.sort();
    let load = |path: String| match wireform_build::load(root().join(&path)) {
        Ok(compiled) => Loaded { path, schema: compiled.schema },
        Err(failure) => panic!("{}", failure.render(false)),
    };
    names.into_iter().map(load).collect()
}

/// All examples of a schema, in all its versions: those that are read, those that are accepted, those that are refused.
#[must_use]
pub fn examples(loaded: &Loaded) -> Vec<Sample> {
    loaded.schema.protocols().flat_map(|protocol| of_version(loaded, protocol)).collect()
}

fn of_version<'l>(loaded: &'l Loaded, protocol: &'l Protocol) -> impl Iterator<Item = Sample> + 'l {
    let records = protocol.records.iter().enumerate();
    // An element of a list is read in the list only.
    let records = records.filter(|(_, record)| !matches!(record.role, Role::Element { .. }));
    records.flat_map(move |(index, record)| {
        let target = full_name(protocol, RecordId(index));
        record.examples.iter().map(move |example| {
            let params = record.params.iter().map(|param| param.name.clone()).zip(example.params.iter().copied());
            let session = protocol.sessions.iter().enumerate();
            let session = session.filter_map(|(id, one)| Some((one.name.clone(), example.session.get(SessionId(id))?)));
            Sample {
                schema: loaded.path.clone(),
                version: protocol.version.as_ref().map(|version| version.name.clone()),
                target: target.clone(),
                bytes: example.bytes.clone(),
                params: params.collect(),
                session: session.collect(),
                is_right: Some(!matches!(example.kind, ExampleKind::Refuses { .. })),
                origin: format!("{}: {target}: {}", loaded.path, example.title),
            }
        })
    })
}
