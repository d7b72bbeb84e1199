//! The client's side: its messages, what it says about itself, how it names documents, counts characters and applies edits.

pub mod capabilities;
pub mod edits;
pub mod settings;
pub mod text;
pub mod transport;
pub mod uri;
