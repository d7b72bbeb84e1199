//! The parts of the program that know nothing of packets, compiled by themselves.

#[expect(dead_code, reason = "the program uses all of it")]
#[path = "../src/plain.rs"]
mod plain;
#[expect(dead_code, reason = "the program uses all of it")]
#[path = "../src/track.rs"]
mod track;

use plain::plain;
use track::Track;

#[test]
fn ways_are_added_up_and_teleports_are_none() {
    let mut track = Track::default();
    assert!(!track.is_known());
    track.go([0.0, 0.0, 0.0]);
    track.go([3.0, 4.0, 0.0]);
    track.teleport();
    track.go([103.0, 4.0, -5.0]);
    track.go([103.0, 4.0, -7.0]);
    assert_eq!((track.length, track.teleports), (7.0, 1));
    assert_eq!(track.bounds().cloned().collect::<Vec<_>>(), [0.0..=103.0, 0.0..=4.0, -7.0..=0.0]);
}

#[test]
fn colours_and_commands_are_left_out() {
    assert_eq!(plain(&"\x0c3red\x0c7, \x1b[2J\u{9b}2J, \x0c"), "red, ?[2J?2J, ");
}
