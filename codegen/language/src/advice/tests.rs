//! The tables: each row can be read, is needed, and is the first that says something about its words.

mod languages;
mod words;
