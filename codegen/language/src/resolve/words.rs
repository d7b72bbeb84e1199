//! Names with a meaning of the language.

/// The base of a delta.
pub(in crate::resolve) const BASE: &str = "base";

/// The values of a session.
pub(in crate::resolve) const SESSION: &str = "session";

/// The version of the protocol.
pub(in crate::resolve) const VERSION: &str = "VERSION";

/// The values of flags.
pub(in crate::resolve) const BOOLS: [&str; 2] = ["true", "false"];
