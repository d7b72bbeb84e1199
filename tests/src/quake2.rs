//! Quake 2's generated code, as the tests need it.

pub mod checksum;
pub mod entity;
pub mod follow;
mod plain;
pub mod recording;
pub mod targets;

use std::sync::LazyLock;

use wireform_build::model::Protocol;

use crate::protocols::load;

/// The schema, for the interpreter.
pub static QUAKE2: LazyLock<Protocol> = LazyLock::new(|| load("quake2", None));
