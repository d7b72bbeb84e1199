//! Recordings, followed: one that is made up, cut off anywhere, and a real one.

#[path = "../../../codegen/tests/support/beside.rs"]
mod beside;

use beside::beside;
use quake2_demo::{Level, Recording, Refused, sample};

/// How much there was of a level.
fn counts(level: &Level) -> (&str, usize, usize, usize) {
    (&level.name, level.frames, level.updates, level.most)
}

#[test]
fn the_made_up_one() {
    let bytes = sample().expect("it can be written");
    let mut recording = Recording::open(&bytes).expect("a recording");
    assert!(recording.by_ref().all(|datagram| datagram.is_ok()));
    let levels: Vec<_> = recording.levels().iter().map(counts).collect();
    assert_eq!(levels, [("The Courtyard", 150, 860, 11), ("The Cellar", 80, 451, 10)]);
    assert_eq!(recording.counts(), [232, 700]);
}

#[test]
fn cut_off_it_says_so() {
    let bytes = sample().expect("it can be written");
    for len in (0..400).chain((400..bytes.len()).step_by(97)) {
        match Recording::open(&bytes[..len]) {
            Err(refused) => assert_eq!((refused, len < 5), (Refused::Foreign, true)),
            Ok(mut recording) => {
                let wrong: Vec<_> = recording.by_ref().filter_map(Result::err).collect();
                let [Refused::Truncated(missing)] = wrong[..] else { panic!("{wrong:?} of {len} bytes") };
                assert!(missing > 0 && len + missing <= bytes.len());
            }
        }
    }
}

#[test]
fn whatever_stands_there() {
    let bytes = sample().expect("it can be written");
    let mut refused = 0;
    for at in (0..bytes.len()).step_by(41) {
        let mut bytes = bytes.clone();
        bytes[at] ^= 0x55;
        if let Ok(recording) = Recording::open(&bytes) {
            refused += recording.filter(Result::is_err).count();
        }
    }
    assert!(refused > bytes.len() / 410, "{refused} mistakes were seen");
}

#[test]
fn a_real_one_where_it_is_there() {
    let Some(path) = beside("demos/test.dm2") else { return };
    let bytes = std::fs::read(path).expect("somebody may read it");
    let mut recording = Recording::open(&bytes).expect("a recording");
    assert!(recording.by_ref().all(|datagram| datagram.is_ok()));
    assert_eq!(recording.counts(), [29, 410]);
    let [level] = recording.levels() else { panic!("one level") };
    assert_eq!(counts(level), ("The Edge", 23, 58, 36));
    assert_eq!((level.map.as_str(), level.duration()), ("maps/q2dm1.bsp", 2.3));
    assert_eq!(level.players.values().map(|player| player.name.as_str()).collect::<Vec<_>>(), ["claire"]);
}
