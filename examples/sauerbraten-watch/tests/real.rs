//! Real recordings. The short one, the beginning of the other, is part of the project; the whole one lies outside of it
//! and is used where it is there.

#[path = "../../../codegen/tests/support/beside.rs"]
mod beside;

use std::fs::File;
use std::path::Path;

use beside::beside;
use sauerbraten_watch::{Recording, unpack};

/// How often what happens, and the rows about players.
#[derive(Debug, PartialEq)]
struct Counts {
    records: usize,
    joined: usize,
    said: usize,
    kills: usize,
    maps: usize,
    pauses: usize,
    /// Names, frags and deaths.
    players: Vec<[String; 3]>,
}

#[test]
fn the_beginning_of_a_recording() {
    let counts = follow(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/packets/recording.dmo"));
    let players = vec![player("|yesVI:pix", 0, 0), player("Cookie", 0, 0)];
    assert_eq!(counts, Counts { records: 120, joined: 2, said: 4, kills: 0, maps: 1, pauses: 0, players });
}

#[test]
fn the_whole_recording_where_it_is_there() {
    let Some(path) = beside("demos/loopback_ffa_shared.dmo") else { return };
    let counts = follow(&path);
    let players = vec![player("|yesVI:pix", 4, 3), player("Cookie", 3, 4), player("zw?lf", 2, 4)];
    assert_eq!(counts, Counts { records: 1185, joined: 5, said: 58, kills: 11, maps: 1, pauses: 2, players });
}

fn player(name: &str, frags: i32, deaths: i32) -> [String; 3] {
    [name.to_owned(), frags.to_string(), deaths.to_string()]
}

/// Follows a recording that is wholly understood.
fn follow(path: &Path) -> Counts {
    let bytes = unpack(File::open(path).expect("somebody may read it")).expect("it is compressed");
    let mut recording = Recording::open(&bytes).expect("a recording");
    let records = recording.by_ref().map(|record| record.expect("all is understood")).count();
    assert_eq!(recording.offset(), bytes.len());
    let lines = [recording.lines(), recording.finish()].concat();
    let with = |what: &str| lines.iter().filter(|line| line.contains(what)).count();
    let rows = lines.iter().skip_while(|line| !line.starts_with("player ")).skip(1);
    let players = rows.take_while(|row| !row.is_empty()).map(|row| {
        let mut cells = row.split_whitespace().map(str::to_owned);
        std::array::from_fn(|_| cells.next().unwrap_or_default())
    });
    Counts {
        records,
        joined: with(" is there, in team "),
        said: with(" says: "),
        kills: with(" kills "),
        maps: with("the map is "),
        pauses: with("the game go on") + with("stops the game"),
        players: players.collect(),
    }
}
