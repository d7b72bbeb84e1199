//! The codec on sockets of this machine.

mod frames;
mod messages;
mod sessions;
mod support;
