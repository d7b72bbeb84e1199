//! Sauerbraten's generated code, as the tests need it, and what the vectors' words mean.

pub mod meaning;
pub mod names;
pub mod plain;
pub mod targets;
pub mod versions;
