//! Why we believe it: real packets, laws, and generated code against the interpreter.

mod agreement;
mod allocations;
mod blank;
mod checksums;
mod codes;
mod documents;
mod features;
mod generated;
mod hooks;
mod large;
mod packets;
mod panics;
mod patches;
mod prefixes;
mod protocols;
mod quake2;
mod random;
mod rcce2;
mod recording;
mod rng;
mod sauerbraten;
mod schemas;
mod show;
mod states;
mod values;
mod vectors;
