//! `wireform dissector`: a dissector for Wireshark, a single Lua file.

pub mod engine;
