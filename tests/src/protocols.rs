//! The protocols whose generated code is run by the tests, in each of their versions.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use wireform_build::interpret::Target;
use wireform_build::layout::bare_element;
use wireform_build::model::{FamilyId, Protocol, RecordId};

use crate::generated::Generated;
use crate::{blank, quake2, rcce2, sauerbraten};

/// A version of a protocol, for the interpreter, and all of its generated code that can be read and written by itself.
pub type Version = (&'static Protocol, Vec<Generated>);

/// All of them.
pub fn all() -> Vec<Version> {
    let sauerbraten = sauerbraten::versions::VERSIONS;
    let sauerbraten = sauerbraten.into_iter().map(|version| (version.protocol(), sauerbraten::targets::all(version)));
    let blank = blank::versions::VERSIONS.into_iter();
    let blank = blank.map(|version| (version.protocol(), blank::targets::all(version)));
    let quake2: Version = (&quake2::QUAKE2, quake2::targets::all());
    let rcce2: Version = (&rcce2::RCCE2, rcce2::targets());
    blank.chain([quake2, rcce2]).chain(sauerbraten).collect()
}

/// All generated code that can be read and written by itself.
pub static TARGETS: LazyLock<Vec<Generated>> = LazyLock::new(targets);

/// The same, made anew.
pub fn targets() -> Vec<Generated> {
    all().into_iter().flat_map(|(_, targets)| targets).collect()
}

/// One version of a schema of the project, or the only one.
pub fn load(protocol: &str, version: Option<&str>) -> Protocol {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../schema/{protocol}.wire"));
    match wireform_build::load(path) {
        Ok(compiled) => match version {
            Some(version) => compiled.schema.version(version).expect("a version of the schema").clone(),
            None => compiled.schema.first,
        },
        Err(failure) => panic!("{}", failure.render(false)),
    }
}

/// The schemas of a folder, in the order of their names.
pub fn schemas(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = std::fs::read_dir(folder).expect("a folder of schemas");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end == "wire"));
    paths.sort();
    paths
}

/// What stands in the schemas of constructs, in all their versions.
pub fn features() -> Vec<Protocol> {
    let compiled = schemas("schema/features").into_iter().map(|path| match wireform_build::load(path) {
        Ok(compiled) => compiled.schema,
        Err(failure) => panic!("{}", failure.render(false)),
    });
    compiled.flat_map(|schema| std::iter::once(schema.first).chain(schema.later)).collect()
}

/// What of a protocol has a reader, and is none of these targets: messages, structs, elements of lists, and families whose
/// messages have a code in front.
fn missing(protocol: &Protocol, targets: &[Generated]) -> Vec<String> {
    let found: Vec<Target> = targets.iter().map(Generated::target).collect();
    // A bare element is read as what it is, not as a type of its own.
    let records = (0..protocol.records.len()).filter(|id| bare_element(&protocol.records[*id]).is_none());
    let records = records.map(|id| Target::Record(RecordId(id)));
    let families = protocol.families.iter().enumerate().filter(|(_, family)| family.carrier.is_some());
    let all = records.chain(families.map(|(id, _)| Target::Family(FamilyId(id))));
    let missing = all.filter(|target| !found.contains(target));
    missing.map(|target| format!("{} {}", named(protocol), target.name(protocol))).collect()
}

/// The name of a protocol, with that of its version.
pub fn named(protocol: &Protocol) -> String {
    let version = protocol.version.as_ref().map(|version| format!(" {}", version.name));
    format!("{}{}", protocol.name, version.unwrap_or_default())
}

#[test]
fn whatever_has_a_reader_is_a_target() {
    let all = all();
    let shipped = schemas("../schema").into_iter().map(|path| wireform_build::load(path).expect("it compiles").schema);
    let shipped: Vec<String> = shipped.flat_map(|schema| schema.protocols().map(named).collect::<Vec<_>>()).collect();
    assert_eq!(all.iter().map(|(protocol, _)| named(protocol)).collect::<Vec<_>>(), shipped);
    for (protocol, mut targets) in all {
        assert_eq!(missing(protocol, &targets), Vec::<String>::new());
        // Each counts: without it, it is missing, unless something else reads the same, knowing something else.
        let first = targets.remove(0);
        let others = targets.iter().any(|one| one.target() == first.target());
        assert_eq!(missing(protocol, &targets).len(), usize::from(!others), "{}", first.name);
    }
}
