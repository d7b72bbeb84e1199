//! The generated code of the shipped protocols that the tests run, with owned values, changes in place and serde.
#![deny(warnings)]

wireform::include_schema!(pub mod blank);
wireform::include_schema!(pub mod quake2);
wireform::include_schema!(pub mod rcce2);
wireform::include_schema!(pub mod sauerbraten);
