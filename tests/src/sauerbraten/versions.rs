//! The schema, for the interpreter, in each of its versions.

use std::sync::LazyLock;

use wireform_build::model::Protocol;

/// Protocol 259.
pub static V259: LazyLock<Protocol> = LazyLock::new(|| load(Version::V259));

/// Protocol 260.
pub static V260: LazyLock<Protocol> = LazyLock::new(|| load(Version::V260));

/// Which of the two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Version {
    V259,
    V260,
}

/// Both.
pub const VERSIONS: [Version; 2] = [Version::V259, Version::V260];

impl Version {
    pub fn protocol(self) -> &'static Protocol {
        match self {
            Self::V259 => &V259,
            Self::V260 => &V260,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::V259 => "v259",
            Self::V260 => "v260",
        }
    }
}

fn load(version: Version) -> Protocol {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../schema/sauerbraten.wire");
    match wireform_build::load(path) {
        Ok(compiled) => compiled.schema.version(version.name()).expect("a version of the schema").clone(),
        Err(failure) => panic!("{}", failure.render(false)),
    }
}
