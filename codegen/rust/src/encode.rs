//! Writers: the check of a value, the numbers that the user does not set, and the bytes.

pub mod check;
pub mod derive;
pub mod outlined;
pub mod put;
