//! The generated code of blank, as the tests need it, and what the vectors' words mean.

mod limits;
pub mod meaning;
pub mod plain;
pub mod targets;
pub mod versions;
