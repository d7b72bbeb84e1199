//! The protocols whose generated code is run by the tests, in each of their versions.

use std::path::{Path, PathBuf};

use wireform_build::model::Protocol;

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
