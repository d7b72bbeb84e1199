//! The schema, for the interpreter, in each of its versions.

use std::sync::LazyLock;

use wireform_build::model::Protocol;

use crate::protocols::load;

/// Protocol 259.
pub static V259: LazyLock<Protocol> = LazyLock::new(|| load("sauerbraten", Some("v259")));

/// Protocol 260.
pub static V260: LazyLock<Protocol> = LazyLock::new(|| load("sauerbraten", Some("v260")));

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
}
