//! The schema, for the interpreter, in each of its versions.

use std::sync::LazyLock;

use wireform_build::model::Protocol;

use crate::protocols::load;

/// The revision of October.
pub static OCTOBER: LazyLock<Protocol> = LazyLock::new(|| load("blank", Some("v2015_10")));

/// The revision of November.
pub static NOVEMBER: LazyLock<Protocol> = LazyLock::new(|| load("blank", Some("v2015_11")));

/// Which of the two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Version {
    October,
    November,
}

/// Both.
pub const VERSIONS: [Version; 2] = [Version::October, Version::November];

impl Version {
    pub fn protocol(self) -> &'static Protocol {
        match self {
            Self::October => &OCTOBER,
            Self::November => &NOVEMBER,
        }
    }
}
